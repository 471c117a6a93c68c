//! The parts of a hold-out's condition.

use serde_json::{Map, Value};
use wampimuk_gscan::{Condition, Holdout};

use super::Question;

/// Questions about each hold-out: every single feature, every pair of features, and the whole.
///
/// A feature is one key of the condition; of several words in `mentions`, each is a feature, because all of them must
/// be there. `any` and `not` count as one feature each, whatever they hold.
pub fn questions_of(holdouts: &[Holdout]) -> Vec<Question> {
    let mut questions = Vec::new();
    for holdout in holdouts {
        let atoms = atoms(&holdout.when);
        let mut ask = |parts: &[&Atom]| {
            if let Some(condition) = conjunction(parts) {
                let label = parts.iter().map(|atom| atom.label()).collect::<Vec<_>>().join(", ");
                let about = holdout.name.clone();
                questions.push(Question { about, label, condition: condition.into(), published: None });
            }
        };
        if atoms.len() > 1 {
            atoms.iter().for_each(|atom| ask(&[atom]));
        }
        if atoms.len() > 2 {
            for (number, first) in atoms.iter().enumerate() {
                atoms[number + 1..].iter().for_each(|second| ask(&[first, second]));
            }
        }
        ask(&atoms.iter().collect::<Vec<_>>());
    }
    questions
}

/// A feature: a key of a condition with its value.
struct Atom {
    key: String,
    value: Value,
}

/// Taken apart as data, so that a key added to conditions is a feature here without further ado.
fn atoms(condition: &Condition) -> Vec<Atom> {
    let Ok(Value::Object(map)) = serde_json::to_value(condition) else { return Vec::new() };
    let mut atoms = Vec::new();
    for (key, value) in map {
        match value {
            Value::Array(words) if key == "mentions" => {
                atoms.extend(words.into_iter().map(|value| Atom { key: key.clone(), value }));
            }
            value => atoms.push(Atom { key, value }),
        }
    }
    atoms
}

/// The condition that all of these hold.
fn conjunction(atoms: &[&Atom]) -> Option<Condition> {
    let mut map = Map::new();
    for Atom { key, value } in atoms {
        match map.get_mut(key) {
            None => _ = map.insert(key.clone(), value.clone()),
            Some(Value::Array(values)) => values.push(value.clone()),
            Some(other) => *other = Value::Array(vec![other.take(), value.clone()]),
        }
    }
    serde_json::from_value(Value::Object(map)).ok()
}

impl Atom {
    fn label(&self) -> String {
        label(&self.key, &self.value)
    }
}

fn label(key: &str, value: &Value) -> String {
    let inner = |value: &Value| match value {
        Value::Object(map) => map.iter().map(|(key, value)| label(key, value)).collect::<Vec<_>>().join(", "),
        other => words(other),
    };
    match (key, value) {
        ("any", Value::Array(conditions)) => conditions.iter().map(inner).collect::<Vec<_>>().join(" or "),
        ("not", value) => format!("not ({})", inner(value)),
        ("actions_over", value) => format!("more than {} actions", words(value)),
        ("adverb", Value::String(name)) if name.is_empty() => "no adverb".to_string(),
        (key, value) => format!("{} {}", key.replace('_', " "), words(value)),
    }
}

fn words(value: &Value) -> String {
    match value {
        Value::String(word) if word.is_empty() => "none".to_string(),
        Value::String(word) => word.clone(),
        Value::Array(values) => values.iter().map(words).collect::<Vec<_>>().join("/"),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_gscan::{Recipe, shipped};

    use super::*;

    fn labels(when: &str) -> Vec<String> {
        let condition: Condition = serde_json::from_str(when).unwrap();
        let holdout = Holdout {
            name: "x".into(),
            title: String::new(),
            when: condition,
            few_shot: false,
            no_longer_than_train: false,
        };
        questions_of(&[holdout]).into_iter().map(|question| question.label).collect()
    }

    #[test]
    fn singles_pairs_and_the_whole() {
        assert_eq!(
            labels(r#"{"mentions": ["small", "red"], "target_size": 2}"#),
            [
                "mentions small",
                "mentions red",
                "target size 2",
                "mentions small, mentions red",
                "mentions small, target size 2",
                "mentions red, target size 2",
                "mentions small, mentions red, target size 2",
            ]
        );
        assert_eq!(labels(r#"{"direction": "sw"}"#), ["direction sw"]);
        assert_eq!(
            labels(r#"{"adverb": ["", "cautiously"], "not": {"verb": "walk", "distance": [1, 2]}}"#),
            [
                "adverb none/cautiously",
                "not (verb walk, distance 1/2)",
                "adverb none/cautiously, not (verb walk, distance 1/2)"
            ]
        );
    }

    #[test]
    fn the_whole_is_the_hold_out_itself() {
        let recipe = Recipe::parse(shipped("gscan").unwrap().toml).unwrap();
        for holdout in &recipe.generate.holdouts {
            let questions = questions_of(std::slice::from_ref(holdout));
            assert_eq!(questions.last().unwrap().condition, holdout.when.clone().into());
        }
    }
}
