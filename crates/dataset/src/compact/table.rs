//! Parquet and Arrow files, row by row.

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

use arrow_array::{BooleanArray, RecordBatch, UInt8Array, UInt64Array};

use super::{Row, RowGroup, RowObject, RowPhrase};
use crate::batches::{Batches, guard};
use crate::columns::{Columns, Lists, Strings};
use crate::error::{OtherItems, ReadError};
use crate::original::BorrowedText;

const ROWS: usize = 1024;

/// Reads a file of ours with typed columns.
pub(crate) struct TableReader {
    batches: Batches,
    /// The columns of the batch, and how many rows it has.
    batch: Option<(RowColumns, usize)>,
    /// The next row of the batch, and of the file.
    row: usize,
    number: u64,
}

impl std::fmt::Debug for TableReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("TableReader").field("number", &self.number).finish_non_exhaustive()
    }
}

impl TableReader {
    pub(crate) fn open(path: &Path) -> Result<Self, ReadError> {
        let batches = Batches::open(path, &COLUMNS, ROWS, 0..u64::MAX)?;
        Ok(Self { batches, batch: None, row: 0, number: 0 })
    }

    /// The `wanted` rows of a file.
    pub(crate) fn part(path: &Path, wanted: Range<u64>) -> Result<Self, ReadError> {
        let number = wanted.start;
        Ok(Self { batches: Batches::open(path, &COLUMNS, ROWS, wanted)?, batch: None, row: 0, number })
    }

    /// Hands the next row and its number to `decode`; `None` at the end.
    pub(crate) fn next_row<T>(
        &mut self,
        path: &Path,
        decode: impl FnOnce(u64, Row<'_>) -> T,
    ) -> Result<Option<T>, ReadError> {
        while self.batch.as_ref().is_none_or(|(_, rows)| self.row >= *rows) {
            let Some(batch) = self.batches.next(path)? else { return Ok(None) };
            if let Some(items) = other_items(&batch) {
                return Err(ReadError::Other { path: path.to_owned(), items });
            }
            let columns = guard(path, || Ok(RowColumns::new(Columns::of(path, &batch))))??;
            (self.batch, self.row) = (Some((columns, batch.num_rows())), 0);
        }
        let Some((columns, _)) = &self.batch else { return Ok(None) };
        let row = guard(path, || Ok(columns.row(self.row)))?;
        let number = self.number;
        self.row += 1;
        self.number += 1;
        Ok(Some(decode(number, row)))
    }
}

/// What rows are that are no commands in grid worlds.
fn other_items(batch: &RecordBatch) -> Option<OtherItems> {
    let has = |column: &str| batch.column_by_name(column).is_some();
    let kinds =
        [(REFERENCE, OtherItems::Reference), (RIDDLES, OtherItems::Riddles), (STORIES, OtherItems::Stories)];
    kinds.into_iter().find(|(column, _)| has(column) && !has("actions")).map(|(_, items)| items)
}

const COLUMNS: [&str; 27] = [
    "id",
    "split",
    "index",
    "command",
    "verb",
    "size",
    "colour",
    "noun",
    "adverb",
    "grid_size",
    "agent_row",
    "agent_column",
    "agent_heading",
    "objects",
    "target",
    "direction",
    "distance",
    "actions",
    "readings",
    "necessary",
    "pattern",
    "phrases",
    "groups",
    "variants",
    REFERENCE,
    RIDDLES,
    STORIES,
];

/// The column that tells the view `reference`.
const REFERENCE: &str = "target_cell";
/// The column that tells riddles.
const RIDDLES: &str = "operation";
/// The column that tells stories.
const STORIES: &str = "facts";

/// The columns of a batch.
struct RowColumns {
    id: Strings,
    split: Strings,
    index: UInt64Array,
    command: Lists<Strings>,
    verb: Strings,
    size: Strings,
    colour: Strings,
    noun: Strings,
    adverb: Strings,
    grid_size: UInt8Array,
    agent_row: UInt8Array,
    agent_column: UInt8Array,
    agent_heading: Strings,
    objects: Lists<ObjectColumns>,
    target: UInt8Array,
    direction: Strings,
    distance: UInt8Array,
    actions: Lists<Strings>,
    readings: Lists<Strings>,
    necessary: Lists<Strings>,
    pattern: Option<Strings>,
    phrases: Option<Lists<PhraseColumns>>,
    groups: Option<Lists<GroupColumns>>,
    variants: Option<Lists<Strings>>,
}

struct ObjectColumns {
    shape: Strings,
    colour: Strings,
    size: UInt8Array,
    row: UInt8Array,
    column: UInt8Array,
    group: Option<UInt8Array>,
    phrase: Option<UInt8Array>,
}

struct PhraseColumns {
    relation: Strings,
    parent: UInt8Array,
    determiner: Strings,
    size: Strings,
    colour: Strings,
    noun: Strings,
    needs_size: BooleanArray,
    needs_colour: BooleanArray,
    needs_noun: BooleanArray,
    needs_clause: BooleanArray,
}

struct GroupColumns {
    strategy: Strings,
    phrase: UInt8Array,
    word: Strings,
    other: UInt8Array,
    complete: BooleanArray,
}

impl RowColumns {
    fn new(columns: Columns<'_>) -> Result<Self, ReadError> {
        Ok(Self {
            id: columns.get("id")?,
            split: columns.get("split")?,
            index: columns.get("index")?,
            command: columns.get("command")?,
            verb: columns.get("verb")?,
            size: columns.get("size")?,
            colour: columns.get("colour")?,
            noun: columns.get("noun")?,
            adverb: columns.get("adverb")?,
            grid_size: columns.get("grid_size")?,
            agent_row: columns.get("agent_row")?,
            agent_column: columns.get("agent_column")?,
            agent_heading: columns.get("agent_heading")?,
            objects: columns.structs("objects", ObjectColumns::new)?,
            target: columns.get("target")?,
            direction: columns.get("direction")?,
            distance: columns.get("distance")?,
            actions: columns.get("actions")?,
            readings: columns.get("readings")?,
            necessary: columns.get("necessary")?,
            pattern: columns.find("pattern")?,
            phrases: columns.find_structs("phrases", PhraseColumns::new)?,
            groups: columns.find_structs("groups", GroupColumns::new)?,
            variants: columns.find("variants")?,
        })
    }

    fn row(&self, row: usize) -> Row<'_> {
        Row {
            id: text(&self.id, row),
            split: text(&self.split, row),
            index: self.index.value(row),
            command: texts(&self.command, row),
            verb: text(&self.verb, row),
            size: text(&self.size, row),
            colour: text(&self.colour, row),
            noun: text(&self.noun, row),
            adverb: text(&self.adverb, row),
            grid_size: self.grid_size.value(row),
            agent_row: self.agent_row.value(row),
            agent_column: self.agent_column.value(row),
            agent_heading: text(&self.agent_heading, row),
            objects: elements(&self.objects, row, ObjectColumns::object),
            target: self.target.value(row),
            direction: text(&self.direction, row),
            distance: self.distance.value(row),
            actions: texts(&self.actions, row),
            readings: texts(&self.readings, row),
            necessary: texts(&self.necessary, row),
            pattern: self.pattern.as_ref().map(|pattern| text(pattern, row)),
            phrases: self.phrases.as_ref().map(|phrases| elements(phrases, row, PhraseColumns::phrase)),
            groups: self.groups.as_ref().map(|groups| elements(groups, row, GroupColumns::group)),
            variants: self.variants.as_ref().map(|variants| texts(variants, row)),
        }
    }
}

impl ObjectColumns {
    fn new(columns: Columns<'_>) -> Result<Self, ReadError> {
        Ok(Self {
            shape: columns.get("shape")?,
            colour: columns.get("colour")?,
            size: columns.get("size")?,
            row: columns.get("row")?,
            column: columns.get("column")?,
            group: columns.find("group")?,
            phrase: columns.find("phrase")?,
        })
    }

    fn object(&self, at: usize) -> RowObject<'_> {
        RowObject {
            shape: text(&self.shape, at),
            colour: text(&self.colour, at),
            size: self.size.value(at),
            row: self.row.value(at),
            column: self.column.value(at),
            group: self.group.as_ref().map(|group| group.value(at)),
            phrase: self.phrase.as_ref().map(|phrase| phrase.value(at)),
        }
    }
}

impl PhraseColumns {
    fn new(columns: Columns<'_>) -> Result<Self, ReadError> {
        Ok(Self {
            relation: columns.get("relation")?,
            parent: columns.get("parent")?,
            determiner: columns.get("determiner")?,
            size: columns.get("size")?,
            colour: columns.get("colour")?,
            noun: columns.get("noun")?,
            needs_size: columns.get("needs_size")?,
            needs_colour: columns.get("needs_colour")?,
            needs_noun: columns.get("needs_noun")?,
            needs_clause: columns.get("needs_clause")?,
        })
    }

    fn phrase(&self, at: usize) -> RowPhrase<'_> {
        RowPhrase {
            relation: text(&self.relation, at),
            parent: self.parent.value(at),
            determiner: text(&self.determiner, at),
            size: text(&self.size, at),
            colour: text(&self.colour, at),
            noun: text(&self.noun, at),
            needs_size: self.needs_size.value(at),
            needs_colour: self.needs_colour.value(at),
            needs_noun: self.needs_noun.value(at),
            needs_clause: self.needs_clause.value(at),
        }
    }
}

impl GroupColumns {
    fn new(columns: Columns<'_>) -> Result<Self, ReadError> {
        Ok(Self {
            strategy: columns.get("strategy")?,
            phrase: columns.get("phrase")?,
            word: columns.get("word")?,
            other: columns.get("other")?,
            complete: columns.get("complete")?,
        })
    }

    fn group(&self, at: usize) -> RowGroup<'_> {
        RowGroup {
            strategy: text(&self.strategy, at),
            phrase: self.phrase.value(at),
            word: text(&self.word, at),
            other: self.other.value(at),
            complete: self.complete.value(at),
        }
    }
}

fn text(column: &Strings, at: usize) -> BorrowedText<'_> {
    BorrowedText(Cow::Borrowed(column.value(at)))
}

fn texts(column: &Lists<Strings>, row: usize) -> Vec<BorrowedText<'_>> {
    column.range(row).map(|at| text(&column.values, at)).collect()
}

fn elements<'c, T, E>(column: &'c Lists<T>, row: usize, element: impl Fn(&'c T, usize) -> E) -> Vec<E> {
    column.range(row).map(|at| element(&column.values, at)).collect()
}
