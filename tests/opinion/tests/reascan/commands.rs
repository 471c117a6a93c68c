//! Promises about the commands of splits: what training says, what hold-outs say, and what they share.

use std::collections::BTreeSet;

use wampimuk_opinion::Phrase;
use wampimuk_reascan::Reascan;

use super::view::View;
use super::{dataset, holdouts, make};
use crate::bridge;

/// A phrase's own words, as text.
fn wording(phrase: &Phrase) -> String {
    let words = [phrase.size.as_deref(), phrase.colour.as_deref(), Some(phrase.noun.as_str())];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// A command as splits see it.
pub struct Said {
    text: String,
    phrases: Vec<String>,
    pub relations: Vec<String>,
    pub pattern: Vec<usize>,
}

impl Said {
    fn new(view: &View) -> Self {
        Self {
            text: view.bare_text(),
            phrases: view.order.phrases.iter().map(wording).collect(),
            relations: view.relations().into_iter().map(String::from).collect(),
            pattern: view.pattern(),
        }
    }

    fn phrase_set(&self) -> Vec<String> {
        sorted(&self.phrases)
    }

    fn relation_set(&self) -> Vec<String> {
        sorted(&self.relations)
    }
}

fn sorted(list: &[String]) -> Vec<String> {
    let mut list = list.to_vec();
    list.sort_unstable();
    list
}

/// All commands of a split: items go round by round, and every round takes each command once.
pub fn commands(dataset: &Reascan, recipe: &str, name: &str, seen: &mut u64) -> Vec<Said> {
    let split = dataset.splits().iter().position(|split| split.name == name).unwrap();
    let holdout = dataset.splits()[split].holdout.as_deref();
    let counts = dataset.command_counts();
    let count: u64 = counts.iter().filter(|(of, ..)| *of == holdout).map(|(_, _, count)| count).sum();
    assert!(count <= dataset.splits()[split].len, "{name} has fewer items than commands");
    let words = bridge::words(dataset.lexicon());
    let mut maker = dataset.maker();
    let mut all: Vec<Said> = Vec::new();
    for index in 0..count {
        let item = make(&mut maker, recipe, split, index);
        let view = View::new(item, dataset.lexicon(), &words).unwrap();
        if let Some(holdout) = holdout {
            assert!(holdouts::meets(holdout, &view, false), "{name} {index}: {}", view.text);
        }
        all.push(Said::new(&view));
        *seen += 1;
    }
    let different: BTreeSet<&str> = all.iter().map(|said| said.text.as_str()).collect();
    assert_eq!(different.len(), all.len(), "{name}: a round repeats a command");
    all
}

fn check(recipe: &str) {
    let dataset = dataset(recipe);
    let mut seen = 0;
    let train = commands(&dataset, recipe, "train", &mut seen);
    let phrases: BTreeSet<&String> = train.iter().flat_map(|said| &said.phrases).collect();
    let relations: BTreeSet<Vec<String>> = train.iter().map(Said::relation_set).collect();
    let together: BTreeSet<Vec<String>> = train.iter().map(Said::phrase_set).collect();
    let texts: BTreeSet<&str> = train.iter().map(|said| said.text.as_str()).collect();

    // Training says nothing of what A1, A3 and B2 are about.
    for phrase in &phrases {
        let has = |word: &str| phrase.split(' ').any(|said| said == word);
        assert!(!(has("yellow") && has("square")), "{recipe}: {phrase}");
        assert!(!(has("red") && has("square")), "{recipe}: {phrase}");
        assert!(!(has("small") && has("cylinder")), "{recipe}: {phrase}");
    }
    let both = ["in the same size as", "inside of"];
    assert!(!relations.iter().any(|set| both.iter().all(|one| set.iter().any(|said| said == one))));
    // But it has each of the words and relations by itself, so that hold-outs ask for something new made of known parts.
    for word in ["yellow", "red", "square", "small", "cylinder"] {
        assert!(phrases.iter().any(|phrase| phrase.split(' ').any(|said| said == word)), "{recipe}: {word}");
    }
    for relation in both {
        assert!(relations.iter().any(|set| set.iter().any(|said| said == relation)), "{recipe}: {relation}");
    }

    for said in commands(&dataset, recipe, "b1_test", &mut seen) {
        assert!(said.phrases.iter().all(|phrase| phrases.contains(phrase)), "{recipe}: {}", said.text);
        assert!(relations.contains(&said.relation_set()), "{recipe}: {}", said.text);
        assert!(!together.contains(&said.phrase_set()), "{recipe}: {}", said.text);
    }
    for said in commands(&dataset, recipe, "c1_test", &mut seen) {
        assert_eq!(said.pattern, [0, 0, 0], "{recipe}: {}", said.text);
        assert!(!texts.contains(said.text.as_str()));
    }
    for said in commands(&dataset, recipe, "c2_test", &mut seen) {
        assert_eq!(said.pattern, [0, 1], "{recipe}: {}", said.text);
        // With "and" for its second "that is", it is a training command.
        let (first, last) = said.text.rsplit_once("that is").unwrap();
        let flat = format!("{first}and{last}");
        assert!(texts.contains(flat.as_str()), "{recipe}: {flat}");
    }
    println!("{recipe}: {seen} commands, {} of them of training", train.len());
}

#[test]
fn of_the_main_recipe() {
    check("reascan");
}

#[test]
fn of_the_recipe_where_every_word_counts() {
    check("reascan-words");
}
