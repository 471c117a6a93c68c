//! The original systems' data: what they recorded is what both of our implementations say.
//!
//! No difference is tolerated; the defects of the originals that show in these files (a pull that goes forward, steps
//! that are not recorded, moved objects at the end of the list) are what `replay_as_released` reproduces.

mod authors;
mod gscan;
mod promises;
mod reascan;
mod sample;
mod steps;

use wampimuk_command::{Lexicon, Semantics, denotation};
use wampimuk_grid::{Action, parse_actions, print_actions};
use wampimuk_opinion::{Taste, accepted, perform, referents};

use crate::bridge;
use crate::json::Recorded;

/// The recorded actions are what the oracle and the second opinion give for object number 0, they are a right answer,
/// and carried out they bring the agent to the target.
fn check_actions(example: &Recorded, lexicon: &Lexicon) {
    let Recorded { text, command, world, actions } = example;
    let recorded = parse_actions(actions).unwrap();
    let mut own: Vec<Action> = Vec::new();
    command.execute(world, 0, lexicon, &mut own);
    assert_eq!(print_actions(&own), *actions, "{text}");
    assert_eq!(command.fulfilled_by(&recorded, world, 0, lexicon), Ok(()), "{text}");
    let place = bridge::place(world, lexicon);
    let order = bridge::words(lexicon).read(text).unwrap();
    let habit = bridge::habit(&order.adverb, command.manner(lexicon));
    let slow = perform(&place, 0, &order.verb, &habit, Taste::default());
    assert_eq!(slow.join(","), *actions, "{text}");
    assert!(accepted(&place, 0, &order.verb, &habit).contains(&bridge::acts(&recorded)), "{text}");
    let mut run = wampimuk_grid::Simulation::new(world.clone());
    for action in recorded {
        run.step(action);
    }
    assert_eq!(run.world().agent().cell, run.world().objects()[0].cell, "{text}");
}

/// The referents according to both implementations.
fn check_referents(example: &Recorded, lexicon: &Lexicon, semantics: Semantics) -> Vec<usize> {
    let Recorded { text, command, world, .. } = example;
    let fast = bridge::members(denotation(&command.phrase, world, lexicon, semantics));
    let order = bridge::words(lexicon).read(text).unwrap();
    let slow = referents(&order.phrases, &bridge::place(world, lexicon), bridge::choices(semantics));
    assert_eq!(fast, slow, "{text} {semantics:?}");
    fast
}
