//! `wampimuk generate`.

mod preview;

use std::path::Path;
use std::time::Instant;

use indicatif::HumanCount;
use wampimuk_dyna::kit::Manner;
use wampimuk_engine::{
    DatasetPlan, DatasetRequest, Destination, GenerateOptions, GenerateOutcome, PublishedReport,
    PublishedStories, generate,
};
use wampimuk_families::{Dataset, FoundRecipe, require};
use wampimuk_view::apply;

use crate::args::{Common, Generate};
use crate::commands::recipes::Conversion;
use crate::failure::Failure;
use crate::overwrite::Overwrite;
use crate::progress::{self, Bars};
use crate::say::{make_folder_of, tell};

/// Makes a dataset.
pub fn run(options: &Generate, common: &Common) -> Result<(), Failure> {
    let started = Instant::now();
    if let Some(out) = &options.out {
        // Whether it may be replaced is asked where it is written; what is read may not.
        Overwrite { force: true }.check([out.as_path()], [Path::new(&options.recipe)])?;
    }
    let found = match Path::new(&options.recipe).extension() {
        Some(ending) if ending == "json" => configuration(options, common)?,
        _ => require(&options.recipe, &options.adjust.changes())?,
    };
    let (found, dataset) = prepared(options, found, common)?;
    let dataset = &*dataset;
    let wanted = DatasetRequest {
        format: options.format.map(|format| format.0),
        splits: options.splits.clone(),
        limit: options.limit,
        shard_items: options.shard_items,
    };
    let extras: Vec<String> = options.extras().into_iter().map(|extra| extra.name().to_string()).collect();
    let plan = DatasetPlan::new(&found, dataset, &wanted, options.out.as_deref(), &extras)?;
    if options.dry_run {
        return preview::run(options, &found, &plan, dataset, started.elapsed(), common);
    }
    if let Destination::File(path) = &plan.destination {
        make_folder_of(path)?;
    }
    let bars = Bars::of(common, "generate", options.shard.is_none().then(|| plan.items()));
    let how = GenerateOptions { threads: common.threads(), force: options.force, share: options.shard };
    let made = generate(&plan, dataset, &how, &bars)?;
    drop(bars);
    if !common.quiet {
        report(&made, options, &found.name, &plan.destination.place(), started.elapsed().as_secs_f64());
    }
    Ok(())
}

/// The dataset, and the recipe as the manifest keeps it.
fn prepared(
    options: &Generate,
    found: FoundRecipe,
    common: &Common,
) -> Result<(FoundRecipe, Box<dyn Dataset>), Failure> {
    let (found, dataset): (_, Box<dyn Dataset>) = match &options.babi {
        Some(folder) => {
            let doing = format!("read {}", folder.display());
            let open = || {
                PublishedStories::open(
                    folder,
                    &found,
                    options.adjust.seed(),
                    &options.splits,
                    common.threads(),
                )
            };
            let (published, reports) = progress::waiting(common, &doing, open)?;
            if !common.quiet {
                reports.iter().for_each(remark);
            }
            (published.marked(&found)?, Box::new(published))
        }
        None => {
            let dataset = progress::preparing(&found, options.adjust.seed(), common)?;
            (found, dataset)
        }
    };
    let dataset = apply(dataset, &options.extras()).map_err(|error| Failure::Input(error.to_string()))?;
    Ok((found, dataset))
}

/// Says what came of it.
fn report(made: &GenerateOutcome, options: &Generate, name: &str, place: &str, seconds: f64) {
    if let [first, more @ ..] = &made.strays[..] {
        let more = if more.is_empty() { String::new() } else { format!(" and {} more", more.len()) };
        tell!(
            "warning: {}{more} is among the data but no part of the dataset: loaders that take all files of the folder \
             read it as items; remove it",
            first.display()
        );
    }
    let part = options.shard.map(|share| format!("part {share} of ")).unwrap_or_default();
    if made.was_complete {
        return match options.shard {
            None => tell!("{place} is complete already"),
            Some(_) => tell!("{part}{name} in {place} is complete already"),
        };
    }
    if !made.repaired.is_empty() {
        for file in &made.repaired {
            tell!("{file} was damaged or missing, and is made again");
        }
        return tell!("{place} is complete again");
    }
    let kept = match made.kept {
        0 => String::new(),
        kept => format!(" ({} were there already)", HumanCount(kept)),
    };
    tell!("{} items of {part}{name} in {seconds:.2} s → {place}{kept}", HumanCount(made.items));
    if made.without_form > 0 {
        tell!(
            "{} of {} tasks were left out: they are about more than colours and places (--format arc has them all; \
             the recipe riddle-colours has no others)",
            HumanCount(made.without_form),
            HumanCount(made.items + made.without_form)
        );
    }
    if options.shard.is_some() {
        tell!("when all parts are there, `wampimuk merge` joins them");
    }
}

/// Says what had to be corrected in a published file.
fn remark(report: &PublishedReport) {
    let remarks = report.remarks();
    if remarks.is_empty() {
        return;
    }
    let path = report.path.display();
    tell!("{path} ({}), {} questions read", report.split, HumanCount(report.questions()));
    remarks.iter().for_each(|(what, count)| tell!("  {what}: {}", HumanCount(*count)));
    if let Some(example) = &report.example {
        tell!("  such as {example}");
    }
}

/// The recipe that a configuration of the Dyna-bAbI kit is, certified.
fn configuration(options: &Generate, common: &Common) -> Result<FoundRecipe, Failure> {
    let path = Path::new(&options.recipe);
    let Conversion { text, warnings } = Conversion::of(path, Manner::Certified)?;
    if !common.quiet {
        warnings.iter().for_each(|warning| tell!("warning: {warning}"));
    }
    let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    Ok(FoundRecipe::of(name, &text, &options.adjust.changes())?)
}
