//! `generate --dry-run`: what would be made, and what it would take.

use std::time::Duration;

use indicatif::{HumanBytes, HumanCount};
use serde_json::{Value, json};
use wampimuk_audit::Table;
use wampimuk_core::{Impossible, Survey};
use wampimuk_engine::{DatasetPlan, Estimate, ItemRange};
use wampimuk_families::{Dataset, FoundRecipe};

use super::Generate;
use crate::args::Common;
use crate::failure::Failure;
use crate::progress;
use crate::say::say;

/// How many commands without worlds are printed; JSON has them all.
const SHOWN: usize = 10;

/// Prints what would be made.
pub fn run(
    options: &Generate,
    found: &FoundRecipe,
    plan: &DatasetPlan,
    dataset: &dyn Dataset,
    preparing: Duration,
    common: &Common,
) -> Result<(), Failure> {
    let threads = common.threads();
    let estimate = progress::waiting(common, "estimate", || Estimate::new(plan, dataset, threads))?;
    let survey = dataset.survey();
    if options.json {
        let mut json = summary(found, plan, dataset);
        json["estimate"] = json!({
            "bytes": estimate.bytes.round() as u64,
            "seconds": estimate.seconds,
            "threads": threads,
            "sampled_items": estimate.sampled,
            "preparing_seconds": preparing.as_secs_f64(),
        });
        add_to(&survey, &mut json);
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
    print(&survey)
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

fn summary(found: &FoundRecipe, plan: &DatasetPlan, dataset: &dyn Dataset) -> Value {
    let split = |portion: &ItemRange| {
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

/// Adds what a family knows of its dataset before any item is made.
fn add_to(survey: &Survey, json: &mut Value) {
    for &(what, count) in &survey.totals {
        json[what] = count.into();
    }
    if !survey.commands.is_empty() {
        let row = |(holdout, pattern, count): &(Option<String>, String, u64)| json!({ "holdout": holdout, "pattern": pattern, "commands": count });
        json["commands"] = survey.commands.iter().map(row).collect();
    }
    if !survey.acceptance.is_empty() {
        let row = |(what, attempts, worlds): &(String, u64, u64)| json!({ "what": what, "attempts": attempts, "worlds": worlds });
        json["acceptance"] = survey.acceptance.iter().map(row).collect();
    }
    if !survey.commands.is_empty() || !survey.totals.is_empty() {
        let row = |Impossible { holdout, command, reason }: &Impossible| json!({ "holdout": holdout, "command": command, "reason": reason });
        json["impossible"] = survey.impossible.iter().map(row).collect();
    }
}

fn print(survey: &Survey) -> Result<(), Failure> {
    if !survey.totals.is_empty() {
        let totals: Vec<String> =
            survey.totals.iter().map(|(what, count)| format!("{} {what}", HumanCount(*count))).collect();
        say(format!("\nMade of {}", totals.join(" and ")))?;
    }
    if !survey.commands.is_empty() {
        let mut table = Table::new("\nCommands that splits draw from", &["splits", "pattern", "commands"]);
        for (holdout, pattern, count) in &survey.commands {
            let splits = holdout.as_deref().unwrap_or("train, dev, test");
            table.row([splits.to_string(), pattern.clone(), HumanCount(*count).to_string()]);
        }
        say(table.to_text().trim_end())?;
    }
    if !survey.acceptance.is_empty() {
        let columns = ["pattern or relation", "attempts", "worlds", "attempts a world"];
        let mut table = Table::new("\nAttempts to make a world, one for each command tried", &columns);
        for (what, attempts, worlds) in &survey.acceptance {
            let each =
                if *worlds == 0 { "–".into() } else { format!("{:.2}", *attempts as f64 / *worlds as f64) };
            let counts = [*attempts, *worlds].map(|count| HumanCount(count).to_string());
            table.row([vec![what.clone()], counts.to_vec(), vec![each]].concat());
        }
        say(table.to_text().trim_end())?;
    }
    if survey.impossible.is_empty() {
        return Ok(());
    }
    let left_out = HumanCount(survey.impossible.len() as u64);
    say(format!("\n{left_out} commands have no world and are in no split"))?;
    for Impossible { holdout, command, reason } in survey.impossible.iter().take(SHOWN) {
        let whose = holdout.as_ref().map_or_else(String::new, |holdout| format!(" ({holdout})"));
        say(format!("  {command}{whose}: {reason}"))?;
    }
    if survey.impossible.len() > SHOWN {
        say(format!("  … and {} more (--json lists all)", survey.impossible.len() - SHOWN))?;
    }
    Ok(())
}
