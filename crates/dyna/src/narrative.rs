//! A story that was made, in words.

use wampimuk_babi::question::Address;
use wampimuk_babi::worlds::{SolvedPassage, World};
use wampimuk_babi::{Asked, Kind, Line, Passage, Solution, Status};
use wampimuk_core::Stream;
use wampimuk_story::{Event, Lexicon, Question, Sentence, Story, Wording, composition};

use crate::long::{Aside, LongStory};
use crate::maker::{Gate, Proved};
use crate::recipe::Features;
use crate::released::Retold;

/// A story in words, with its questions and their solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Narrative {
    /// The story and the solutions of its questions.
    pub told: SolvedPassage,
    /// Each line as a formula.
    pub symbols: Vec<String>,
}

/// How many words and punctuation marks a text has: what a text-to-text model reads, if its vocabulary has all words.
pub fn tokens(text: &str) -> usize {
    let mut count = 0;
    let mut inside = false;
    for c in text.chars() {
        let word = c.is_alphanumeric();
        count += usize::from(if word { !inside } else { !c.is_whitespace() });
        inside = word;
    }
    count
}

/// The wordings of a story's sentences.
pub fn wordings(story: &Story, lexicon: &Lexicon, there: u32, stream: &mut Stream) -> Vec<Wording> {
    story.sentences().iter().map(|sentence| wording(sentence, lexicon, there, stream)).collect()
}

/// The wording of a sentence: every synonym is as likely as any other. `there` is how likely that word is, in
/// ten-thousandths.
pub(crate) fn wording(sentence: &Sentence, lexicon: &Lexicon, there: u32, stream: &mut Stream) -> Wording {
    let synonyms = lexicon.synonyms(sentence.event).max(1);
    let verb = if synonyms > 1 { stream.index(synonyms) } else { 0 };
    let prefix = match sentence.antecedent {
        Some(_) if lexicon.prefixes.len() > 1 => stream.index(lexicon.prefixes.len()),
        _ => 0,
    };
    let there = there > 0
        && matches!(sentence.event, Event::Grab(_) | Event::Drop(_))
        && stream.below(10_000) < there;
    Wording { verb, prefix, there }
}

impl Narrative {
    /// Puts a story into words. Questions are in the order in which they are asked.
    pub fn of_story(story: &Story, asked: &[Proved], wordings: &[Wording], lexicon: &Lexicon) -> Narrative {
        let mut narrative = Draft::new(story, wordings, lexicon);
        for proved in asked {
            narrative.ask_proved(proved);
        }
        narrative.finish()
    }

    /// Puts a long story into words.
    pub fn of_long(long: &LongStory, lexicon: &Lexicon) -> Narrative {
        let mut narrative = Draft::new(&long.story, &long.wordings, lexicon);
        narrative.asides = &long.asides;
        narrative.ask_proved(&long.proved);
        narrative.finish()
    }

    /// Puts a story of the released procedure into words, with its claims: one set of supporting lines for each answer,
    /// and nobody says that it is minimal, or the only one.
    pub fn of_claims(retold: &Retold, lexicon: &Lexicon) -> Narrative {
        let mut narrative = Draft::new(&retold.story, &retold.wordings, lexicon);
        for (after, claim) in &retold.asked {
            narrative.ask(*after, claim.question, |numbers| {
                let lines: Vec<usize> = claim.support.iter().collect();
                Solution {
                    line: 0,
                    kind: Kind::from(claim.question),
                    status: Status::Unique,
                    answer: lexicon.answer(&claim.answer),
                    supporting: lines.iter().map(|&line| numbers[line]).collect(),
                    all_minimal: Vec::new(),
                    complete: false,
                    composition: composition(&retold.story, &lines)
                        .iter()
                        .map(|concept| concept.name())
                        .collect(),
                }
            });
        }
        narrative.finish()
    }

    /// One of its questions, by its number.
    pub fn question<'a>(&'a self, at: Address<'a>, number: usize) -> Option<wampimuk_babi::Question<'a>> {
        let SolvedPassage { passage, solutions } = &self.told;
        wampimuk_babi::Question::new(at, passage, &self.symbols, solutions.get(number)?)
    }

    /// A story of another world.
    pub fn of_world(told: SolvedPassage, world: &dyn World) -> Narrative {
        let symbol = |line: &Line| {
            let text = match line {
                Line::Fact(text) => text,
                Line::Question(asked) => &asked.question,
            };
            world.symbol(text).unwrap_or_default()
        };
        let symbols = told.passage.lines.iter().map(symbol).collect();
        Narrative { told, symbols }
    }

    /// The lines that are facts, by number from 1.
    fn facts(&self) -> Vec<usize> {
        self.told.passage.facts().map(|(line, _)| line).collect()
    }

    /// Leaves out questions before the second fact, as task 20 has them: there are so few stories of one sentence that
    /// train and test would share them.
    pub fn drop_first_questions(&mut self) {
        let facts = self.facts();
        self.keep_questions(|solution| facts.partition_point(|&fact| fact < solution.line) >= 2);
    }

    /// Leaves out questions that do not pass, and what comes after the last one that does. No line is about a concept of stories
    /// of people.
    pub fn keep_passing(&mut self, gate: &Gate<'_>) {
        let facts = self.facts();
        let told_before = |line: usize| facts.partition_point(|&fact| fact < line);
        self.keep_questions(|solution| gate.holds(&Features::of(solution, &[], told_before)));
        self.end_with_a_question();
    }

    fn keep_questions(&mut self, keeps: impl Fn(&Solution) -> bool) {
        let SolvedPassage { passage, solutions } = &mut self.told;
        let mut keep = vec![true; passage.lines.len()];
        solutions.iter().for_each(|solution| keep[solution.line - 1] = keeps(solution));
        let left_out = |line: usize| keep[..line].iter().filter(|&&keep| !keep).count();
        let renumber = |line: &mut usize| *line -= left_out(*line);
        solutions.retain(|solution| keep[solution.line - 1]);
        for solution in solutions.iter_mut() {
            renumber(&mut solution.line);
            solution.supporting.iter_mut().for_each(renumber);
            solution.all_minimal.iter_mut().flatten().for_each(renumber);
        }
        let mut kept = keep.iter();
        passage.lines.retain(|_| kept.next().copied().unwrap_or(true));
        let mut kept = keep.iter();
        self.symbols.retain(|_| kept.next().copied().unwrap_or(true));
        for line in &mut passage.lines {
            if let Line::Question(asked) = line {
                asked.support.iter_mut().for_each(renumber);
            }
        }
    }

    fn end_with_a_question(&mut self) {
        let end = self.told.solutions.last().map_or(0, |solution| solution.line);
        self.told.passage.lines.truncate(end);
        self.symbols.truncate(end);
    }

    /// Leaves out questions with a longer story before them, and what comes after the last question that remains.
    pub fn trim(&mut self, most: usize) {
        let mut before = 0;
        let mut keep = 0;
        for (index, line) in self.told.passage.lines.iter().enumerate() {
            match line {
                Line::Fact(text) => before += tokens(text),
                Line::Question(asked) if before + tokens(&asked.question) <= most => keep = index + 1,
                Line::Question(_) => break,
            }
        }
        self.told.passage.lines.truncate(keep);
        self.symbols.truncate(keep);
        self.told.solutions.retain(|solution| solution.line <= keep);
    }
}

/// A story that is being put into words.
struct Draft<'a> {
    story: &'a Story,
    wordings: &'a [Wording],
    lexicon: &'a Lexicon,
    /// What is yet to be told beside it.
    asides: &'a [Aside],
    narrative: Narrative,
    /// The printed number of each sentence so far.
    numbers: Vec<usize>,
}

impl<'a> Draft<'a> {
    fn new(story: &'a Story, wordings: &'a [Wording], lexicon: &'a Lexicon) -> Draft<'a> {
        let told = SolvedPassage { passage: Passage::default(), solutions: Vec::new() };
        Draft {
            story,
            wordings,
            lexicon,
            asides: &[],
            narrative: Narrative { told, symbols: Vec::new() },
            numbers: Vec::new(),
        }
    }

    /// Tells the story up to a question, and asks it.
    fn ask_proved(&mut self, proved: &Proved) {
        let lexicon = self.lexicon;
        self.ask(proved.after, proved.question, |numbers| {
            let printed = |set: &Vec<usize>| set.iter().map(|&line| numbers[line]).collect::<Vec<usize>>();
            Solution {
                line: 0,
                kind: Kind::from(proved.question),
                status: if proved.ambiguous { Status::Ambiguous } else { Status::Unique },
                answer: lexicon.answer(&proved.answer),
                supporting: printed(&proved.supports.canonical),
                all_minimal: proved.supports.minimal.iter().map(printed).collect(),
                complete: proved.supports.complete,
                composition: proved.composition.iter().map(|concept| concept.name()).collect(),
            }
        });
    }

    /// Tells the story up to a question, and asks it. The solution is made by who knows the printed numbers.
    fn ask(&mut self, after: usize, question: Question, solution: impl FnOnce(&[usize]) -> Solution) {
        self.tell(after);
        let solution = solution(&self.numbers);
        let asked = Asked {
            question: self.lexicon.ask(question),
            answer: solution.answer.clone(),
            support: solution.supporting.clone(),
        };
        let SolvedPassage { passage, solutions } = &mut self.narrative.told;
        passage.lines.push(Line::Question(asked));
        solutions.push(Solution { line: passage.lines.len(), ..solution });
        self.narrative.symbols.push(self.lexicon.question_symbols(question));
    }

    /// Tells the story up to a sentence.
    fn tell(&mut self, to: usize) {
        for number in self.numbers.len()..to.min(self.story.len()) {
            self.tell_asides(number);
            let sentence = &self.story.sentences()[number];
            let lines = &mut self.narrative.told.passage.lines;
            lines.push(Line::Fact(self.lexicon.write(sentence, self.wordings[number])));
            self.numbers.push(lines.len());
            self.narrative.symbols.push(self.lexicon.symbols(sentence));
        }
        self.tell_asides(to);
    }

    /// Tells what comes beside the story before a sentence.
    fn tell_asides(&mut self, sentence: usize) {
        while let Some((aside, rest)) = self.asides.split_first().filter(|(aside, _)| aside.after <= sentence)
        {
            self.narrative.told.passage.lines.push(Line::Fact(aside.text.clone()));
            self.narrative.symbols.push(aside.symbols.clone());
            self.asides = rest;
        }
    }

    fn finish(self) -> Narrative {
        self.narrative
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_marks_are_tokens() {
        assert_eq!(tokens("Mary went to the kitchen."), 6);
        assert_eq!(tokens("Where is Mary?"), 4);
        assert_eq!(tokens("  "), 0);
    }
}
