//! Ways through a JSON Schema.

use serde_json::Value;

/// The schemas that a value may meet: several where it may be one of several things.
#[derive(Clone, Debug, Default)]
pub(super) struct Schema<'s> {
    root: Option<&'s Value>,
    all: Vec<&'s Value>,
}

/// How deep references and choices are followed.
const DEPTH: usize = 8;

/// A word, and what it means.
type Named = (String, String);

impl<'s> Schema<'s> {
    pub fn new(root: &'s Value) -> Self {
        Self { root: Some(root), all: vec![root] }
    }

    /// The schema of what these keys lead to.
    pub fn walk(self, path: &[String]) -> Option<Self> {
        path.iter().try_fold(self, |schema, key| schema.below(key))
    }

    fn below(&self, key: &str) -> Option<Self> {
        let mut all = Vec::new();
        for schema in self.tables_of() {
            match schema["properties"].get(key) {
                Some(found) => all.push(found),
                None => all.extend(schema.get("additionalProperties").filter(|more| more.is_object())),
            }
        }
        (!all.is_empty()).then_some(Self { root: self.root, all })
    }

    /// Everything that is meant: without references, choices and lists.
    fn tables_of(&self) -> Vec<&'s Value> {
        let mut found = Vec::new();
        self.all.iter().for_each(|schema| self.resolve(schema, DEPTH, &mut found));
        found
    }

    fn resolve(&self, schema: &'s Value, depth: usize, found: &mut Vec<&'s Value>) {
        if depth == 0 {
            return;
        }
        found.push(schema);
        let name = schema["$ref"].as_str().and_then(|name| name.rsplit('/').next());
        let referred = name.and_then(|name| self.root?["$defs"].get(name));
        let choices = ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|key| schema[key].as_array());
        let inner = choices.flatten().chain(referred).chain(schema.get("items").filter(|of| of.is_object()));
        inner.for_each(|schema| self.resolve(schema, depth - 1, found));
    }

    /// The keys of a table.
    pub fn keys(&self) -> Vec<Named> {
        let mut keys: Vec<Named> = Vec::new();
        for schema in self.tables_of() {
            for (key, of) in schema["properties"].as_object().into_iter().flatten() {
                if !keys.iter().any(|(known, _)| known == key) {
                    keys.push((key.clone(), self.about(of)));
                }
            }
        }
        keys
    }

    /// The values that are known: names, truth values, and defaults.
    pub fn values(&self) -> Vec<Named> {
        let mut values: Vec<Named> = Vec::new();
        let mut add = |value: &Value, about: &str| {
            let text = value.to_string();
            if !value.is_null() && !values.iter().any(|(known, _)| *known == text) {
                values.push((text, about.to_owned()));
            }
        };
        for schema in self.tables_of() {
            let about = schema["description"].as_str().unwrap_or_default();
            schema["enum"].as_array().into_iter().flatten().for_each(|value| add(value, ""));
            schema.get("const").into_iter().for_each(|value| add(value, about));
            if schema["type"] == "boolean" {
                [true, false].into_iter().for_each(|value| add(&Value::Bool(value), ""));
            }
            let plain = |value: &&Value| value.is_string() || value.is_number() || value.is_boolean();
            schema.get("default").filter(plain).into_iter().for_each(|value| add(value, "the default"));
        }
        values
    }

    /// The names of all tables, from the root on.
    pub fn tables(&self) -> Vec<Named> {
        let mut tables = Vec::new();
        self.collect("", DEPTH / 2, &mut tables);
        tables
    }

    fn collect(&self, path: &str, depth: usize, tables: &mut Vec<Named>) {
        if depth == 0 {
            return;
        }
        for (key, about) in self.keys() {
            let Some(below) = self.below(&key) else { continue };
            if below.keys().is_empty() {
                continue;
            }
            let path = if path.is_empty() { key } else { format!("{path}.{key}") };
            below.collect(&path, depth - 1, tables);
            tables.push((path, about));
        }
        tables.sort();
        tables.dedup();
    }

    /// The sentence of a schema, or that of its type.
    fn about(&self, schema: &'s Value) -> String {
        let mut found = Vec::new();
        self.resolve(schema, DEPTH, &mut found);
        let about = found.into_iter().find_map(|schema| schema["description"].as_str());
        about.unwrap_or_default().replace('\n', " ")
    }
}
