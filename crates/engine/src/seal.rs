//! Small files that carry a checksum of themselves: what was damaged is not believed.
//!
//! The seal is the last key of a JSON object, over all bytes before it.

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

const KEY: &str = ",\n  \"sha256\": \"";
const END: &str = "\"\n}\n";
const DIGITS: usize = 64;

/// A JSON object with its seal.
pub(crate) fn sealed(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec_pretty(value)?;
    // The object's end comes after the seal.
    bytes.truncate(bytes.trim_ascii_end().len().saturating_sub(1));
    bytes.truncate(bytes.trim_ascii_end().len());
    let digits = digits(&bytes);
    for part in [KEY, &digits, END] {
        bytes.extend_from_slice(part.as_bytes());
    }
    Ok(bytes)
}

/// What was sealed; `None` if a byte of it is another.
pub(crate) fn unsealed<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let at = bytes.len().checked_sub(KEY.len() + DIGITS + END.len())?;
    let (body, seal) = bytes.split_at_checked(at)?;
    let found = seal.strip_prefix(KEY.as_bytes())?.strip_suffix(END.as_bytes())?;
    if found != digits(body).as_bytes() {
        return None;
    }
    serde_json::from_slice(bytes).ok()
}

fn digits(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Note {
        name: String,
        numbers: Vec<f64>,
    }

    #[test]
    fn no_byte_can_be_another() {
        let note = Note { name: "a \"b\"".into(), numbers: vec![0.1, 1e300] };
        let bytes = sealed(&note).unwrap();
        assert_eq!(unsealed::<Note>(&bytes), Some(note));
        assert!(serde_json::from_slice::<serde_json::Value>(&bytes).unwrap()["sha256"].is_string());
        for at in 0..bytes.len() {
            for change in [1, 0x20, 0x80] {
                let mut damaged = bytes.clone();
                damaged[at] ^= change;
                assert_eq!(unsealed::<Note>(&damaged), None, "byte {at}");
            }
            assert_eq!(unsealed::<Note>(&bytes[..at]), None, "cut at {at}");
        }
        assert_eq!(unsealed::<Note>(b"{\"name\":\"\",\"numbers\":[]}"), None, "without a seal");
    }
}
