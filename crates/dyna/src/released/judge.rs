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

#[cfg(test)]
mod tests {
    use wampimuk_story::{Cast, Event, Object, Person, Place, Sentence};

    use super::*;

    const MARY: Person = Person(0);
    const JOHN: Person = Person(1);
    const APPLE: Object = Object(0);

    /// What is said about the engine's claim, and why.
    fn judged(lines: &[(Person, Event)], question: Question) -> (Judgement, Option<Cause>) {
        let cast = Cast::new(2, 1, 4).unwrap();
        let told = lines.iter().map(|&(who, event)| Sentence::new(who, event));
        let story = Story::new(cast, told).unwrap();
        let order = Order::numbered(&cast);
        let mut engine: Engine = Engine::new(&cast, order.clone(), Defects::RELEASED);
        story.sentences().iter().for_each(|sentence| engine.tell(sentence).unwrap());
        let claim = engine.claim(question).unwrap();
        let rules = Rules::default();
        (Judgement::of(&story, &claim, rules).unwrap(), Cause::of(&story, &claim, &order, rules).unwrap())
    }

    #[test]
    fn what_is_right_needs_no_cause() {
        let (judgement, cause) = judged(&[(MARY, Event::Move(Place(0)))], Question::WherePerson(MARY));
        assert!(judgement.sound());
        assert_eq!(cause, None);
    }

    #[test]
    fn two_sentences_about_one_place_are_not_put_together() {
        let lines = [
            (MARY, Event::Either(Place(0), Place(1))),
            (MARY, Event::Grab(APPLE)),
            (JOHN, Event::Either(Place(1), Place(2))),
            (MARY, Event::Give(APPLE, JOHN)),
        ];
        let (judgement, cause) = judged(&lines, Question::IsIn(JOHN, Place(1)));
        assert_eq!(judgement.verdict, Verdict::Wrong);
        assert_eq!(cause, Some(Cause::Incomplete));
    }

    #[test]
    fn something_may_have_been_there_again() {
        let lines = [
            (MARY, Event::Move(Place(0))),
            (MARY, Event::Grab(APPLE)),
            (MARY, Event::Move(Place(1))),
            (MARY, Event::Move(Place(3))),
            (MARY, Event::Either(Place(1), Place(2))),
        ];
        let (judgement, cause) = judged(&lines, Question::WhereWas(APPLE, Place(1)));
        assert_eq!(judgement.verdict, Verdict::Undetermined);
        assert_eq!(cause, Some(Cause::PerhapsAgain));
    }

    #[test]
    fn histories_are_long_by_convention() {
        let lines = [(MARY, Event::Grab(APPLE)), (MARY, Event::Drop(APPLE))];
        let (judgement, cause) = judged(&lines, Question::HowMany(MARY));
        assert_eq!(judgement, Judgement { verdict: Verdict::Right, fit: Fit::Redundant });
        assert_eq!(cause, Some(Cause::History));
    }
}
