//! What describes a dataset to people and machines: a dataset card, Croissant metadata, a datasheet.
//!
//! A dataset that nobody can find, load, cite or doubt is not published. Three files beside the manifest see to that:
//!
//! * `README.md`, a Hugging Face dataset card: its front matter makes `datasets.load_dataset(path)` work as is, its text
//!   says what each split tests, how it is defined and how to make it again;
//! * `croissant.json`, the same for programs that read Croissant (version 1.1), with a checksum for each file;
//! * `DATASHEET.md`, which answers the questions of "Datasheets for Datasets" as the papers' own datasheets do.
//!
//! All three are functions of the [`Manifest`] and the [`Schema`]: no clock, no machine, so the same dataset has the
//! same bytes everywhere. What cannot be read off them, because it is about a family (what its items are, which papers
//! to cite, what is known to be wrong with it), is in one [`Facts`] table for each family. The texts between are in
//! `templates`.
//!
//! ```
//! use wampimuk_card::{facts, files};
//! # use wampimuk_core::{Field, Schema, Type};
//! # use wampimuk_dataset::{MANIFEST_FORMAT, Manifest};
//! # let schema = Schema { fields: vec![Field::new("id", Type::Text, "a name")] };
//! # let manifest = Manifest {
//! #     format: MANIFEST_FORMAT, generator: "wampimuk 0.1.0".into(), stream: 1, family: "gscan".into(),
//! #     recipe_name: "gscan".into(), recipe: "title = \"gSCAN\"".into(), digest: "00".into(), seed: 0,
//! #     file_format: "parquet".into(), extras: vec![], shard_items: None, splits: vec![], files: vec![],
//! # };
//! let files = files(&manifest, &schema, facts(&manifest.family));
//! let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
//! assert_eq!(names, ["README.md", "croissant.json", "DATASHEET.md"]);
//! ```

mod about;
mod card;
mod croissant;
mod datasheet;
mod facts;
mod features;
mod front_matter;
mod table;
mod template;
mod yaml;

use wampimuk_core::Schema;
use wampimuk_dataset::Manifest;

use about::About;
pub use facts::{Check, Facts, Paper, facts};

/// The files that describe a dataset: name and contents. The columns are those of the dataset's files, extras included.
pub fn files(manifest: &Manifest, schema: &Schema, facts: &Facts) -> Vec<(String, Vec<u8>)> {
    let about = About::new(manifest, schema, facts);
    [
        ("README.md", card::text(&about)),
        ("croissant.json", croissant::text(&about)),
        ("DATASHEET.md", datasheet::text(&about)),
    ]
    .map(|(name, text)| (name.to_string(), text.into_bytes()))
    .into()
}
