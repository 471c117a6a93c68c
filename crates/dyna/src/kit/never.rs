//! Which filters can never pass anything.
//!
//! A filter asks for a number of supporting lines. Some numbers cannot occur, and a filter that wants only such numbers
//! makes the kit tell thousands of stories for nothing. The rule, for what follows and the smallest set of lines that
//! shows it:
//!
//! * Every answer needs a line.
//! * No line says both what somebody carries and where that is. So where an object *is* takes two lines; and where it *was*
//!   takes three, as it has to be carried from one place to another and a line names one place.
//! * If there are only moves, takings and droppings by single people with their names, where a person is takes one line, a
//!   move of theirs, or at least three: without such a move they must have had an object in their hands, and where that
//!   was takes two lines about somebody else. The same goes for questions for yes or no.
//!
//! Nothing is said about large numbers, nor about carrying and gifts.

use super::config::StoryParameters;

/// Actions whose lines name one person, and no second line explains them.
const PLAIN: [&str; 3] = ["move", "grab", "drop"];

/// Whether no question of a kind can have a number of supporting lines within a range.
pub(super) fn never(kind: &str, [least, most]: [u64; 2], params: &StoryParameters) -> bool {
    let plain = params.actions.iter().all(|action| PLAIN.contains(&action.as_str()) || !params.tells(action));
    let gap = matches!(kind, "where_person" | "yes_no") && plain && least == 2 && most == 2;
    let fewest = match kind {
        "where_object" => 2,
        "where_was_object" => 3,
        _ => 1,
    };
    gap || most < fewest
}
