//! Pairs of riddles.

use wampimuk_core::{Field, Sink, SplitInfo, Type, ordered};
use wampimuk_dataset::Manifest;
use wampimuk_pair::riddles::{Partner, pairs};
use wampimuk_pair::{ObjectChange, Pair};
use wampimuk_prompt::{PromptView, Style};
use wampimuk_riddle::{CodeGrid, Riddle, Riddles};
use wampimuk_source::{Error as SourceError, Pass, Source, chosen_splits};

use super::{Head, PairOptions, PairSummary, count, list, schema, write_prompts};
use crate::rows::RowWriter;
use crate::{Error, Rows};

/// Tasks that a thread takes at once.
const JOB: u64 = 8;

/// A task with its pairs.
type Own = (Riddle, Vec<Pair<Partner>>);

pub(super) fn write(
    name: &str,
    source: &Source,
    options: PairOptions,
    pass: &Pass<'_>,
    rows: Rows<'_>,
) -> Result<PairSummary, Error> {
    // What a dataset holds is what its recipe makes. Other files do not say what their language could say.
    let is_whole = |manifest: &Manifest| manifest.file_format != "arc-colours";
    let is_made = source.path.is_none() || source.manifest.as_ref().is_some_and(is_whole);
    let Some(riddles) = source.riddles().filter(|_| is_made) else {
        let text = format!(
            "{name} holds tasks without the language that they are made of, which pairs of riddles need: name the recipe or the \
             folder of its dataset"
        );
        return Err(SourceError::Request(text).into());
    };
    let mut rows = RowWriter::new(
        rows,
        &schema(address(), &ObjectChange::ALL.map(ObjectChange::name), columns(), options),
    )?;
    let mut summary = PairSummary::default();
    pass.watch.begin("pairs", source.total(pass.choice));
    let limit = pass.choice.limit.unwrap_or(u64::MAX);
    for split in chosen_splits(riddles.splits(), pass.choice)? {
        let SplitInfo { name, len, .. } = &riddles.splits()[split];
        let written = source.manifest.as_ref().map(|manifest| {
            manifest.splits.iter().find(|split| split.name == *name).map_or(0, |split| split.items)
        });
        let len = limit.min(written.unwrap_or(*len));
        ordered(
            pass.threads,
            (0..len).step_by(JOB as usize),
            || riddles.maker(),
            |maker, first| {
                let own = (first..len.min(first + JOB)).map(|index| {
                    let riddle = maker.make(split, index).map_err(SourceError::from)?;
                    Ok((riddle.clone(), pairs(riddles, riddle)))
                });
                own.collect::<Result<Vec<Own>, Error>>()
            },
            |found| {
                pass.watch.done(found.len() as u64).map_err(SourceError::from)?;
                for (riddle, pairs) in found {
                    count(&mut summary, pairs.len());
                    for pair in &pairs {
                        rows.row(|sink| row(riddles, name, &riddle, pair, options, sink))?;
                    }
                }
                Ok(())
            },
        )?;
    }
    rows.finish()?;
    Ok(summary)
}

fn address() -> Vec<Field> {
    vec![
        Field::new("split", Type::Text, "the split of the task"),
        Field::new("index", Type::U64, "its index there"),
        Field::new(
            "pair",
            Type::U8,
            "in whose input something differs: the pair of `train`, from 0, or `test`",
        ),
    ]
}

/// What may differ.
fn columns() -> Vec<Field> {
    let grid = || list(list(Type::U64));
    let pair = || {
        let before = Field::new("input", grid(), "before, row by row");
        Type::Struct(vec![before, Field::new("output", grid(), "after")])
    };
    vec![
        Field::new("train", list(pair()), "the pairs that are shown, in the codes of the legend"),
        Field::new("test", pair(), "the pair whose output is to be found"),
        Field::new("logic", Type::Text, "command and operation in one sentence"),
    ]
}

fn row(
    riddles: &Riddles,
    split: &str,
    own: &Riddle,
    Pair { partner, answer_changes }: &Pair<Partner>,
    options: PairOptions,
    sink: &mut dyn Sink,
) {
    let Partner { change, pair, which, riddle: other } = partner;
    sink.text(split);
    sink.uint(own.index);
    sink.uint(*pair as u64);
    Head { change: *change as usize, which: *which, answer_changes: *answer_changes }.write(sink);
    match options.prompts {
        None => [own, other].into_iter().for_each(|riddle| write_item(riddle, sink)),
        Some(form) => {
            let style = Style { form, view: PromptView::Output, instructions: true };
            write_prompts(&[own, other].map(|riddle| style.riddle(riddles, riddle)), sink);
        }
    }
}

fn write_item(riddle: &Riddle, sink: &mut dyn Sink) {
    let task = riddle.arc_json();
    let grid = |grid: &CodeGrid, sink: &mut dyn Sink| {
        sink.list(grid.len());
        for row in grid {
            sink.list(row.len());
            row.iter().for_each(|&code| sink.uint(code));
        }
    };
    sink.list(task.train.len());
    for pair in task.train.iter().chain(&task.test) {
        grid(&pair.input, sink);
        grid(&pair.output, sink);
    }
    sink.text(&task.logic);
}
