//! What readers without understanding reach on the splits that were asked about.

use wampimuk_audit::floors::{Extent, Floors, Teacher, measure};
use wampimuk_core::Watch;
use wampimuk_families::Contents;
use wampimuk_source::{Choice, Pass};

use crate::Error;
use crate::plan::Plan;
use crate::summary::RunSummary;

/// Adds floors to the runs of a plan.
pub(crate) fn add_floors(
    plan: &Plan,
    runs: &mut [RunSummary],
    threads: usize,
    watch: &dyn Watch,
) -> Result<(), Error> {
    for (number, asked) in plan.data.iter().enumerate() {
        let Some(floors) = floors(plan, number, threads, watch)? else { continue };
        runs.iter_mut().filter(|run| run.data == asked.name).for_each(|run| run.add_floors(&floors));
    }
    Ok(())
}

/// How far readers without understanding get on the splits that were asked about; `None` where nobody knows.
fn floors(plan: &Plan, number: usize, threads: usize, watch: &dyn Watch) -> Result<Option<Floors>, Error> {
    let asked = &plan.data[number];
    let dataset = asked.dataset()?;
    match dataset.contents() {
        Contents::Commands(_) | Contents::Stories(_) => {}
        Contents::Riddles(_) => return Ok(None),
    }
    let own = plan.blocks.iter().filter(|block| block.data == number);
    let mut splits: Vec<usize> = own.map(|block| block.split).collect();
    splits.sort_unstable();
    splits.dedup();
    let names: Vec<&str> = splits.iter().map(|&split| dataset.splits()[split].name.as_str()).collect();
    let choice = Choice { seed: plan.study.seed, set: plan.study.set.clone(), ..Choice::default() };
    let pass = Pass { choice: &choice, threads, watch };
    let teacher = Teacher { learn_from: None, extent: Extent::QUICK };
    Ok(Some(measure(&asked.name, &asked.opened, &names, &teacher, &pass)?))
}
