//! Plots: the needed lines of a question, each at a depth of its own.
//!
//! A plot is a list of steps. A step waits for its depth and for an occasion; where none comes, it is brought about. Between
//! its steps everything goes on as ever, but for what would make another line needed, or fewer lines enough.

use wampimuk_babi::Kind;
use wampimuk_core::Stream;
use wampimuk_story::{Event, Object, Person, Place, Question, Sentence};

use super::stage::{Gifts, Stage, Touch};
use crate::choice::Weights;

/// How the place of somebody follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chain {
    /// It is told.
    Told,
    /// They meet another, whose place is told, and who gives them something.
    Met,
    /// They find what another, whose place is told, has dropped.
    Found,
    /// They are in one of two places, and another is too, whom they meet.
    Both,
}

/// What a plot is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// Where a person is.
    Person(Chain),
    /// Where an object is that a person took and carries.
    Carried(Chain),
    /// Where an object is that a person dropped.
    Left,
    /// Where an object was before.
    Was,
    /// What a person carries.
    Load,
    /// Who gave what to whom.
    Gift,
}

impl Shape {
    /// The shapes that questions of a kind can have.
    pub(super) fn of(kind: Kind) -> &'static [Shape] {
        use Chain::{Both, Found, Met, Told};
        const PERSON: [Shape; 4] =
            [Shape::Person(Told), Shape::Person(Met), Shape::Person(Found), Shape::Person(Both)];
        match kind {
            Kind::WherePerson | Kind::YesNo => &PERSON,
            Kind::WhereObject => &[
                Shape::Left,
                Shape::Carried(Told),
                Shape::Carried(Met),
                Shape::Carried(Found),
                Shape::Carried(Both),
            ],
            Kind::WhereWasObject => &[Shape::Was],
            Kind::Counting | Kind::List => &[Shape::Load],
            Kind::Giving => &[Shape::Gift],
            _ => &[],
        }
    }

    /// Whether the shape can be told, and asked about with the wanted answer, if sentences such as "is not in" and "is
    /// either in" have these weights.
    pub(super) fn is_possible(self, [not, either]: [u32; 2], wanted: Option<Wanted>) -> bool {
        let (Shape::Person(chain) | Shape::Carried(chain)) = self else { return true };
        match (chain, wanted) {
            (Chain::Told, Some(Wanted::Maybe)) => not + either > 0,
            (Chain::Told, _) => true,
            (Chain::Both, Some(Wanted::No | Wanted::Maybe)) => false,
            (Chain::Both, _) => either > 0,
            (_, Some(Wanted::Maybe)) => not > 0 && either > 0,
            _ => not + either > 0,
        }
    }

    /// Whether one needed line names two places, one of which is the answer.
    pub(super) fn tells_half(self) -> bool {
        matches!(self, Shape::Person(Chain::Both) | Shape::Carried(Chain::Both))
    }

    /// How many lines are needed.
    pub(super) fn supports(self) -> usize {
        let chain = |chain| match chain {
            Chain::Told => 1,
            Chain::Met => 2,
            Chain::Found | Chain::Both => 3,
        };
        match self {
            Shape::Person(via) => chain(via),
            Shape::Carried(via) => 1 + chain(via),
            Shape::Left => 2,
            Shape::Was => 3,
            Shape::Load => LOAD,
            Shape::Gift => 1,
        }
    }
}

/// How many objects somebody handles who is asked what they carry.
const LOAD: usize = 4;

/// One needed line, or a line that prepares one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The person takes the object that is asked for.
    Take,
    /// The person goes where they will stay.
    Settle,
    /// The other goes to where the person is, or will be.
    Anchor,
    /// The other gives the person something.
    Meet,
    /// The other drops it.
    Lay,
    /// The person takes it.
    Find,
    /// The person carries the object to where it was before.
    From,
    /// And to the place that is asked about.
    To,
    /// The gift.
    Give,
    /// The last time that the person has a hand in an object: whether they keep it.
    Last(Object, bool),
}

/// The answers to questions for yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    Yes,
    No,
    Maybe,
}

/// What became of a step.
pub(super) enum Outcome {
    /// It was told.
    Done,
    /// Something was told that brings it about.
    Told,
    /// Nothing was told.
    Wait,
}

/// The needed lines of a question.
#[derive(Clone, Debug)]
pub(super) struct Plot {
    kind: Kind,
    shape: Shape,
    wanted: Option<Wanted>,
    /// Each with its depth, in order.
    steps: Vec<(f64, Step)>,
    done: usize,
    waited: usize,
    person: Option<Person>,
    other: Option<Person>,
    asked: Option<Object>,
    passed: Option<Object>,
    place: Option<Place>,
    gift: Gifts,
    gift_form: u32,
    /// Where the person is not, or may be instead.
    not: Option<Place>,
    or: Option<Place>,
    /// Where the other may be instead.
    other_or: Option<Place>,
}

/// How many sentences a step waits for an occasion.
const PATIENCE: usize = 3;

/// After so many, the story is given up.
const HOPELESS: usize = 500;

impl Plot {
    /// Draws the depths of a plot's steps.
    pub(super) fn new(
        kind: Kind,
        shape: Shape,
        wanted: Option<Wanted>,
        depth: [f64; 2],
        stream: &mut Stream,
    ) -> Plot {
        let mut depths: Vec<f64> = (0..shape.supports()).map(|_| draw(depth, stream)).collect();
        if shape != Shape::Load {
            depths.sort_by(f64::total_cmp);
        }
        let steps = match shape {
            Shape::Person(chain) => chain_steps(chain, false, depths, depth[0], stream),
            Shape::Carried(chain) => chain_steps(chain, true, depths, depth[0], stream),
            Shape::Left => depths.into_iter().zip([Step::Anchor, Step::Lay]).collect(),
            Shape::Was => depths.into_iter().zip([Step::Take, Step::From, Step::To]).collect(),
            // filled in when it begins
            Shape::Load => depths.into_iter().map(|depth| (depth, Step::Give)).collect(),
            Shape::Gift => depths.into_iter().map(|depth| (depth, Step::Give)).collect(),
        };
        let gift_form = stream.below(5);
        Plot {
            kind,
            shape,
            wanted,
            steps,
            done: 0,
            waited: 0,
            person: None,
            other: None,
            asked: None,
            passed: None,
            place: None,
            gift: Gifts::default(),
            gift_form,
            not: None,
            or: None,
            other_or: None,
        }
    }

    /// Before the story: who and what has to be held back from the beginning.
    pub(super) fn begin(&mut self, stage: &mut Stage<'_>, stream: &mut Stream) -> Option<()> {
        match self.shape {
            Shape::Was => {
                let object = free_object(stage, stream)?;
                let place = stage.other_place(&[stage.truth.object(object)], stream)?;
                stage.keeping(object).reserved = true;
                stage.taboo = Some((object, place));
                (self.asked, self.place) = (Some(object), Some(place));
            }
            Shape::Gift => {
                let object = free_object(stage, stream)?;
                let (one, other) = (free_person(stage, None, stream)?, free_person(stage, None, stream)?);
                if one == other {
                    return None;
                }
                self.gift = match self.gift_form {
                    0 => Gifts { what: Some(object), to: Some(other), from: None },
                    1 => Gifts { what: Some(object), from: Some(one), to: None },
                    2 => Gifts { from: Some(one), to: Some(other), what: None },
                    _ => Gifts { what: Some(object), from: None, to: None },
                };
                for person in [self.gift.from, self.gift.to].into_iter().flatten() {
                    stage.standing(person).reserved = true;
                }
                if let Some(object) = self.gift.what {
                    stage.keeping(object).reserved = true;
                }
                stage.rare_gifts = Some(self.gift);
            }
            Shape::Load => {
                let person = free_person(stage, None, stream)?;
                let mut objects: Vec<Object> =
                    stage.everything().filter(|object| !stage.objects[object.index()].reserved).collect();
                if objects.len() < LOAD {
                    return None;
                }
                let objects = stream.sample(&mut objects, LOAD).to_vec();
                stage.standing(person).reserved = true;
                stage.standing(person).only =
                    Some(objects.iter().fold(0, |set, object| set | 1 << (object.0 & 63)));
                for &object in &objects {
                    stage.keeping(object).reserved = true;
                }
                self.person = Some(person);
                self.begin_load(&objects, stream);
            }
            Shape::Person(_) | Shape::Carried(_) | Shape::Left => {}
        }
        Some(())
    }

    /// How many objects are kept does not follow from the last thing that is done, nor from how many there are.
    fn begin_load(&mut self, objects: &[Object], stream: &mut Stream) {
        // "nothing" is one answer, and the lists of two objects are many
        let counts = if self.kind == Kind::List { [1, 3, 3, 3] } else { [1, 1, 1, 1] };
        let kept = Weights::new(counts).draw(stream).unwrap_or(0);
        self.steps.sort_by(|one, other| one.0.total_cmp(&other.0));
        let mut keep: Vec<bool> = (0..LOAD).map(|number| number < kept).collect();
        stream.shuffle(&mut keep);
        let drops_last = stream.below(4) < 3;
        if kept > 0 && keep[LOAD - 1] == drops_last {
            let swap = (0..LOAD).find(|&number| keep[number] != keep[LOAD - 1]).unwrap_or(LOAD - 1);
            keep.swap(swap, LOAD - 1);
        }
        for ((step, &object), keep) in self.steps.iter_mut().zip(objects).zip(keep) {
            step.1 = Step::Last(object, keep);
        }
    }

    /// Whether all was told.
    pub(super) fn is_done(&self) -> bool {
        self.done == self.steps.len()
    }

    /// Whether it waits for something that never comes.
    pub(super) fn is_hopeless(&self) -> bool {
        self.waited > HOPELESS
    }

    /// Takes the next step if its depth is reached.
    pub(super) fn proceed(&mut self, depth: f64, stage: &mut Stage<'_>, stream: &mut Stream) -> Outcome {
        let Some(&(_, step)) = self.steps.get(self.done).filter(|(due, _)| *due <= depth) else {
            return Outcome::Wait;
        };
        let outcome = match step {
            Step::Take => self.take(stage, stream),
            Step::Settle => self.settle(stage, stream),
            Step::Anchor => self.anchor(stage, stream),
            Step::Meet => self.meet(stage, stream),
            Step::Lay => self.lay(stage, stream),
            Step::Find => self.find(stage, stream),
            Step::From => self.from(stage, stream),
            Step::To => self.to(stage, stream),
            Step::Give => self.give(stage, stream),
            Step::Last(object, keeps) => self.last(object, keeps, stage, stream),
        };
        let outcome = outcome.unwrap_or(Outcome::Wait);
        match outcome {
            Outcome::Done => (self.done, self.waited) = (self.done + 1, 0),
            Outcome::Told | Outcome::Wait => self.waited += 1,
        }
        outcome
    }

    fn is_pressed(&self) -> bool {
        self.waited >= PATIENCE
    }

    /// Somebody takes the object that is asked for, or gets it.
    fn take(&mut self, stage: &mut Stage<'_>, stream: &mut Stream) -> Option<Outcome> {
        let asked = self.asked;
        let fits = |stage: &Stage<'_>, who: Person, what: Object| match asked {
            Some(asked) => what == asked && is_free(stage, who),
            None => is_free(stage, who) && is_free_object(stage, what),
        };
        let mut grabs = stage.grabs();
        grabs.retain(|&(who, what)| fits(stage, who, what));
        let mut gifts = stage.gifts();
        gifts.retain(|&(_, what, to)| fits(stage, to, what));
        let weights = Weights::new([u32::from(!grabs.is_empty()) * 3, u32::from(!gifts.is_empty())]);
        let (person, object) = match weights.draw(stream) {
            Some(0) => {
                let (who, what) = *stream.choose(&grabs);
                stage.tell(Sentence::new(who, Event::Grab(what)), stream);
                (who, what)
            }
            Some(_) => {
                let (from, what, to) = *stream.choose(&gifts);
                stage.tell(Sentence::new(from, Event::Give(what, to)), stream);
                (to, what)
            }
            None if self.is_pressed() => {
                let object = asked.or_else(|| free_object(stage, stream))?;
                return bring_about_grab(object, None, stage, stream);
            }
            None => return None,
        };
        stage.standing(person).reserved = true;
        let keeping = stage.keeping(object);
        (keeping.reserved, keeping.touch) = (true, Touch::Nobody);
        (self.person, self.asked) = (Some(person), Some(object));
        Some(Outcome::Done)
    }

    /// The person goes where they stay; where, may not be told.
    fn settle(&mut self, stage: &mut Stage<'_>, stream: &mut Stream) -> Option<Outcome> {
        let place = self.other.map(|other| stage.truth.person(other));
        let person = match self.person {
            Some(person) => person,
            None => {
                let mut some: Vec<Person> = stage.everybody().filter(|who| is_free(stage, *who)).collect();
                some.retain(|who| place.is_none_or(|place| stage.may_go(*who, place)));
                if some.is_empty() {
                    return None;
                }
                *stream.choose(&some)
            }
        };
        if let Some(told) = rid_of_others_things(person, stage, stream) {
            return Some(told);
        }
        let from = stage.truth.person(person);
        if place == Some(from) || self.other_or == Some(from) {
            // whoever is there already comes from elsewhere
            let to = stage.destination(person, stream)?;
            stage.standing(person).reserved = true;
            self.person = Some(person);
            stage.relocate(person, to, stream);
            return Some(Outcome::Told);
        }
        let to = match place {
            Some(place) if stage.may_go(person, place) => place,
            Some(_) => return None,
            None => stage.destination(person, stream)?,
        };
        let or = stage.other_place(&[from, to, self.other_or.unwrap_or(to)], stream)?;
        match self.form(stage, stream)? {
            Form::Plain => stage.relocate(person, to, stream),
            Form::Not => {
                stage.leave(person, to, stream);
                self.not = Some(from);
            }
            Form::Either => {
                stage.go_to_either(person, to, or, stream);
                self.or = Some(or);
            }
        }
        stage.standing(person).reserved = true;
        stage.seal(person);
        (self.person, self.place) = (Some(person), Some(to));
        Some(Outcome::Done)
    }

    /// How it is told where the person goes.
    fn form(&self, stage: &Stage<'_>, stream: &mut Stream) -> Option<Form> {
        let [not, either] = stage.vague();
        let plain = stage.plain();
        let weights = match (self.shape, self.wanted) {
            (Shape::Person(Chain::Told), Some(Wanted::No)) => [plain, not, either],
            (Shape::Person(Chain::Told), Some(Wanted::Maybe)) => [0, not, either],
            (Shape::Person(Chain::Told) | Shape::Carried(Chain::Told), _) => [plain, 0, 0],
            (Shape::Person(Chain::Both) | Shape::Carried(Chain::Both), _) => [0, 0, either],
            // one of two places would be half of the answer
            _ => [0, not, if not > 0 { 0 } else { either }],
        };
        Weights::new(weights).draw(stream).map(|number| [Form::Plain, Form::Not, Form::Either][number])
    }

    /// The other goes to where the person is, if they are there already, with something in their hands.
    fn anchor(&mut self, stage: &mut Stage<'_>, stream: &mut Stream) -> Option<Outcome> {
        let place = self.person.filter(|_| self.place.is_some()).map(|person| stage.truth.person(person));
        let both = matches!(self.shape, Shape::Person(Chain::Both) | Shape::Carried(Chain::Both));
        let vague = both || self.wanted == Some(Wanted::Maybe);
        let mut some = stage.drops();
        some.retain(|&(who, what)| {
            is_free(stage, who)
                && is_free_object(stage, what)
                && place.is_none_or(|place| stage.may_go(who, place))
        });
        if some.is_empty() {
            let object = self.is_pressed().then(|| lying_object(stage, stream))??;
            return bring_about_grab(object, None, stage, stream);
        }
        let (other, object) = *stream.choose(&some);
        if let Some(told) = rid_of_others_things(other, stage, stream) {
            return Some(told);
        }
        let to = place.or_else(|| stage.destination(other, stream))?;
        let from = stage.truth.person(other);
        let or = [Some(from), Some(to), self.not, self.or].map(|place| place.unwrap_or(to));
        if vague {
            let or = stage.other_place(&or, stream)?;
            stage.go_to_either(other, to, or, stream);
            self.other_or = Some(or);
        } else {
            stage.relocate(other, to, stream);
        }
        stage.keeping(object).reserved = true;
        stage.standing(other).reserved = true;
        stage.seal(other);
        stage.keeping(object).touch = Touch::Nobody;
        (self.other, self.passed) = (Some(other), Some(object));
        Some(Outcome::Done)
    }

    fn meet(&mut self, stage: &mut Stage<'_>, stream: &mut Stream) -> Option<Outcome> {
        let (other, person, object) = (self.other?, self.person?, self.passed?);
        stage.tell(Sentence::new(other, Event::Give(object, person)), stream);
        stage.standing(other).fixed = false;
        Some(Outcome::Done)
    }

    fn lay(&mut self, stage: &mut Stage<'_>, stream: &mut Stream) -> Option<Outcome> {
        let (other, object) = (self.other?, self.passed?);
        stage.tell(Sentence::new(other, Event::Drop(object)), stream);
        stage.standing(other).fixed = false;
        Some(Outcome::Done)
    }

    fn find(&mut self, stage: &mut Stage<'_>, stream: &mut Stream) -> Option<Outcome> {
        let (person, object) = (self.person?, self.passed?);
        stage.tell(Sentence::new(person, Event::Grab(object)), stream);
        Some(Outcome::Done)
    }

    fn from(&mut self, stage: &mut Stage<'_>, stream: &mut Stream) -> Option<Outcome> {
        let person = self.person?;
        if let Some(told) = rid_of_others_things(person, stage, stream) {
            return Some(told);
        }
        let to = stage.destination(person, stream)?;
        stage.relocate(person, to, stream);
        stage.seal(person);
        Some(Outcome::Done)
    }

    fn to(&mut self, stage: &mut Stage<'_>, stream: &mut Stream) -> Option<Outcome> {
        let (person, place) = (self.person?, self.place?);
        let taboo = stage.taboo.take();
        stage.standing(person).fixed = false;
        stage.relocate(person, place, stream);
        stage.seal(person);
        stage.taboo = taboo;
        // whoever goes on may, but not back, and so that it is known where
        stage.standing(person).fixed = false;
        stage.standing(person).plain = true;
        Some(Outcome::Done)
    }

    fn give(&mut self, stage: &mut Stage<'_>, stream: &mut Stream) -> Option<Outcome> {
        let Gifts { from, what, to } = self.gift;
        let rare = stage.rare_gifts.take();
        let mut gifts = stage.gifts();
        stage.rare_gifts = rare;
        gifts.retain(|&gift| {
            from.is_none_or(|from| from == gift.0)
                && what.is_none_or(|what| what == gift.1)
                && to.is_none_or(|to| to == gift.2)
        });
        if gifts.is_empty() {
            return if self.is_pressed() { self.bring_about_gift(stage, stream) } else { None };
        }
        let (from, what, to) = *stream.choose(&gifts);
        stage.tell(Sentence::new(from, Event::Give(what, to)), stream);
        (self.other, self.asked, self.person) = (Some(from), Some(what), Some(to));
        Some(Outcome::Done)
    }

    fn bring_about_gift(&self, stage: &mut Stage<'_>, stream: &mut Stream) -> Option<Outcome> {
        let Gifts { from, what, to } = self.gift;
        let what = what.or_else(|| stage.everything().find(|what| stage.truth.holder(*what) == from));
        let what = what.or_else(|| free_object(stage, stream))?;
        let wrong = |holder: Person| from.is_some_and(|from| from != holder) || to == Some(holder);
        match stage.truth.holder(what) {
            Some(holder) if wrong(holder) => stage.drops().contains(&(holder, what)).then(|| {
                stage.tell(Sentence::new(holder, Event::Drop(what)), stream);
                Outcome::Told
            }),
            Some(holder) => {
                let to = to.or_else(|| free_person(stage, Some(stage.truth.person(holder)), stream))?;
                go(to, stage.truth.person(holder), stage, stream)
            }
            None => bring_about_grab(what, from, stage, stream),
        }
    }

    /// The person has a hand in an object for the last time.
    fn last(
        &mut self,
        object: Object,
        keeps: bool,
        stage: &mut Stage<'_>,
        stream: &mut Stream,
    ) -> Option<Outcome> {
        let person = self.person?;
        let mut gifts = stage.gifts();
        gifts.retain(|&(from, what, to)| what == object && if keeps { to == person } else { from == person });
        let alone = if keeps { stage.grabs() } else { stage.drops() };
        let alone = alone.contains(&(person, object));
        let event = match Weights::new([u32::from(alone) * 2, u32::from(!gifts.is_empty())]).draw(stream) {
            Some(0) if keeps => Sentence::new(person, Event::Grab(object)),
            Some(0) => Sentence::new(person, Event::Drop(object)),
            Some(_) => {
                let (from, what, to) = *stream.choose(&gifts);
                Sentence::new(from, Event::Give(what, to))
            }
            None if !self.is_pressed() => return None,
            None => {
                return match stage.truth.holder(object) {
                    Some(holder) => stage.drops().contains(&(holder, object)).then(|| {
                        stage.tell(Sentence::new(holder, Event::Drop(object)), stream);
                        Outcome::Told
                    }),
                    None => bring_about_grab(object, Some(person), stage, stream),
                };
            }
        };
        stage.tell(event, stream);
        stage.keeping(object).touch = Touch::Nobody;
        Some(Outcome::Done)
    }

    /// What is asked at the end.
    pub(super) fn question(&self, stage: &Stage<'_>, stream: &mut Stream) -> Option<Question> {
        let person = self.person;
        Some(match self.shape {
            Shape::Person(_) if self.kind == Kind::YesNo => {
                let place = self.place?;
                Question::IsIn(person?, self.asked_place(place, stage, stream)?)
            }
            Shape::Person(_) => Question::WherePerson(person?),
            Shape::Carried(_) => Question::WhereObject(self.asked?),
            Shape::Left => Question::WhereObject(self.passed?),
            Shape::Was => Question::WhereWas(self.asked?, self.place?),
            Shape::Load if self.kind == Kind::List => Question::Carrying(person?),
            Shape::Load => Question::HowMany(person?),
            Shape::Gift => {
                let (from, what, to) = (self.other?, self.asked?, person?);
                match self.gift_form {
                    0 => Question::WhoGaveTo(what, to),
                    1 => Question::GaveToWhom(from, what),
                    2 => Question::GaveWhat(from, to),
                    3 => Question::WhoGave(what),
                    _ => Question::WhoReceived(what),
                }
            }
        })
    }

    /// A place for which the answer is the wanted one, and no line less is enough.
    fn asked_place(&self, place: Place, stage: &Stage<'_>, stream: &mut Stream) -> Option<Place> {
        let told = self.shape == Shape::Person(Chain::Told);
        let one_of = |some: &[Option<Place>], stream: &mut Stream| {
            let some: Vec<Place> = some.iter().copied().flatten().collect();
            (!some.is_empty()).then(|| *stream.choose(&some))
        };
        match self.wanted? {
            Wanted::Yes => Some(place),
            Wanted::No if told => match (self.not, self.or) {
                (Some(not), _) => Some(not),
                (None, or) => stage.other_place(&[place, or.unwrap_or(place)], stream),
            },
            // the person's own line does not exclude it
            Wanted::No => match (self.or, self.not) {
                (Some(or), _) => Some(or),
                (None, not) => stage.other_place(&[place, not.unwrap_or(place)], stream),
            },
            Wanted::Maybe if told => match self.not {
                Some(not) => stage.other_place(&[not], stream),
                None => one_of(&[Some(place), self.or], stream),
            },
            Wanted::Maybe => one_of(&[Some(place), self.other_or], stream),
        }
    }
}

#[derive(Clone, Copy)]
enum Form {
    Plain,
    Not,
    Either,
}

fn draw([from, to]: [f64; 2], stream: &mut Stream) -> f64 {
    from + (to - from) * (f64::from(stream.bits()) / (f64::from(u32::MAX) + 1.0))
}

/// The steps of a chain, with those of taking what is asked for if `takes`, at depths that ascend. The person settles after
/// that; where this is no needed line, it comes anywhere before the last step.
fn chain_steps(
    chain: Chain,
    takes: bool,
    mut depths: Vec<f64>,
    from: f64,
    stream: &mut Stream,
) -> Vec<(f64, Step)> {
    let last = depths.pop().unwrap_or(1.0);
    let mut take_one = |depths: &mut Vec<f64>| depths.remove(stream.index(depths.len()));
    let mut steps = match chain {
        Chain::Told => vec![(last, Step::Settle)],
        Chain::Met | Chain::Found => Vec::new(),
        Chain::Both => vec![(last, Step::Meet), (take_one(&mut depths), Step::Anchor)],
    };
    if chain == Chain::Both {
        steps.extend(depths.pop().map(|depth| (depth, Step::Settle)));
    }
    let taken = takes.then(|| take_one(&mut depths));
    steps.extend(taken.map(|depth| (depth, Step::Take)));
    let (anchor, lay) = (depths.first().copied(), depths.last().copied());
    if matches!(chain, Chain::Met | Chain::Found) {
        steps.extend(anchor.map(|depth| (depth, Step::Anchor)));
        steps.push((draw([taken.unwrap_or(from), last], stream), Step::Settle));
    }
    match chain {
        Chain::Met => steps.push((last, Step::Meet)),
        Chain::Found => {
            steps.extend(lay.map(|depth| (depth, Step::Lay)));
            steps.push((last, Step::Find));
        }
        Chain::Told | Chain::Both => {}
    }
    steps.sort_by(|one, other| one.0.total_cmp(&other.0));
    steps
}

/// Whether a plot can use somebody.
fn is_free(stage: &Stage<'_>, who: Person) -> bool {
    let standing = &stage.people[who.index()];
    !standing.reserved && !standing.fixed && !standing.sealed
}

/// Whether a plot can use something.
fn is_free_object(stage: &Stage<'_>, what: Object) -> bool {
    let keeping = &stage.objects[what.index()];
    !keeping.reserved && keeping.touch == Touch::Anybody
}

fn free_object(stage: &Stage<'_>, stream: &mut Stream) -> Option<Object> {
    let some: Vec<Object> = stage.everything().filter(|what| is_free_object(stage, *what)).collect();
    (!some.is_empty()).then(|| *stream.choose(&some))
}

/// Something that nobody holds and that a plot can use.
fn lying_object(stage: &Stage<'_>, stream: &mut Stream) -> Option<Object> {
    let mut some: Vec<Object> = stage.everything().filter(|what| is_free_object(stage, *what)).collect();
    some.retain(|what| stage.truth.holder(*what).is_none());
    (!some.is_empty()).then(|| *stream.choose(&some))
}

/// Somebody whom a plot can use, and who can go to a place.
fn free_person(stage: &Stage<'_>, to: Option<Place>, stream: &mut Stream) -> Option<Person> {
    let mut some: Vec<Person> = stage.everybody().filter(|who| is_free(stage, *who)).collect();
    some.retain(|who| to.is_none_or(|to| stage.may_go(*who, to)));
    (!some.is_empty()).then(|| *stream.choose(&some))
}

/// Whoever is to be kept still drops what another plot needs. `None` if there is no such thing.
fn rid_of_others_things(who: Person, stage: &mut Stage<'_>, stream: &mut Stream) -> Option<Outcome> {
    let needed = |what: &Object| {
        let keeping = &stage.objects[what.index()];
        keeping.reserved && keeping.touch == Touch::Anybody && stage.truth.holder(*what) == Some(who)
    };
    let what = stage.everything().find(needed)?;
    stage.tell(Sentence::new(who, Event::Drop(what)), stream);
    Some(Outcome::Told)
}

fn go(who: Person, to: Place, stage: &mut Stage<'_>, stream: &mut Stream) -> Option<Outcome> {
    if !stage.may_go(who, to) {
        return None;
    }
    stage.relocate(who, to, stream);
    Some(Outcome::Told)
}

/// Brings an object into the hands of a person, or of anybody, by one sentence of those that this takes.
fn bring_about_grab(
    what: Object,
    by: Option<Person>,
    stage: &mut Stage<'_>,
    stream: &mut Stream,
) -> Option<Outcome> {
    if let Some(holder) = stage.truth.holder(what) {
        if !stage.drops().contains(&(holder, what)) {
            return None;
        }
        stage.tell(Sentence::new(holder, Event::Drop(what)), stream);
        return Some(Outcome::Told);
    }
    let mut grabs = stage.grabs();
    grabs.retain(|&(who, other)| other == what && by.is_none_or(|by| by == who));
    if grabs.is_empty() {
        let place = stage.truth.object(what);
        let who = by.or_else(|| free_person(stage, Some(place), stream))?;
        return go(who, place, stage, stream);
    }
    let (who, _) = *stream.choose(&grabs);
    stage.tell(Sentence::new(who, Event::Grab(what)), stream);
    Some(Outcome::Told)
}
