//! Everything that the stories of a recipe can say.
//!
//! Stories of people, objects and places are put together from a lexicon, so sentences in which every word of it occurs
//! once have all words. The toy worlds of the other bAbI tasks do not list their words, so enough stories of each are
//! told that a missing word is practically impossible.

use std::collections::BTreeSet;

use wampimuk_babi::Line;
use wampimuk_babi::worlds::SolvedPassage;
use wampimuk_core::{Digest, Stream, StreamKey};
use wampimuk_dyna::StoryFamily;
use wampimuk_dyna::long::AsideSource;
use wampimuk_dyna::scheme::{Scheme, Source, world_of};
use wampimuk_story::{Answer, Event, Lexicon, Object, Person, Place, Question, Sentence, Wording};

use super::longest::longest_texts;
use super::{Punctuation, story_tokens};

/// How many stories of a toy world are told to collect all its words.
const STORIES: u64 = 1000;

/// An answer that is expected fewer times among these stories may be missing.
const RARELY: u64 = 20;

/// The most objects whose combinations are listed.
const MOST_LISTED: usize = 12;

/// Sentences, questions and answers in which every word of a recipe occurs, in the recipe's own words.
#[derive(Clone, Debug)]
pub(super) struct PossibleTexts {
    /// Sentences and questions.
    pub(super) texts: Vec<String>,
    /// Sentences and questions, one of which has as many tokens as any that is told.
    pub(super) longest: Vec<String>,
    pub(super) answers: Vec<String>,
    /// Whether these are all answers.
    pub(super) whole_answers: bool,
}

impl PossibleTexts {
    pub(super) fn by(stories: &dyn StoryFamily) -> Self {
        let (texts, longest, answers) = (Vec::new(), Vec::new(), Vec::new());
        let mut told = Self { texts, longest, answers, whole_answers: true };
        let tokens = |name: &str| match stories.relexicon() {
            Some(relexicon) => story_tokens(&relexicon.apply(name), Punctuation::Keep).len(),
            None => story_tokens(name, Punctuation::Keep).len(),
        };
        let generate = &stories.recipe().generate;
        for part in &generate.parts {
            // A dataset's parts have been checked.
            let Ok(scheme) = Scheme::new(part, generate) else { continue };
            match &scheme.source {
                Source::World(toy) => told.world(toy.task(), |stream| toy.tell_any(stream)),
                Source::Story(story) => {
                    let there = generate.words.there > 0.0;
                    told.longest.extend(longest_texts(story, &scheme.part, there, &tokens));
                    told.lexicon(&story.lexicon);
                    let asides = story.long.as_ref().and_then(|long| long.asides.as_ref());
                    let (text, tasks) = asides.map(AsideSource::told).unwrap_or_default();
                    told.texts.extend_from_slice(text);
                    told.longest.extend_from_slice(text);
                    for &task in tasks {
                        let Some(world) = world_of(task) else { continue };
                        told.world(task, |stream| world.tell(task, None, stream, &|_| true));
                    }
                }
            }
        }
        if let Some(relexicon) = stories.relexicon() {
            for text in told.texts.iter_mut().chain(&mut told.answers).chain(&mut told.longest) {
                *text = relexicon.apply(text);
            }
        }
        told
    }

    /// What a lexicon can say.
    fn lexicon(&mut self, lexicon: &Lexicon) {
        let people = || (0..lexicon.people.len()).map(|number| Person(number as u8));
        let objects = || (0..lexicon.objects.len()).map(|number| Object(number as u8));
        let places = || (0..lexicon.places.len()).map(|number| Place(number as u8));
        let (Some(person), Some(place)) = (people().next(), places().next()) else { return };
        let mut events: Vec<Event> = places()
            .flat_map(|place| {
                [Event::Move(place), Event::Is(place), Event::IsNot(place), Event::Either(place, place)]
            })
            .collect();
        for object in objects() {
            events.extend([Event::Grab(object), Event::Drop(object), Event::Give(object, person)]);
        }
        let mut say = |sentence: &Sentence, wording| self.texts.push(lexicon.write(sentence, wording));
        for event in events {
            for verb in 0..lexicon.synonyms(event) {
                let wording = Wording { verb, there: true, ..Wording::default() };
                say(&Sentence::new(person, event), wording);
                say(&Sentence::new(person, event).and(person), wording);
            }
        }
        for who in people() {
            let alone = Sentence::new(who, Event::Is(place));
            say(&alone, Wording::default());
            for prefix in 0..lexicon.prefixes.len() {
                let wording = Wording { prefix, ..Wording::default() };
                say(&Sentence { antecedent: Some(0), ..alone }, wording);
                say(&Sentence { antecedent: Some(0), ..alone.and(who) }, wording);
            }
        }
        let mut questions = vec![
            Question::WherePerson(person),
            Question::IsIn(person, place),
            Question::GaveWhat(person, person),
        ];
        questions.extend([Question::Carrying(person), Question::HowMany(person)]);
        if let Some(object) = objects().next() {
            questions.extend([
                Question::WhereObject(object),
                Question::WhereWas(object, place),
                Question::WhoGaveTo(object, person),
                Question::WhoGave(object),
                Question::WhoReceived(object),
                Question::GaveToWhom(person, object),
            ]);
        }
        self.texts.extend(questions.into_iter().map(|question| lexicon.ask(question)));
        let mut answers = vec![Answer::Yes, Answer::No, Answer::Maybe, Answer::Objects(Vec::new())];
        answers.extend(places().map(Answer::Place));
        answers.extend(people().map(Answer::Person));
        answers.extend(objects().map(Answer::Object));
        answers.extend((0..=lexicon.objects.len()).map(Answer::Count));
        if lexicon.objects.len() <= MOST_LISTED {
            let sets = 0..1u32 << lexicon.objects.len();
            let members = |set: u32| objects().filter(|object| set >> object.0 & 1 == 1).collect();
            answers.extend(sets.map(|set| Answer::Objects(members(set))));
        } else {
            self.whole_answers = false;
        }
        self.answers.extend(answers.iter().map(|answer| lexicon.answer(answer)));
    }

    /// The texts of a task about a toy world.
    fn world(&mut self, task: u8, tell: impl Fn(&mut Stream) -> Option<SolvedPassage>) {
        let key = StreamKey::new(&Digest::of(b"the words of a little world"), "task", task.into());
        let (before, answers) = (self.texts.len(), self.answers.len());
        for number in 0..STORIES {
            let Some(told) = tell(&mut key.stream(number)) else { continue };
            for line in told.passage.lines {
                match line {
                    Line::Fact(text) => self.texts.push(text),
                    Line::Question(asked) => {
                        self.texts.push(asked.question);
                        self.answers.push(asked.answer);
                    }
                }
            }
        }
        self.longest.extend_from_slice(&self.texts[before..]);
        // so many different ones, such as long paths, that some may not have come up
        let different: BTreeSet<&String> = self.answers[answers..].iter().collect();
        self.whole_answers &= different.len() as u64 * RARELY < STORIES;
        for list in [&mut self.texts, &mut self.longest, &mut self.answers] {
            list.sort_unstable();
            list.dedup();
        }
    }
}
