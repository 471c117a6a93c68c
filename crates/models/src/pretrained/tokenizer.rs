//! The tokenizer of a checkpoint, from its `tokenizer.json`.

use std::ops::Range;
use std::path::{Path, PathBuf};

use tokenizers::{Encoding, Tokenizer};
use wampimuk_batch::{Specials, Vocabulary};
use wampimuk_core::Digest;
use wampimuk_families::read_bytes;

use super::error::FolderError;
use super::folder::TOKENIZER;
use crate::data::DataError;

/// The largest `tokenizer.json` that is read.
const MOST_BYTES: u64 = 1 << 30;

/// Encodes text as tokens, and decodes tokens.
#[derive(Debug)]
pub(super) struct TextTokenizer {
    path: PathBuf,
    tokenizer: Tokenizer,
    /// Stands for all tokens: a digest of the file. Models that were trained with another file are told apart by it.
    vocabulary: Vocabulary,
}

/// A question and a story, cut together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    /// All tokens, with those that the model wants around them.
    pub tokens: Vec<u32>,
    /// Which of them are of the story.
    pub story: Range<usize>,
    /// Which bytes of the story each of these is.
    pub pieces: Vec<Range<usize>>,
}

impl TextTokenizer {
    /// The tokenizer of a checkpoint whose model knows `words` tokens.
    ///
    /// # Errors
    /// If there is none, or it has tokens that the model does not have.
    pub fn open(folder: &Path, words: usize) -> Result<Self, FolderError> {
        let path = folder.join(TOKENIZER);
        let failed = |error| FolderError::file(&path, error);
        let text = read_bytes(&path, MOST_BYTES).map_err(failed)?;
        let wrong = |error: tokenizers::Error| FolderError::tokenizer(&path, error);
        let mut tokenizer = Tokenizer::from_bytes(&text).map_err(wrong)?;
        // Texts are truncated and padded elsewhere, sentence by sentence.
        tokenizer.with_truncation(None).map_err(wrong)?;
        tokenizer.with_padding(None);
        if tokenizer.get_vocab_size(false) == 0 {
            return Err(FolderError::tokenizer(&path, "it has no vocabulary"));
        }
        let largest = tokenizer.get_vocab(true).into_values().max();
        if let Some(largest) = largest.filter(|&largest| largest as usize >= words) {
            let message = format!("it has token {largest}, but the model has {words} words");
            return Err(FolderError::tokenizer(&path, message));
        }
        let vocabulary = Vocabulary::new("tokenizer", Specials::Padding, [Digest::of(&text).to_string()])
            .map_err(|error| FolderError::tokenizer(&path, error))?;
        Ok(Self { path, tokenizer, vocabulary })
    }

    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    fn wrong(&self, error: tokenizers::Error) -> DataError {
        FolderError::tokenizer(&self.path, error).into()
    }

    /// The tokens of a text, ending with `end`.
    pub fn tokens(&self, text: &str, end: u32) -> Result<Vec<u32>, DataError> {
        let encoding = self.tokenizer.encode(text, true).map_err(|error| self.wrong(error))?;
        let mut tokens = encoding.get_ids().to_vec();
        if tokens.last() != Some(&end) {
            tokens.push(end);
        }
        Ok(tokens)
    }

    /// What tokens say.
    pub fn text(&self, tokens: &[u32]) -> String {
        self.tokenizer.decode(tokens, true).unwrap_or_default().trim().to_owned()
    }

    /// A question and a story.
    pub fn pair(&self, question: &str, story: &str) -> Result<Pair, DataError> {
        let encoding: Encoding =
            self.tokenizer.encode((question, story), true).map_err(|error| self.wrong(error))?;
        let of = encoding.get_sequence_ids();
        let start = of.iter().position(|of| *of == Some(1)).unwrap_or(0);
        let len = of.iter().skip(start).take_while(|of| **of == Some(1)).count();
        let range = start..start + len;
        let pieces = encoding.get_offsets()[range.clone()].iter().map(|&(from, to)| from..to).collect();
        Ok(Pair { tokens: encoding.get_ids().to_vec(), story: range, pieces })
    }
}

/// The least number of facts to leave out so that the rest `fits`; all of them if nothing does.
pub(super) fn least_left_out(
    facts: usize,
    mut fits: impl FnMut(usize) -> Result<bool, DataError>,
) -> Result<usize, DataError> {
    if fits(0)? {
        return Ok(0);
    }
    let (mut too_few, mut enough) = (0, facts);
    while enough - too_few > 1 {
        let middle = too_few.midpoint(enough);
        match fits(middle)? {
            true => enough = middle,
            false => too_few = middle,
        }
    }
    Ok(enough)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_little_as_possible_is_left_out() {
        for (facts, least) in [(0, 0), (1, 0), (1, 1), (10, 0), (10, 1), (10, 7), (10, 10), (3, 99)] {
            let found = least_left_out(facts, |skipped| Ok(skipped >= least)).unwrap();
            assert_eq!(found, least.min(facts), "{facts} {least}");
        }
    }
}
