//! What a recipe must satisfy beyond its types.

use wampimuk_command::{Lexicon, Relation};
use wampimuk_core::{RecipeError, check_count, check_holdout_names, check_range};
use wampimuk_grid::{Form, MAX_OBJECTS, MAX_SIDE};

use crate::construct::MAX_RIVALS;
use crate::recipe::{Generate, Worlds};

/// The biggest object size supported.
const MAX_SIZE: u8 = 8;

/// The most patterns of a recipe: each has a table of what its commands can be.
const MOST_PATTERNS: usize = 32;

/// The most relations of a recipe's rules: there are six.
const MOST_RELATIONS: usize = 6;

/// The most orders of a command's words that are counted.
const MOST_ORDERS: u32 = 10_000;

/// Checks the numbers of a generative section.
pub(crate) fn numbers(generate: &Generate, lexicon: &Lexicon) -> Result<(), RecipeError> {
    let side = generate.grid_size;
    check_range("generate.grid_size", side, 3..=MAX_SIDE)?;
    let (least, most) = (generate.min_object_size, generate.max_object_size);
    if least == 0 || most > MAX_SIZE || least >= most || (most - least) % 2 == 0 {
        return Err(RecipeError::new(format!("generate: object sizes go from {least} to {most}"))
            .hint(format!("sizes lie within 1 to {MAX_SIZE} and there must be an even number of them")));
    }
    if generate.patterns.is_empty() {
        return Err(RecipeError::new("generate.patterns is empty").hint("name at least one pattern"));
    }
    check_count("generate.patterns", generate.patterns.len(), MOST_PATTERNS)?;
    check_count("generate.rules.relations", generate.rules.relations.len(), MOST_RELATIONS)?;
    let frames = lexicon.nouns.iter().filter(|noun| noun.form == Form::Frame).count();
    if frames == lexicon.nouns.len() {
        return Err(RecipeError::new("generate.lexicon: every noun is a box").hint("targets are no boxes"));
    }
    if frames == 0 && generate.rules.relations.contains(&Relation::Inside) {
        return Err(RecipeError::new("generate.rules: things can be inside of boxes, but there are none")
            .hint("add lexicon.frames = [\"box\"], or take \"inside\" out of rules.relations"));
    }
    if frames > 0 && most > side {
        return Err(RecipeError::new(format!(
            "generate: a box of size {most} does not fit a grid of {side}"
        ))
        .hint("lower max_object_size or raise grid_size"));
    }
    worlds("generate.worlds", &generate.worlds, side)?;
    check_holdout_names(generate.holdouts.iter().map(|holdout| holdout.name.as_str()))?;
    for holdout in &generate.holdouts {
        if let Some(own) = &holdout.worlds {
            worlds(&format!("hold-out `{}`: worlds", holdout.name), own, side)?;
        }
        if holdout.when.is_none() && holdout.commands.is_none() {
            return Err(RecipeError::new(format!("hold-out `{}` holds out nothing", holdout.name))
                .hint("give `when`, or `commands` of its own"));
        }
    }
    let own = generate.holdouts.iter().filter_map(|holdout| holdout.commands.as_ref()?.orders);
    for (_, most) in generate.patterns.iter().filter_map(|pattern| pattern.orders).chain(own) {
        check_range("orders: the second number", most, 0..=MOST_ORDERS)?;
    }
    for pattern in &generate.patterns {
        if pattern.orders.is_some_and(|(least, most)| least > most || most == 0) {
            return Err(RecipeError::new(format!(
                "pattern `{}`: no command has so few orders",
                pattern.name
            ))
            .hint("give `orders = [least, most]`, its own order included"));
        }
        if generate.patterns.iter().filter(|other| other.name == pattern.name).count() > 1 {
            return Err(RecipeError::new(format!("there are two patterns `{}`", pattern.name)));
        }
    }
    Ok(())
}

fn worlds(key: &str, worlds: &Worlds, side: u8) -> Result<(), RecipeError> {
    let cells = usize::from(side) * usize::from(side);
    let (objects, most) = match worlds {
        Worlds::Constructed(settings) => {
            check_range(&format!("{key}: sharing"), settings.sharing, 0.0..=1.0)?;
            check_range(&format!("{key}: rivals"), settings.rivals, 0..=MAX_RIVALS as u8)?;
            check_range(&format!("{key}: decoys"), settings.decoys, 0..=MAX_RIVALS as u8)?;
            (settings.objects, settings.max_objects)
        }
        Worlds::Released(settings) => {
            check_range(&format!("{key}: retries"), settings.retries, 1..=100_000)?;
            (settings.objects, settings.objects)
        }
    };
    // The agent needs a cell of its own.
    let room = cells.saturating_sub(1).min(MAX_OBJECTS);
    if usize::from(most) > room || objects > most {
        return Err(RecipeError::new(format!("{key}: {objects} objects, at most {most}"))
            .hint(format!("a grid of {side}×{side} has room for {room}")));
    }
    Ok(())
}
