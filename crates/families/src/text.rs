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
        true => text_of(bounded(io::stdin(), MAX_TEXT_BYTES)?),
        false => text_of(read_bytes(path, MAX_TEXT_BYTES)?),
    }
}

/// The bytes of a file that has at most so many.
///
/// # Errors
/// If it cannot be read; of the kind [`ErrorKind::InvalidData`] if it is longer.
pub fn read_bytes(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = File::open(path)?;
    if file.metadata()?.len() > most {
        return Err(too_long(most));
    }
    bounded(file, most)
}

fn too_long(most: u64) -> io::Error {
    wrong(format!("it is longer than {most} bytes"))
}

fn wrong(what: String) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what)
}

fn bounded(source: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(too_long(most)),
        false => Ok(bytes),
    }
}

/// What bytes say.
///
/// # Errors
/// Of the kind [`ErrorKind::InvalidData`] if they are not UTF-8; it says in which line.
pub fn text_of(bytes: Vec<u8>) -> io::Result<String> {
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
        assert_eq!(text_of(b"a\nb".to_vec()).unwrap(), "a\nb");
        let error = text_of(b"a\nb\xff".to_vec()).unwrap_err();
        assert_eq!(
            (error.kind(), error.to_string()),
            (ErrorKind::InvalidData, "line 2 is not text in UTF-8".into())
        );
        // Without an end: nothing more than the limit is taken.
        let error = bounded(io::repeat(b'x'), 1000).unwrap_err();
        assert!(error.to_string().contains("longer than 1000 bytes"), "{error}");
        assert_eq!(bounded(&b"abc"[..], 3).unwrap(), b"abc");
    }
}
