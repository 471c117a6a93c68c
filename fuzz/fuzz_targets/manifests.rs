//! Manifests. One that was read and is written reads as the same one, and names nothing outside of its folder.

#![no_main]

use std::path::{Component, Path};

use libfuzzer_sys::fuzz_target;
use wampimuk_dataset::Manifest;

fuzz_target!(|bytes: &[u8]| {
    let path = Path::new("manifest.json");
    let Ok(manifest) = Manifest::parse(bytes, path) else { return };
    let folder = Path::new("folder");
    for file in manifest.paths(folder) {
        let within = file.strip_prefix(folder).expect("a file of the folder");
        assert!(within.components().all(|part| matches!(part, Component::Normal(_))), "{}", file.display());
    }
    let written = manifest.to_json().expect("a manifest is JSON");
    assert_eq!(Manifest::parse(&written, path).expect("what was written is a manifest"), manifest);
});
