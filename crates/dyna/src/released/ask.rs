//! What the released engine asks, and what it says to it.

use wampimuk_core::Stream;
use wampimuk_story::{Answer, Object, Person, Place, Question};

use super::defect::Defect;
use super::engine::{Belief, Engine, Gift};
use super::lines::Lines;

/// A question with the answer and the support that the engine has for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim<const W: usize = 1> {
    /// The question.
    pub question: Question,
    /// The answer, right or wrong.
    pub answer: Answer,
    /// The lines listed as its support, sufficient or not.
    pub support: Lines<W>,
}

/// The kinds of questions, in the order in which the engine asks them: that of their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// How many objects is Mary carrying?
    Counting,
    /// Who gave the apple to Mary? And four other forms.
    Giving,
    /// What is Mary carrying?
    List,
    /// Where is the apple?
    WhereObject,
    /// Where is Mary?
    WherePerson,
    /// Where was the apple before the kitchen?
    WhereWasObject,
    /// Is Mary in the kitchen?
    YesNo,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 7] = [
        Kind::Counting,
        Kind::Giving,
        Kind::List,
        Kind::WhereObject,
        Kind::WherePerson,
        Kind::WhereWasObject,
        Kind::YesNo,
    ];

    /// The kind of a question.
    pub fn of(question: Question) -> Kind {
        match question {
            Question::WherePerson(_) => Kind::WherePerson,
            Question::WhereObject(_) => Kind::WhereObject,
            Question::WhereWas(..) => Kind::WhereWasObject,
            Question::IsIn(..) => Kind::YesNo,
            Question::Carrying(_) => Kind::List,
            Question::HowMany(_) => Kind::Counting,
            Question::WhoGaveTo(..)
            | Question::WhoGave(_)
            | Question::WhoReceived(_)
            | Question::GaveToWhom(..)
            | Question::GaveWhat(..) => Kind::Giving,
        }
    }

    /// The name in settings of the original.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Counting => "counting",
            Kind::Giving => "giving",
            Kind::List => "list",
            Kind::WhereObject => "where_object",
            Kind::WherePerson => "where_person",
            Kind::WhereWasObject => "where_was_object",
            Kind::YesNo => "yes_no",
        }
    }

    /// The kind with this name.
    pub fn named(name: &str) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// A set of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Kinds(u8);

impl Kinds {
    /// No kind.
    pub const NONE: Kinds = Kinds(0);

    /// Every kind.
    pub const ALL: Kinds = Kinds((1 << Kind::ALL.len()) - 1);

    /// Whether a kind is among them.
    pub fn has(self, kind: Kind) -> bool {
        self.0 >> kind as u8 & 1 == 1
    }
}

impl FromIterator<Kind> for Kinds {
    fn from_iter<I: IntoIterator<Item = Kind>>(kinds: I) -> Kinds {
        Kinds(kinds.into_iter().fold(0, |set, kind| set | 1 << kind as u8))
    }
}

/// The forms of questions about a gift, each with its share in twelfths.
///
/// The shares are estimated from the 37 such questions among the recorded outputs (20, 8, 4, 4, 1).
const FORMS: [(u32, fn(&Gift) -> Question); 5] = [
    (6, |gift| Question::WhoGave(gift.what)),
    (3, |gift| Question::WhoReceived(gift.what)),
    (1, |gift| Question::WhoGaveTo(gift.what, gift.to)),
    (1, |gift| Question::GaveToWhom(gift.from, gift.what)),
    (1, |gift| Question::GaveWhat(gift.from, gift.to)),
];

impl<const W: usize> Engine<W> {
    /// What the engine says to a question; `None` if it does not think that it can be asked.
    pub fn claim(&self, question: Question) -> Option<Claim<W>> {
        let (answer, support) = match question {
            Question::WherePerson(person) => {
                let somebody = self.people.get(person.index())?;
                let Belief::At(place) = somebody.belief else { return None };
                (Answer::Place(place), somebody.support)
            }
            Question::IsIn(person, place) => {
                let somebody = self.people.get(person.index())?;
                let answer = match somebody.belief {
                    Belief::At(here) if here == place => Answer::Yes,
                    Belief::Either(one, other) if one == place || other == place => Answer::Maybe,
                    Belief::At(_) | Belief::Either(..) => Answer::No,
                    Belief::Not(there) if there == place => Answer::No,
                    Belief::Not(_) | Belief::Unknown => return None,
                };
                (answer, somebody.support)
            }
            Question::WhereObject(object) => {
                let thing = self.objects.get(object.index())?;
                (Answer::Place(thing.place?), thing.located | thing.handed)
            }
            Question::WhereWas(object, place) => {
                if self.defects.has(Defect::OneObjectPerPlace) && self.first_known(place) != Some(object) {
                    return None;
                }
                let (from, support) = self.crossing(object, place)?;
                (Answer::Place(from), support)
            }
            Question::Carrying(person) | Question::HowMany(person) => {
                let support = self.people.get(person.index())?.hands;
                let held =
                    self.numbers().filter(|object| self.objects[object.index()].holder == Some(person));
                match question {
                    Question::Carrying(_) => (Answer::Objects(held.collect()), support),
                    _ => (Answer::Count(held.count()), support),
                }
            }
            _ => {
                let gift = self.gift(question)?;
                let line = if self.defects.has(Defect::OtherGift) {
                    self.gifts.iter().rfind(|other| other.what == gift.what)?.line
                } else {
                    gift.line
                };
                let answer = match question {
                    Question::WhoGaveTo(..) | Question::WhoGave(_) => Answer::Person(gift.from),
                    Question::WhoReceived(_) | Question::GaveToWhom(..) => Answer::Person(gift.to),
                    _ => Answer::Object(gift.what),
                };
                (answer, Lines::one(line))
            }
        };
        Some(Claim { question, answer, support })
    }

    /// Whether a question of this kind can be asked.
    pub fn can_ask(&self, kind: Kind) -> bool {
        match kind {
            Kind::Counting | Kind::List => self.people.iter().any(|somebody| !somebody.hands.is_empty()),
            Kind::Giving => !self.gifts.is_empty(),
            Kind::WhereObject => self.objects.iter().any(|thing| thing.place.is_some()),
            Kind::WherePerson => self.people.iter().any(|somebody| matches!(somebody.belief, Belief::At(_))),
            Kind::WhereWasObject => {
                self.objects.iter().any(|thing| thing.visits.iter().any(|visit| visit.from.is_some()))
            }
            Kind::YesNo => self.people.iter().any(|somebody| somebody.belief != Belief::Unknown),
        }
    }

    /// Everything of a kind that the engine lets be asked, in the order in which it does.
    ///
    /// Of gifts there is one form only. Of carrying, people are asked about who never had anything to do with an object.
    /// Whoever is somewhere, or in one of two places, is asked for at all places.
    pub fn askable(&self, kind: Kind, claims: &mut Vec<Claim<W>>) {
        let order = &self.order;
        let people = order.people.iter().copied();
        let objects = order.objects.iter().copied();
        let places = order.places.iter().copied();
        match kind {
            Kind::Counting => claims.extend(people.filter_map(|who| self.claim(Question::HowMany(who)))),
            Kind::List => claims.extend(people.filter_map(|who| self.claim(Question::Carrying(who)))),
            Kind::WherePerson => {
                claims.extend(people.filter_map(|who| self.claim(Question::WherePerson(who))))
            }
            Kind::WhereObject => {
                claims.extend(objects.filter_map(|object| self.claim(Question::WhereObject(object))));
            }
            Kind::WhereWasObject => {
                for object in objects {
                    let questions = places.clone().map(|place| Question::WhereWas(object, place));
                    claims.extend(questions.filter_map(|question| self.claim(question)));
                }
            }
            Kind::Giving if self.gifts.is_empty() => {}
            Kind::Giving => {
                for from in people.clone() {
                    let questions = people.clone().map(|to| Question::GaveWhat(from, to));
                    claims.extend(questions.filter_map(|question| self.claim(question)));
                }
            }
            Kind::YesNo => {
                for who in people {
                    let questions = places.clone().map(|place| Question::IsIn(who, place));
                    claims.extend(questions.filter_map(|question| self.claim(question)));
                }
            }
        }
    }

    /// As [`askable`](Engine::askable), but whoever is somewhere, or in one of two places, is asked for at the place where
    /// they really are (`whereabouts`) and at a random place, which may be the same: the original's exhaustive mode.
    pub fn exhaustive(
        &self,
        kind: Kind,
        whereabouts: impl Fn(Person) -> Place,
        stream: &mut Stream,
        claims: &mut Vec<Claim<W>>,
    ) {
        if kind != Kind::YesNo {
            self.askable(kind, claims);
            return;
        }
        for &who in &self.order.people {
            let (fixed, random) = match self.belief(who) {
                Belief::Unknown => continue,
                Belief::Not(place) => (Some(place), false),
                Belief::At(place) => (Some(place), true),
                Belief::Either(..) => (self.defects.has(Defect::TruePlace).then(|| whereabouts(who)), true),
            };
            let random = if random { pick(self.order.places.iter().copied(), stream) } else { None };
            for &place in &self.order.places {
                let times = usize::from(fixed == Some(place)) + usize::from(random == Some(place));
                claims.extend((0..times).filter_map(|_| self.claim(Question::IsIn(who, place))));
            }
        }
    }

    /// One random question of a kind; `None` if there is none.
    pub fn random(&self, kind: Kind, stream: &mut Stream) -> Option<Claim<W>> {
        let people = || self.order.people.iter().copied();
        let known = || people().filter(|&who| matches!(self.belief(who), Belief::At(_)));
        let touched =
            || people().filter(|who| self.people.get(who.index()).is_some_and(|who| !who.hands.is_empty()));
        let question = match kind {
            Kind::Counting => Question::HowMany(pick(touched(), stream)?),
            Kind::List => Question::Carrying(pick(touched(), stream)?),
            Kind::WherePerson => Question::WherePerson(pick(known(), stream)?),
            Kind::WhereObject => {
                let objects = self.order.objects.iter().copied().map(Question::WhereObject);
                pick(objects.filter(|&question| self.claim(question).is_some()), stream)?
            }
            Kind::WhereWasObject => {
                let mut claims = Vec::new();
                self.askable(kind, &mut claims);
                return pick(claims.into_iter(), stream);
            }
            Kind::Giving => self.random_gift(stream)?,
            Kind::YesNo => self.random_place(stream)?,
        };
        self.claim(question)
    }

    fn random_gift(&self, stream: &mut Stream) -> Option<Question> {
        if self.gifts.is_empty() {
            return None;
        }
        let mut share = stream.below(FORMS.iter().map(|form| form.0).sum());
        for (weight, form) in FORMS {
            if share < weight {
                let mut questions: Vec<Question> = Vec::new();
                for gift in &self.gifts {
                    let question = form(gift);
                    if !questions.contains(&question) {
                        questions.push(question);
                    }
                }
                return pick(questions.into_iter(), stream);
            }
            share -= weight;
        }
        None
    }

    /// A third each: where somebody is; where somebody is not, half of it by denial; and about one of two places. If not all of
    /// it can be asked, the rest shares alike.
    fn random_place(&self, stream: &mut Stream) -> Option<Question> {
        let people = |wanted: fn(Belief) -> bool| {
            self.order.people.iter().copied().filter(move |&who| wanted(self.belief(who)))
        };
        let known = || people(|belief| matches!(belief, Belief::At(_)));
        let denied = || people(|belief| matches!(belief, Belief::Not(_)));
        let either = || people(|belief| matches!(belief, Belief::Either(..)));
        let (is_known, is_denied) = (known().next().is_some(), denied().next().is_some());
        let third = pick(
            [is_known, is_known || is_denied, either().next().is_some()]
                .into_iter()
                .enumerate()
                .filter_map(|(third, possible)| possible.then_some(third)),
            stream,
        )?;
        match third {
            0 => {
                let who = pick(known(), stream)?;
                let Belief::At(place) = self.belief(who) else { return None };
                Some(Question::IsIn(who, place))
            }
            1 if is_denied && (!is_known || stream.below(2) == 0) => {
                let who = pick(denied(), stream)?;
                let Belief::Not(place) = self.belief(who) else { return None };
                Some(Question::IsIn(who, place))
            }
            1 => {
                let who = pick(known(), stream)?;
                let elsewhere =
                    self.order.places.iter().copied().filter(|&place| self.belief(who) != Belief::At(place));
                Some(Question::IsIn(who, pick(elsewhere, stream)?))
            }
            _ => {
                let who = pick(either(), stream)?;
                Some(Question::IsIn(who, pick(self.order.places.iter().copied(), stream)?))
            }
        }
    }

    fn numbers(&self) -> impl Iterator<Item = Object> {
        (0..=u8::MAX).map(Object).take(self.objects.len())
    }

    /// Where an object came from when it last came to a place, and the lines listed for it.
    fn crossing(&self, object: Object, place: Place) -> Option<(Place, Lines<W>)> {
        let visits = &self.objects.get(object.index())?.visits;
        let crossings = || visits.iter().filter(|visit| visit.place == Some(place) && visit.from.is_some());
        let last = crossings().next_back()?;
        let listed = if self.defects.has(Defect::EarlierVisit) { crossings().next()? } else { last };
        Some((last.from?, listed.lines))
    }

    /// The object, among those of which it can be asked where they were before a place, whose place was known first.
    fn first_known(&self, place: Place) -> Option<Object> {
        let candidates = self.numbers().filter(|&object| self.crossing(object, place).is_some());
        candidates.min_by_key(|object| self.objects[object.index()].since)
    }

    /// The last gift that a question is about.
    fn gift(&self, question: Question) -> Option<&Gift> {
        self.gifts.iter().rfind(|gift| FORMS.iter().any(|(_, form)| form(gift) == question))
    }
}

/// One of several, each as likely as any other.
fn pick<T>(choices: impl Iterator<Item = T> + Clone, stream: &mut Stream) -> Option<T> {
    let count = choices.clone().count();
    if count == 0 {
        return None;
    }
    choices.into_iter().nth(stream.index(count))
}
