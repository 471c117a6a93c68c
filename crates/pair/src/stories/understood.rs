//! A story with its question, understood: what each line says, and who can read another line in its place.

use wampimuk_babi::worlds::{self, World};
use wampimuk_babi::{Line, Passage, ReadStory, Solution, Solver};
use wampimuk_story::{Lexicon, Sentence, Story};

/// A passage of facts with one question at the end.
pub(super) struct Understood<'a> {
    /// The lines, as formulas.
    pub symbols: Vec<String>,
    /// The answer.
    pub solution: Solution,
    /// The lines, as written.
    pub lines: Vec<&'a str>,
    reader: Reader<'a>,
}

/// What the story is about.
enum Reader<'a> {
    People { lexicon: &'a Lexicon, read: Box<ReadStory> },
    World(&'static dyn World),
}

/// A passage that was read.
pub(super) struct Read {
    pub symbols: Vec<String>,
    pub story: Option<Story>,
}

impl<'a> Understood<'a> {
    /// Reads and solves a passage. `None` if that cannot be done.
    pub fn of(solver: &'a Solver, passage: &'a Passage) -> Option<Self> {
        let solution = solver.solve(passage).ok()?.pop()?;
        let lines = passage.lines.iter().map(Line::text).collect();
        let people = solver.read_story(passage).ok().filter(|read| !read.questions.is_empty());
        let (symbols, reader) = match people {
            Some(read) => {
                let symbols = formulas(&solver.lexicon, passage, &read);
                (symbols, Reader::People { lexicon: &solver.lexicon, read: Box::new(read) })
            }
            None => worlds::all()
                .iter()
                .filter(|world| passage.facts().all(|(_, fact)| world.reads(fact)))
                .find_map(|&world| Some((in_world(world, passage)?, Reader::World(world))))?,
        };
        Some(Self { symbols, solution, lines, reader })
    }

    /// Reads a passage that is nearly the same.
    pub fn read_again(&self, solver: &Solver, passage: &Passage) -> Option<Read> {
        match &self.reader {
            Reader::People { lexicon, .. } => {
                let read = solver.read_story(passage).ok()?;
                Some(Read { symbols: formulas(lexicon, passage, &read), story: Some(read.story) })
            }
            Reader::World(world) => Some(Read { symbols: in_world(*world, passage)?, story: None }),
        }
    }

    /// The story, if it is about people, objects and places.
    pub fn story(&self) -> Option<&Story> {
        match &self.reader {
            Reader::People { read, .. } => Some(&read.story),
            Reader::World(_) => None,
        }
    }

    /// How many facts there are: all lines but the last.
    pub fn facts(&self) -> usize {
        self.lines.len() - 1
    }

    /// What a sentence would say if it stood at a place among the facts.
    pub fn fact(&self, place: usize, text: &str) -> Option<String> {
        match &self.reader {
            Reader::World(world) => world.reads(text).then(|| world.symbol(text)).flatten(),
            Reader::People { lexicon, read } => {
                let told = read.told_before(place + 1);
                // Pronouns are explained by the sentence before, and nothing else matters to who reads a sentence.
                let before = told.checked_sub(1).and_then(|last| read.story.sentences().get(last));
                let before = before.map(|last| Sentence { antecedent: None, ..*last });
                let before = Story::new(*read.story.cast(), before).ok()?;
                lexicon.read(text, &before).ok().map(|(sentence, _)| lexicon.symbols(&sentence))
            }
        }
    }

    /// What a question would ask.
    pub fn question(&self, text: &str) -> Option<String> {
        match &self.reader {
            Reader::World(world) => (!world.reads(text)).then(|| world.symbol(text)).flatten(),
            Reader::People { lexicon, .. } => {
                lexicon.read_question(text).ok().map(|question| lexicon.question_symbols(question))
            }
        }
    }
}

/// The lines as formulas. A line that says nothing about people stands for itself.
fn formulas(lexicon: &Lexicon, passage: &Passage, read: &ReadStory) -> Vec<String> {
    let mut symbols: Vec<String> = passage.lines.iter().map(|line| line.text().to_owned()).collect();
    for (number, sentence) in read.numbers.iter().zip(read.story.sentences()) {
        symbols[number - 1] = lexicon.symbols(sentence);
    }
    for &(number, question) in &read.questions {
        symbols[number - 1] = lexicon.question_symbols(question);
    }
    symbols
}

fn in_world(world: &dyn World, passage: &Passage) -> Option<Vec<String>> {
    passage.lines.iter().map(|line| world.symbol(line.text())).collect()
}
