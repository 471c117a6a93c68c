//! Writing the original's files.

use std::io::{self, Write};

use wampimuk_command::{Example, Grammar, Lexicon, Word};
use wampimuk_grid::{Channels, Deed, Object};

use super::json::{Json, Layout};
use super::render::Renderer;

/// The splits that every `dataset.txt` lists, in its order.
pub const SPLITS: [&str; 11] = [
    "train",
    "dev",
    "test",
    "visual",
    "situational_1",
    "situational_2",
    "contextual",
    "adverb_1",
    "adverb_2",
    "visual_easier",
    "target_lengths",
];

/// The order in which splits with these names come in a `dataset.txt`: the original's splits in its order, then all
/// others in theirs.
pub fn original_split_order(names: &[String]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..names.len()).collect();
    let rank = |name: &String| SPLITS.iter().position(|split| split == name).unwrap_or(SPLITS.len());
    order.sort_by_key(|&number| rank(&names[number]));
    order
}

/// Why an example cannot be written in the original's format.
#[derive(Debug, thiserror::Error)]
pub enum OriginalWriteError {
    /// The output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// An object has no vector.
    #[error(
        "an object of shape {}, colour {} and size {size} has no vector: the lexicon has {shapes} shapes and {colours} \
         colours, the largest size is {sizes}", object.shape, object.colour, size = object.size,
        shapes = channels.shapes, colours = channels.colours, sizes = channels.sizes
    )]
    NoVector {
        /// The object.
        object: Object,
        /// The layout of vectors.
        channels: Channels,
    },
    /// A split was begun twice, or after one that comes later in the file.
    #[error("split `{0}` comes too late: see `original_split_order`")]
    SplitOrder(String),
    /// An example outside any split.
    #[error("an example was written before any split was begun")]
    NoSplit,
}

/// What a `dataset.txt` says about itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OriginalHeader {
    /// Rows and columns.
    pub grid_size: u8,
    /// Which commands there are.
    pub grammar: Grammar,
    /// The smallest size.
    pub min_object_size: u8,
    /// The largest size. Object vectors have a channel for each size from 1 to this one. (The original's have one for
    /// each size that occurs, which gives wrong vectors if the smallest is not 1: its defect B11.)
    pub max_object_size: u8,
    /// The part of the training candidates that became training examples.
    pub percentage_train: f64,
}

/// Examples of the original's format as JSON lines, each with its `split` in front.
#[derive(Clone, Debug)]
pub struct OriginalLines {
    renderer: Renderer,
    json: Json,
}

impl OriginalLines {
    /// Lines of examples in this lexicon.
    pub fn new(lexicon: &Lexicon, max_object_size: u8) -> Self {
        Self { renderer: Renderer::new(lexicon, max_object_size), json: Json::new(Layout::Line) }
    }

    /// Renders an example.
    ///
    /// # Errors
    /// If one of its objects has no vector; the line is then left out.
    pub fn push(&mut self, split: &str, example: &Example) -> Result<(), OriginalWriteError> {
        let start = self.json.out.len();
        self.json.open(b'{');
        self.json.key("split");
        self.json.text(split);
        if let Err(error) = self.renderer.members(example, &mut self.json) {
            let mut out = std::mem::take(&mut self.json.out);
            out.truncate(start);
            self.json = Json::new(Layout::Line);
            self.json.out = out;
            return Err(error);
        }
        self.json.close(b'}');
        self.json.out.push(b'\n');
        Ok(())
    }

    /// The lines rendered since the last [`clear`](Self::clear).
    pub fn bytes(&self) -> &[u8] {
        &self.json.out
    }

    /// Forgets the rendered lines and keeps the memory.
    pub fn clear(&mut self) {
        self.json.out.clear();
    }
}

/// Writes a `dataset.txt`, example by example.
#[derive(Debug)]
pub struct OriginalFile<W> {
    out: W,
    renderer: Renderer,
    grammar: Grammar,
    json: Json,
    /// How many of [`SPLITS`] have been begun or passed over.
    passed: usize,
    others: Vec<String>,
    open: bool,
}

impl<W: Write> OriginalFile<W> {
    /// Starts a file.
    ///
    /// # Errors
    /// If the output fails.
    pub fn new(out: W, lexicon: &Lexicon, header: &OriginalHeader) -> Result<Self, OriginalWriteError> {
        let mut json = Json::new(Layout::Indented);
        json.open(b'{');
        json.key("grid_size");
        json.number(header.grid_size);
        json.key("type_grammar");
        json.text(header.grammar.name());
        json.key("grammar");
        json.text(&header.grammar.text(lexicon));
        json.key("min_object_size");
        json.number(header.min_object_size);
        json.key("max_object_size");
        json.number(header.max_object_size);
        json.key("max_recursion");
        json.number(1);
        json.key("percentage_train");
        // The shortest digits that read back as the same number, as in Python.
        json.raw(&format!("{:?}", header.percentage_train));
        json.key("examples");
        json.open(b'{');
        let renderer = Renderer::new(lexicon, header.max_object_size);
        let (grammar, others) = (header.grammar, Vec::new());
        let mut file = Self { out, renderer, grammar, json, passed: 0, others, open: false };
        file.flush()?;
        Ok(file)
    }

    /// Begins a split. Splits come in the order of [`original_split_order`]; those of the original that are left out
    /// are written as empty.
    ///
    /// # Errors
    /// If the split comes too late, or the output fails.
    pub fn begin_split(&mut self, name: &str) -> Result<(), OriginalWriteError> {
        self.end_split();
        let too_late = || OriginalWriteError::SplitOrder(name.to_string());
        match SPLITS.iter().position(|split| *split == name) {
            Some(number) if number < self.passed => return Err(too_late()),
            Some(number) => {
                self.pass_splits(number);
                self.passed = number + 1;
            }
            None if self.others.iter().any(|other| other == name) => return Err(too_late()),
            None => {
                self.pass_splits(SPLITS.len());
                self.others.push(name.to_string());
            }
        }
        self.json.key(name);
        self.json.open(b'[');
        self.open = true;
        self.flush()
    }

    /// Writes an example of the split begun last.
    ///
    /// # Errors
    /// If there is none, one of the example's objects has no vector, or the output fails. The file is then of no use.
    pub fn write(&mut self, example: &Example) -> Result<(), OriginalWriteError> {
        if !self.open {
            return Err(OriginalWriteError::NoSplit);
        }
        self.json.element();
        self.json.open(b'{');
        self.renderer.members(example, &mut self.json)?;
        self.json.close(b'}');
        self.flush()
    }

    /// Writes the rest of the file and hands the output back.
    ///
    /// # Errors
    /// If the output fails.
    pub fn finish(mut self) -> Result<W, OriginalWriteError> {
        self.end_split();
        self.pass_splits(SPLITS.len());
        let Self { renderer: Renderer { lexicon, .. }, grammar, mut json, mut out, .. } = self;
        json.close(b'}');
        let mut map = |key: &str, entries: Vec<(&str, &str)>| {
            json.key(key);
            json.open(b'{');
            for (word, meaning) in entries {
                json.key(word);
                json.text(meaning);
            }
            json.close(b'}');
        };
        let verbs = |walk: bool, used: bool| {
            let verbs = lexicon.verbs.iter().filter(|verb| used && (verb.deed == Deed::Walk) == walk);
            verbs.map(|verb| (verb.word.as_str(), verb.deed.name())).collect()
        };
        let adverbs = lexicon.adverbs.iter().filter(|_| grammar.has_adverbs());
        map("intransitive_verbs", verbs(true, grammar.has_intransitive()));
        map("transitive_verbs", verbs(false, grammar.has_transitive()));
        map("nouns", lexicon.nouns.iter().map(|noun| pair(&noun.word)).collect());
        map("adverbs", adverbs.map(|adverb| pair(&adverb.word)).collect());
        map("color_adjectives", lexicon.colours.iter().map(pair).collect());
        map(
            "size_adjectives",
            lexicon.sizes.iter().map(|size| (size.word.as_str(), size.extreme.name())).collect(),
        );
        json.close(b'}');
        out.write_all(&json.out)?;
        Ok(out)
    }

    fn end_split(&mut self) {
        if std::mem::take(&mut self.open) {
            self.json.close(b']');
        }
    }

    fn pass_splits(&mut self, up_to: usize) {
        for name in SPLITS.iter().take(up_to).skip(self.passed) {
            self.json.key(name);
            self.json.raw("[]");
        }
        self.passed = self.passed.max(up_to);
    }

    fn flush(&mut self) -> Result<(), OriginalWriteError> {
        self.out.write_all(&self.json.out)?;
        self.json.out.clear();
        Ok(())
    }
}

fn pair(word: &Word) -> (&str, &str) {
    (&word.word, &word.name)
}
