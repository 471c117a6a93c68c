//! The original's own files: all are read, and what can be written again is written again byte by byte.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{read_all, shared, text};
use wampimuk_command::{Grammar, Lexicon, ObjectRoles, Surface};
use wampimuk_dataset::{OriginalFile, OriginalHeader, OriginalLanguage, OriginalLines, RecordedClaims, open};

#[test]
fn lines_are_written_as_the_original_did() {
    for name in
        ["gscan/a_grid6_adverb_generalization.jsonl.gz", "gscan/b_grid12_adverb_target_lengths15.jsonl.gz"]
    {
        let Some(path) = shared(name) else { return };
        let (records, lexicon) = read_all(&path, None);
        assert_eq!(lexicon, Lexicon::gscan());
        let text = text(&path);
        assert_eq!(records.len(), text.lines().count());
        let mut lines = OriginalLines::new(&lexicon, Surface::Gscan, 4);
        for (record, line) in records.into_iter().zip(text.lines()) {
            let split = record.split.clone();
            lines.clear();
            lines.push(&split, &record.into_example().unwrap(), &ObjectRoles::default()).unwrap();
            assert_eq!(std::str::from_utf8(lines.bytes()).unwrap().trim_end(), line);
        }
    }
}

#[test]
fn dataset_txt_is_written_as_the_original_did() {
    let Some(path) = shared("gscan/demo_dataset.txt.gz") else { return };
    let (records, lexicon) = read_all(&path, None);
    let nouns: Vec<&str> = lexicon.nouns.iter().map(|noun| noun.word.name.as_str()).collect();
    assert_eq!(nouns, ["circle", "square"], "the order comes from the grammar");
    let header = OriginalHeader {
        grid_size: 4,
        language: OriginalLanguage::Gscan(Grammar::SimpleIntrans),
        min_object_size: 1,
        max_object_size: 4,
        percentage_train: 0.7,
    };
    let mut file = OriginalFile::new(Vec::new(), &lexicon, &header).unwrap();
    let mut open = String::new();
    for record in records {
        if *record.split != *open {
            open = record.split.to_string();
            file.begin_split(&open).unwrap();
        }
        file.write(&record.into_example().unwrap(), &ObjectRoles::default()).unwrap();
    }
    let written = String::from_utf8(file.finish().unwrap()).unwrap();
    let text = text(&path);
    if let Some((number, (ours, theirs))) =
        written.lines().zip(text.lines()).enumerate().find(|(_, (ours, theirs))| ours != theirs)
    {
        panic!("line {}: {ours} instead of {theirs}", number + 1);
    }
    assert!(written == text, "{} bytes instead of {}", written.len(), text.len());
}

#[test]
fn reascan_files_are_read() {
    let Some(path) = shared("reascan/generated-p1.jsonl.gz") else { return };
    let mut items = 0;
    for entry in path.parent().unwrap().read_dir().unwrap() {
        let path = entry.unwrap().path();
        let mut reader = open(&path, None).unwrap();
        for record in reader.by_ref() {
            let record = record.unwrap();
            assert!(record.target.is_some());
            let RecordedClaims::Original(claims) = record.recorded else { panic!("an original item") };
            assert!(claims.manner.is_some() && claims.vectors.iter().all(Option::is_some));
            // What was recorded of the phrases and of the distractors.
            assert_eq!(claims.expressions.len(), record.command.phrase.count());
            assert_eq!(claims.expressions.first(), claims.referred_target.as_ref());
            assert!(claims.pattern.is_some_and(|pattern| pattern.starts_with("$OBJ_0")));
            let distractors = claims.distractors.unwrap();
            assert!(distractors.relation || !distractors.isomorphism);
            items += 1;
        }
        assert_eq!(reader.lexicon(), &Lexicon::reascan(), "{}", path.display());
        let given = Lexicon::reascan();
        assert!(open(&path, Some(&given)).unwrap().all(|record| record.is_ok()), "{}", path.display());
    }
    assert!(items > 10_000, "{items}");
}
