//! An example with what every check wants to know of it.

use wampimuk_command::{Example, Lexicon, Phrase, Scene, Semantics};

use super::deletion::{Deletion, deletions};

/// An example under audit.
#[derive(Debug)]
pub(crate) struct Case<'a> {
    pub example: &'a Example,
    pub lexicon: &'a Lexicon,
    pub semantics: Semantics,
    pub scene: Scene<'a>,
    /// The recorded target, as a set.
    pub target: u64,
    /// The referents of the command under the audit's semantics.
    pub referents: u64,
    /// The referents of the command with one word less.
    pub deleted: Vec<(Deletion, u64)>,
}

impl<'a> Case<'a> {
    /// `buffer` is an earlier case's `deleted`, whose memory is reused.
    pub fn new(
        example: &'a Example,
        lexicon: &'a Lexicon,
        semantics: Semantics,
        mut buffer: Vec<(Deletion, u64)>,
    ) -> Self {
        let scene = Scene::new(&example.world);
        let phrase = &example.command.phrase;
        let referents = scene.denotation(phrase, lexicon, semantics);
        buffer.clear();
        deletions(phrase, |deletion, shorter| {
            buffer.push((deletion, scene.denotation(shorter, lexicon, semantics)));
        });
        Self { example, lexicon, semantics, scene, target: 1 << example.target, referents, deleted: buffer }
    }

    pub fn phrase(&self) -> &'a Phrase {
        &self.example.command.phrase
    }

    pub fn denotation(&self, phrase: &Phrase) -> u64 {
        self.scene.denotation(phrase, self.lexicon, self.semantics)
    }
}
