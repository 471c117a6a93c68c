//! What is known of a source: a recipe or files.

use std::io::Read;

use wampimuk_source::{Opened, Source};
use xxhash_rust::xxh3::Xxh3;

use super::About;

impl About {
    /// What is known of a source.
    pub fn new(name: &str, opened: &Opened) -> Self {
        let source = match opened {
            Opened::Commands(source) | Opened::Riddles(source) => source,
            Opened::Stories(stories) => &stories.source,
        };
        Self::of(name, digest(source))
    }
}

fn digest(source: &Source) -> Option<String> {
    if let Some(manifest) = &source.manifest {
        return Some(format!("recipe and seed: {} / {}", manifest.digest, manifest.seed));
    }
    let Some(path) = &source.path else {
        return source.dataset.as_ref().map(|dataset| format!("recipe: {}", dataset.digest()));
    };
    // A pipe would be waited for, and can be read only once.
    let mut file = path.is_file().then(|| std::fs::File::open(path).ok())??;
    let (mut hash, mut buffer) = (Xxh3::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Some(format!("file: xxh3 {:032x}", hash.digest128())),
            Ok(count) => hash.update(&buffer[..count]),
            Err(_) => return None,
        }
    }
}
