//! What is written in a format is read back from it.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{SPLIT_NAMES, formats, items, label, read_all, write};
use wampimuk_command::{Lexicon, Reading, Surface};
use wampimuk_core::{Digest, StreamKey};
use wampimuk_dataset::{CompactClaims, InputFormat, ReadError, RecordedClaims, open};

fn nonce() -> Lexicon {
    Lexicon::gscan().with_nonce_words(&mut StreamKey::new(&Digest::of(b""), "nonce", 0).stream(0))
}

#[test]
fn every_format_gives_back_what_it_was_given() {
    let directory = tempfile::tempdir().unwrap();
    for (kind, lexicon) in [("plain", Lexicon::gscan()), ("nonce", nonce())] {
        let items = items(&lexicon);
        for (name, bytes) in formats(&items, &lexicon) {
            for ending in ["", ".gz", ".zst"] {
                if name.ends_with("parquet") && !ending.is_empty() {
                    continue;
                }
                // Extensions do not matter for reading.
                let path = directory.path().join(format!("{kind}-{name}.any{ending}"));
                write(&path, &bytes);
                for given in [None, Some(&lexicon)] {
                    let (records, learned) = read_all(&path, given);
                    assert_eq!(records.len(), items.len(), "{kind} {name}");
                    assert_eq!(learned, lexicon, "{kind} {name}");
                    for (item, record) in items.iter().zip(records) {
                        assert_eq!(&*record.split, SPLIT_NAMES[item.split]);
                        assert_eq!(record.index, item.index);
                        check_claims(item, &record.recorded, &lexicon);
                        assert_eq!(record.into_example().as_ref(), Some(&item.example));
                    }
                }
            }
        }
    }
}

fn check_claims(item: &common::Item, recorded: &RecordedClaims, lexicon: &Lexicon) {
    let example = &item.example;
    let (agent, goal) = (example.world.agent().cell, example.world.objects()[example.target].cell);
    match recorded {
        RecordedClaims::Compact(CompactClaims { id, readings, necessary, direction, distance, trees }) => {
            assert_eq!(*trees, None);
            let (expected_id, certificate) = label(item, lexicon);
            let holds = |reading: &Reading| certificate.holds_under(*reading, example.target);
            assert_eq!(*id, expected_id);
            assert_eq!(readings, &Reading::ALL.into_iter().filter(holds).collect::<Vec<_>>());
            assert_eq!(*necessary, certificate.necessity.head());
            assert_eq!(*direction, agent.direction_to(goal));
            assert_eq!(*distance, agent.distance(goal));
        }
        RecordedClaims::Original(claims) => {
            assert_eq!(
                claims.command,
                example.command.text(lexicon, Surface::Gscan).replace(' ', ",").replace("while,", "while ")
            );
            assert_eq!(claims.verb.as_deref(), Some(example.command.deed(lexicon).name()));
            assert_eq!(claims.distance, Some(agent.distance(goal).into()));
            assert_eq!(claims.vectors.len(), example.world.objects().len());
            assert_eq!(claims.target_vector, claims.vectors[example.target]);
        }
    }
}

#[test]
fn formats_are_told_by_contents() {
    let directory = tempfile::tempdir().unwrap();
    let lexicon = Lexicon::gscan();
    let expected =
        [InputFormat::Lines, InputFormat::Parquet, InputFormat::OriginalLines, InputFormat::OriginalFile];
    for ((_, bytes), format) in formats(&items(&lexicon), &lexicon).into_iter().zip(expected) {
        let path = directory.path().join("file");
        write(&path, &bytes);
        assert_eq!(open(&path, None).unwrap().format(), Some(format));
    }
    let path = directory.path().join("other");
    write(&path, b"name,age\n");
    let message = open(&path, None).unwrap_err().to_string();
    assert!(
        message.contains("name,age") && message.contains("Parquet") && message.contains("dataset.txt"),
        "{message}"
    );
    let missing = open(&directory.path().join("missing"), None);
    assert!(matches!(missing, Err(ReadError::Open { .. })));
}

#[test]
fn directories_are_read_in_the_order_of_names() {
    let directory = tempfile::tempdir().unwrap();
    assert!(matches!(open(directory.path(), None), Err(ReadError::Empty(_))));
    let lexicon = Lexicon::gscan();
    let items = items(&lexicon);
    let (first, second) = items.split_at(13);
    write(&directory.path().join("b.jsonl.gz"), &common::json_lines(second, &lexicon));
    write(&directory.path().join("a.parquet"), &common::parquet(first, &lexicon));
    write(&directory.path().join("README.md"), b"hello");
    let (records, _) = read_all(directory.path(), None);
    assert_eq!(records.len(), items.len());
    for (item, record) in items.into_iter().zip(records) {
        assert_eq!(record.into_example(), Some(item.example));
    }
}

#[test]
fn broken_lines_do_not_hide_the_others() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("items.jsonl");
    let lexicon = Lexicon::gscan();
    let items = items(&lexicon);
    for (bytes, message) in [
        (
            common::json_lines(&items, &lexicon),
            "items.jsonl:3: `actions[0]`: invalid type: integer `7`, expected a text",
        ),
        (common::original_lines(&items, &lexicon), "items.jsonl:3: `target_commands`: `hop`"),
    ] {
        let mut lines: Vec<String> = String::from_utf8(bytes).unwrap().lines().map(String::from).collect();
        lines[2] = lines[2]
            .replace("\"actions\":[", "\"actions\":[7,")
            .replace("\"target_commands\": \"", "\"target_commands\": \"hop,");
        lines[4] = "{\"broken".into();
        lines[6] = format!("\"{}\"", "x".repeat(20 << 20));
        write(&path, lines.join("\n").as_bytes());
        let results: Vec<_> = open(&path, None).unwrap().collect();
        assert_eq!(results.len(), items.len());
        let errors: Vec<String> =
            results.iter().filter_map(|result| Some(result.as_ref().err()?.to_string())).collect();
        assert_eq!(errors.len(), 3, "{errors:?}");
        assert!(errors[0].contains(message), "{}", errors[0]);
        assert!(errors[1].contains("items.jsonl:5: "), "{}", errors[1]);
        assert!(errors[2].ends_with("items.jsonl:7: longer than 16777216 bytes"), "{}", errors[2]);
    }
}

#[test]
fn other_columns_are_named() {
    use wampimuk_core::{Field, Schema, Sink, Type};
    use wampimuk_dataset::{ParquetWriter, Table};

    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("items.parquet");
    for (ty, message) in [
        (Type::U32, "no column `id` of type Utf8: found UInt32"),
        (Type::Text, "no column `split` of type Utf8: found only id"),
    ] {
        let schema = Schema { fields: vec![Field::new("id", ty.clone(), "")] };
        let mut table = Table::new(&schema);
        match ty {
            Type::U32 => table.uint(1),
            _ => table.text("x"),
        }
        table.end();
        let mut file = ParquetWriter::new(Vec::new(), &schema, &[]).unwrap();
        file.write(&table.finish().unwrap()).unwrap();
        write(&path, &file.finish().unwrap());
        let error = open(&path, None).unwrap().next().unwrap().unwrap_err().to_string();
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn parquet_bytes_depend_on_the_rows_alone() {
    let lexicon = Lexicon::gscan();
    let items = items(&lexicon);
    let bytes = common::parquet(&items, &lexicon);
    let other = std::thread::spawn(move || common::parquet(&items, &lexicon)).join().unwrap();
    assert_eq!(bytes, other);
}
