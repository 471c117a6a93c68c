//! JSON lines from any schema.
//!
//! A schema is compiled once into a flat program: one step for each value, each with the bytes that lead up to it
//! (`,"agent_row":`). Whatever comes from a small set, words and numbers up to 255, is rendered beforehand *together*
//! with those bytes, so that most values cost one look-up and one copy of a short fragment. Nothing is allocated for a
//! record: everything goes into one buffer that the caller drains when it likes.

mod fragment;

use wampimuk_core::{ItemId, Schema, Sink, Type};

use self::fragment::{Buffer, Fragment};
use crate::base64::encode;
use crate::escape::{Charset, HEX, quote};

/// A sink that renders records as JSON, one in a line.
///
/// ```
/// use wampimuk_core::{Field, Schema, Sink, Type};
/// use wampimuk_dataset::JsonLines;
///
/// let words = Type::Word(vec!["east".to_string(), "west".to_string()].into());
/// let schema = Schema { fields: vec![Field::new("row", Type::U8, ""), Field::new("heading", words, "")] };
/// let mut lines = JsonLines::new(&schema);
/// lines.uint(3);
/// lines.word(1);
/// lines.end();
/// assert_eq!(lines.bytes(), b"{\"row\":3,\"heading\":\"west\"}\n");
/// ```
///
/// # Panics
/// Values must come in the schema's order; a value of another type than its column's is a mistake in the program and
/// panics.
#[derive(Clone, Debug)]
pub struct JsonLines {
    steps: Vec<Step>,
    /// What closes a record.
    close: Fragment,
    buffer: Buffer,
    /// For texts that may need escapes.
    scratch: Vec<u8>,
    at: usize,
    /// The lists that are open.
    open: Vec<Open>,
    /// Where the list that is open innermost ends in the program; no step is there if none is open.
    end: usize,
}

#[derive(Clone, Debug)]
enum Step {
    /// A value from a small set: the fragments hold what leads up to it, too.
    Choice(Vec<Fragment>),
    /// A list of words: what leads up to it, and the words with a comma in front.
    Words { before: Fragment, words: Vec<Fragment> },
    /// Any other value.
    Value { before: Fragment, kind: Kind },
    /// A list whose elements are the steps up to `end`.
    List { before: Fragment, between: Fragment, close: Fragment, end: usize },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Number,
    Text,
    Bytes,
}

#[derive(Clone, Copy, Debug)]
struct Open {
    list: usize,
    remaining: usize,
    /// Where the list around it ends.
    outer_end: usize,
}

impl JsonLines {
    /// A sink for records of this schema.
    pub fn new(schema: &Schema) -> Self {
        let mut compiler = Compiler { steps: Vec::new(), pending: Vec::new() };
        compiler.add(&Type::Struct(schema.fields.clone()));
        compiler.pending.push(b'\n');
        let Compiler { steps, pending } = compiler;
        let close = Fragment::new(&pending);
        Self {
            steps,
            close,
            buffer: Buffer::default(),
            scratch: Vec::new(),
            at: 0,
            open: Vec::new(),
            end: usize::MAX,
        }
    }

    /// The lines rendered since the last [`clear`](Self::clear).
    pub fn bytes(&self) -> &[u8] {
        self.buffer.bytes()
    }

    /// Forgets the rendered lines and keeps the memory.
    pub fn clear(&mut self) {
        self.buffer.len = 0;
    }

    /// Moves on to the next value; ends list elements and lists that are complete.
    #[inline]
    fn advance(&mut self) {
        self.at += 1;
        if self.at == self.end {
            self.close_element();
        }
    }

    fn close_element(&mut self) {
        while self.at == self.end {
            let Some(open) = self.open.last_mut() else { return };
            let Step::List { between, close, .. } = &self.steps[open.list] else { return };
            open.remaining -= 1;
            if open.remaining > 0 {
                self.buffer.push(between);
                self.at = open.list + 1;
                return;
            }
            self.buffer.push(close);
            self.end = open.outer_end;
            self.open.pop();
        }
    }

    #[cold]
    fn mistake(&self, given: &str) -> ! {
        panic!("value {} of the schema got {given}: {:?}", self.at, self.steps.get(self.at))
    }

    #[inline]
    fn choose(&mut self, index: usize) {
        match &self.steps[self.at] {
            Step::Choice(choices) => self.buffer.push(&choices[index]),
            _ => self.mistake("a choice"),
        }
        self.advance();
    }

    fn value(&mut self, kind: Kind) {
        match &self.steps[self.at] {
            Step::Value { before, kind: expected } if *expected == kind => self.buffer.push(before),
            _ => self.mistake("another kind of value"),
        }
    }

    #[inline]
    fn list_of_words(&mut self, indices: impl Iterator<Item = u8>) {
        let Step::Words { before, words } = &self.steps[self.at] else { self.mistake("words") };
        self.buffer.push(before);
        let start = self.buffer.len;
        for index in indices {
            self.buffer.push(&words[usize::from(index)]);
        }
        if self.buffer.len > start {
            // The first word's comma becomes the bracket; an empty list gets its own.
            self.buffer.set(start, b'[');
            self.buffer.extend(b"]");
        } else {
            self.buffer.extend(b"[]");
        }
        self.advance();
    }
}

impl Sink for JsonLines {
    fn bool(&mut self, value: bool) {
        self.choose(value.into());
    }

    #[inline]
    fn uint(&mut self, value: u64) {
        if let Step::Choice(choices) = &self.steps[self.at] {
            self.buffer.push(&choices[value as usize]);
        } else {
            self.value(Kind::Number);
            self.buffer.extend(itoa::Buffer::new().format(value).as_bytes());
        }
        self.advance();
    }

    fn text(&mut self, value: &str) {
        self.value(Kind::Text);
        self.scratch.clear();
        quote(value, Charset::Utf8, &mut self.scratch);
        self.buffer.extend(&self.scratch);
        self.advance();
    }

    fn bytes(&mut self, value: &[u8]) {
        self.value(Kind::Bytes);
        self.scratch.clear();
        self.scratch.push(b'"');
        encode(value, &mut self.scratch);
        self.scratch.push(b'"');
        self.buffer.extend(&self.scratch);
        self.advance();
    }

    fn id(&mut self, value: ItemId) {
        self.value(Kind::Text);
        let mut text = [b'"'; 34];
        for (number, byte) in value.0.to_be_bytes().into_iter().enumerate() {
            text[1 + 2 * number] = HEX[usize::from(byte >> 4)];
            text[2 + 2 * number] = HEX[usize::from(byte & 15)];
        }
        self.buffer.extend(&text);
        self.advance();
    }

    #[inline]
    fn word(&mut self, index: usize) {
        self.choose(index);
    }

    #[inline]
    fn words(&mut self, indices: &[u8]) {
        self.list_of_words(indices.iter().copied());
    }

    #[inline]
    fn word_list(&mut self, indices: &mut dyn Iterator<Item = u8>) {
        self.list_of_words(indices);
    }

    fn list(&mut self, len: usize) {
        let Step::List { before, end, .. } = &self.steps[self.at] else { self.mistake("a list") };
        self.buffer.push(before);
        if len == 0 {
            self.buffer.extend(b"]");
            self.at = *end - 1;
            return self.advance();
        }
        self.open.push(Open { list: self.at, remaining: len, outer_end: self.end });
        self.end = *end;
        self.advance();
    }

    fn end(&mut self) {
        if self.at != self.steps.len() {
            self.mistake("the end");
        }
        self.buffer.push(&self.close);
        self.at = 0;
    }
}

/// Turns a schema into steps. Punctuation that follows a value is put in front of the next one.
struct Compiler {
    steps: Vec<Step>,
    pending: Vec<u8>,
}

impl Compiler {
    fn add(&mut self, ty: &Type) {
        match ty {
            Type::Bool => self.choice(["false", "true"].iter().map(|word| word.as_bytes().to_vec())),
            Type::U8 => self.choice((0..=255u8).map(|number| number.to_string().into_bytes())),
            Type::Word(words) => self.choice(words.iter().map(|word| quoted(word))),
            Type::U32 | Type::U64 => self.value(Kind::Number),
            Type::Text => self.value(Kind::Text),
            Type::Bytes => self.value(Kind::Bytes),
            Type::Struct(fields) => {
                for (number, field) in fields.iter().enumerate() {
                    self.pending.push(if number == 0 { b'{' } else { b',' });
                    quote(field.name, Charset::Utf8, &mut self.pending);
                    self.pending.push(b':');
                    self.add(&field.ty);
                }
                self.pending.extend_from_slice(if fields.is_empty() { b"{}" } else { b"}" });
            }
            Type::List(element) => match &**element {
                Type::Word(words) => {
                    let before = self.take();
                    let with_comma = |word: &String| Fragment::new(&[b",", quoted(word).as_slice()].concat());
                    self.steps.push(Step::Words { before, words: words.iter().map(with_comma).collect() });
                }
                element => self.list(element),
            },
        }
    }

    fn list(&mut self, element: &Type) {
        self.pending.push(b'[');
        let before = self.take();
        let place = self.steps.len();
        self.steps.push(Step::Value { before: Fragment::new(b""), kind: Kind::Number });
        self.add(element);
        let end = self.steps.len();
        assert!(end > place + 1, "a list needs elements that hold a value");
        let mut between = std::mem::take(&mut self.pending);
        let mut close = between.clone();
        between.push(b',');
        close.push(b']');
        // What leads up to an element's first value is part of that value's step, so `between` ends with the comma.
        let (between, close) = (Fragment::new(&between), Fragment::new(&close));
        self.steps[place] = Step::List { before, between, close, end };
    }

    fn choice(&mut self, texts: impl Iterator<Item = Vec<u8>>) {
        let before = std::mem::take(&mut self.pending);
        let join = |text: Vec<u8>| Fragment::new(&[before.as_slice(), &text].concat());
        self.steps.push(Step::Choice(texts.map(join).collect()));
    }

    fn value(&mut self, kind: Kind) {
        let before = self.take();
        self.steps.push(Step::Value { before, kind });
    }

    fn take(&mut self) -> Fragment {
        Fragment::new(&std::mem::take(&mut self.pending))
    }
}

fn quoted(word: &str) -> Vec<u8> {
    let mut out = Vec::new();
    quote(word, Charset::Utf8, &mut out);
    out
}

#[cfg(test)]
mod tests;
