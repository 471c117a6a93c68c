//! Writing predictions.

use std::io::{self, Write};

use serde::Serialize;

use super::{FORMAT, Header, Prediction};

/// Writes predictions as JSON lines to any output.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    line: Vec<u8>,
}

#[derive(Serialize)]
struct First<'a> {
    wampimuk: &'static str,
    format: u64,
    #[serde(flatten)]
    header: &'a Header,
}

impl<W: Write> Writer<W> {
    /// Starts a file with its header.
    ///
    /// # Errors
    /// If the output fails.
    pub fn new(out: W, header: &Header) -> io::Result<Self> {
        let mut writer = Self { out, line: Vec::new() };
        writer.put(&First { wampimuk: "predictions", format: FORMAT, header })?;
        Ok(writer)
    }

    /// Writes the answer to an item.
    ///
    /// # Errors
    /// If the output fails, or a weight is no number.
    pub fn write(&mut self, prediction: &Prediction) -> io::Result<()> {
        self.put(prediction)
    }

    /// Hands the output back.
    pub fn finish(self) -> W {
        self.out
    }

    /// One line at a time reaches the output, so that what is broken off is broken off between two of them.
    fn put(&mut self, value: &impl Serialize) -> io::Result<()> {
        self.line.clear();
        serde_json::to_writer(&mut self.line, value)?;
        self.line.push(b'\n');
        self.out.write_all(&self.line)
    }
}
