//! What trainings cost here, found out by doing a little of each.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use wampimuk_audit::Table;
use wampimuk_core::Role;
use wampimuk_models::{ARCHITECTURES, Settings};

use super::Reproduce;
use super::job::{Job, carry_out};
use crate::args::Common;
use crate::failure::Failure;
use crate::progress;

/// The updates of the two trials. What both have in common, such as preparing data, cancels out.
const TRIALS: [u64; 2] = [2, 8];

/// What a training costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Its updates, those of all tries together.
    updates: u64,
    /// How often it is tried.
    tries: u64,
    /// What one takes.
    each: Duration,
}

impl Cost {
    fn whole(self) -> Duration {
        self.each.mul_f64(self.updates as f64)
    }
}

/// Measures what each training costs; jobs that do not learn cost nothing to speak of.
pub fn measure(jobs: &[&Job], options: &Reproduce, common: &Common) -> Result<Vec<Option<Cost>>, Failure> {
    let trials =
        options.out.clone().unwrap_or_else(|| ["runs", &options.paper].iter().collect()).join("trials");
    let mut known: BTreeMap<&str, Cost> = BTreeMap::new();
    let mut costs = Vec::new();
    for job in jobs {
        let Some(preset) = job.preset.as_deref().filter(|_| job.learns()) else {
            costs.push(None);
            continue;
        };
        let cost = match known.get(job.name.as_str()) {
            Some(&cost) => cost,
            None => try_out(job, preset, &trials, common)?,
        };
        known.insert(&job.name, cost);
        costs.push(Some(cost));
    }
    Ok(costs)
}

/// Does a little of a training.
fn try_out(job: &Job, preset: &str, trials: &Path, common: &Common) -> Result<Cost, Failure> {
    if let Some(line) = job.prepare() {
        carry_out(line, common)?;
    }
    let quiet = Common { quiet: true, ..common.clone() };
    let one = |updates: u64| -> Result<Duration, Failure> {
        let folder = trials.join(format!("{}-{updates}", job.name));
        let changes = [format!("updates={updates}"), "tries=1".into(), "dev_items=8".into()];
        let started = Instant::now();
        carry_out(&job.train(&folder, &changes), &quiet)?;
        Ok(started.elapsed())
    };
    let tried = progress::waiting(common, &format!("try {}", job.name), || {
        TRIALS.map(one).into_iter().collect::<Result<Vec<Duration>, Failure>>()
    });
    // Trials are of no use afterwards, and may not be there if the first one failed.
    let _ = std::fs::remove_dir_all(trials);
    let tried = tried?;
    let each = tried[1].saturating_sub(tried[0]) / (TRIALS[1] - TRIALS[0]) as u32;
    let settings =
        Settings::preset(preset, &job.changes).map_err(|error| Failure::Input(error.to_string()))?;
    let updates = settings.updates(epoch(job, &settings)?).saturating_mul(settings.tries);
    Ok(Cost { updates, tries: settings.tries, each })
}

/// The updates of an epoch.
fn epoch(job: &Job, settings: &Settings) -> Result<u64, Failure> {
    let dataset = wampimuk_families::require(&job.data, &job.set)?.dataset(0)?;
    let items = dataset.splits().iter().find(|split| split.role == Role::Train).map_or(0, |split| split.len);
    Ok(items.div_ceil(settings.batch as u64))
}

/// What will be done and what it takes.
pub fn table(jobs: &[&Job], costs: &[Option<Cost>], budget: Option<Duration>) -> Table {
    let mut table = Table::new(
        "What is left to do",
        &["training", "seed", "model", "updates", "each (ms)", "takes about"],
    );
    let shares = within(costs, budget);
    let mut sum = Duration::ZERO;
    for ((job, cost), share) in jobs.iter().zip(costs).zip(shares) {
        let about = ARCHITECTURES.iter().find(|(name, _)| *name == job.model).map_or("", |(name, _)| *name);
        let [updates, each, takes] = match cost {
            None => [String::new(), String::new(), "seconds".to_owned()],
            Some(cost) => {
                let updates = share.map_or(cost.updates, |share| share * cost.tries);
                let takes = Cost { updates, ..*cost }.whole();
                sum += takes;
                [updates.to_string(), format!("{:.1}", cost.each.as_secs_f64() * 1e3), human(takes)]
            }
        };
        table.row([job.name.clone(), job.seed.to_string(), about.to_owned(), updates, each, takes]);
    }
    table.row(["all".to_owned(), String::new(), String::new(), String::new(), String::new(), human(sum)]);
    table
}

/// How many updates each try gets, so that all trainings fit into the budget; as many as the paper's where they do.
pub fn within(costs: &[Option<Cost>], budget: Option<Duration>) -> Vec<Option<u64>> {
    let wholes = costs.iter().flatten().map(|cost| cost.whole()).collect();
    let share = budget.and_then(|budget| share(wholes, budget));
    let fit = |cost: Cost| {
        let share = share.filter(|share| cost.whole() > *share)?;
        let updates = share.as_secs_f64() / cost.each.as_secs_f64().max(1e-9);
        Some((updates / cost.tries.max(1) as f64).max(1.0) as u64)
    };
    costs.iter().map(|cost| cost.and_then(fit)).collect()
}

/// How long each training may take so that all fit into the budget: what those that need less leave over is the others'.
/// `None` if all have what they need.
///
/// The same share of every training's updates would leave nothing to learn with to those beside one that takes days.
fn share(mut wholes: Vec<Duration>, budget: Duration) -> Option<Duration> {
    wholes.sort_unstable();
    let (mut left, mut waiting) = (budget, wholes.len() as u32);
    for whole in wholes {
        let share = left / waiting;
        if whole > share {
            return Some(share);
        }
        left -= whole;
        waiting -= 1;
    }
    None
}

fn human(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    match seconds {
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{:.0} min", seconds / 60.0),
        ..172_800.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.1} days", seconds / 86_400.0),
    }
}

/// Reads a time such as `90s`, `45m`, `2h` or `3d`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong = || format!("`{text}` is no time: write 90s, 45m, 2h or 3d");
    let (number, unit) = text.split_at(text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len()));
    let number: f64 = number.trim().parse().map_err(|_| wrong())?;
    let seconds = match unit {
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        "d" => 86_400.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(number * seconds).ok().filter(|time| !time.is_zero()).ok_or_else(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_quick_trainings_leave_over_is_the_slow_ones() {
        let cost = |updates, tries, each| Some(Cost { updates, tries, each: Duration::from_millis(each) });
        let costs = [cost(100, 1, 1000), cost(4000, 10, 100), None, cost(1000, 1, 1000)];
        let within = |seconds| within(&costs, Some(Duration::from_secs(seconds)));
        // 100, 400 and 1,000 seconds.
        assert_eq!(within(1500), [None; 4]);
        assert_eq!(within(900), [None, None, None, Some(400)]);
        assert_eq!(within(500), [None, Some(200), None, Some(200)]);
        assert_eq!(within(30), [Some(10), Some(10), None, Some(10)]);
        assert_eq!(super::within(&costs, None), [None; 4]);
    }

    #[test]
    fn times_are_read() {
        assert_eq!(duration("90m"), Ok(Duration::from_secs(5400)));
        assert_eq!(duration("1.5h"), Ok(Duration::from_secs(5400)));
        for wrong in ["", "2", "h", "-3h", "0s", "1e400d", "3 weeks", "nan s", "infh"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
