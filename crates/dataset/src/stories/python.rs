//! JSON as Python's `json.dumps` writes it: `", "` and `": "`, and ASCII only.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;

use crate::escape::HEX;

pub(super) fn write(value: &impl Serialize, out: &mut Vec<u8>) {
    let mut serializer = serde_json::Serializer::with_formatter(out, Dumps);
    // Neither the values of these formats nor a `Vec` can fail.
    let _ = value.serialize(&mut serializer);
}

struct Dumps;

impl Formatter for Dumps {
    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { out.write_all(b", ") }
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { out.write_all(b", ") }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn write_string_fragment<W: ?Sized + Write>(&mut self, out: &mut W, text: &str) -> io::Result<()> {
        let mut plain = 0;
        for (at, c) in text.char_indices().filter(|(_, c)| !c.is_ascii()) {
            out.write_all(&text.as_bytes()[plain..at])?;
            plain = at + c.len_utf8();
            for unit in c.encode_utf16(&mut [0; 2]) {
                let digit = |shift: u32| HEX[usize::from(*unit >> shift & 15)];
                out.write_all(&[b'\\', b'u', digit(12), digit(8), digit(4), digit(0)])?;
            }
        }
        out.write_all(&text.as_bytes()[plain..])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_looks_as_from_python() {
        let mut out = Vec::new();
        write(&serde_json::json!({"a": [1, "é\n\"😀"], "b": {}, "c": [], "d": null}), &mut out);
        assert_eq!(
            String::from_utf8(out).unwrap(),
            "{\"a\": [1, \"\\u00e9\\n\\\"\\ud83d\\ude00\"], \"b\": {}, \"c\": [], \"d\": null}"
        );
    }
}
