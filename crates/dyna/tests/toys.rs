//! Parts about toy worlds: in other shapes than the published ones, filtered, held out, and beside stories of people.

use std::collections::BTreeMap;
use std::error::Error;

use wampimuk_babi::Status;
use wampimuk_core::Family;
use wampimuk_dyna::narrative::Narrative;
use wampimuk_dyna::{Recipe, Stories, StoryFamily, StoryItems};

type Outcome<T> = Result<T, Box<dyn Error>>;

const RECIPE: &str = r#"
family = "stories"
title = "paths"

[[generate.parts]]
name = "paths"
task = 19
toy = { steps = 3, decoys = 2 }

[[generate.parts]]
name = "sizes"
task = 18
toy = { steps = 4 }
filters = [{ answers = ["yes"] }, { answers = ["no"] }]
shares = [3, 1]

[[generate.parts]]
name = "shapes"
task = 17
toy = { steps = 3, decoys = 1 }

[[generate.parts]]
name = "people"
task = 1

[[generate.holdouts]]
name = "far"
title = "far"
when = { support = [3, 3], answers = ["yes", "n,n,e", "s,s,w"] }

[[splits]]
name = "train"
role = "train"
parts = { paths = 100, sizes = 400, shapes = 100, people = 100 }

[[splits]]
name = "test"
role = "test"
parts = { paths = 20, sizes = 40, shapes = 20, people = 20 }

[[splits]]
name = "far_test"
role = "test"
holdout = "far"
parts = { paths = 10, shapes = 30 }
"#;

fn made(text: &str) -> Outcome<Stories> {
    Ok(Stories::new(Recipe::parse(text)?, 0)?)
}

#[test]
fn questions_are_as_the_recipe_wants_them() -> Outcome<()> {
    let stories = made(RECIPE)?;
    let mut worker = stories.worker();
    let mut answers: BTreeMap<(String, String), u32> = BTreeMap::new();
    for (split, info) in stories.splits().iter().enumerate() {
        let mut questions = 0;
        for number in 0..stories.stories(split) {
            let (narrative, part) = worker.story(split, number)?;
            let part = part.to_owned();
            let solver = stories.solver(&part).ok_or("no solver")?;
            let again = solver.solve(&narrative.told.passage)?;
            let role = stories.role_of(&part, None, &facts(&narrative));
            assert!(part == "people" || role == Some(info.role));
            for (solution, again) in narrative.told.solutions.iter().zip(&again) {
                questions += 1;
                assert_eq!((&solution.answer, &solution.all_minimal), (&again.answer, &again.all_minimal));
                assert_eq!(solution.status, Status::Unique);
                let support = match part.as_str() {
                    "people" => 1,
                    "sizes" => 4,
                    _ => 3,
                };
                assert_eq!(solution.supporting.len(), support);
                let held_out = support == 3 && ["yes", "n,n,e", "s,s,w"].contains(&solution.answer.as_str());
                assert_eq!(held_out, info.name == "far_test", "{part} {solution:?}");
                let answer = (format!("{} {part}", info.name), solution.answer.clone());
                *answers.entry(answer).or_default() += 1;
            }
        }
        assert_eq!(questions, info.len, "{}", info.name);
    }
    let count =
        |part: &str, answer: &str| answers.get(&(part.to_owned(), answer.to_owned())).copied().unwrap_or(0);
    let (yes, no) = (count("train sizes", "yes"), count("train sizes", "no"));
    assert!(yes > 2 * no && no > 50, "three of four stories are for `yes`: {yes} {no}");
    assert_eq!(count("train shapes", "no"), 100);
    assert_eq!(count("far_test shapes", "yes"), 30);
    Ok(())
}

/// The facts of a story as formulas.
fn facts(narrative: &Narrative) -> Vec<String> {
    narrative.told.passage.facts().map(|(line, _)| narrative.symbols[line - 1].clone()).collect()
}

#[test]
fn mistakes_are_named() {
    let path = "task = 19\ntoy = { steps = 3, decoys = 2 }";
    for (by, error) in [
        ("task = 19\ntoy = { steps = 6 }", "part `paths`: task 19: `steps` is 6, and answers take 1 to 5"),
        (
            "task = 19\ntoy = { steps = 4, decoys = 2 }",
            "part `paths`: task 19: 4 steps leave room for 1 decoys, and `decoys` is 2",
        ),
        ("task = 14\ntoy = { decoys = 0 }", "part `paths`: task 14: `decoys` is 0, and there can be 1 to 3"),
        ("task = 1\ntoy = { steps = 3 }", "part `paths`: `toy` is for tasks 4 and 14 to 20"),
        ("actions = { move = 1 }\ntoy = { steps = 3 }", "part `paths`: `toy` is for tasks 4 and 14 to 20"),
        (
            "task = 19\nquestions = 3",
            "part `paths`: a part with `task` has nothing else but `toy`, `filters`",
        ),
        (
            "task = 19\nfilters = [{ kinds = [\"list\"] }]",
            "part `paths`: `kinds`, `all`, `any` and `none` are about stories of people",
        ),
        (
            "task = 19\ntries = 20000\nfilters = [{ answers = [\"up\"] }]",
            "part `paths`: filter 1 lets none of 200 stories pass, so fewer than one in 66 do: {\"answers\":[\"up\"]}",
        ),
    ] {
        let found = made(&RECIPE.replace(path, by)).map(|_| ()).unwrap_err().to_string();
        assert!(found.starts_with(error), "{found}");
    }
}
