//! Recipes, and the datasets made from them.

use serde::Serialize;
use wampimuk_core::{SplitInfo, suggest};
use wampimuk_draw::Appearance;
use wampimuk_families::{Contents, build, card, shipped};
use wampimuk_grid::Form;

use crate::session::{Opened, Problem};

/// What a list of recipes says of one.
#[derive(Debug, Serialize)]
pub(crate) struct Listed {
    name: &'static str,
    family: &'static str,
    title: String,
}

/// The recipes that come with the program.
pub(crate) fn list() -> Vec<Listed> {
    let listed = |recipe: wampimuk_core::ShippedRecipe| {
        let card = card(recipe.toml).ok()?;
        Some(Listed { name: recipe.name, family: card.family, title: card.title })
    };
    shipped().filter_map(listed).collect()
}

/// What is known of a dataset before any item is made.
#[derive(Debug, Serialize)]
pub(crate) struct About {
    name: String,
    family: &'static str,
    title: String,
    digest: String,
    seed: u64,
    toml: String,
    /// What its items are: `commands`, `riddles` or `stories`.
    contents: &'static str,
    splits: Vec<Split>,
    /// The names of the objects' shapes and colours, by number; nothing for stories.
    #[serde(skip_serializing_if = "Option::is_none")]
    words: Option<Words>,
}

#[derive(Debug, Serialize)]
struct Split {
    name: String,
    role: &'static str,
    title: String,
    holdout: Option<String>,
    len: u64,
}

#[derive(Debug, Serialize)]
struct Words {
    shapes: Vec<Shape>,
    colours: Vec<String>,
    /// How the colours look, as CSS has it.
    fills: Vec<String>,
    max_size: u8,
}

#[derive(Debug, Serialize)]
struct Shape {
    name: String,
    #[serde(rename = "box")]
    is_box: bool,
    /// What it is drawn as.
    drawn: &'static str,
    /// The corners of its own outline, in thousandths of a square's side; nothing if it has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    outline: Option<Vec<(u16, u16)>>,
}

/// Makes the dataset of a recipe, by its name or its text.
pub(crate) fn open(name: &str, toml: Option<String>, seed: u64) -> Result<(Opened, About), Problem> {
    let toml = match toml {
        Some(toml) => toml,
        None => shipped()
            .find(|recipe| recipe.name == name)
            .map(|recipe| recipe.toml.to_owned())
            .ok_or_else(|| {
                let hint = suggest(name, shipped().map(|recipe| recipe.name));
                Problem::new(format!(
                    "there is no recipe `{name}` ({})",
                    hint.unwrap_or_else(|| "choose one of the list".into())
                ))
            })?,
    };
    let card = card(&toml)?;
    let dataset = build(&toml, seed)?;
    let split = |split: &SplitInfo| Split {
        name: split.name.clone(),
        role: split.role.name(),
        title: split.title.clone(),
        holdout: split.holdout.clone(),
        len: split.len,
    };
    let (contents, words) = match dataset.contents() {
        Contents::Commands(family) => {
            ("commands", Some(words(family.lexicon(), family.setting().max_object_size)))
        }
        Contents::Riddles(riddles) => {
            ("riddles", Some(words(riddles.lexicon(), riddles.recipe().generate.max_object_size)))
        }
        Contents::Stories(_) => ("stories", None),
    };
    let about = About {
        name: name.to_owned(),
        family: card.family,
        title: card.title,
        digest: card.digest,
        seed,
        toml,
        contents,
        splits: dataset.splits().iter().map(split).collect(),
        words,
    };
    Ok((Opened { name: name.to_owned(), dataset }, about))
}

fn words(lexicon: &wampimuk_command::Lexicon, max_size: u8) -> Words {
    let shapes: Vec<&str> = lexicon.nouns.iter().map(|noun| noun.word.name.as_str()).collect();
    let colours: Vec<String> = lexicon.colours.iter().map(|colour| colour.name.clone()).collect();
    let look = Appearance::from_names(&shapes, &colours);
    let shape = |(number, noun): (u8, &wampimuk_command::Noun)| Shape {
        name: noun.word.name.clone(),
        is_box: noun.form == Form::Frame,
        drawn: look.shape(number).name(),
        outline: (!noun.outline.is_empty()).then(|| noun.outline.clone()),
    };
    Words {
        shapes: (0..).zip(&lexicon.nouns).map(shape).collect(),
        fills: (0..).zip(&colours).map(|(number, _)| look.colour(number).hex()).collect(),
        colours,
        max_size,
    }
}
