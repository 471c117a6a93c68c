//! Files of stories that someone broke: the reader gives stories or errors, never a panic, and always ends.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod damage;
mod stories_common;

use std::io::Write;
use std::sync::LazyLock;

use damage::damage;
use proptest::prelude::*;
use stories_common::{files, json_lines, parquet, rows};
use wampimuk_dataset::stories::{EventLine, PromptLine, open};
use wampimuk_dataset::{MAX_ITEM_BYTES, ReadError};

static FILES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let mut files: Vec<Vec<u8>> = files().into_iter().map(|(_, bytes)| bytes).collect();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&files[0]).unwrap();
    files.push(packed.finish().unwrap());
    files
});

/// Throws the bytes at the reader; gives how many stories there were, and the errors.
fn read(bytes: &[u8]) -> (usize, Vec<String>) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    let name = file.path().display().to_string();
    let (mut stories, mut errors) = (0, Vec::new());
    match open(file.path()) {
        Ok(reader) => {
            let most = bytes.len() + 100;
            for (number, record) in reader.enumerate() {
                assert!(number < most, "it does not end");
                match record {
                    Ok(record) => {
                        assert_eq!(record.claims.len(), record.passage.questions().count());
                        stories += 1;
                    }
                    Err(error) => errors.push(error.to_string()),
                }
            }
        }
        Err(error) => errors.push(error.to_string()),
    }
    for error in &mut errors {
        assert!(error.contains(&name), "{error}");
        *error = error.replace(&name, "FILE");
    }
    (stories, errors)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn damaged_files_are_survived(file in 0..7usize, damages in prop::collection::vec(damage(FILES.len()), 1..6)) {
        let mut bytes = FILES[file].clone();
        for damage in &damages {
            damage.apply(&mut bytes, &FILES);
        }
        read(&bytes);
    }

    #[test]
    fn noise_is_survived(bytes in prop::collection::vec(any::<u8>(), 0..300), start in 0..8usize) {
        let starts: [&[u8]; 8] = [
            b"", b"PAR1", b"\x1f\x8b\x08", b"1 ", b"{\"events\":", b"{\"input\":", b"{\"data\": [{\"paragraphs\": [",
            b"{\"facts\":",
        ];
        read(&[starts[start], &bytes].concat());
    }
}

#[test]
fn every_truncation_is_survived() {
    for file in FILES.iter() {
        let (whole, errors) = read(file);
        assert!(errors.is_empty() && whole > 1, "{errors:?}");
        for len in (0..file.len()).step_by(1 + file.len() / 300) {
            let (stories, _) = read(&file[..len]);
            // A cut story may come in pieces, but none is made up.
            assert!(stories <= whole + 1, "{stories} of {whole} at {len}");
        }
    }
}

#[test]
fn deep_nesting_is_refused() {
    for (open_with, close_with) in [("[", "]"), ("{\"a\":", "}")] {
        let deep = format!("{}1{}", open_with.repeat(200_000), close_with.repeat(200_000));
        for text in [
            format!("{{\"events\": {deep}}}"),
            format!("{{\"seed\": {deep}, \"events\": []}}"),
            format!("{{\"input\": {deep}}}"),
            format!("{{\"facts\": {deep}}}"),
            format!("{{\"version\": 1, \"data\": {deep}}}"),
            format!("{{\"data\": [{{\"paragraphs\": [{deep}]}}]}}"),
        ] {
            let (stories, errors) = read(text.as_bytes());
            assert_eq!((stories, errors.len()), (0, 1), "{}: {errors:?}", &text[..20]);
        }
    }
}

/// A file that begins in some way and goes on with this many megabytes of the same.
fn long(start: &[u8], filling: &'static [u8], megabytes: u64) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(start).unwrap();
    let megabyte = filling.repeat(1 + (1 << 20) / filling.len());
    for _ in 0..megabytes {
        file.write_all(&megabyte).unwrap();
    }
    file
}

#[test]
fn lines_and_values_of_megabytes_are_refused_and_not_held() {
    let more = (MAX_ITEM_BYTES >> 20) as u64 + 4;
    for (start, filling) in [
        (&b"1 Mary "[..], &b"went "[..]),
        (b"{\"events\": \"", b"x"),
        (b"{\"input\": \"", b"A. "),
        (b"{\"facts\": [", b"\"\","),
        (b"{\"data\": [{\"paragraphs\": [{\"context\": \"", b"A. "),
        (b"{\"version\": \"", b"x"),
        (b"{\"data\": [{\"title\": \"", b"x"),
    ] {
        let file = long(start, filling, more);
        let mut errors = Vec::new();
        match open(file.path()) {
            Ok(reader) => errors.extend(reader.map(|record| record.unwrap_err().to_string())),
            Err(error) => errors.push(error.to_string()),
        }
        assert_eq!(errors.len(), 1, "{errors:?}");
        let said = ["longer", "telling key", "bytes"].iter().any(|word| errors[0].contains(word));
        assert!(said, "{}", errors[0]);
    }
    // A story that never ends.
    let mut text = String::new();
    for number in 1..20_000 {
        text.push_str(&format!("{number} Mary went to the park.\n"));
    }
    let (stories, errors) = read(text.as_bytes());
    assert_eq!((stories, errors.len()), (0, 1));
    // As many facts as fit into a line, and short ones at that.
    let many = format!(
        "{{\"input\": \"{}$question$ Q?\", \"id\": \"a_1\", \"task\": \"t\", \"seed\": 1, \"q_sub_id\": 1, \"output\": \"\", \"answerKey\": -1, \"prefix\": \"\", \"question\": {{\"stem\": \"\"}}, \"supporting_facts\": [], \"chosen_q\": true}}\n",
        "A. ".repeat(1 << 20)
    );
    let (stories, errors) = read(many.as_bytes());
    assert_eq!(stories, 0);
    assert!(errors[0].contains("`input`: expected at most 10000 sentences"), "{errors:?}");
}

#[test]
fn lines_after_one_that_is_too_long_are_read() {
    let mut bytes = b"{\"facts\": \"".to_vec();
    bytes.resize(MAX_ITEM_BYTES + (1 << 20), b'x');
    bytes.push(b'\n');
    bytes.extend_from_slice(&FILES[4]);
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(&bytes).unwrap();
    let mut reader = open(file.path()).unwrap();
    assert!(matches!(reader.next(), Some(Err(ReadError::TooLong(_)))));
    assert_eq!(reader.map(Result::unwrap).count(), 7);
}

#[test]
fn errors_name_the_place_the_field_and_what_was_expected() {
    for (file, from, to, message) in [
        (0, "2 Then", "x Then", "FILE:2: expected the number of a line, found `x Then"),
        (0, "2 Then", "3 Then", "FILE:2: expected number 2, or 1 for a new story, found `3 Then"),
        (0, "\t1 2\n", "\t1 two\n", "FILE:3: expected numbers of supporting lines, found `two`"),
        (
            1,
            "\"seed\": -1",
            "\"seed\": 1.5",
            "FILE:1: `seed`: invalid type: floating point `1.5`, expected i64",
        ),
        (1, "\"seed\": -1", "\"seed\": 99999999999999999999", "FILE:1: `seed`"),
        (1, "\"timestep\": 2,", "\"timestep\": 3,", "FILE:1: `events[1][0].timestep`: expected 2, found 3"),
        (1, "\"is_q\": false", "\"is_q\": true", "FILE:1: `events[0][0].is_q`: expected false"),
        (
            1,
            "\"target\": [\"kitchen\"]",
            "\"target\": [1]",
            "`events[0][0].target[0]`: invalid type: integer `1`, expected a word or a list",
        ),
        (1, "\"2 Then", "\"3 Then", "FILE:1: `babi_story[1]`: expected number 2"),
        (
            1,
            "\"events\": [[",
            "\"events\": [[], [",
            "FILE:1: `events`: expected the events of 13 lines, found 14",
        ),
        (1, "\"uid\"", "\"u\"", "FILE:1: missing field `uid`"),
        (2, "$question$", "$q$", "FILE:1: `input`: expected statements, `$question$` and a question, found"),
        (
            2,
            "\"supporting_facts\": [1",
            "\"supporting_facts\": [-1",
            "FILE:1: `supporting_facts[0]`: invalid value: integer `-1`",
        ),
        (3, "\"answer_start\": 58", "\"answer_start\": 57", "FILE:2 (byte "),
        (
            3,
            "\"answer_start\": 58",
            "\"answer_start\": 57",
            "`qas[0].answers[0].answer_start`: expected the character at which",
        ),
        (
            3,
            "\"supporting_facts\": [1, 2]",
            "\"supporting_facts\": [1, 3]",
            "`qas[0].supporting_facts[1]`: expected a sentence of the context, from 1 to 2, found 3",
        ),
        (3, "\"story\": 7", "\"story\": -7", "`story`: expected a number, found"),
        (3, "\"paragraphs\": [", "\"paragraphs\": {", "expected `[`, the list of paragraphs, found"),
        (3, "]}\n", "]", "expected `,` or `}`, found the end of the file"),
        (
            4,
            "\"supporting\":[1,2]",
            "\"supporting\":[1,0]",
            "FILE:1: `supporting[1]`: expected a position in `facts`, from 1 to 2, found 0",
        ),
        (
            4,
            "\"all_minimal\":[[1,2],[1]]",
            "\"all_minimal\":[[1,2],[3]]",
            "FILE:1: `all_minimal[1][0]`: expected a position in `facts`",
        ),
        (
            4,
            "\"all_minimal\":[[1,2],[1]]",
            "\"all_minimal\":[[1,4294967296],[1]]",
            "FILE:1: `all_minimal[0][1]`: invalid value",
        ),
        (
            4,
            "\"complete\":false",
            "\"complete\":0",
            "FILE:1: `complete`: invalid type: integer `0`, expected a boolean",
        ),
        (4, "\"kind\":", "\"kin\":", "FILE:1: missing field `kind`"),
    ] {
        let text = String::from_utf8(FILES[file].clone()).unwrap();
        assert!(text.contains(from), "{from} in {text}");
        let at = if from == "]}\n" { text.rfind(from).unwrap() } else { text.find(from).unwrap() };
        let broken = format!("{}{to}{}", &text[..at], &text[at + from.len()..]);
        let (_, errors) = read(broken.as_bytes());
        assert!(errors.first().is_some_and(|error| error.contains(message)), "{to}: {errors:?}");
    }
}

#[test]
fn tables_with_other_columns_are_refused() {
    use wampimuk_core::{Field, Schema, Sink, Type};
    let schema = Schema { fields: vec![Field::new("id", Type::Text, ""), Field::new("split", Type::U8, "")] };
    let mut table = wampimuk_dataset::Table::new(&schema);
    table.text("x");
    table.uint(1);
    table.end();
    let mut writer = wampimuk_dataset::ParquetWriter::new(Vec::new(), &schema, &[]).unwrap();
    writer.write(&table.finish().unwrap()).unwrap();
    let (_, errors) = read(&writer.finish().unwrap());
    assert_eq!(errors, ["`FILE` has no column `split` of type Utf8: found UInt8"]);

    let mut wrong = rows();
    wrong.solutions[0].supporting = vec![1, 9];
    let rows = rows();
    let (stories, errors) =
        read(&parquet(&[rows.questions(&[0]), wrong.questions(&[0]), rows.questions(&[1])].concat()));
    assert_eq!(stories, 2, "the rows around it are read");
    assert_eq!(
        errors,
        ["FILE, row 1: `supporting[1]`: expected a position in `facts`, from 1 to 2, found 9"]
    );
}

#[test]
fn lines_of_other_formats_are_refused_by_name() {
    let line = json_lines(&rows().questions(&[0]));
    assert!(EventLine::parse(&line).is_err() && PromptLine::parse(&line).is_err());
}
