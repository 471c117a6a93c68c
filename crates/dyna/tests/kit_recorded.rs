//! What the released procedure keeps, compared with what the original kept. Skipped where the records are not at hand.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::io::Read;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use wampimuk_core::Role;
use wampimuk_dyna::kit::{Kit, Manner, convert};
use wampimuk_dyna::released::{Kind, fill};
use wampimuk_story::{Event, Lexicon, Story};

type Counts = BTreeMap<String, f64>;

fn records() -> Option<PathBuf> {
    let shared = std::env::var_os("WAMPIMUK_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    let records = shared.join("conformance/babi/kit");
    if !records.is_dir() {
        eprintln!("skipped: no records at {}", records.display());
        return None;
    }
    Some(records)
}

fn folders(path: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut folders = std::fs::read_dir(path)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()?;
    folders.retain(|path| path.is_dir() && !path.ends_with("configs"));
    folders.sort();
    Ok(folders)
}

fn json_file(path: &Path) -> Result<Value, Box<dyn Error>> {
    Ok(serde_json::from_str(&std::fs::read_to_string(path)?)?)
}

/// Kinds with sizes of supports, and kinds of sentences in stories that were kept; how many stories there are.
#[derive(Default)]
struct Kept {
    questions: Counts,
    sentences: Counts,
    stories: f64,
}

impl Kept {
    fn story(&mut self, story: &Story) {
        self.stories += 1.0;
        for sentence in story.sentences() {
            let kind = match sentence.event {
                Event::Move(_) => "move",
                Event::Is(_) => "is",
                Event::IsNot(_) => "is not",
                Event::Either(..) => "either",
                Event::Grab(_) => "grab",
                Event::Drop(_) => "drop",
                Event::Give(..) => "give",
            };
            let joint = if sentence.and.is_some() { " both" } else { "" };
            let pronoun = if sentence.antecedent.is_some() { " pronoun" } else { "" };
            *self.sentences.entry(format!("{kind}{joint}{pronoun}")).or_default() += 1.0;
        }
    }

    fn question(&mut self, kind: Kind, support: usize) {
        // rare sizes together
        let support = if support > 6 { "7 or more".to_owned() } else { support.to_string() };
        *self.questions.entry(format!("{} {support}", kind.name())).or_default() += 1.0;
    }

    fn of_original(text: &str) -> Result<Kept, Box<dyn Error>> {
        let lexicon = Lexicon::published();
        let mut kept = Kept::default();
        let mut story = Story::empty(lexicon.cast()?);
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let (number, rest) = line.split_once(' ').ok_or("no number")?;
            if number == "1" {
                if !story.is_empty() {
                    kept.story(&story);
                }
                story = Story::empty(lexicon.cast()?);
            }
            match rest.split('\t').collect::<Vec<_>>().as_slice() {
                [question, _, support] => {
                    let kind = Kind::of(lexicon.read_question(question.trim())?);
                    kept.question(kind, support.split_whitespace().count());
                }
                _ => story.push(lexicon.read(rest.trim(), &story)?.0)?,
            }
        }
        kept.story(&story);
        Ok(kept)
    }
}

/// The squared deviation of two samples from each other, in units of what chance would give, and the degrees of freedom.
fn compare(ours: &Counts, theirs: &Counts) -> (f64, f64) {
    let keys: BTreeSet<&String> = ours.keys().chain(theirs.keys()).collect();
    let (a, b): (f64, f64) = (ours.values().sum(), theirs.values().sum());
    let deviation = |key: &String| {
        let (one, two) = (ours.get(key).unwrap_or(&0.0), theirs.get(key).unwrap_or(&0.0));
        let difference = (b / a).sqrt() * one - (a / b).sqrt() * two;
        difference * difference / (one + two)
    };
    (keys.iter().map(|key| deviation(key)).sum(), keys.len() as f64 - 1.0)
}

/// With the recorded settings of each sub-task, thirty times over, the procedure keeps stories and questions in the same
/// proportions.
#[test]
fn splits_are_filled_as_by_the_original() {
    let Some(records) = records() else { return };
    for folder in folders(&records).unwrap().iter().flat_map(|path| folders(path).unwrap()) {
        let only = !folder.join("train.txt.gz").exists();
        let name = if only { "valid" } else { "train" };
        let mut text = String::new();
        let file = std::fs::File::open(folder.join(format!("{name}.txt.gz"))).unwrap();
        flate2::read::GzDecoder::new(file).read_to_string(&mut text).unwrap();
        let theirs = Kept::of_original(&text).unwrap();

        let filters = json_file(&folder.join("filter_config.json")).ok();
        let filters: Option<Vec<Value>> =
            filters.and_then(|filters| Some(filters.as_object()?.values().cloned().collect()));
        let mut params = json_file(&folder.join("story_params.json")).unwrap();
        // what the original has appended to its own settings
        if let Some(weights) = params["questions_distribution"].as_array_mut() {
            while weights.last().and_then(Value::as_f64) == Some(0.0) {
                weights.pop();
            }
        }
        let task = json!({"story_params": params, "filter_config": filters});
        let config = json!({"name": "recorded", "only_dev": only, "tasks": [task]});
        let (kit, _) = Kit::parse(&config.to_string()).unwrap();
        let recipe = convert(&kit, Manner::Released).unwrap().recipe;
        let role = if only { Role::Test } else { Role::Train };
        let mut ours = Kept::default();
        for seed in 0..30 {
            let filled = fill(&recipe, 0, role, seed).unwrap();
            let mut item = 0;
            while let Some(story) = filled.story(item) {
                ours.story(&story.story);
                for (_, claim) in &story.asked {
                    ours.question(Kind::of(claim.question), claim.support.len());
                }
                item = filled.siblings(item).end;
            }
        }
        let place =
            folder.components().rev().take(2).map(|c| c.as_os_str().to_string_lossy()).collect::<Vec<_>>();
        let place = place.into_iter().rev().collect::<Vec<_>>().join("/");
        for (what, (deviation, freedom)) in [
            ("questions", compare(&ours.questions, &theirs.questions)),
            ("sentences", compare(&ours.sentences, &theirs.sentences)),
        ] {
            eprintln!("{place}: {what} {deviation:.1} with {freedom} degrees of freedom");
            // a thousandth of samples from one distribution deviate more; what is in one story depends on each other a little
            assert!(deviation < freedom + 4.0 * (2.0 * freedom).sqrt() + 4.0, "{place}: {what} {deviation}");
        }
        let (one, other) = (theirs.stories, ours.stories / 30.0);
        assert!((one - other).abs() < 3.0 + 0.15 * other, "{place}: {one} stories, and here {other}");
    }
}
