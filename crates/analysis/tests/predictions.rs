//! Files of predictions: written and read back, and whatever else can stand in them.

use std::io::Cursor;
use std::path::Path;

use wampimuk_analysis::predictions::{Attention, Header, Prediction, ReadError, Reader, Said, Writer};
use wampimuk_dataset::Input;

fn reader(text: &[u8]) -> Result<Reader<Input>, ReadError> {
    let input = Input::new(Box::new(Cursor::new(text.to_vec())))
        .map_err(|source| ReadError::Open { path: "p.jsonl".into(), source })?;
    Reader::new(Path::new("p.jsonl"), input)
}

fn failure(text: &str) -> String {
    let all = reader(text.as_bytes()).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    all.err().map_or_else(String::new, |error| error.to_string())
}

#[test]
fn what_is_written_is_read_back() {
    let header = Header {
        model: Some("m-lstm".into()),
        recipe: Some("gscan".into()),
        seed: Some(3),
        changes: vec!["splits.shots=5".into()],
        more: [("note".to_string(), serde_json::json!("kept"))].into_iter().collect(),
        ..Header::default()
    };
    let weights = Attention { command: vec![vec![0.25, 0.75]], world: vec![vec![0.1; 36]] };
    let predictions = [
        Prediction {
            split: "test".into(),
            index: 17,
            said: Said::Tokens(vec!["turn left".into(), "walk".into()]),
            attention: Some(weights),
        },
        Prediction { split: "test".into(), index: 3, said: Said::Text("apple,milk".into()), attention: None },
    ];
    let mut writer = Writer::new(Vec::new(), &header).unwrap();
    predictions.iter().for_each(|prediction| writer.write(prediction).unwrap());
    let bytes = writer.finish();
    assert!(bytes.starts_with(br#"{"wampimuk":"predictions","format":1,"model":"m-lstm","recipe":"gscan""#));
    let read = reader(&bytes).unwrap();
    assert_eq!(read.header(), Some(&header));
    let back: Vec<_> = read.map(Result::unwrap).collect();
    assert_eq!(back.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 3]);
    assert!(back.iter().map(|(_, prediction)| prediction).eq(&predictions));
    assert_eq!(predictions[1].said.parts(), ["apple", "milk"]);
    assert_eq!(predictions[0].said.text(), "turn left,walk");
}

#[test]
fn files_of_others_need_no_header() {
    let text = "\n{\"index\":0,\"split\":\"dev\",\"prediction\":[],\"score\":0.5}\n\n{\"split\":\"dev\",\"index\":1,\"prediction\":\"\"}";
    let read = reader(text.as_bytes()).unwrap();
    assert_eq!(read.header(), None);
    let back: Vec<_> = read.map(Result::unwrap).collect();
    assert_eq!(back.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [2, 4]);
    assert!(back.iter().all(|(_, prediction)| prediction.said.parts().is_empty()));
    assert_eq!(reader(b"").unwrap().count(), 0);
}

#[test]
fn what_cannot_be_read_has_a_place_and_a_hint() {
    let good = r#"{"split":"test","index":0,"prediction":["walk"]}"#;
    for (line, expected) in [
        ("walk walk", "p.jsonl:2: this is no JSON object (expected a line such as"),
        (r#"{"split":"test","prediction":[]}"#, "p.jsonl:2: missing field `index`"),
        (r#"{"split":"test","index":-1,"prediction":[]}"#, "p.jsonl:2: invalid value"),
        (r#"{"split":"test","index":1,"prediction":[1]}"#, "p.jsonl:2: "),
        (r#"{"split":"test","index":1,"prediction":["walk"]"#, "p.jsonl:2: EOF"),
        (r#"{"split":"test","index":1,"prediction":[],"attention":{"world":[[null]]}}"#, "p.jsonl:2: "),
    ] {
        let message = failure(&format!("{good}\n{line}\n{good}"));
        assert!(message.starts_with(expected), "{line}: {message}");
    }
    for (line, expected) in [
        (
            r#"{"wampimuk":"predictions","format":2}"#,
            "the format has version 2 (this program reads version 1)",
        ),
        (r#"{"wampimuk":"manifest","format":1}"#, "this is a file of `manifest`, not of predictions"),
        (r#"{"wampimuk":"predictions","format":1,"seed":"one"}"#, "the header cannot be read"),
    ] {
        let message = failure(line);
        assert!(message.starts_with("p.jsonl:1: ") && message.contains(expected), "{line}: {message}");
    }
    let endless = format!(r#"{{"split":"test","index":1,"prediction":"{}"}}"#, ",".repeat(200_000));
    assert!(failure(&endless).contains("an answer of 200001 parts"));
    let long = format!("{good}\n{}", "x".repeat(17 << 20));
    assert!(failure(&long).contains("p.jsonl:2: the line is longer than"));
}

#[test]
fn nothing_is_read_behind_a_faulty_line() {
    let text = "{}\n{\"split\":\"test\",\"index\":1,\"prediction\":[]}\n";
    let read = reader(text.as_bytes()).unwrap();
    assert_eq!(read.count(), 1);
}
