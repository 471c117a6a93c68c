//! ReaSCAN's columns: what is written is read back, and what is false is noticed.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod common;

use common::{read_all, write};
use wampimuk_command::{
    Certificate, DistractorGroup, Example, GridColumns, GridItem, Identifier, Lexicon, ObjectRole,
    ObjectRoles, Reading, Scene, Strategy, Surface, WordClass, parse,
};
use wampimuk_core::{Digest, Sink, StreamKey};
use wampimuk_dataset::{Difference, ItemView, JsonLines, ParquetWriter, Record, Table, check_claims, open};
use wampimuk_grid::{Agent, Cell, Form, Object, World};

/// A command with three clauses, one of them nested, in a world with distractors.
fn item(lexicon: &Lexicon, adverb: &str) -> (Example, ObjectRoles) {
    let plain = format!(
        "push the small object that is in the same row as a red circle and inside of the box that is in the same \
         color as the big cylinder{adverb}"
    );
    let command = parse(&plain, &Lexicon::reascan()).unwrap();
    let [circle, cylinder, square, frame] = ["circle", "cylinder", "square", "box"]
        .map(|name| lexicon.nouns.iter().position(|noun| noun.word.name == name).unwrap() as u8);
    let [red, blue] = ["red", "blue"]
        .map(|name| lexicon.colours.iter().position(|colour| colour.name == name).unwrap() as u8);
    let mut world = World::new(6, Agent { cell: Cell::new(5, 5), ..Agent::default() }).unwrap();
    let mut cast = ObjectRoles {
        parts: Vec::new(),
        groups: vec![
            DistractorGroup::plain(Strategy::Command),
            DistractorGroup {
                phrase: Some(1),
                complete: false,
                ..DistractorGroup::plain(Strategy::Relation)
            },
            DistractorGroup {
                phrase: Some(3),
                word: Some(WordClass::Size),
                ..DistractorGroup::plain(Strategy::Attribute)
            },
        ],
    };
    let mut place = |object: Object, group: u8, phrase: Option<u8>| {
        world.place(object).unwrap();
        cast.parts.push(ObjectRole { group, phrase });
    };
    place(Object::solid(circle, red, 2, Cell::new(2, 0)), 0, Some(1));
    place(Object::solid(square, blue, 1, Cell::new(2, 3)), 0, Some(0));
    place(Object { form: Form::Frame, ..Object::solid(frame, blue, 3, Cell::new(1, 2)) }, 0, Some(2));
    place(Object::solid(cylinder, blue, 4, Cell::new(5, 0)), 0, Some(3));
    place(Object::solid(square, red, 2, Cell::new(3, 3)), 1, Some(0));
    place(Object::solid(cylinder, red, 1, Cell::new(0, 5)), 2, Some(3));
    place(Object::solid(circle, blue, 4, Cell::new(4, 5)), 2, None);
    let mut actions = Vec::new();
    command.execute(&world, 1, lexicon, &mut actions);
    (Example { command, world, target: 1, actions }, cast)
}

fn write_to(sink: &mut dyn Sink, columns: &GridColumns, lexicon: &Lexicon) {
    for (index, adverb) in ["", " while spinning", " cautiously"].into_iter().enumerate() {
        let (example, full) = item(lexicon, adverb);
        let scene = Scene::new(&example.world);
        let certificate = Certificate::with_variants(&example.command, &scene, lexicon, Reading::Existential);
        assert!(certificate.holds_under(Reading::Existential, example.target));
        let cast = if index == 2 { ObjectRoles::default() } else { full };
        let tokens = columns.tokens(&example.command, lexicon, Surface::Reascan);
        let id = Identifier::new(lexicon).identify(&example.command, &example.world);
        let item = GridItem { id, split: 0, index: index as u64, command: 0, example, certificate, cast };
        columns.write(&item, &tokens, "", sink);
    }
}

fn json_lines(lexicon: &Lexicon) -> Vec<u8> {
    let columns = GridColumns::new(lexicon, Surface::Reascan, &["train".to_string()]);
    let mut lines = JsonLines::new(columns.schema());
    write_to(&mut lines, &columns, lexicon);
    lines.bytes().to_vec()
}

fn parquet(lexicon: &Lexicon) -> Vec<u8> {
    let columns = GridColumns::new(lexicon, Surface::Reascan, &["train".to_string()]);
    let mut table = Table::new(columns.schema());
    write_to(&mut table, &columns, lexicon);
    let mut file = ParquetWriter::new(Vec::new(), columns.schema(), &[]).unwrap();
    file.write(&table.finish().unwrap()).unwrap();
    file.finish().unwrap()
}

fn differences(record: &Record, lexicon: &Lexicon) -> Vec<Difference> {
    let id = Identifier::new(lexicon).identify(&record.command, &record.world);
    check_claims(&ItemView::read(record, lexicon), id, Reading::Existential)
}

#[test]
fn trees_and_casts_survive_a_round_trip() {
    let directory = tempfile::tempdir().unwrap();
    let stream = &mut StreamKey::new(&Digest::of(b""), "nonce", 0).stream(0);
    let nonce = Lexicon::reascan().with_nonce_words(stream);
    for (kind, lexicon) in [("plain", Lexicon::reascan()), ("nonce", nonce)] {
        for (name, bytes) in [("items.jsonl", json_lines(&lexicon)), ("items.parquet", parquet(&lexicon))] {
            let path = directory.path().join(name);
            write(&path, &bytes);
            for given in [Some(&lexicon), None] {
                let (records, learned) = read_all(&path, given);
                assert_eq!(records.len(), 3, "{kind} {name}");
                for (index, (record, adverb)) in
                    records.into_iter().zip(["", " while spinning", " cautiously"]).enumerate()
                {
                    assert_eq!(differences(&record, &learned), [], "{kind} {name}");
                    let (example, cast) = item(&learned, adverb);
                    assert_eq!(record.cast, if index == 2 { ObjectRoles::default() } else { cast });
                    assert_eq!(record.into_example(), Some(example), "{kind} {name}");
                }
            }
        }
    }
}

#[test]
fn the_columns_say_what_they_should() {
    let text = String::from_utf8(json_lines(&Lexicon::reascan())).unwrap();
    let line = text.lines().next().unwrap();
    for part in [
        r#"{"shape":"circle","colour":"red","size":2,"row":2,"column":0,"group":0,"phrase":2}"#,
        r#""pattern":"$OBJ_0 ^ $OBJ_1 & $OBJ_2 ^ $OBJ_3""#,
        r#"{"relation":"","parent":0,"determiner":"the","size":"small","colour":"","noun":"object","#,
        r#"{"relation":"same colour","parent":2,"determiner":"the","size":"big","colour":"","noun":"cylinder","#,
        r#""groups":[{"strategy":"command","phrase":0,"word":"","other":0,"complete":true},{"strategy":"relation","#,
        r#"{"strategy":"attribute","phrase":4,"word":"size","other":0,"complete":true}]"#,
        r#""variants":["not-distinct","geometric","no-boxes"]"#,
    ] {
        assert!(line.contains(part), "{part}\n{line}");
    }
}

#[test]
fn false_claims_are_noticed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("items.jsonl");
    let lexicon = Lexicon::reascan();
    let text = String::from_utf8(json_lines(&lexicon)).unwrap();
    let line = text.lines().next().unwrap();
    for (from, to, field) in [
        ("$OBJ_1 & ", "$OBJ_1 ^ ", "pattern"),
        (r#""needs_size":false"#, r#""needs_size":true"#, "phrases"),
        (r#""needs_clause":true"#, r#""needs_clause":false"#, "phrases"),
        (r#""not-distinct","#, "", "variants"),
        (r#"["existential"#, r#"["superlative","existential"#, "readings"),
        (r#"{"strategy":"relation""#, r#"{"strategy":"command""#, "groups"),
        (r#"{"strategy":"command""#, r#"{"strategy":"random""#, "groups"),
        // The square plays the circle's part and the circle the square's.
        (r#""group":0,"phrase":1"#, r#""group":0,"phrase":2"#, "objects"),
        (r#""column":3,"group":1,"phrase":1"#, r#""column":3,"group":0,"phrase":1"#, "objects"),
        (r#""row":5,"column":0,"group":0"#, r#""row":5,"column":0,"group":1"#, "objects"),
    ] {
        let changed = line.replacen(from, to, 1);
        assert_ne!(changed, line, "{from}");
        write(&path, changed.as_bytes());
        let (records, _) = read_all(&path, Some(&lexicon));
        let found = differences(&records[0], &lexicon);
        assert!(found.iter().any(|difference| difference.field == field), "{from}: {found:?}");
    }
}

#[test]
fn claims_that_cannot_be_are_errors_with_a_place() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("items.jsonl");
    let lexicon = Lexicon::reascan();
    let text = String::from_utf8(json_lines(&lexicon)).unwrap();
    let line = text.lines().next().unwrap();
    for (from, to, message) in [
        (r#""group":0"#, r#""group":3"#, "`objects[0].group`: expected the number of one of the 3 groups"),
        (r#""group":0"#, r#""group":256"#, "`objects[0].group`: invalid value"),
        (r#""group":0,"#, "", "`objects[0].group`: missing"),
        (r#""column":0,"group":0,"phrase":2"#, r#""column":0,"group":0,"phrase":5"#, "`objects[0].phrase`"),
        (r#""phrase":4,"word""#, r#""phrase":9,"word""#, "`groups[2].phrase`: expected 0 or 1 + the number"),
        (r#""word":"size""#, r#""word":"shape""#, "`groups[2].word`: expected one of size, colour, noun"),
        (r#""strategy":"relation""#, r#""strategy":"magic""#, "`groups[1].strategy`"),
        (r#""relation":"inside""#, r#""relation":"beside""#, "`phrases[2].relation`"),
        (r#""determiner":"a""#, r#""determiner":"an""#, "`phrases[1].determiner`"),
        (r#""needs_noun":"#, r#""needs_nouns":"#, "missing field `needs_noun`"),
        (r#""variants":["#, r#""variants":["psychic","#, "`variants`: expected one of not-distinct"),
        (r#""groups":"#, r#""grapes":"#, "`groups`: missing"),
        (r#""pattern":"#, r#""patterns":"#, "`pattern`: missing"),
    ] {
        let changed = line.replacen(from, to, 1);
        assert_ne!(changed, line, "{from}");
        write(&path, changed.as_bytes());
        let error = open(&path, Some(&lexicon)).unwrap().next().unwrap().unwrap_err().to_string();
        assert!(error.contains(message), "{from}: {error}");
    }
}

/// Whatever is damaged, reading ends in items or errors, and items can be checked.
#[test]
fn damaged_files_are_survived() {
    let directory = tempfile::tempdir().unwrap();
    let lexicon = Lexicon::reascan();
    for (name, bytes) in [("items.jsonl", json_lines(&lexicon)), ("items.parquet", parquet(&lexicon))] {
        let path = directory.path().join(name);
        let (mut read, mut refused) = (0, 0);
        for place in (0..bytes.len()).step_by(bytes.len() / 150 + 1) {
            for value in [b'0', b'9', b'"', 0xff, bytes[place] ^ 1] {
                let mut damaged = bytes.clone();
                damaged[place] = value;
                std::fs::write(&path, damaged).unwrap();
                let Ok(reader) = open(&path, Some(&lexicon)) else { continue };
                for record in reader {
                    match record {
                        Ok(record) => {
                            differences(&record, &lexicon);
                            read += 1;
                        }
                        Err(_) => refused += 1,
                    }
                }
            }
        }
        assert!(read > 50 && refused > 50, "{name}: {read} {refused}");
    }
}
