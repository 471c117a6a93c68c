//! Files with all splits: gSCAN's `dataset.txt`, ReaSCAN's `data-….txt`.

use std::io::Write;

use wampimuk_command::{Example, Grammar, Lexicon, ObjectRoles, Relation, Word};
use wampimuk_grid::Deed;

use super::json::{Json, Layout};
use super::render::Renderer;
use super::write::{OriginalHeader, OriginalLanguage, OriginalWriteError, SPLITS};

/// Writes a file with all splits, example by example.
#[derive(Debug)]
pub struct OriginalFile<W> {
    out: W,
    renderer: Renderer,
    language: OriginalLanguage,
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
        match header.language {
            OriginalLanguage::Gscan(grammar) => {
                json.text(grammar.name());
                json.key("grammar");
                json.text(&grammar.text(lexicon));
            }
            // Sic.
            OriginalLanguage::Reascan => json.text("ReaSCAN-Grammer"),
        }
        json.key("min_object_size");
        json.number(header.min_object_size);
        json.key("max_object_size");
        json.number(header.max_object_size);
        if let OriginalLanguage::Gscan(_) = header.language {
            json.key("max_recursion");
            json.number(1);
        }
        json.key("percentage_train");
        // The shortest digits that read back as the same number, as in Python.
        json.raw(&format!("{:?}", header.percentage_train));
        json.key("examples");
        json.open(b'{');
        let language = header.language;
        let renderer = Renderer::new(lexicon, language.surface(), header.max_object_size);
        let passed = match language {
            OriginalLanguage::Gscan(_) => 0,
            OriginalLanguage::Reascan => SPLITS.len(),
        };
        let mut file = Self { out, renderer, language, json, passed, others: Vec::new(), open: false };
        file.flush()?;
        Ok(file)
    }

    /// Begins a split. Splits come in the order of [`original_split_order`](crate::original_split_order); those of the
    /// original that are left out are written as empty.
    ///
    /// # Errors
    /// If the split comes too late, or the output fails.
    pub fn begin_split(&mut self, name: &str) -> Result<(), OriginalWriteError> {
        self.end_split();
        let too_late = || OriginalWriteError::SplitOrder(name.to_string());
        let known = SPLITS.iter().position(|split| *split == name);
        match known.filter(|_| self.language != OriginalLanguage::Reascan) {
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

    /// Writes an example of the split begun last. ReaSCAN's say why each object is there, as far as the cast does.
    ///
    /// # Errors
    /// If there is none, one of the example's objects has no vector, or the output fails. The file is then of no use.
    pub fn write(&mut self, example: &Example, cast: &ObjectRoles) -> Result<(), OriginalWriteError> {
        if !self.open {
            return Err(OriginalWriteError::NoSplit);
        }
        self.json.element();
        self.json.open(b'{');
        self.renderer.members(example, cast, &mut self.json)?;
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
        let Self { renderer: Renderer { lexicon, .. }, language, mut json, mut out, .. } = self;
        json.close(b'}');
        match language {
            OriginalLanguage::Gscan(grammar) => gscan_words(&lexicon, grammar, &mut json),
            OriginalLanguage::Reascan => reascan_words(&lexicon, &mut json),
        }
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

/// The words with their meanings, as gSCAN lists them.
fn gscan_words(lexicon: &Lexicon, grammar: Grammar, json: &mut Json) {
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
}

/// The words, as ReaSCAN lists them.
fn reascan_words(lexicon: &Lexicon, json: &mut Json) {
    let mut list = |key: &str, words: Vec<&str>| {
        json.key(key);
        json.open(b'[');
        for word in words {
            json.element();
            json.text(word);
        }
        json.close(b']');
    };
    let verbs = |walk: bool| {
        let verbs = lexicon.verbs.iter().filter(move |verb| (verb.deed == Deed::Walk) == walk);
        verbs.map(|verb| verb.word.as_str()).collect()
    };
    list("intransitive_verbs", verbs(true));
    list("transitive_verbs", verbs(false));
    list("adverbs", lexicon.adverbs.iter().map(|adverb| adverb.word.word.as_str()).collect());
    list("nouns", lexicon.nouns.iter().map(|noun| noun.word.word.as_str()).collect());
    list("color_adjectives", lexicon.colours.iter().map(|colour| colour.word.as_str()).collect());
    list("size_adjectives", lexicon.sizes.iter().map(|size| size.word.as_str()).collect());
    list("relative_pronouns", vec!["that is"]);
    let relations = [
        Relation::SameRow,
        Relation::SameColumn,
        Relation::SameShape,
        Relation::SameColour,
        Relation::SameSize,
        Relation::Inside,
    ];
    list("relation_clauses", relations.map(Relation::words).to_vec());
}

fn pair(word: &Word) -> (&str, &str) {
    (&word.word, &word.name)
}
