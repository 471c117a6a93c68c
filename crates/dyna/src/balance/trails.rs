//! Which lines of a story are about whom and what: the last one of each, found without reading the story again.

use wampimuk_story::{Cast, Event, Object, Person, Sentence, Story};

/// The number of a line; the last one stands for none.
type Line = u16;

const NONE: Line = Line::MAX;

fn found(line: Line) -> Option<usize> {
    (line != NONE).then_some(usize::from(line))
}

/// The last lines about everybody and everything. Its memory is used again.
#[derive(Clone, Debug, Default)]
pub struct Trails {
    /// For each person, the last line about where they are.
    places: Vec<Line>,
    /// For each line about a place, the one before it about the place of its first subject, and of its second.
    before: Vec<[Line; 2]>,
    /// For each person, the last line in which they have a hand in something.
    hands: Vec<Line>,
    /// For each person, the last line that names them together with somebody else, and whom.
    company: Vec<(Line, Person)>,
    /// For each object, the last line about it.
    handled: Vec<Line>,
}

impl Trails {
    /// Forgets everything: a new story begins.
    pub fn begin(&mut self, cast: &Cast) {
        for (lines, count) in [
            (&mut self.places, cast.people()),
            (&mut self.hands, cast.people()),
            (&mut self.handled, cast.objects()),
        ] {
            lines.clear();
            lines.resize(count, NONE);
        }
        self.company.clear();
        self.company.resize(cast.people(), (NONE, Person(0)));
        self.before.clear();
    }

    /// Follows everybody and everything through what was told since it was called last.
    #[inline]
    pub fn follow(&mut self, story: &Story) {
        for sentence in &story.sentences()[self.before.len()..] {
            let (line, who) = (self.before.len() as Line, sentence.who);
            self.before.push([NONE; 2]);
            let before = &mut self.before[usize::from(line)];
            let other = match sentence.event {
                Event::Move(_) | Event::Is(_) | Event::IsNot(_) | Event::Either(..) => {
                    before[0] = std::mem::replace(&mut self.places[who.index()], line);
                    let Some(other) = sentence.and else { continue };
                    before[1] = std::mem::replace(&mut self.places[other.index()], line);
                    other
                }
                Event::Grab(object) | Event::Drop(object) => {
                    self.hands[who.index()] = line;
                    self.handled[object.index()] = line;
                    continue;
                }
                Event::Give(object, to) => {
                    self.hands[who.index()] = line;
                    self.hands[to.index()] = line;
                    self.handled[object.index()] = line;
                    to
                }
            };
            self.company[who.index()] = (line, other);
            self.company[other.index()] = (line, who);
        }
    }

    /// The lines before a line that are about where somebody is, the last one first.
    pub fn about_place<'a>(
        &'a self,
        told: &'a [Sentence],
        person: Person,
        before: usize,
    ) -> impl Iterator<Item = usize> + 'a {
        let step = move |line: &usize| {
            let slot = usize::from(told[*line].who != person);
            found(self.before[*line][slot])
        };
        std::iter::successors(found(self.places[person.index()]), step)
            .skip_while(move |line| *line >= before)
    }

    /// The last line in which somebody has a hand in something.
    pub fn last_hand(&self, person: Person) -> Option<usize> {
        found(self.hands[person.index()])
    }

    /// The last line that names somebody together with somebody else, and whom.
    pub fn company(&self, person: Person) -> Option<(usize, Person)> {
        let (line, other) = self.company[person.index()];
        Some((found(line)?, other))
    }

    /// The last line about an object.
    pub fn last_about(&self, object: Object) -> Option<usize> {
        found(self.handled[object.index()])
    }

    /// Whether somebody had a hand in something since they last changed their place: without that, nothing but their own
    /// sentence says where they are.
    pub fn handled_here(&self, person: Person) -> bool {
        let (hand, place) = (self.hands[person.index()], self.places[person.index()]);
        hand != NONE && (place == NONE || hand > place)
    }
}
