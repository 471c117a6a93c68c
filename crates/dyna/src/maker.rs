//! Makes stories: tells them until their questions are as a recipe wants them.
//!
//! Rejection keeps the distribution exactly what the telling makes it, given the filters; nothing needs to be argued
//! about how representative the stories are that pass. It is fast because cheap bounds (see [`ProofBounds`])
//! reject most stories, and proofs are only searched for questions that may pass.

use wampimuk_babi::Kind;
use wampimuk_core::{Role, Stream};
use wampimuk_story::{
    Answer, Concept, Knowledge, Places, ProofBounds, Prover, Question, Rules, Story, SupportStyle, Supports,
    composition,
};

use crate::ask::{KINDS, Moment};
use crate::balance::{Hints, Pairing, Trails, Turns, Wanted, may_have};
use crate::recipe::{Asking, Condition, Features, Part};
use crate::scheme::StoryScheme;
use crate::teller::Teller;

/// The sentences of what counts as one try.
const TRY: usize = 20;

/// No story has more sentences, whatever its questions are waiting for.
const LONGEST: usize = 1_000;

/// A question of a story, with its proof.
#[derive(Clone, Debug, PartialEq)]
pub struct Proved {
    /// How many sentences come before it.
    pub after: usize,
    /// The question.
    pub question: Question,
    /// The answer.
    pub answer: Answer,
    /// The lines it rests on.
    pub supports: Supports,
    /// What these lines are about.
    pub composition: Vec<Concept>,
    /// Whether the words fit an earlier occasion as well.
    pub ambiguous: bool,
    /// Whether it goes with another question, and need not pass the filter.
    pub added: bool,
}

/// How stories are read and supports are listed.
#[derive(Clone, Copy, Debug)]
pub struct Manner {
    /// How stories are read.
    pub rules: Rules,
    /// Which support is listed.
    pub style: SupportStyle,
    /// The most steps of a search for supports.
    pub steps: usize,
    /// Whether questions may fit several occasions.
    pub ambiguous: bool,
}

/// Which questions are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Gate<'a> {
    /// The filter whose turn it is.
    pub filter: Option<&'a Condition>,
    /// The hold-out that questions must belong to.
    pub within: Option<&'a Condition>,
    /// The hold-outs that questions must not belong to.
    pub outside: &'a [Condition],
    /// How answers should go with what one event suggests, and how many stories had these turns before.
    pub balance: Option<(&'a Turns, u64)>,
}

impl Gate<'_> {
    fn required(&self) -> impl Iterator<Item = &Condition> {
        self.filter.into_iter().chain(self.within)
    }

    fn may_have(&self, kind: Kind, sentences: usize) -> bool {
        self.required().all(|condition| condition.may_have(kind, sentences))
    }

    /// The least number of supporting lines that is let pass.
    fn least_support(&self) -> usize {
        self.required()
            .filter_map(|condition| condition.support)
            .map(|[least, _]| least as usize)
            .max()
            .unwrap_or(0)
    }

    /// The largest number that is let pass.
    fn most_support(&self) -> usize {
        let bounds = self.required().filter_map(|condition| condition.support);
        bounds.map(|[_, most]| most as usize).min().unwrap_or(usize::MAX)
    }

    /// The most sentences that a question may come after.
    fn most_sentences(&self) -> usize {
        let bounds = self.required().filter_map(|condition| condition.sentences);
        bounds.map(|most| most as usize).min().unwrap_or(usize::MAX)
    }

    fn may_have_support(&self, (least, most): (usize, usize)) -> bool {
        self.required().all(|condition| condition.may_have_support(least, most))
    }

    /// Whether a question passes. Where its answer is not given, nothing is said about it.
    pub fn holds(&self, question: &Features<'_>) -> bool {
        self.required().all(|condition| condition.holds(question)) && self.allows(question)
    }

    /// Whether a question belongs to no hold-out but the one that is wanted.
    fn allows(&self, question: &Features<'_>) -> bool {
        !self.outside.iter().any(|condition| {
            let undecided = question.answer.is_none() && condition.names_answers();
            !undecided && self.within != Some(condition) && condition.holds(question)
        })
    }

    /// How the answer to a question of a kind should go with what one event suggests; any way, if `None`.
    fn pairing(&self, kind: usize) -> Option<Pairing> {
        let (turns, round) = self.balance?;
        turns.at(kind, round)
    }

    fn wants(&self, answer: &str) -> bool {
        self.required().all(|condition| {
            condition.answers.is_empty() || condition.answers.iter().any(|wanted| wanted == answer)
        })
    }
}

/// What came of asking at a moment of a story.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// A question passes and is asked.
    Passes,
    /// One would pass, but its answer does not go as it should with what one event suggests.
    Unbalanced,
    /// None passes.
    Nothing,
}

/// Makes stories of people, objects and places, with the same memory.
#[derive(Debug)]
pub struct StoryMaker<'a> {
    part: &'a Part,
    scheme: &'a StoryScheme,
    manner: Manner,
    teller: Teller,
    story: Story,
    known: Knowledge,
    trails: Trails,
    prover: Prover,
    list: Vec<Question>,
    asked: Vec<Proved>,
    /// While stories are only counted: how many questions are added to those asked.
    added: Option<usize>,
}

impl<'a> StoryMaker<'a> {
    /// A maker of a part's stories.
    pub fn new(part: &'a Part, scheme: &'a StoryScheme, manner: Manner) -> StoryMaker<'a> {
        StoryMaker {
            part,
            scheme,
            manner,
            teller: Teller::new(scheme.cast),
            story: Story::empty(scheme.cast),
            known: Knowledge::default(),
            trails: Trails::default(),
            prover: Prover::new(manner.rules, manner.style, manner.steps),
            list: Vec::new(),
            asked: Vec::new(),
            added: None,
        }
    }

    /// How it reads stories and lists supports.
    pub fn manner(&self) -> Manner {
        self.manner
    }

    /// Tells a story whose questions pass and that may be told to a role; `None` if the part's tries did not.
    pub fn make(&mut self, gate: &Gate<'_>, role: Role, stream: &mut Stream) -> Option<(&Story, &[Proved])> {
        let most = self.part.tries as usize * TRY;
        let mut told = 0;
        while told < most {
            if self.attempt(gate, stream) && self.rename(gate, role, stream) {
                return Some((&self.story, &self.asked));
            }
            told += self.story.len().max(1);
        }
        None
    }

    /// How many questions the story has that [`StoryMaker::make`] makes from the same stream: added ones need no proof to be
    /// counted.
    pub fn count(&mut self, gate: &Gate<'_>, role: Role, stream: &mut Stream) -> Option<usize> {
        self.added = Some(0);
        let asked = self.make(gate, role, stream).map(|(_, asked)| asked.len());
        let added = self.added.take().unwrap_or(0);
        Some(asked? + added)
    }

    /// Tells one story; whether its questions pass, but for their answers' names.
    pub fn attempt(&mut self, gate: &Gate<'_>, stream: &mut Stream) -> bool {
        let part = self.part;
        self.story.clear();
        self.asked.clear();
        self.added = self.added.map(|_| 0);
        self.teller.begin(stream);
        let mut since = 0;
        let mut interruptions = 0;
        let sole = self.is_sole();
        let balanced = gate.balance.is_some();
        let longest = gate.most_sentences().min(LONGEST);
        if balanced {
            self.trails.begin(&self.scheme.cast);
        }
        while interruptions < part.questions {
            let gap = self.story.len() - since;
            let due = gap >= part.before as usize
                && (gap - part.before as usize).is_multiple_of(part.step as usize);
            if due && (self.scheme.chance >= 10_000 || stream.below(10_000) < self.scheme.chance) {
                match self.ask(gate, stream) {
                    Asked::Passes => {
                        since = self.story.len();
                        interruptions += 1;
                        continue;
                    }
                    Asked::Unbalanced => return false,
                    Asked::Nothing => {}
                }
            }
            if (sole && gap >= part.before as usize) || self.story.len() >= longest {
                return false;
            }
            // who wants exactly this many sentences does not begin what takes one more
            let room = if sole { part.before as usize - gap } else { usize::MAX };
            if self.teller.next(&self.scheme.telling, room, &mut self.story, stream).is_none() {
                return false;
            }
            if balanced {
                // at once, while the processor still knows which event it was
                self.trails.follow(&self.story);
            }
        }
        true
    }

    /// Asks a question here, or several.
    fn ask(&mut self, gate: &Gate<'_>, stream: &mut Stream) -> Asked {
        let now = self.story.len();
        let asks = self.scheme.asks;
        let first = self.asked.len();
        if self.cannot_ask(gate) {
            return Asked::Nothing;
        }
        let possible = |number: usize| asks.of(number) > 0 && gate.may_have(KINDS[number], now);
        if !(0..KINDS.len()).any(possible)
            || self.known.learn(&self.story, now, |_| true, self.manner.rules).is_err()
        {
            return Asked::Nothing;
        }
        if self.part.asking == Asking::All {
            for (number, kind) in KINDS.into_iter().enumerate() {
                if possible(number) {
                    self.find_questions(kind, gate, stream);
                    for question in std::mem::take(&mut self.list) {
                        let proved = self.proved(question, gate);
                        self.asked.extend(proved);
                    }
                }
            }
        } else {
            let some = (0..KINDS.len()).filter(|&number| possible(number));
            let Some(number) = asks.draw_among(some, stream) else { return Asked::Nothing };
            let pairing = gate.pairing(number);
            let fits = pairing.is_some_and(|pairing| {
                self.find_paired(KINDS[number], pairing, gate, stream);
                self.draw_question(gate, stream)
            });
            if !fits && pairing.is_none_or(|_| !self.is_sole()) {
                self.find_questions(KINDS[number], gate, stream);
                let passes = self.draw_question(gate, stream);
                if passes && pairing.is_some() {
                    return Asked::Unbalanced;
                }
            }
        }
        if self.asked.len() == first {
            return Asked::Nothing;
        }
        self.add_questions(first, gate, stream);
        Asked::Passes
    }

    /// Whether no question can have the pairing that is wanted, as far as that is seen at a glance. Stories that wait for
    /// their question go on until some question passes, so they need to know more.
    fn cannot_ask(&self, gate: &Gate<'_>) -> bool {
        let mut kinds = (0..KINDS.len()).filter(|&number| self.scheme.asks.of(number) > 0);
        let (Some(number), None, true) = (kinds.next(), kinds.next(), self.is_sole()) else { return false };
        let Some(pairing) = gate.pairing(number) else { return false };
        let wanted = Wanted {
            kind: KINDS[number],
            pairing,
            support: (gate.least_support(), gate.most_support()),
            history: self.manner.style == SupportStyle::History,
            rules: self.manner.rules,
        };
        let hints = Hints::new(&self.story, &self.trails);
        !may_have(&wanted, &hints, &self.scheme.cast, self.teller.truth())
    }

    /// Whether a story has one question, after exactly so many sentences.
    fn is_sole(&self) -> bool {
        self.part.questions == 1 && self.part.chance == 1.0 && !self.part.overshoot
    }

    /// Draws one of the questions of the list that pass and asks it; whether there is one.
    fn draw_question(&mut self, gate: &Gate<'_>, stream: &mut Stream) -> bool {
        let tries = if self.part.asking == Asking::One { 1 } else { self.list.len() };
        for place in 0..tries.min(self.list.len()) {
            let other = place + stream.index(self.list.len() - place);
            self.list.swap(place, other);
            if let Some(proved) = self.proved(self.list[place], gate) {
                self.asked.push(proved);
                return true;
            }
        }
        false
    }

    /// The questions of a kind whose answer goes so with what one event suggests.
    fn find_paired(&mut self, kind: Kind, pairing: Pairing, gate: &Gate<'_>, stream: &mut Stream) {
        if let Pairing::YesNo { own, company, answer } = pairing {
            self.list.clear();
            let answer = answer.answer();
            if gate.wants(&self.scheme.lexicon.answer(&answer)) {
                let hints = Hints::new(&self.story, &self.trails);
                let moment = Moment { story: &self.story, known: &self.known };
                for person in moment.people() {
                    let last = hints.last_said(person);
                    let places = moment.places(person, &answer).iter();
                    let fitting = places.filter(|place| last.to(*place) == (own, company));
                    self.list.extend(fitting.map(|place| Question::IsIn(person, place)));
                }
            }
            return;
        }
        self.find_questions(kind, gate, stream);
        let (story, known) = (&self.story, &self.known);
        let hints = Hints::new(story, &self.trails);
        self.list.retain(|question| {
            Pairing::of(*question, &question.answer(story, known), &hints) == Some(pairing)
        });
    }

    fn find_questions(&mut self, kind: Kind, gate: &Gate<'_>, stream: &mut Stream) {
        self.list.clear();
        let moment = Moment { story: &self.story, known: &self.known };
        let lexicon = &self.scheme.lexicon;
        moment.questions(kind, |answer| gate.wants(&lexicon.answer(answer)), stream, &mut self.list);
    }

    /// A question with its proof, if it passes.
    fn proved(&mut self, question: Question, gate: &Gate<'_>) -> Option<Proved> {
        let kind = Kind::from(question);
        let Manner { rules, style, .. } = self.manner;
        let bounds = ProofBounds::bounds(question, &self.story, &self.known, rules, style);
        if !gate.may_have_support(bounds) {
            return None;
        }
        // the support of what somebody carries is not the smallest if all their history is listed
        let history =
            self.manner.style == SupportStyle::History && matches!(kind, Kind::Counting | Kind::List);
        let least = if history { 0 } else { gate.least_support() };
        let proved = self.prove(question, least)?;
        let text =
            matches!(kind, Kind::YesNo | Kind::Counting).then(|| self.scheme.lexicon.answer(&proved.answer));
        gate.holds(&features(&proved, text.as_deref())).then_some(proved)
    }

    fn prove(&mut self, question: Question, least: usize) -> Option<Proved> {
        prove(&self.story, &self.known, question, least, self.manner.ambiguous, &mut self.prover)
    }

    /// A question that goes with another, with its proof, unless it is held out.
    fn added(&mut self, question: Question, gate: &Gate<'_>) -> Option<Proved> {
        let proved = Proved { added: true, ..self.prove(question, 0)? };
        let text = self.fixed_answer(&proved);
        gate.allows(&features(&proved, text.as_deref())).then_some(proved)
    }

    /// The answer in words, if exchanging names does not change it.
    fn fixed_answer(&self, proved: &Proved) -> Option<String> {
        let fixed = matches!(Kind::from(proved.question), Kind::YesNo | Kind::Counting);
        fixed.then(|| self.scheme.lexicon.answer(&proved.answer))
    }

    /// The questions that go with those asked here: other phrasings, and all of certain kinds.
    fn add_questions(&mut self, first: usize, gate: &Gate<'_>, stream: &mut Stream) {
        if self.part.rephrase {
            for number in first..self.asked.len() {
                let proved = &self.asked[number];
                if let (Question::WherePerson(person), Answer::Place(place)) =
                    (proved.question, &proved.answer)
                {
                    let mut at = vec![*place];
                    if self.part.balance {
                        let elsewhere = self.scheme.cast.places().without(Places::one(*place));
                        at.extend(elsewhere.iter().nth(stream.index(elsewhere.len().max(1))));
                        stream.shuffle(&mut at);
                    }
                    for place in at {
                        let again = self.added(Question::IsIn(person, place), gate);
                        self.asked.extend(again);
                    }
                }
            }
        }
        for number in 0..self.part.inject.len() {
            self.list.clear();
            let moment = Moment { story: &self.story, known: &self.known };
            moment.questions(self.part.inject[number].into(), |_| true, stream, &mut self.list);
            for question in std::mem::take(&mut self.list) {
                if self.asked[first..].iter().any(|proved| proved.question == question) {
                    continue;
                }
                if let (Some(added), []) = (&mut self.added, gate.outside) {
                    let clear = self.manner.ambiguous || !question.is_ambiguous(&self.story, &self.known);
                    *added += usize::from(clear);
                } else {
                    let added = self.added(question, gate);
                    self.asked.extend(added);
                }
            }
        }
    }

    /// Exchanges names so that the story may be told to a role; whether that is possible and all answers still pass.
    fn rename(&mut self, gate: &Gate<'_>, role: Role, stream: &mut Stream) -> bool {
        let Some(names) = self.scheme.openings.rename(&mut self.story, role, stream) else { return false };
        for proved in &mut self.asked {
            proved.question = names.question(proved.question);
            proved.answer = names.answer(&proved.answer);
        }
        let passes = |proved: &Proved| {
            let text = self.scheme.lexicon.answer(&proved.answer);
            let features = features(proved, Some(&text));
            if proved.added { gate.allows(&features) } else { gate.holds(&features) }
        };
        self.asked.iter().all(passes)
    }
}

/// What conditions look at.
pub fn features<'p>(proved: &'p Proved, answer: Option<&'p str>) -> Features<'p> {
    Features {
        kind: Kind::from(proved.question),
        support: proved.supports.canonical.len(),
        composition: &proved.composition,
        answer,
        proofs: proved.supports.minimal.len(),
        recent: proved.after
            - proved.supports.minimal.iter().filter_map(|set| set.last()).max().unwrap_or(&0),
        reach: proved.after - proved.supports.canonical.iter().min().unwrap_or(&0),
        sentences: proved.after,
    }
}

/// A question with its proof, unless it has fewer lines than wanted, or is ambiguous and that is not wanted.
pub(crate) fn prove(
    story: &Story,
    known: &Knowledge,
    question: Question,
    least: usize,
    ambiguous_too: bool,
    prover: &mut Prover,
) -> Option<Proved> {
    let ambiguous = question.is_ambiguous(story, known);
    if ambiguous && !ambiguous_too {
        return None;
    }
    let supports = prover.prove_least(story, question, known, least)?;
    let composition = composition(story, &supports.canonical);
    let answer = question.answer(story, known);
    Some(Proved { after: known.now(), question, answer, supports, composition, ambiguous, added: false })
}
