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

wampimuk_core::named! {
    /// The kinds of questions, in the order in which the engine asks them: that of their names.
    pub enum Kind in recipes {
        /// How many objects is Mary carrying?
        Counting = "counting",
        /// Who gave the apple to Mary? And four other forms.
        Giving = "giving",
        /// What is Mary carrying?
        List = "list",
        /// Where is the apple?
        WhereObject = "where_object",
        /// Where is Mary?
        WherePerson = "where_person",
        /// Where was the apple before the kitchen?
        WhereWasObject = "where_was_object",
        /// Is Mary in the kitchen?
        YesNo = "yes_no",
    }
}

impl Kind {
    /// The kind of a question.
    pub fn of(question: Question) -> Kind {
        match wampimuk_babi::Kind::from(question) {
            wampimuk_babi::Kind::WherePerson => Kind::WherePerson,
            wampimuk_babi::Kind::WhereObject => Kind::WhereObject,
            wampimuk_babi::Kind::WhereWasObject => Kind::WhereWasObject,
            wampimuk_babi::Kind::YesNo => Kind::YesNo,
            wampimuk_babi::Kind::List => Kind::List,
            wampimuk_babi::Kind::Counting => Kind::Counting,
            _ => Kind::Giving,
        }
    }
}

impl From<Kind> for wampimuk_babi::Kind {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Counting => Self::Counting,
            Kind::Giving => Self::Giving,
            Kind::List => Self::List,
            Kind::WhereObject => Self::WhereObject,
            Kind::WherePerson => Self::WherePerson,
            Kind::WhereWasObject => Self::WhereWasObject,
            Kind::YesNo => Self::YesNo,
        }
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

/// A form of questions about a gift.
type Form = fn(&Gift) -> Question;

/// The forms of questions about a gift, each with its share in twelfths.
///
/// The shares are estimated from the 37 such questions among the recorded outputs (20, 8, 4, 4, 1).
const FORMS: [(u32, Form); 5] = [
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
                claims.extend(people.filter_map(|who| self.claim(Question::WherePerson(who))));
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

#[cfg(test)]
mod tests {
    use wampimuk_core::{Digest, StreamKey};
    use wampimuk_story::{Cast, Event, Sentence};

    use super::*;
    use crate::released::{Defects, Order};

    const MARY: Person = Person(0);
    const JOHN: Person = Person(1);
    const FRED: Person = Person(2);
    const APPLE: Object = Object(0);
    const MILK: Object = Object(1);
    const KITCHEN: Place = Place(0);
    const GARDEN: Place = Place(1);
    const PARK: Place = Place(2);

    fn cast() -> Cast {
        Cast::new(3, 2, 4).unwrap()
    }

    fn stream(number: u64) -> Stream {
        StreamKey::new(&Digest::of(b"released"), "tests", 1).stream(number)
    }

    fn told(defects: Defects, lines: &[Sentence]) -> Engine {
        let mut engine = Engine::new(&cast(), Order::numbered(&cast()), defects);
        lines.iter().for_each(|line| engine.tell(line).unwrap());
        engine
    }

    /// The support of a question as released, and without a defect.
    fn supports(defect: Defect, lines: &[Sentence], question: Question) -> [Vec<usize>; 2] {
        [Defects::RELEASED, Defects::RELEASED.without(defect)]
            .map(|defects| told(defects, lines).claim(question).unwrap().support.iter().collect())
    }

    fn say(who: Person, event: Event) -> Sentence {
        Sentence::new(who, event)
    }

    #[test]
    fn the_support_of_a_gift_may_be_another() {
        let lines = [
            say(MARY, Event::Grab(APPLE)),
            say(MARY, Event::Give(APPLE, JOHN)),
            say(JOHN, Event::Give(APPLE, FRED)),
        ];
        let question = Question::GaveWhat(MARY, JOHN);
        assert_eq!(supports(Defect::OtherGift, &lines, question), [[2], [1]]);
    }

    #[test]
    fn a_pronoun_may_be_left_unexplained() {
        let lines = [
            say(MARY, Event::Move(KITCHEN)),
            say(MARY, Event::Grab(APPLE)),
            say(MARY, Event::Drop(APPLE)).referring_to(1),
            say(JOHN, Event::Grab(APPLE)),
        ];
        let question = Question::WherePerson(JOHN);
        assert_eq!(supports(Defect::LostAntecedent, &lines, question), [vec![0, 2, 3], vec![0, 1, 2, 3]]);
        // to those who ask for the apple before, it is explained
        assert_eq!(supports(Defect::LostAntecedent, &lines[..3], Question::WhereObject(APPLE))[0], [0, 1, 2]);
    }

    #[test]
    fn a_drop_strikes_the_line_that_located_the_holder() {
        let lines = [
            say(MARY, Event::Move(KITCHEN)),
            say(MARY, Event::Grab(APPLE)),
            say(MARY, Event::Drop(APPLE)),
            say(JOHN, Event::Grab(APPLE)),
            say(JOHN, Event::Drop(APPLE)),
        ];
        let question = Question::WhereObject(APPLE);
        assert_eq!(supports(Defect::LostGrab, &lines, question), [vec![0, 2, 4], vec![0, 2, 3, 4]]);
    }

    #[test]
    fn the_line_before_a_grab_may_stay_for_too_long() {
        let lines = [
            say(MARY, Event::Move(KITCHEN)),
            say(MARY, Event::Grab(APPLE)).referring_to(0),
            say(MARY, Event::Move(GARDEN)),
            say(MARY, Event::Drop(APPLE)),
        ];
        let question = Question::WhereObject(APPLE);
        assert_eq!(supports(Defect::StaleAntecedent, &lines, question), [vec![0, 2, 3], vec![2, 3]]);
    }

    #[test]
    fn a_gift_by_a_pronoun_is_not_explained() {
        let lines = [say(MARY, Event::Grab(APPLE)), say(MARY, Event::Give(APPLE, JOHN)).referring_to(0)];
        let question = Question::HowMany(JOHN);
        assert_eq!(supports(Defect::GiftWithoutAntecedent, &lines, question), [vec![1], vec![0, 1]]);
    }

    #[test]
    fn an_earlier_visit_supports_the_last() {
        let lines = [
            say(MARY, Event::Move(KITCHEN)),
            say(MARY, Event::Grab(APPLE)),
            say(MARY, Event::Move(GARDEN)),
            say(MARY, Event::Move(PARK)),
            say(MARY, Event::Move(GARDEN)),
        ];
        let question = Question::WhereWas(APPLE, GARDEN);
        assert_eq!(supports(Defect::EarlierVisit, &lines, question), [[0, 1, 2], [1, 3, 4]]);
        assert_eq!(told(Defects::RELEASED, &lines).claim(question).unwrap().answer, Answer::Place(PARK));
    }

    #[test]
    fn the_receiver_counts_though_the_giver_would_do() {
        let lines = [
            say(MARY, Event::Move(KITCHEN)),
            say(MARY, Event::Grab(APPLE)),
            say(MARY, Event::Give(APPLE, JOHN)),
            say(JOHN, Event::Give(APPLE, MARY)),
            say(MARY, Event::Give(APPLE, JOHN)),
        ];
        let question = Question::WhereObject(APPLE);
        assert_eq!(supports(Defect::Detour, &lines, question), [vec![0, 2, 4], vec![0, 4]]);
    }

    #[test]
    fn the_way_to_somebody_may_be_forgotten() {
        let lines = [
            say(MARY, Event::Move(KITCHEN)),
            say(MARY, Event::Grab(APPLE)),
            say(MARY, Event::Drop(APPLE)),
            say(JOHN, Event::Grab(APPLE)),
            say(JOHN, Event::Move(GARDEN)),
        ];
        let question = Question::WhereWas(APPLE, GARDEN);
        assert_eq!(supports(Defect::ForgottenWay, &lines, question), [vec![3, 4], vec![0, 2, 3, 4]]);
    }

    #[test]
    fn one_object_is_asked_for_at_each_place() {
        let lines = [
            say(MARY, Event::Move(KITCHEN)),
            say(MARY, Event::Grab(MILK)),
            say(MARY, Event::Grab(APPLE)),
            say(MARY, Event::Move(GARDEN)),
        ];
        let asked = |defects: Defects| {
            let mut claims = Vec::new();
            told(defects, &lines).askable(Kind::WhereWasObject, &mut claims);
            claims.into_iter().map(|claim| claim.question).collect::<Vec<_>>()
        };
        assert_eq!(asked(Defects::RELEASED), [Question::WhereWas(MILK, GARDEN)]);
        let both = [Question::WhereWas(APPLE, GARDEN), Question::WhereWas(MILK, GARDEN)];
        assert_eq!(asked(Defects::RELEASED.without(Defect::OneObjectPerPlace)), both);
    }

    #[test]
    fn the_true_place_is_asked_for() {
        let lines = [
            say(MARY, Event::Either(KITCHEN, GARDEN)),
            say(JOHN, Event::IsNot(PARK)),
            say(FRED, Event::Is(PARK)),
        ];
        let mut randomly = [0; 4];
        for number in 0..400 {
            let mut stream = stream(number);
            let asked = |defects: Defects, stream: &mut Stream| {
                let mut claims = Vec::new();
                told(defects, &lines).exhaustive(Kind::YesNo, |_| GARDEN, stream, &mut claims);
                claims.into_iter().map(|claim| claim.question).collect::<Vec<_>>()
            };
            let released = asked(Defects::RELEASED, &mut stream);
            assert_eq!(released.len(), 5);
            assert!(released.contains(&Question::IsIn(MARY, GARDEN)));
            assert!(released.contains(&Question::IsIn(FRED, PARK)));
            assert_eq!(released[2], Question::IsIn(JOHN, PARK));
            let others = asked(Defects::RELEASED.without(Defect::TruePlace), &mut stream);
            assert_eq!(others.len(), 4);
            if let Question::IsIn(MARY, place) = others[0] {
                randomly[place.index()] += 1;
            }
        }
        assert!(randomly.iter().all(|&count| (70..130).contains(&count)), "{randomly:?}");
    }

    #[test]
    fn random_questions_are_askable_and_all_of_them_come_up() {
        let lines = [
            say(MARY, Event::Move(KITCHEN)),
            say(MARY, Event::Grab(APPLE)),
            say(MARY, Event::Move(GARDEN)),
            say(MARY, Event::Give(APPLE, JOHN)),
            say(FRED, Event::IsNot(PARK)),
            say(JOHN, Event::Either(KITCHEN, PARK)),
        ];
        let engine = told(Defects::RELEASED, &lines);
        for kind in Kind::ALL {
            let mut askable = Vec::new();
            engine.askable(kind, &mut askable);
            let mut drawn: Vec<Claim> = Vec::new();
            for number in 0..300 {
                let claim = engine.random(kind, &mut stream(number));
                assert_eq!(claim.is_some(), engine.can_ask(kind), "{kind:?}");
                if let Some(claim) = claim {
                    assert_eq!(Some(&claim), engine.claim(claim.question).as_ref());
                    if !drawn.contains(&claim) {
                        drawn.push(claim);
                    }
                }
            }
            let expected = match kind {
                // five forms, of which one is asked if all is
                Kind::Giving => 5,
                // not Fred, who never had anything
                Kind::Counting | Kind::List => 2,
                _ => askable.len(),
            };
            assert_eq!(drawn.len(), expected, "{kind:?} {drawn:?}");
        }
    }

    #[test]
    fn a_third_of_random_questions_is_about_either_place() {
        let lines = [
            say(MARY, Event::Move(KITCHEN)),
            say(FRED, Event::IsNot(PARK)),
            say(JOHN, Event::Either(KITCHEN, PARK)),
        ];
        let engine = told(Defects::RELEASED, &lines);
        let (mut yes, mut no, mut denied, mut either) = (0, 0, 0, 0);
        for number in 0..6_000 {
            let claim = engine.random(Kind::YesNo, &mut stream(number)).unwrap();
            match (claim.question, claim.answer) {
                (Question::IsIn(MARY, _), Answer::Yes) => yes += 1,
                (Question::IsIn(MARY, _), _) => no += 1,
                (Question::IsIn(FRED, _), _) => denied += 1,
                _ => either += 1,
            }
        }
        assert!((1_850..2_150).contains(&yes) && (1_850..2_150).contains(&either), "{yes} {either}");
        assert!((900..1_100).contains(&no) && (900..1_100).contains(&denied), "{no} {denied}");
    }

    #[test]
    fn nothing_is_asked_of_nothing() {
        let engine = told(Defects::RELEASED, &[]);
        for kind in Kind::ALL {
            assert!(!engine.can_ask(kind));
            assert_eq!(engine.random(kind, &mut stream(0)), None);
        }
    }

    #[test]
    fn strangers_are_not_noticed_and_long_stories_are_refused() {
        let mut engine: Engine = Engine::new(&cast(), Order::numbered(&cast()), Defects::RELEASED);
        let stranger = Person(200);
        for event in [Event::Grab(Object(99)), Event::Give(APPLE, stranger), Event::Move(Place(77))] {
            engine.tell(&say(stranger, event)).unwrap();
        }
        engine.tell(&say(MARY, Event::Give(APPLE, stranger))).unwrap();
        assert_eq!(engine.claim(Question::WherePerson(stranger)), None);
        assert_eq!(engine.claim(Question::WhereWas(Object(99), Place(99))), None);
        while engine.told() < 64 {
            engine.tell(&say(MARY, Event::Move(KITCHEN))).unwrap();
        }
        assert!(engine.tell(&say(MARY, Event::Move(GARDEN))).is_err());
        assert_eq!(engine.belief(MARY), Belief::At(KITCHEN));
        engine.restart();
        assert_eq!((engine.told(), engine.belief(MARY)), (0, Belief::Unknown));
    }
}
