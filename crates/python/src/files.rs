//! Items of files, ours or the authors', one after another.
//!
//! A thread reads ahead of Python by a bounded number of rows, so memory does not grow with the file. It ends when nobody
//! wants more.

use std::ops::ControlFlow::{Break, Continue};
use std::path::Path;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use serde_json::{Value, json};
use wampimuk_babi::Line;
use wampimuk_command::{Identifier, Reading, Register, Surface, heading_name};
use wampimuk_source::{Choice, Error, ItemView, Opened, Pass, SourceStory, list, open};

use crate::checks::converted;
use crate::error::raise;

/// How many rows are read ahead.
const AHEAD: usize = 1024;

/// A row, or why there are no more.
type Row = Result<Value, String>;

/// Reads the items of a file or folder from the first to the last.
#[pyclass(frozen, module = "wampimuk._native")]
pub(crate) struct FileRows(Mutex<Receiver<Row>>);

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
    fn take(&self, py: Python<'_>, count: usize) -> PyResult<Vec<Py<PyAny>>> {
        let rows: Vec<Row> = py.detach(|| {
            let receiver = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            receiver.iter().take(count).collect()
        });
        rows.into_iter().map(|row| converted(py, &row.map_err(raise)?)).collect()
    }
}

fn send_all(path: &str, opened: &Opened, choice: &Choice, sender: &SyncSender<Row>) -> Result<(), Error> {
    let pass = Pass { choice, threads: 1, watch: &() };
    let went_on = |row: Value| if sender.send(Ok(row)).is_ok() { Continue(()) } else { Break(()) };
    match opened {
        Opened::Commands(source) => {
            let mut identifier: Option<Identifier> = None;
            source.each(&pass, "read", |item| {
                let item = item?;
                let identifier = identifier.get_or_insert_with(|| Identifier::new(item.lexicon));
                identifier.follow(item.lexicon);
                let id = identifier.identify(item.command, item.world).to_string();
                Ok::<_, Error>(went_on(command(&item, &id)))
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
                        if went_on(row).is_break() {
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
                let task: Value = serde_json::from_str(&text).map_err(|error| failed(error.to_string()))?;
                let row = json!({ "split": entry.split, "index": entry.index, "task": task });
                if went_on(row).is_break() {
                    break;
                }
            }
            Ok(())
        }
    }
}

fn command(item: &ItemView<'_>, id: &str) -> Value {
    let surface = match Reading::of(item.command) {
        Reading::Existential => Surface::Reascan,
        _ => Surface::Gscan,
    };
    let (lexicon, agent) = (item.lexicon, item.world.agent());
    let objects: Vec<Value> = item
        .world
        .objects()
        .iter()
        .map(|object| {
            json!({
                "shape": lexicon.nouns.get(usize::from(object.shape)).map(|noun| &noun.word.name),
                "colour": lexicon.colours.get(usize::from(object.colour)).map(|colour| &colour.name),
                "size": object.size, "row": object.cell.row, "column": object.cell.column,
            })
        })
        .collect();
    json!({
        "id": id, "split": item.split, "index": item.index,
        "command": item.command.tokens(lexicon, surface, Register::Words),
        "grid_size": item.world.side(), "agent_row": agent.cell.row, "agent_column": agent.cell.column,
        "agent_heading": heading_name(agent.heading), "objects": objects, "target": item.target,
        "actions": item.actions.iter().map(|action| action.name()).collect::<Vec<_>>(),
    })
}

/// A row for each question of a story: what was told before it, and what the file says about it.
fn questions(tale: &SourceStory, count: &mut u64) -> Vec<Value> {
    let mut rows = Vec::new();
    for (number, (line, asked)) in tale.passage.questions().enumerate() {
        let before = tale.passage.lines[..line.saturating_sub(1)].iter();
        let facts: Vec<&str> = before
            .filter_map(|line| match line {
                Line::Fact(fact) => Some(fact.as_str()),
                Line::Question(_) => None,
            })
            .collect();
        let index = tale.claims.get(number).and_then(|claims| claims.index).unwrap_or(*count);
        *count += 1;
        rows.push(json!({
            "split": tale.split, "task": tale.task, "story": tale.number, "index": index, "facts": facts,
            "question": asked.question, "answer": asked.answer, "supporting": asked.support,
        }));
    }
    rows
}
