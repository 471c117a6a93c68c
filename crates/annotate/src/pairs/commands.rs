//! Pairs of commands in grid worlds.

use std::sync::Arc;

use wampimuk_command::{Example, GridFamily, Identifier, Lexicon, Reading, Register, Surface, heading_name};
use wampimuk_core::{Field, Sink, Type};
use wampimuk_dataset::ItemView;
use wampimuk_grid::{Action, Agent, Cell, Heading, Object};
use wampimuk_pair::Pair;
use wampimuk_pair::commands::{Change, Item, Partner};
use wampimuk_prompt::{GridContext, PromptView, Style};
use wampimuk_source::{Pass, Source};

use super::{Head, PairOptions, PairSummary, count, list, schema, write_prompts};
use crate::rows::RowWriter;
use crate::{Error, Rows};

/// The biggest size of an object that prompts speak of, if nothing bigger is there.
const USUAL_SIZE: u8 = 4;

/// An item with a target, out of its file, with its pairs.
struct Own {
    split: String,
    index: u64,
    example: Example,
    lexicon: Arc<Lexicon>,
    pairs: Vec<Pair<Partner>>,
}

pub(super) fn write(
    source: &Source,
    options: PairOptions,
    pass: &Pass<'_>,
    rows: Rows<'_>,
) -> Result<PairSummary, Error> {
    let family = source.grid();
    let mut rows =
        RowWriter::new(rows, &schema(address(), &Change::ALL.map(Change::name), columns(), options))?;
    let mut summary = PairSummary::default();
    source.map(
        pass,
        "pairs",
        || None,
        |lexicon, item| own(family, lexicon, item),
        |found| {
            let Some(own) = found.map_err(wampimuk_source::Error::from)? else {
                count(&mut summary, 0);
                return Ok(());
            };
            count(&mut summary, own.pairs.len());
            let context = context(family, &own.lexicon, &own.example);
            own.pairs.iter().try_for_each(|pair| rows.row(|sink| row(&own, pair, &context, options, sink)))
        },
    )?;
    rows.finish()?;
    Ok(summary)
}

/// An item with its pairs; `None` if it has no target. The words of a file become known as it is read: `known` are the last.
fn own(
    family: Option<&dyn GridFamily>,
    known: &mut Option<Arc<Lexicon>>,
    item: &ItemView<'_>,
) -> Option<Own> {
    let example = item.example().ok()?;
    let lexicon = match known {
        Some(lexicon) if **lexicon == *item.lexicon => lexicon.clone(),
        _ => known.insert(Arc::new(item.lexicon.clone())).clone(),
    };
    let pairs = both(&context(family, &lexicon, &example), &example);
    Some(Own { split: item.split.to_owned(), index: item.index, example, lexicon, pairs })
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

fn both(context: &GridContext<'_>, example: &Example) -> Vec<Pair<Partner>> {
    let GridContext { lexicon, surface, reading, .. } = *context;
    let item = Item { example, lexicon, surface, reading };
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
    let Own { split, index, example, .. } = own;
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
