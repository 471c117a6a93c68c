//! Keys by which questions after a story, and beginnings of stories, are the same. A key is a hash of 128 bits.

use wampimuk_babi::{Passage, Solved, Solver};
use wampimuk_story::{Event, Sentence, Wording};
use xxhash_rust::xxh3::Xxh3;

/// The keys of a question after the sentences before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ItemKeys {
    /// By its printed number.
    pub line: usize,
    /// The very same text.
    pub text: u128,
    /// The same but for synonyms, the words before pronouns, idle "there"s and the order of two subjects; the text where it
    /// cannot be read.
    pub meaning: u128,
}

/// The keys of all questions of a story.
pub(crate) fn item_keys(passage: &Passage, solved: &Solved, solver: &Solver) -> Vec<ItemKeys> {
    let meanings = Meanings { solved, solver };
    let (mut texts, mut senses) = (Xxh3::new(), Xxh3::new());
    let mut keys = Vec::new();
    for (number, line) in (1..).zip(&passage.lines) {
        match line {
            wampimuk_babi::Line::Fact(text) => {
                write(&mut texts, text);
                write(&mut senses, &meanings.fact(number, text));
            }
            wampimuk_babi::Line::Question(asked) => {
                let (mut text, mut sense) = (texts.clone(), senses.clone());
                write(&mut text, &asked.question);
                write(&mut sense, &meanings.question(number, &asked.question));
                keys.push(ItemKeys { line: number, text: text.digest128(), meaning: sense.digest128() });
            }
        }
    }
    keys
}

/// The key of what the first sentences of a story say: who, what and where, but not in which words, whether by name or
/// by pronoun, and whether somebody goes there or is there. `None` if there are fewer sentences.
pub(crate) fn opening(passage: &Passage, solved: &Solved, solver: &Solver, sentences: usize) -> Option<u128> {
    let meanings = Meanings { solved, solver };
    let mut hash = Xxh3::new();
    let mut count = 0;
    for (number, text) in passage.facts().take(sentences) {
        match meanings.sentence(number) {
            Some(sentence) => write(&mut hash, &solver.lexicon.write(&bare(sentence), Wording::default())),
            None => write(&mut hash, &meanings.symbol(text)),
        }
        count += 1;
    }
    (count == sentences && count > 0).then(|| hash.digest128())
}

/// The key of what decides for whom a story is: its first sentences, or, in the toy worlds, where order means nothing,
/// everything that it tells, unless it goes on after its first question.
#[cfg(feature = "files")]
pub(crate) fn beginning(
    passage: &Passage,
    solved: &Solved,
    solver: &Solver,
    sentences: usize,
) -> Option<u128> {
    let Some(world) = solved.world() else { return opening(passage, solved, solver, sentences) };
    let many = if world.is_interrupted() { sentences } else { usize::MAX };
    let mut facts: Vec<String> = passage
        .facts()
        .take(many)
        .map(|(_, fact)| world.symbol(fact).unwrap_or_else(|| fact.to_owned()))
        .collect();
    facts.sort_unstable();
    let mut hash = Xxh3::new();
    facts.iter().for_each(|fact| write(&mut hash, fact));
    Some(hash.digest128())
}

/// Lines have ends, so that no two lists of lines are one text.
fn write(hash: &mut Xxh3, text: &str) {
    hash.update(text.trim().as_bytes());
    hash.update(b"\n");
}

struct Meanings<'a> {
    solved: &'a Solved,
    solver: &'a Solver,
}

impl Meanings<'_> {
    fn sentence(&self, number: usize) -> Option<&Sentence> {
        let story = self.solved.story.as_ref()?;
        let at = story.numbers.binary_search(&number).ok()?;
        story.story.sentences().get(at)
    }

    fn fact(&self, number: usize, text: &str) -> String {
        match self.sentence(number) {
            Some(sentence) => self.solver.lexicon.write(&in_order(sentence), Wording::default()),
            None => self.symbol(text),
        }
    }

    fn question(&self, number: usize, text: &str) -> String {
        let asked = self.solved.story.as_ref().and_then(|story| {
            story.questions.iter().find(|(line, _)| *line == number).map(|&(_, question)| question)
        });
        match asked {
            Some(question) => self.solver.lexicon.ask(question),
            None => self.symbol(text),
        }
    }

    fn symbol(&self, text: &str) -> String {
        self.solved.world().and_then(|world| world.symbol(text)).unwrap_or_else(|| text.to_owned())
    }
}

fn in_order(sentence: &Sentence) -> Sentence {
    match sentence.and {
        Some(other) if other < sentence.who => Sentence { who: other, and: Some(sentence.who), ..*sentence },
        _ => *sentence,
    }
}

/// What a sentence says.
fn bare(sentence: &Sentence) -> Sentence {
    let event = match sentence.event {
        Event::Is(place) => Event::Move(place),
        Event::Either(one, other) => Event::Either(one.min(other), one.max(other)),
        event => event,
    };
    Sentence { event, antecedent: None, ..in_order(sentence) }
}
