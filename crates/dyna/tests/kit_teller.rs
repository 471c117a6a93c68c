//! The choices of the teller: against what the original told, and against a count of all possibilities.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::Read;
use std::path::PathBuf;

use serde_json::Value;
use wampimuk_core::{Digest, StreamKey};
use wampimuk_dyna::choice::Weights;
use wampimuk_dyna::teller::{EventWeights, Teller};
use wampimuk_story::{Cast, Event, Lexicon, Person, Sentence, Story};

fn recorded() -> Option<String> {
    let shared = std::env::var_os("WAMPIMUK_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    let path = shared.join("conformance/babi/kit/unfiltered_300_both_engines.jsonl.gz");
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).ok()?).read_to_string(&mut text).ok()?;
    Some(text)
}

/// How often what was told, by topic. Topics are compared with each other, classes within a topic.
#[derive(Default)]
struct Counts(BTreeMap<(&'static str, &'static str), u64>);

impl Counts {
    fn add(&mut self, topic: &'static str, class: &'static str) {
        *self.0.entry((topic, class)).or_default() += 1;
    }

    fn story(&mut self, story: &Story) {
        self.add("length", if story.len() > 20 { "21" } else { "20" });
        // so that the last sentence does not depend on how a story ends
        let lines = &story.sentences()[..story.len().min(19)];
        let mut carried = [None; 3];
        for (line, sentence) in lines.iter().enumerate() {
            let class = class(sentence);
            self.add("line", class);
            let next = lines.get(line + 1).filter(|next| next.antecedent.is_some());
            match next {
                Some(next) if sentence.and.is_none() => {
                    self.add("before a pronoun", class);
                    self.add("with a pronoun", self::class(next));
                    if let (Event::Grab(taken), Event::Drop(dropped)) = (sentence.event, next.event) {
                        self.add("taken and dropped", if taken == dropped { "same" } else { "another" });
                    }
                }
                _ => {}
            }
            match sentence.event {
                Event::Grab(object) => carried[object.index()] = Some(sentence.who),
                Event::Drop(object) => carried[object.index()] = None,
                Event::Give(object, to) => carried[object.index()] = Some(to),
                _ => {}
            }
            if line == 9 {
                let count = carried.iter().flatten().count();
                self.add("carried after ten lines", ["0", "1", "2", "3"][count]);
            }
        }
    }

    /// The squared deviation of two samples from each other, in units of what chance would give, and the degrees of freedom.
    fn compare(&self, other: &Counts, topic: &str) -> (f64, f64) {
        let classes: BTreeSet<_> = self.0.keys().chain(other.0.keys()).filter(|key| key.0 == topic).collect();
        let count = |counts: &Counts, key: &(&str, &str)| counts.0.get(key).copied().unwrap_or(0) as f64;
        let sum = |counts: &Counts| classes.iter().map(|key| count(counts, key)).sum::<f64>();
        let (ours, theirs) = (sum(self), sum(other));
        let deviation = |key: &(&str, &str)| {
            let (one, two) = (count(self, key), count(other, key));
            let difference = (theirs / ours).sqrt() * one - (ours / theirs).sqrt() * two;
            difference * difference / (one + two)
        };
        (classes.iter().map(|key| deviation(key)).sum(), classes.len() as f64 - 1.0)
    }
}

fn class(sentence: &Sentence) -> &'static str {
    match (sentence.event, sentence.and, sentence.antecedent) {
        (Event::Move(_), Some(_), None) => "two go",
        (Event::Move(_), Some(_), Some(_)) => "they go",
        (Event::Move(_), None, None) => "goes",
        (Event::Move(_), None, Some(_)) => "he goes",
        (Event::Grab(_), _, None) => "takes",
        (Event::Grab(_), _, Some(_)) => "he takes",
        (Event::Drop(_), _, None) => "drops",
        (Event::Drop(_), _, Some(_)) => "he drops",
        (Event::Give(..), ..) => "gives",
        (Event::Is(_), ..) => "is",
        (Event::IsNot(_), ..) => "is not",
        (Event::Either(..), ..) => "either",
    }
}

const TOPICS: [&str; 6] =
    ["length", "line", "before a pronoun", "with a pronoun", "taken and dropped", "carried after ten lines"];

fn told(stories: u64, telling: &EventWeights) -> Result<Counts, Box<dyn Error>> {
    let cast = Lexicon::published().cast()?;
    let key = StreamKey::new(&Digest::of(b"choices"), "teller", 0);
    let (mut teller, mut story, mut counts) = (Teller::new(cast), Story::empty(cast), Counts::default());
    for number in 0..stories {
        let mut stream = key.stream(number);
        story.clear();
        teller.begin(&mut stream);
        while story.len() < 20 {
            teller.next(telling, usize::MAX, &mut story, &mut stream).ok_or("nothing to tell")?;
        }
        counts.story(&story);
    }
    Ok(counts)
}

fn of_original(text: &str) -> Result<Counts, Box<dyn Error>> {
    let lexicon = Lexicon::published();
    let mut counts = Counts::default();
    for line in text.lines() {
        let item: Value = serde_json::from_str(line)?;
        let mut story = Story::empty(lexicon.cast()?);
        for line in item["story"].as_array().ok_or("no story")? {
            let words = line.as_str().and_then(|line| line.split_once(' ')).ok_or("no sentence")?.1;
            story.push(lexicon.read(words, &story)?.0)?;
        }
        counts.story(&story);
    }
    Ok(counts)
}

/// The weights of the recorded stories: those of the configuration `mix_T12`.
fn recorded_weights() -> EventWeights {
    EventWeights {
        actions: Weights::new([5, 10, 8, 10, 10, 5, 5, 10, 10]),
        coref: Weights::new([1, 10, 10]),
        negate: Weights::new([1, 1]),
    }
}

#[test]
fn stories_are_told_as_by_the_original() {
    let Some(text) = recorded() else {
        eprintln!("skipped: no recorded stories");
        return;
    };
    let theirs = of_original(&text).unwrap();
    let ours = told(6_000, &recorded_weights()).unwrap();
    for topic in TOPICS {
        let (deviation, freedom) = ours.compare(&theirs, topic);
        eprintln!("{topic}: {deviation:.1} with {freedom} degrees of freedom");
        // a thousandth of samples from one distribution deviate more; sentences of a story depend on each other a little
        assert!(deviation < freedom + 4.0 * (2.0 * freedom).sqrt() + 4.0, "{topic}: {deviation}");
    }
}

#[test]
fn the_comparison_sees_other_weights() {
    let ours = told(6_000, &recorded_weights()).unwrap();
    for (topic, other) in [
        (
            "line",
            EventWeights { actions: Weights::new([5, 10, 8, 10, 10, 5, 5, 10, 6]), ..recorded_weights() },
        ),
        ("with a pronoun", EventWeights { coref: Weights::new([3, 10, 10]), ..recorded_weights() }),
        ("line", EventWeights { negate: Weights::new([1, 2]), ..recorded_weights() }),
    ] {
        let (deviation, freedom) = ours.compare(&told(300, &other).unwrap(), topic);
        assert!(deviation > freedom + 4.0 * (2.0 * freedom).sqrt() + 4.0, "{topic}: {deviation}");
    }
}

/// Of two people who go together, every pair and place is as likely as any other that is possible.
#[test]
fn every_joint_move_is_as_likely_as_any_other() {
    let cast = Cast::new(3, 1, 4).unwrap();
    let telling = EventWeights {
        actions: Weights::new([0, 0, 0, 0, 0, 1, 0, 0, 0]),
        coref: Weights::new([1, 0, 0]),
        negate: Weights::new([1, 1]),
    };
    let key = StreamKey::new(&Digest::of(b"pairs"), "teller", 0);
    // by how many people are together at first: how often a pair that is together went, and how many ways there were
    let (mut together, mut expected) = (0.0, 0.0);
    let mut variance = 0.0;
    for number in 0..40_000 {
        let mut stream = key.stream(number);
        let (mut teller, mut story) = (Teller::new(cast), Story::empty(cast));
        teller.begin(&mut stream);
        let before: Vec<_> = (0..3).map(|person| teller.truth().person(Person(person))).collect();
        teller.next(&telling, usize::MAX, &mut story, &mut stream).unwrap();
        let sentence = story.sentences()[0];
        let (one, other) = (sentence.who, sentence.and.unwrap());
        assert!(
            Event::Move(before[one.index()]) != sentence.event
                && Event::Move(before[other.index()]) != sentence.event
        );
        let (mut ways, mut of_pairs) = (0, 0);
        for (a, b, place) in (0..36).map(|n| (n / 12, n / 4 % 3, n % 4)).filter(|(a, b, _)| a != b) {
            let free = before[a].index() != place && before[b].index() != place;
            ways += usize::from(free);
            of_pairs += usize::from(free && before[a] == before[b]);
        }
        let share = of_pairs as f64 / ways as f64;
        expected += share;
        variance += share * (1.0 - share);
        together += f64::from(u8::from(before[one.index()] == before[other.index()]));
    }
    let deviation = (together - expected) / variance.sqrt();
    assert!(deviation.abs() < 4.0, "{deviation} standard deviations");
}
