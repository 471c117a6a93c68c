//! What is different about two settings.

use std::collections::BTreeMap;

use wampimuk_models::{PRESETS, Settings};

/// Keys that say how long a training is: its updates are counted anyway.
const LENGTH: [&str; 2] = ["updates", "epochs"];
/// Keys that change no number: a name, and where weights lie.
const NOTES: [&str; 2] = ["title", "model.checkpoint"];

/// Each key whose value is another, with its value here; those that are unset here, too.
pub fn changes(own: &Settings, other: &Settings) -> Vec<String> {
    let (own, other) = (values(own), values(other));
    let keys: std::collections::BTreeSet<&String> = own.keys().chain(other.keys()).collect();
    let change = |key: &&String| match (own.get(*key), other.get(*key)) {
        (own, other) if own == other => None,
        (Some(value), _) => Some(format!("{key} = {value}")),
        (None, _) => Some(format!("{key} is not set")),
    };
    keys.iter().filter_map(change).collect()
}

/// Whether a change is of how long a training is.
pub fn is_length(change: &str) -> bool {
    LENGTH.iter().any(|key| change.strip_prefix(key).is_some_and(|rest| rest.starts_with(' ')))
}

/// The settings that come with the program that these are, perhaps with changes.
pub fn preset_of(settings: &Settings) -> Option<&'static str> {
    let is_it = |name: &&str| Settings::preset(name, &[]).is_ok_and(|preset| preset.title == settings.title);
    PRESETS.iter().map(|preset| preset.name).find(is_it)
}

/// All keys with their values.
fn values(settings: &Settings) -> BTreeMap<String, String> {
    let mut all = BTreeMap::new();
    let table = toml::Table::try_from(settings).unwrap_or_default();
    for (key, value) in table {
        match value {
            toml::Value::Table(inner) => {
                all.extend(inner.into_iter().map(|(own, value)| (format!("{key}.{own}"), value.to_string())));
            }
            value => drop(all.insert(key, value.to_string())),
        }
    }
    all.retain(|key, _| !NOTES.contains(&key.as_str()));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_changed_key_is_named() {
        let of = |changes: &[&str]| {
            let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
            Settings::preset("gscan", &changes).unwrap()
        };
        let changed = changes(&of(&["updates=4", "batch=8", "model.dropout=0.5"]), &of(&[]));
        assert_eq!(changed, ["batch = 8", "model.dropout = 0.5", "updates = 4"]);
        assert_eq!(changed.iter().filter(|change| is_length(change)).count(), 1);
        assert!(changes(&of(&["title='mine'"]), &of(&[])).is_empty());
        assert_eq!(preset_of(&of(&["batch=8"])), Some("gscan"));
        assert!(changes(&Settings::preset("gscan-quick", &[]).unwrap(), &of(&[])).len() > 1);
    }
}
