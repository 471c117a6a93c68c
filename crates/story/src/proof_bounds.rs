//! Cheap bounds on the size of a proof.
//!
//! Most answers have an obvious proof: the person's last move, or the line that says who has the object and that person's
//! last move. The search for all proofs starts there, and the length of the obvious proof is an upper bound of the
//! smallest one. Each kind of question has a lower bound too, because a line mentions a place or an object, never both.

use crate::knowledge::Knowledge;
use crate::questions::Question;
use crate::support::{SupportStyle, history};
use crate::world::{Event, Object, Person, Place, Places, Sentence, Story};

/// An obvious proof, and a lower bound of all proofs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProofBounds {
    /// No set of fewer lines supports the answer.
    pub least: usize,
    /// Lines that support the answer, if any are obvious; not always as few as possible.
    pub obvious: Option<Vec<usize>>,
}

impl ProofBounds {
    /// Looks for an obvious proof of the answer to a question, which has to be known.
    pub fn of(question: Question, story: &Story, known: &Knowledge) -> ProofBounds {
        let told = VisibleLines { lines: &story.sentences()[..known.now()], all: story.cast().places() };
        match question {
            Question::WherePerson(person) => told.of_person(told.place(person, told.lines.len())),
            Question::IsIn(person, place) => {
                let possible = known.person(person, known.now());
                told.of_person(told.decision(person, place, possible))
            }
            Question::WhereObject(object) => ProofBounds { least: 2, obvious: told.object(object) },
            Question::WhereWas(object, place) => {
                ProofBounds { least: 3, obvious: told.arrival(object, place, known) }
            }
            _ => ProofBounds { least: 0, obvious: None },
        }
    }

    /// From the least to the most lines that the support of an answer in a style can have.
    pub fn bounds(
        question: Question,
        story: &Story,
        known: &Knowledge,
        style: SupportStyle,
    ) -> (usize, usize) {
        if let (SupportStyle::History, Question::Carrying(person) | Question::HowMany(person)) =
            (style, question)
        {
            let size = history(&story.sentences()[..known.now()], person).len();
            return (size, size);
        }
        let bounds = ProofBounds::of(question, story, known);
        (bounds.least, bounds.obvious.map_or(usize::MAX, |lines| lines.len()))
    }
}

struct VisibleLines<'a> {
    lines: &'a [Sentence],
    all: Places,
}

impl VisibleLines<'_> {
    /// A line about the person's place is a proof. Without one it takes two lines, because the person has to meet another.
    fn of_person(&self, line: Option<usize>) -> ProofBounds {
        ProofBounds {
            least: 1 + usize::from(line.is_none()),
            obvious: line.map(|line| self.explained(&[line])),
        }
    }

    /// Lines together with those that explain their pronouns.
    fn explained(&self, lines: &[usize]) -> Vec<usize> {
        let mut all = Vec::with_capacity(2 * lines.len());
        for &line in lines {
            let mut next = Some(line);
            while let Some(line) = next {
                if !all.contains(&line) {
                    all.push(line);
                }
                next = self.lines[line].antecedent;
            }
        }
        all
    }

    /// What a line says about where its subjects are.
    fn says(&self, line: usize) -> Places {
        match self.lines[line].event {
            Event::Move(place) | Event::Is(place) => Places::one(place),
            Event::IsNot(place) => self.all.without(Places::one(place)),
            Event::Either(one, other) => Places::one(one).or(Places::one(other)),
            Event::Grab(_) | Event::Drop(_) | Event::Give(..) => self.all,
        }
    }

    /// The last line before `before` that says something about where a person is.
    fn relocation(&self, person: Person, before: usize) -> Option<usize> {
        self.lines[..before].iter().rposition(|sentence| {
            sentence.event.object().is_none() && sentence.subjects().any(|who| who == person)
        })
    }

    /// That line, if it names the place.
    fn place(&self, person: Person, before: usize) -> Option<usize> {
        self.relocation(person, before).filter(|&line| self.says(line).len() == 1)
    }

    /// That line, if it alone decides whether the person is at the place.
    fn decision(&self, person: Person, place: Place, possible: Places) -> Option<usize> {
        let line = self.relocation(person, self.lines.len())?;
        let says = self.says(line);
        let decides = if possible.has(place) { says == possible } else { !says.has(place) };
        decides.then_some(line)
    }

    /// The last change of hands, and the last move of who has the object then, or had it.
    fn object(&self, object: Object) -> Option<Vec<usize>> {
        let hand = self.lines.iter().rposition(|sentence| sentence.event.object() == Some(object))?;
        let (person, before) = match self.lines[hand].event {
            Event::Grab(_) => (self.lines[hand].who, self.lines.len()),
            Event::Give(_, to) => (to, self.lines.len()),
            _ => (self.lines[hand].who, hand),
        };
        Some(self.explained(&[hand, self.place(person, before)?]))
    }

    /// The last two moves of who carries the object to the place, and a line that says who carries it.
    fn arrival(&self, object: Object, place: Place, known: &Knowledge) -> Option<Vec<usize>> {
        let (from, to) = known.arrival(object, place)?;
        let line = (to == from + 1).then_some(from)?;
        let sentence = &self.lines[line];
        if sentence.event.object().is_some() || self.says(line) != Places::one(place) {
            return None;
        }
        let about = |sentence: &Sentence| sentence.event.object() == Some(object);
        let taken = self.lines[..line].iter().rposition(about)?;
        let carrier = match self.lines[taken].event {
            Event::Grab(_) => self.lines[taken].who,
            Event::Give(_, to) => to,
            _ => return None,
        };
        if !sentence.subjects().any(|who| who == carrier) {
            return None;
        }
        let before = self.place(carrier, line)?;
        let with = |hand: usize| self.explained(&[hand, before, line]);
        let given = self.lines[line..].iter().position(about).map(|later| with(line + later));
        let taken = with(taken);
        Some(given.filter(|given| given.len() < taken.len()).unwrap_or(taken))
    }
}
