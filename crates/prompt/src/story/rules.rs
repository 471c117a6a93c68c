//! What a reader of stories must know to answer exactly.

use wampimuk_babi::Kind;

use super::{Say, StoryContext};

/// The rules for a question of this kind: how the story is to be read, then what the answer looks like. They say no word of
/// the published stories but in the words of this one.
pub(super) fn of(kind: Kind, context: StoryContext<'_>) -> Vec<String> {
    let say = context.say();
    let mut rules: Vec<String> = Vec::new();
    let mut rule = |text: &str| rules.push(text.to_owned());
    if is_about_people(kind) {
        rule(
            "The sentences are told in the order in which things happen, and the question is about the end of the story.",
        );
        rule(&format!(
            "At first nobody carries anything. People stay where they are until the story says that they move or are \
             somewhere else, and {}, {} and {} are those whom the sentence before is about.",
            say.quoted("he"),
            say.quoted("she"),
            say.quoted("they"),
        ));
        rule(
            "What somebody carries moves where they move; what nobody carries stays where it is. Whoever takes, drops, gives \
             or receives something is where it is.",
        );
        if context.proved {
            rule("Later sentences can show where somebody or something was earlier, and so where it is now.");
        }
        if context.knowing {
            rule(
                "Nobody moves to where they are already. That somebody is not in a place is said of people who were there \
                 just before, and that they are in one of two places of people who were in neither.",
            );
        }
    }
    rules.push(meaning(kind, say));
    rules.push(shape(kind, say));
    rules
}

/// Whether a kind of question is about people who go from place to place and carry things.
pub(super) fn is_about_people(kind: Kind) -> bool {
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
fn meaning(kind: Kind, say: Say<'_>) -> String {
    match kind {
        Kind::WherePerson | Kind::WhereObject => {
            "The question asks for the place at the end of the story.".to_owned()
        }
        Kind::WhereWasObject => {
            "The question asks where the object was just before it came to that place; if it came there more than once, \
             before the last time."
                .to_owned()
        }
        Kind::YesNo => format!(
            "The answer is {} if it must be so, {} if it cannot be so, and {} if the story leaves it open.",
            say.quoted("yes"),
            say.quoted("no"),
            say.quoted("maybe"),
        ),
        Kind::Counting | Kind::List => {
            "The question asks what the person carries at the end of the story.".to_owned()
        }
        Kind::Giving => "If the question is true of several gifts, it asks for the last one.".to_owned(),
        Kind::Direction => format!(
            "{} says that a passage leads {} from the second place to the first. The question asks where a passage leads, \
             not for what lies farther away.",
            say.quoted("The office is north of the kitchen"),
            say.of("north"),
        ),
        Kind::WhereWasPerson => {
            let times = ["yesterday", "this morning", "this afternoon", "this evening"];
            format!(
                "The sentences are in no order; the times are, from the first to the last: {}. The question asks where the \
                 person was at the time just before.",
                times.map(|time| say.of(time)).join(", "),
            )
        }
        Kind::Fear => "What is said of a kind is true of each animal of that kind. The question asks for a kind.".to_owned(),
        Kind::Colour => "An animal whose colour is not told has the colour of the others of its kind.".to_owned(),
        Kind::Position => format!(
            "Things lie on a plane. {} says that the first thing lies straight {} the second, at any distance. The question, \
             however, asks only whether it lies farther that way, no matter how far to either side. {} and {} are opposite \
             ways, and so are {} and {}.",
            say.quoted("The triangle is above the red square"),
            say.of("above"),
            say.quoted("above"),
            say.quoted("below"),
            say.quoted("to the left of"),
            say.quoted("to the right of"),
        ),
        Kind::Size => format!(
            "{} says that the first thing is the larger of the two; {} and {} say that it is the smaller.",
            say.quoted("bigger than"),
            say.quoted("fits inside"),
            say.quoted("fit in"),
        ),
        Kind::Path => format!(
            "{} says that a passage leads {} from the second place to the first; passages can be walked in both directions. \
             The question asks for the way from place to place.",
            say.quoted("The office is north of the kitchen"),
            say.of("north"),
        ),
        Kind::Motive => {
            let motives = [
                ("hungry", "kitchen", "apple"),
                ("thirsty", "kitchen", "milk"),
                ("bored", "garden", "football"),
                ("tired", "bedroom", "pajamas"),
            ];
            let told = motives.map(|(feeling, place, thing)| {
                format!("whoever is {} moves to the {} and takes the {}", say.of(feeling), say.of(place), say.of(thing))
            });
            format!("Feelings decide what people do: {}.", told.join("; "))
        }
    }
}

/// What the answer looks like.
fn shape(kind: Kind, say: Say<'_>) -> String {
    match kind {
        Kind::WherePerson
        | Kind::WhereObject
        | Kind::WhereWasObject
        | Kind::WhereWasPerson
        | Kind::Direction => "Answer with the name of the place, and nothing else.".to_owned(),
        Kind::YesNo => format!("Answer with {}, {} or {}.", say.of("yes"), say.of("no"), say.of("maybe")),
        Kind::Position | Kind::Size => format!("Answer with {} or {}.", say.of("yes"), say.of("no")),
        Kind::Counting => {
            let numbers = ["none", "one", "two", "three"].map(|number| say.of(number)).join(", ");
            format!("Answer with the number as a word ({numbers}, …).")
        }
        Kind::List => format!(
            "Answer with the names of the things, separated by commas, in any order; if there are none, with {}.",
            say.quoted("nothing"),
        ),
        Kind::Giving => "Answer with the name of the person or of the thing, and nothing else.".to_owned(),
        Kind::Fear => {
            format!(
                "Answer with the name of the kind, in its form for one animal ({}), and nothing else.",
                say.quoted("wolf")
            )
        }
        Kind::Colour => "Answer with the colour, and nothing else.".to_owned(),
        Kind::Path => {
            let letters = [("n", "north"), ("s", "south"), ("e", "east"), ("w", "west")];
            let told = letters.map(|(letter, way)| format!("{} ({})", say.of(letter), say.of(way)));
            format!(
                "Answer with the directions of the passages in their order, as letters separated by commas: {}.",
                told.join(", ")
            )
        }
        Kind::Motive => format!(
            "Answer with one word: the place to a question for {}, the feeling ({}) to a question for {}.",
            say.of("where"),
            say.quoted("hungry"),
            say.of("why"),
        ),
    }
}

/// An answer of the right shape. It is the same in all prompts of a kind, so it gives nothing away.
pub(super) fn example(kind: Kind, say: Say<'_>) -> String {
    say.of(match kind {
        Kind::YesNo | Kind::Position | Kind::Size => "no",
        Kind::Counting => "two",
        Kind::List => "apple, milk",
        Kind::Giving => "Mary",
        Kind::Fear => "wolf",
        Kind::Colour => "yellow",
        Kind::Path => "s, w",
        _ => "kitchen",
    })
}
