//! `wampimuk solve`: target and actions from command and objects alone, or answers from a story.

mod stories;

use std::path::Path;

use serde_json::{Value, json};
use wampimuk_audit::own_reading;
use wampimuk_command::{Reading, Semantics, denotation};
use wampimuk_dataset::Output;
use wampimuk_grid::Action;

use crate::args::{Common, Solve};
use crate::failure::Failure;
use crate::say::say;
use crate::source::{Seen, Source};
use crate::stories::StorySource;

/// How often the derived answers agree with the recorded ones.
#[derive(Debug, Default)]
struct Agreement {
    items: u64,
    targets: u64,
    actions: u64,
    ambiguous: u64,
    empty: u64,
}

/// Solves every item.
pub fn run(options: &Solve, common: &Common) -> Result<(), Failure> {
    let source = match StorySource::of(Source::open(&options.path, &options.choice, common)?)? {
        Ok(source) => return stories::run(options, common, source),
        Err(source) => source.require_grid(&options.path, "`solve` derives targets and actions")?,
    };
    let reading = options.readings.of_commands()?;
    let mut agreement = Agreement::default();
    let mut output = if options.compare { None } else { Some(Output::create(Path::new("-"))?) };
    source.each(&options.choice, common, "solve", |item| {
        let item = item?;
        let solution = solve(&item, reading);
        agreement.add(&item, &solution);
        if let Some(output) = &mut output {
            let mut line = solution.json(&item);
            if options.graph {
                line["graph"] = solution.graph(&item)?;
            }
            output.append(format!("{line}\n").as_bytes())?;
        }
        Ok(())
    })?;
    if let Some(output) = output {
        return Ok(output.finish()?);
    }
    agreement.report()
}

/// What follows from a command and its world.
struct Solution {
    reading: Reading,
    referents: Vec<usize>,
    actions: Option<Vec<Action>>,
}

fn solve(item: &Seen<'_>, reading: Option<Reading>) -> Solution {
    let reading = reading.unwrap_or_else(|| own_reading(item.command));
    let set = denotation(&item.command.phrase, item.world, item.lexicon, Semantics::from(reading));
    let referents: Vec<usize> =
        (0..item.world.objects().len()).filter(|number| set >> number & 1 == 1).collect();
    let actions = match referents[..] {
        [target] => {
            let mut actions = Vec::new();
            item.command.execute(item.world, target, item.lexicon, &mut actions);
            Some(actions)
        }
        _ => None,
    };
    Solution { reading, referents, actions }
}

impl Solution {
    /// The relation graphs; nobody plays the phrases of a command that does not single anything out.
    fn graph(&self, item: &Seen<'_>) -> Result<Value, Failure> {
        let (phrase, world, lexicon) = (&item.command.phrase, item.world, item.lexicon);
        let players = match self.referents[..] {
            [target] => wampimuk_show::players(phrase, world, lexicon, self.reading, target),
            _ => Vec::new(),
        };
        Ok(wampimuk_show::graphs_json(phrase, world, lexicon, self.reading, &players)?)
    }

    fn json(&self, item: &Seen<'_>) -> Value {
        let cell = |number: usize| {
            let cell = item.world.objects()[number].cell;
            json!({ "row": cell.row, "column": cell.column })
        };
        let mut line = json!({ "index": item.index });
        if !item.split.is_empty() {
            line["split"] = item.split.into();
        }
        line["target"] = match self.referents[..] {
            [target] => cell(target),
            _ => Value::Null,
        };
        line["referents"] = self.referents.iter().map(|&number| cell(number)).collect();
        line["actions"] = match &self.actions {
            Some(actions) => actions.iter().map(|action| Value::from(action.name())).collect(),
            None => Value::Null,
        };
        match self.referents.len() {
            0 => line["problem"] = "the command refers to nothing".into(),
            1 => {}
            count => line["problem"] = format!("the command may refer to {count} objects").into(),
        }
        line
    }
}

impl Agreement {
    fn add(&mut self, item: &Seen<'_>, solution: &Solution) {
        self.items += 1;
        let same_target = matches!((&solution.referents[..], item.target), ([derived], Some(recorded)) if *derived == recorded);
        self.targets += u64::from(same_target);
        self.actions += u64::from(solution.actions.as_deref() == Some(item.actions));
        self.empty += u64::from(solution.referents.is_empty());
        self.ambiguous += u64::from(solution.referents.len() > 1);
    }

    fn report(&self) -> Result<(), Failure> {
        let Self { items, targets, actions, ambiguous, empty } = self;
        say(format!(
            "{:#}",
            json!({
                "items": items,
                "same_target": targets,
                "same_actions": actions,
                "ambiguous": ambiguous,
                "empty": empty,
            })
        ))?;
        let worst = items - targets.min(actions);
        if worst > 0 {
            Err(Failure::Check(format!("{worst} of {items} items differ from what is recorded")))
        } else {
            Ok(())
        }
    }
}
