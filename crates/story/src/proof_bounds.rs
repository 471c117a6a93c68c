//! Cheap bounds on the size of a proof.
//!
//! Most answers have an obvious proof: the person's last move, or the line that says who has the object and that person's
//! last move. The search for all proofs starts there, and the length of the obvious proof is an upper bound of the
//! smallest one. Each kind of question has a lower bound too, because a line mentions a place or an object, never both.

use crate::knowledge::{Knowledge, Masking, Rules, StoryReading};
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
    /// Looks for an obvious proof of the answer to a question, which has to be known by the same rules.
    pub fn of(question: Question, story: &Story, known: &Knowledge, rules: Rules) -> ProofBounds {
        let told =
            VisibleLines { lines: &story.sentences()[..known.now()], all: story.cast().places(), rules };
        match question {
            Question::WherePerson(person) => told.person(person, |says| says.len() == 1),
            Question::IsIn(person, place) => {
                let possible = known.person(person, known.now());
                if possible.has(place) {
                    told.person(person, |says| says == possible)
                } else {
                    told.person(person, |says| !says.has(place))
                }
            }
            Question::WhereObject(object) => told.object(object),
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
        rules: Rules,
        style: SupportStyle,
    ) -> (usize, usize) {
        if let (SupportStyle::History, Question::Carrying(person) | Question::HowMany(person)) =
            (style, question)
        {
            let size = history(&story.sentences()[..known.now()], person).len();
            return (size, size);
        }
        let bounds = ProofBounds::of(question, story, known, rules);
        (bounds.least, bounds.obvious.map_or(usize::MAX, |lines| lines.len()))
    }

    /// A proof of so many lines or the best of others, all of which have at least so many.
    fn best(obvious: Option<Vec<usize>>, others: usize) -> ProofBounds {
        let least = obvious.as_ref().map_or(others, |lines| lines.len().min(others));
        ProofBounds { least, obvious }
    }
}

struct VisibleLines<'a> {
    lines: &'a [Sentence],
    all: Places,
    rules: Rules,
}

impl VisibleLines<'_> {
    /// A line about the person's place that decides is a proof. So are a gift since then and such a line about the other.
    /// Anything else takes three lines: one joins the person to an object, one joins the object to somebody, one says where.
    fn person(&self, person: Person, decides: impl Fn(Places) -> bool) -> ProofBounds {
        let own = self.relocation(person, self.lines.len());
        if let Some(line) = own.filter(|&line| decides(self.says(line))) {
            return ProofBounds::best(Some(self.explained(&[line])), 2);
        }
        let since = own.map_or(0, |line| line + 1);
        let gifts = self.lines.iter().enumerate().skip(since).filter_map(|(line, sentence)| {
            let Event::Give(_, to) = sentence.event else { return None };
            let other = if sentence.who == person { to } else { sentence.who };
            let with = sentence.who == person || to == person;
            let place = self.relocation(other, line).filter(|&line| with && decides(self.says(line)))?;
            Some(self.explained(&[line, place]))
        });
        // what the generator's reading says of where somebody was before may be a line after the gift
        let others = if self.rules.reading == StoryReading::Linguistic { 3 } else { 2 };
        ProofBounds::best(gifts.min_by_key(Vec::len), others)
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

    /// The last change of hands, and the last move of who has the object then, or had it.
    fn object(&self, object: Object) -> ProofBounds {
        let none = ProofBounds { least: 2, obvious: None };
        let Some(hand) = self.lines.iter().rposition(|sentence| sentence.event.object() == Some(object))
        else {
            return none;
        };
        let Sentence { who, event, .. } = self.lines[hand];
        let (handler, before) = match event {
            Event::Grab(_) => (who, self.lines.len()),
            Event::Give(_, to) => (to, self.lines.len()),
            _ => (who, hand),
        };
        let with = |place: usize| self.explained(&[hand, place]);
        let by_handler = self.place(handler, before).map(with);
        // who gave it was where it is, unless it was carried on
        let gift = matches!(event, Event::Give(..))
            && self.relocation(handler, before).is_none_or(|line| line < hand);
        let by_giver = self.place(who, hand).filter(|_| gift).map(with);
        let plain = self.rules.reading == StoryReading::Linguistic && self.rules.masking == Masking::Coarse;
        ProofBounds::best(
            by_handler.into_iter().chain(by_giver).min_by_key(Vec::len),
            if plain { 3 } else { 2 },
        )
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
