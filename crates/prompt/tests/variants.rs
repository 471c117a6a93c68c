//! Partners and paraphrases as prompts: each can be answered from its text alone, and nothing differs from the item's prompt but
//! what is said to differ.

mod reader;

use std::collections::BTreeSet;

use reader::Outcome;
use wampimuk_command::{GridFamily, GridItem};
use wampimuk_families::require;
use wampimuk_pair::ObjectChange;
use wampimuk_pair::commands::{Change, partner};
use wampimuk_prompt::{Paraphraser, Partner, Prompt, PromptForm, Prompter};

const RECIPES: [&str; 3] = ["gscan", "reascan", "gscan-example"];

/// Items of all splits, with a prompter in each form.
fn each(
    mut visit: impl FnMut(&Prompter<'_>, &dyn GridFamily, &GridItem, Prompt) -> Outcome<()>,
) -> Outcome<()> {
    for recipe in RECIPES {
        let dataset = require(recipe, &[])?.dataset(5)?;
        let family = dataset.contents().commands().ok_or("commands")?;
        let mut items = family.grid_items();
        for &form in PromptForm::of(&*dataset) {
            let prompter = Prompter::new(&*dataset, form)?;
            for (split, info) in dataset.splits().iter().enumerate() {
                for index in 0..info.len.min(6) {
                    let own = prompter.prompt(split, index)?;
                    visit(&prompter, family, items.make(split, index)?, own)?;
                }
            }
        }
    }
    Ok(())
}

/// Lines that are in one text only.
fn differing(one: &str, two: &str) -> (usize, usize) {
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
    let (one, two) = (lines(one), lines(two));
    (one.difference(&two).count(), two.difference(&one).count())
}

#[test]
fn partners_differ_in_one_thing_and_can_be_answered() -> Outcome<()> {
    let mut found = [0, 0];
    each(|prompter, family, item, own| {
        for changes in [true, false] {
            let Some(partner) = partner(family, item, changes) else { continue };
            let change = partner.change;
            let prompt = prompter.write_partner(&Partner::Command(family, item, partner));
            found[usize::from(changes)] += 1;
            assert_eq!(prompt.answer != own.answer, changes, "{}", prompt.question);
            assert_eq!(reader::answers(&prompt.question)?.1, prompt.answer, "{}", prompt.question);
            if prompter.form() == PromptForm::Coordinates && change != Change::Word {
                let (fewer, more) = differing(&own.question, &prompt.question);
                let expected = (1, usize::from(change != Change::Object(ObjectChange::Removed)));
                assert_eq!((fewer, more), expected, "{}\n\n{}", own.question, prompt.question);
                // The others keep their order.
                let lines = |text: &str| -> Vec<String> {
                    text.lines().filter(|line| line.starts_with("- row ")).map(str::to_owned).collect()
                };
                let (one, two) = (lines(&own.question), lines(&prompt.question));
                let kept: Vec<_> = one.iter().filter(|line| two.contains(line)).collect();
                let also: Vec<_> = two.iter().filter(|line| one.contains(line)).collect();
                assert_eq!(kept, also);
            }
        }
        Ok(())
    })?;
    assert!(found.iter().all(|&count| count > 500), "{found:?}");
    Ok(())
}

#[test]
fn paraphrases_say_the_same_in_other_words() -> Outcome<()> {
    let mut found = 0;
    each(|prompter, family, item, own| {
        let paraphraser = Paraphraser::new(family).ok_or("other words")?;
        let prompt = prompter.write_paraphrase(family, item, &paraphraser);
        assert_eq!(prompt.answer, own.answer);
        assert_eq!(reader::answers(&prompt.question)?.1, own.answer, "{}", prompt.question);
        let command = reader::command(&prompt.question)?;
        let same = command == reader::command(&own.question)?;
        assert!(
            !same || family.lexicon().verbs.iter().all(|verb| verb.word != verb.deed.name()),
            "{command}"
        );
        found += usize::from(!same);
        Ok(())
    })?;
    assert!(found > 500, "{found}");
    Ok(())
}
