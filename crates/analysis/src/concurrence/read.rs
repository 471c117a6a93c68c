//! Boards from text: tables with tabs, and what `wampimuk score --json` prints.

use serde_json::Value;

use super::{Board, Entry, OWN};

/// Why a text is no board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// A line that is not as it should be.
    #[error("line {line}: expected {expected}, found {found}")]
    Line {
        /// Its number.
        line: usize,
        /// What should be there.
        expected: String,
        /// What is there.
        found: String,
    },
    /// A text that begins like JSON and is none.
    #[error("line {line}: {message}")]
    Json {
        /// Where it breaks off.
        line: usize,
        /// Why.
        message: String,
    },
    /// JSON of another kind.
    #[error("expected what `wampimuk score --json` prints for stories: {0}")]
    Other(&'static str),
}

/// Texts in messages are cut after this many characters.
const SHOWN: usize = 40;

fn wrong(line: usize, expected: impl Into<String>, found: &str) -> BoardError {
    let mut shown: String = found.chars().take(SHOWN).collect();
    if shown.len() < found.len() {
        shown.push('…');
    }
    BoardError::Line { line, expected: expected.into(), found: format!("`{shown}`") }
}

impl Board {
    /// Reads a board: JSON if it begins with a brace, else a table with tabs.
    pub fn parse(text: &str) -> Result<Self, BoardError> {
        let text = text.trim_start_matches('\u{feff}');
        if text.trim_start().starts_with('{') { Self::from_json(text) } else { Self::from_tsv(text) }
    }

    /// Reads a table with tabs: a header with `model`, perhaps `group`, and the names of benchmarks; then a line for each
    /// model, in per cent. Empty fields are not known; lines that begin with `#` are remarks.
    pub fn from_tsv(text: &str) -> Result<Self, BoardError> {
        let mut lines =
            (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        let head = "a header: `model`, perhaps `group`, and benchmarks, with tabs between them";
        let (number, header) = lines.next().ok_or_else(|| wrong(1, head, ""))?;
        let names: Vec<&str> = header.split('\t').map(str::trim).collect();
        let grouped = names.get(1) == Some(&"group");
        let first = if grouped { 2 } else { 1 };
        if names[0] != "model" || names.len() <= first {
            return Err(wrong(number, head, header));
        }
        let benchmarks: Vec<String> = names[first..].iter().map(ToString::to_string).collect();
        for (place, name) in benchmarks.iter().enumerate() {
            let again = benchmarks[..place].iter().any(|other| other.eq_ignore_ascii_case(name));
            if name.is_empty() || again {
                return Err(wrong(number, "benchmarks with different names", name));
            }
        }
        let mut board = Self { benchmarks, models: Vec::new() };
        for (number, line) in lines {
            let entry = entry(number, line, names.len(), first)?;
            if board.models.iter().any(|other| other.name == entry.name) {
                return Err(wrong(number, "a model that is not there already", &entry.name));
            }
            board.models.push(entry);
        }
        Ok(board)
    }

    /// Reads what `wampimuk score --json` prints for stories: the recipe is the benchmark, and a model's score is its
    /// accuracy over all splits for testing.
    pub fn from_json(text: &str) -> Result<Self, BoardError> {
        let value: Value = serde_json::from_str(text)
            .map_err(|error| BoardError::Json { line: error.line(), message: error.to_string() })?;
        let recipe = value["recipe"].as_str().ok_or(BoardError::Other("no `recipe`"))?;
        let models = value["models"].as_array().ok_or(BoardError::Other("no list `models`"))?;
        let mut board = Self { benchmarks: vec![recipe.to_string()], models: Vec::new() };
        for model in models {
            let name = model["model"].as_str().ok_or(BoardError::Other("a model without `model`"))?;
            let splits = model["splits"].as_array().ok_or(BoardError::Other("a model without `splits`"))?;
            let (mut right, mut items) = (0.0, 0.0);
            for split in splits.iter().filter(|split| split["role"] == "test") {
                let mean = split["all"]["mean"].as_f64().filter(|mean| (0.0..=1.0).contains(mean));
                let count = split["all"]["items"].as_u64();
                let (Some(mean), Some(count)) = (mean, count) else {
                    return Err(BoardError::Other("a split without `all.mean` and `all.items`"));
                };
                right += mean * count as f64;
                items += count as f64;
            }
            let score = (items > 0.0).then(|| 100.0 * right / items);
            let entry = Entry { name: name.to_string(), group: OWN.to_string(), scores: vec![score] };
            match board.models.iter().any(|other| other.name == entry.name) {
                true => return Err(BoardError::Other("two models have one name")),
                false => board.models.push(entry),
            }
        }
        Ok(board)
    }
}

fn entry(number: usize, line: &str, fields: usize, first: usize) -> Result<Entry, BoardError> {
    let values: Vec<&str> = line.split('\t').map(str::trim).collect();
    if values.len() > fields {
        return Err(wrong(number, format!("{fields} fields, as in the header"), line));
    }
    let name = values.first().copied().unwrap_or_default();
    if name.is_empty() {
        return Err(wrong(number, "the name of a model", line));
    }
    let score = |text: &&str| -> Result<Option<f64>, BoardError> {
        if text.is_empty() || matches!(*text, "-" | "–") {
            return Ok(None);
        }
        let value = text.parse::<f64>().ok().filter(|value| (0.0..=100.0).contains(value));
        value.map(Some).ok_or_else(|| wrong(number, "a score in per cent, from 0 to 100", text))
    };
    let group = if first == 2 { values.get(1).copied().unwrap_or_default() } else { OWN };
    let mut scores = values.iter().skip(first).map(score).collect::<Result<Vec<_>, _>>()?;
    scores.resize(fields - first, None);
    let group = if group.is_empty() { OWN } else { group };
    Ok(Entry { name: name.to_string(), group: group.to_string(), scores })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_of_a_user_are_added() {
        let mut board = Board::published().expect("the shipped table");
        let count = board.models.len();
        let own = "model\tmix-t7\tSQUAD\nmine\t55\t80\nbidaf\t33.3\n";
        board.add(&Board::parse(own).expect("a table"));
        assert_eq!(board.benchmarks.len(), 4, "names of benchmarks have no case");
        assert_eq!(board.models.len(), count + 1);
        let of = |name: &str| board.models.iter().find(|model| model.name == name).expect("a model").clone();
        assert_eq!(of("mine").scores, [Some(80.0), None, Some(55.0), None]);
        assert_eq!(of("bidaf").scores, [Some(67.39), Some(97.2), Some(33.3), Some(100.0)]);
        assert_eq!((of("bidaf").group.as_str(), of("bert").group.as_str()), (OWN, "pre-trained"));
        assert_eq!(board.groups(), ["not pre-trained", OWN, "pre-trained"]);
    }

    #[test]
    fn results_of_score_are_read() {
        let text = r#"{"recipe":"mix-t7","models":[{"model":"entnet","splits":[
            {"split":"dev","role":"dev","all":{"mean":0.9,"items":10}},
            {"split":"test","role":"test","all":{"mean":0.25,"items":3000}}]}]}"#;
        let board = Board::parse(text).expect("results");
        assert_eq!((board.benchmarks[0].as_str(), board.models[0].scores[0]), ("mix-t7", Some(25.0)));
    }

    #[test]
    fn strange_tables_are_refused_with_their_place() {
        let cases = [
            ("", "line 1: expected a header"),
            ("name\tSQuAD\n", "line 1: expected a header"),
            ("model\tgroup\n", "line 1: expected a header"),
            ("model\tA\ta\n", "line 1: expected benchmarks with different names, found `a`"),
            ("# remark\nmodel\tA\nx\t1\t2\n", "line 3: expected 2 fields, as in the header, found `x\t1\t2`"),
            ("model\tA\nx\t101\n", "line 2: expected a score in per cent, from 0 to 100, found `101`"),
            ("model\tA\nx\tNaN\n", "line 2: expected a score in per cent, from 0 to 100, found `NaN`"),
            ("model\tA\nx\t1\nx\t2\n", "line 3: expected a model that is not there already, found `x`"),
            ("model\tA\n\t1\n", "line 2: expected the name of a model"),
            ("{", "line 1: EOF"),
            ("{}", "expected what `wampimuk score --json` prints for stories: no `recipe`"),
        ];
        for (text, message) in cases {
            let error = Board::parse(text).expect_err(text).to_string();
            assert!(error.starts_with(message), "{text:?}: {error}");
        }
    }
}
