//! Datasets of any format, item by item.

use std::collections::HashMap;
use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use wampimuk_command::Lexicon;

use crate::batches::{ARROW, PARQUET};
use crate::compact::{Row, TableReader};
use crate::dataset_txt::{DatasetTxtError, DatasetTxtPiece, DatasetTxtReader};
use crate::error::{FieldError, FilePlace, FilePosition, OtherItems, ReadError};
use crate::file_lexicon::FileLexicon;
use crate::folder::FolderFiles;
use crate::format::{InputFormat, Unknown, sniff};
use crate::input::Input;
use crate::json_walker::{JsonProblem, excerpt};
use crate::lines::{LineError, Lines};
use crate::manifest::{MANIFEST, Manifest};
use crate::original::{DecodedExample, parse_example, parse_json};
use crate::record::{OriginalClaims, Record, RecordedClaims};

/// Opens a dataset: a file of any format (`-` is standard input), or a directory. A directory with a manifest has the
/// files that this lists; others have Parquet, Arrow and JSON-lines files, which are read in the order of their names.
/// Without a lexicon the dataset's own is learned while reading.
///
/// # Errors
/// If the path or its first file cannot be opened, or the file has none of the known formats.
pub fn open(path: &Path, lexicon: Option<&Lexicon>) -> Result<Reader, ReadError> {
    let files = files(path)?;
    if files.is_empty() {
        return Err(ReadError::Empty(path.to_owned()));
    }
    let mut reader = open_files(files, lexicon);
    reader.open_next().transpose()?;
    Ok(reader)
}

/// A dataset that consists of these files, which are read in this order. Those that cannot be opened are errors among its
/// items.
pub fn open_files(files: Vec<PathBuf>, lexicon: Option<&Lexicon>) -> Reader {
    let vocabulary =
        lexicon.map_or_else(FileLexicon::learning, |lexicon| FileLexicon::given(lexicon.clone()));
    Reader {
        files: files.into_iter(),
        current: None,
        vocabulary,
        heavy_from: HEAVY_FROM,
        splits: HashMap::new(),
    }
}

/// The smallest heavy size if the file does not say otherwise.
const HEAVY_FROM: u8 = 3;

/// The files of a dataset.
fn files(path: &Path) -> Result<Vec<PathBuf>, ReadError> {
    let error = |source| ReadError::Open { path: path.to_owned(), source };
    if path == Path::new("-") || !path.metadata().map_err(error)?.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut of_folder = FolderFiles::of(path);
    if path.join(MANIFEST).is_file() {
        let unread = |error| ReadError::Open {
            path: path.join(MANIFEST),
            source: io::Error::new(io::ErrorKind::InvalidData, error),
        };
        let files = Manifest::read(&path.join(MANIFEST)).map_err(unread)?.paths(path);
        files.iter().try_for_each(|file| of_folder.check(file))?;
        return Ok(files);
    }
    let mut names = entries(path).map_err(error)?;
    let has_folder = |names: &[PathBuf]| names.iter().any(|name| name.ends_with("data") && name.is_dir());
    if has_folder(&names) {
        // A dataset that has no manifest yet.
        for folder in entries(&path.join("data")).map_err(error)?.iter().filter(|folder| folder.is_dir()) {
            names.extend(entries(folder).map_err(error)?);
        }
    }
    let with = |endings: &[&str]| -> Vec<PathBuf> {
        let name = |path: &Path| path.file_name().map(|name| name.to_string_lossy().into_owned());
        let fits =
            |name: String| !name.starts_with('.') && endings.iter().any(|ending| name.ends_with(ending));
        names.iter().filter(|path| name(path).is_some_and(fits)).cloned().collect()
    };
    let items = with(&[".parquet", ".arrow", ".jsonl", ".jsonl.gz", ".jsonl.zst"]);
    if !items.is_empty() {
        items.iter().try_for_each(|file| of_folder.check(file))?;
        return Ok(items);
    }
    let is_original = |path: &PathBuf| {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let stem = name.strip_suffix(".gz").or_else(|| name.strip_suffix(".zst")).unwrap_or(&name);
        stem == "dataset.txt" || stem.starts_with("data-") && stem.ends_with(".txt")
    };
    let items: Vec<PathBuf> = names.into_iter().filter(is_original).collect();
    items.iter().try_for_each(|file| of_folder.check(file))?;
    Ok(items)
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries: Vec<PathBuf> =
        folder.read_dir()?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    entries.sort();
    Ok(entries)
}

/// A file that is being read.
#[derive(Debug)]
struct OpenFile {
    path: Arc<Path>,
    format: InputFormat,
    source: Source,
    /// How many more items are wanted.
    left: u64,
}

/// Reads a dataset, item by item.
///
/// An item that is not what it should be is an error in its place, and the items after it are read. After an error that
/// concerns a file as a whole its rest is given up, and the next file is read.
#[derive(Debug)]
pub struct Reader {
    files: std::vec::IntoIter<PathBuf>,
    current: Option<OpenFile>,
    vocabulary: FileLexicon,
    heavy_from: u8,
    /// The splits met so far and how many items of each were read.
    splits: HashMap<Arc<str>, u64>,
}

impl Reader {
    /// The format of the file that is being read, if there is one.
    pub fn format(&self) -> Option<InputFormat> {
        self.current.as_ref().map(|current| current.format)
    }

    /// The lexicon that the numbers in items refer to. If it was not given to [`open`], it is what the items read so far
    /// have taught; later items may add entries but not renumber any.
    pub fn lexicon(&self) -> &Lexicon {
        self.vocabulary.lexicon()
    }

    /// Reads worlds in which objects are heavy from this size on; a `dataset.txt` says so itself.
    #[must_use]
    pub fn with_heavy_from(mut self, size: u8) -> Self {
        self.heavy_from = size;
        self
    }

    /// Goes on to the next file; `None` if there is no other.
    fn open_next(&mut self) -> Option<Result<(), ReadError>> {
        let path = self.files.next()?;
        Some(Source::open(&path).map(|(source, format)| {
            self.current = Some(OpenFile { path: path.into(), format, source, left: u64::MAX });
        }))
    }

    /// Leaves only these items of the next file; the others are not looked at.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn select(&mut self, wanted: Range<u64>) -> Result<(), ReadError> {
        self.open_next().transpose()?;
        let Some(OpenFile { path: file, source, left, .. }) = self.current.as_mut() else { return Ok(()) };
        *left = wanted.end - wanted.start;
        let mut skip = wanted.start;
        match source {
            Source::Table(table) => **table = TableReader::part(file, wanted)?,
            Source::Lines(lines) | Source::OriginalLines(lines) => {
                while skip > 0 {
                    match lines.next_line() {
                        Ok(Some(_)) => skip -= 1,
                        Ok(None) => break,
                        Err(error) => return Err(line_error(file.clone(), lines.number(), error)),
                    }
                }
            }
            Source::OriginalFile { splitter, .. } => {
                while skip > 0 {
                    match splitter.next_piece() {
                        Ok(Some(DatasetTxtPiece::Example { .. })) => skip -= 1,
                        Ok(Some(DatasetTxtPiece::Header { .. })) => {}
                        Ok(None) => break,
                        Err(error) => return Err(split_error(file.clone(), error)),
                    }
                }
            }
        }
        Ok(())
    }

    /// The next item of the current file; `None` at the file's end.
    fn next_item(&mut self) -> Option<Result<Record, ReadError>> {
        let OpenFile { path, source, left, .. } = self.current.as_mut()?;
        *left = left.checked_sub(1)?;
        let file = path.clone();
        let (vocabulary, splits) = (&mut self.vocabulary, &mut self.splits);
        let mut context = Context { vocabulary, splits, heavy_from: self.heavy_from };
        match source {
            Source::Lines(lines) => Some(match lines.next_line() {
                Ok(None) => return None,
                Ok(Some(_)) => {
                    let (number, line) = lines.current();
                    context.compact_line(FilePlace { file, spot: FilePosition::Line(number) }, line)
                }
                Err(error) => Err(line_error(file, lines.number(), error)),
            }),
            Source::OriginalLines(lines) => Some(match lines.next_line() {
                Ok(None) => return None,
                Ok(Some(_)) => {
                    let (number, line) = lines.current();
                    context.original(FilePlace { file, spot: FilePosition::Line(number) }, None, line)
                }
                Err(error) => Err(line_error(file, lines.number(), error)),
            }),
            Source::OriginalFile { splitter, sizes } => loop {
                match splitter.next_piece() {
                    Ok(None) => return None,
                    Ok(Some(DatasetTxtPiece::Example { split, line, offset, json })) => {
                        let place = FilePlace { file, spot: FilePosition::Byte { line, offset } };
                        return Some(context.original(place, Some(split), json));
                    }
                    Ok(Some(DatasetTxtPiece::Header { key, value })) => {
                        if let Err(message) = header(key, value, sizes, context.vocabulary) {
                            let place = FilePlace { file, spot: FilePosition::Line(splitter.line()) };
                            return Some(Err(ReadError::Structure { place, message }));
                        }
                        if let (Some(min), Some(max)) = *sizes {
                            self.heavy_from = min.midpoint(max).saturating_add(1);
                            context.heavy_from = self.heavy_from;
                        }
                    }
                    Err(error) => return Some(Err(split_error(file, error))),
                }
            },
            Source::Table(table) => {
                let path = file.clone();
                let decode = |row, item: Row<'_>| {
                    context.compact(FilePlace { file, spot: FilePosition::Row(row) }, &item)
                };
                table.next_row(&path, decode).unwrap_or_else(|error| Some(Err(error)))
            }
        }
    }
}

impl Iterator for Reader {
    type Item = Result<Record, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if self.current.is_some() {
                match self.next_item() {
                    Some(Err(error)) => {
                        if !matches!(error, ReadError::Item { .. } | ReadError::TooLong(_)) {
                            self.current = None;
                        }
                        return Some(Err(error));
                    }
                    Some(item) => return Some(item),
                    None => self.current = None,
                }
            }
            if let Err(error) = self.open_next()? {
                return Some(Err(error));
            }
        }
    }
}

#[derive(Debug)]
enum Source {
    Lines(Lines<Input>),
    OriginalLines(Lines<Input>),
    OriginalFile { splitter: DatasetTxtReader<Input>, sizes: (Option<u8>, Option<u8>) },
    Table(Box<TableReader>),
}

impl Source {
    fn open(path: &Path) -> Result<(Self, InputFormat), ReadError> {
        let error = |source| ReadError::Open { path: path.to_owned(), source };
        let unknown = |found: String| ReadError::Format { path: path.to_owned(), found };
        let mut input = Input::open(path).map_err(error)?;
        let format = sniff(&mut input).map_err(error)?.map_err(|found| match found {
            Unknown::Items(items) => ReadError::Other { path: path.to_owned(), items },
            Unknown::Text(found) => unknown(found),
        })?;
        let source = match format {
            InputFormat::Lines => Self::Lines(Lines::new(input)),
            InputFormat::OriginalLines => Self::OriginalLines(Lines::new(input)),
            InputFormat::OriginalFile => {
                Self::OriginalFile { splitter: DatasetTxtReader::new(input), sizes: (None, None) }
            }
            InputFormat::Parquet | InputFormat::Arrow => {
                // Its index is at the end, so it takes a file that is not compressed as a whole.
                let indirect =
                    || unknown(format!("{format} in a pipe or in a compressed file, which cannot be read"));
                if path == Path::new("-") {
                    return Err(indirect());
                }
                let mut magic = [0; PARQUET.len()];
                let file = File::open(path).map_err(error)?;
                let is_direct = io::Read::read_exact(&mut &file, &mut magic).is_ok()
                    && [PARQUET, &ARROW[..magic.len()]].contains(&&magic[..]);
                if !is_direct {
                    return Err(indirect());
                }
                Self::Table(Box::new(TableReader::open(path)?))
            }
        };
        Ok((source, format))
    }
}

/// What items are read with.
struct Context<'r> {
    vocabulary: &'r mut FileLexicon,
    splits: &'r mut HashMap<Arc<str>, u64>,
    heavy_from: u8,
}

impl Context<'_> {
    fn original(&mut self, place: FilePlace, split: Option<&str>, json: &[u8]) -> Result<Record, ReadError> {
        let mut read = || {
            // Those that cannot be read count, or the ones after them would have other places.
            let known = split.map(|split| self.position(split)).transpose()?;
            let example = parse_example(json)?;
            let said = example.split.as_deref().unwrap_or_default();
            let (split, position) = known.map_or_else(|| self.position(said), Ok)?;
            let decoded = example.decode(self.vocabulary, self.heavy_from)?;
            let index = example.index.unwrap_or(position);
            Ok((split, index, decoded, RecordedClaims::Original(Box::new(OriginalClaims::new(&example)))))
        };
        record(read(), place, json)
    }

    fn compact_line(&mut self, place: FilePlace, json: &[u8]) -> Result<Record, ReadError> {
        match parse_json::<Row<'_>>(json) {
            Ok(row) => self.compact(place, &row),
            Err(source) => record(Err(source), place, json),
        }
    }

    fn compact(&mut self, place: FilePlace, row: &Row<'_>) -> Result<Record, ReadError> {
        let mut read = || {
            let (mut decoded, claims) = row.decode(self.vocabulary)?;
            decoded.world = decoded.world.with_heavy_from(self.heavy_from);
            let (split, _) = self.position(&row.split)?;
            Ok((split, row.index, decoded, RecordedClaims::Compact(claims)))
        };
        record(read(), place, &[])
    }

    /// The split with this name and how many items of it were read before.
    fn position(&mut self, name: &str) -> Result<(Arc<str>, u64), FieldError> {
        const LONGEST: usize = 256;
        const MOST: usize = 4096;
        if name.len() > LONGEST {
            return Err(FieldError::value("split", format!("at most {LONGEST} bytes"), name.len()));
        }
        let split = match self.splits.get_key_value(name) {
            Some((split, _)) => split.clone(),
            None if self.splits.len() == MOST => {
                return Err(FieldError::value("split", format!("at most {MOST} splits"), "another one"));
            }
            None => name.into(),
        };
        let count = self.splits.entry(split.clone()).or_default();
        *count += 1;
        Ok((split, *count - 1))
    }
}

/// What was read from a text, which tells why if it was nothing.
fn record(
    read: Result<(Arc<str>, u64, DecodedExample, RecordedClaims), FieldError>,
    place: FilePlace,
    json: &[u8],
) -> Result<Record, ReadError> {
    match read {
        Ok((split, index, DecodedExample { command, world, target, actions, cast }, recorded)) => {
            Ok(Record { place, split, index, command, world, target, actions, cast, recorded })
        }
        Err(source) => Err(match OtherItems::of_line(json) {
            Some(items) => ReadError::Other { path: place.file.to_path_buf(), items },
            None => ReadError::Item { place, source: Box::new(source) },
        }),
    }
}

/// Takes what matters from a value of a `dataset.txt`'s header.
fn header(
    key: &str,
    value: &[u8],
    sizes: &mut (Option<u8>, Option<u8>),
    vocabulary: &mut FileLexicon,
) -> Result<(), String> {
    let wrong = |expected: &str| format!("`{key}`: expected {expected}, found {}", excerpt(value));
    let size = || serde_json::from_slice(value).map(Some).map_err(|_| wrong("a size from 0 to 255"));
    match key {
        "grammar" => {
            vocabulary.note_grammar(serde_json::from_slice(value).map_err(|_| wrong("a text of rules"))?);
        }
        "min_object_size" => sizes.0 = size()?,
        "max_object_size" => sizes.1 = size()?,
        _ => {}
    }
    Ok(())
}

fn line_error(file: Arc<Path>, number: u64, error: LineError) -> ReadError {
    let place = FilePlace { file, spot: FilePosition::Line(number) };
    match error {
        LineError::Io(source) => ReadError::Io { place, source },
        LineError::TooLong => ReadError::TooLong(place),
    }
}

fn split_error(file: Arc<Path>, DatasetTxtError { line, offset, problem }: DatasetTxtError) -> ReadError {
    let place = FilePlace { file, spot: FilePosition::Byte { line, offset } };
    match problem {
        JsonProblem::Io(source) => ReadError::Io { place, source },
        problem => ReadError::Structure { place, message: problem.to_string() },
    }
}
