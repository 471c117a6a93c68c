//! What a reader of stories must know to answer exactly.

use wampimuk_babi::Kind;

use super::StoryContext;

/// The rules for a question of this kind: how the story is to be read, then what the answer looks like.
pub(super) fn of(kind: Kind, told: StoryContext) -> Vec<&'static str> {
    let mut rules = Vec::new();
    if told.renamed {
        rules.push(
            "Words of the story and the question have been exchanged for others, everywhere in the same way. Answer in \
             these words.",
        );
    }
    if is_about_people(kind) {
        rules.extend([
            "The sentences are told in the order in which things happen, and the question is about the end of the story.",
            "At first nobody carries anything. People stay where they are until the story says that they go or are \
             somewhere else, and \"he\", \"she\" and \"they\" are those whom the sentence before is about.",
            "What somebody carries goes where they go; what nobody carries stays where it is. Whoever takes, drops, \
             gives or receives something is where it is.",
        ]);
        if told.proved {
            rules.push(
                "Later sentences can show where somebody or something was earlier, and so where it is now.",
            );
        }
        if told.knowing {
            rules.push(
                "Nobody goes to where they are already. That somebody is not in a place is said of people who were there \
                 just before, and that they are in one of two places of people who were in neither.",
            );
        }
    }
    rules.push(meaning(kind));
    rules.push(shape(kind));
    rules
}

/// Whether a kind of question is about people who go from place to place and carry things.
fn is_about_people(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::WherePerson
            | Kind::WhereObject
            | Kind::WhereWasObject
            | Kind::YesNo
            | Kind::Counting
            | Kind::List
            | Kind::Giving
    )
}

/// What the question asks for, where its words leave something open.
fn meaning(kind: Kind) -> &'static str {
    match kind {
        Kind::WherePerson | Kind::WhereObject => "The question asks for the place at the end of the story.",
        Kind::WhereWasObject => {
            "The question asks where the object was just before it came to that place; if it came there more than once, \
             before the last time."
        }
        Kind::YesNo => {
            "The answer is \"yes\" if it must be so, \"no\" if it cannot be so, and \"maybe\" if the story leaves it open."
        }
        Kind::Counting | Kind::List => "The question asks what the person carries at the end of the story.",
        Kind::Giving => "If several gifts fit the question, it asks for the last one.",
        Kind::Direction => {
            "\"The office is north of the kitchen\" says that a passage leads north from the kitchen to the office. The \
             question asks where a passage leads, not for what lies farther away."
        }
        Kind::WhereWasPerson => {
            "The sentences are in no order; the times are, from the first to the last: yesterday, this morning, this \
             afternoon, this evening. The question asks where the person was at the time just before."
        }
        Kind::Fear => {
            "Every animal is afraid of what animals of its kind are afraid of. The question asks for that kind."
        }
        Kind::Colour => "An animal whose colour is not told has the colour of the others of its kind.",
        Kind::Position => {
            "Something that is above, below, to the left or to the right of something else is straight above, below or \
             beside it. The question, however, asks only whether it is higher up, lower down, farther to the left or \
             farther to the right, whatever else."
        }
        Kind::Size => "One thing fits in another if, and only if, the other is bigger.",
        Kind::Path => {
            "\"The office is north of the kitchen\" says that a passage leads north from the kitchen to the office; \
             passages can be walked in both directions. The question asks for the way from room to room."
        }
        Kind::Motive => {
            "The hungry go to the kitchen and get the apple, the thirsty go to the kitchen and get the milk, the bored go \
             to the garden and get the football, the tired go to the bedroom and get the pajamas."
        }
    }
}

/// What the answer looks like.
fn shape(kind: Kind) -> &'static str {
    match kind {
        Kind::WherePerson
        | Kind::WhereObject
        | Kind::WhereWasObject
        | Kind::WhereWasPerson
        | Kind::Direction => "Answer with the name of the place, and nothing else.",
        Kind::YesNo => "Answer with yes, no or maybe.",
        Kind::Position | Kind::Size => "Answer with yes or no.",
        Kind::Counting => "Answer with the number as a word (none, one, two, three, …).",
        Kind::List => {
            "Answer with the names of the objects, separated by commas, in any order; if there are none, with \"nothing\"."
        }
        Kind::Giving => "Answer with the name of the person or of the object, and nothing else.",
        Kind::Fear => "Answer with the name of the kind in the singular (\"wolf\"), and nothing else.",
        Kind::Colour => "Answer with the colour, and nothing else.",
        Kind::Path => {
            "Answer with the directions of the passages in their order, as letters separated by commas: n, s, e, w."
        }
        Kind::Motive => {
            "Answer with one word: the place to a question for where, the feeling (\"hungry\") to a question for why."
        }
    }
}

/// An answer of the right shape. It is the same in all prompts of a kind, so it gives nothing away.
pub(super) fn example(kind: Kind) -> &'static str {
    match kind {
        Kind::YesNo | Kind::Position | Kind::Size => "no",
        Kind::Counting => "two",
        Kind::List => "apple, milk",
        Kind::Giving => "Mary",
        Kind::Fear => "wolf",
        Kind::Colour => "yellow",
        Kind::Path => "s, w",
        _ => "kitchen",
    }
}
