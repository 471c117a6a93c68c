//! What a recipe must satisfy beyond its types.

use wampimuk_command::{Lexicon, Relation};
use wampimuk_core::{RecipeError, check_count, check_holdout_names, check_range, suggest_or_list};
use wampimuk_grid::Form;
use wampimuk_reascan::Pattern;

use crate::recipe::{Generate, Holdout};

/// The most rows and columns of a grid of the Abstract Reasoning Corpus.
const MAX_SIDE: u8 = 30;
/// The biggest object size supported.
const MAX_SIZE: u8 = 8;
/// The most pairs shown.
pub(crate) const MAX_PAIRS: usize = 8;
/// The most patterns of a recipe: each has a list of commands.
const MOST_PATTERNS: usize = 32;
/// The most relations of a recipe's rules: there are six.
const MOST_RELATIONS: usize = 6;
/// The most phrases of a command, if all its clauses are about the head.
const MAX_FLAT: usize = 4;
/// The most phrases of a command whose clauses have clauses.
const MAX_NESTED: usize = 3;

/// Checks the numbers and names of a generative section.
pub(crate) fn numbers(generate: &Generate, lexicon: &Lexicon) -> Result<(), RecipeError> {
    let side = generate.grid_size;
    check_range("generate.grid_size", side, 3..=MAX_SIDE)?;
    let (least, most) = (generate.min_object_size, generate.max_object_size);
    if least == 0 || most > MAX_SIZE || least > most {
        return Err(RecipeError::new(format!("generate: object sizes go from {least} to {most}"))
            .hint(format!("sizes lie within 1 to {MAX_SIZE}")));
    }
    if least == most && !lexicon.sizes.is_empty() {
        return Err(RecipeError::new("generate: there are size words, but only one size")
            .hint("raise max_object_size, or write lexicon.size_adjectives = []"));
    }
    check_range("generate.pairs", usize::from(generate.pairs), 1..=MAX_PAIRS)?;
    let frames = lexicon.nouns.iter().filter(|noun| noun.form == Form::Frame).count();
    if frames == lexicon.nouns.len() {
        return Err(RecipeError::new("generate.lexicon: every noun is a box").hint("targets are no boxes"));
    }
    for rules in std::iter::once(&generate.rules).chain(&generate.rivals) {
        check_count("generate.rules.relations", rules.relations.len(), MOST_RELATIONS)?;
    }
    let inside = |rules: &wampimuk_reascan::Rules| rules.relations.contains(&Relation::Inside);
    if frames == 0 && (inside(&generate.rules) || generate.rivals.as_ref().is_some_and(inside)) {
        return Err(RecipeError::new("generate.rules: things can be inside of boxes, but there are none")
            .hint("add lexicon.frames = [\"box\"], or take \"inside\" out of rules.relations"));
    }
    if frames > 0 && most > side {
        return Err(RecipeError::new(format!(
            "generate: a box of size {most} does not fit a grid of {side}"
        ))
        .hint("lower max_object_size or raise grid_size"));
    }
    worlds(generate)?;
    patterns(generate)?;
    check_holdout_names(generate.holdouts.iter().map(|holdout| holdout.name.as_str()))?;
    generate.holdouts.iter().try_for_each(|holdout| self::holdout(generate, holdout))
}

fn worlds(generate: &Generate) -> Result<(), RecipeError> {
    let worlds = &generate.worlds;
    check_range("generate.worlds.sharing", worlds.sharing, 0.0..=1.0)?;
    let cells = usize::from(generate.grid_size) * usize::from(generate.grid_size);
    // One cell stays empty, and a drawn neighbour is one object more.
    let room = (cells - 1).min(wampimuk_grid::MAX_OBJECTS - 8);
    if worlds.objects > worlds.max_objects || usize::from(worlds.max_objects) > room || worlds.max_objects < 2
    {
        let (objects, most) = (worlds.objects, worlds.max_objects);
        return Err(RecipeError::new(format!("generate.worlds: {objects} objects, at most {most}"))
            .hint(format!("2 to {room}, and no fewer at most than at least")));
    }
    Ok(())
}

fn patterns(generate: &Generate) -> Result<(), RecipeError> {
    if generate.patterns.is_empty() {
        return Err(RecipeError::new("generate.patterns is empty").hint("name at least one pattern"));
    }
    check_count("generate.patterns", generate.patterns.len(), MOST_PATTERNS)?;
    for recipe in &generate.patterns {
        let of = |message: String| RecipeError::new(format!("pattern `{}`: {message}", recipe.name));
        if generate.patterns.iter().filter(|other| other.name == recipe.name).count() > 1 {
            return Err(of("there are two of this name".into()).hint("give every pattern its own name"));
        }
        let pattern = Pattern::parse(&recipe.shape).map_err(|message| {
            of(message).hint("write `$OBJ_0 ^ $OBJ_1 & $OBJ_2`, where `^` is \"that is\" and `&` is \"and\"")
        })?;
        let phrases = pattern.phrases();
        let flat = (1..phrases).all(|phrase| pattern.parent(phrase) == Some(0));
        if phrases > if flat { MAX_FLAT } else { MAX_NESTED } {
            return Err(of(format!("{phrases} phrases are too many")).hint(format!(
                "at most {MAX_FLAT}, or {MAX_NESTED} where clauses have clauses: every command of this shape is a \
                 possible explanation, and all of them are looked at"
            )));
        }
    }
    Ok(())
}

fn holdout(generate: &Generate, holdout: &Holdout) -> Result<(), RecipeError> {
    let name = &holdout.name;
    let when = &holdout.when;
    if when.operations.is_empty() && when.patterns.is_empty() && when.relations.is_empty() {
        return Err(RecipeError::new(format!("hold-out `{name}` would hold out everything"))
            .hint("name operations, patterns or relations"));
    }
    for pattern in &when.patterns {
        let known = || generate.patterns.iter().map(|pattern| pattern.name.as_str());
        if !known().any(|known| known == pattern) {
            return Err(RecipeError::new(format!("hold-out `{name}`: there is no pattern `{pattern}`"))
                .hint(suggest_or_list(pattern, "patterns:", known())));
        }
    }
    Ok(())
}
