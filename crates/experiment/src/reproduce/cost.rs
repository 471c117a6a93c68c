//! What trainings cost: by stored measurements, or found out here by doing a little of each.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use wampimuk_audit::Table;
use wampimuk_core::Role;
use wampimuk_models::{ARCHITECTURES, Settings};

use super::ReproductionOptions;
use super::agenda::{Effort, Performer};
use super::job::Job;
use crate::Error;
use crate::machine::Device;
use crate::train::inoculation_items;

/// The updates of the two trials. What both have in common, such as preparing data, cancels out.
const TRIALS: [u64; 2] = [2, 8];

/// What a training costs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cost {
    /// Its updates, those of all tries together.
    updates: u64,
    /// How often it is tried.
    tries: u64,
    /// What one takes, if that is known.
    each: Option<Duration>,
}

impl Cost {
    fn whole(self) -> Option<Duration> {
        Some(self.each?.mul_f64(self.updates as f64))
    }
}

/// Where what is known comes from.
pub(super) const SOURCE: &str = "Nothing was tried or written. Times are stored measurements (benches/results: two cores, or one H200 \
                          with --device cuda), in proportion to the items of an update; ? was not measured. With --budget \
                          and without --dry-run, a little of each training is tried first.";

/// What updates took where they were measured: model, on a GPU, items of an update, milliseconds.
const MEASURED: [(&str, bool, u32, f64); 6] = [
    ("m-lstm", false, 200, 152.0),
    ("m-lstm", true, 200, 3.0),
    ("gcn-lstm", true, 200, 6.3),
    ("bidaf", true, 60, 36.0),
    ("entnet", true, 32, 76.0),
    ("stm", true, 48, 300.0),
];

/// What each training costs as far as it is known without doing anything; jobs with nothing to learn cost nothing to speak of.
pub fn known(jobs: &[&Job], options: &ReproductionOptions) -> Result<Vec<Option<Cost>>, Error> {
    let mut lengths: BTreeMap<(String, Vec<String>, Option<u64>), u64> = BTreeMap::new();
    let mut costs = Vec::new();
    for job in jobs {
        let Some(preset) = job.preset.as_deref().filter(|_| job.has_to_learn()) else {
            costs.push(None);
            continue;
        };
        let settings = settings(preset, &job.changes)?;
        let key = (job.data.clone(), job.set.clone(), job.inoculate);
        let items = match lengths.get(&key) {
            Some(&items) => items,
            None if settings.updates.is_some() => 0,
            None => *lengths.entry(key).or_insert(train_items(job)?),
        };
        let updates = settings.updates(items.div_ceil(settings.batch as u64)).saturating_mul(settings.tries);
        let on_gpu = options.machine.device == Device::Cuda;
        let of_model = |(model, gpu, ..): &&(&str, bool, u32, f64)| *model == job.model && *gpu == on_gpu;
        let each = MEASURED.iter().find(of_model).map(|&(_, _, batch, ms)| {
            Duration::from_secs_f64(ms / 1e3 * settings.batch as f64 / f64::from(batch))
        });
        costs.push(Some(Cost { updates, tries: settings.tries, each }));
    }
    Ok(costs)
}

/// The settings of a preset, with changes.
pub fn settings(preset: &str, changes: &[String]) -> Result<Settings, Error> {
    Settings::preset(preset, changes).map_err(|error| Error::Request(error.to_string()))
}

/// The updates that a training makes in a try with the paper's settings.
pub fn planned(job: &Job) -> Result<Option<u64>, Error> {
    let Some(preset) = job.paper_preset.as_deref().filter(|_| job.learns()) else { return Ok(None) };
    let settings = settings(preset, &[])?;
    Ok(Some(settings.updates(epoch(job, &settings)?)))
}

/// Measures what each training costs; jobs with nothing to learn cost nothing to speak of.
pub fn measure<P: Performer>(
    jobs: &[&Job],
    options: &ReproductionOptions,
    performer: &P,
) -> Result<Vec<Option<Cost>>, P::Error> {
    let trials = options.folder().join("trials");
    let mut known: BTreeMap<&str, Cost> = BTreeMap::new();
    let mut costs = Vec::new();
    for job in jobs {
        let Some(preset) = job.preset.as_deref().filter(|_| job.has_to_learn()) else {
            costs.push(None);
            continue;
        };
        // What another one has to be trained for cannot be tried yet; an update takes as long as one of that one.
        let waits_for =
            job.from.as_ref().filter(|(_, folder)| !folder.exists()).map(|(from, _)| from.as_str());
        let cost = match (known.get(job.name.as_str()), waits_for.and_then(|from| known.get(from))) {
            (Some(&cost), _) => cost,
            (None, Some(&Cost { each, .. })) => Cost { each, ..untried(job, preset)? },
            (None, None) => try_out(job, preset, &trials, performer)?,
        };
        known.insert(&job.name, cost);
        costs.push(Some(cost));
    }
    Ok(costs)
}

/// Does a little of a training.
fn try_out<P: Performer>(job: &Job, preset: &str, trials: &Path, performer: &P) -> Result<Cost, P::Error> {
    if let Some(line) = job.prepare() {
        performer.carry_out(line, Effort::WHOLE)?;
    }
    let one = |updates: u64| -> Result<Duration, P::Error> {
        let folder = trials.join(format!("{}-{updates}", job.name));
        let changes = [format!("updates={updates}"), "tries=1".into(), "dev_items=8".into()];
        let started = Instant::now();
        performer.carry_out(&job.train(&folder, &changes), Effort::TRIAL)?;
        Ok(started.elapsed())
    };
    let tried = performer.wait(&format!("try {}", job.name), || {
        TRIALS.map(one).into_iter().collect::<Result<Vec<Duration>, P::Error>>()
    });
    // Trials are of no use afterwards, and may not be there if the first one failed.
    let _ = std::fs::remove_dir_all(trials);
    let tried = tried?;
    let each = tried[1].saturating_sub(tried[0]) / (TRIALS[1] - TRIALS[0]) as u32;
    Ok(Cost { each: Some(each), ..untried(job, preset)? })
}

/// The updates of a training, without what one takes.
fn untried(job: &Job, preset: &str) -> Result<Cost, Error> {
    let settings = settings(preset, &job.changes)?;
    let updates = settings.updates(epoch(job, &settings)?).saturating_mul(settings.tries);
    Ok(Cost { updates, tries: settings.tries, each: None })
}

/// The updates of an epoch, if the settings ask for it.
pub fn epoch(job: &Job, settings: &Settings) -> Result<u64, Error> {
    match settings.updates {
        Some(_) => Ok(0),
        None => Ok(train_items(job)?.div_ceil(settings.batch as u64)),
    }
}

fn train_items(job: &Job) -> Result<u64, Error> {
    let dataset = wampimuk_families::require(&job.data, &job.set)?.dataset(0)?;
    if let Some(count) = job.inoculate {
        return Ok(inoculation_items(Some(dataset.as_ref()), None, count)?.len() as u64);
    }
    Ok(dataset.splits().iter().find(|split| split.role == Role::Train).map_or(0, |split| split.len))
}

/// What will be done and what it takes.
pub fn table(jobs: &[&Job], costs: &[Option<Cost>], budget: Option<Duration>) -> Table {
    let mut table = Table::new(
        "What is left to do",
        &["training", "seed", "model", "updates", "each (ms)", "takes about"],
    );
    let shares = within(costs, budget);
    let (mut sum, mut is_known) = (Duration::ZERO, true);
    for ((job, cost), share) in jobs.iter().zip(costs).zip(shares) {
        let about = ARCHITECTURES.iter().find(|(name, _)| *name == job.model).map_or("", |(name, _)| *name);
        let [updates, each, takes] = match cost {
            None => [String::new(), String::new(), "seconds".to_owned()],
            Some(cost) => {
                let updates = share.map_or(cost.updates, |share| share * cost.tries);
                let unknown = || "?".to_owned();
                let takes = Cost { updates, ..*cost }.whole();
                sum += takes.unwrap_or_default();
                is_known &= takes.is_some();
                let each = cost.each.map_or_else(unknown, |each| format!("{:.1}", each.as_secs_f64() * 1e3));
                [updates.to_string(), each, takes.map_or_else(unknown, human)]
            }
        };
        table.row([job.name.clone(), job.seed.to_string(), about.to_owned(), updates, each, takes]);
    }
    let sum = format!("{}{}", human(sum), if is_known { "" } else { " and what was not measured" });
    table.row(["all".to_owned(), String::new(), String::new(), String::new(), String::new(), sum]);
    table
}

/// How many updates each try gets, so that all trainings fit into the budget; as many as the paper's where they do.
pub fn within(costs: &[Option<Cost>], budget: Option<Duration>) -> Vec<Option<u64>> {
    let wholes = costs.iter().flatten().filter_map(|cost| cost.whole()).collect();
    let share = budget.and_then(|budget| share(wholes, budget));
    let fit = |cost: Cost| {
        let share = share.filter(|share| cost.whole().is_some_and(|whole| whole > *share))?;
        let updates = share.as_secs_f64() / cost.each?.as_secs_f64().max(1e-9);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_quick_trainings_leave_over_is_the_slow_ones() {
        let cost =
            |updates, tries, each| Some(Cost { updates, tries, each: Some(Duration::from_millis(each)) });
        let costs = [cost(100, 1, 1000), cost(4000, 10, 100), None, cost(1000, 1, 1000)];
        let within = |seconds| within(&costs, Some(Duration::from_secs(seconds)));
        // 100, 400 and 1,000 seconds.
        assert_eq!(within(1500), [None; 4]);
        assert_eq!(within(900), [None, None, None, Some(400)]);
        assert_eq!(within(500), [None, Some(200), None, Some(200)]);
        assert_eq!(within(30), [Some(10), Some(10), None, Some(10)]);
        assert_eq!(super::within(&costs, None), [None; 4]);
    }
}
