//! Scores as pages: a summary, tables, charts, and what the words mean.

use wampimuk_audit::{Page, Table};
use wampimuk_draw::Picture;

use super::{RiddleScores, StoryScores};
use crate::floors::FLOOR;
use crate::grid::{Dimension, Report};
use crate::runs::About;
use crate::stories::Inoculation;

/// The page about answers to commands.
pub(super) fn commands(report: &Report) -> Page {
    let mut page = Page::new("Scores of predictions");
    let tables = report.tables(&Dimension::ALL);
    let (first, more) = tables.split_at(tables.len().min(1));
    first.iter().for_each(|table| page.table(table));
    remarks(&mut page, &report.remarks);
    let pictures = report.pictures();
    let (by_split, others) = pictures.split_at(pictures.len().min(1));
    page.pictures(by_split);
    page.section("What the words mean");
    COMMAND_WORDS.iter().for_each(|definition| page.paragraph(definition));
    page.section("Tables");
    more.iter().for_each(|table| page.table(table));
    page.section("Charts");
    page.pictures(others);
    let attention = report.attention();
    if !attention.is_empty() {
        page.section("Attention");
        page.paragraph(
            "At which words the model looks while it says an action, and at which cells, seen from the target; mean weights in per \
             cent. Pages and animations of single items come from: wampimuk show --predictions FILE.",
        );
        page.pictures(&attention);
    }
    page.section("Charts of the error analysis");
    page.paragraph(
        "By what commands say, what the target is and where it lies, as gSCAN's authors draw it: right tokens and exact answers \
         in per cent, with intervals of 95 %, and how many answers are exact.",
    );
    let charts = report.breakdowns();
    page.fold(&format!("{} charts", charts.len()), |page| page.all_pictures(&charts));
    runs(&mut page, report.models.iter().flat_map(|model| &model.runs));
    page.made_by(report.data.as_deref(), None);
    page
}

/// The page about answers to questions.
pub(super) fn stories(scores: &StoryScores) -> Page {
    let report = &scores.report;
    let mut page = Page::new(&format!("Answers to the questions of {}", scores.recipe));
    let tables = report.tables();
    let (first, more) = tables.split_at(tables.len().min(1));
    first.iter().for_each(|table| page.table(table));
    remarks(&mut page, &report.remarks);
    page.section("What the words mean");
    STORY_WORDS.iter().for_each(|definition| page.paragraph(definition));
    page.section("Charts");
    page.pictures(&report.pictures());
    page.section("Tables");
    more.iter().for_each(|table| page.table(table));
    page.section("Accuracy in per cent by composition of the supporting lines");
    page.pictures(&scores.heat_pictures());
    if !report.inoculations.is_empty() {
        page.section("Inoculation");
        let curves: Vec<Picture> = report.inoculations.iter().map(Inoculation::picture).collect();
        page.pictures(&curves);
    }
    runs(&mut page, report.models.iter().flat_map(|model| &model.runs));
    page.made_by(scores.data.as_deref(), None);
    page
}

/// The page about answers to riddles.
pub(super) fn riddles(scores: &RiddleScores) -> Page {
    let mut page = Page::new("Answers to riddles");
    scores.tables().iter().for_each(|table| page.table(table));
    remarks(&mut page, &scores.remarks);
    page.paragraph(
        "An output is exact if every cell is right; `cells` is the mean share of right cells, also of outputs that are not exact. \
         What is no grid counts as wrong.",
    );
    runs(&mut page, scores.runs.iter().map(|run| &run.about));
    page.made_by(Some(&scores.data), None);
    page
}

fn remarks(page: &mut Page, remarks: &[String]) {
    remarks.iter().for_each(|remark| page.paragraph(&format!("Note: {remark}.")));
}

/// Where the answers come from.
fn runs<'r>(page: &mut Page, runs: impl Iterator<Item = &'r About>) {
    page.section("Files");
    let heads = ["file", "model", "seed", "updates", "selected on"];
    let mut table = Table::new("Files of predictions", &heads);
    let number = |number: Option<u64>| number.map_or_else(|| "–".to_owned(), |number| number.to_string());
    let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "–".to_owned());
    for run in runs {
        let About { file, model, seed, updates, selected_on, .. } = run;
        table.row([file.clone(), text(model), number(*seed), number(*updates), text(selected_on)]);
    }
    page.table(&table);
}

/// What the words of a page about commands mean.
const COMMAND_WORDS: [&str; 10] = [
    "Exact match: the very actions of the right answer, and no others.",
    "Fulfils: what is done is what was asked for, in another way too: the other axis first, turns over the other shoulder. \
     Reaches: the agent goes to the right object, whatever it does with it.",
    "Tokens: the share of actions that are right at their place, of the longer one of both answers; min, max and sd are over \
     items. First N tokens: right as far as an evaluation looks that ends there.",
    "Row, column: the agent ends up in the row, or column, in which it should; either, both: in one of them, in both.",
    "Not read: no answer was read. Something in it is no action, nothing in the text is an answer, or there is none, because it was \
     refused, cut or empty. Such answers are wrong, and nothing of them is carried out.",
    "Looks at target: of all steps together, the cell with most of the attention is the target's; if wrong: the same of answers \
     that are not exact.",
    "Chance: one of the world's objects is chosen, each as likely, and everything else is done right. Random: each action is \
     drawn, as many as are right. Look-up: a memory of train answers by command and target cell.",
    FLOOR,
    "± is the standard deviation over runs, with n − 1. Brackets and lines across bars are intervals of 95 %: Wilson's for one \
     run; for several the wider of a bootstrap over runs and items and of Wilson's of the mean among the items of one run.",
    "n: how many items. A split is a named list of items; a hold-out is one whose kind of item never occurs in train.",
];

/// What the words of a page about stories mean.
const STORY_WORDS: [&str; 6] = [
    "Right: the answer says what the story shows; things of a list may come in any order. Not read: no answer was read, \
     because nothing in the text is one, or because it was refused, cut or empty. Such answers are wrong.",
    "Support: a minimal set of lines that shows the answer. Composition: which events and constructs these lines use.",
    "Guess: somebody answers at random, as answers are distributed. Majority: somebody always says what is right most often. \
     Both are by kind, of the questions that were answered, or of the split if few were.",
    FLOOR,
    "± is the standard deviation over runs, with n − 1. Brackets and lines across bars are intervals of 95 %: Wilson's for one \
     run; for several the wider of a bootstrap over runs and items and of Wilson's of the mean among the items of one run.",
    "Framed cells of heat maps: such questions are in training. Inoculation: the model was tuned on a few items of a hold-out.",
];
