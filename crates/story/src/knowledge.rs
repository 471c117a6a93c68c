//! What can be known of a story: an exact account of all worlds that its sentences allow.
//!
//! A *stay* is the time that a person or an object spends in one place between two changes. Stays are variables over places, and a
//! sentence does two things only: it restricts a stay to a set of places ("either in the park or the school"), or it
//! says that two stays are in the same place (who gives something and who receives it). So the possible worlds are the
//! product of the sets of places of classes of equal stays, and a union-find with a mask of places for each class is
//! the whole truth about them: nothing that it calls possible is impossible, and nothing is missed.
//!
//! The semantics is stated in the [crate's documentation](crate); the laws below are its parts, by name.

use thiserror::Error;

use crate::world::{Event, Object, Person, Place, Places, Sentence, Story};

/// How much a sentence about a person's place says about where they were *before*.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum StoryReading {
    /// Nothing: what the words say, and that things stay as they are. Published answers agree with this.
    #[default]
    Linguistic,
    /// What the generator knows: nobody goes to where they are, "is not in the park" is told of people who were in the
    /// park, and "either … or" of people who were in neither place.
    Generator,
}

/// What remains of a sentence that a reader is not shown.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Masking {
    /// After a hidden change of hands, the object may be anywhere.
    #[default]
    Coarse,
    /// It is known that changing hands does not move an object.
    Fine,
}

/// The two choices that the semantics leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Rules {
    /// How sentences are read.
    pub reading: StoryReading,
    /// What is left of hidden sentences.
    pub masking: Masking,
}

/// Who holds an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// It lies where it is.
    Nobody,
    /// A person holds it.
    By(Person),
    /// Not known; only possible if sentences are hidden.
    Unknown,
}

/// Where something may have been just before it last came to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PriorPlaces {
    /// The places from which it may have come.
    pub places: Places,
    /// Whether it may never have come there: because it was never there, or there from the beginning.
    pub or_never: bool,
}

impl PriorPlaces {
    /// The place from which it certainly came.
    pub fn only(self) -> Option<Place> {
        if self.or_never { None } else { self.places.only() }
    }
}

/// The sentences cannot all be true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("line {} contradicts what was told before", line + 1)]
pub struct Contradiction {
    /// A line, counted from 0, that cannot be true together with those before it; not always the first such line,
    /// because who holds what is looked at before who is where.
    pub line: usize,
}

/// The parts of the semantics, which tests switch off one by one to see that the second opinion notices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Law {
    /// Who grabs something is where it is.
    GrabJoins,
    /// Who gives and who receives are in one place.
    GiveJoins,
    /// What a person holds goes where they go.
    HeldMoves,
    /// What was dropped does not go where its last holder goes.
    DroppedStays,
    /// "Is not in" excludes a place.
    NotExcludes,
    /// "Either … or" leaves two places.
    EitherRestricts,
    /// Both of two subjects go.
    BothMove,
    /// Sets of places of stays in one place are intersected.
    Intersect,
    /// A hidden sentence still says who moves.
    HiddenMoves,
    /// A hidden sentence still says which object changes hands.
    HiddenHands,
    /// A change of hands that is shown tells who held the object before it.
    Backward,
    /// A pronoun is understood only together with the line that explains it.
    Antecedent,
    /// In the generator's reading, a sentence says something about the place before.
    Before,
    /// An object whose holder is unknown may move whenever any person does.
    Adrift,
    /// With fine masking, changing hands does not move an object.
    HandsStill,
    /// "Before the kitchen" is before the *last* time that may have been there.
    LastTime,
    /// A stay that is elsewhere at one moment is elsewhere whenever it comes up.
    OneStayOnePlace,
}

impl Law {
    /// Whether the law is in force: always, except in tests of the tests.
    #[cfg(not(test))]
    #[inline(always)]
    fn holds(self) -> bool {
        true
    }

    #[cfg(test)]
    pub(crate) const ALL: [Law; 17] = [
        Law::GrabJoins,
        Law::GiveJoins,
        Law::HeldMoves,
        Law::DroppedStays,
        Law::NotExcludes,
        Law::EitherRestricts,
        Law::BothMove,
        Law::Intersect,
        Law::HiddenMoves,
        Law::HiddenHands,
        Law::Backward,
        Law::Antecedent,
        Law::Before,
        Law::Adrift,
        Law::HandsStill,
        Law::LastTime,
        Law::OneStayOnePlace,
    ];

    #[cfg(test)]
    fn holds(self) -> bool {
        BROKEN.get() != Some(self)
    }
}

#[cfg(test)]
thread_local! {
    /// The law that is switched off in this thread.
    pub(crate) static BROKEN: std::cell::Cell<Option<Law>> = const { std::cell::Cell::new(None) };
}

/// Who and what some lines are about: sets of people and of objects, one bit each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scope {
    people: u64,
    objects: [u64; 4],
}

impl Scope {
    /// Everybody and everything.
    const ALL: Scope = Scope { people: u64::MAX, objects: [u64::MAX; 4] };

    /// Nobody and nothing.
    pub(crate) const NONE: Scope = Scope { people: 0, objects: [0; 4] };

    /// With a person.
    pub(crate) fn and_person(mut self, person: Person) -> Scope {
        self.people |= 1 << (person.0 & 63);
        self
    }

    /// With an object.
    pub(crate) fn and_object(mut self, object: Object) -> Scope {
        self.objects[object.index() / 64] |= 1 << (object.0 & 63);
        self
    }

    /// With whom and what a sentence names.
    pub(crate) fn and_all_of(self, sentence: &Sentence) -> Scope {
        let people = sentence.subjects().fold(self, Scope::and_person);
        match sentence.event {
            Event::Grab(object) | Event::Drop(object) => people.and_object(object),
            Event::Give(object, to) => people.and_object(object).and_person(to),
            Event::Move(_) | Event::Is(_) | Event::IsNot(_) | Event::Either(..) => people,
        }
    }

    fn has_person(&self, person: Person) -> bool {
        self.people >> (person.0 & 63) & 1 == 1
    }

    fn has_object(&self, object: Object) -> bool {
        self.objects[object.index() / 64] >> (object.0 & 63) & 1 == 1
    }
}

/// A variable: an index into the union-find.
pub(crate) type Stay = u32;

/// Classes of stays that are in one place, each with the places where that may be.
#[derive(Clone, Debug, Default)]
struct Stays(Vec<Class>);

/// A stay: the class it belongs to, and if it stands for its class, where that may be.
#[derive(Clone, Copy, Debug)]
struct Class {
    parent: Stay,
    places: Places,
}

impl Stays {
    #[inline]
    fn new_stay(&mut self, places: Places) -> Stay {
        let stay = self.0.len() as Stay;
        self.0.push(Class { parent: stay, places });
        stay
    }

    fn parent(&self, stay: Stay) -> Stay {
        self.0[stay as usize].parent
    }

    /// The representative of a class. Classes are joined by their older member and paths are halved, so chains are short.
    fn find(&mut self, mut stay: Stay) -> Stay {
        while self.parent(stay) != stay {
            let up = self.parent(self.parent(stay));
            self.0[stay as usize].parent = up;
            stay = up;
        }
        stay
    }

    fn root(&self, mut stay: Stay) -> Stay {
        while self.parent(stay) != stay {
            stay = self.parent(stay);
        }
        stay
    }

    /// Where a class may be, given by who stands for it.
    fn places(&self, root: Stay) -> Places {
        self.0[root as usize].places
    }

    /// Says that a stay is in one of these places; `false` if it cannot be.
    fn restrict(&mut self, stay: Stay, places: Places) -> bool {
        let root = self.find(stay) as usize;
        self.0[root].places = self.0[root].places.and(places);
        !self.0[root].places.is_empty()
    }

    /// Says that two stays are in one place; `false` if they cannot be.
    fn join(&mut self, one: Stay, other: Stay) -> bool {
        let (one, other) = (self.find(one), self.find(other));
        let (root, child) = (one.min(other), one.max(other));
        self.0[child as usize].parent = root;
        if root != child && Law::Intersect.holds() {
            self.0[root as usize].places = self.places(root).and(self.places(child));
        }
        !self.places(root).is_empty()
    }
}

/// The stays of one person or object, each with the number of lines told before it began.
type Timeline = Vec<(u32, Stay)>;

/// What is known after some lines, all or some of which were shown.
///
/// Moments are counted in lines told: moment 0 is before the story, moment `n` after its first `n` lines. What is known
/// about a moment takes every shown line into account, earlier or later.
#[derive(Clone, Debug, Default)]
pub struct Knowledge {
    stays: Stays,
    people: Vec<Timeline>,
    objects: Vec<Timeline>,
    /// For each object, who holds it from which moment on.
    holders: Vec<Vec<(u32, Holder)>>,
    /// While lines are gone through: which of these is in force, and who holds the object by it.
    current: Vec<(usize, Holder)>,
    /// While lines are gone through: of how many objects it is not known who holds them.
    adrift: usize,
    /// Which lines are shown and understood.
    understood: Vec<bool>,
    all: Places,
    now: usize,
}

impl Knowledge {
    /// What the whole story lets a reader know.
    pub fn of(story: &Story, rules: Rules) -> Result<Knowledge, Contradiction> {
        Knowledge::of_first(story, story.len(), rules)
    }

    /// What a reader knows after the first `lines` lines.
    pub fn of_first(story: &Story, lines: usize, rules: Rules) -> Result<Knowledge, Contradiction> {
        let mut knowledge = Knowledge::default();
        knowledge.learn(story, lines, |_| true, rules)?;
        Ok(knowledge)
    }

    /// What a reader knows after the first `lines` lines who is shown only some of them.
    pub fn of_shown(
        story: &Story,
        lines: usize,
        shown: impl Fn(usize) -> bool,
        rules: Rules,
    ) -> Result<Knowledge, Contradiction> {
        let mut knowledge = Knowledge::default();
        knowledge.learn(story, lines, shown, rules)?;
        Ok(knowledge)
    }

    /// Replaces what is known: as [`Knowledge::of_shown`], with the memory of earlier use.
    pub fn learn(
        &mut self,
        story: &Story,
        lines: usize,
        shown: impl Fn(usize) -> bool,
        rules: Rules,
    ) -> Result<(), Contradiction> {
        self.learn_about(story, lines, shown, &Scope::ALL, rules)
    }

    /// Goes through a story from the first line to the last. After each, `visit` is given what a reader knows who has read
    /// so far: as [`Knowledge::of_first`], in one go.
    pub fn follow(story: &Story, rules: Rules, visit: impl FnMut(&Knowledge)) -> Result<(), Contradiction> {
        Knowledge::default().read(story, story.len(), |_| true, &Scope::ALL, rules, visit)
    }

    /// The same, but nothing is known of who or what is not in scope. No line about one of these may be shown; then they
    /// say nothing about anybody or anything else.
    pub(crate) fn learn_about(
        &mut self,
        story: &Story,
        lines: usize,
        shown: impl Fn(usize) -> bool,
        scope: &Scope,
        rules: Rules,
    ) -> Result<(), Contradiction> {
        self.read(story, lines, shown, scope, rules, |_| {})
    }

    fn read(
        &mut self,
        story: &Story,
        lines: usize,
        shown: impl Fn(usize) -> bool,
        scope: &Scope,
        rules: Rules,
        mut visit: impl FnMut(&Knowledge),
    ) -> Result<(), Contradiction> {
        let sentences = &story.sentences()[..lines.min(story.len())];
        let cast = story.cast();
        let all = cast.places();
        self.all = all;
        self.now = 0;
        self.stays.0.clear();
        for (timelines, count) in [(&mut self.people, cast.people()), (&mut self.objects, cast.objects())] {
            timelines.resize_with(count, Vec::new);
            for timeline in timelines {
                timeline.clear();
                timeline.push((0, self.stays.new_stay(all)));
            }
        }
        self.find_holders(sentences, cast.objects(), shown, scope)?;
        for (line, sentence) in sentences.iter().enumerate() {
            let shown = self.understood[line];
            let possible = match sentence.event.object() {
                Some(object) if !scope.has_object(object) => true,
                Some(object) => self.change_hands(line, sentence, object, shown, rules.masking),
                None if self.adrift == 0 && !sentence.subjects().any(|who| scope.has_person(who)) => true,
                None => self.relocate(line, sentence, shown, scope, rules.reading),
            };
            if !possible {
                return Err(Contradiction { line });
            }
            self.now = line + 1;
            visit(self);
        }
        Ok(())
    }

    /// Which lines are understood, and who holds each object between two changes of hands: what the change before says,
    /// or the change after.
    fn find_holders(
        &mut self,
        sentences: &[Sentence],
        objects: usize,
        shown: impl Fn(usize) -> bool,
        scope: &Scope,
    ) -> Result<(), Contradiction> {
        self.current.clear();
        self.current.resize(objects, (0, Holder::Nobody));
        self.adrift = 0;
        self.holders.resize_with(objects, Vec::new);
        for holders in &mut self.holders {
            holders.clear();
            holders.push((0, Holder::Nobody));
        }
        self.understood.clear();
        for (line, sentence) in sentences.iter().enumerate() {
            // where there is a pronoun, the line that explains it has to be understood too
            let explained = match sentence.antecedent {
                Some(earlier) if Law::Antecedent.holds() => self.understood[earlier],
                _ => true,
            };
            self.understood.push(explained && shown(line));
            let (object, before, after) = match sentence.event {
                Event::Grab(object) => (object, Holder::Nobody, Holder::By(sentence.who)),
                Event::Drop(object) => (object, Holder::By(sentence.who), Holder::Nobody),
                Event::Give(object, to) => (object, Holder::By(sentence.who), Holder::By(to)),
                Event::Move(_) | Event::Is(_) | Event::IsNot(_) | Event::Either(..) => continue,
            };
            if !scope.has_object(object) {
                continue;
            }
            let holders = &mut self.holders[object.index()];
            if !self.understood[line] {
                if Law::HiddenHands.holds() {
                    holders.push((line as u32 + 1, Holder::Unknown));
                }
                continue;
            }
            if let Some((_, holder)) = holders.last_mut() {
                if *holder == Holder::Unknown && Law::Backward.holds() {
                    *holder = before;
                } else if *holder != before && Law::HiddenHands.holds() && *holder != Holder::Unknown {
                    return Err(Contradiction { line });
                }
            }
            holders.push((line as u32 + 1, after));
        }
        Ok(())
    }

    /// A sentence about where a person is: new stays for its subjects and for what they hold.
    fn relocate(
        &mut self,
        line: usize,
        sentence: &Sentence,
        shown: bool,
        scope: &Scope,
        reading: StoryReading,
    ) -> bool {
        let all = self.all;
        if !shown && !Law::HiddenMoves.holds() {
            return true;
        }
        let moment = line as u32 + 1;
        let (now, before) = if shown { meaning(sentence.event, all) } else { (all, all) };
        let mut possible = !now.is_empty();
        if reading == StoryReading::Generator && Law::Before.holds() {
            for who in sentence.subjects() {
                possible &= self.stays.restrict(last(&self.people[who.index()]), before);
            }
        }
        if scope.has_person(sentence.who) {
            self.go(sentence.who, now, moment);
        }
        if let (Some(other), true) = (sentence.and, Law::BothMove.holds())
            && scope.has_person(other)
        {
            self.go(other, now, moment);
        }
        if self.adrift > 0 && Law::Adrift.holds() {
            for object in 0..self.objects.len() {
                if self.current[object].1 == Holder::Unknown {
                    let stay = self.stays.new_stay(all);
                    self.objects[object].push((moment, stay));
                }
            }
        }
        possible
    }

    /// A new stay for a person and for what they hold.
    #[inline]
    fn go(&mut self, who: Person, places: Places, moment: u32) {
        let stay = self.stays.new_stay(places);
        let timeline = &mut self.people[who.index()];
        let old = last(timeline);
        timeline.push((moment, stay));
        for (timeline, (_, holder)) in self.objects.iter_mut().zip(&self.current) {
            let held = match holder {
                Holder::By(person) => *person == who && Law::HeldMoves.holds(),
                Holder::Nobody => !Law::DroppedStays.holds() && last(timeline) == old,
                Holder::Unknown => false,
            };
            if held {
                timeline.push((moment, stay));
            }
        }
    }

    /// A sentence about who has an object: stays in one place.
    fn change_hands(
        &mut self,
        line: usize,
        sentence: &Sentence,
        object: Object,
        shown: bool,
        masking: Masking,
    ) -> bool {
        let moment = line as u32 + 1;
        let before = last(&self.objects[object.index()]);
        let mut possible = true;
        if shown {
            let giver = last(&self.people[sentence.who.index()]);
            let joins = match sentence.event {
                Event::Give(..) => Law::GiveJoins.holds(),
                _ => Law::GrabJoins.holds(),
            };
            if joins {
                possible &= self.stays.join(before, giver);
            }
            if let (Event::Give(_, to), true) = (sentence.event, joins) {
                possible &= self.stays.join(giver, last(&self.people[to.index()]));
            }
        } else if !Law::HiddenHands.holds() {
            return true;
        }
        let still = shown || (masking == Masking::Fine && Law::HandsStill.holds());
        let (number, earlier) = self.current[object.index()];
        let holder = self.holders[object.index()][number + 1].1;
        self.current[object.index()] = (number + 1, holder);
        self.adrift += usize::from(holder == Holder::Unknown);
        self.adrift -= usize::from(earlier == Holder::Unknown);
        let after = match holder {
            Holder::By(person) => {
                let stay = last(&self.people[person.index()]);
                if still && !shown {
                    possible &= self.stays.join(before, stay);
                }
                stay
            }
            Holder::Nobody | Holder::Unknown if still => before,
            Holder::Nobody | Holder::Unknown => self.stays.new_stay(self.all),
        };
        self.objects[object.index()].push((moment, after));
        possible
    }

    /// The last moment: how many lines were told.
    pub fn now(&self) -> usize {
        self.now
    }

    /// Where a person may be at a moment.
    pub fn person(&self, person: Person, moment: usize) -> Places {
        self.places(&self.people[person.index()], moment)
    }

    /// Where an object may be at a moment.
    pub fn object(&self, object: Object, moment: usize) -> Places {
        self.places(&self.objects[object.index()], moment)
    }

    /// Who holds an object at a moment.
    pub fn holder(&self, object: Object, moment: usize) -> Holder {
        holder_at(&self.holders[object.index()], moment)
    }

    /// The class of the place where a person is at a moment.
    pub(crate) fn person_class(&self, person: Person, moment: usize) -> Stay {
        self.stays.root(at(&self.people[person.index()], moment))
    }

    /// The classes of the places where an object is from one moment to another.
    pub(crate) fn object_classes(
        &self,
        object: Object,
        from: usize,
        to: usize,
    ) -> impl Iterator<Item = Stay> {
        let timeline = &self.objects[object.index()];
        let first = timeline.partition_point(|&(begins, _)| begins as usize <= from).max(1) - 1;
        let until = timeline[first..].iter().take_while(move |&&(begins, _)| begins as usize <= to);
        until.map(|&(_, stay)| self.stays.root(stay))
    }

    /// The places where an object certainly was at some moment, up to now.
    pub fn visited(&self, object: Object) -> Places {
        self.objects[object.index()]
            .iter()
            .map(|&(_, stay)| self.stays.places(self.stays.root(stay)))
            .filter(|places| places.len() == 1)
            .fold(Places::NONE, Places::or)
    }

    /// The last certain arrival of an object at a place: the last moment at which it certainly was elsewhere before its
    /// last certain time there, and the first moment after that at which it certainly was there.
    pub fn arrival(&self, object: Object, place: Place) -> Option<(usize, usize)> {
        let here = Places::one(place);
        let timeline = &self.objects[object.index()];
        let places = |&(_, stay): &(u32, Stay)| self.stays.places(self.stays.root(stay));
        let last = timeline.iter().rposition(|stay| places(stay) == here)?;
        let from = timeline[..last].iter().rposition(|stay| !places(stay).has(place))?;
        let to = from + 1 + timeline[from + 1..=last].iter().position(|stay| places(stay) == here)?;
        let moment = |stay: usize| timeline[stay].0 as usize;
        Some((moment(from + 1) - 1, moment(to)))
    }

    /// Where an object was before its last time at a place, up to now.
    ///
    /// In one world, that is simple: look back for the last moment at the place, then on to the last moment before it at
    /// another place. Here the classes of stays are walked back in the same way. A class that may or may not be the place
    /// is decided both ways. The walk to the last moment at the place can leave that class behind in one way only (it is
    /// not the place), and so can the walk that follows (it is), so there are at most as many ways as pairs of stays.
    pub fn before(&self, object: Object, place: Place) -> PriorPlaces {
        let mut classes: Vec<Stay> =
            self.objects[object.index()].iter().map(|&(_, stay)| self.stays.root(stay)).collect();
        classes.dedup();
        let mut before = PriorPlaces { places: Places::NONE, or_never: false };
        let here = Places::one(place);
        // classes that are elsewhere in the worlds that are looked at
        let mut elsewhere = vec![false; self.stays.0.len()];
        for last in (0..classes.len()).rev() {
            let class = classes[last];
            let places = self.stays.places(class);
            if places.has(place) && !elsewhere[class as usize] {
                self.walk_on(&classes[..=last], &elsewhere, place, &mut before);
            }
            if places == here || (places.has(place) && !Law::LastTime.holds()) {
                return before;
            }
            if Law::OneStayOnePlace.holds() {
                elsewhere[class as usize] = true;
            }
        }
        before.or_never = true;
        before
    }

    /// The rest of [`Knowledge::before`]: the last class is the place; what comes before that?
    fn walk_on(&self, classes: &[Stay], elsewhere: &[bool], place: Place, before: &mut PriorPlaces) {
        let here = Places::one(place);
        let (Some(&last), mut at_place) = (classes.last(), Vec::new()) else { return };
        at_place.push(last);
        for &class in classes.iter().rev().skip(1) {
            if at_place.contains(&class) {
                continue;
            }
            let places = self.stays.places(class);
            before.places = before.places.or(places.without(here));
            if elsewhere[class as usize] || !places.has(place) {
                return;
            }
            at_place.push(class);
        }
        before.or_never = true;
    }

    fn places(&self, timeline: &Timeline, moment: usize) -> Places {
        self.stays.places(self.stays.root(at(timeline, moment)))
    }
}

/// Where a sentence says that its subjects are, and where the generator's reading says that they were.
fn meaning(event: Event, all: Places) -> (Places, Places) {
    match event {
        Event::Move(place) | Event::Is(place) => (Places::one(place), all.without(Places::one(place))),
        Event::IsNot(place) => {
            (if Law::NotExcludes.holds() { all.without(Places::one(place)) } else { all }, Places::one(place))
        }
        Event::Either(one, other) => {
            let pair = Places::one(one).or(Places::one(other));
            (if Law::EitherRestricts.holds() { pair } else { all }, all.without(pair))
        }
        Event::Grab(_) | Event::Drop(_) | Event::Give(..) => (all, all),
    }
}

/// The stay that lasts.
fn last(timeline: &Timeline) -> Stay {
    timeline.last().map_or(0, |&(_, stay)| stay)
}

/// The stay at a moment. Every timeline begins at moment 0.
fn at(timeline: &Timeline, moment: usize) -> Stay {
    let after = timeline.partition_point(|&(from, _)| from as usize <= moment);
    timeline[after.max(1) - 1].1
}

fn holder_at(holders: &[(u32, Holder)], moment: usize) -> Holder {
    let after = holders.partition_point(|&(from, _)| from as usize <= moment);
    holders[after.max(1) - 1].1
}
