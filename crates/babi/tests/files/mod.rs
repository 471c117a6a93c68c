//! Files of others to compare with, where they are at hand.

use std::io::Read;
use std::path::PathBuf;

/// The text of a file below `conformance/babi`, if it is there.
pub fn file(name: &str) -> Option<String> {
    let shared = std::env::var_os("WAMPIMUK_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    let path = shared.join("conformance/babi").join(name);
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).ok()?).read_to_string(&mut text).ok()?;
    Some(text)
}
