//! A fresh language changes words and nothing else: items, answers and splits are those in English.

use std::collections::BTreeSet;

use wampimuk_families::{Dataset, Made, require};
use wampimuk_prompt::{ParseMode, PromptForm, Prompter};
use wampimuk_score::Judge;

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

const RECIPES: [&str; 7] =
    ["gscan-demo", "gscan-example", "reascan-1rc", "reascan-2rc", "mix-t12", "babi", "riddle"];

/// A recipe in English, and the same in fresh languages.
fn datasets(recipe: &str) -> Outcome<[Vec<Box<dyn Dataset>>; 2]> {
    let changed = |changes: &[&str]| -> Outcome<Box<dyn Dataset>> {
        let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
        Ok(require(recipe, &changes)?.dataset(3)?)
    };
    let mut fresh = vec![changed(&["language.fresh=7"])?];
    // Riddles show no sentences.
    if recipe != "riddle" {
        fresh.push(changed(&["language.fresh=8", "language.grammar=true"])?);
    }
    Ok([vec![changed(&[])?], fresh])
}

fn address(dataset: &dyn Dataset, number: u64) -> (usize, u64) {
    let split = number as usize % dataset.splits().len();
    (split, (number * 7919) % dataset.splits()[split].len)
}

fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_alphabetic()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// The content words of an item in English that no prompt in a fresh language may say.
fn secrets(made: &Made<'_>) -> BTreeSet<String> {
    match made {
        Made::Command(family, _) => {
            let all = words(&family.lexicon().words().collect::<Vec<_>>().join(" "));
            // "while spinning" has a function word.
            all.into_iter().filter(|word| word != "while").collect()
        }
        Made::Riddle(riddles, _) => {
            let lexicon = riddles.lexicon();
            let nouns = lexicon.nouns.iter().map(|noun| &noun.word);
            let all = lexicon.colours.iter().chain(nouns).map(|word| word.word.as_str());
            words(&all.collect::<Vec<_>>().join(" "))
        }
        Made::Story(family, _) => {
            let vocabulary = &family.recipe().generate.words;
            let names = vocabulary.people.iter().map(|person| &person.name);
            let all = vocabulary.objects.iter().chain(&vocabulary.places).chain(names);
            words(&all.map(String::as_str).collect::<Vec<_>>().join(" "))
        }
    }
}

/// Whether two items are one but for their words.
fn is_same(english: &Made<'_>, fresh: &Made<'_>) -> bool {
    english.id() == fresh.id()
        && match (english, fresh) {
            (Made::Command(_, one), Made::Command(_, two)) => {
                (&one.example, &one.cast) == (&two.example, &two.cast)
            }
            (Made::Riddle(_, one), Made::Riddle(_, two)) => {
                let (one, two) = (one.arc_json(), two.arc_json());
                (one.train, one.test) == (two.train, two.test)
            }
            (Made::Story(_, one), Made::Story(family, two)) => {
                family.plain(&two.passage()).as_ref() == Some(&one.passage())
                    && one.solution.all_minimal == two.solution.all_minimal
                    && one.formulas().eq(two.formulas())
            }
            _ => false,
        }
}

#[test]
fn items_answers_and_splits_are_those_in_english() -> Outcome<()> {
    for recipe in RECIPES {
        let [english, fresh] = datasets(recipe)?;
        let english = &*english[0];
        for fresh in &fresh {
            assert_eq!(english.splits(), fresh.splits(), "{recipe}");
            let (mut ours, mut theirs) = (english.contents().workers(), fresh.contents().workers());
            for number in 0..40 {
                let (split, index) = address(english, number);
                let (own, other) = (ours.make(split, index)?, theirs.make(split, index)?);
                assert!(is_same(&own, &other), "{recipe} {split}[{index}]");
            }
        }
    }
    Ok(())
}

#[test]
fn prompts_speak_the_language_and_their_answers_are_right() -> Outcome<()> {
    for recipe in RECIPES {
        let [english, fresh] = datasets(recipe)?;
        let english = &*english[0];
        for fresh in &fresh {
            let fresh = &**fresh;
            let (mut items, mut judge) = (english.contents().workers(), Judge::new(fresh));
            for &form in PromptForm::of(fresh) {
                let mut prompts = Prompter::new(fresh, form)?.worker();
                for number in 0..12 {
                    let (split, index) = address(fresh, number);
                    let prompt = prompts.prompt(split, index)?;
                    let said = words(&prompt.question);
                    let secrets = secrets(&items.make(split, index)?);
                    let told: Vec<_> = secrets.intersection(&said).collect();
                    assert!(told.is_empty(), "{recipe} {told:?}\n{}", prompt.question);
                    let text = format!("I think so.\nAnswer:\n{}", prompt.answer);
                    let judged = judge.judge_text(split, index, &text, prompt.view, ParseMode::Strict)?;
                    assert!(judged.exact, "{recipe} {text}\n{}", prompt.question);
                }
            }
        }
    }
    Ok(())
}

#[test]
fn other_words_for_other_keys() -> Outcome<()> {
    let said = |key: u64| -> Outcome<String> {
        let dataset = require("gscan-demo", &[format!("language.fresh={key}")])?.dataset(3)?;
        Ok(Prompter::usual(&*dataset)?.prompt(0, 0)?.question)
    };
    assert_ne!(said(1)?, said(2)?);
    assert_eq!(said(1)?, said(1)?);
    Ok(())
}
