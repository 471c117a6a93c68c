//! Small files of text, read whole.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The longest text that is read whole: recipes, configurations, settings, scores, texts for `--set key=@FILE`.
pub const MAX_TEXT_BYTES: u64 = 16 << 20;

/// The text of a file; `-` is standard input.
///
/// # Errors
/// If it cannot be read; of the kind [`ErrorKind::InvalidData`] if it is longer than [`MAX_TEXT_BYTES`] or not UTF-8.
pub fn read_text(path: &Path) -> io::Result<String> {
    match path == Path::new("-") {
        true => bounded(io::stdin()),
        false => bounded(File::open(path)?),
    }
}

fn bounded(source: impl Read) -> io::Result<String> {
    let mut bytes = Vec::new();
    source.take(MAX_TEXT_BYTES + 1).read_to_end(&mut bytes)?;
    let wrong = |what: String| io::Error::new(ErrorKind::InvalidData, what);
    if bytes.len() as u64 > MAX_TEXT_BYTES {
        return Err(wrong(format!("it is longer than {MAX_TEXT_BYTES} bytes")));
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
        wrong(format!("line {line} is not text in UTF-8"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_short_and_in_utf_8() {
        assert_eq!(bounded(&b"a\nb"[..]).unwrap(), "a\nb");
        let error = bounded(&b"a\nb\xff"[..]).unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string()),
            (ErrorKind::InvalidData, "line 2 is not text in UTF-8".into())
        );
        // Without an end: nothing more than the limit is taken.
        let error = bounded(io::repeat(b'x')).unwrap_err();
        assert!(error.to_string().contains("longer than 16777216 bytes"), "{error}");
    }
}
