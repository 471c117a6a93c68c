//! Items of files, ours or the authors', one after another.
//!
//! A thread reads ahead of Python by a bounded number of rows, so memory does not grow with the file. It ends when nobody
//! wants more.

use std::borrow::Cow;
use std::ops::ControlFlow::{Break, Continue};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use serde_json::Value;
use wampimuk_babi::Line;
use wampimuk_command::{Identifier, Reading, Register, Surface, heading_name};
use wampimuk_grid::Object;
use wampimuk_source::{Choice, Error, ItemView, Opened, Pass, SourceStory, list, open};

use crate::checks::converted;
use crate::error::raise;

/// How many rows are read ahead.
const AHEAD: usize = 1024;

/// A row: a dictionary in Python, of one of the types in `types.py`.
#[derive(IntoPyObject)]
enum Row {
    Grid(GridRow),
    Story(StoryRow),
    Task(TaskRow),
}

#[derive(IntoPyObject)]
struct GridRow {
    id: String,
    split: String,
    index: u64,
    command: Vec<String>,
    grid_size: u8,
    agent_row: u8,
    agent_column: u8,
    agent_heading: &'static str,
    objects: Vec<GridObject>,
    target: Option<usize>,
    actions: Vec<&'static str>,
}

#[derive(IntoPyObject)]
struct GridObject {
    shape: Option<String>,
    colour: Option<String>,
    size: u8,
    row: u8,
    column: u8,
}

#[derive(IntoPyObject)]
struct StoryRow {
    split: Option<String>,
    task: Option<String>,
    story: u64,
    index: u64,
    facts: Vec<String>,
    question: String,
    answer: String,
    supporting: Vec<usize>,
}

#[derive(IntoPyObject)]
struct TaskRow {
    split: String,
    index: Option<u64>,
    #[pyo3(into_py_with = task)]
    task: Value,
}

fn task<'py>(task: Cow<'_, Value>, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
    Ok(converted(py, &task)?.into_bound(py))
}

/// Reads the items of a file or folder from the first to the last.
#[pyclass(frozen, module = "wampimuk._native")]
pub(crate) struct FileRows(Mutex<Receiver<Result<Row, String>>>);

#[pymethods]
impl FileRows {
    /// Begins to read. `recipe` is the recipe whose words a file uses, if it has no manifest.
    #[new]
    #[pyo3(signature = (path, *, split=None, recipe=None, trust=false))]
    fn new(
        py: Python<'_>,
        path: String,
        split: Option<String>,
        recipe: Option<String>,
        trust: bool,
    ) -> PyResult<Self> {
        let choice = Choice { split, recipe, trust, ..Choice::default() };
        let opened = py.detach(|| open(&path, &choice)).map_err(raise)?;
        let (sender, receiver) = sync_channel(AHEAD);
        let read = move || {
            if let Err(error) = send_all(&path, &opened, &choice, &sender) {
                // Whoever does not listen any more does not need to know.
                let _ = sender.send(Err(error.to_string()));
            }
        };
        std::thread::Builder::new().name("wampimuk-files".into()).spawn(read)?;
        Ok(Self(Mutex::new(receiver)))
    }

    /// The next rows, at most this many; none at the end.
    fn take(&self, py: Python<'_>, count: usize) -> PyResult<Vec<Row>> {
        let rows: Result<Vec<Row>, String> = py.detach(|| {
            let receiver = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            receiver.iter().take(count).collect()
        });
        rows.map_err(raise)
    }
}

fn send_all(
    path: &str,
    opened: &Opened,
    choice: &Choice,
    sender: &SyncSender<Result<Row, String>>,
) -> Result<(), Error> {
    let pass = Pass { choice, threads: 1, watch: &() };
    let went_on = |row: Row| if sender.send(Ok(row)).is_ok() { Continue(()) } else { Break(()) };
    match opened {
        Opened::Commands(source) => {
            let mut identifier: Option<Identifier> = None;
            source.each(&pass, "read", |item| {
                let item = item?;
                let identifier = identifier.get_or_insert_with(|| Identifier::new(item.lexicon));
                identifier.follow(item.lexicon);
                let id = identifier.identify(item.command, item.world).to_string();
                Ok::<_, Error>(went_on(Row::Grid(command(&item, id))))
            })
        }
        Opened::Stories(source) => {
            let mut count = 0;
            source.each(
                &pass,
                "read",
                |_, _| (),
                |found| {
                    let (tale, ()) = found?;
                    for row in questions(&tale, &mut count) {
                        if went_on(Row::Story(row)).is_break() {
                            return Ok::<_, Error>(Break(()));
                        }
                    }
                    Ok(Continue(()))
                },
            )
        }
        Opened::Riddles(_) => {
            for entry in list(Path::new(path), choice)? {
                let failed = |reason: String| Error::Request(format!("{}: {reason}", entry.place));
                let text = entry.text().map_err(failed)?;
                let task = serde_json::from_str(&text).map_err(|error| failed(error.to_string()))?;
                let row = TaskRow { split: entry.split, index: entry.index, task };
                if went_on(Row::Task(row)).is_break() {
                    break;
                }
            }
            Ok(())
        }
    }
}

fn command(item: &ItemView<'_>, id: String) -> GridRow {
    let surface = match Reading::of(item.command) {
        Reading::Existential => Surface::Reascan,
        _ => Surface::Gscan,
    };
    let (lexicon, agent) = (item.lexicon, item.world.agent());
    let object = |object: &Object| GridObject {
        shape: lexicon.nouns.get(usize::from(object.shape)).map(|noun| noun.word.name.clone()),
        colour: lexicon.colours.get(usize::from(object.colour)).map(|colour| colour.name.clone()),
        size: object.size,
        row: object.cell.row,
        column: object.cell.column,
    };
    let tokens = item.command.tokens(lexicon, surface, Register::Words);
    GridRow {
        id,
        split: item.split.to_owned(),
        index: item.index,
        command: tokens.into_iter().map(str::to_owned).collect(),
        grid_size: item.world.side(),
        agent_row: agent.cell.row,
        agent_column: agent.cell.column,
        agent_heading: heading_name(agent.heading),
        objects: item.world.objects().iter().map(object).collect(),
        target: item.target,
        actions: item.actions.iter().map(|action| action.name()).collect(),
    }
}

/// A row for each question of a story: what was told before it, and what the file says about it.
fn questions(tale: &SourceStory, count: &mut u64) -> Vec<StoryRow> {
    let mut rows = Vec::new();
    for (number, (line, asked)) in tale.passage.questions().enumerate() {
        let before = tale.passage.lines[..line.saturating_sub(1)].iter();
        let fact = |line: &Line| match line {
            Line::Fact(fact) => Some(fact.clone()),
            Line::Question(_) => None,
        };
        let index = tale.claims.get(number).and_then(|claims| claims.index).unwrap_or(*count);
        *count += 1;
        rows.push(StoryRow {
            split: tale.split.clone(),
            task: tale.task.clone(),
            story: tale.number,
            index,
            facts: before.filter_map(fact).collect(),
            question: asked.question.clone(),
            answer: asked.answer.clone(),
            supporting: asked.support.clone(),
        });
    }
    rows
}
