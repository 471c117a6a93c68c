//! Files that appear complete or not at all.
//!
//! An [`Output`] writes to a draft in the folder of its destination; [`Output::finish`] flushes it, syncs it and
//! renames it. Whatever happens before that, the destination keeps what it held, and an `Output` that is dropped takes
//! its draft with it. The extension decides about compression (`.gz`, `.zst`), `-` is standard output, and
//! what exists without being a regular file (a pipe, `/dev/null`) is written to directly.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Stdout, Write};
use std::path::{Path, PathBuf};

use flate2::GzBuilder;
use flate2::write::GzEncoder;

use crate::draft::Draft;

/// Why something could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum OutputError {
    /// The reader at the other end of a pipe has gone. Nothing is wrong: the program should stop quietly.
    #[error("the reader of the output has gone")]
    BrokenPipe,
    /// The file could not be made.
    #[error("`{}` cannot be created: {source}", path.display())]
    Create {
        /// The destination.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The file could not be written to, or not be put in its place.
    #[error("`{}` cannot be written: {source}", path.display())]
    Write {
        /// The destination.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl OutputError {
    /// The error of a failed write to `path`.
    pub fn write(path: &Path, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::BrokenPipe => Self::BrokenPipe,
            _ => Self::Write { path: path.to_owned(), source },
        }
    }
}

/// A file in the making.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    encoder: Encoder,
}

enum Encoder {
    Plain(BufWriter<Target>),
    Gzip(Box<GzEncoder<BufWriter<Target>>>),
    Zstd(zstd::Encoder<'static, BufWriter<Target>>),
}

impl std::fmt::Debug for Encoder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Plain(_) => "Plain",
            Self::Gzip(_) => "Gzip",
            Self::Zstd(_) => "Zstd",
        })
    }
}

enum Target {
    Draft(Draft),
    Direct(File),
    Stdout(Stdout),
}

const BUFFER: usize = 1 << 18;
const GZIP_LEVEL: u32 = 6;
const ZSTD_LEVEL: i32 = 3;

impl Output {
    /// Starts a file. Nothing is at `path` before [`finish`](Self::finish) that was not there already.
    ///
    /// # Errors
    /// If no file can be made in its directory.
    pub fn create(path: &Path) -> Result<Self, OutputError> {
        let create = |source| OutputError::Create { path: path.to_owned(), source };
        let target = BufWriter::with_capacity(BUFFER, Target::open(path).map_err(create)?);
        let encoder = match path.extension().and_then(|extension| extension.to_str()) {
            Some("gz") => {
                // No name and no time: equal contents give equal bytes.
                let level = flate2::Compression::new(GZIP_LEVEL);
                Encoder::Gzip(Box::new(GzBuilder::new().mtime(0).write(target, level)))
            }
            Some("zst") => {
                let mut encoder = zstd::Encoder::new(target, ZSTD_LEVEL).map_err(create)?;
                encoder.include_checksum(true).map_err(create)?;
                Encoder::Zstd(encoder)
            }
            _ => Encoder::Plain(target),
        };
        Ok(Self { path: path.to_owned(), encoder })
    }

    /// Where the file will be.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// If they cannot be written; [`OutputError::BrokenPipe`] if nobody wants them.
    pub fn append(&mut self, bytes: &[u8]) -> Result<(), OutputError> {
        self.write_all(bytes).map_err(|source| OutputError::write(&self.path, source))
    }

    /// Completes the file and puts it in its place.
    ///
    /// # Errors
    /// If what is left cannot be written; the destination is then untouched.
    pub fn finish(self) -> Result<(), OutputError> {
        let Self { path, encoder } = self;
        let finish = || {
            let mut writer = match encoder {
                Encoder::Plain(writer) => writer,
                Encoder::Gzip(encoder) => encoder.finish()?,
                Encoder::Zstd(encoder) => encoder.finish()?,
            };
            writer.flush()?;
            writer.into_inner().map_err(io::IntoInnerError::into_error)?.finish()
        };
        finish().map_err(|source| OutputError::write(&path, source))
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.encoder {
            Encoder::Plain(writer) => writer.write(bytes),
            Encoder::Gzip(encoder) => encoder.write(bytes),
            Encoder::Zstd(encoder) => encoder.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.encoder {
            Encoder::Plain(writer) => writer.flush(),
            Encoder::Gzip(encoder) => encoder.flush(),
            Encoder::Zstd(encoder) => encoder.flush(),
        }
    }
}

impl Target {
    fn open(path: &Path) -> io::Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::Stdout(io::stdout()));
        }
        // A link stays a link: what it points to is replaced.
        let place = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        match place.metadata() {
            Ok(metadata) if metadata.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            Ok(metadata) if !metadata.is_file() => {
                return Ok(Self::Direct(OpenOptions::new().write(true).open(&place)?));
            }
            _ => {}
        }
        Ok(Self::Draft(Draft::open(place)?))
    }

    fn finish(self) -> io::Result<()> {
        match self {
            Self::Draft(draft) => draft.finish(),
            Self::Direct(mut file) => file.flush(),
            Self::Stdout(mut stdout) => stdout.flush(),
        }
    }
}

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Draft(draft) => draft.file.write(bytes),
            Self::Direct(file) => file.write(bytes),
            Self::Stdout(stdout) => stdout.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Draft(draft) => draft.file.flush(),
            Self::Direct(file) => file.flush(),
            Self::Stdout(stdout) => stdout.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Read;

    use super::*;
    use crate::input::Input;

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn files_appear_complete_or_not_at_all() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("items.jsonl");
        fs::write(&path, "old").unwrap();
        let mut output = Output::create(&path).unwrap();
        output.append(b"new").unwrap();
        output.flush().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        drop(output);
        assert_eq!((fs::read(&path).unwrap().as_slice(), names(directory.path()).len()), (&b"old"[..], 1));

        let mut output = Output::create(&path).unwrap();
        output.append(b"new").unwrap();
        output.finish().unwrap();
        assert_eq!((fs::read(&path).unwrap().as_slice(), names(directory.path()).len()), (&b"new"[..], 1));
    }

    #[test]
    fn compression_is_by_extension_and_reproducible() {
        let directory = tempfile::tempdir().unwrap();
        let text = "the same line\n".repeat(1000);
        for (name, magic) in [("a.gz", &[0x1f, 0x8b][..]), ("a.zst", &[0x28, 0xb5]), ("a.txt", b"th")] {
            let path = directory.path().join(name);
            let write = || {
                let mut output = Output::create(&path).unwrap();
                output.append(text.as_bytes()).unwrap();
                output.finish().unwrap();
                fs::read(&path).unwrap()
            };
            let bytes = write();
            assert!(bytes.starts_with(magic), "{name}");
            assert_eq!(bytes, write(), "{name}");
            let mut read = String::new();
            Input::open(&path).unwrap().read_to_string(&mut read).unwrap();
            assert_eq!(read, text, "{name}");
        }
    }

    #[test]
    fn errors_name_the_file() {
        let message = Output::create(Path::new("/no/such/place.gz")).unwrap_err().to_string();
        assert!(message.starts_with("`/no/such/place.gz` cannot be created"), "{message}");
        assert!(Output::create(&std::env::temp_dir()).is_err(), "a directory is no file");
        Output::create(Path::new("/dev/null")).unwrap().finish().unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    fn gone_readers_are_told_apart() {
        let source = io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(matches!(OutputError::write(Path::new("x"), source), OutputError::BrokenPipe));
    }
}
