//! What can happen to a file.

use proptest::prelude::*;

/// Something that happens to a file.
#[derive(Clone, Debug)]
pub enum Damage {
    Set(usize, u8),
    Cut(usize),
    Remove(usize, usize),
    Repeat(usize, usize),
    Splice(usize, usize, usize, usize),
    Insert(usize, &'static [u8]),
}

/// What tends to upset parsers.
const PIECES: [&[u8]; 20] = [
    b"\"",
    b"{",
    b"}",
    b"[",
    b"]",
    b"\\u",
    b"\n",
    b"\t",
    b". ",
    b"null",
    b"-1",
    b"1e400",
    b"NaN",
    b"300",
    b"\"99999999999\"",
    b"99999999999999999999",
    b"18446744073709551615",
    b"\xff\xfe",
    b"$question$",
    b"\xc3\xa9",
];

/// Any damage; pieces of this many other files may get in.
pub fn damage(files: usize) -> impl Strategy<Value = Damage> {
    let at = || any::<prop::sample::Index>().prop_map(|index| index.index(1 << 20));
    prop_oneof![
        4 => (at(), any::<u8>()).prop_map(|(at, byte)| Damage::Set(at, byte)),
        1 => at().prop_map(Damage::Cut),
        1 => (at(), 1..200usize).prop_map(|(at, len)| Damage::Remove(at, len)),
        1 => (at(), 1..200usize).prop_map(|(at, len)| Damage::Repeat(at, len)),
        1 => (at(), 0..files, at(), 1..400usize)
            .prop_map(|(at, file, from, len)| Damage::Splice(at, file, from, len)),
        3 => (at(), prop::sample::select(PIECES.to_vec())).prop_map(|(at, piece)| Damage::Insert(at, piece)),
    ]
}

impl Damage {
    /// Does it to the bytes of a file.
    pub fn apply(&self, bytes: &mut Vec<u8>, files: &[Vec<u8>]) {
        let len = bytes.len();
        if len == 0 {
            return;
        }
        let range = |at: usize, count: usize, len: usize| at % len..(at % len + count).min(len);
        match self {
            Damage::Set(at, byte) => bytes[at % len] = *byte,
            Damage::Cut(at) => bytes.truncate(at % len),
            Damage::Remove(at, count) => drop(bytes.drain(range(*at, *count, len))),
            Damage::Repeat(at, count) => {
                let piece = bytes[range(*at, *count, len)].to_vec();
                bytes.splice(at % len..at % len, piece);
            }
            Damage::Splice(at, file, from, count) => {
                let other = &files[*file];
                let piece = other[range(*from, *count, other.len())].to_vec();
                bytes.splice(at % len..at % len, piece);
            }
            Damage::Insert(at, piece) => drop(bytes.splice(at % len..at % len, piece.iter().copied())),
        }
    }
}
