//! PNG files of pictures whose pixels are numbers of a palette.
//!
//! Written by hand because there is little to write and millions to write: a header, a palette, the rows. Rows are
//! stored as their difference from the row above (filter `Up`), which is nearly always nothing in a picture of a grid,
//! and `fdeflate` is at its fastest with nothing.

use crate::{DrawError, Rgb};

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";
/// Eight bits for a pixel, a palette, the only compression and family of filters there are, no interlacing.
const FORMAT: [u8; 5] = [8, 3, 0, 0, 0];
/// The filter that takes differences from the row above.
const UP: u8 = 2;

/// Encodes pictures and reuses its memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Encoder {
    /// The rows as differences.
    rows: Vec<u8>,
    packed: Vec<u8>,
    file: Vec<u8>,
}

impl Encoder {
    /// A square picture of this many pixels along each side.
    ///
    /// # Errors
    /// If it cannot be compressed.
    pub fn encode(&mut self, pixels: &[u8], side: usize, palette: &[Rgb]) -> Result<&[u8], DrawError> {
        self.rows.clear();
        let mut above: &[u8] = &vec![0; side];
        for row in pixels.chunks_exact(side.max(1)) {
            self.rows.push(UP);
            self.rows.extend(row.iter().zip(above).map(|(pixel, above)| pixel.wrapping_sub(*above)));
            above = row;
        }
        self.packed.clear();
        let pack = |packed: &mut Vec<u8>, rows: &[u8]| {
            let mut compressor = fdeflate::Compressor::new(packed)?;
            compressor.write_data(rows)?;
            compressor.finish().map(|_| ())
        };
        let failure = |error: std::io::Error| DrawError::Encode { format: "PNG", reason: error.to_string() };
        pack(&mut self.packed, &self.rows).map_err(failure)?;

        let side = (side as u32).to_be_bytes();
        self.file.clear();
        self.file.extend_from_slice(&SIGNATURE);
        chunk(&mut self.file, *b"IHDR", [&side[..], &side, &FORMAT]);
        chunk(&mut self.file, *b"PLTE", palette.iter().map(|colour| [colour.red, colour.green, colour.blue]));
        chunk(&mut self.file, *b"IDAT", [&self.packed]);
        chunk(&mut self.file, *b"IEND", [b""]);
        Ok(&self.file)
    }
}

/// Appends a chunk: its length, its name, what it holds, and a checksum of the latter two.
fn chunk(file: &mut Vec<u8>, name: [u8; 4], parts: impl IntoIterator<Item = impl AsRef<[u8]>>) {
    let start = file.len();
    file.extend_from_slice(&[0; 4]);
    file.extend_from_slice(&name);
    for part in parts {
        file.extend_from_slice(part.as_ref());
    }
    let len = (file.len() - start - 8) as u32;
    file[start..start + 4].copy_from_slice(&len.to_be_bytes());
    let sum = crc32fast::hash(&file[start + 4..]);
    file.extend_from_slice(&sum.to_be_bytes());
}
