//! What the targets share.
//!
//! Each file of `fuzz_targets` gives bytes to one reader of what strangers have written. The reader may refuse them; it may not
//! panic, hang or take memory without bound. Where a thing that was read can be written, the target also holds that to be
//! the same thing when it is read again.
//!
//! Readers that take a path get a file in the folder for temporary files. `cargo xtask fuzz` puts that folder into memory where
//! the system has such a place, and removes it afterwards.

use std::path::Path;
use std::sync::OnceLock;

use wampimuk_babi::Solver;
use wampimuk_command::{Identifier, Reading};
use wampimuk_dataset::stories::StoryFormat;
use wampimuk_dataset::{ItemView, check_claims};

/// The most items of a file that are looked at: later ones take the same way.
const ITEMS: usize = 20;

/// A file with these bytes, the same file for every input of this process. Some readers go by its ending.
///
/// # Panics
/// If the folder for temporary files cannot be written to.
pub fn file(ending: &str, bytes: &[u8]) -> &'static Path {
    static FILE: OnceLock<tempfile::TempPath> = OnceLock::new();
    let path = FILE.get_or_init(|| {
        let file = tempfile::Builder::new().prefix("fuzz-").suffix(ending).tempfile();
        file.expect("a temporary file").into_temp_path()
    });
    std::fs::write(path, bytes).expect("a temporary file");
    path
}

/// Reads a file of commands in grid worlds, and derives again what it claims.
pub fn read_commands(path: &Path) {
    let Ok(mut reader) = wampimuk_dataset::open(path, None) else { return };
    for _ in 0..ITEMS {
        match reader.next() {
            None => return,
            Some(Err(error)) => assert!(!error.to_string().is_empty()),
            Some(Ok(record)) => {
                let lexicon = reader.lexicon();
                let id = Identifier::new(lexicon).identify(&record.command, &record.world);
                let view = ItemView::read(&record, lexicon);
                let _ = check_claims(&view, id, Reading::Superlative);
                assert_eq!(view.record().as_ref().map(|record| record.index), Some(record.index));
            }
        }
    }
}

/// Reads a file of stories and solves them.
pub fn read_stories(path: &Path) -> Option<StoryFormat> {
    let reader = wampimuk_dataset::stories::open(path).ok()?;
    let format = reader.format();
    for story in reader.take(ITEMS) {
        match story {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(story) => {
                assert_eq!(story.claims.len(), story.passage.questions().count());
                solve(&story.passage);
            }
        }
    }
    Some(format)
}

/// Solves a passage. Whatever it says, there is an answer for each question, shown by lines before it, or an error with its line.
pub fn solve(passage: &wampimuk_babi::Passage) {
    static SOLVER: OnceLock<Solver> = OnceLock::new();
    let solver = SOLVER.get_or_init(|| Solver { steps: 64, ..Solver::default() });
    match solver.solve(passage) {
        Ok(solutions) => {
            assert_eq!(solutions.len(), passage.questions().count());
            for solution in &solutions {
                let mut lines = solution.all_minimal.iter().chain([&solution.supporting]).flatten();
                assert!(lines.all(|line| (1..solution.line).contains(line)));
            }
        }
        Err(error) => assert!((1..=passage.lines.len()).contains(&error.line), "{error}"),
    }
}
