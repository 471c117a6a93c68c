//! The true world of a long story, and what is kept still in it.
//!
//! Everything that happens is drawn as in any other story, except that plots hold some people and objects back:
//!
//! * who is *fixed* goes nowhere;
//! * who is *sealed* handles only what they brought along, until they go elsewhere. So nobody else's way says where they are;
//! * what is *still* is touched by nobody any more; what is *private* by one person only.
//!
//! People and objects that a plot uses are *reserved*: no other plot uses them, but whatever is not held back may happen to
//! them.

use wampimuk_core::{Stream, bits};
use wampimuk_story::{Cast, Event, Lexicon, Object, Person, Place, Sentence, Story, Wording};

use crate::choice::Weights;
use crate::narrative::wording;
use crate::teller::{Action, EventWeights};
use crate::truth::Truth;

/// What is held back of a person.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Standing {
    /// Goes nowhere.
    pub(super) fixed: bool,
    /// Handles only what is private to them.
    pub(super) sealed: bool,
    /// Handles only some objects, one bit each.
    pub(super) only: Option<u64>,
    /// It is always said exactly where they go.
    pub(super) plain: bool,
    /// Used by a plot.
    pub(super) reserved: bool,
}

/// Who may touch an object.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Touch {
    /// Anybody.
    #[default]
    Anybody,
    /// One person, who does not give it away.
    Only(Person),
    /// Nobody.
    Nobody,
}

/// What is held back of an object.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Keeping {
    /// Who may touch it.
    pub(super) touch: Touch,
    /// Used by a plot.
    pub(super) reserved: bool,
}

/// Gifts that happen once only, when their plot says so.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Gifts {
    /// Who gives, if that matters.
    pub(super) from: Option<Person>,
    /// What is given, if that matters.
    pub(super) what: Option<Object>,
    /// Who gets it, if that matters.
    pub(super) to: Option<Person>,
}

impl Gifts {
    fn fits(&self, from: Person, what: Object, to: Person) -> bool {
        self.from.is_none_or(|wanted| wanted == from)
            && self.what.is_none_or(|wanted| wanted == what)
            && self.to.is_none_or(|wanted| wanted == to)
    }
}

/// A long story while it is told.
pub(super) struct Stage<'a> {
    pub(super) cast: Cast,
    pub(super) truth: Truth,
    pub(super) story: Story,
    pub(super) wordings: Vec<Wording>,
    pub(super) people: Vec<Standing>,
    pub(super) objects: Vec<Keeping>,
    pub(super) rare_gifts: Option<Gifts>,
    /// An object, and where it is never carried.
    pub(super) taboo: Option<(Object, Place)>,
    /// How long the story is.
    pub(super) length: usize,
    lexicon: &'a Lexicon,
    telling: &'a EventWeights,
    measure: fn(&str) -> usize,
    there: u32,
}

impl<'a> Stage<'a> {
    pub(super) fn new(
        cast: Cast,
        lexicon: &'a Lexicon,
        telling: &'a EventWeights,
        measure: fn(&str) -> usize,
        there: u32,
        stream: &mut Stream,
    ) -> Stage<'a> {
        let mut truth = Truth::default();
        truth.restart(&cast, stream);
        Stage {
            cast,
            truth,
            story: Story::empty(cast),
            wordings: Vec::new(),
            people: vec![Standing::default(); cast.people()],
            objects: vec![Keeping::default(); cast.objects()],
            rare_gifts: None,
            taboo: None,
            length: 0,
            lexicon,
            telling,
            measure,
            there,
        }
    }

    pub(super) fn everybody(&self) -> impl Iterator<Item = Person> + use<> {
        (0..self.cast.people()).map(|person| Person(person as u8))
    }

    pub(super) fn everything(&self) -> impl Iterator<Item = Object> + use<> {
        (0..self.cast.objects()).map(|object| Object(object as u8))
    }

    pub(super) fn standing(&mut self, person: Person) -> &mut Standing {
        &mut self.people[person.index()]
    }

    pub(super) fn keeping(&mut self, object: Object) -> &mut Keeping {
        &mut self.objects[object.index()]
    }

    /// Adds to the length of the story what is told beside it.
    pub(super) fn lengthen(&mut self, text: &str) {
        self.length += (self.measure)(text);
    }

    /// Makes something happen, and tells it.
    pub(super) fn tell(&mut self, sentence: Sentence, stream: &mut Stream) {
        for who in sentence.subjects() {
            self.truth.apply(who, sentence.event);
        }
        self.say(sentence, stream);
    }

    /// Tells something that has happened.
    fn say(&mut self, sentence: Sentence, stream: &mut Stream) {
        if sentence.event.object().is_none() {
            sentence.subjects().for_each(|who| self.unseal(who));
        }
        let wording = wording(&sentence, self.lexicon, self.there, stream);
        if self.story.push(sentence).is_ok() {
            self.length += (self.measure)(&self.lexicon.write(&sentence, wording));
            self.wordings.push(wording);
        }
    }

    /// Whoever goes elsewhere may do what they like; what they leave behind stays as it is.
    fn unseal(&mut self, who: Person) {
        if !self.people[who.index()].sealed {
            return;
        }
        self.people[who.index()].sealed = false;
        for object in self.everything() {
            if self.objects[object.index()].touch == Touch::Only(who) {
                let held = self.truth.holder(object) == Some(who);
                self.keeping(object).touch = if held { Touch::Anybody } else { Touch::Nobody };
            }
        }
    }

    /// From now on somebody goes nowhere, and handles only what they hold now.
    pub(super) fn seal(&mut self, who: Person) {
        self.standing(who).fixed = true;
        self.standing(who).sealed = true;
        for object in self.everything() {
            let keeping = &mut self.objects[object.index()];
            if keeping.touch == Touch::Anybody && self.truth.holder(object) == Some(who) {
                keeping.touch = Touch::Only(who);
            }
        }
    }

    /// Whether somebody may handle an object.
    fn may_handle(&self, who: Person, object: Object) -> bool {
        let standing = &self.people[who.index()];
        let known = standing.only.is_none_or(|some| some >> (object.0 & 63) & 1 == 1);
        known
            && match self.objects[object.index()].touch {
                Touch::Anybody => !standing.sealed,
                Touch::Only(owner) => owner == who,
                Touch::Nobody => false,
            }
    }

    /// Whether an object may be given by one person to another.
    fn may_give(&self, from: Person, what: Object, to: Person) -> bool {
        self.objects[what.index()].touch == Touch::Anybody
            && self.may_handle(from, what)
            && self.may_handle(to, what)
            && !self.rare_gifts.is_some_and(|rare| rare.fits(from, what, to))
    }

    /// Whether somebody may be somewhere next.
    pub(super) fn may_go(&self, who: Person, to: Place) -> bool {
        let taboo = |(object, place)| place == to && self.truth.holder(object) == Some(who);
        self.truth.person(who) != to && !self.people[who.index()].fixed && !self.taboo.is_some_and(taboo)
    }

    /// All that can be taken now, and by whom.
    pub(super) fn grabs(&self) -> Vec<(Person, Object)> {
        let mut found = Vec::new();
        for object in self.everything().filter(|object| self.truth.holder(*object).is_none()) {
            let here = bits(self.truth.present(self.truth.object(object))).map(|who| Person(who as u8));
            found.extend(here.filter(|who| self.may_handle(*who, object)).map(|who| (who, object)));
        }
        found
    }

    /// All that can be dropped now, and by whom.
    pub(super) fn drops(&self) -> Vec<(Person, Object)> {
        let held = |object: Object| Some((self.truth.holder(object)?, object));
        self.everything().filter_map(held).filter(|(who, what)| self.may_handle(*who, *what)).collect()
    }

    /// All that can be given now, by whom and to whom.
    pub(super) fn gifts(&self) -> Vec<(Person, Object, Person)> {
        let mut found = Vec::new();
        for (from, what) in self.drops() {
            let here = bits(self.truth.present(self.truth.person(from))).map(|who| Person(who as u8));
            found.extend(
                here.filter(|to| *to != from && self.may_give(from, what, *to)).map(|to| (from, what, to)),
            );
        }
        found
    }

    /// A place where somebody may go, drawn by chance.
    pub(super) fn destination(&self, who: Person, stream: &mut Stream) -> Option<Place> {
        let places: Vec<Place> = self.cast.places().iter().filter(|place| self.may_go(who, *place)).collect();
        (!places.is_empty()).then(|| *stream.choose(&places))
    }

    /// Tells that somebody is somewhere now: that they went, that they are there, or that they went with another.
    pub(super) fn relocate(&mut self, who: Person, to: Place, stream: &mut Stream) {
        let [go, _, _, _, _, conj, _, negate, _] = self.telling.actions.all();
        let [negative, positive] = self.telling.negate.all();
        let is = share(negate, positive, negative);
        let sentence = match (Weights::new([go, is, conj]).draw(stream), self.companion(who, to, stream)) {
            (Some(1), _) => Sentence::new(who, Event::Is(to)),
            (Some(2), Some(other)) => {
                // neither of two subjects is the one that matters
                let pair = if stream.below(2) == 0 { (who, other) } else { (other, who) };
                Sentence::new(pair.0, Event::Move(to)).and(pair.1)
            }
            _ => Sentence::new(who, Event::Move(to)),
        };
        self.tell(sentence, stream);
    }

    fn companion(&self, who: Person, to: Place, stream: &mut Stream) -> Option<Person> {
        let others: Vec<Person> =
            self.everybody().filter(|other| *other != who && self.may_go(*other, to)).collect();
        (!others.is_empty()).then(|| *stream.choose(&others))
    }

    /// How often it is told that somebody is not where they were, and that they are in one of two places.
    pub(super) fn vague(&self) -> [u32; 2] {
        vague(self.telling)
    }

    /// How often it is told where somebody is.
    pub(super) fn plain(&self) -> u32 {
        let [go, _, _, _, _, conj, _, negate, _] = self.telling.actions.all();
        go + conj + negate - self.vague()[0]
    }

    /// Tells that somebody is not where they were. They are at `to`.
    pub(super) fn leave(&mut self, who: Person, to: Place, stream: &mut Stream) {
        let from = self.truth.person(who);
        self.truth.relocate(who, to);
        self.say(Sentence::new(who, Event::IsNot(from)), stream);
    }

    /// Tells that somebody is in one of two places. They are at the first.
    pub(super) fn go_to_either(&mut self, who: Person, to: Place, or: Place, stream: &mut Stream) {
        let pair = if stream.below(2) == 0 { (to, or) } else { (or, to) };
        self.truth.relocate(who, to);
        self.say(Sentence::new(who, Event::Either(pair.0, pair.1)), stream);
    }

    /// A place that is none of these, drawn by chance.
    pub(super) fn other_place(&self, but: &[Place], stream: &mut Stream) -> Option<Place> {
        let places: Vec<Place> = self.cast.places().iter().filter(|place| !but.contains(place)).collect();
        (!places.is_empty()).then(|| *stream.choose(&places))
    }

    /// Something happens that no plot asks for; whether anything can.
    pub(super) fn happen(&mut self, stream: &mut Stream) -> bool {
        for _ in 0..TRIES {
            let Some(action) = self.telling.actions.draw(stream) else { return false };
            if self.try_action(Action::ALL[action], stream) {
                return true;
            }
        }
        [Action::Move, Action::Grab, Action::Drop].into_iter().any(|action| self.try_action(action, stream))
    }

    fn try_action(&mut self, action: Action, stream: &mut Stream) -> bool {
        match action {
            Action::Grab => {
                let grabs = self.grabs();
                if grabs.is_empty() {
                    return false;
                }
                let (who, what) = *stream.choose(&grabs);
                self.tell(Sentence::new(who, Event::Grab(what)), stream);
            }
            Action::Drop => {
                let drops = self.drops();
                if drops.is_empty() {
                    return false;
                }
                let (who, what) = *stream.choose(&drops);
                self.tell(Sentence::new(who, Event::Drop(what)), stream);
            }
            Action::Give => {
                let gifts = self.gifts();
                if gifts.is_empty() {
                    return false;
                }
                let (from, what, to) = *stream.choose(&gifts);
                self.tell(Sentence::new(from, Event::Give(what, to)), stream);
            }
            _ => return self.try_relocation(action, stream),
        }
        true
    }

    fn try_relocation(&mut self, action: Action, stream: &mut Stream) -> bool {
        let who = Person(stream.index(self.cast.people()) as u8);
        let Some(to) = self.destination(who, stream) else { return false };
        let from = self.truth.person(who);
        let plain = self.people[who.index()].plain;
        match action {
            Action::Move => self.tell(Sentence::new(who, Event::Move(to)), stream),
            Action::Conj => {
                let Some(other) = self.companion(who, to, stream) else { return false };
                self.tell(Sentence::new(who, Event::Move(to)).and(other), stream);
            }
            Action::Negate => match self.telling.negate.draw(stream) {
                Some(0) if plain => return false,
                Some(0) => self.leave(who, to, stream),
                _ => self.tell(Sentence::new(who, Event::Is(to)), stream),
            },
            Action::Indef => {
                let Some(or) = self.other_place(&[from, to], stream).filter(|_| !plain) else {
                    return false;
                };
                self.go_to_either(who, to, or, stream);
            }
            Action::Grab | Action::Drop | Action::Give | Action::Coref | Action::Compound => return false,
        }
        true
    }
}

/// How often it is told that somebody is not where they were, and that they are in one of two places.
pub(super) fn vague(telling: &EventWeights) -> [u32; 2] {
    let [negative, positive] = telling.negate.all();
    [share(telling.actions.of(7), negative, positive), telling.actions.of(8)]
}

/// The share of a weight that one of two alternatives has.
fn share(weight: u32, one: u32, other: u32) -> u32 {
    let sum = u64::from(one) + u64::from(other);
    (u64::from(weight) * u64::from(one)).checked_div(sum).unwrap_or(0) as u32
}

/// How often something is drawn without looking what is possible.
const TRIES: usize = 32;
