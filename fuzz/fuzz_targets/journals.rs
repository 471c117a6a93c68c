//! Journals of studies. A journal is mended when it is opened, so a second look finds what the first one found. What is no
//! journal is refused.

#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use wampimuk_eval::Journal;

fuzz_target!(|bytes: &[u8]| {
    static FOLDER: OnceLock<tempfile::TempDir> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| tempfile::tempdir().expect("a temporary folder")).path();
    std::fs::write(folder.join("journal.jsonl"), bytes).expect("a temporary file");
    let look = || {
        let journal = Journal::open(folder).map_err(|error| error.to_string())?;
        Ok::<_, String>((journal.damaged, journal.spent(), journal.has_answers_of("model")))
    };
    assert_eq!(look(), look());
});
