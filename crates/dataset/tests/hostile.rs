//! Files that someone broke: every reader gives items or errors, never a panic, and always ends.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;
mod damage;

use std::io::Write;
use std::sync::LazyLock;

use common::{formats, items};
use damage::damage;
use proptest::prelude::*;
use wampimuk_command::Lexicon;
use wampimuk_dataset::{
    DatasetTxtPiece, DatasetTxtReader, FileLexicon, Input, Lines, MAX_ITEM_BYTES, ReadError, open,
    parse_example,
};

static FILES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let lexicon = Lexicon::gscan();
    let items = items(&lexicon);
    let mut files: Vec<Vec<u8>> =
        formats(&items[..8], &lexicon).into_iter().map(|(_, bytes)| bytes).collect();
    let packed = tempfile::Builder::new().suffix(".gz").tempfile().unwrap();
    common::write(packed.path(), &files[0]);
    files.push(std::fs::read(packed.path()).unwrap());
    files
});

/// Throws the bytes at every reader.
fn read(bytes: &[u8]) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    for lexicon in [None, Some(Lexicon::gscan())] {
        if let Ok(reader) = open(file.path(), lexicon.as_ref()) {
            let most = bytes.len() + 100;
            let errors: Vec<String> =
                reader.take(most).filter_map(|item| Some(item.err()?.to_string())).collect();
            assert!(errors.len() < most, "endless errors");
        }
    }
    let _ = parse_example(bytes).map(|example| example.decode(&mut FileLexicon::learning(), 3).is_ok());
    let mut lines = Lines::new(bytes);
    while let Ok(Some(line)) = lines.next_line() {
        let _ = parse_example(line).map(|example| example.decode(&mut FileLexicon::learning(), 3).is_ok());
    }
    let mut splitter = DatasetTxtReader::new(bytes);
    while let Ok(Some(piece)) = splitter.next_piece() {
        if let DatasetTxtPiece::Example { json, .. } = piece {
            let _ =
                parse_example(json).map(|example| example.decode(&mut FileLexicon::learning(), 3).is_ok());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_are_survived(file in 0..5usize, damages in prop::collection::vec(damage(FILES.len()), 1..6)) {
        let mut bytes = FILES[file].clone();
        for damage in &damages {
            damage.apply(&mut bytes, &FILES);
        }
        read(&bytes);
    }

    #[test]
    fn noise_is_survived(bytes in prop::collection::vec(any::<u8>(), 0..300), start in 0..6usize) {
        let starts: [&[u8]; 6] = [b"", b"PAR1", b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"{\"situation\":", b"{\"examples\":"];
        read(&[starts[start], &bytes].concat());
    }
}

#[test]
fn every_truncation_is_survived() {
    for file in FILES.iter() {
        for len in (0..file.len()).step_by(1 + file.len() / 200) {
            read(&file[..len]);
        }
    }
}

#[test]
fn deep_nesting_is_refused() {
    for (open_with, close_with) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = format!("{}1{}", open_with.repeat(200_000), close_with.repeat(200_000));
        read(format!("{{\"situation\": {deep}}}").as_bytes());
        read(format!("{{\"examples\": {{\"train\": [{deep}]}}}}").as_bytes());
        read(format!("{{\"x\": {deep}, \"examples\": {{}}}}").as_bytes());
    }
}

#[test]
fn a_line_of_100_megabytes_is_refused_quickly() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"{\"situation\": \"").unwrap();
    let block = vec![b'x'; 1 << 20];
    for _ in 0..100 {
        file.write_all(&block).unwrap();
    }
    let start = std::time::Instant::now();
    let mut reader = open(file.path(), None).unwrap();
    assert!(matches!(reader.next(), Some(Err(ReadError::TooLong(_)))));
    assert!(reader.next().is_none());
    assert!(start.elapsed().as_secs() < 5);
}

#[test]
fn bombs_stay_small() {
    // A gigabyte of zeros, packed: it is passed over without being held.
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(b"{\"examples\": {\"train\": [\"").unwrap();
    for _ in 0..64 {
        packed.write_all(&vec![b'0'; 1 << 20]).unwrap();
    }
    let packed = packed.finish().unwrap();
    let mut splitter = DatasetTxtReader::new(Input::new(Box::new(std::io::Cursor::new(packed))).unwrap());
    let error = splitter.next_piece().unwrap_err().to_string();
    assert!(error.contains(&MAX_ITEM_BYTES.to_string()), "{error}");
}

#[test]
fn errors_name_the_field() {
    let lexicon = Lexicon::gscan();
    let items = items(&lexicon);
    let line = String::from_utf8(common::original_lines(&items[3..4], &lexicon)).unwrap();
    let agent = items[3].example.world.agent().cell;
    let agent = format!("\"agent_position\": {{\"row\": \"{}\"", agent.row);
    for (from, to, message) in [
        ("\"grid_size\": 6", "\"grid_size\": 33", "`situation.grid_size`: a grid of 33×33"),
        (
            "\"grid_size\": 6",
            "\"grid_size\": 6.5",
            "`situation.grid_size`: invalid type: floating point `6.5`, expected a whole number",
        ),
        ("\"grid_size\": 6", "\"grid_size\": NaN", "`situation.grid_size`"),
        (
            agent.as_str(),
            "\"agent_position\": {\"row\": \"-1\"",
            "`situation.agent_position.row`: invalid value: string \"-1\"",
        ),
        (agent.as_str(), "\"agent_position\": {\"row\": 6", "`situation.agent_position`: row 6, column"),
        (
            "\"agent_direction\": ",
            "\"agent_direction\": 1",
            "`situation.agent_direction`: expected a direction from 0 to 3",
        ),
        (
            "\"1\": {\"vector\"",
            "\"7\": {\"vector\"",
            "`situation.placed_objects`: expected the key \"1\", found \"2\"",
        ),
        ("\"color\": \"", "\"color\": \"x;", "`situation.target_object.object.color`: `x;"),
        ("\"size\": \"", "\"size\": \"0", "ok"),
        ("\"meaning\": \"push", "\"meaning\": \"hop", "`meaning`: word 1: expected a verb, found `hop`"),
        (
            "\"manner\": \"cautiously\"",
            "\"manner\": \"backwards\"",
            "`manner`: what the adverb `backwards` does is not known: give the dataset's recipe (`--recipe`)",
        ),
        ("\"command\": ", "\"kommand\": ", "missing field `command`"),
        (
            "\"target_commands\": \"",
            "\"target_commands\": \"fly,",
            "`target_commands`: `fly` (number 0 of the list)",
        ),
    ] {
        assert!(line.contains(from), "{from}");
        let broken = line.replacen(from, to, 1);
        let decode = || parse_example(broken.as_bytes())?.decode(&mut FileLexicon::learning(), 3);
        let found = decode().map_or_else(|error| error.to_string(), |_| "ok".to_string());
        assert!(found.contains(message), "{to}: {found}");
    }
}

#[test]
fn worlds_that_cannot_be_are_refused() {
    let object = |number: usize, row: usize| {
        format!(
            "\"{number}\": {{\"position\": {{\"row\": {row}, \"column\": \"3\"}}, \"object\": {{\"shape\": \"circle\", \"color\": \"red\", \"size\": 2}}}}"
        )
    };
    let decode = |objects: Vec<String>| {
        let json = format!(
            "{{\"command\": \"push,a,circle\", \"meaning\": \"push,a,circle\", \"target_commands\": \"\", \"situation\": {{\"grid_size\": 6, \"agent_position\": {{\"row\": 0, \"column\": 0}}, \"agent_direction\": 0, \"target_object\": null, \"placed_objects\": {{{}}}}}}}",
            objects.join(", ")
        );
        let decoded = parse_example(json.as_bytes())
            .and_then(|example| example.decode(&mut FileLexicon::learning(), 3));
        decoded.map(|decoded| decoded.target).map_err(|error| error.to_string())
    };
    assert_eq!(decode(vec![object(0, 1), object(1, 2)]), Ok(None), "no target is recorded");
    let shared = decode(vec![object(0, 1), object(1, 1)]).unwrap_err();
    assert_eq!(shared, "`situation.placed_objects.1.position`: two objects share row 1, column 3");
    let off = decode(vec![object(0, 6)]).unwrap_err();
    assert!(off.starts_with("`situation.placed_objects.0.position`: row 6, column 3 lies outside"), "{off}");
    let many = decode((0..65).map(|number| object(number, number)).collect()).unwrap_err();
    assert!(many.contains("`situation.placed_objects") && many.contains("at most 64 objects"), "{many}");
}
