//! Logs of Inspect: an archive with a file for each sample, or one document with all of them.

use std::cell::Cell;
use std::fmt;
use std::io::{BufReader, Read};
use std::rc::Rc;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use wampimuk_dataset::Input;

use super::archive::Archive;
use super::metadata::About;
use super::said::{Content, failed, said};
use super::{LARGEST, Log, Logged, Visit};
use crate::Error;
use crate::examine::Said;

/// What is known of all samples.
#[derive(Debug, Deserialize)]
struct Header {
    eval: Evaluated,
}

#[derive(Debug, Deserialize)]
struct Evaluated {
    model: String,
}

/// A sample, as far as it matters.
#[derive(Debug, Deserialize)]
struct Sample {
    #[serde(default)]
    metadata: Option<About>,
    #[serde(default)]
    output: Option<Output>,
    #[serde(default)]
    error: Option<IgnoredAny>,
    #[serde(default)]
    total_time: Option<f64>,
}

#[derive(Debug, Deserialize)]
struct Output {
    #[serde(default)]
    choices: Vec<Choice>,
    #[serde(default)]
    usage: Option<Usage>,
}

#[derive(Debug, Deserialize)]
struct Choice {
    message: Message,
    #[serde(default)]
    stop_reason: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Message {
    content: Content,
}

#[derive(Debug, Default, Deserialize)]
struct Usage {
    #[serde(default)]
    input_tokens: u64,
    #[serde(default)]
    output_tokens: u64,
}

impl Sample {
    fn logged(self, place: String, model: &str) -> Option<Logged> {
        let about = self.metadata?;
        let output = self.output.unwrap_or(Output { choices: Vec::new(), usage: None });
        let usage = output.usage.unwrap_or_default();
        let said = match output.choices.first().filter(|_| self.error.is_none()) {
            None => failed(),
            Some(Choice { message, stop_reason }) => {
                let (text, reasoning) = message.content.parts();
                said(stop_reason.as_deref().unwrap_or_default(), &text, &reasoning)
            }
        };
        let said = Said {
            prompt_tokens: usage.input_tokens,
            completion_tokens: usage.output_tokens,
            milliseconds: self
                .total_time
                .filter(|time| *time >= 0.0)
                .map_or(0, |time| (time * 1000.0) as u64),
            ..said
        };
        Some(Logged { place, model: model.to_owned(), about, said })
    }
}

/// Whether a document begins as a log does.
pub(super) fn is_document(start: &[u8]) -> bool {
    let text = String::from_utf8_lossy(start);
    let place = |name: &str| text.find(&format!("\"{name}\""));
    matches!((place("version"), place("status"), place("eval")), (Some(one), Some(two), Some(three)) if one < two && two < three)
}

/// Visits the samples of an archive.
pub(super) fn archive(log: &Log, visit: Visit<'_>) -> Result<(), Error> {
    let mut archive = Archive::open(&log.path).map_err(|error| log.wrong("the archive", error))?;
    let entries = archive.entries().to_vec();
    // A run that was broken off has no header, but what it began with.
    let header = ["header.json", "_journal/start.json"];
    let header = header.iter().find_map(|name| entries.iter().find(|entry| entry.name == *name));
    let header = header.ok_or_else(|| log.wrong("the archive", "it has no header.json"))?;
    let bytes = archive.contents(header, LARGEST).map_err(|error| log.wrong(&header.name, error))?;
    let header: Header = serde_json::from_slice(&bytes).map_err(|error| log.wrong(&header.name, error))?;
    for entry in entries.iter().filter(|entry| entry.name.starts_with("samples/")) {
        let bytes = archive.contents(entry, LARGEST).map_err(|error| log.wrong(&entry.name, error))?;
        let sample: Sample = serde_json::from_slice(&bytes).map_err(|error| log.wrong(&entry.name, error))?;
        if let Some(logged) = sample.logged(entry.name.clone(), &header.eval.model) {
            visit(logged)?;
        }
    }
    Ok(())
}

/// Visits the samples of a document.
pub(super) fn document(log: &Log, visit: Visit<'_>) -> Result<(), Error> {
    let input = Input::open(&log.path).map_err(|error| log.io(error))?;
    let left = Rc::new(Cell::new(LARGEST));
    let limited = Limited { input: BufReader::new(input), left: left.clone() };
    let mut failure = None;
    let walk = Walk { left, visit, failure: &mut failure, model: None, samples: 0 };
    let read = serde_json::Deserializer::from_reader(limited).deserialize_map(walk);
    match (failure, read) {
        (Some(failure), _) => Err(failure),
        (None, Err(error)) => Err(log.wrong("the document", error)),
        (None, Ok(())) => Ok(()),
    }
}

/// Reads no more than so many bytes before somebody says that it may go on.
struct Limited<R> {
    input: R,
    left: Rc<Cell<u64>>,
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        if self.left.get() == 0 {
            return Err(std::io::Error::new(
                std::io::ErrorKind::InvalidData,
                format!("a sample has more than {LARGEST} bytes"),
            ));
        }
        let most = out.len().min(usize::try_from(self.left.get()).unwrap_or(usize::MAX));
        let count = self.input.read(&mut out[..most])?;
        self.left.set(self.left.get() - count as u64);
        Ok(count)
    }
}

/// Walks through a document, sample by sample.
struct Walk<'w> {
    left: Rc<Cell<u64>>,
    visit: Visit<'w>,
    failure: &'w mut Option<Error>,
    model: Option<String>,
    samples: u64,
}

impl<'de> Visitor<'de> for Walk<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a log of Inspect")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "eval" => self.model = Some(map.next_value::<Evaluated>()?.model),
                "samples" => map.next_value_seed(&mut self)?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
            self.left.set(LARGEST);
        }
        Ok(())
    }
}

impl Walk<'_> {
    fn add(&mut self, sample: Sample) -> Result<(), ()> {
        self.left.set(LARGEST);
        self.samples += 1;
        let place = format!("sample {}", self.samples);
        let model = self.model.clone().unwrap_or_else(|| "a model".to_owned());
        let Some(logged) = sample.logged(place, &model) else { return Ok(()) };
        (self.visit)(logged).map_err(|error| *self.failure = Some(error))
    }
}

/// The samples of a document.
impl<'de> DeserializeSeed<'de> for &mut Walk<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_option(Samples(self))
    }
}

/// The list of samples; none, where a log has no list.
struct Samples<'a, 'w>(&'a mut Walk<'w>);

impl<'de> Visitor<'de> for Samples<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of samples")
    }

    fn visit_none<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut samples: A) -> Result<(), A::Error> {
        while let Some(sample) = samples.next_element::<Sample>()? {
            self.0.add(sample).map_err(|()| serde::de::Error::custom("stopped"))?;
        }
        Ok(())
    }
}
