//! Stories in every format: what is written is read back, and what is read is written again.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod stories_common;

use std::path::Path;

use stories_common::{HEAD, STORY, files, json_lines, parquet, passage, rows, solutions, squad};
use wampimuk_babi::text::Spacing;
use wampimuk_babi::{Line, Passage, Question};
use wampimuk_dataset::stories::{
    EventLine, OneOrMany, PromptLine, SquadWriter, StoryFormat, StoryHead, StoryRecord, open, write_prompts,
    write_text,
};
use wampimuk_dataset::{FilePosition, Output};
use wampimuk_story::Lexicon;

fn read(name: &str, bytes: &[u8]) -> (StoryFormat, Vec<StoryRecord>) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(name);
    let mut output = Output::create(&path).unwrap();
    output.append(bytes).unwrap();
    output.finish().unwrap();
    let reader = open(&path).unwrap();
    (reader.format(), reader.map(Result::unwrap).collect())
}

fn file(name: &str) -> Vec<u8> {
    files().into_iter().find(|(other, _)| *other == name).unwrap().1
}

#[test]
fn stories_survive_every_format_and_compression() {
    let story = passage(STORY);
    for ending in ["", ".gz", ".zst"] {
        for (name, format) in [
            ("text", StoryFormat::Text),
            ("events", StoryFormat::Events),
            ("prompts", StoryFormat::Prompts),
            ("squad", StoryFormat::Squad),
        ] {
            let (found, records) = read(&format!("qa2_train.{name}{ending}"), &file(name));
            assert_eq!((found, records.len()), (format, 2), "{name}{ending}");
            for (number, record) in records.iter().enumerate() {
                let mut told = record.passage.clone();
                if name == "prompts" {
                    // The kit sorts supports here.
                    let mut sorted = story.clone();
                    sort(&mut sorted);
                    sort(&mut told);
                    assert_eq!(told, sorted);
                } else {
                    assert_eq!(told, story, "{name}");
                }
                assert_eq!((record.task.as_deref(), record.split.as_deref()), (Some("qa2"), Some("train")));
                assert_eq!(record.claims.len(), 7);
                if name != "text" {
                    assert_eq!(record.id, Some(format!("s{}", 7 + number)), "{name}");
                    assert_eq!(record.claims[1].id, Some(format!("s{}_5", 7 + number)), "{name}");
                }
            }
        }
    }
}

fn sort(passage: &mut Passage) {
    for line in &mut passage.lines {
        if let Line::Question(asked) = line {
            asked.support.sort_unstable();
        }
    }
}

#[test]
fn what_was_read_is_written_to_the_byte() {
    let records = read("x.txt", &file("text")).1;
    let mut out = Vec::new();
    records.iter().for_each(|record| write_text(&record.passage, Spacing::SpaceAndTab, &mut out));
    assert_eq!(out, file("text"));
    assert_eq!(records[1].place.spot, FilePosition::Line(14));

    let mut out = Vec::new();
    for record in read("x", &file("prompts")).1 {
        let head = head(&record);
        write_prompts(&record.passage, &[], &head, &mut out).unwrap();
    }
    assert_eq!(String::from_utf8(out).unwrap(), String::from_utf8(file("prompts")).unwrap());

    let mut out = Vec::new();
    SquadWriter::begin("1", &mut out);
    for (number, record) in read("x", &file("squad")).1.iter().enumerate() {
        out.extend_from_slice(if number > 0 { SquadWriter::BETWEEN } else { b"" });
        SquadWriter::write_record(record, &mut out).unwrap();
    }
    out.extend_from_slice(SquadWriter::END);
    assert_eq!(String::from_utf8(out).unwrap(), String::from_utf8(file("squad")).unwrap());

    let mut out = Vec::new();
    for (record, original) in read("x", &file("events")).1.iter().zip(file("events").split(|&b| b == b'\n')) {
        let head = head(record);
        EventLine::parse(original).unwrap().write(&mut out);
        let solutions = solutions(&record.passage);
        let line = EventLine::of(&record.passage, &solutions, &head, &Lexicon::published()).unwrap();
        assert_eq!(line, EventLine::parse(original).unwrap());
    }
    assert_eq!(out, file("events"));
}

fn head(record: &StoryRecord) -> StoryHead<'_> {
    StoryHead {
        id: record.id.as_deref().unwrap_or_default(),
        task: record.task.as_deref().unwrap_or_default(),
        ..HEAD
    }
}

/// A record has what the question says that it was written from.
fn assert_same(record: &StoryRecord, question: &Question<'_>) {
    let claims = &record.claims[0];
    let (_, asked) = record.passage.questions().next().unwrap();
    let solution = question.solution;
    assert_eq!(claims.id, Some(question.id().to_string()));
    assert_eq!(record.split.as_deref(), Some("train"));
    assert_eq!(record.task.as_deref(), Some(question.at.task));
    assert_eq!((record.story, claims.index), (Some(question.at.story), Some(question.at.index)));
    assert!(record.passage.facts().map(|(_, fact)| fact).eq(question.facts()));
    assert_eq!((asked.question.as_str(), &asked.answer), (question.text, &solution.answer));
    assert_eq!(claims.kind.as_deref(), Some(solution.kind.name()));
    assert!(asked.support.iter().copied().eq(question.supporting()));
    let sets: Vec<Vec<usize>> = question.all_minimal().map(Iterator::collect).collect();
    assert_eq!((&claims.all_minimal, claims.complete), (&Some(sets), Some(solution.complete)));
    assert_eq!(claims.composition.as_deref().unwrap(), solution.composition);
    assert!(claims.symbols.iter().flatten().eq(question.formulas().chain([question.formula()])));
    assert_eq!(claims.status.as_deref(), Some(solution.status.name()));
}

#[test]
fn rows_are_one_question_with_the_facts_before_it() {
    let rows = rows();
    let questions = rows.all();
    assert_eq!(questions.len(), 7);
    let question = &questions[1];
    assert_eq!((question.at.index, question.told()), (41, 3));
    // printed numbers count questions too
    assert_eq!(question.solution.supporting, [2, 1, 4]);
    assert_eq!(question.supporting().collect::<Vec<_>>(), [2, 1, 3]);
    assert_eq!(question.formula(), "move(mary,kitchen) é \"5\"");
    for (name, bytes, format) in [
        ("lines", json_lines(&questions), StoryFormat::Lines),
        ("parquet", parquet(&questions), StoryFormat::Table),
    ] {
        let (found, records) = read(name, &bytes);
        assert_eq!((found, records.len()), (format, 7));
        records.iter().zip(&questions).for_each(|(record, question)| assert_same(record, question));
        let spot = if name == "lines" { FilePosition::Line(4) } else { FilePosition::Row(3) };
        assert_eq!(records[3].place.spot, spot);
    }
}

#[test]
fn the_columns_are_those_agreed_upon() {
    let rows = rows();
    let questions = rows.questions(&[0]);
    let text = String::from_utf8(json_lines(&questions)).unwrap();
    assert_eq!(
        text,
        format!(
            "{{\"id\":\"{}\",\"split\":\"train\",\"task\":\"qa2\",\"story\":7,\"index\":40,\
             \"facts\":[\"Mary and John went to the kitchen.\",\"Then they moved to the garden.\"],\
             \"question\":\"Where is Mary?\",\"kind\":\"where_person\",\"answer\":\"garden\",\"supporting\":[1,2],\
             \"all_minimal\":[[1,2],[1]],\"complete\":false,\"composition\":[\"MOVE\",\"COMPOUND\"],\
             \"symbols\":[\"move(mary,kitchen) é \\\"1\\\"\",\"move(mary,kitchen) é \\\"2\\\"\",\
             \"move(mary,kitchen) é \\\"3\\\"\"],\"status\":\"unique\"}}\n",
            questions[0].id()
        )
    );
}

#[test]
fn squad_spans_are_last_mentions_in_supporting_sentences() {
    let text = "1 Zoë went to the hall.\n2 Bo went to the hall.\n3 Bo saw the halls.\n4 Where is Zoë?\thall\t1\n\
                5 Is Bo there?\tno\t2\n6 Where?\tattic\t2\n7 Bo is no longer in the hall of the hall hallway.\n\
                8 Where is Bo?\thall\t7 2\n9 Why?\n";
    let story = passage(text);
    let json: serde_json::Value = serde_json::from_slice(&squad(&[(&story, &[], HEAD)])).unwrap();
    let paragraphs = json["data"][0]["paragraphs"].as_array().unwrap();
    assert_eq!(paragraphs.len(), 2);
    let context = paragraphs[0]["context"].as_str().unwrap();
    assert_eq!(context, "Zoë went to the hall. Bo went to the hall. Bo saw the halls.");
    let first = &paragraphs[0]["qas"][0];
    assert_eq!((&first["answers"][0]["answer_start"], &first["is_impossible"]), (&16.into(), &false.into()));
    for (qa, answer) in [(&paragraphs[0]["qas"][1], "no"), (&paragraphs[0]["qas"][2], "attic")] {
        assert_eq!((&qa["is_impossible"], qa["answers"].as_array().unwrap().len()), (&true.into(), 0));
        assert_eq!(qa["plausible_answers"], serde_json::json!([{"text": answer, "answer_start": -1}]));
    }
    let context: Vec<char> = paragraphs[1]["context"].as_str().unwrap().chars().collect();
    let start = paragraphs[1]["qas"][0]["answers"][0]["answer_start"].as_u64().unwrap() as usize;
    assert_eq!(context[start..].iter().collect::<String>(), "hall hallway.");
    assert_eq!(paragraphs[1]["qas"][0]["supporting_facts"], serde_json::json!([4, 2]));
    assert!(paragraphs[1]["qas"][1].get("plausible_answers").is_none());
    let records = read("x", &squad(&[(&story, &[], HEAD)])).1;
    assert_eq!((records.len(), &records[0].passage), (1, &story));
}

#[test]
fn foreign_squad_paragraphs_are_stories_of_their_own() {
    let text = r#"{"data": [{"paragraphs": [
        {"qas": [{"answers": [{"answer_start": 4, "text": "é"}, {"answer_start": 0, "text": "Bo"}],
                  "question": "Where?", "id": "a", "x": [1, {}]}], "context": "Bo: é here. And"},
        {"context": "Other.", "qas": []}], "title": "late"}, {"title": "T", "paragraphs": []}], "version": "v2.0"}"#;
    let (format, records) = read("dev-v2.json", text.as_bytes());
    assert_eq!((format, records.len()), (StoryFormat::Squad, 2));
    assert_eq!(records[0].passage.facts().map(|(_, fact)| fact).collect::<Vec<_>>(), ["Bo: é here.", "And"]);
    assert_eq!(records[0].passage.questions().next().unwrap().1.answer, "é");
    assert_eq!(
        records[0].place.spot,
        FilePosition::Byte { line: 2, offset: text.find("{\"qas").unwrap() as u64 }
    );
    assert_eq!(records[0].id, None, "the title came too late");
}

#[test]
fn supports_of_prompts_with_gaps_are_kept_as_claims() {
    let file = String::from_utf8(file("prompts")).unwrap();
    let lines: Vec<&str> = file.lines().collect();
    let without = |gone: &[usize]| {
        let kept = lines.iter().enumerate().filter(|(number, _)| !gone.contains(number));
        let text: String = kept.map(|(_, line)| format!("{line}\n")).collect();
        read("x.jsonl", text.as_bytes()).1
    };
    // Without the third question of the first story, the rest of it is in pieces.
    let records = without(&[2]);
    assert_eq!(records.iter().map(|record| record.claims.len()).collect::<Vec<_>>(), [2, 1, 1, 1, 1, 7]);
    let unmapped = |record: &StoryRecord| record.claims[0].unmapped_support.clone();
    assert_eq!(
        records.iter().map(unmapped).collect::<Vec<_>>(),
        [None, Some(vec![7]), Some(vec![9]), Some(vec![9]), Some(vec![1, 2]), None]
    );
    assert!(records[1].passage.questions().all(|(_, asked)| asked.support.is_empty()));
    assert_eq!(records[2].place.spot, FilePosition::Line(4));
    // Without its first question too, nothing of it can be mapped, although the second says how many are missing.
    assert_eq!(without(&[0]).len(), 7);
}

#[test]
fn stories_of_other_worlds_have_no_events() {
    for (text, line, message) in [
        ("1 Wolves are afraid of mice.\n", 1, "`Wolves are afraid of mice.` is no sentence"),
        ("1 Mary went to the park.\n2 What is Mary afraid of?\tmice\t1\n", 2, "is no sentence or question"),
        ("1 Mary went to the park.\n2 Then he went to the park.\n", 2, "pronoun"),
    ] {
        let error = EventLine::of(&passage(text), &[], &HEAD, &Lexicon::published()).unwrap_err();
        assert_eq!(error.line, line);
        assert!(error.message.contains(message), "{error}");
    }
    for text in ["1 No stop\n2 Where?\ta\t1\n", "1 A. B.\n", "1 A.\n2 Q?\ta\t2\n", "1 A.\n2 Q?\ta\t9\n"] {
        let squad = SquadWriter::write(&passage(text), &[], &HEAD, &mut Vec::new());
        assert!(squad.is_err(), "{text}");
    }
    assert!(PromptLine::of(&passage("1 No stop\n2 Where?\ta\t1\n"), &HEAD).is_err());
}

#[test]
fn events_say_what_sentences_say() {
    let passage = passage(STORY);
    let line = EventLine::of(&passage, &solutions(&passage), &HEAD, &Lexicon::published()).unwrap();
    let source = |line: &EventLine, number: usize| -> Vec<String> {
        line.events[number].iter().map(|event| event.source[0].clone()).collect()
    };
    assert_eq!(
        (source(&line, 0), source(&line, 1)),
        (vec!["John".into(), "Mary".into()], vec!["John".into(), "Mary".into()])
    );
    assert!(line.events[1].iter().all(|event| event.is_coref && event.is_conj));
    assert_eq!(line.events[4][0].supporting_facts, [1, 2, 4]);
    assert_eq!(line.events[5][0].target, [OneOrMany::Many(vec!["apple".into()])]);
    assert_eq!(line.events[6][0].gold_belief, "negated");
    assert_eq!(line.events[11][0].sub_kind.as_deref(), Some("gave_to"));
    assert_eq!(line.ie_answers.0[2], ("6".into(), Some(vec![OneOrMany::Many(vec!["apple".into()])])));
    assert_eq!(line.ie_s_facts.0[0], ("3".into(), Some(vec![vec![1, 2], vec![1]])));
}

#[test]
fn files_that_cannot_be_opened_say_why() {
    let message = open(Path::new("/no/such/file")).unwrap_err().to_string();
    assert!(message.starts_with("`/no/such/file` cannot be opened"), "{message}");
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x");
    std::fs::write(&path, "Once upon a time").unwrap();
    let message = open(&path).unwrap_err().to_string();
    assert!(message.contains("x:1: expected stories") && message.contains("Once upon"), "{message}");
    let mut packed = Output::create(&directory.path().join("p.gz")).unwrap();
    packed.append(&parquet(&rows().all())).unwrap();
    packed.finish().unwrap();
    let message = open(&directory.path().join("p.gz")).unwrap_err().to_string();
    assert!(message.contains("compressed as a whole"), "{message}");
}
