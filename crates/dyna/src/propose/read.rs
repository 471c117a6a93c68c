//! Scores from text.

use serde_json::{Map, Value};
use wampimuk_babi::Kind;

use super::{CONCEPTS, Cell, KINDS, Score, ScoreError, Scores};

/// An entry and where it is.
struct Entry {
    place: String,
    fields: Map<String, Value>,
}

pub(super) fn scores(text: &str) -> Result<Scores, ScoreError> {
    let text = text.trim_start_matches('\u{feff}');
    let entries = match text.trim_start().chars().next() {
        None => return Err(error("line 1", None, "scores", "nothing")),
        Some('[') => list(text)?,
        Some('{') => lines(text)?,
        Some(_) => table(text)?,
    };
    let mut scores = Scores::default();
    for entry in &entries {
        let (cell, score) = entry.read()?;
        scores.paper |= cell.composition.iter().any(|&concept| CONCEPTS[concept].1 == "POSS");
        let sum = scores.cells.entry(cell).or_default();
        sum.correct += score.correct;
        sum.total += score.total;
    }
    if scores.is_empty() {
        return Err(error("the file", None, "at least one score", "none"));
    }
    Ok(scores)
}

fn error(
    place: impl Into<String>,
    field: Option<&str>,
    expected: impl Into<String>,
    found: impl Into<String>,
) -> ScoreError {
    let field = field.map(str::to_owned);
    ScoreError { place: place.into(), field, expected: expected.into(), found: found.into() }
}

/// A list of objects.
fn list(text: &str) -> Result<Vec<Entry>, ScoreError> {
    let values: Vec<Value> = serde_json::from_str(text).map_err(|wrong| {
        error(format!("line {}", wrong.line()), None, "a JSON list of objects", wrong.to_string())
    })?;
    let entry = |(number, value): (usize, Value)| object(format!("element {}", number + 1), value);
    values.into_iter().enumerate().map(entry).collect()
}

/// Objects one after another.
fn lines(text: &str) -> Result<Vec<Entry>, ScoreError> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let mut entries = Vec::new();
    loop {
        let rest = text.get(values.byte_offset()..).unwrap_or_default();
        let start = text.len() - rest.trim_start().len();
        let place = format!("line {}", text[..start].matches('\n').count() + 1);
        match values.next() {
            None => return Ok(entries),
            Some(Ok(value)) => entries.push(object(place, value)?),
            Some(Err(wrong)) => return Err(error(place, None, "a JSON object", wrong.to_string())),
        }
    }
}

fn object(place: String, value: Value) -> Result<Entry, ScoreError> {
    match value {
        Value::Object(fields) => Ok(Entry { place, fields }),
        other => Err(error(place, None, "a JSON object", shortened(&other))),
    }
}

/// Columns with commas between them, and a header.
fn table(text: &str) -> Result<Vec<Entry>, ScoreError> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let Some((_, header)) = lines.next() else { return Ok(Vec::new()) };
    let names = columns(header).map_err(|found| error("line 1", None, "the names of columns", found))?;
    for name in ["kind", "composition"] {
        if !names.iter().any(|other| other == name) {
            let expected = "a column of this name (or JSON: lines or a list of objects)";
            return Err(error("line 1", Some(name), expected, format!("the columns {}", names.join(", "))));
        }
    }
    let mut entries = Vec::new();
    for (number, line) in lines {
        let place = format!("line {}", number + 1);
        let values = columns(line).map_err(|found| error(&place, None, "columns", found))?;
        if values.len() != names.len() {
            let found = values.len().to_string();
            return Err(error(place, None, format!("{} columns, as in the header", names.len()), found));
        }
        let present = names.iter().zip(values).filter(|(_, value)| !value.is_empty());
        let fields = present.map(|(name, value)| (name.clone(), typed(value))).collect();
        entries.push(Entry { place, fields });
    }
    Ok(entries)
}

/// The value of a column: a number or truth value if it looks like one.
fn typed(text: String) -> Value {
    match text.to_lowercase().as_str() {
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => match text.parse::<u64>() {
            Ok(number) => number.into(),
            Err(_) => text.parse::<f64>().map_or_else(|_| text.clone().into(), Value::from),
        },
    }
}

/// The columns of a line; quotes keep commas together.
fn columns(line: &str) -> Result<Vec<String>, &'static str> {
    let mut columns = vec![String::new()];
    let mut quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        let Some(column) = columns.last_mut() else { break };
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                column.push('"');
                chars.next();
            }
            '"' => quoted = !quoted,
            ',' if !quoted => columns.push(String::new()),
            c => column.push(c),
        }
    }
    if quoted {
        return Err("a quote that does not end on its line");
    }
    Ok(columns.into_iter().map(|column| column.trim().to_owned()).collect())
}

fn shortened(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() <= 60 { text } else { text.chars().take(57).chain("...".chars()).collect() }
}

impl Entry {
    fn wrong(&self, field: &str, expected: impl Into<String>) -> ScoreError {
        let found = self.fields.get(field).map_or_else(|| "nothing".to_owned(), shortened);
        error(&self.place, Some(field), expected, found)
    }

    fn read(&self) -> Result<(Cell, Score), ScoreError> {
        let cell = Cell { kind: self.kind()?, composition: self.composition()?, support: self.support()? };
        Ok((cell, self.score()?))
    }

    fn kind(&self) -> Result<usize, ScoreError> {
        let name = self.fields.get("kind").and_then(Value::as_str).unwrap_or_default();
        let known = Kind::parse(name)
            .and_then(|kind| KINDS.iter().position(|(ours, _, _)| Kind::from(*ours) == kind));
        known.ok_or_else(|| {
            let names: Vec<&str> = KINDS.iter().map(|(_, name, _)| *name).collect();
            self.wrong("kind", format!("one of {}", names.join(", ")))
        })
    }

    fn composition(&self) -> Result<Vec<usize>, ScoreError> {
        const FIELD: &str = "composition";
        let separators = ['+', ',', ';', '&', '|', ' '];
        let names: Vec<&str> = match self.fields.get(FIELD) {
            Some(Value::String(text)) => text.split(separators).filter(|name| !name.is_empty()).collect(),
            Some(Value::Array(names)) => {
                let names: Option<Vec<&str>> = names.iter().map(Value::as_str).collect();
                names.ok_or_else(|| self.wrong(FIELD, "names of concepts"))?
            }
            _ => Vec::new(),
        };
        if names.is_empty() {
            return Err(self.wrong(FIELD, "a list of concepts, or a text such as \"MOVE+GIVE\""));
        }
        let mut composition = Vec::new();
        for name in names {
            let plain: String =
                name.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_uppercase();
            let Some(number) = CONCEPTS.iter().position(|(_, known)| *known == plain) else {
                let known: Vec<&str> = CONCEPTS.iter().map(|(_, name)| *name).collect();
                let expected = format!("concepts ({})", known.join(", "));
                return Err(error(&self.place, Some(FIELD), expected, format!("\"{name}\"")));
            };
            composition.push(number);
        }
        composition.sort_unstable();
        composition.dedup();
        Ok(composition)
    }

    fn support(&self) -> Result<Option<u32>, ScoreError> {
        let expected = "a number of supporting lines, from 1 to 1000";
        let lines = match self.fields.get("support") {
            None | Some(Value::Null) => return Ok(None),
            Some(Value::Array(lines)) => Some(lines.len() as u64),
            Some(value) => value.as_u64(),
        };
        match lines.filter(|lines| (1..=1000).contains(lines)) {
            Some(lines) => Ok(Some(lines as u32)),
            None => Err(self.wrong("support", expected)),
        }
    }

    /// A count, which has to be above 0.
    fn count(&self) -> Result<Option<f64>, ScoreError> {
        let present = |name: &&str| self.fields.get(*name).is_some_and(|value| !value.is_null());
        let Some(field) = ["total", "count"].into_iter().find(present) else { return Ok(None) };
        let count = self.fields.get(field).and_then(Value::as_u64).filter(|count| *count > 0);
        // counts of questions are far below what a double holds
        count
            .map(|count| Some(count as f64))
            .ok_or_else(|| self.wrong(field, "a number of questions above 0"))
    }

    fn score(&self) -> Result<Score, ScoreError> {
        let count = self.count()?;
        match (self.fields.get("correct"), count) {
            (Some(Value::Bool(right)), _) => {
                return Ok(Score { correct: f64::from(u8::from(*right)), total: 1.0 });
            }
            (Some(Value::Number(correct)), count) => {
                let correct = correct.as_u64().map(|correct| correct as f64);
                let Some(correct) = correct.filter(|correct| *correct <= count.unwrap_or(1.0)) else {
                    let expected = match count {
                        Some(total) => format!("a number from 0 to the total of {total}"),
                        None => "true or false, or a number and `total`".to_owned(),
                    };
                    return Err(self.wrong("correct", expected));
                };
                return Ok(Score { correct, total: count.unwrap_or(1.0) });
            }
            (Some(Value::Null) | None, _) => {}
            (Some(_), _) => return Err(self.wrong("correct", "true or false, or a number and `total`")),
        }
        match self
            .fields
            .get("accuracy")
            .map(|value| value.as_f64().filter(|share| (0.0..=1.0).contains(share)))
        {
            Some(Some(share)) => {
                let total = count.unwrap_or(1.0);
                Ok(Score { correct: share * total, total })
            }
            Some(None) => Err(self.wrong("accuracy", "a share from 0 to 1")),
            None => {
                Err(self
                    .wrong("correct", "true or false, or a number and `total`, or `accuracy` and `count`"))
            }
        }
    }
}
