//! Reads tasks back and derives their outputs again.

use wampimuk_command::{Lexicon, Noun, ParseError, SizeWord, Speech, Word, denotation, parse};
use wampimuk_grid::Form;

use crate::codes::Codes;
use crate::explain::semantics;
use crate::language::{extreme_named, logic, resolve, without_deeds};
use crate::operation::is_alike;
use crate::record::TaskFile;

/// Why a task is not what it says it is.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CheckError {
    /// It is no task at all.
    #[error("not a task in the layout of `arc_json`: {0}")]
    Layout(String),
    /// The words of its legend cannot be used.
    #[error("the legend cannot be used: {0}")]
    Legend(String),
    /// Its command is none.
    #[error("the command cannot be read: {0}")]
    Command(ParseError),
    /// Its operation is about something that the legend does not name.
    #[error("the operation names `{0}`, which is not in the legend")]
    Operation(String),
    /// Its sentence says something else than command and operation.
    #[error("the logic should read `{0}`")]
    Logic(String),
    /// There is nothing to learn from, or nothing to solve.
    #[error("it needs pairs to learn from and one to solve; it has {0} and {1}")]
    Pairs(usize, usize),
    /// A grid that is no world.
    #[error("{pair}: the {side} is no world: {reason}")]
    Grid {
        /// Which pair.
        pair: String,
        /// `input` or `output`.
        side: &'static str,
        /// What is wrong.
        reason: String,
    },
    /// The command does not select one object.
    #[error("{pair}: the command selects {count} objects")]
    Referents {
        /// Which pair.
        pair: String,
        /// How many it selects.
        count: u32,
    },
    /// The operation cannot be done, or changes nothing.
    #[error("{pair}: the operation changes nothing there")]
    Idle {
        /// Which pair.
        pair: String,
    },
    /// The output is another one.
    #[error("{pair}: the output is not what command and operation make of the input")]
    Output {
        /// Which pair.
        pair: String,
    },
}

/// Checks a task's text: see [`check`].
pub fn check_text(text: &str) -> Result<(), CheckError> {
    let task: TaskFile = serde_json::from_str(text).map_err(|error| CheckError::Layout(error.to_string()))?;
    check(&task)
}

/// Checks that in every pair of a task, shown or hidden, the command selects one object and the operation on it turns
/// the input into the output. Nothing is needed but the file itself.
pub fn check(task: &TaskFile) -> Result<(), CheckError> {
    let lexicon = lexicon(task)?;
    let codes = Codes::new(&lexicon, task.legend.sizes);
    let command = parse(&task.command, &lexicon).map_err(CheckError::Command)?;
    let operation = resolve(&task.operation, &lexicon).map_err(CheckError::Operation)?;
    let sentence = logic(&command.phrase, &operation, &lexicon);
    if sentence != task.logic {
        return Err(CheckError::Logic(sentence));
    }
    if task.train.is_empty() || task.test.is_empty() {
        return Err(CheckError::Pairs(task.train.len(), task.test.len()));
    }
    let name = |kind: &str, number: usize| format!("{kind} pair {number}");
    let train = task.train.iter().enumerate().map(|(number, pair)| (name("train", number), pair));
    let test = task.test.iter().enumerate().map(|(number, pair)| (name("test", number), pair));
    for (pair, grids) in train.chain(test) {
        let world = |side: &'static str, grid| {
            codes.decode(grid).map_err(|reason| CheckError::Grid { pair: pair.clone(), side, reason })
        };
        let (input, output) = (world("input", &grids.input)?, world("output", &grids.output)?);
        let set = denotation(&command.phrase, &input, &lexicon, semantics());
        if set.count_ones() != 1 {
            return Err(CheckError::Referents { pair, count: set.count_ones() });
        }
        let Some(derived) = operation.apply(&input, set.trailing_zeros() as usize) else {
            return Err(CheckError::Idle { pair });
        };
        if !is_alike(&derived, &output) {
            return Err(CheckError::Output { pair });
        }
    }
    Ok(())
}

/// The lexicon that a legend describes.
fn lexicon(task: &TaskFile) -> Result<Lexicon, CheckError> {
    let legend = &task.legend;
    let noun = |form| move |word: &String| Noun::plain(word, form);
    let shapes = legend.shapes.iter().map(noun(Form::Solid));
    let size = |size: &crate::record::SizeRecord| {
        let extreme = extreme_named(&size.means)
            .ok_or_else(|| CheckError::Legend(format!("`{}` is neither small nor big", size.means)))?;
        Ok(SizeWord { word: size.word.clone(), extreme })
    };
    let lexicon = without_deeds(Lexicon {
        verbs: Vec::new(),
        adverbs: Vec::new(),
        nouns: shapes.chain(legend.boxes.iter().map(noun(Form::Frame))).collect(),
        colours: legend.colours.iter().map(|word| Word::plain(word)).collect(),
        sizes: legend.size_words.iter().map(size).collect::<Result<_, _>>()?,
        speech: Speech::default(),
    });
    lexicon.check().map_err(|error| CheckError::Legend(error.to_string()))?;
    Ok(lexicon)
}
