//! Trying, before anything is made, whether commands have worlds.

use std::collections::BTreeMap;

use wampimuk_command::{Relation, Surface};
use wampimuk_core::{Impossible, RecipeError, StreamKey, cores, in_parts};

use crate::assembler::{Assembler, Failure};
use crate::plan::{ItemDraft, SplitPlan, worlds_of};
use crate::pool::Entry;
use crate::recipe::{Generate, Worlds};
use crate::tree::Tree;

/// Pools up to this size are tried command by command; of bigger ones a sample is.
const EACH: usize = 25_000;

/// For how many placements of agent and target a command is tried, and how often for each. A command that is easy for the
/// first one is not tried for others; a hard one must do for all.
const PLACEMENTS: u64 = 4;
const ATTEMPTS: u32 = 150;
const EASY: u32 = 10;

/// What was found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Probe {
    pub impossible: Vec<Impossible>,
    /// By pattern and by relation: attempts and worlds.
    pub acceptance: Vec<(String, u64, u64)>,
}

/// What became of one command.
struct Outcome {
    /// What it is counted under: its pattern and its relations.
    names: Vec<String>,
    attempts: u32,
    worlds: u32,
    result: Result<(), Failure>,
}

impl Probe {
    /// Tries the commands of every split group and removes those without worlds.
    pub fn run(generate: &Generate, plan: &mut SplitPlan, key: &StreamKey) -> Result<Self, RecipeError> {
        let mut probe = Self { impossible: std::mem::take(&mut plan.impossible), ..Self::default() };
        let mut acceptance = BTreeMap::<String, (u64, u64)>::new();
        for split_group in 0..plan.split_groups.len() {
            let entries = &plan.split_groups[split_group].pool.entries;
            let holdout = plan.split_groups[split_group].holdout;
            let holdout = holdout.map(|number| generate.holdouts[number].name.clone());
            let step = entries.len().div_ceil(EACH).max(1);
            let sample: Vec<Entry> = entries.iter().copied().step_by(step).collect();
            let mut outcomes = try_commands(generate, plan, split_group, &sample, key).into_iter();
            let mut kept = Vec::with_capacity(entries.len());
            for (number, &entry) in entries.iter().enumerate() {
                let outcome = if number % step == 0 { outcomes.next() } else { None };
                for name in outcome.iter().flat_map(|outcome| outcome.names.iter().cloned()) {
                    let (attempts, worlds) = acceptance.entry(name).or_default();
                    *attempts += outcome.as_ref().map_or(0, |outcome| u64::from(outcome.attempts));
                    *worlds += outcome.as_ref().map_or(0, |outcome| u64::from(outcome.worlds));
                }
                match outcome.map_or(Ok(()), |outcome| outcome.result) {
                    Ok(()) => kept.push(entry),
                    Err(failure) => {
                        let reason = failure.to_string();
                        let command = plan.command(entry).text(&plan.lexicon, Surface::Reascan);
                        probe.impossible.push(Impossible { holdout: holdout.clone(), command, reason });
                    }
                }
            }
            if kept.is_empty() {
                let whose = holdout.map_or("generate".to_string(), |name| format!("hold-out `{name}`"));
                let error = RecipeError::new(format!(
                    "{whose}: no world can be made for any of its {} commands",
                    entries.len()
                ));
                return Err(match probe.impossible.last() {
                    Some(Impossible { command, reason, .. }) => {
                        error.hint(format!("the last one is `{command}`: {reason}"))
                    }
                    None => error,
                });
            }
            plan.split_groups[split_group].pool.entries = kept;
        }
        probe.acceptance =
            acceptance.into_iter().map(|(name, (attempts, worlds))| (name, attempts, worlds)).collect();
        Ok(probe)
    }
}

impl Probe {
    /// Adds to a complaint about too few items that commands had to be left out.
    pub fn explain(&self, error: RecipeError) -> RecipeError {
        let Some(Impossible { command, reason, .. }) = self.impossible.first() else { return error };
        let count = self.impossible.len();
        let left_out = format!(
            "{count} commands were left out because no world can be made, e.g. `{command}`: {reason}"
        );
        let hint = error.hint.as_ref().map_or_else(|| left_out.clone(), |hint| format!("{hint}; {left_out}"));
        error.hint(hint)
    }
}

/// Tries commands, on all cores where there are threads. Each has its own stream, so the order does not matter.
fn try_commands(
    generate: &Generate,
    plan: &SplitPlan,
    split_group: usize,
    entries: &[Entry],
    key: &StreamKey,
) -> Vec<Outcome> {
    let try_some = |entries: &[Entry]| {
        let mut assembler = Assembler::new(generate, plan);
        let outcome = |&entry: &Entry| {
            let (mut attempts, mut worlds) = (0, 0);
            let result = try_command(&mut assembler, split_group, entry, key, (&mut attempts, &mut worlds));
            Outcome { names: names(plan, entry), attempts, worlds, result }
        };
        entries.iter().map(outcome).collect::<Vec<_>>()
    };
    // A few commands are tried sooner than threads are started.
    let threads = if entries.len() < 64 { 1 } else { cores() };
    in_parts(threads, entries, try_some).into_iter().flatten().collect()
}

/// What a command is counted under: its pattern and its relations.
fn names(plan: &SplitPlan, entry: Entry) -> Vec<String> {
    let command = plan.command(entry);
    let tree = Tree::of(&command.phrase, &plan.lexicon);
    let mut relations: Vec<Relation> = tree.nodes().iter().filter_map(|node| Some(node.link?.1)).collect();
    relations.sort_unstable();
    relations.dedup();
    let pattern = wampimuk_command::pattern(&command.phrase);
    std::iter::once(pattern)
        .chain(relations.into_iter().map(|relation| relation.words().to_string()))
        .collect()
}

fn try_command(
    assembler: &mut Assembler<'_>,
    split_group: usize,
    entry: Entry,
    key: &StreamKey,
    (tried, made): (&mut u32, &mut u32),
) -> Result<(), Failure> {
    let (generate, plan) = (assembler.generate, assembler.plan);
    let command = plan.command(entry);
    let mut stream = key.stream(plan.hash(entry));
    match worlds_of(generate, plan.split_groups[split_group].holdout) {
        Worlds::Released(settings) => {
            let draft = ItemDraft { entry, command, cells: None, stream: 0 };
            let result = assembler.try_make(split_group, &draft, &mut stream, settings.retries);
            *tried += result.unwrap_or(settings.retries);
            *made += u32::from(result.is_ok());
            result.map(|_| ())
        }
        Worlds::Constructed(_) => {
            let pairs = plan.pairs(generate, split_group, &command).map(std::borrow::Cow::into_owned);
            for _ in 0..PLACEMENTS {
                let pair = match &pairs {
                    None => stream.below(plan.placements.pairs()),
                    Some(pairs) if pairs.is_empty() => {
                        return Err(Failure::Placement);
                    }
                    Some(pairs) => *stream.choose(pairs),
                };
                let cells = Some(plan.placements.pair(pair));
                let draft = ItemDraft { entry, command: command.clone(), cells, stream: 0 };
                match assembler.try_make(split_group, &draft, &mut stream, ATTEMPTS) {
                    Ok(attempts) => {
                        *tried += attempts;
                        *made += 1;
                        if attempts <= EASY {
                            break;
                        }
                    }
                    Err(failure) => {
                        *tried += ATTEMPTS;
                        return Err(failure);
                    }
                }
            }
            Ok(())
        }
    }
}
