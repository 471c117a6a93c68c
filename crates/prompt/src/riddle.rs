//! Riddles as text: grids of numbers, as in the Abstract Reasoning Corpus.

use std::fmt::Write;

use wampimuk_command::{Extreme, Relation, Speech};
use wampimuk_riddle::{CodeGrid, Legend, OperationKind, READING, Riddle, Riddles, SizeRecord};

use crate::PromptForm;
use crate::grid::meaning::{relates, size_word};
use crate::words::listed;
use crate::written::{Style, Written};

/// A riddle and how it is to be written.
#[derive(Clone, Copy)]
pub(crate) struct Page<'p> {
    pub riddles: &'p Riddles,
    pub riddle: &'p Riddle,
    pub style: Style,
}

impl Page<'_> {
    /// The question and its answer.
    pub fn write(&self) -> Written {
        let file = self.riddle.arc_json();
        let output = file.test.first().map(|pair| &pair.output);
        let answer = output.map_or_else(String::new, rows);
        let inputs = file.test.iter().map(|pair| &pair.input);
        let item = if self.style.form == PromptForm::Json {
            let inputs: Vec<_> = inputs.map(|input| serde_json::json!({ "input": input })).collect();
            serde_json::json!({ "train": file.train, "test": inputs }).to_string()
        } else {
            let mut text = String::new();
            for (number, pair) in (1..).zip(&file.train) {
                let (input, output) = (rows(&pair.input), rows(&pair.output));
                text.push_str(&format!("Input {number}:\n{input}\n\nOutput {number}:\n{output}\n\n"));
            }
            inputs.for_each(|input| text.push_str(&format!("Test input:\n{}", rows(input))));
            text
        };
        let question = match self.style.instructions {
            true => format!("{}\n{item}\n\n{HOW_TO_ANSWER}", self.rules(&file.legend)),
            false => item,
        };
        Written { question, answer }
    }

    fn rules(&self, legend: &Legend) -> String {
        let mut text = String::from(
            "Each input becomes its output by one rule, the same for all: a description picks exactly one object of the input, \
             and one change is made to that object. Find the rule and apply it to the test input.\n\nThe rule\n",
        );
        let mut rule = |rule: String| text.push_str(&format!("- {rule}\n"));
        let boxes: Vec<&str> = legend.boxes.iter().map(String::as_str).collect();
        let is_there = |relation: &Relation| *relation != Relation::Inside || !boxes.is_empty();
        let there = || Relation::ALL.into_iter().filter(is_there);
        let relations: Vec<String> = there().map(|relation| format!("\"{}\"", relation.words())).collect();
        rule(format!(
            "The description may name a size ({}), a colour and a shape, and how the object relates to others it describes in \
             the same way: {}. Of all descriptions that fit the pairs, the shortest is meant.",
            listed(&legend.size_words.iter().map(|size| size.word.clone()).collect::<Vec<_>>(), "or"),
            listed(&relations, "or"),
        ));
        // The legend says which word is which end, in any language.
        let meaning = |size: &SizeRecord| {
            let extreme = [Extreme::Small, Extreme::Big].into_iter().find(|end| end.name() == size.means)?;
            Some(size_word(&size.word, extreme, READING))
        };
        legend.size_words.iter().filter_map(meaning).for_each(&mut rule);
        let meaning = |relation| relates(relation, &Speech::default(), &boxes);
        there().map(meaning).for_each(&mut rule);
        let changes: Vec<String> = OperationKind::ALL
            .into_iter()
            .filter(|kind| self.has(*kind))
            .map(|kind| change(kind, &legend.boxes))
            .collect();
        changes.into_iter().for_each(|change| rule(format!("Possible change: {change}")));
        text.push_str("\nThe numbers\n");
        let mut rule = |rule: String| text.push_str(&format!("- {rule}\n"));
        rule(legend.about.clone());
        rule(format!("Shapes, counted from 0: {}.", legend.shapes.join(", ")));
        if !legend.boxes.is_empty() {
            rule(format!("Shapes that span several cells, counted from 0: {}.", legend.boxes.join(", ")));
        }
        rule(format!("Colours, counted from 0: {}.", legend.colours.join(", ")));
        rule(format!("Sizes: 1 to {}.", legend.sizes));
        for (code, meaning) in &legend.codes {
            rule(format!("{code}: {meaning}"));
        }
        text
    }

    fn has(&self, kind: OperationKind) -> bool {
        self.riddles.operations().iter().any(|operation| operation.kind() == kind)
    }
}

const HOW_TO_ANSWER: &str = "Answer with the output of the test input, written as the grids above. You may think aloud first. \
    End with a line `Answer:` and the rows of the grid in the lines after it, or put the grid between <answer> and \
    </answer>. Only the last one counts.";

fn rows(grid: &CodeGrid) -> String {
    let mut text = String::new();
    for (row, codes) in grid.iter().enumerate() {
        text.push_str(if row == 0 { "" } else { "\n" });
        for (column, code) in codes.iter().enumerate() {
            text.push_str(if column == 0 { "" } else { " " });
            let _ = write!(text, "{code}");
        }
    }
    text
}

fn change(kind: OperationKind, frames: &[String]) -> String {
    let change = match kind {
        OperationKind::Draw => "it gets another colour.",
        OperationKind::Enlarge => "it grows by one or more sizes, but not beyond the biggest.",
        OperationKind::ChangeShape if !frames.is_empty() => {
            let frame = listed(frames, "or");
            return format!("it gets another shape. What becomes a {frame} becomes one of size 1.");
        }
        OperationKind::ChangeShape => "it gets another shape.",
        OperationKind::DrawAdjacent => {
            "a new object appears in the cell to the left, to the right, above or below."
        }
        OperationKind::Move => {
            "it moves in one direction by a number of cells, or until the edge of the grid or another object is in its way."
        }
    };
    change.to_string()
}
