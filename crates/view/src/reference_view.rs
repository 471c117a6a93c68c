//! The same items with another task: which cell does the command refer to?

use wampimuk_command::{GridFamily, GridItem, GridItems};
use wampimuk_core::{Field, ItemError, ItemId, Items, KeyedHash, Schema, Sink, Type};
use wampimuk_families::Dataset;
use wampimuk_grid::{Agent, Object};

use crate::frame::{Columns, View, commands};
use crate::objects::{plain_objects, write_objects};
use crate::{ExtraColumn, ViewError};

/// Commands in worlds whose label is the target's cell instead of the actions.
///
/// Only what a reader needs is there: the command, the agent and the objects. What would give the answer away is not:
/// actions, direction and distance, the part that each object plays. Objects come in an order that depends on the
/// item's identity alone, also where the recipe puts the target first. The target of a box is its top-left cell.
#[derive(Debug)]
struct ReferenceView {
    paraphrased: bool,
}

/// The columns that are passed on as they are. They are the first, and each is one value.
const HEAD: [&str; 4] = ["id", "split", "index", "command"];
/// The columns about the world that are kept as they are.
const WORLD: [&str; 4] = ["grid_size", "agent_row", "agent_column", "agent_heading"];
/// The command in other words, if the dataset has them; the last column.
const PARAPHRASE: &str = "paraphrase";

/// The dataset as a task of reference.
///
/// # Errors
/// If its items are not commands in grid worlds.
pub(crate) fn as_reference(inner: Box<dyn Dataset>) -> Result<View, ViewError> {
    let (extra, family) = (ExtraColumn::Reference, inner.family());
    commands(&*inner, extra)?;
    let columns = &inner.schema().fields;
    let column = |name: &'static str| {
        let found = columns.iter().find(|field| field.name == name);
        found.ok_or(ViewError::NoColumn { extra, family, column: name })
    };
    let mut fields = Vec::new();
    for (place, name) in HEAD.into_iter().enumerate() {
        let field = columns.get(place).filter(|field| field.name == name);
        fields.push(field.ok_or(ViewError::NoColumn { extra, family, column: name })?.clone());
    }
    for name in WORLD {
        fields.push(column(name)?.clone());
    }
    fields.push(plain_objects(column("objects")?).ok_or(ViewError::NoColumn {
        extra,
        family,
        column: "objects",
    })?);
    fields.extend(columns.last().filter(|field| field.name == PARAPHRASE).cloned());
    fields.extend([
        Field::new("target_row", Type::U8, "the row of what the command refers to, 0 is the top"),
        Field::new("target_column", Type::U8, "its column, 0 is the left"),
        Field::new("target_cell", Type::U32, "its cell, counted from 0 row by row"),
    ]);
    let paraphrased = fields.iter().any(|field| field.name == PARAPHRASE);
    Ok(View { inner, schema: Schema { fields }, columns: Box::new(ReferenceView { paraphrased }) })
}

impl Columns for ReferenceView {
    fn items<'a>(&'a self, inner: &'a dyn Dataset) -> Box<dyn Items + 'a> {
        Box::new(Worker {
            items: inner.contents().commands().map(GridFamily::grid_items),
            paraphrased: self.paraphrased,
            objects: Vec::new(),
            paraphrase: String::new(),
        })
    }
}

struct Worker<'a> {
    /// Always there: a dataset without worlds is refused.
    items: Option<Box<dyn GridItems + 'a>>,
    paraphrased: bool,
    objects: Vec<Object>,
    paraphrase: String,
}

impl Items for Worker<'_> {
    fn write(&mut self, split: usize, index: u64, sink: &mut dyn Sink) -> Result<(), ItemError> {
        let Self { items: Some(items), paraphrased, objects, paraphrase } = self else { return Ok(()) };
        let item = items.make(split, index)?;
        mix(item, objects);
        let world = &item.example.world;
        let (side, Agent { cell: agent, heading }) = (world.side(), world.agent());
        let target = world.objects()[item.example.target].cell;

        items.write(split, index, &mut Head { sink, left: HEAD.len(), text: paraphrase })?;
        sink.uint(side.into());
        sink.uint(agent.row.into());
        sink.uint(agent.column.into());
        sink.word(heading as usize);
        write_objects(objects, sink);
        if *paraphrased {
            sink.text(paraphrase);
        }
        sink.uint(target.row.into());
        sink.uint(target.column.into());
        sink.uint(u64::from(target.row) * u64::from(side) + u64::from(target.column));
        sink.end();
        Ok(())
    }
}

/// The objects of an item in an order that depends on its identity alone, and that does not know the target.
fn mix(item: &GridItem, objects: &mut Vec<Object>) {
    objects.clear();
    objects.extend_from_slice(item.example.world.objects());
    objects.sort_unstable_by_key(Object::order);
    let hash = KeyedHash::of_item(item.id);
    for last in (1..objects.len()).rev() {
        objects.swap(last, hash.below(last as u64, 0, last as u32 + 1) as usize);
    }
}

/// Passes the first values on and drops the others, but keeps the last text.
struct Head<'a> {
    sink: &'a mut dyn Sink,
    left: usize,
    text: &'a mut String,
}

impl Head<'_> {
    fn pass(&mut self, value: impl FnOnce(&mut dyn Sink)) {
        if self.left > 0 {
            self.left -= 1;
            value(self.sink);
        }
    }
}

impl Sink for Head<'_> {
    fn bool(&mut self, value: bool) {
        self.pass(|sink| sink.bool(value));
    }

    fn uint(&mut self, value: u64) {
        self.pass(|sink| sink.uint(value));
    }

    fn text(&mut self, value: &str) {
        self.text.clear();
        self.text.push_str(value);
        self.pass(|sink| sink.text(value));
    }

    fn bytes(&mut self, value: &[u8]) {
        self.pass(|sink| sink.bytes(value));
    }

    fn id(&mut self, value: ItemId) {
        self.pass(|sink| sink.id(value));
    }

    fn word(&mut self, index: usize) {
        self.pass(|sink| sink.word(index));
    }

    fn words(&mut self, indices: &[u8]) {
        self.pass(|sink| sink.words(indices));
    }

    fn word_list(&mut self, indices: &mut dyn Iterator<Item = u8>) {
        self.pass(|sink| sink.word_list(indices));
    }

    fn list(&mut self, len: usize) {
        self.pass(|sink| sink.list(len));
    }

    fn end(&mut self) {}
}
