//! The front matter of a dataset card: what the Hub and `datasets.load_dataset` read.

use wampimuk_dataset::ManifestSplit;

use super::about::About;
use super::features::{Bytes, features};
use super::yaml::Yaml;

/// The front matter, without the lines around it.
pub(super) fn front_matter(about: &About<'_>) -> String {
    let facts = about.facts;
    let tags = ["synthetic", "compositional-generalization", "wampimuk"];
    let mut entries = vec![
        ("license", Yaml::text("cc-by-4.0")),
        ("language", Yaml::texts(["en"])),
        ("pretty_name", Yaml::text(&about.title)),
        ("task_categories", Yaml::texts(facts.task_categories.iter().copied())),
        ("size_categories", Yaml::texts([size_category(about.items())])),
        ("tags", Yaml::texts(facts.tags.iter().copied().chain(tags))),
        ("annotations_creators", Yaml::texts(["machine-generated"])),
        ("language_creators", Yaml::texts(["machine-generated"])),
        ("source_datasets", Yaml::texts(["original"])),
    ];
    if about.is_loadable() {
        entries.push(("configs", configs(about)));
        entries.push(("dataset_info", dataset_info(about)));
    }
    Yaml::Map(entries).block()
}

fn configs(about: &About<'_>) -> Yaml {
    let source = |(split, patterns): (&ManifestSplit, Vec<String>)| {
        let path = match patterns.as_slice() {
            [one] => Yaml::text(one),
            several => Yaml::texts(several.iter().map(String::as_str)),
        };
        Yaml::Map(vec![("split", Yaml::text(&split.name)), ("path", path)])
    };
    let sources = about.sources().into_iter().map(source).collect();
    Yaml::List(vec![Yaml::Map(vec![
        ("config_name", Yaml::text(&about.manifest.recipe_name)),
        ("default", Yaml::Yes),
        ("data_files", Yaml::List(sources)),
    ])])
}

fn dataset_info(about: &About<'_>) -> Yaml {
    let split = |(split, _): (&ManifestSplit, _)| {
        // Without the number of bytes the library ignores the number of items. These are those of the files.
        let files = about.manifest.files.iter().filter(|file| file.split == split.name);
        Yaml::Map(vec![
            ("name", Yaml::text(&split.name)),
            ("num_bytes", Yaml::Number(files.map(|file| file.bytes).sum())),
            ("num_examples", Yaml::Number(split.items)),
        ])
    };
    let bytes = if about.manifest.file_format == "jsonl" { Bytes::Base64 } else { Bytes::Raw };
    Yaml::Map(vec![
        ("config_name", Yaml::text(&about.manifest.recipe_name)),
        ("features", features(&about.schema.fields, bytes)),
        ("splits", Yaml::List(about.sources().into_iter().map(split).collect())),
        ("download_size", Yaml::Number(about.bytes())),
        ("dataset_size", Yaml::Number(about.bytes())),
    ])
}

/// The Hub's name for a number of items.
fn size_category(items: u64) -> &'static str {
    const NAMES: [&str; 8] =
        ["n<1K", "1K<n<10K", "10K<n<100K", "100K<n<1M", "1M<n<10M", "10M<n<100M", "100M<n<1B", "1B<n<10B"];
    let place = (0..7).take_while(|&power| items >= 1000 * 10u64.pow(power)).count();
    NAMES[place]
}

#[cfg(test)]
mod tests {
    use super::size_category;

    #[test]
    fn sizes_have_names() {
        let sizes = [0, 999, 1000, 9_999, 100_000, 715_457, 1_000_000, 999_999_999, u64::MAX];
        let names = [
            "n<1K",
            "n<1K",
            "1K<n<10K",
            "1K<n<10K",
            "100K<n<1M",
            "100K<n<1M",
            "1M<n<10M",
            "100M<n<1B",
            "1B<n<10B",
        ];
        assert_eq!(sizes.map(size_category), names);
    }
}
