//! Prompts are complete: somebody who reads nothing but their text, with another implementation of everything, finds the
//! world of the item and the right answers. And they give nothing away.

mod reader;

use reader::Outcome;
use wampimuk_families::{Dataset, require};
use wampimuk_grid::Form;
use wampimuk_opinion::{Place, Thing};
use wampimuk_prompt::{PromptForm, PromptView, Prompter};

fn dataset(recipe: &str, changes: &[&str]) -> Outcome<Box<dyn Dataset>> {
    let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
    Ok(require(recipe, &changes)?.dataset(0)?)
}

/// Items from all over a dataset.
fn addresses(dataset: &dyn Dataset, each: u64) -> Vec<(usize, u64)> {
    let all = dataset.splits().iter().enumerate().flat_map(|(split, info)| {
        let step = (info.len / each).max(1);
        (0..info.len.min(each)).map(move |number| (split, number * step))
    });
    all.collect()
}

/// The world of an item, in the second opinion's terms.
fn world(dataset: &dyn Dataset, split: usize, index: u64) -> Outcome<Place> {
    let family = dataset.contents().commands().ok_or("no grid")?;
    let lexicon = family.lexicon();
    let mut items = family.grid_items();
    let world = &items.make(split, index)?.example.world;
    let things = world.objects().iter().map(|object| Thing {
        row: object.cell.row.into(),
        column: object.cell.column.into(),
        shape: lexicon.nouns[usize::from(object.shape)].word.name.clone(),
        colour: lexicon.colours[usize::from(object.colour)].name.clone(),
        size: object.size.into(),
        is_box: object.form == Form::Frame,
    });
    let agent = world.agent();
    let mut place = Place {
        side: world.side().into(),
        row: agent.cell.row.into(),
        column: agent.cell.column.into(),
        facing: [(0, 1), (1, 0), (0, -1), (-1, 0)][agent.heading as usize],
        heavy_from: 0,
        things: things.collect(),
    };
    place.things.sort();
    Ok(place)
}

fn check(recipe: &str, changes: &[&str], each: u64) -> Outcome<usize> {
    let dataset = dataset(recipe, changes)?;
    let dataset = dataset.as_ref();
    let addresses = addresses(dataset, each);
    for &form in PromptForm::of(dataset) {
        let prompter = Prompter::new(dataset, form)?;
        let mut actions = prompter.worker();
        let mut cells = prompter.with_view(PromptView::Reference)?.worker();
        let mut bare = prompter.with_instructions(false).worker();
        for &(split, index) in &addresses {
            let place_of = format!("{recipe} {split} {index} {form:?}");
            let full = actions.prompt(split, index)?;
            let (cell, acts) =
                reader::answers(&full.question).map_err(|error| format!("{place_of}: {error}"))?;
            assert_eq!(acts, full.answer, "{place_of}: {}", full.question);
            let reference = cells.prompt(split, index)?;
            assert_eq!(cell, reference.answer, "{place_of}: {}", full.question);
            assert_eq!(reader::answers(&reference.question)?.0, cell, "{place_of}: {}", reference.question);
            let bare = bare.prompt(split, index)?;
            assert!(full.question.contains(&bare.question) && bare.question.len() < full.question.len());
            let read = reader::place(&bare.question).map_err(|error| format!("{place_of}: {error}"))?;
            assert_eq!(Place { heavy_from: 0, ..read }, world(dataset, split, index)?, "{place_of}");
        }
    }
    Ok(addresses.len())
}

#[test]
fn the_text_is_enough_for_gscan() {
    assert!(check("gscan", &[], 12).unwrap() > 150);
    assert!(check("gscan-length", &[], 8).unwrap() > 15);
}

#[test]
fn the_text_is_enough_for_recipes_of_ones_own() {
    assert!(check("gscan-example", &[], 12).unwrap() > 70);
    let nonce = [
        "generate.lexicon.nonce=7",
        "generate.max_object_size=6",
        "splits={sizes={train=50}}",
        "generate.holdouts=[]",
    ];
    assert!(check("gscan", &nonce, 50).unwrap() >= 50);
}

#[test]
fn the_text_is_enough_for_reascan() {
    assert!(check("reascan", &[], 6).unwrap() > 90);
    assert!(check("reascan-released", &[], 3).unwrap() > 15);
}

/// Why an object is there names the target: no form says it.
#[test]
fn no_prompt_says_why_an_object_is_there() {
    let dataset = dataset("reascan", &[]).unwrap();
    for &form in PromptForm::of(dataset.as_ref()) {
        let mut worker = Prompter::new(dataset.as_ref(), form).unwrap().worker();
        for index in 0..20 {
            let question = worker.prompt(0, index).unwrap().question;
            for word in ["group", "phrase", "distractor", "direction\"", "distance"] {
                assert!(!question.contains(word), "{form:?}: {word}: {question}");
            }
        }
    }
}

/// The place of the target in the lists of 2,000 items, also where the recipe itself puts the target first.
#[test]
fn the_list_does_not_give_the_target_away() {
    for recipe in ["gscan", "gscan-released", "reascan", "reascan-released"] {
        let dataset = dataset(recipe, &[]).unwrap();
        let mut worker = Prompter::new(dataset.as_ref(), PromptForm::Coordinates)
            .and_then(|prompter| prompter.with_view(PromptView::Reference))
            .unwrap()
            .with_instructions(false)
            .worker();
        let (mut sum, mut variance) = (0.0, 0.0);
        let mut ends = [0.0; 2];
        let mut expected = 0.0;
        for index in 0..2_000 {
            let prompt = worker.prompt(0, index).unwrap();
            let objects: Vec<&str> = prompt.question.lines().filter(|line| line.starts_with("- ")).collect();
            let is_target = |line: &&str| line.starts_with(&format!("- {}:", prompt.answer));
            let place = objects.iter().position(is_target).unwrap();
            let count = objects.len() as f64;
            sum += place as f64 - (count - 1.0) / 2.0;
            variance += (count * count - 1.0) / 12.0;
            expected += 1.0 / count;
            ends[0] += f64::from(place == 0);
            ends[1] += f64::from(place + 1 == objects.len());
        }
        let deviation = sum / f64::sqrt(variance);
        assert!(deviation.abs() < 4.0, "{recipe}: the mean place is {deviation} standard errors off");
        for count in ends {
            let deviation = (count - expected) / f64::sqrt(expected);
            assert!(deviation.abs() < 4.0, "{recipe}: {count} at an end of the list, expected {expected}");
        }
    }
}

/// The order is a matter of the item alone, and not that of its own list.
#[test]
fn the_order_is_another_than_that_of_the_item() {
    let dataset = dataset("gscan", &[]).unwrap();
    let family = dataset.contents().commands().unwrap();
    let mut items = family.grid_items();
    let mut worker =
        Prompter::new(dataset.as_ref(), PromptForm::Coordinates).unwrap().with_instructions(false).worker();
    let (mut same, mut long) = (0, 0);
    for index in 0..100 {
        let item = items.make(0, index).unwrap();
        let cells: Vec<String> = item
            .example
            .world
            .objects()
            .iter()
            .map(|object| format!("- row {}, column {}:", object.cell.row, object.cell.column))
            .collect();
        let question = worker.prompt(0, index).unwrap().question;
        let listed: Vec<&str> = question.lines().filter(|line| line.starts_with("- ")).collect();
        assert_eq!(listed.len(), cells.len());
        if cells.len() < 6 {
            continue;
        }
        long += 1;
        same += usize::from(listed.iter().zip(&cells).all(|(line, cell)| line.starts_with(cell)));
    }
    assert!(long > 30 && same < 3, "{same} of {long} lists are in the item's own order");
}
