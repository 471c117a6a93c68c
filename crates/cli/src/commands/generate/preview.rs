//! `generate --dry-run`: what would be made, and what it would take.

use std::time::Duration;

use indicatif::{HumanBytes, HumanCount};
use serde_json::{Value, json};
use wampimuk_audit::Table;
use wampimuk_engine::{Estimate, Plan, Portion};
use wampimuk_families::{Dataset, Found};
use wampimuk_reascan::Reascan;
use wampimuk_riddle::Riddles;

use crate::args::{Common, Generate};
use crate::failure::Failure;
use crate::progress;
use crate::say::say;

/// How many commands without worlds are printed; JSON has them all.
const SHOWN: usize = 10;

/// What a family tells of its commands before anything is made.
#[derive(Debug, Default)]
struct Commands {
    /// What there is of what, in all.
    totals: Vec<(&'static str, u64)>,
    /// The hold-out (empty for the rest), the pattern, and how many commands.
    counts: Vec<(String, String, u64)>,
    /// What was tried, how often, and how many worlds came of it.
    acceptance: Vec<(String, u64, u64)>,
    /// The hold-out, the command, and why it has no world.
    impossible: Vec<(String, String, String)>,
}

/// Prints what would be made.
pub fn run(
    options: &Generate,
    found: &Found,
    plan: &Plan,
    dataset: &dyn Dataset,
    preparing: Duration,
    common: &Common,
) -> Result<(), Failure> {
    let threads = common.threads();
    let estimate = progress::waiting(common, "estimate", || Estimate::new(plan, dataset, threads))?;
    let commands = Commands::of(dataset);
    if options.json {
        let mut json = summary(found, plan, dataset);
        json["estimate"] = json!({
            "bytes": estimate.bytes.round() as u64,
            "seconds": estimate.seconds,
            "threads": threads,
            "sampled_items": estimate.sampled,
            "preparing_seconds": preparing.as_secs_f64(),
        });
        commands.add_to(&mut json);
        return say(format!("{json:#}"));
    }
    let splits = dataset.splits();
    let width = splits.iter().map(|split| split.name.len()).max().unwrap_or(0).max("total".len());
    for portion in &plan.portions {
        say(format!("{:width$}  {:>9}  {}", portion.name, portion.items(), splits[portion.split].title))?;
    }
    say(format!(
        "{:width$}  {:>9}  items of {} with seed {}",
        "total",
        plan.items(),
        found.name,
        dataset.seed()
    ))?;
    say(format!(
        "\nEstimate from {} items: {} as {}, {} of computing on {threads} thread{} (and {} to prepare)",
        HumanCount(estimate.sampled),
        HumanBytes(estimate.bytes.round() as u64),
        plan.format.name(),
        time(estimate.seconds),
        if threads == 1 { "" } else { "s" },
        time(preparing.as_secs_f64()),
    ))?;
    commands.print()
}

/// Seconds in two digits, or minutes.
fn time(seconds: f64) -> String {
    match seconds {
        ..0.1 => "under 0.1 s".into(),
        ..10.0 => format!("{seconds:.1} s"),
        ..120.0 => format!("{seconds:.0} s"),
        ..7200.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
}

fn summary(found: &Found, plan: &Plan, dataset: &dyn Dataset) -> Value {
    let split = |portion: &Portion| {
        let info = &dataset.splits()[portion.split];
        json!({
            "name": info.name,
            "role": info.role.name(),
            "holdout": info.holdout,
            "title": info.title,
            "items": portion.items(),
            "available": info.len,
        })
    };
    json!({
        "recipe": found.name,
        "family": dataset.family(),
        "digest": dataset.digest().to_string(),
        "seed": dataset.seed(),
        "format": plan.format.name(),
        "items": plan.items(),
        "splits": plan.portions.iter().map(split).collect::<Vec<_>>(),
    })
}

impl Commands {
    fn of(dataset: &dyn Dataset) -> Self {
        if let Some(reascan) = dataset.of::<Reascan>() {
            let name = |holdout: Option<&str>| holdout.unwrap_or_default().to_string();
            let counts = reascan.command_counts().into_iter();
            let impossible = reascan.impossible().iter();
            return Self {
                totals: Vec::new(),
                counts: counts.map(|(holdout, pattern, count)| (name(holdout), pattern, count)).collect(),
                acceptance: reascan.acceptance().to_vec(),
                impossible: impossible
                    .map(|left| (name(left.holdout.as_deref()), left.command.clone(), left.reason.clone()))
                    .collect(),
            };
        }
        if let Some(riddles) = dataset.of::<Riddles>() {
            let impossible = riddles.impossible().iter().cloned();
            return Self {
                totals: vec![
                    ("commands", riddles.commands() as u64),
                    ("operations", riddles.operations().len() as u64),
                ],
                counts: Vec::new(),
                acceptance: Vec::new(),
                impossible: impossible.map(|(command, reason)| (String::new(), command, reason)).collect(),
            };
        }
        Self::default()
    }

    fn add_to(&self, json: &mut Value) {
        let name = |holdout: &str| if holdout.is_empty() { Value::Null } else { holdout.into() };
        for &(what, count) in &self.totals {
            json[what] = count.into();
        }
        if !self.counts.is_empty() {
            let row = |(holdout, pattern, count): &(String, String, u64)| json!({ "holdout": name(holdout), "pattern": pattern, "commands": count });
            json["commands"] = self.counts.iter().map(row).collect();
        }
        if !self.acceptance.is_empty() {
            let row = |(what, attempts, worlds): &(String, u64, u64)| json!({ "what": what, "attempts": attempts, "worlds": worlds });
            json["acceptance"] = self.acceptance.iter().map(row).collect();
        }
        if !self.counts.is_empty() || !self.totals.is_empty() {
            let row = |(holdout, command, reason): &(String, String, String)| json!({ "holdout": name(holdout), "command": command, "reason": reason });
            json["impossible"] = self.impossible.iter().map(row).collect();
        }
    }

    fn print(&self) -> Result<(), Failure> {
        let name =
            |holdout: &str| if holdout.is_empty() { "train, dev, test".to_string() } else { holdout.into() };
        if !self.totals.is_empty() {
            let totals: Vec<String> =
                self.totals.iter().map(|(what, count)| format!("{} {what}", HumanCount(*count))).collect();
            say(format!("\nMade of {}", totals.join(" and ")))?;
        }
        if !self.counts.is_empty() {
            let mut table =
                Table::new("\nCommands that splits draw from", &["splits", "pattern", "commands"]);
            for (holdout, pattern, count) in &self.counts {
                table.row([name(holdout), pattern.clone(), HumanCount(*count).to_string()]);
            }
            say(table.to_text().trim_end())?;
        }
        if !self.acceptance.is_empty() {
            let columns = ["pattern or relation", "attempts", "worlds", "attempts a world"];
            let mut table = Table::new("\nAttempts to make a world, one for each command tried", &columns);
            for (what, attempts, worlds) in &self.acceptance {
                let each = if *worlds == 0 {
                    "–".into()
                } else {
                    format!("{:.2}", *attempts as f64 / *worlds as f64)
                };
                let counts = [*attempts, *worlds].map(|count| HumanCount(count).to_string());
                table.row([vec![what.clone()], counts.to_vec(), vec![each]].concat());
            }
            say(table.to_text().trim_end())?;
        }
        if self.impossible.is_empty() {
            return Ok(());
        }
        let left_out = HumanCount(self.impossible.len() as u64);
        say(format!("\n{left_out} commands have no world and are in no split"))?;
        for (holdout, command, reason) in self.impossible.iter().take(SHOWN) {
            let whose = if holdout.is_empty() { String::new() } else { format!(" ({holdout})") };
            say(format!("  {command}{whose}: {reason}"))?;
        }
        if self.impossible.len() > SHOWN {
            say(format!("  … and {} more (--json lists all)", self.impossible.len() - SHOWN))?;
        }
        Ok(())
    }
}
