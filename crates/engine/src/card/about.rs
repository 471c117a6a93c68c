//! What all three files say of a dataset.

use sha2::{Digest, Sha256};
use wampimuk_core::Schema;
use wampimuk_dataset::{Manifest, ManifestFile, ManifestSplit};
use wampimuk_families::shipped;

use super::facts::FamilyFacts;

/// A dataset to be described.
pub(super) struct About<'a> {
    pub manifest: &'a Manifest,
    pub schema: &'a Schema,
    pub facts: &'a FamilyFacts,
    /// The recipe's own title, in one line, or its name.
    pub title: String,
}

impl<'a> About<'a> {
    pub fn new(manifest: &'a Manifest, schema: &'a Schema, facts: &'a FamilyFacts) -> Self {
        let recipe: Option<toml::Table> = toml::from_str(&manifest.recipe).ok();
        let title = recipe.as_ref().and_then(|recipe| recipe.get("title")?.as_str());
        let title = title.unwrap_or(&manifest.recipe_name).split_whitespace().collect::<Vec<_>>().join(" ");
        Self { manifest, schema, facts, title }
    }

    /// Whether the files have the columns of the schema. Other formats are the originals', and have their own.
    pub fn has_columns(&self) -> bool {
        matches!(self.manifest.file_format.as_str(), "parquet" | "jsonl" | "arrow")
    }

    /// Whether programs that read dataset cards can load the files.
    pub fn is_loadable(&self) -> bool {
        matches!(self.manifest.file_format.as_str(), "parquet" | "jsonl")
    }

    /// Whether this optional column or view is there.
    pub fn has(&self, extra: &str) -> bool {
        self.manifest.extras.iter().any(|name| name == extra)
    }

    /// How many items there are.
    pub fn items(&self) -> u64 {
        self.manifest.splits.iter().map(|split| split.items).sum()
    }

    /// How many bytes the files have.
    pub fn bytes(&self) -> u64 {
        self.manifest.files.iter().map(|file| file.bytes).sum()
    }

    /// The splits that have files of their own, each with the patterns that match them.
    pub fn sources(&self) -> Vec<(&'a ManifestSplit, Vec<String>)> {
        let with_files = |split: &'a ManifestSplit| {
            let mut patterns: Vec<String> = Vec::new();
            for file in self.manifest.files.iter().filter(|file| file.split == split.name) {
                let pattern = pattern(file);
                if !patterns.contains(&pattern) {
                    patterns.push(pattern);
                }
            }
            (!patterns.is_empty()).then_some((split, patterns))
        };
        self.manifest.splits.iter().filter_map(with_files).collect()
    }

    /// What an item's label is.
    pub fn label(&self) -> &'a str {
        if self.has("reference") { REFERENCE_LABEL } else { self.facts.label }
    }

    /// The version of the program.
    pub fn version(&self) -> &'a str {
        self.manifest.generator.rsplit(' ').next().unwrap_or_default()
    }

    /// The version of the data: whatever changes an item changes it.
    pub fn data_version(&self) -> String {
        let digest: String = self.manifest.digest.chars().take(12).collect();
        format!("{}+{digest}.{}", self.version(), self.manifest.seed)
    }

    /// The command that makes the dataset, and what it takes where the recipe is not a shipped one.
    pub fn command(&self) -> String {
        let Manifest { recipe_name, recipe, seed, file_format, extras, .. } = self.manifest;
        let is_shipped = shipped().any(|known| known.name == recipe_name && known.toml == recipe);
        let source = if is_shipped { recipe_name.clone() } else { format!("{recipe_name}.toml") };
        let mut command = format!("wampimuk generate {source} --seed {seed}");
        if file_format != "parquet" {
            command.push_str(&format!(" --format {file_format}"));
        }
        for extra in extras {
            let option = if extra == "reference" { "--view" } else { "--with" };
            command.push_str(&format!(" {option} {extra}"));
        }
        if is_shipped {
            return command;
        }
        let extract = "import json; print(json.load(open('manifest.json'))['recipe'])";
        format!("python -c \"{extract}\" > {source}\n{command}")
    }

    /// A text that occurs nowhere else, so that the dataset can be found in what a model was trained on. It belongs to
    /// the recipe's digest: all datasets of one recipe share it.
    pub fn canary(&self) -> String {
        let mut hash = Sha256::new();
        hash.update(b"wampimuk canary\0");
        hash.update(self.manifest.digest.as_bytes());
        let mut bytes: [u8; 16] = [0; 16];
        bytes.copy_from_slice(&hash.finalize()[..16]);
        // A UUID of the kind that may be made in any way.
        bytes[6] = bytes[6] & 0x0f | 0x80;
        bytes[8] = bytes[8] & 0x3f | 0x80;
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]].join("-")
    }
}

const REFERENCE_LABEL: &str = "The cell that the command refers to, as row, column and number. Actions are left out, and \
                               so is whatever else would give the cell away.";

/// The pattern that a file matches together with the others of its split: the number of a shard is left open.
fn pattern(file: &ManifestFile) -> String {
    let numbered = |part: &str| part.len() == 5 && part.bytes().all(|byte| byte.is_ascii_digit());
    let open = || {
        let (front, count) = file.path.rsplit_once("-of-")?;
        let (stem, number) = front.rsplit_once('-')?;
        let (count, ending) = count.split_once('.')?;
        (numbered(number) && numbered(count)).then(|| format!("{stem}-*.{ending}"))
    };
    open().unwrap_or_else(|| file.path.clone())
}

/// A number with commas, as people read it.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_shards_are_left_open() {
        let of = |path: &str| {
            let path = path.to_string();
            pattern(&ManifestFile { path, split: String::new(), items: 0, bytes: 0, sha256: String::new() })
        };
        assert_eq!(of("data/a-b/x_test-00000-of-00012.parquet"), "data/a-b/x_test-*.parquet");
        assert_eq!(of("data/a/x-00000-of-00012.jsonl.zst"), "data/a/x-*.jsonl.zst");
        assert_eq!(of("train.parquet"), "train.parquet");
        assert_eq!(of("one-of-many.txt"), "one-of-many.txt");
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([0, 999, 1000, 1234567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
