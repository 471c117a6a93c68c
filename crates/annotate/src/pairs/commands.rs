//! Pairs of commands in grid worlds.

use std::ops::ControlFlow::Continue;
use std::sync::Arc;

use wampimuk_command::{Example, GridFamily, Identifier, Lexicon, Reading, Register, Surface, heading_name};
use wampimuk_core::{Field, Sink, Type};
use wampimuk_dataset::ordered;
use wampimuk_grid::{Action, Agent, Cell, Heading, Object};
use wampimuk_pair::Pair;
use wampimuk_pair::commands::{Change, Item, Partner};
use wampimuk_prompt::{GridContext, PromptView, Style};
use wampimuk_source::{Pass, Source};

use super::{Head, PairOptions, PairSummary, count, list, schema, write_prompts};
use crate::rows::RowWriter;
use crate::{Error, Rows};

/// Items in memory at a time, and those that a thread takes at once.
const CHUNK: usize = 2048;
const JOB: usize = 32;

/// The biggest size of an object that prompts speak of, if nothing bigger is there.
const USUAL_SIZE: u8 = 4;

/// An item, out of its file.
struct Own {
    split: Arc<str>,
    index: u64,
    example: Example,
}

pub(super) fn write(
    source: &Source,
    options: PairOptions,
    pass: &Pass<'_>,
    rows: Rows<'_>,
) -> Result<PairSummary, Error> {
    let mut writer = Writer {
        family: source.grid(),
        options,
        threads: pass.threads,
        rows: RowWriter::new(rows, &schema(address(), &Change::ALL.map(Change::name), columns(), options))?,
        summary: PairSummary::default(),
    };
    let mut chunk: Vec<Own> = Vec::new();
    let mut lexicon = None;
    source.each(pass, "pairs", |item| {
        let item = item.map_err(wampimuk_source::Error::from)?;
        let Ok(example) = item.example() else {
            count(&mut writer.summary, 0);
            return Ok(Continue(()));
        };
        chunk.push(Own { split: item.split.into(), index: item.index, example });
        // The words of a file become known as it is read.
        if lexicon.as_ref().is_none_or(|known: &Lexicon| known != item.lexicon) {
            lexicon = Some(item.lexicon.clone());
        }
        if chunk.len() == CHUNK {
            writer.chunk(&std::mem::take(&mut chunk), item.lexicon)?;
        }
        Ok::<_, Error>(Continue(()))
    })?;
    if let Some(lexicon) = lexicon {
        writer.chunk(&chunk, &lexicon)?;
    }
    writer.rows.finish()?;
    Ok(writer.summary)
}

fn address() -> Vec<Field> {
    let headings = [Heading::East, Heading::South, Heading::West, Heading::North].map(heading_name);
    vec![
        Field::new("split", Type::Text, "the split of the item"),
        Field::new("index", Type::U64, "its index there"),
        Field::new("grid_size", Type::U8, "rows and columns of the grid"),
        Field::new("agent_row", Type::U8, "the agent's row, 0 is the top"),
        Field::new("agent_column", Type::U8, "the agent's column, 0 is the left"),
        Field::new(
            "agent_heading",
            Type::Word(headings.iter().map(ToString::to_string).collect()),
            "where it faces",
        ),
    ]
}

/// What may differ.
fn columns() -> Vec<Field> {
    let object = vec![
        Field::new("shape", Type::Text, "its shape"),
        Field::new("colour", Type::Text, "its colour"),
        Field::new("size", Type::U8, "its size"),
        Field::new("row", Type::U8, "its row"),
        Field::new("column", Type::U8, "its column"),
    ];
    let actions = Action::ALL.map(|action| action.name().to_owned()).into_iter().collect();
    vec![
        Field::new("command", list(Type::Text), "the tokens of the command"),
        Field::new("objects", list(Type::Struct(object)), "the objects"),
        Field::new("target", Type::U8, "which of them is meant, from 0"),
        Field::new("actions", list(Type::Word(actions)), "what to do"),
    ]
}

struct Writer<'s, 'r> {
    family: Option<&'s dyn GridFamily>,
    options: PairOptions,
    threads: usize,
    rows: RowWriter<'r>,
    summary: PairSummary,
}

impl Writer<'_, '_> {
    /// Derives the pairs of some items, in parallel, and writes them in order.
    fn chunk(&mut self, items: &[Own], lexicon: &Lexicon) -> Result<(), Error> {
        let Self { family, options, threads, rows, summary } = self;
        let (family, options) = (*family, *options);
        let jobs: Vec<&[Own]> = items.chunks(JOB).collect();
        let mut done = jobs.iter();
        ordered(
            *threads,
            jobs.len(),
            || (),
            |(), job| {
                let pairs = jobs[job].iter().map(|own| both(&context(family, lexicon, &own.example), own));
                Ok::<_, Error>(pairs.collect::<Vec<_>>())
            },
            |found| {
                for (own, pairs) in done.next().into_iter().copied().flatten().zip(found) {
                    count(summary, pairs.len());
                    for pair in pairs {
                        let context = context(family, lexicon, &own.example);
                        rows.row(|sink| row(own, &pair, &context, options, sink))?;
                    }
                }
                Ok(())
            },
        )
    }
}

/// How an item is to be read: as its recipe says, else as its wording.
fn context<'l>(
    family: Option<&'l dyn GridFamily>,
    lexicon: &'l Lexicon,
    example: &Example,
) -> GridContext<'l> {
    if let Some(family) = family {
        return GridContext { lexicon, ..GridContext::from(family) };
    }
    let reading = Reading::of(&example.command);
    let surface = match reading {
        Reading::Existential => Surface::Reascan,
        Reading::Superlative | Reading::ColourBlind => Surface::Gscan,
    };
    let biggest = example.world.objects().iter().map(|object| object.size).max().unwrap_or(USUAL_SIZE);
    GridContext { lexicon, surface, reading, sizes: (1, biggest.max(USUAL_SIZE)) }
}

fn both(context: &GridContext<'_>, own: &Own) -> Vec<Pair<Partner>> {
    let GridContext { lexicon, surface, reading, .. } = *context;
    let item = Item { example: &own.example, lexicon, surface, reading };
    let pair = |answer_changes| {
        item.partner(answer_changes, |_| true).map(|partner| Pair { partner, answer_changes })
    };
    [true, false].into_iter().filter_map(pair).collect()
}

fn row(
    own: &Own,
    Pair { partner, answer_changes }: &Pair<Partner>,
    context: &GridContext<'_>,
    options: PairOptions,
    sink: &mut dyn Sink,
) {
    let Own { split, index, example } = own;
    let Agent { cell, heading } = example.world.agent();
    sink.text(split);
    sink.uint(*index);
    sink.uint(example.world.side().into());
    sink.uint(cell.row.into());
    sink.uint(cell.column.into());
    sink.word(heading as usize);
    let change = Change::ALL.iter().position(|known| *known == partner.change).unwrap_or(0);
    Head { change, which: partner.which, answer_changes: *answer_changes }.write(sink);
    match options.prompts {
        None => {
            write_item(example, context, sink);
            write_item(&partner.example, context, sink);
        }
        Some(form) => {
            let style = Style { form, view: PromptView::Actions, instructions: true };
            let id = Identifier::new(context.lexicon).identify(&example.command, &example.world);
            let other = style.partner_command(*context, example, id, partner);
            write_prompts(&[style.command(*context, example, id), other], sink);
        }
    }
}

fn write_item(example: &Example, context: &GridContext<'_>, sink: &mut dyn Sink) {
    let GridContext { lexicon, surface, .. } = *context;
    let tokens = example.command.tokens(lexicon, surface, Register::Words);
    sink.list(tokens.len());
    tokens.iter().for_each(|token| sink.text(token));
    sink.list(example.world.objects().len());
    for &Object { shape, colour, size, cell: Cell { row, column }, .. } in example.world.objects() {
        sink.text(lexicon.nouns.get(usize::from(shape)).map_or("", |noun| &noun.word.name));
        sink.text(lexicon.colours.get(usize::from(colour)).map_or("", |colour| &colour.name));
        sink.uint(size.into());
        sink.uint(row.into());
        sink.uint(column.into());
    }
    sink.uint(example.target as u64);
    sink.word_list(&mut example.actions.iter().map(|&action| action as u8));
}
