//! The headers of Parquet's pages, as far as sizes go: what a page will take is known before any of it is read.
//!
//! A header is a struct in Thrift's compact protocol. Fields that say nothing about sizes are passed over.

/// What a header says about sizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PageHeader {
    /// How long the header itself is.
    pub(super) length: usize,
    /// Whether the page is a dictionary.
    pub(super) is_dictionary: bool,
    /// The page's bytes, decompressed.
    pub(super) uncompressed: u64,
    /// The page's bytes in the file.
    pub(super) compressed: u64,
    /// Values, with those of lists counted one by one.
    pub(super) values: u64,
    /// Whether values repeat the beginnings of others, so that a few bytes can be many.
    pub(super) shares_prefixes: bool,
}

const DICTIONARY_PAGE: i64 = 2;
const DELTA_BYTE_ARRAY: i64 = 7;
/// The deepest struct in a header has two levels; more are none of Parquet's.
const DEPTH: usize = 8;

impl PageHeader {
    /// Reads the header that these bytes begin with; `None` if they end before it does, or it makes no sense.
    pub(super) fn parse(bytes: &[u8]) -> Option<Self> {
        let mut numbers = Numbers::default();
        let mut cursor = Cursor { bytes, at: 0 };
        cursor.structure(0, DEPTH, &mut numbers)?;
        let size = |number: Option<i64>| u64::try_from(number?).ok();
        Some(Self {
            length: cursor.at,
            is_dictionary: numbers.kind? == DICTIONARY_PAGE,
            uncompressed: size(numbers.uncompressed)?,
            compressed: size(numbers.compressed)?,
            values: numbers.values.map_or(Some(0), |values| u64::try_from(values).ok())?,
            shares_prefixes: numbers.encoding == Some(DELTA_BYTE_ARRAY),
        })
    }
}

/// The fields that count, each there once.
#[derive(Default)]
struct Numbers {
    kind: Option<i64>,
    uncompressed: Option<i64>,
    compressed: Option<i64>,
    values: Option<i64>,
    encoding: Option<i64>,
}

impl Numbers {
    /// Takes note of a number: a field of a struct, which is itself a field of the header, or the header (0).
    fn note(&mut self, within: i64, field: i64, number: i64) -> Option<()> {
        let place = match (within, field) {
            (0, 1) => &mut self.kind,
            (0, 2) => &mut self.uncompressed,
            (0, 3) => &mut self.compressed,
            // Data pages of both versions, and dictionaries.
            (5 | 7 | 8, 1) => &mut self.values,
            (5, 2) | (8, 4) => &mut self.encoding,
            _ => return Some(()),
        };
        place.replace(number).is_none().then_some(())
    }
}

struct Cursor<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Cursor<'_> {
    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn pass(&mut self, count: u64) -> Option<()> {
        let end = self.at.checked_add(usize::try_from(count).ok()?)?;
        self.at = (end <= self.bytes.len()).then_some(end)?;
        Some(())
    }

    fn varint(&mut self) -> Option<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    fn number(&mut self) -> Option<i64> {
        let value = self.varint()?;
        Some((value >> 1).cast_signed() ^ -((value & 1).cast_signed()))
    }

    fn structure(&mut self, within: i64, depth: usize, numbers: &mut Numbers) -> Option<()> {
        let mut field = 0i64;
        loop {
            let head = self.byte()?;
            let ty = head & 0x0f;
            if ty == 0 {
                return Some(());
            }
            field = match head >> 4 {
                0 => self.number()?,
                step => field.checked_add(i64::from(step))?,
            };
            match ty {
                // Truth values are their type.
                1 | 2 => {}
                4..=6 => {
                    let number = self.number()?;
                    numbers.note(if depth == DEPTH { 0 } else { within }, field, number)?;
                }
                12 => {
                    self.structure(if depth == DEPTH { field } else { -1 }, depth.checked_sub(1)?, numbers)?;
                }
                other => self.value(other, depth)?,
            }
        }
    }

    /// Passes over a value that says nothing about sizes.
    fn value(&mut self, ty: u8, depth: usize) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        match ty {
            1..=3 => self.pass(1),
            4..=6 => self.varint().map(drop),
            7 => self.pass(8),
            8 => {
                let length = self.varint()?;
                self.pass(length)
            }
            9 | 10 => {
                let head = self.byte()?;
                let count = if head >> 4 == 15 { self.varint()? } else { u64::from(head >> 4) };
                for _ in 0..count {
                    self.value(head & 0x0f, depth)?;
                }
                Some(())
            }
            11 => {
                let count = self.varint()?;
                let kinds = if count == 0 { 0 } else { self.byte()? };
                for _ in 0..count {
                    self.value(kinds >> 4, depth)?;
                    self.value(kinds & 0x0f, depth)?;
                }
                Some(())
            }
            12 => self.structure(-1, depth, &mut Numbers::default()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A data page: kind 0, 300 bytes from 40, 1,000 values that share prefixes, and statistics to pass over.
    const DATA: &[u8] = &[
        0x15, 0x00, 0x15, 0xd8, 0x04, 0x15, 0x50, 0x2c, 0x15, 0xd0, 0x0f, 0x15, 0x0e, 0x15, 0x06, 0x15, 0x06,
        0x1c, 0x18, 0x02, b'a', b'b', 0x00, 0x00, 0x00,
    ];

    #[test]
    fn sizes_are_read_and_the_rest_is_passed_over() {
        let mut bytes = DATA.to_vec();
        bytes.extend_from_slice(b"the page itself");
        let expected = PageHeader {
            length: DATA.len(),
            is_dictionary: false,
            uncompressed: 300,
            compressed: 40,
            values: 1000,
            shares_prefixes: true,
        };
        assert_eq!(PageHeader::parse(&bytes), Some(expected));
        for end in 0..DATA.len() {
            assert_eq!(PageHeader::parse(&DATA[..end]), None, "{end}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_no_header() {
        // A size that is there twice, a negative one, a struct within a struct without end.
        assert_eq!(PageHeader::parse(&[0x15, 0, 0x15, 2, 0x05, 4, 4, 0x15, 2, 0]), None);
        assert_eq!(PageHeader::parse(&[0x15, 0, 0x15, 1, 0x15, 2, 0]), None);
        assert_eq!(PageHeader::parse(&[0x1c; 4096]), None);
        assert_eq!(PageHeader::parse(&[0xff; 4096]), None);
    }
}
