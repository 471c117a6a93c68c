//! How many lines an answer needs, as far as it can be said at a glance.
//!
//! Most answers have an obvious proof: somebody's last move; who has the object, and that person's last move. Its length
//! is an upper bound, and for each kind of question there is a lower bound, because a line mentions one place, or one
//! object, but never both. Where the bounds decide whether a filter lets a question pass, no proof needs to be searched.

use wampimuk_story::{Event, Knowledge, Object, Person, Place, Places, Question, Sentence, Story};

/// From the least to the most lines that the smallest support can have. `None` where nothing is obvious.
pub fn support_bounds(question: Question, story: &Story, known: &Knowledge) -> (usize, usize) {
    let lines = &story.sentences()[..known.now()];
    let all = story.cast().places();
    let glance = Glance { lines, all };
    let (least, obvious) = match question {
        Question::WherePerson(person) => {
            let obvious = glance.person(person, lines.len(), Places::len);
            (1 + usize::from(obvious.is_none()), obvious.map(|line| glance.explained(&[line])))
        }
        Question::IsIn(person, place) => {
            let obvious = glance.place_question(person, place, known.person(person, known.now()));
            (1 + usize::from(obvious.is_none()), obvious.map(|line| glance.explained(&[line])))
        }
        Question::WhereObject(object) => (2, glance.object(object)),
        Question::WhereWas(object, place) => (3, glance.arrival(object, place, known)),
        _ => (0, None),
    };
    (least, obvious.unwrap_or(usize::MAX))
}

struct Glance<'a> {
    lines: &'a [Sentence],
    all: Places,
}

impl Glance<'_> {
    /// How many lines these are together with those that explain their pronouns.
    fn explained(&self, lines: &[usize]) -> usize {
        let mut needed: [usize; 8] = [usize::MAX; 8];
        let mut count = 0;
        for &line in lines {
            let mut next = Some(line);
            while let Some(line) = next {
                if count < needed.len() && !needed[..count].contains(&line) {
                    needed[count] = line;
                    count += 1;
                } else if count == needed.len() {
                    return usize::MAX;
                }
                next = self.lines[line].antecedent;
            }
        }
        count
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

    /// The last line before another that says where somebody is.
    fn relocation(&self, person: Person, before: usize) -> Option<usize> {
        self.lines[..before].iter().rposition(|sentence| {
            sentence.event.object().is_none() && sentence.subjects().any(|who| who == person)
        })
    }

    /// That line, if it names one place.
    fn person(&self, person: Person, before: usize, len: impl Fn(Places) -> usize) -> Option<usize> {
        self.relocation(person, before).filter(|&line| len(self.says(line)) == 1)
    }

    /// That line, if it alone answers the question whether somebody is at a place.
    fn place_question(&self, person: Person, place: Place, possible: Places) -> Option<usize> {
        let line = self.relocation(person, self.lines.len())?;
        let says = self.says(line);
        let decides = if possible.has(place) { says == possible } else { !says.has(place) };
        decides.then_some(line)
    }

    /// Who has a hand in an object at a line, after it, and where that person's place counts from.
    fn object(&self, object: Object) -> Option<usize> {
        let line = self.lines.iter().rposition(|sentence| sentence.event.object() == Some(object))?;
        let (person, before) = match self.lines[line].event {
            Event::Grab(_) => (self.lines[line].who, self.lines.len()),
            Event::Give(_, to) => (to, self.lines.len()),
            _ => (self.lines[line].who, line),
        };
        let place = self.person(person, before, Places::len)?;
        Some(self.explained(&[line, place]))
    }

    /// The carrier's last two moves, and one line that says who carries.
    fn arrival(&self, object: Object, place: Place, known: &Knowledge) -> Option<usize> {
        let here = Places::one(place);
        let (from, to) = known.arrival(object, place)?;
        let line = (to == from + 1).then_some(from)?;
        let sentence = &self.lines[line];
        if sentence.event.object().is_some() || self.says(line) != here {
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
        let before = self.person(carrier, line, Places::len)?;
        let given = self.lines[line..].iter().position(about).map(|later| line + later);
        let with = |hand: usize| self.explained(&[hand, before, line]);
        Some(given.map_or(usize::MAX, with).min(with(taken)))
    }
}
