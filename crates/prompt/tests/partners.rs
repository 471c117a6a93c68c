//! Prompts of minimal pairs differ in one thing as texts, too.

use wampimuk_families::require;
use wampimuk_prompt::{PromptForm, PromptView, Prompter};

/// How many lines of one text the other does not have.
fn more(one: &str, two: &str) -> usize {
    // Where a line is added or gone, those after it have other numbers.
    let mut left: Vec<&str> = two.lines().map(unnumbered).collect();
    let is_new = |line: &&str| match left.iter().position(|other| other == line) {
        Some(place) => {
            left.remove(place);
            false
        }
        None => true,
    };
    one.lines().map(unnumbered).filter(is_new).count()
}

fn unnumbered(line: &str) -> &str {
    match line.split_once(' ') {
        Some((number, rest)) if rest.ends_with('.') && number.parse::<u32>().is_ok() => rest,
        _ => line,
    }
}

#[test]
fn prompts_of_a_pair_differ_where_the_items_do() {
    let mut seen = 0;
    for recipe in ["gscan-demo", "reascan-1rc", "reascan-2rc", "mix-t12", "babi", "riddle"] {
        let dataset = require(recipe, &[]).unwrap().dataset(3).unwrap();
        let dataset = dataset.as_ref();
        let split = dataset.splits().iter().position(|split| split.name.ends_with("test")).unwrap();
        for &form in PromptForm::of(dataset) {
            for &view in PromptView::of(dataset) {
                let prompter = Prompter::new(dataset, form).unwrap().with_view(view).unwrap();
                let mut full = prompter.worker();
                let mut bare = prompter.with_instructions(false).worker();
                for index in 0..12 {
                    let own = full.prompt(split, index).unwrap();
                    let item = bare.prompt(split, index).unwrap();
                    let partners = bare.partners(split, index).unwrap();
                    for (partner, whole) in partners.iter().zip(full.partners(split, index).unwrap()) {
                        let one_line =
                            form == PromptForm::Json || form == PromptForm::Prose && recipe.contains("scan");
                        // An object that moves leaves one row of a grid, comes to another, and may be the first in its legend.
                        let most = match form {
                            _ if recipe == "riddle" => 16,
                            PromptForm::Grid => 3,
                            _ => 1,
                        };
                        let (lost, new) = (
                            more(&item.question, &partner.question),
                            more(&partner.question, &item.question),
                        );
                        let text = || format!("{recipe} {form:?}\n{}\n\n{}", item.question, partner.question);
                        assert!(lost.max(new) <= most && lost + new > 0, "{lost} {new} {}", text());
                        assert!(one_line || lost.abs_diff(new) <= 1, "{}", text());
                        if view != PromptView::Reference && recipe != "riddle" {
                            assert_eq!(item.answer != partner.answer, partner.answer_changes, "{}", text());
                        }
                        assert!(whole.question.contains(&partner.question) && whole.question != own.question);
                        assert_eq!((whole.change, &whole.answer), (partner.change, &partner.answer));
                        seen += 1;
                    }
                }
            }
        }
        assert!(Prompter::usual(dataset).unwrap().worker().partners(99, 0).is_err());
    }
    assert!(seen > 500, "{seen}");
}
