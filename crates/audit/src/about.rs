//! What was audited, and by what.

use std::io::Read;

use serde::Serialize;
use wampimuk_source::{Opened, Source};
use xxhash_rust::xxh3::Xxh3;

/// What was audited, and by what.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct About {
    /// What the user named.
    pub name: String,
    /// The version of this program.
    pub version: &'static str,
    /// What the data are the same by: the digest of the recipe, or a hash of the file.
    pub digest: Option<String>,
    /// The command that does it again.
    pub command: Option<String>,
}

impl About {
    /// What is known of a source.
    pub fn new(name: &str, opened: &Opened) -> Self {
        let source = match opened {
            Opened::Commands(source) | Opened::Riddles(source) => source,
            Opened::Stories(stories) => &stories.source,
        };
        Self {
            name: name.to_owned(),
            version: env!("CARGO_PKG_VERSION"),
            digest: digest(source),
            command: None,
        }
    }

    /// A line for each thing known.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = vec![format!("{} · wampimuk {}", self.name, self.version)];
        lines.extend(self.digest.iter().cloned());
        lines.extend(self.command.iter().map(|command| format!("command: {command}")));
        lines
    }
}

fn digest(source: &Source) -> Option<String> {
    if let Some(manifest) = &source.manifest {
        return Some(format!("recipe and seed: {} / {}", manifest.digest, manifest.seed));
    }
    let Some(path) = &source.path else {
        return source.dataset.as_ref().map(|dataset| format!("recipe: {}", dataset.digest()));
    };
    let mut file = std::fs::File::open(path).ok().filter(|_| path.is_file())?;
    let (mut hash, mut buffer) = (Xxh3::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Some(format!("file: xxh3 {:032x}", hash.digest128())),
            Ok(count) => hash.update(&buffer[..count]),
            Err(_) => return None,
        }
    }
}
