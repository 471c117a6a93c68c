//! A second way to come to questions, as plain as can be: tell a story, look at every question there is, find all its
//! supports, keep those that the filter lets pass, draw one; if there is none, begin anew. Nothing is turned away at a
//! glance, so it is slow, and whatever the maker does to be fast must not show in what it makes.

use std::collections::BTreeMap;

use wampimuk_babi::Kind;
use wampimuk_core::{Family, Role, Stream};
use wampimuk_dyna::recipe::{Features, Part};
use wampimuk_dyna::scheme::{Scheme, Source, StoryScheme};
use wampimuk_dyna::teller::Teller;
use wampimuk_dyna::{Stories, StoryFamily, StoryItems};
use wampimuk_story::{
    Answer, Knowledge, Object, Person, Place, Question, Rules, Story, SupportStyle, Supports, composition,
};

/// What distributions are compared on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Sample {
    /// What the supporting lines are about.
    pub composition: Vec<&'static str>,
    /// How many there are.
    pub support: usize,
    /// The answer.
    pub answer: String,
}

/// Question number `number` of a split with one question for each story, as the dataset has it.
pub fn guided(stories: &Stories, split: usize, numbers: impl Iterator<Item = u64>) -> Option<Vec<Sample>> {
    let mut worker = stories.worker();
    let mut sample = |number| {
        let (narrative, _) = worker.story(split, number).ok()?;
        let solution = narrative.told.solutions.into_iter().next()?;
        Some(Sample {
            composition: solution.composition,
            support: solution.supporting.len(),
            answer: solution.answer,
        })
    };
    numbers.map(&mut sample).collect()
}

/// Draws questions of a part by rejection. The part asks one kind of question, once, at the end of its stories.
pub struct Rejection<'s> {
    stories: &'s Stories,
    part: &'s Part,
    kind: Kind,
    scheme: Box<StoryScheme>,
    rules: Rules,
    style: SupportStyle,
}

impl<'s> Rejection<'s> {
    /// For a part of a dataset.
    pub fn new(stories: &'s Stories, part: &str) -> Option<Rejection<'s>> {
        let generate = &stories.recipe().generate;
        let part = generate.parts.iter().find(|other| other.name == part)?;
        let Source::Story(scheme) = Scheme::new(part, generate).ok()?.source else { return None };
        let asked = [
            (part.ask.where_person, Kind::WherePerson),
            (part.ask.where_object, Kind::WhereObject),
            (part.ask.where_was_object, Kind::WhereWasObject),
            (part.ask.yes_no, Kind::YesNo),
            (part.ask.counting, Kind::Counting),
            (part.ask.list, Kind::List),
        ];
        let mut kinds = asked.into_iter().filter(|(weight, _)| *weight > 0.0).map(|(_, kind)| kind);
        let kind = kinds.next().filter(|_| kinds.next().is_none())?;
        Some(Rejection { stories, part, kind, scheme, rules: generate.rules(), style: generate.supports })
    }

    /// Draws question number `number`: the filters come in turn.
    pub fn draw(&self, number: u64, role: Role, stream: &mut Stream) -> Sample {
        let filter = self.part.filters.get((number % self.part.filters.len().max(1) as u64) as usize);
        loop {
            let Some((story, known)) = self.tell(role, stream) else { continue };
            let mut passing = Vec::new();
            for question in self.questions(&story, &known, stream) {
                let Some((features, sample)) = self.look(&story, &known, question) else { continue };
                let features =
                    Features { composition: &features.0, answer: Some(&sample.answer), ..features.1 };
                if filter.is_none_or(|filter| filter.holds(&features)) {
                    passing.push(sample);
                }
            }
            if !passing.is_empty() {
                return passing.swap_remove(stream.index(passing.len()));
            }
        }
    }

    /// Tells a story of a role.
    fn tell(&self, role: Role, stream: &mut Stream) -> Option<(Story, Knowledge)> {
        let mut teller = Teller::new(self.scheme.cast);
        let mut story = Story::empty(self.scheme.cast);
        teller.begin(stream);
        while story.len() < self.part.before as usize {
            let room = self.part.before as usize - story.len();
            teller.next(&self.scheme.telling, room, &mut story, stream)?;
        }
        if self.stories.role_of(&self.part.name, Some(&story), &[]) != Some(role) {
            return None;
        }
        let known = Knowledge::of(&story, self.rules).ok()?;
        Some((story, known))
    }

    /// Every question of the kind; of those for yes or no, one about each person who has the answer that was drawn.
    fn questions(&self, story: &Story, known: &Knowledge, stream: &mut Stream) -> Vec<Question> {
        let people = || (0..story.cast().people()).map(|person| Person(person as u8));
        let objects = || (0..story.cast().objects()).map(|object| Object(object as u8));
        let places = || (0..story.cast().places().len()).map(|place| Place(place as u8));
        match self.kind {
            Kind::WherePerson => people().map(Question::WherePerson).collect(),
            Kind::WhereObject => objects().map(Question::WhereObject).collect(),
            Kind::WhereWasObject => objects()
                .flat_map(|object| places().map(move |place| Question::WhereWas(object, place)))
                .collect(),
            Kind::Counting => people().map(Question::HowMany).collect(),
            Kind::List => people().map(Question::Carrying).collect(),
            _ => {
                // of somebody who may be anywhere, nothing is told
                let told = |person: &Person| known.person(*person, known.now()).len() < places().count();
                let all: Vec<(Person, Place, Answer)> = people()
                    .filter(told)
                    .flat_map(|person| places().map(move |place| (person, place)))
                    .map(|(person, place)| {
                        (person, place, Question::IsIn(person, place).answer(story, known))
                    })
                    .collect();
                let mut answers = vec![Answer::Yes, Answer::No, Answer::Maybe];
                answers.retain(|answer| all.iter().any(|(_, _, other)| other == answer));
                if answers.is_empty() {
                    return Vec::new();
                }
                let drawn = stream.choose(&answers).clone();
                let mut questions = Vec::new();
                for person in people() {
                    let fitting: Vec<Place> = all
                        .iter()
                        .filter(|(who, _, answer)| *who == person && *answer == drawn)
                        .map(|(_, place, _)| *place)
                        .collect();
                    if !fitting.is_empty() {
                        questions.push(Question::IsIn(person, *stream.choose(&fitting)));
                    }
                }
                questions
            }
        }
    }

    /// A question with what filters look at, if it has an answer, needs a line and is not ambiguous.
    fn look(
        &self,
        story: &Story,
        known: &Knowledge,
        question: Question,
    ) -> Option<((Vec<wampimuk_story::Concept>, Features<'static>), Sample)> {
        let answer = question.answer(story, known);
        if answer == Answer::Unknown || question.is_ambiguous(story, known) {
            return None;
        }
        let steps = self.stories.recipe().generate.steps as usize;
        let found = Supports::find(story, story.len(), question, self.rules, self.style, steps).ok()??;
        if found.canonical.is_empty() {
            return None;
        }
        let concepts = composition(story, &found.canonical);
        let last = found.minimal.iter().filter_map(|set| set.last()).max().copied().unwrap_or(0);
        let features = Features {
            kind: self.kind,
            support: found.canonical.len(),
            composition: &[],
            answer: None,
            proofs: found.minimal.len(),
            recent: story.len() - last,
            reach: story.len() - found.canonical.iter().min().unwrap_or(&0),
            sentences: story.len(),
        };
        let sample = Sample {
            composition: concepts.iter().map(|concept| concept.name()).collect(),
            support: found.canonical.len(),
            answer: self.scheme.lexicon.answer(&answer),
        };
        Some(((concepts, features), sample))
    }
}

/// How often what occurs.
pub type Counts<K> = BTreeMap<K, u64>;

/// Counts what samples are.
pub fn count<K: Ord>(samples: &[Sample], what: impl Fn(&Sample) -> K) -> Counts<K> {
    let mut counts = Counts::new();
    for sample in samples {
        *counts.entry(what(sample)).or_insert(0) += 1;
    }
    counts
}

fn shares<'c, K: Ord>(counts: &'c Counts<K>) -> impl Fn(&K) -> f64 + use<'c, K> {
    let all = counts.values().sum::<u64>().max(1) as f64;
    move |key| counts.get(key).copied().unwrap_or(0) as f64 / all
}

/// Half the sum of the differences of all shares: 0 for the same distribution, 1 for two that have nothing in common.
pub fn total_variation<K: Ord>(one: &Counts<K>, other: &Counts<K>) -> f64 {
    let (of_one, of_other) = (shares(one), shares(other));
    let keys = one.keys().chain(other.keys().filter(|key| !one.contains_key(key)));
    keys.map(|key| (of_one(key) - of_other(key)).abs()).sum::<f64>() / 2.0
}

/// The entropy in bits.
pub fn entropy<K: Ord>(counts: &Counts<K>) -> f64 {
    let share = shares(counts);
    let term = |key: &K| Some(share(key)).filter(|share| *share > 0.0).map(|share| -share * share.log2());
    counts.keys().filter_map(term).sum()
}

/// The splits of a dataset, by name.
pub fn split_named(stories: &Stories, name: &str) -> Option<usize> {
    stories.splits().iter().position(|split| split.name == name)
}
