//! Archives of the ZIP format, as far as logs use it: files stored, deflated, or packed by Zstandard.
//!
//! What an archive claims about itself is checked before it is used: no more is read of a file than the archive has bytes,
//! and no more is unpacked than the reader asks for.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use flate2::bufread::DeflateDecoder;

/// The end of the directory: its signature and its size without a comment.
const END: &[u8] = b"PK\x05\x06";
const END_SIZE: u64 = 22;
/// The locator of the larger end, and that end.
const LOCATOR: &[u8] = b"PK\x06\x07";
const LARGE_END: &[u8] = b"PK\x06\x06";
/// An entry of the directory, and a file.
const ENTRY: &[u8] = b"PK\x01\x02";
const FILE: &[u8] = b"PK\x03\x04";
/// The most entries, and the most bytes of the directory.
const MOST_ENTRIES: usize = 1 << 20;
const LARGEST_DIRECTORY: u64 = 256 << 20;

/// An archive, opened.
pub(super) struct Archive {
    file: File,
    size: u64,
    entries: Vec<Entry>,
}

/// A file of an archive.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub name: String,
    method: u16,
    packed: u64,
    start: u64,
}

fn wrong(problem: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("this is no archive that can be read: {problem}"))
}

/// A number of so many bytes, the smallest first.
fn number(bytes: &[u8], at: usize, size: usize) -> io::Result<u64> {
    let part = bytes.get(at..at + size).ok_or_else(|| wrong("it is broken off"))?;
    Ok(part.iter().rev().fold(0, |sum, &byte| sum << 8 | u64::from(byte)))
}

impl Archive {
    pub fn open(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        let size = file.metadata()?.len();
        // The directory stands at the end, before a comment of at most 65,535 bytes.
        let tail_start = size.saturating_sub(END_SIZE + 0xffff + 20);
        let tail = read(&mut file, tail_start, size - tail_start)?;
        let end = (0..tail.len().saturating_sub(END_SIZE as usize - 1)).rev();
        let end =
            end.into_iter().find(|&at| tail[at..].starts_with(END)).ok_or_else(|| wrong("it has no end"))?;
        let (mut count, mut length, mut start) =
            (number(&tail, end + 10, 2)?, number(&tail, end + 12, 4)?, number(&tail, end + 16, 4)?);
        if let Some(at) = end.checked_sub(20).filter(|&at| tail[at..].starts_with(LOCATOR)) {
            let large = read(&mut file, number(&tail, at + 8, 8)?, 56)?;
            if !large.starts_with(LARGE_END) {
                return Err(wrong("its end is not where it says"));
            }
            (count, length, start) = (number(&large, 32, 8)?, number(&large, 40, 8)?, number(&large, 48, 8)?);
        }
        if length > LARGEST_DIRECTORY || count > MOST_ENTRIES as u64 {
            return Err(wrong("its directory is too large"));
        }
        let directory = read(&mut file, start, length)?;
        let mut archive = Self { file, size, entries: Vec::new() };
        archive.read_directory(&directory, count as usize)?;
        Ok(archive)
    }

    fn read_directory(&mut self, directory: &[u8], count: usize) -> io::Result<()> {
        let mut at = 0;
        for _ in 0..count {
            if !directory.get(at..).is_some_and(|rest| rest.starts_with(ENTRY)) {
                return Err(wrong("its directory is not whole"));
            }
            let field = |place: usize, size: usize| number(directory, at + place, size);
            let (name, extra, comment) =
                (field(28, 2)? as usize, field(30, 2)? as usize, field(32, 2)? as usize);
            let (mut packed, unpacked, mut start) = (field(20, 4)?, field(24, 4)?, field(42, 4)?);
            let name_end = at + 46 + name;
            let text = directory.get(at + 46..name_end).ok_or_else(|| wrong("a name is broken off"))?;
            let extra_end = name_end + extra;
            let fields = directory.get(name_end..extra_end).ok_or_else(|| wrong("it is broken off"))?;
            large_sizes(fields, unpacked, &mut packed, &mut start)?;
            self.entries.push(Entry {
                name: String::from_utf8_lossy(text).into_owned(),
                method: field(10, 2)? as u16,
                packed,
                start,
            });
            at = extra_end + comment;
        }
        Ok(())
    }

    /// The files.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The contents of a file, of at most so many bytes.
    pub fn contents(&mut self, entry: &Entry, most: u64) -> io::Result<Vec<u8>> {
        let head = read(&mut self.file, entry.start, 30)?;
        if !head.starts_with(FILE) {
            return Err(wrong("a file is not where the directory says"));
        }
        let start = entry.start + 30 + number(&head, 26, 2)? + number(&head, 28, 2)?;
        if entry.packed > self.size.saturating_sub(start) {
            return Err(wrong("a file ends after the archive"));
        }
        self.file.seek(SeekFrom::Start(start))?;
        let packed = BufReader::new((&mut self.file).take(entry.packed));
        let mut contents = Vec::new();
        let mut unpacked: Box<dyn Read + '_> = match entry.method {
            0 => Box::new(packed),
            8 => Box::new(DeflateDecoder::new(packed)),
            93 => Box::new(zstd::Decoder::with_buffer(packed)?),
            other => return Err(wrong(&format!("method {other} of packing is unknown"))),
        };
        unpacked.as_mut().take(most + 1).read_to_end(&mut contents)?;
        if contents.len() as u64 > most {
            return Err(wrong(&format!("{} has more than {most} bytes", entry.name)));
        }
        Ok(contents)
    }
}

/// Sizes that do not fit into 32 bits stand in a field of their own, in this order, those that do not fit only.
fn large_sizes(mut fields: &[u8], unpacked: u64, packed: &mut u64, start: &mut u64) -> io::Result<()> {
    const FULL: u64 = 0xffff_ffff;
    while fields.len() >= 4 {
        let (kind, size) = (number(fields, 0, 2)?, number(fields, 2, 2)? as usize);
        let body = fields.get(4..4 + size).ok_or_else(|| wrong("a field is broken off"))?;
        if kind == 1 {
            let mut at = if unpacked == FULL { 8 } else { 0 };
            for value in [&mut *packed, &mut *start] {
                if *value == FULL {
                    *value = number(body, at, 8)?;
                    at += 8;
                }
            }
        }
        fields = &fields[4 + size..];
    }
    Ok(())
}

/// So many bytes of a file from there on; an error if it does not have them.
fn read(file: &mut File, start: u64, length: u64) -> io::Result<Vec<u8>> {
    let size = file.metadata()?.len();
    if start.checked_add(length).is_none_or(|end| end > size) {
        return Err(wrong("it is broken off"));
    }
    file.seek(SeekFrom::Start(start))?;
    let mut bytes = vec![0; length as usize];
    file.read_exact(&mut bytes)?;
    Ok(bytes)
}
