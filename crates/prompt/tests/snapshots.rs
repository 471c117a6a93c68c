//! A prompt of each form and family, to be read by people.

use std::error::Error;

use wampimuk_families::require;
use wampimuk_prompt::{PromptForm, PromptView, Prompter};

fn shown(
    recipe: &str,
    split: &str,
    index: u64,
    form: PromptForm,
    view: Option<PromptView>,
) -> Result<String, Box<dyn Error>> {
    let dataset = require(recipe, &[])?.dataset(0)?;
    let number = dataset.splits().iter().position(|info| info.name == split).ok_or("no such split")?;
    let prompter = Prompter::new(dataset.as_ref(), form)?;
    let prompter = view.map_or(Ok(prompter), |view| prompter.with_view(view))?;
    let prompt = prompter.prompt(number, index)?;
    Ok(format!("{}\n\n=== {}", prompt.question, prompt.answer))
}

#[test]
fn prompts_of_gscan() {
    for form in [PromptForm::Coordinates, PromptForm::Grid, PromptForm::Prose, PromptForm::Json] {
        insta::assert_snapshot!(
            format!("gscan_{}", form.name()),
            shown("gscan", "test", 5, form, None).unwrap()
        );
    }
    let view = Some(PromptView::Reference);
    insta::assert_snapshot!(
        "gscan_reference",
        shown("gscan", "test", 5, PromptForm::Coordinates, view).unwrap()
    );
}

#[test]
fn prompts_of_a_recipe_with_words_of_its_own() {
    for index in [3, 9] {
        let text =
            shown("gscan-example", "nervous_pulls_test", index, PromptForm::Coordinates, None).unwrap();
        insta::assert_snapshot!(format!("gscan_example_{index}"), text);
    }
}

#[test]
fn prompts_of_reascan() {
    insta::assert_snapshot!("reascan_grid", shown("reascan", "test", 8, PromptForm::Grid, None).unwrap());
    insta::assert_snapshot!(
        "reascan_prose",
        shown("reascan", "c2_test", 8, PromptForm::Prose, None).unwrap()
    );
    let view = Some(PromptView::Reference);
    insta::assert_snapshot!(
        "reascan_reference",
        shown("reascan", "b2_test", 8, PromptForm::Json, view).unwrap()
    );
}

#[test]
fn prompts_of_riddles() {
    for form in [PromptForm::Grid, PromptForm::Json] {
        insta::assert_snapshot!(
            format!("riddle_{}", form.name()),
            shown("riddle", "test", 4, form, None).unwrap()
        );
    }
}

#[test]
fn prompts_of_stories() {
    for form in [PromptForm::Prose, PromptForm::Numbered, PromptForm::Json] {
        insta::assert_snapshot!(
            format!("story_{}", form.name()),
            shown("mix-t12", "test", 1043, form, None).unwrap()
        );
    }
}

#[test]
fn prompts_of_all_tasks() {
    let dataset = require("babi", &[]).unwrap().dataset(0).unwrap();
    let mut worker = Prompter::new(dataset.as_ref(), PromptForm::Prose).unwrap().worker();
    let tests = dataset.splits().iter().enumerate().filter(|(_, info)| info.name.ends_with("_test"));
    for (number, info) in tests {
        let prompt = worker.prompt(number, 0).unwrap();
        let text = format!("{}\n\n=== {}", prompt.question, prompt.answer);
        insta::assert_snapshot!(format!("babi_{}", info.name), text);
    }
}
