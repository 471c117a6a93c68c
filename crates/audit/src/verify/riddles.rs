//! Riddles: every output is derived anew from its input, and files are compared with what their recipe makes.

use wampimuk_core::{ItemId, ordered};
use wampimuk_engine::{Format, task};
use wampimuk_riddle::{ArcTask, RiddleMaker, Riddles, TaskFile, check};
use wampimuk_source::{Error, Pass, Source, TaskEntry, chosen_splits, list};
use xxhash_rust::xxh3::xxh3_128;

use super::dataset::{self, NO_RECIPE, READABLE, remark};
use super::files::{FILES, LISTED, check_files};
use super::outcome::{Findings, Verification};
use super::remade::remade;
use crate::seen::Seen;

const OUTPUTS: &str = "every output is what command and operation make of its input";
const OWN: &str = "every task is the one its recipe makes";
const TWICE: &str = "no task occurs twice";

/// Tasks looked at by one worker at a time.
const CHUNK: usize = 32;

/// A broken promise, and why.
type Broken = (&'static str, String);

/// What became of a task: where it stands, who it is, what was tried on it and what is wrong with it.
#[derive(Default)]
struct Judged {
    place: String,
    id: Option<u128>,
    tried: Vec<&'static str>,
    untried: Vec<(&'static str, &'static str)>,
    broken: Vec<Broken>,
}

/// Checks riddles, from a recipe or from files.
pub(super) fn verify(
    name: &str,
    source: &Source,
    mut findings: Findings,
    pass: &Pass<'_>,
) -> Result<Verification, Error> {
    findings.of = "tasks";
    check_files(source, &mut findings, pass)?;
    let riddles = source.riddles();
    let path = source.path.as_deref().filter(|path| path.exists());
    match (path, riddles) {
        (Some(path), _) if source.holds_tasks() => {
            let entries = list(path, pass.choice)?;
            if riddles.is_none() && entries.first().is_some_and(is_plain) {
                return Err(Error::Request(format!(
                    "{} holds plain tasks, which say neither command nor operation: name the recipe they were made \
                     from with --recipe",
                    path.display()
                )));
            }
            let maker = || riddles.map(|riddles| (riddles, riddles.maker()));
            pass.watch.begin("verify", Some(entries.len() as u64));
            judge(&entries, &mut findings, pass, maker, |made, entry| Ok(file(entry, made.as_mut())))?;
        }
        (path, Some(riddles)) => {
            let addresses = addresses(source, riddles, pass)?;
            pass.watch.begin("verify", Some(addresses.iter().map(|(_, count)| count).sum()));
            let address = |(split, count)| (0..count).map(move |index| (split, index));
            judge(
                addresses.into_iter().flat_map(address),
                &mut findings,
                pass,
                || riddles.maker(),
                |maker, (split, index)| {
                    let riddle = maker.make(split, index)?;
                    let broken = check(&riddle.arc_json()).err().map(|error| (OUTPUTS, error.to_string()));
                    let place = format!("{}[{index}]", riddles.splits()[split].name);
                    let id = Some(riddle.id.0);
                    let broken = broken.into_iter().collect();
                    Ok(Judged { place, id, tried: vec![OUTPUTS], broken, ..Judged::default() })
                },
            )?;
            if let Some(path) = path
                && remade(source, dataset::OWN, &mut findings, pass)?.is_none()
            {
                return Err(Error::Request(format!(
                    "{} holds tasks as columns without a manifest: verify the whole dataset's directory",
                    path.display()
                )));
            }
        }
        (_, None) => {
            return Err(Error::Request(format!("{name} holds nothing that can be checked")));
        }
    }
    let promises = [FILES, LISTED, READABLE, OUTPUTS, OWN, dataset::OWN, TWICE];
    Ok(findings.report(&promises, riddles.is_some(), remark(source, pass)))
}

/// Judges everything in parallel, and finds in order.
fn judge<I: IntoIterator<Item: Send, IntoIter: Send>, W>(
    all: I,
    findings: &mut Findings,
    pass: &Pass<'_>,
    worker: impl Fn() -> W + Sync,
    work: impl Fn(&mut W, I::Item) -> Result<Judged, Error> + Sync,
) -> Result<(), Error> {
    let mut all = all.into_iter();
    let chunk = || Some(all.by_ref().take(CHUNK).collect::<Vec<_>>()).filter(|chunk| !chunk.is_empty());
    let mut seen = Seen::default();
    ordered(
        pass.threads,
        std::iter::from_fn(chunk),
        worker,
        |worker, chunk| chunk.into_iter().map(|one| work(worker, one)).collect::<Result<Vec<_>, Error>>(),
        |judged| {
            pass.watch.done(judged.len() as u64)?;
            for Judged { place, id, tried, untried, broken } in judged {
                findings.items += 1;
                tried.into_iter().for_each(|promise| findings.tried(promise, 1));
                untried.into_iter().for_each(|(promise, because)| findings.untried(promise, 1, because));
                findings.add_item(&place, &broken);
                let Some(id) = id else { continue };
                findings.tried(TWICE, 1);
                if seen.find_or_insert(id, 0).is_some() {
                    findings.add(TWICE, &place, &format!("its identity {} occurred before", ItemId(id)));
                }
            }
            Ok(())
        },
    )
}

/// The chosen splits, and how many tasks each has: all that the recipe has, or as many as the manifest counts.
fn addresses(source: &Source, riddles: &Riddles, pass: &Pass<'_>) -> Result<Vec<(usize, u64)>, Error> {
    let splits = riddles.splits();
    let counted = |name: &str| match &source.manifest {
        None => u64::MAX,
        Some(manifest) => {
            manifest.splits.iter().filter(|split| split.name == name).map(|split| split.items).sum()
        }
    };
    let limit = pass.choice.limit.unwrap_or(u64::MAX);
    let len = |number: usize| splits[number].len.min(limit).min(counted(&splits[number].name));
    Ok(chosen_splits(splits, pass.choice)?.into_iter().map(|number| (number, len(number))).collect())
}

/// Whether a file is a task of the corpus without what it means.
fn is_plain(entry: &TaskEntry) -> bool {
    let Ok(text) = entry.text() else { return false };
    serde_json::from_str::<ArcTask>(&text).is_ok()
        && serde_json::from_str::<serde_json::Value>(&text).is_ok_and(|json| json.get("command").is_none())
}

/// Judges a file by what it says, and by what the recipe makes if that is known.
fn file(entry: &TaskEntry, made: Option<&mut (&Riddles, RiddleMaker<'_>)>) -> Judged {
    let mut judged = Judged { place: entry.place.clone(), tried: vec![READABLE], ..Judged::default() };
    let text = match entry.text() {
        Ok(text) => text,
        Err(reason) => {
            judged.broken.push((READABLE, reason));
            return judged;
        }
    };
    let format = if is_plain(entry) { Format::ArcColours } else { Format::Arc };
    if format == Format::Arc {
        match serde_json::from_str::<TaskFile>(&text) {
            Err(error) => {
                let (place, problem) = placed(entry, &error);
                judged.place = place;
                judged.broken.push((READABLE, format!("it is no task: {problem}")));
                return judged;
            }
            Ok(task) => {
                judged.tried.push(OUTPUTS);
                judged.broken.extend(check(&task).err().map(|error| (OUTPUTS, error.to_string())));
                judged.id = Some(identity(&task.id));
            }
        }
    }
    let (Some(made), Some(index)) = (made, entry.index) else {
        judged.untried.push((OWN, NO_RECIPE));
        if format == Format::ArcColours {
            judged.untried.push((OUTPUTS, "a plain task says neither its command nor its operation"));
            judged.untried.push((TWICE, "a plain task does not say who it is"));
        }
        return judged;
    };
    judged.tried.push(OWN);
    if format == Format::ArcColours {
        // What it is compared with is derived anew.
        judged.tried.push(OUTPUTS);
    }
    judged.broken.extend(own(&text, &entry.split, index, format, made).err().map(|reason| (OWN, reason)));
    judged
}

/// Where something is wrong with the JSON of a task, as a line of its file, and what.
fn placed(entry: &TaskEntry, error: &serde_json::Error) -> (String, String) {
    let text = error.to_string();
    let message = text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message);
    let place = match (entry.is_line(), error.line()) {
        (true, _) | (false, 0) => entry.place.clone(),
        (false, line) => format!("{}:{line}", entry.place),
    };
    let column = error.column();
    (place, if column > 0 { format!("{message}, column {column}") } else { message.to_owned() })
}

/// The identity of a task by what stands in its file, which may be anything.
fn identity(id: &str) -> u128 {
    let ours = Some(id).filter(|id| id.len() == 32).and_then(|id| u128::from_str_radix(id, 16).ok());
    ours.unwrap_or_else(|| xxh3_128(id.as_bytes()))
}

/// Compares a file with the task that the recipe makes.
fn own(
    text: &str,
    split: &str,
    index: u64,
    format: Format,
    (riddles, maker): &mut (&Riddles, RiddleMaker<'_>),
) -> Result<(), String> {
    let number = riddles.splits().iter().position(|info| info.name == split);
    let number = number.ok_or_else(|| format!("the recipe has no split `{split}`"))?;
    let riddle = maker.make(number, index).map_err(|error| error.to_string())?;
    if format == Format::ArcColours {
        // The file does not say what it means, but the task it is compared with does.
        check(&riddle.arc_json()).map_err(|error| error.to_string())?;
    }
    let made = task(riddle, format).map_err(|error| error.to_string())?;
    let made = made.ok_or("the recipe's task has no form in ten colours")?;
    let mut found: serde_json::Value =
        serde_json::from_str(text).map_err(|error| format!("it is no JSON: {error}"))?;
    if let Some(object) = found.as_object_mut() {
        // Lines say where they belong.
        object.shift_remove("split");
        object.shift_remove("index");
    }
    if found == made { Ok(()) } else { Err("the recipe makes another task of this split and index".into()) }
}
