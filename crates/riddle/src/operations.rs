//! From the operations of a recipe to each of them.

use wampimuk_command::Lexicon;
use wampimuk_core::{RecipeError, suggest_or_list};
use wampimuk_grid::{Form, Heading};

use crate::operation::{ObjectSpec, Operation};
use crate::recipe::Generate;

/// The most operations a recipe may have: each is tried on every task.
const MOST: usize = 512;

/// Every operation of a recipe, or what is wrong with one.
pub(crate) fn operations(generate: &Generate, lexicon: &Lexicon) -> Result<Vec<Operation>, RecipeError> {
    let at_most = generate.max_object_size;
    let given = &generate.operations;
    let mut all = Vec::new();
    if let Some(draw) = &given.draw {
        not_empty("draw.colours", draw.colours.len())?;
        for name in &draw.colours {
            all.push(Operation::Draw { colour: colour("draw.colours", name, lexicon)? });
        }
    }
    if let Some(enlarge) = &given.enlarge {
        not_empty("enlarge.by", enlarge.by.len())?;
        for &by in &enlarge.by {
            if by == 0 || by >= at_most {
                return Err(wrong("enlarge.by", &by.to_string()).hint(format!("1 to {}", at_most.max(2) - 1)));
            }
            all.push(Operation::Enlarge { by, at_most });
        }
    }
    if let Some(change) = &given.change_shape {
        not_empty("change_shape.shapes", change.shapes.len())?;
        for name in &change.shapes {
            let (shape, form) = shape("change_shape.shapes", name, lexicon)?;
            all.push(Operation::ChangeShape { shape, form });
        }
    }
    if let Some(adjacent) = &given.draw_adjacent {
        not_empty("draw_adjacent.sides", adjacent.sides.len())?;
        not_empty("draw_adjacent.shapes", adjacent.shapes.len())?;
        not_empty("draw_adjacent.colours", adjacent.colours.len())?;
        not_empty("draw_adjacent.sizes", adjacent.sizes.len())?;
        for &size in &adjacent.sizes {
            if !(1..=at_most).contains(&size) {
                return Err(wrong("draw_adjacent.sizes", &size.to_string()).hint(format!("1 to {at_most}")));
            }
            for name in &adjacent.shapes {
                let (shape, form) = shape("draw_adjacent.shapes", name, lexicon)?;
                for name in &adjacent.colours {
                    let colour = colour("draw_adjacent.colours", name, lexicon)?;
                    let thing = ObjectSpec { shape, form, colour, size };
                    let beside = |&side| Operation::DrawAdjacent { side: Heading::from(side), thing };
                    all.extend(adjacent.sides.iter().map(beside));
                    if all.len() > MOST {
                        return Err(too_many());
                    }
                }
            }
        }
    }
    if let Some(shift) = &given.shift {
        not_empty("move.directions", shift.directions.len())?;
        if shift.steps.is_empty() && !shift.until_blocked {
            return Err(RecipeError::new("generate.operations.move goes nowhere")
                .hint("give `steps = [1, 2]`, `until_blocked = true`, or both"));
        }
        for &side in &shift.directions {
            let heading = Heading::from(side);
            for &steps in &shift.steps {
                if steps == 0 || steps >= generate.grid_size {
                    return Err(wrong("move.steps", &steps.to_string())
                        .hint(format!("1 to {}", generate.grid_size.max(2) - 1)));
                }
                all.push(Operation::Move { heading, steps: Some(steps) });
            }
            if shift.until_blocked {
                all.push(Operation::Move { heading, steps: None });
            }
        }
    }
    if all.is_empty() {
        return Err(RecipeError::new("generate.operations is empty")
            .hint("name at least one of draw, enlarge, change_shape, draw_adjacent, move"));
    }
    if all.len() > MOST {
        return Err(too_many());
    }
    for (number, operation) in all.iter().enumerate() {
        if all[..number].contains(operation) {
            let kind = operation.kind().name();
            return Err(RecipeError::new(format!("generate.operations.{kind} names an operation twice"))
                .hint("name every value once"));
        }
    }
    Ok(all)
}

fn too_many() -> RecipeError {
    RecipeError::new(format!("generate.operations: more than {MOST} operations")).hint("name fewer values")
}

fn not_empty(key: &str, len: usize) -> Result<(), RecipeError> {
    if len > 0 {
        return Ok(());
    }
    Err(RecipeError::new(format!("generate.operations.{key} is empty")).hint("name at least one value"))
}

fn wrong(key: &str, value: &str) -> RecipeError {
    RecipeError::new(format!("generate.operations.{key}: `{value}`"))
}

fn colour(key: &str, name: &str, lexicon: &Lexicon) -> Result<u8, RecipeError> {
    let known = || lexicon.colours.iter().map(|colour| colour.name.as_str());
    known()
        .position(|known| known == name)
        .map(|number| number as u8)
        .ok_or_else(|| unknown(key, name, known()))
}

fn shape(key: &str, name: &str, lexicon: &Lexicon) -> Result<(u8, Form), RecipeError> {
    let known = || lexicon.nouns.iter().map(|noun| noun.word.name.as_str());
    let number = known().position(|known| known == name).ok_or_else(|| unknown(key, name, known()))?;
    Ok((number as u8, lexicon.nouns[number].form))
}

fn unknown<'l>(key: &str, name: &str, known: impl Iterator<Item = &'l str> + Clone) -> RecipeError {
    wrong(key, name).hint(suggest_or_list(name, "known:", known))
}
