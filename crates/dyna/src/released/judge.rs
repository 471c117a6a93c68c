//! Whether a claim of the released engine is right, and if not, why.

use wampimuk_story::{Answer, Contradiction, Fit, Knowledge, Question, Rules, Story};

use super::ask::{Claim, Kind};
use super::defect::{Defect, Defects};
use super::engine::Engine;
use super::order::Order;

/// How a claimed answer compares with what follows from the story.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Verdict {
    /// It is what follows.
    Right,
    /// Nothing follows.
    Undetermined,
    /// Something else follows.
    Wrong,
}

/// Why a claim is not as it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// Without this one defect the claim would be sound.
    Defect(Defect),
    /// Without any defects it would be, but not without a single one.
    SeveralDefects,
    /// The engine says "maybe" because it does not put together what two sentences say about one place.
    Incomplete,
    /// The object may have been there again later, which the engine does not consider.
    PerhapsAgain,
    /// Not a flaw: bAbI lists every line in which somebody had a hand in anything.
    History,
}

/// What is to be said about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// About the answer.
    pub verdict: Verdict,
    /// About the support, if the answer is right.
    pub fit: Fit,
}

impl Judgement {
    /// Compares a claim made at the end of a story with what follows from the story.
    pub fn of<const W: usize>(
        story: &Story,
        claim: &Claim<W>,
        rules: Rules,
    ) -> Result<Judgement, Contradiction> {
        let known = Knowledge::of(story, rules)?;
        let verdict = match claim.question.answer(story, &known) {
            answer if answer == claim.answer => Verdict::Right,
            Answer::Unknown => Verdict::Undetermined,
            _ => Verdict::Wrong,
        };
        let fit = match verdict {
            Verdict::Right => {
                let lines: Vec<usize> = claim.support.iter().collect();
                Fit::of(story, story.len(), claim.question, rules, &lines)?
            }
            _ => Fit::NoAnswer,
        };
        Ok(Judgement { verdict, fit })
    }

    /// Whether the answer is right and the support is enough, and nothing in it is too much.
    pub fn sound(self) -> bool {
        self == Judgement { verdict: Verdict::Right, fit: Fit::Minimal }
    }
}

impl Cause {
    /// Why a claim is not sound; `None` if it is, or if there is no name for it.
    ///
    /// Defects are blamed by experiment: the story is read again without them.
    pub fn of<const W: usize>(
        story: &Story,
        claim: &Claim<W>,
        order: &Order,
        rules: Rules,
    ) -> Result<Option<Cause>, Contradiction> {
        let judgement = Judgement::of(story, claim, rules)?;
        if judgement.sound() {
            return Ok(None);
        }
        let carrying = matches!(Kind::of(claim.question), Kind::Counting | Kind::List);
        match (judgement.verdict, judgement.fit) {
            (Verdict::Wrong, _) => return Ok((claim.answer == Answer::Maybe).then_some(Cause::Incomplete)),
            (Verdict::Undetermined, _) => {
                return Ok(matches!(claim.question, Question::WhereWas(..)).then_some(Cause::PerhapsAgain));
            }
            (Verdict::Right, Fit::Redundant) if carrying => return Ok(Some(Cause::History)),
            _ => {}
        }
        let mended = |defects: Defects| -> Result<bool, Contradiction> {
            let mut engine: Engine<W> = Engine::new(story.cast(), order.clone(), defects);
            for sentence in story.sentences() {
                if engine.tell(sentence).is_err() {
                    return Ok(false);
                }
            }
            let Some(claim) = engine.claim(claim.question) else { return Ok(false) };
            let mended = Judgement::of(story, &claim, rules)?;
            // to list too much is not so bad as to list too little
            Ok(mended.sound() || judgement.fit == Fit::Insufficient && mended.fit == Fit::Redundant)
        };
        for defect in Defect::ALL {
            if mended(Defects::RELEASED.without(defect))? {
                return Ok(Some(Cause::Defect(defect)));
            }
        }
        Ok(mended(Defects::NONE)?.then_some(Cause::SeveralDefects))
    }
}
