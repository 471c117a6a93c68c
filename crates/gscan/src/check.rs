//! What a recipe must satisfy beyond its types.

use wampimuk_command::Lexicon;
use wampimuk_core::{RecipeError, check_holdout_names, check_range};
use wampimuk_grid::MAX_SIDE;

use crate::commands::CommandEntry;
use crate::condition::{Predicate, asks_for_actions};
use crate::distractors::{DistractorSampler, most_objects};
use crate::recipe::{AgentHeading, ContrastColour, Distractors, Generate, PairSizes, Procedure};

/// The biggest object size supported.
const MAX_SIZE: u8 = 8;

/// The most pairs of command and displacement a recipe may have: the tables of its splits stay within memory.
pub const MAX_BINS: usize = 4_000_000;

/// Checks the numbers of a generative section.
pub fn numbers(recipe: &Generate, lexicon: &Lexicon) -> Result<(), RecipeError> {
    check_range("generate.grid_size", recipe.grid_size, 3..=MAX_SIDE)?;
    let (least, most) = (recipe.min_object_size, recipe.max_object_size);
    if least == 0 || most > MAX_SIZE || least >= most || (most - least) % 2 == 0 {
        return Err(RecipeError::new(format!("generate: object sizes go from {least} to {most}"))
            .hint(format!("sizes lie within 1 to {MAX_SIZE} and there must be an even number of them")));
    }
    if usize::from(most - least + 1) * lexicon.colours.len() > 128 {
        return Err(RecipeError::new("generate: there are more than 128 combinations of size and colour"));
    }
    check_range("generate.resampling", recipe.resampling, 1..=10_000)?;
    if !recipe.lexicon.frames.is_empty() {
        return Err(RecipeError::new("generate.lexicon.frames: gSCAN's worlds have no boxes")
            .hint("use family = \"reascan\""));
    }
    if recipe.adjectives.is_empty() && recipe.grammar.max_adjectives() > 0 {
        return Err(RecipeError::new("generate.adjectives is empty").hint("name colour, size or both"));
    }
    let Distractors { pair_sizes, contrast_colour, .. } = recipe.distractors;
    if (pair_sizes, contrast_colour) == (PairSizes::Alike, ContrastColour::Target) {
        return Err(RecipeError::new(
            "generate.distractors.contrast_colour has no effect where `pair_sizes` is \"alike\"",
        )
        .hint("leave it out, or set pair_sizes = \"different\" or \"independent\""));
    }
    let shares = match recipe.procedure {
        Procedure::Partition(shares) => vec![
            ("procedure.partition.dev", shares.dev),
            ("procedure.partition.test", shares.test),
            ("procedure.partition.holdout_dev", shares.holdout_dev),
        ],
        Procedure::Draw(draw) => vec![("procedure.draw.train", draw.train), ("procedure.draw.dev", draw.dev)],
    };
    let share = ("distractors.share", recipe.distractors.share);
    for (key, value) in shares.into_iter().chain([share]) {
        if !(0.0..=1.0).contains(&value) {
            return Err(
                RecipeError::new(format!("generate.{key} is {value}")).hint("shares lie between 0 and 1")
            );
        }
    }
    Ok(())
}

/// Checks that every command's distractors fit on the grid.
pub fn crowds(
    recipe: &Generate,
    commands: &[CommandEntry],
    scatter: &DistractorSampler,
) -> Result<(), RecipeError> {
    if commands.is_empty() {
        return Err(RecipeError::new("the lexicon and the grammar leave no command"));
    }
    let room = most_objects(recipe.grid_size);
    for entry in commands {
        let crowd = scatter.crowd(&entry.command.phrase);
        if crowd.drawn > crowd.groups {
            return Err(RecipeError::new(format!(
                "generate.distractors.min_groups asks for {} groups",
                crowd.drawn
            ))
            .hint(format!("some commands have only {} to choose from", crowd.groups)));
        }
        if crowd.objects > room {
            return Err(RecipeError::new(format!("some commands need {} objects", crowd.objects)).hint(
                format!(
                    "a grid of {0}×{0} has room for {room}: lower distractors.share or enlarge the grid",
                    recipe.grid_size
                ),
            ));
        }
    }
    Ok(())
}

/// Resolves the hold-outs and checks their names.
pub fn holdouts(recipe: &Generate, lexicon: &Lexicon) -> Result<Vec<Predicate>, RecipeError> {
    check_holdout_names(recipe.holdouts.iter().map(|holdout| holdout.name.as_str()))?;
    let mut predicates = Vec::new();
    for holdout in &recipe.holdouts {
        let name = &holdout.name;
        let sizes = recipe.min_object_size..=recipe.max_object_size;
        let checked = holdout.when.check_numbers(recipe.grid_size, sizes);
        let predicate = checked.and_then(|()| holdout.when.predicate(lexicon));
        let predicate = predicate.map_err(|error| error.of(&format!("hold-out `{name}`")))?;
        if asks_for_actions(&predicate) && recipe.agent_heading == AgentHeading::Any {
            return Err(RecipeError::new(format!(
                "hold-out `{name}`: `actions_over` needs agent_heading = \"east\""
            )));
        }
        predicates.push(predicate);
    }
    if recipe.holdouts.iter().filter(|holdout| holdout.few_shot).count() > 1 {
        return Err(RecipeError::new("generate.holdouts: only one hold-out can be few_shot"));
    }
    Ok(predicates)
}
