//! The first answers to items, as `wampimuk score` counts them.

use wampimuk_analysis::grid::{self, Case, Extent, Scorer, Scores, Settings};
use wampimuk_analysis::predictions::Said;
use wampimuk_analysis::score::{Scored, StoryScores};
use wampimuk_analysis::stories::{self, Facts, Marked};
use wampimuk_families::{Contents, Dataset, Made};
use wampimuk_floors::floors_of;
use wampimuk_prompt::{AnswerReader, ParseMode, PromptView, read};
use wampimuk_score::judge_answer;

use crate::item::Item;

/// The counts of a run.
#[derive(Debug)]
pub(crate) enum Marks {
    /// Of commands.
    Commands(Box<Scores>),
    /// Of questions about stories.
    Stories(Box<stories::Tally>),
    /// `wampimuk score` says nothing about such answers.
    None,
}

impl Marks {
    /// Counts of answers to items of this dataset.
    pub fn new(dataset: &dyn Dataset) -> Self {
        match dataset.contents() {
            Contents::Commands(_) => Self::Commands(Box::default()),
            Contents::Stories(_) => Self::Stories(Box::default()),
            Contents::Riddles(_) => Self::None,
        }
    }

    /// Counts an answer, as it stands in a file of predictions.
    pub fn add(&mut self, item: &Item<'_>, split: &str, said: &str) {
        match (self, item.made) {
            (Self::Commands(scores), Made::Command(family, own)) => {
                let case = Case {
                    example: &own.example,
                    cast: &own.cast,
                    lexicon: family.lexicon(),
                    surface: family.surface(),
                    reading: family.reading(),
                };
                let reader = AnswerReader::in_words_of(family.lexicon());
                let answer = grid::answer(&Said::Text(said.to_owned()), &reader);
                // Only attention of another shape than the world is an error, and there is none.
                if let Ok(exact) = Scorer::default().add(scores, split, &case, &answer, None) {
                    scores.note(split, item.index, exact);
                }
            }
            (Self::Stories(tally), Made::Story(_, question)) => {
                let Some(facts) = Facts::of(&question) else { return };
                let answer = read(said, PromptView::Answer, ParseMode::Whole);
                let judged = judge_answer(question.solution, &answer);
                let marked = Marked { facts, right: judged.exact, read: judged.parsed, sound: judged.sound };
                tally.add(split, &marked);
                tally.note(split, item.index, &marked);
            }
            _ => {}
        }
    }
}

/// What the counts of runs on one dataset show, as `wampimuk score` reports it; `None` if it says nothing. Runs have labels and
/// files.
pub(crate) fn scored(
    name: &str,
    dataset: &dyn Dataset,
    runs: Vec<(String, String, Marks)>,
) -> Option<Scored> {
    let about = |model: String, file: String| grid::About { file, model: Some(model), ..Default::default() };
    let (mut commands, mut questions) = (Vec::new(), Vec::new());
    for (label, file, marks) in runs {
        match marks {
            Marks::Commands(scores) if !scores.splits.is_empty() => {
                commands.push((about(label, file), *scores));
            }
            Marks::Stories(tally) if !tally.splits.is_empty() => {
                questions.push(stories::Run { about: about(label, file), inoculation: None, tally: *tally });
            }
            _ => {}
        }
    }
    let floors = floors_of(&dataset.digest().to_string());
    if !commands.is_empty() {
        let extent = |split: &wampimuk_core::SplitInfo| Extent {
            name: split.name.clone(),
            title: split.title.clone(),
            items: None,
        };
        let extents: Vec<Extent> = dataset.splits().iter().map(extent).collect();
        let report = grid::Report { floors, ..grid::Report::new(&extents, &commands, &Settings::default()) };
        return Some(Scored::Commands(Box::new(report), Vec::new()));
    }
    if questions.is_empty() {
        return None;
    }
    let report = stories::Report { floors, ..stories::Report::new(dataset.splits(), &questions, None) };
    let cells = stories::Report::scores(&questions);
    Some(Scored::Stories(Box::new(StoryScores { recipe: name.to_owned(), data: None, report, cells })))
}
