//! Which questions of which stories are kept: the filters of the original, with their peculiarities.
//!
//! * A story goes to the first filter, among those that are still active, which passes one of its questions; the questions
//!   that this filter passes are kept, and the others are not.
//! * Kinds that *always* pass are kept only if a question passes on its own merits.
//! * A filter has enough once it has passed this many *questions*. As stories are taken as they are, it may get a few more.
//! * It gives up after this many stories in a row of which it took nothing.
//! * *All* required aspects must occur in the support (the original's documentation says: one of them).

use std::collections::BTreeMap;

use wampimuk_story::{Event, Object, Person, Place, Question, Sentence, Story};

use super::ask::{Claim, Kind, Kinds};

wampimuk_core::named! {
    /// What a line is or has, as the original's filters spell it.
    pub enum Aspect in recipes {
        /// Somebody goes somewhere.
        Move = "move",
        /// Somebody takes something.
        Grab = "grab",
        /// Somebody drops something.
        Drop = "drop",
        /// Somebody gives something to somebody.
        Give = "give",
        /// "Is not in", and "is in" too: both come from one action.
        Negate = "negate",
        /// "Is either in … or".
        Indef = "indef",
        /// A pronoun, "they" included.
        CoRef = "co_ref",
        /// Two subjects, also as "they".
        Conj = "conj",
    }
}

/// A set of aspects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Aspects(u8);

impl Aspects {
    /// No aspect.
    pub const NONE: Aspects = Aspects(0);

    /// Whether an aspect is among them.
    pub fn has(self, aspect: Aspect) -> bool {
        self.0 >> aspect as u8 & 1 == 1
    }

    /// Whether all of them are in `other`.
    pub fn within(self, other: Aspects) -> bool {
        self.0 & !other.0 == 0
    }

    /// The aspects, in their order.
    pub fn iter(self) -> impl Iterator<Item = Aspect> {
        Aspect::ALL.into_iter().filter(move |&aspect| self.has(aspect))
    }
}

impl FromIterator<Aspect> for Aspects {
    fn from_iter<I: IntoIterator<Item = Aspect>>(aspects: I) -> Aspects {
        Aspects(aspects.into_iter().fold(0, |set, aspect| set | 1 << aspect as u8))
    }
}

/// What the original finds in the lines of a support.
pub fn composition<const W: usize>(story: &Story, claim: &Claim<W>) -> Aspects {
    let lines = claim.support.iter().filter_map(|line| story.sentences().get(line));
    lines
        .flat_map(|sentence| {
            let kind = match sentence.event {
                Event::Move(_) => Aspect::Move,
                Event::Is(_) | Event::IsNot(_) => Aspect::Negate,
                Event::Either(..) => Aspect::Indef,
                Event::Grab(_) => Aspect::Grab,
                Event::Drop(_) => Aspect::Drop,
                Event::Give(..) => Aspect::Give,
            };
            let pronoun = sentence.antecedent.map(|_| Aspect::CoRef);
            let joint = sentence.and.map(|_| Aspect::Conj);
            std::iter::once(kind).chain(pronoun).chain(joint)
        })
        .collect()
}

/// The pattern of a question and its support: people, objects and places are numbered as they come up. "Is in" counts as a
/// move.
pub fn signature<const W: usize>(story: &Story, claim: &Claim<W>) -> Vec<u8> {
    let mut pattern = Pattern::default();
    for sentence in claim.support.iter().filter_map(|line| story.sentences().get(line)) {
        pattern.sentence(sentence);
    }
    pattern.question(claim.question);
    pattern.written
}

/// A pattern, as it is written.
#[derive(Default)]
struct Pattern {
    people: Vec<Person>,
    objects: Vec<Object>,
    places: Vec<Place>,
    written: Vec<u8>,
}

impl Pattern {
    fn sentence(&mut self, sentence: &Sentence) {
        for who in sentence.subjects() {
            self.person(who);
        }
        let written = match sentence.event {
            Event::Move(_) | Event::Is(_) => b'm',
            Event::IsNot(_) => b'n',
            Event::Either(..) => b'i',
            Event::Grab(_) => b'g',
            Event::Drop(_) => b'd',
            Event::Give(..) => b'v',
        };
        self.written.push(written);
        match sentence.event {
            Event::Move(place) | Event::Is(place) | Event::IsNot(place) => self.place(place),
            Event::Either(one, other) => [one, other].into_iter().for_each(|place| self.place(place)),
            Event::Grab(object) | Event::Drop(object) => self.object(object),
            Event::Give(object, to) => {
                self.object(object);
                self.person(to);
            }
        }
    }

    fn question(&mut self, question: Question) {
        let form = match question {
            Question::WherePerson(_) => 0,
            Question::WhereObject(_) => 1,
            Question::WhereWas(..) => 2,
            Question::IsIn(..) => 3,
            Question::Carrying(_) => 4,
            Question::HowMany(_) => 5,
            Question::WhoGaveTo(..) => 6,
            Question::WhoGave(_) => 7,
            Question::WhoReceived(_) => 8,
            Question::GaveToWhom(..) => 9,
            Question::GaveWhat(..) => 10,
        };
        self.written.extend([b'?', form]);
        match question {
            Question::WherePerson(who) | Question::Carrying(who) | Question::HowMany(who) => self.person(who),
            Question::WhereObject(object) | Question::WhoGave(object) | Question::WhoReceived(object) => {
                self.object(object);
            }
            Question::WhereWas(object, place) => {
                self.object(object);
                self.place(place);
            }
            Question::IsIn(who, place) => {
                self.person(who);
                self.place(place);
            }
            Question::WhoGaveTo(object, who) | Question::GaveToWhom(who, object) => {
                self.object(object);
                self.person(who);
            }
            Question::GaveWhat(from, to) => [from, to].into_iter().for_each(|who| self.person(who)),
        }
    }

    fn person(&mut self, person: Person) {
        let number = number(&mut self.people, person);
        self.written.extend([b'P', number]);
    }

    fn object(&mut self, object: Object) {
        let number = number(&mut self.objects, object);
        self.written.extend([b'O', number]);
    }

    fn place(&mut self, place: Place) {
        let number = number(&mut self.places, place);
        self.written.extend([b'L', number]);
    }
}

/// The number of a thing in the order in which things come up.
fn number<T: PartialEq>(seen: &mut Vec<T>, thing: T) -> u8 {
    let number = seen.iter().position(|other| *other == thing).unwrap_or_else(|| {
        seen.push(thing);
        seen.len() - 1
    });
    // there are at most 256 of a kind
    number as u8
}

/// What one filter passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// The least and the largest number of supporting lines.
    pub sizes: (usize, usize),
    /// The kinds that may pass.
    pub kinds: Kinds,
    /// The kinds that pass in any case, if another question of the story passes.
    pub always: Kinds,
    /// What must all occur in the support.
    pub required: Aspects,
    /// The longest story that may pass, in lines.
    pub longest: usize,
    /// How many questions with the same [`signature`] may pass.
    pub per_signature: usize,
    /// How many questions are enough.
    pub enough: usize,
    /// After how many failures in a row to give up.
    pub patience: usize,
}

impl Default for Filter {
    /// The original's defaults: everything passes.
    fn default() -> Filter {
        let endless = i32::MAX as usize;
        Filter {
            sizes: (0, 10_000),
            kinds: Kinds::ALL,
            always: Kinds::NONE,
            required: Aspects::NONE,
            longest: endless,
            per_signature: endless,
            enough: endless,
            patience: 20_000,
        }
    }
}

impl Filter {
    /// Whether a question passes on its own merits, signatures aside.
    pub fn passes<const W: usize>(&self, story: &Story, claim: &Claim<W>) -> bool {
        (self.sizes.0..=self.sizes.1).contains(&claim.support.len())
            && self.kinds.has(Kind::of(claim.question))
            && story.len() <= self.longest
            && (self.required == Aspects::NONE || self.required.within(composition(story, claim)))
    }
}

/// What a filter has done so far.
#[derive(Clone, Debug)]
struct Stage {
    filter: Filter,
    passed: usize,
    failures: usize,
    signatures: BTreeMap<Vec<u8>, usize>,
}

impl Stage {
    fn active(&self) -> bool {
        self.passed < self.filter.enough && self.failures < self.filter.patience
    }

    fn counts_signatures(&self) -> bool {
        self.filter.per_signature < i32::MAX as usize
    }

    fn offer<const W: usize>(&mut self, story: &Story, claims: &[Claim<W>]) -> Vec<usize> {
        let mut kept = Vec::new();
        let mut merit = false;
        for (number, claim) in claims.iter().enumerate() {
            let too_many = self.counts_signatures()
                && self
                    .signatures
                    .get(&signature(story, claim))
                    .is_some_and(|&count| count >= self.filter.per_signature);
            if too_many {
                continue;
            }
            let always = self.filter.always.has(Kind::of(claim.question));
            let passes = !always && self.filter.passes(story, claim);
            merit |= passes;
            if passes || always {
                kept.push(number);
            }
        }
        if !merit {
            self.failures += 1;
            return Vec::new();
        }
        self.failures = 0;
        self.passed += kept.len();
        if self.counts_signatures() {
            for &number in &kept {
                *self.signatures.entry(signature(story, &claims[number])).or_default() += 1;
            }
        }
        kept
    }
}

/// What is kept of a story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Which filter took it.
    pub filter: usize,
    /// The questions that are kept, as indices.
    pub claims: Vec<usize>,
}

/// Several filters, to which stories are offered in their order.
#[derive(Clone, Debug)]
pub struct Filters {
    stages: Vec<Stage>,
}

impl Filters {
    /// Filters that have seen nothing.
    pub fn new(filters: impl IntoIterator<Item = Filter>) -> Filters {
        let stages = filters.into_iter().map(|filter| Stage {
            filter,
            passed: 0,
            failures: 0,
            signatures: BTreeMap::new(),
        });
        Filters { stages: stages.collect() }
    }

    /// Offers a story with the questions asked after it; `None` if nothing of it is kept.
    pub fn offer<const W: usize>(&mut self, story: &Story, claims: &[Claim<W>]) -> Option<Kept> {
        self.stages.iter_mut().enumerate().filter(|(_, stage)| stage.active()).find_map(|(filter, stage)| {
            let claims = stage.offer(story, claims);
            (!claims.is_empty()).then_some(Kept { filter, claims })
        })
    }

    /// Whether any filter still wants something.
    pub fn active(&self) -> bool {
        self.stages.iter().any(Stage::active)
    }

    /// How many questions were kept, filter by filter.
    pub fn passed(&self) -> impl Iterator<Item = usize> {
        self.stages.iter().map(|stage| stage.passed)
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_story::{Answer, Cast};

    use super::*;
    use crate::released::Lines;

    const MARY: Person = Person(0);
    const JOHN: Person = Person(1);

    fn story() -> Story {
        let lines = [
            Sentence::new(MARY, Event::Is(Place(0))),
            Sentence::new(MARY, Event::Grab(Object(0))),
            Sentence::new(MARY, Event::Move(Place(1))).referring_to(1),
            Sentence::new(JOHN, Event::Is(Place(1))),
        ];
        Story::new(Cast::new(2, 1, 3).unwrap(), lines).unwrap()
    }

    fn claim(question: Question, support: &[usize]) -> Claim {
        Claim {
            question,
            answer: Answer::Place(Place(1)),
            support: support.iter().copied().collect::<Lines>(),
        }
    }

    fn claims() -> [Claim; 3] {
        [
            claim(Question::WhereObject(Object(0)), &[1, 2]),
            claim(Question::WherePerson(MARY), &[1, 2]),
            claim(Question::WherePerson(JOHN), &[3]),
        ]
    }

    #[test]
    fn composition_is_spelt_as_released() {
        let names = |claim: &Claim| composition(&story(), claim).iter().map(Aspect::name).collect::<Vec<_>>();
        assert_eq!(names(&claims()[0]), ["move", "grab", "co_ref"]);
        assert_eq!(names(&claims()[2]), ["negate"]);
        assert!(Aspect::ALL.into_iter().all(|aspect| Aspect::from_name(aspect.name()) == Some(aspect)));
    }

    #[test]
    fn the_first_filter_that_passes_a_question_takes_the_story() {
        let only = |sizes| Filter { sizes, ..Filter::default() };
        let mut filters = Filters::new([only((3, 9)), only((1, 1)), only((2, 2))]);
        assert_eq!(filters.offer(&story(), &claims()), Some(Kept { filter: 1, claims: vec![2] }));
        assert_eq!(filters.passed().collect::<Vec<_>>(), [0, 1, 0]);
    }

    #[test]
    fn whole_stories_are_taken_so_there_may_be_more_than_enough() {
        let filter = Filter { sizes: (2, 2), enough: 3, ..Filter::default() };
        let mut filters = Filters::new([filter]);
        for _ in 0..2 {
            assert!(filters.active());
            assert_eq!(filters.offer(&story(), &claims()).unwrap().claims, [0, 1]);
        }
        assert!(!filters.active());
        assert_eq!(filters.passed().collect::<Vec<_>>(), [4]);
        assert_eq!(filters.offer(&story(), &claims()), None);
    }

    #[test]
    fn what_always_passes_needs_company() {
        let people: Kinds = [Kind::WherePerson].into_iter().collect();
        let with = |sizes| Filter {
            sizes,
            kinds: [Kind::WhereObject].into_iter().collect(),
            always: people,
            ..Filter::default()
        };
        assert_eq!(Filters::new([with((2, 2))]).offer(&story(), &claims()).unwrap().claims, [0, 1, 2]);
        assert_eq!(Filters::new([with((1, 1))]).offer(&story(), &claims()), None);
    }

    #[test]
    fn all_that_is_required_must_be_there() {
        let with = |required: &[Aspect]| {
            let filter = Filter { required: required.iter().copied().collect(), ..Filter::default() };
            Filters::new([filter]).offer(&story(), &claims()).map(|kept| kept.claims)
        };
        assert_eq!(with(&[Aspect::Negate]), Some(vec![2]));
        assert_eq!(with(&[Aspect::CoRef, Aspect::Grab]), Some(vec![0, 1]));
        assert_eq!(with(&[Aspect::CoRef, Aspect::Negate]), None);
    }

    #[test]
    fn long_stories_and_other_kinds_do_not_pass() {
        let mut short = Filters::new([Filter { longest: 3, ..Filter::default() }]);
        assert_eq!(short.offer(&story(), &claims()), None);
        let mut kinds = Filters::new([Filter { kinds: Kinds::NONE, ..Filter::default() }]);
        assert_eq!(kinds.offer(&story(), &claims()), None);
    }

    #[test]
    fn a_filter_gives_up_after_failures_in_a_row() {
        let picky = Filter { sizes: (2, 2), patience: 2, ..Filter::default() };
        let mut filters = Filters::new([picky]);
        let none: [Claim; 0] = [];
        assert_eq!(filters.offer(&story(), &none), None);
        assert!(filters.offer(&story(), &claims()).is_some());
        assert_eq!(filters.offer(&story(), &none), None);
        assert!(filters.active());
        assert_eq!(filters.offer(&story(), &none), None);
        assert!(!filters.active());
    }

    #[test]
    fn signatures_know_patterns_and_not_names() {
        let [_, mary, john] = claims();
        let other = claim(Question::WherePerson(MARY), &[0]);
        assert_eq!(signature(&story(), &john), signature(&story(), &other));
        assert_ne!(signature(&story(), &john), signature(&story(), &mary));
        let stranger = claim(Question::WherePerson(JOHN), &[0]);
        assert_ne!(signature(&story(), &john), signature(&story(), &stranger));
        let mut filters = Filters::new([Filter { per_signature: 2, ..Filter::default() }]);
        let kept = [&claims()[..], &claims()[2..], &claims()[2..]]
            .map(|claims| filters.offer(&story(), claims).map(|kept| kept.claims.len()));
        assert_eq!(kept, [Some(3), Some(1), None]);
    }
}
