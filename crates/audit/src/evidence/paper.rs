//! The counts that the gSCAN paper reports as evidence for its hold-outs, and the choice between the papers.

use wampimuk_command::Lexicon;
use wampimuk_grid::Form;
use wampimuk_gscan::{Condition, Names, Numbers};

use super::{Judge, Question, reascan};
use crate::{TRAIN, published};

/// The counts that the papers report: gSCAN's, or ReaSCAN's if the lexicon has a noun for boxes.
///
/// gSCAN's are those for the training set of its compositional splits (section 5 and Table 2 of the
/// appendix), as far as the lexicon has their words, and a few that it leaves out.
///
/// The paper's 68,700 examples of "pull" are those with one of the two adverbs that "pull" keeps (hesitantly, while
/// zigzagging); all examples of "pull" are half as many again.
pub fn paper_questions(lexicon: &Lexicon) -> Vec<Question> {
    let all = if is_reascan(lexicon) { reascan::questions() } else { all() };
    all.into_iter().filter(|question| Judge::new(&question.condition, lexicon).is_ok()).collect()
}

/// Whether a lexicon is one of ReaSCAN's.
pub(super) fn is_reascan(lexicon: &Lexicon) -> bool {
    lexicon.nouns.iter().any(|noun| noun.form == Form::Frame)
}

/// How many training examples the data have that a paper counts in.
pub(super) fn train_size(reascan: bool) -> u64 {
    let set = if reascan { "reascan" } else { "compositional" };
    let train = published().iter().find(|split| split.set == set && split.split == TRAIN);
    train.map_or(0, |train| train.examples)
}

fn all() -> Vec<Question> {
    let mut questions = Vec::new();
    let mut ask = |about: &str, label: &str, condition: Condition, published: Option<u64>| {
        let condition = condition.into();
        questions.push(Question { about: about.into(), label: label.into(), condition, published });
    };
    let (colours, directions) = ("visual_easier, visual", "situational_1");
    ask(colours, "yellow squares as targets", placed("yellow", "square"), Some(16_725));
    ask(colours, "yellow squares, referred to with the colour", referred("yellow", "square"), Some(0));
    ask(colours, "red squares as targets", placed("red", "square"), Some(0));
    ask(colours, "red squares, referred to with the colour", referred("red", "square"), Some(0));
    ask(colours, "blue squares as targets", placed("blue", "square"), Some(33_250));
    ask(colours, "blue squares, referred to with the colour", referred("blue", "square"), Some(16_630));
    ask(colours, "red circles as targets", placed("red", "circle"), Some(33_670));
    ask(colours, "red circles, referred to with the colour", referred("red", "circle"), Some(16_816));
    for (name, label) in [("s", "targets to the south"), ("w", "targets to the west")] {
        ask(directions, label, Condition { direction: one(name), ..Condition::default() }, None);
    }
    let small = Condition { mentions: one("small"), ..sized("circle", 2) };
    ask("situational_2", "circles of size 2 as targets", sized("circle", 2), Some(29_966));
    ask("situational_2", "circles of size 2, called small", small, Some(0));
    let pull = |rest: Condition| Condition { verb: one("pull"), ..rest };
    let push = |rest: Condition| Condition { verb: one("push"), ..rest };
    ask("contextual", "pulling squares of size 3", pull(sized("square", 3)), Some(7_656));
    let others = Condition {
        target_shape: many(&["circle", "cylinder"]),
        target_size: Some(Numbers::One(3)),
        ..Condition::default()
    };
    ask("contextual", "pushing circles and cylinders of size 3", push(others), Some(32_738));
    ask("contextual", "pushing squares of size 3", push(sized("square", 3)), Some(0));
    let adverb = |names| Condition { adverb: names, ..Condition::default() };
    ask("adverb_1", "cautiously (the shots)", adverb(one("cautiously")), None);
    ask("adverb_2", "while spinning", adverb(one("while spinning")), Some(66_229));
    let kept = adverb(many(&["hesitantly", "while zigzagging"]));
    ask("adverb_2", "pulling with one of the other adverbs", pull(kept), Some(68_700));
    ask("adverb_2", "pulling, with or without an adverb", pull(Condition::default()), None);
    ask("adverb_2", "pulling while spinning", pull(adverb(one("while spinning"))), Some(0));
    questions
}

fn one(name: &str) -> Option<Names> {
    Some(Names::One(name.to_string()))
}

fn many(names: &[&str]) -> Option<Names> {
    Some(Names::Many(names.iter().map(ToString::to_string).collect()))
}

fn placed(colour: &str, shape: &str) -> Condition {
    Condition { target_colour: one(colour), target_shape: one(shape), ..Condition::default() }
}

fn referred(colour: &str, shape: &str) -> Condition {
    Condition { mentions: one(colour), ..placed(colour, shape) }
}

fn sized(shape: &str, size: u8) -> Condition {
    Condition { target_shape: one(shape), target_size: Some(Numbers::One(size)), ..Condition::default() }
}
