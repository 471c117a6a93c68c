//! Texts as JSON strings.

/// Which characters may stand as they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Charset {
    /// Everything that JSON allows: what our own files hold.
    Utf8,
    /// ASCII only, as Python's `json` writes by default: what the original files hold.
    Ascii,
}

/// Appends a text in quotes. Both kinds of files escape these alike: quotes, backslashes and control
/// characters, with the short forms where JSON has one.
pub(crate) fn quote(text: &str, charset: Charset, out: &mut Vec<u8>) {
    out.push(b'"');
    let mut plain = 0;
    for (at, c) in text.char_indices() {
        let stands = match charset {
            Charset::Utf8 => true,
            Charset::Ascii => c < '\u{7f}',
        };
        if stands && c >= ' ' && c != '"' && c != '\\' {
            continue;
        }
        out.extend_from_slice(&text.as_bytes()[plain..at]);
        plain = at + c.len_utf8();
        escape(c, charset, out);
    }
    out.extend_from_slice(&text.as_bytes()[plain..]);
    out.push(b'"');
}

fn escape(c: char, charset: Charset, out: &mut Vec<u8>) {
    let short = match c {
        '"' => b'"',
        '\\' => b'\\',
        '\u{8}' => b'b',
        '\u{c}' => b'f',
        '\n' => b'n',
        '\r' => b'r',
        '\t' => b't',
        // Python leaves DEL as it is.
        '\u{7f}' => return out.push(0x7f),
        c if c < ' ' || charset == Charset::Ascii => {
            for unit in c.encode_utf16(&mut [0; 2]) {
                out.extend_from_slice(b"\\u");
                out.extend([12, 8, 4, 0].map(|shift| HEX[usize::from(*unit >> shift & 15)]));
            }
            return;
        }
        _ => unreachable!("{c:?} needs no escape"),
    };
    out.extend_from_slice(&[b'\\', short]);
}

/// Lower-case digits.
pub(crate) const HEX: [u8; 16] = *b"0123456789abcdef";

#[cfg(test)]
mod tests {
    use super::*;

    fn quoted(text: &str, charset: Charset) -> String {
        let mut out = Vec::new();
        quote(text, charset, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_character_survives() {
        let text: String = ('\0'..='\u{2ff}').chain(['\u{ffff}', '\u{1f600}', '\u{10ffff}']).collect();
        for charset in [Charset::Utf8, Charset::Ascii] {
            let json = quoted(&text, charset);
            assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
        }
        assert!(quoted(&text, Charset::Ascii).is_ascii());
        assert_eq!(quoted(&text, Charset::Utf8), serde_json::to_string(&text).unwrap());
    }

    #[test]
    fn ascii_is_as_python_writes_it() {
        assert_eq!(
            quoted("a\"\\\n\u{1}\u{7f}é\u{1f600}", Charset::Ascii),
            "\"a\\\"\\\\\\n\\u0001\u{7f}\\u00e9\\ud83d\\ude00\""
        );
    }
}
