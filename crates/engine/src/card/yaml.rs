//! As much of YAML as front matter needs.

use std::fmt::Write;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Yaml {
    Text(String),
    Number(u64),
    Yes,
    List(Vec<Yaml>),
    Map(Vec<(&'static str, Yaml)>),
}

impl Yaml {
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    pub fn texts<'t>(texts: impl IntoIterator<Item = &'t str>) -> Self {
        Self::List(texts.into_iter().map(Self::text).collect())
    }

    /// The value as a block, without a line of its own in front.
    pub fn block(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, 0);
        out
    }

    fn write(&self, out: &mut String, indent: usize) {
        match self {
            Self::Map(entries) => {
                for (number, (key, value)) in entries.iter().enumerate() {
                    if number > 0 {
                        pad(out, indent);
                    }
                    out.push_str(key);
                    out.push(':');
                    match value {
                        Self::Map(inner) if !inner.is_empty() => {
                            out.push('\n');
                            pad(out, indent + 2);
                            value.write(out, indent + 2);
                        }
                        Self::List(inner) if !inner.is_empty() => {
                            out.push('\n');
                            pad(out, indent);
                            value.write(out, indent);
                        }
                        _ => {
                            out.push(' ');
                            value.write(out, indent);
                        }
                    }
                }
                if entries.is_empty() {
                    out.push_str("{}\n");
                }
            }
            Self::List(values) => {
                for (number, value) in values.iter().enumerate() {
                    if number > 0 {
                        pad(out, indent);
                    }
                    out.push_str("- ");
                    value.write(out, indent + 2);
                }
                if values.is_empty() {
                    out.push_str("[]\n");
                }
            }
            Self::Text(text) => {
                out.push_str(&scalar(text));
                out.push('\n');
            }
            Self::Number(number) => {
                let _ = writeln!(out, "{number}");
            }
            Self::Yes => out.push_str("true\n"),
        }
    }
}

fn pad(out: &mut String, indent: usize) {
    out.extend(std::iter::repeat_n(' ', indent));
}

/// A text as it is where it can be nothing else, else in quotes: every JSON string is a YAML string.
fn scalar(text: &str) -> String {
    const OTHERWISE: [&str; 8] = ["true", "false", "yes", "no", "on", "off", "null", "nan"];
    let plain = text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.ends_with(|last: char| last.is_ascii_alphanumeric())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || "_-./".contains(c))
        && !OTHERWISE.iter().any(|word| text.eq_ignore_ascii_case(word))
        && !text.eq_ignore_ascii_case("y")
        && !text.eq_ignore_ascii_case("n");
    if plain { text.to_string() } else { serde_json::Value::from(text).to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_nest() {
        let value = Yaml::Map(vec![
            ("license", Yaml::text("cc-by-4.0")),
            ("empty", Yaml::List(Vec::new())),
            (
                "features",
                Yaml::List(vec![
                    Yaml::Map(vec![("name", Yaml::text("id")), ("dtype", Yaml::text("string"))]),
                    Yaml::Map(vec![
                        ("name", Yaml::text("no")),
                        ("sequence", Yaml::Map(vec![("sequence", Yaml::text("uint8"))])),
                        ("list", Yaml::List(vec![Yaml::Map(vec![("default", Yaml::Yes)])])),
                    ]),
                ]),
            ),
            ("title", Yaml::text("a: \"b\" 6×6\n")),
            ("n", Yaml::Number(3)),
        ]);
        let expected = "license: cc-by-4.0\nempty: []\nfeatures:\n- name: id\n  dtype: string\n- name: \"no\"\n  \
                        sequence:\n    sequence: uint8\n  list:\n  - default: true\ntitle: \"a: \\\"b\\\" 6×6\\n\"\nn: 3\n";
        assert_eq!(value.block(), expected);
    }
}
