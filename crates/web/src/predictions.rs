//! Files of predictions: lines as `predict` and `eval` write them, and lists of the originals' models.

use std::path::Path;

use serde::Serialize;
use serde_json::Value;
use wampimuk_analysis::grid::{Case, answer, judge};
use wampimuk_analysis::predictions::original::{Entry, OriginalReader};
use wampimuk_analysis::predictions::{Header, Prediction, ReadError, Reader};
use wampimuk_command::{Lexicon, ObjectRoles, Reading, Surface};
use wampimuk_prompt::AnswerReader;

use crate::judge::{Judged, Wrong, judged, kind_of, listed, wrong};
use crate::session::{Opened, Problem, to_value};
use crate::world::WorldFile;

/// What can be said about a line of a file, or an entry of a list.
#[derive(Debug, Default, Serialize)]
pub(crate) struct JudgedLine {
    /// The number of the line, from 1.
    line: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    split: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    said: Option<String>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    judged: Option<Judged>,
    /// What was asked, if it is no item of this dataset.
    #[serde(skip_serializing_if = "Option::is_none")]
    brought: Option<Brought>,
    /// Why the line says nothing about an item of this dataset.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// A command and a world that stand in a file themselves.
#[derive(Debug, Serialize)]
struct Brought {
    text: String,
    world: WorldFile,
}

/// How much of a list comes before a part of it.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Before {
    pub entries: u64,
    pub lines: u64,
}

/// What a file says about itself in its first line; and what it is about, if that is another dataset than this.
pub(crate) fn header(opened: &Opened, line: &str) -> Option<Value> {
    let reader = Reader::new(Path::new("predictions"), line.as_bytes());
    let header: Header = reader.ok()?.header()?.clone();
    let other = about_another(opened, &header);
    Some(serde_json::json!({ "header": to_value(&header), "other": other }))
}

/// What predictions are about, if that is another dataset than this. A digest says more than a name.
fn about_another(opened: &Opened, header: &Header) -> Option<String> {
    let dataset = opened.dataset.as_ref();
    let (theirs, digest) = (header.recipe.as_deref(), dataset.digest().to_string());
    let is_other_version = header.digest.as_ref().is_some_and(|theirs| *theirs != digest);
    let has_other_name = header.digest.is_none() && theirs.is_some_and(|theirs| theirs != opened.name);
    let is_changed = header.digest.is_none() && !header.changes.is_empty();
    let has_other_seed = header.data_seed.is_some_and(|theirs| theirs != dataset.seed());
    if !(is_other_version || has_other_name || is_changed || has_other_seed) {
        return None;
    }
    let mut about = theirs.unwrap_or("a recipe that it does not name").to_owned();
    if is_changed {
        about = format!("{about} with changes ({})", header.changes.join(", "));
    }
    if let Some(seed) = header.data_seed.filter(|_| has_other_seed) {
        about = format!("{about}, seed {seed}");
    }
    Some(match is_other_version && !has_other_seed {
        true => format!("{about}, in another version"),
        false => about,
    })
}

/// Judges the lines of a file. A first line that says which model it was is passed over, as are empty lines.
pub(crate) fn lines(opened: &Opened, text: &str, first: u64) -> Vec<JudgedLine> {
    let mut all = Vec::new();
    for (number, line) in (first + 1..).zip(text.lines()) {
        // Each line by itself: what is wrong in one says nothing about the next.
        let read = Reader::new(Path::new("line"), line.as_bytes());
        let problem = |error: &dyn std::fmt::Display| JudgedLine {
            line: number,
            problem: Some(error.to_string().trim_start_matches("line:1: ").to_owned()),
            ..JudgedLine::default()
        };
        match read.map(|mut reader| reader.next()) {
            Ok(None) => {}
            Ok(Some(Ok((_, prediction)))) => all.push(judged_line(opened, number, prediction)),
            Ok(Some(Err(error))) | Err(error) => all.push(problem(&error)),
        }
    }
    all
}

fn judged_line(
    opened: &Opened,
    number: u64,
    Prediction { split, index, said, .. }: Prediction,
) -> JudgedLine {
    let text = said.text();
    let mut found = JudgedLine { line: number, ..JudgedLine::default() };
    match opened.split(&split).and_then(|split| judged(opened, split, index, &said)) {
        Ok(judged) => found.judged = Some(judged),
        Err(problem) => found.problem = Some(problem.message),
    }
    (found.split, found.index, found.said) = (Some(split), Some(index), Some(text));
    found
}

/// Judges a list of the originals' models, or a part of one: entries bring their commands and worlds along. What cannot be
/// read ends it.
pub(crate) fn list(
    opened: &Opened,
    name: &str,
    text: &str,
    before: Before,
) -> Result<Vec<JudgedLine>, Problem> {
    let Some(family) = opened.dataset.contents().commands() else {
        return Err(Problem::new("such lists are about commands: open a recipe of gscan or reascan"));
    };
    let heavy_from = family.heavy_from();
    let mut reader =
        OriginalReader::new(Path::new(name), text.as_bytes(), Some(family.lexicon()), heavy_from);
    let mut all = Vec::new();
    while let Some(entry) = reader.next() {
        match entry {
            Ok(mut entry) => {
                entry.line += before.lines;
                entry.prediction.index += before.entries;
                all.push(judged_entry(entry, reader.lexicon()));
            }
            Err(ReadError::Line { line, problem, hint, .. }) => {
                let problem = Some(format!("{problem} ({hint})"));
                all.push(JudgedLine { line: line + before.lines, problem, ..JudgedLine::default() });
                break;
            }
            Err(error) => {
                all.push(JudgedLine { problem: Some(error.to_string()), ..JudgedLine::default() });
                break;
            }
        }
    }
    Ok(all)
}

fn judged_entry(Entry { line, example, prediction }: Entry, lexicon: &Lexicon) -> JudgedLine {
    let reading = Reading::of(&example.command);
    let surface = match reading {
        Reading::Existential => Surface::Reascan,
        Reading::Superlative | Reading::ColourBlind => Surface::Gscan,
    };
    let cast = ObjectRoles::default();
    let case = Case { example: &example, cast: &cast, lexicon, surface, reading };
    let verdict = judge(&case, &answer(&prediction.said, &AnswerReader::in_words_of(lexicon)), None);
    let Wrong { ending, role, missed } = wrong(verdict.ending);
    JudgedLine {
        line,
        split: Some(prediction.split),
        index: Some(prediction.index),
        said: Some(prediction.said.text()),
        judged: Some(Judged {
            expected: listed(&example.actions),
            kind: kind_of(&example.command, lexicon),
            ending,
            role,
            missed,
            ..Judged::of(verdict.judgement)
        }),
        brought: Some(Brought {
            text: example.command.text(lexicon, surface),
            world: WorldFile::of(&example.world),
        }),
        problem: None,
    }
}
