//! JSON as Python's `json` module writes it.

use crate::escape::{Charset, quote};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// `json.dumps(value)`: one line, `", "` and `": "`.
    Line,
    /// `json.dumps(value, indent=4)`.
    Indented,
}

/// Writes JSON piece by piece. The caller keeps the pieces in order; this keeps the commas and the indentation.
#[derive(Clone, Debug)]
pub(super) struct Json {
    pub(super) out: Vec<u8>,
    layout: Layout,
    depth: usize,
    /// Whether the innermost list or object has no members yet.
    empty: bool,
}

impl Json {
    pub(super) fn new(layout: Layout) -> Self {
        Self { out: Vec::new(), layout, depth: 0, empty: true }
    }

    /// The opening bracket of a list or an object.
    pub(super) fn open(&mut self, bracket: u8) {
        self.out.push(bracket);
        self.depth += 1;
        self.empty = true;
    }

    pub(super) fn close(&mut self, bracket: u8) {
        self.depth -= 1;
        if !self.empty {
            self.new_line();
        }
        self.out.push(bracket);
        self.empty = false;
    }

    /// What precedes a list's next element.
    pub(super) fn element(&mut self) {
        if !self.empty {
            self.out.push(b',');
            if self.layout == Layout::Line {
                self.out.push(b' ');
            }
        }
        self.new_line();
        self.empty = false;
    }

    pub(super) fn key(&mut self, key: &str) {
        self.element();
        self.text(key);
        self.out.extend_from_slice(b": ");
    }

    pub(super) fn text(&mut self, text: &str) {
        quote(text, Charset::Ascii, &mut self.out);
    }

    /// A number as a number.
    pub(super) fn number(&mut self, number: impl itoa::Integer) {
        self.out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    }

    /// A number as a text.
    pub(super) fn number_text(&mut self, number: impl itoa::Integer) {
        self.out.push(b'"');
        self.number(number);
        self.out.push(b'"');
    }

    /// Anything that is JSON already.
    pub(super) fn raw(&mut self, json: &str) {
        self.out.extend_from_slice(json.as_bytes());
    }

    fn new_line(&mut self) {
        if self.layout == Layout::Indented {
            self.out.push(b'\n');
            self.out.resize(self.out.len() + 4 * self.depth, b' ');
        }
    }
}
