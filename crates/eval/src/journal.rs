//! What was answered, on disk before it counts.
//!
//! A line for each answer, with a checksum:
//!
//! ```text
//! {"check":"0123456789abcdef","entry":{"key":"…","ending":"answered",…}}
//! ```
//!
//! Lines are appended and reach the disk before anybody counts on them. What a killed process leaves behind is at worst a
//! line without its end: it has no right checksum, so it is passed over, and its question is asked again. Of two lines with
//! one key the later one counts.

mod entry;

use std::collections::{BTreeSet, HashMap};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use xxhash_rust::xxh3::xxh3_64;

use crate::Error;
use crate::conversation::Conversation;
use crate::reply::Ending;
pub use entry::{Entry, Key, Spent};

/// Where an entry stands in the file.
#[derive(Clone, Copy, Debug)]
struct Place {
    start: u64,
    len: u32,
}

/// A journal, opened by one process at a time.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: File,
    state: Mutex<State>,
    /// Lines that were passed over when the journal was opened.
    pub damaged: u64,
}

#[derive(Debug, Default)]
struct State {
    places: HashMap<Key, (Place, Ending)>,
    end: u64,
    spent: Spent,
    /// Who has answered something about what: models with their datasets.
    heard: BTreeSet<String>,
}

const START: &[u8] = br#"{"check":""#;
const MIDDLE: &[u8] = br#"","entry":"#;
/// The longest line that is read: more than any answer that is taken from a server.
const LONGEST: u64 = 64 << 20;

impl Journal {
    /// Opens the journal of a folder, and makes both if they are not there.
    ///
    /// # Errors
    /// If it cannot be read or written, or if another process has it.
    pub fn open(folder: &Path) -> Result<Self, Error> {
        std::fs::create_dir_all(folder).map_err(|error| Error::io("make", folder, error))?;
        let path = folder.join("journal.jsonl");
        let failed = |doing| {
            let path = path.clone();
            move |error| Error::io(doing, &path, error)
        };
        let open = OpenOptions::new().read(true).append(true).create(true).open(&path);
        let mut file = open.map_err(failed("open"))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Error::Request(format!(
                    "another process works on {}: wait for it, or give another folder with --out",
                    folder.display()
                )));
            }
            Err(TryLockError::Error(error)) => return Err(failed("lock")(error)),
        }
        let mut state = State::default();
        let mut damaged = 0;
        let mut reader = BufReader::with_capacity(1 << 16, &file);
        let mut line = Vec::new();
        let (mut is_whole, mut is_journal) = (true, true);
        loop {
            line.clear();
            let start = state.end;
            let read = (&mut reader).take(LONGEST).read_until(b'\n', &mut line).map_err(failed("read"))?;
            if read == 0 {
                break;
            }
            if start == 0 {
                let head = line.trim_ascii_end();
                is_journal = head.starts_with(START) || START.starts_with(head);
            }
            state.end += read as u64;
            is_whole = line.last() == Some(&b'\n');
            match parse(&line) {
                Some(entry) => state.add(&entry, Place { start, len: read as u32 }),
                None => damaged += 1,
            }
        }
        if !is_journal && state.places.is_empty() {
            return Err(Error::Request(format!(
                "{} is no journal of a study: give another folder with --out, or move it away",
                path.display()
            )));
        }
        if !is_whole {
            // The torn line becomes a line of its own.
            file.write_all(b"\n").map_err(failed("write"))?;
            state.end += 1;
        }
        file.sync_data().map_err(failed("write"))?;
        Ok(Self { path, file, state: Mutex::new(state), damaged })
    }

    /// Whether there is an answer, so that nobody needs to be asked. What failed is asked again.
    pub fn has(&self, key: Key) -> bool {
        self.state().places.get(&key).is_some_and(|(_, ending)| *ending != Ending::Failed)
    }

    /// Whether a model has answered anything.
    pub fn has_answers_of(&self, model: &str) -> bool {
        let begin = format!("{model}/");
        self.state().heard.iter().any(|about| about.starts_with(&begin))
    }

    /// What all entries come to.
    pub fn spent(&self) -> Spent {
        self.state().spent
    }

    /// Writes an entry down. When this returns, it is on disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&self, entry: &Entry) -> Result<(), Error> {
        let failed = |error| Error::io("write", &self.path, error);
        let text = serde_json::to_string(entry).map_err(|error| failed(error.into()))?;
        let line =
            [START, format!("{:016x}", xxh3_64(text.as_bytes())).as_bytes(), MIDDLE, text.as_bytes(), b"}\n"]
                .concat();
        {
            let mut state = self.state();
            (&self.file).write_all(&line).map_err(failed)?;
            let place = Place { start: state.end, len: line.len() as u32 };
            state.end += line.len() as u64;
            state.add(entry, place);
        }
        self.file.sync_data().map_err(failed)
    }

    /// The entry with this key.
    ///
    /// # Errors
    /// If it cannot be read again.
    pub fn get(&self, key: Key) -> Result<Option<Entry>, Error> {
        let failed = |error| Error::io("read", &self.path, error);
        let state = self.state();
        let Some((place, _)) = state.places.get(&key) else { return Ok(None) };
        let mut line = vec![0; place.len as usize];
        let mut file = &self.file;
        file.seek(SeekFrom::Start(place.start)).map_err(failed)?;
        file.read_exact(&mut line).map_err(failed)?;
        let changed = || failed(std::io::Error::other("it was changed by somebody else meanwhile"));
        parse(&line).filter(|entry| entry.key == key).map(Some).ok_or_else(changed)
    }

    /// Lets a conversation hear what is known of it, and says how many answers that were.
    ///
    /// # Errors
    /// If an entry cannot be read again.
    pub fn replay(&self, conversation: &mut Conversation, sample: u32) -> Result<u64, Error> {
        let mut heard = 0;
        while !conversation.is_over() {
            let key = conversation.key(sample);
            if !self.has(key) {
                break;
            }
            let Some(entry) = self.get(key)? else { break };
            conversation.hear(&entry);
            heard += 1;
        }
        Ok(heard)
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn add(&mut self, entry: &Entry, place: Place) {
        self.spent.add(entry);
        let about = entry.about.rsplitn(3, '/').last().unwrap_or_default();
        if entry.ending != Ending::Failed && !self.heard.contains(about) {
            self.heard.insert(about.to_owned());
        }
        self.places.insert(entry.key, (place, entry.ending));
    }
}

/// The entry of a line, if all of it is there.
fn parse(line: &[u8]) -> Option<Entry> {
    let rest = line.strip_prefix(START)?;
    let (check, rest) = rest.split_at_checked(16)?;
    let text = rest.strip_prefix(MIDDLE)?.strip_suffix(b"}\n")?;
    let check = u64::from_str_radix(std::str::from_utf8(check).ok()?, 16).ok()?;
    (check == xxh3_64(text)).then(|| serde_json::from_slice(text).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(number: u32, ending: Ending) -> Entry {
        Entry {
            key: Key::of(b"question", number),
            about: format!("m/r/test/{number}#0"),
            ending,
            answer: format!("Answer: {number}\n\"quoted\""),
            reasoning: String::new(),
            why: String::new(),
            prompt_tokens: 10,
            completion_tokens: 2,
            milliseconds: 5,
            attempts: 1,
        }
    }

    #[test]
    fn what_is_written_is_there_again_and_torn_lines_are_not() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let journal = Journal::open(folder.path()).unwrap();
        (0..3).for_each(|number| journal.append(&entry(number, Ending::Answered)).unwrap());
        journal.append(&entry(3, Ending::Failed)).unwrap();
        assert!(Journal::open(folder.path()).is_err(), "one process at a time");
        drop(journal);
        let whole = std::fs::read(&path).unwrap();
        // Wherever the file was broken off: what is whole is there, what is not is asked again, and writing goes on.
        for cut in (0..whole.len()).step_by(7) {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let lines = whole[..cut].iter().filter(|&&byte| byte == b'\n').count();
            let journal = Journal::open(folder.path()).unwrap();
            for number in 0..4u32 {
                let there = (number as usize) < lines && number != 3;
                assert_eq!(journal.has(Key::of(b"question", number)), there, "{cut} {number}");
            }
            assert_eq!(journal.spent().requests, lines as u64);
            journal.append(&entry(9, Ending::Cut)).unwrap();
            drop(journal);
            let journal = Journal::open(folder.path()).unwrap();
            assert_eq!(journal.get(Key::of(b"question", 9)).unwrap(), Some(entry(9, Ending::Cut)));
        }
    }

    #[test]
    fn a_changed_line_does_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        let journal = Journal::open(folder.path()).unwrap();
        journal.append(&entry(1, Ending::Answered)).unwrap();
        drop(journal);
        let text = std::fs::read_to_string(&path).unwrap().replace("Answer: 1", "Answer: 2");
        std::fs::write(&path, text).unwrap();
        let journal = Journal::open(folder.path()).unwrap();
        assert!(!journal.has(Key::of(b"question", 1)) && journal.damaged == 1);
    }

    /// Answers were written into whatever file had this name.
    #[test]
    fn other_files_are_no_journals() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("journal.jsonl");
        std::fs::write(&path, "{\"day\": 1}").unwrap();
        let error = Journal::open(folder.path()).unwrap_err().to_string();
        assert!(error.contains("is no journal of a study"), "{error}");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "{\"day\": 1}");
    }

    #[test]
    fn what_failed_is_asked_again_and_the_last_entry_counts() {
        let folder = tempfile::tempdir().unwrap();
        let journal = Journal::open(folder.path()).unwrap();
        journal.append(&entry(1, Ending::Failed)).unwrap();
        assert!(!journal.has(Key::of(b"question", 1)));
        journal.append(&entry(1, Ending::Answered)).unwrap();
        assert!(journal.has(Key::of(b"question", 1)));
        assert_eq!(journal.spent(), Spent { requests: 2, input: 20, output: 4 });
    }
}
