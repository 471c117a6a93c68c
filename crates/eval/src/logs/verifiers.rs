//! Logs of verifiers: a line for each task, with a trace of what was said.

use serde::Deserialize;
use serde::de::IgnoredAny;

use super::metadata::About;
use super::said::{Content, failed, said};
use super::{Log, Logged, Visit};
use crate::Error;
use crate::examine::Said;
use crate::reply::Ending;

/// An episode; older logs have a trace in a line.
#[derive(Debug, Deserialize)]
struct Line {
    traces: Option<Vec<Trace>>,
}

#[derive(Debug, Deserialize)]
struct Trace {
    task: Task,
    #[serde(default)]
    nodes: Vec<Node>,
    #[serde(default)]
    calls: Vec<Call>,
    #[serde(default)]
    errors: Vec<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
struct Task {
    data: Data,
}

#[derive(Debug, Deserialize)]
struct Data {
    /// About a question, as text of JSON.
    #[serde(default)]
    metadata: Option<String>,
    /// About a command that is carried out turn by turn, as text of JSON.
    #[serde(default)]
    about: Option<String>,
    #[serde(default)]
    id: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Node {
    message: Message,
}

#[derive(Debug, Deserialize)]
struct Message {
    #[serde(default)]
    role: String,
    #[serde(default)]
    content: Option<Content>,
    #[serde(default)]
    reasoning_content: Option<String>,
}

#[derive(Debug, Deserialize)]
struct Call {
    #[serde(default)]
    node: Option<usize>,
    #[serde(default)]
    model: Option<String>,
    #[serde(default)]
    finish_reason: Option<String>,
    #[serde(default)]
    usage: Option<Usage>,
    #[serde(default)]
    time: Option<Span>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize)]
struct Usage {
    #[serde(default)]
    prompt_tokens: u64,
    #[serde(default)]
    completion_tokens: u64,
}

#[derive(Clone, Copy, Debug, Deserialize)]
struct Span {
    #[serde(default)]
    start: f64,
    #[serde(default)]
    end: f64,
}

/// Visits the traces of a line.
pub(super) fn line(log: &Log, line: &[u8], number: u64, visit: Visit<'_>) -> Result<(), Error> {
    let place = format!("line {number}");
    let wrong = |error: serde_json::Error| log.wrong(&place, error);
    let Line { traces } = serde_json::from_slice(line).map_err(wrong)?;
    let traces = match traces {
        Some(traces) => traces,
        None => vec![serde_json::from_slice(line).map_err(wrong)?],
    };
    for trace in traces {
        let data = &trace.task.data;
        let Some(text) = data.metadata.as_ref().or(data.about.as_ref()) else { continue };
        let mut about: About = serde_json::from_str(text).map_err(wrong)?;
        about.id = about.id.or_else(|| data.id.clone());
        let model = trace.calls.iter().find_map(|call| call.model.clone());
        let model = model.unwrap_or_else(|| "a model".to_owned());
        let said = trace.said(about.play().is_some());
        visit(Logged { place: place.clone(), model, about, said })?;
    }
    Ok(())
}

impl Trace {
    /// What the model said. Of several turns, each is kept; what was cut counts as nothing.
    fn said(&self, is_play: bool) -> Said {
        let is_by_model = |(_, node): &(usize, &Node)| node.message.role == "assistant";
        let mut replies = Vec::new();
        for (number, Node { message }) in self.nodes.iter().enumerate().filter(is_by_model) {
            let (text, mut thought) = message.content.as_ref().map(Content::parts).unwrap_or_default();
            thought.push_str(message.reasoning_content.as_deref().unwrap_or_default());
            let call = self.calls.iter().find(|call| call.node == Some(number));
            let finish = call.and_then(|call| call.finish_reason.as_deref()).unwrap_or_default();
            replies.push(said(finish, &text, &thought));
        }
        let said_of = |reply: &Said| match reply.ending {
            Ending::Answered => reply.answer.clone(),
            _ => String::new(),
        };
        let turns = if is_play { replies.iter().map(said_of).collect() } else { Vec::new() };
        let usage = |of: fn(Usage) -> u64| self.calls.iter().filter_map(|call| call.usage).map(of).sum();
        let spans = self.calls.iter().filter_map(|call| call.time);
        let seconds: f64 = spans.map(|time| time.end - time.start).sum();
        Said {
            prompt_tokens: usage(|usage| usage.prompt_tokens),
            completion_tokens: usage(|usage| usage.completion_tokens),
            milliseconds: (seconds.max(0.0) * 1000.0) as u64,
            attempts: self.calls.len() as u32,
            turns,
            ..replies.pop().filter(|_| self.errors.is_empty()).unwrap_or_else(failed)
        }
    }
}
