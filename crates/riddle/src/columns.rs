//! Tasks as records.

use wampimuk_command::{Lexicon, Register, Surface, pattern};
use wampimuk_core::{Field, Schema, Sink, SplitInfo, Type, Words};
use wampimuk_grid::World;

use crate::language::{SELECT, side_name, side_names};
use crate::operation::{Operation, OperationKind};
use crate::riddle::{Riddle, WorldPair};

/// The columns of tasks, and how to write a task into them.
#[derive(Clone, Debug)]
pub(crate) struct Columns {
    schema: Schema,
    tokens: Words,
}

fn words<'w>(words: impl IntoIterator<Item = &'w str>) -> Words {
    words.into_iter().map(ToString::to_string).collect()
}

fn list(element: Type) -> Type {
    Type::List(Box::new(element))
}

impl Columns {
    pub fn new(lexicon: &Lexicon, splits: &[SplitInfo]) -> Self {
        let tokens = vocabulary(lexicon);
        let shapes = words(lexicon.nouns.iter().map(|noun| noun.word.name.as_str()));
        let colours = words(lexicon.colours.iter().map(|colour| colour.name.as_str()));
        let optional = |names: &Words| words(std::iter::once("").chain(names.iter().map(String::as_str)));
        let word = Type::Word;
        let object = Type::Struct(vec![
            Field::new("shape", word(shapes.clone()), "the object's shape"),
            Field::new("colour", word(colours.clone()), "the object's colour"),
            Field::new("size", Type::U8, "the object's size, 1 is the smallest"),
            Field::new(
                "row",
                Type::U8,
                "the object's row, 0 is the top; for a box, that of its top left cell",
            ),
            Field::new("column", Type::U8, "the object's column, 0 is the left"),
        ]);
        let pair = vec![
            Field::new("input", list(object.clone()), "the objects before"),
            Field::new("output", list(object), "the objects after, in the same order; a new one comes last"),
            Field::new("target", Type::U8, "which of the objects the command selects, from 0"),
        ];
        let operation = Type::Struct(vec![
            Field::new("kind", word(words(OperationKind::ALL.map(OperationKind::name))), "what is done"),
            Field::new("colour", word(optional(&colours)), "the new colour, or the new object's; else empty"),
            Field::new("shape", word(optional(&shapes)), "the new shape, or the new object's; else empty"),
            Field::new("size", Type::U8, "by how many sizes it grows, or the new object's size; else 0"),
            Field::new(
                "side",
                word(words(std::iter::once("").chain(side_names()))),
                "where to, or on which side; else empty",
            ),
            Field::new("steps", Type::U8, "how far it moves; 0 if as far as possible, or not at all"),
        ]);
        let names = words(splits.iter().map(|split| split.name.as_str()));
        let fields = vec![
            Field::new("id", Type::Text, "hash of command, operation and inputs"),
            Field::new("split", word(names), "the split the task belongs to"),
            Field::new(
                "index",
                Type::U64,
                "the task's index in its split: with recipe and seed, its address",
            ),
            Field::new("command", list(word(tokens.clone())), "the tokens of what selects the object"),
            Field::new("pattern", Type::Text, "the shape of the command in ReaSCAN's notation"),
            Field::new("operation", operation, "what is done to it"),
            Field::new("logic", Type::Text, "command and operation in one sentence"),
            Field::new("grid_size", Type::U8, "rows and columns of the grids"),
            Field::new("pairs", list(Type::Struct(pair.clone())), "the pairs that are shown"),
            Field::new("test", Type::Struct(pair), "the pair whose output is to be found"),
            Field::new("words", Type::U8, "content words of the command: sizes, colours, nouns, relations"),
            Field::new("shortest", Type::U8, "content words of the shortest command that explains the pairs"),
            Field::new(
                "shorter",
                Type::U32,
                "how many shorter commands explain the pairs; none selects anything else in the test input",
            ),
            Field::new("alternatives", Type::U32, "how many other commands as long explain the pairs"),
            Field::new("agreeing", Type::U32, "how many of those select the target in the test input"),
        ];
        Self { schema: Schema { fields }, tokens }
    }

    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    pub fn write(&self, riddle: &Riddle, sink: &mut dyn Sink) {
        sink.id(riddle.id);
        sink.word(riddle.split);
        sink.uint(riddle.index);
        let command = riddle.command();
        let number = |token: &str| self.tokens.iter().position(|word| word == token).unwrap_or(0) as u8;
        let tokens = command.tokens(riddle.lexicon(), Surface::Reascan, Register::Words);
        sink.words(&tokens.into_iter().map(number).collect::<Vec<u8>>());
        sink.text(&pattern(&riddle.phrase));
        write_operation(&riddle.operation, sink);
        sink.text(&riddle.logic());
        sink.uint(riddle.test.input.side().into());
        sink.list(riddle.pairs.len());
        riddle.all_pairs().for_each(|pair| write_pair(pair, sink));
        let certificate = &riddle.certificate;
        sink.uint(certificate.words as u64);
        sink.uint(certificate.shortest as u64);
        sink.uint(certificate.shorter as u64);
        sink.uint(certificate.alternatives as u64);
        sink.uint(certificate.agreeing as u64);
        sink.end();
    }
}

fn write_operation(operation: &Operation, sink: &mut dyn Sink) {
    let (mut colour, mut shape, mut size, mut side, mut steps) = (None, None, 0, None, 0);
    match *operation {
        Operation::Draw { colour: to } => colour = Some(to),
        Operation::Enlarge { by, .. } => size = by,
        Operation::ChangeShape { shape: to, .. } => shape = Some(to),
        Operation::DrawAdjacent { side: on, thing } => {
            (colour, shape, size, side) = (Some(thing.colour), Some(thing.shape), thing.size, Some(on));
        }
        Operation::Move { heading, steps: far } => (side, steps) = (Some(heading), far.unwrap_or(0)),
    }
    let optional = |number: Option<u8>| number.map_or(0, |number| usize::from(number) + 1);
    let place = |name: &str| side_names().iter().position(|side| *side == name).map_or(0, |place| place + 1);
    sink.word(operation.kind() as usize);
    sink.word(optional(colour));
    sink.word(optional(shape));
    sink.uint(size.into());
    sink.word(side.map_or(0, |side| place(side_name(side))));
    sink.uint(steps.into());
}

/// Writes a pair as an item's columns `pairs` and `test` have it.
pub fn write_pair(pair: &WorldPair, sink: &mut dyn Sink) {
    write_world(&pair.input, sink);
    write_world(&pair.output, sink);
    sink.uint(pair.target as u64);
}

fn write_world(world: &World, sink: &mut dyn Sink) {
    sink.list(world.objects().len());
    for object in world.objects() {
        sink.word(object.shape.into());
        sink.word(object.colour.into());
        sink.uint(object.size.into());
        sink.uint(object.cell.row.into());
        sink.uint(object.cell.column.into());
    }
}

/// All tokens that commands can have.
fn vocabulary(lexicon: &Lexicon) -> Words {
    let mut tokens: Vec<String> =
        [SELECT, "a", "the", "object", "that", "is", "and"].map(String::from).into();
    let relations = wampimuk_command::Relation::ALL.map(wampimuk_command::Relation::words);
    for token in relations.into_iter().chain(lexicon.words()).flat_map(|words| words.split(' ')) {
        if !tokens.iter().any(|known| known == token) {
            tokens.push(token.to_string());
        }
    }
    tokens.into()
}
