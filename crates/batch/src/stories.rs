//! Questions about stories as arrays.

mod arrays;
mod longest;
mod possible_texts;
mod tokens;

use std::collections::BTreeSet;

use wampimuk_babi::Question;
use wampimuk_core::Digest;
use wampimuk_dyna::StoryFamily;
use wampimuk_families::Dataset;

pub use arrays::{StoryBatch, StoryWidths};
pub use tokens::{Punctuation, story_tokens};

use crate::{BatchError, Specials, Vocabulary};
use possible_texts::PossibleTexts;

/// Lays out questions about stories as arrays: the sentences before the question, the question, its answer, and which
/// sentences support it.
///
/// The vocabulary has all words that the recipe can tell, in alphabetical order after [`PAD`](crate::PAD), and every
/// answer as a whole: "apple,milk" is one class to a model that chooses among answers. Everything is in lower case, and
/// texts are cut as the papers' models cut them.
#[derive(Clone, Debug)]
pub struct StoryBatcher {
    digest: Digest,
    vocabulary: Vocabulary,
    marks: Punctuation,
    last: Option<usize>,
    whole_answers: bool,
    longest: usize,
}

impl StoryBatcher {
    /// A batcher for this dataset.
    pub fn new(stories: &dyn StoryFamily, marks: Punctuation) -> Result<Self, BatchError> {
        Self::with_words_of(stories, &[], marks)
    }

    /// A batcher for this dataset whose vocabulary has the words and answers of other ones, too: for models that learn
    /// from one recipe and are asked about another.
    pub fn with_words_of(
        stories: &dyn StoryFamily,
        others: &[&dyn StoryFamily],
        marks: Punctuation,
    ) -> Result<Self, BatchError> {
        let all: Vec<PossibleTexts> =
            std::iter::once(stories).chain(others.iter().copied()).map(PossibleTexts::by).collect();
        let whole_answers = all.iter().all(|told| told.whole_answers);
        let mut tokens: BTreeSet<String> = BTreeSet::new();
        let mut most = 0;
        for PossibleTexts { texts, longest, answers, .. } in &all {
            let lengths = longest.iter().map(|text| story_tokens(text, marks).len());
            most = lengths.fold(most, usize::max);
            for text in texts.iter().chain(answers) {
                tokens.extend(story_tokens(text, marks));
            }
            tokens.extend(answers.iter().flat_map(|answer| parts(answer)));
            if whole_answers {
                tokens.extend(answers.iter().map(|answer| answer.to_lowercase()));
            }
        }
        Ok(Self {
            digest: stories.digest(),
            vocabulary: Vocabulary::new("stories", Specials::Padding, tokens)?,
            marks,
            last: None,
            whole_answers,
            longest: most,
        })
    }

    /// The same for another dataset, with the vocabulary as it is.
    #[must_use]
    pub fn beside(&self, stories: &dyn StoryFamily) -> Self {
        Self { digest: stories.digest(), ..self.clone() }
    }

    /// The same, but no more than this many sentences of each story are kept: the last ones.
    #[must_use]
    pub fn with_last(mut self, sentences: usize) -> Self {
        self.last = Some(sentences);
        self
    }

    /// The numbers of the words and answers.
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// Whether every answer is a token as a whole. It is, unless a recipe has too many objects to list everything
    /// that a person may carry; [`StoryBatch::answer`] is then empty, and the parts of an answer remain.
    pub fn has_whole_answers(&self) -> bool {
        self.whole_answers
    }

    /// The most tokens of a sentence or question of these recipes. Of the toy worlds of other bAbI tasks, and of
    /// published stories that a recipe adds to, it is as many as were heard so far.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// Lays out some questions of a split. Without widths, the arrays are as wide as the batch needs; the batch's memory
    /// is used again.
    pub fn fill(
        &self,
        stories: &dyn StoryFamily,
        split: usize,
        indices: &[u64],
        widths: Option<StoryWidths>,
        batch: &mut StoryBatch,
    ) -> Result<(), BatchError> {
        if stories.digest() != self.digest {
            let (found, expected) = (stories.digest().to_string(), self.digest.to_string());
            return Err(BatchError::OtherRecipe { found, expected });
        }
        let count = stories.splits().len();
        if split >= count {
            return Err(BatchError::Split { split, count });
        }
        let mut rows = Vec::with_capacity(indices.len());
        let mut items = stories.story_items();
        for &index in indices {
            rows.push(self.row(&items.make(split, index)?)?);
        }
        batch.lay_out(indices, &rows, widths, self.whole_answers)
    }

    /// A question in numbers.
    fn row(&self, question: &Question<'_>) -> Result<arrays::Row, BatchError> {
        let (facts, answer) = (question.told(), &question.solution.answer);
        let skipped = self.last.map_or(0, |last| facts.saturating_sub(last));
        let encode = |tokens: &[String]| {
            let tokens: Vec<&str> = tokens.iter().map(String::as_str).collect();
            self.vocabulary.encode(&tokens)
        };
        let sentences = question.facts().skip(skipped).map(|fact| encode(&story_tokens(fact, self.marks)));
        let mut supports = vec![false; facts];
        for number in question.supporting() {
            // Facts are counted from 1.
            if let Some(support) = number.checked_sub(1).and_then(|place| supports.get_mut(place)) {
                *support = true;
            }
        }
        Ok(arrays::Row {
            id: question.id(),
            sentences: sentences.collect::<Result<_, _>>()?,
            supporting: supports.split_off(skipped),
            question: encode(&story_tokens(question.text, self.marks))?,
            answer: match self.whole_answers {
                true => Some(self.vocabulary.number(&answer.to_lowercase())?),
                false => None,
            },
            answer_parts: encode(&parts(answer).collect::<Vec<_>>())?,
        })
    }
}

/// The parts of an answer, which commas separate.
fn parts(answer: &str) -> impl Iterator<Item = String> {
    answer.split(',').map(str::trim).filter(|part| !part.is_empty()).map(str::to_lowercase)
}

/// The dataset as one of stories, or an error that says what would be right.
pub fn stories_of(dataset: &dyn Dataset) -> Result<&dyn StoryFamily, BatchError> {
    let unfit = || BatchError::Family { family: dataset.family(), expected: "stories" };
    dataset.contents().stories().ok_or_else(unfit)
}
