use std::io::BufReader;

use super::*;
use crate::lines::MAX_ITEM_BYTES;

fn pieces(text: &str, buffer: usize) -> Result<Vec<(String, u64, String)>, String> {
    let mut splitter = DatasetTxtReader::new(BufReader::with_capacity(buffer, text.as_bytes()));
    let mut pieces = Vec::new();
    loop {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        match splitter.next_piece().map_err(|error| error.to_string())? {
            None => return Ok(pieces),
            Some(DatasetTxtPiece::Header { key, value }) => pieces.push((format!("#{key}"), 0, text(value))),
            Some(DatasetTxtPiece::Example { split, line, offset, json }) => {
                assert!(offset > 0);
                pieces.push((split.to_string(), line, text(json)));
            }
        }
    }
}

#[test]
fn indented_and_single_line_files_split_alike() {
    let indented = "{\n  \"a\": 1.5,\n  \"b\": \"x\\\"}\",\n  \"examples\": {\n    \"train\": [\n      {\"k\": [1, {}]},\n      {\"k\": \"]}\\\\\"}\n    ],\n    \"dev\": []\n  },\n  \"c\": {\"walk\": \"walk\"}\n}\n";
    let expected = [
        ("#a", 0, "1.5"),
        ("#b", 0, "\"x\\\"}\""),
        ("train", 6, "{\"k\": [1, {}]}"),
        ("train", 7, "{\"k\": \"]}\\\\\"}"),
        ("#c", 0, "{\"walk\": \"walk\"}"),
    ]
    .map(|(key, line, json)| (key.to_string(), line, json.to_string()));
    for buffer in [1, 2, 3, 7, 4096] {
        assert_eq!(pieces(indented, buffer).unwrap(), expected);
        let single = pieces(&indented.replace('\n', ""), buffer).unwrap();
        let with_line_1 = expected.clone().map(|(key, line, json)| (key, line.min(1), json));
        assert_eq!(single, with_line_1);
    }
    assert_eq!(pieces(" {} ", 4096).unwrap(), []);
}

#[test]
fn broken_files_say_where() {
    for (text, message) in [
        ("", "line 1 (byte 0): expected `{`, the start of a JSON object, found the end of the file"),
        ("[]", "line 1 (byte 0): expected `{`, the start of a JSON object, found `[]`"),
        ("{\"a\"\n 1}", "line 2 (byte 6): expected `:`, found `1}`"),
        ("{\"a\": 1", "line 1 (byte 7): expected the rest of a value, found the end of the file"),
        ("{\"a\": }", "line 1 (byte 6): expected a value, found `}`"),
        ("{\"a\": 1 \"b\": 2}", "line 1 (byte 8): expected `,` or `}`, found `\"b\": 2}`"),
        ("{\"a\": 1} x", "line 1 (byte 9): expected the end of the file, found `x`"),
        ("{\"examples\": []}", "line 1 (byte 13): expected `{`, the splits of the examples, found `[]}`"),
        (
            "{\"examples\": {\"train\": [{}",
            "line 1 (byte 26): expected `,` or `]`, found the end of the file",
        ),
        (
            "{\"examples\": {\"train\": [{\"a",
            "line 1 (byte 27): expected the rest of a value, found the end of the file",
        ),
    ] {
        assert_eq!(pieces(text, 4096).unwrap_err(), message);
    }
}

#[test]
fn long_values_are_refused() {
    let text = format!("{{\"examples\": {{\"train\": [\"{}\"]}}}}", "x".repeat(MAX_ITEM_BYTES));
    assert!(pieces(&text, 1 << 16).unwrap_err().ends_with("an example is longer than 16777216 bytes"));
}
