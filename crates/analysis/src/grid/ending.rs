//! Where wrong answers lead, and what was missed.
//!
//! The agent goes somewhere: to the right object, to another one, or to none. Another object is there for a reason, which
//! the cast says, and it would be the right one if the command said less: that is what was missed.

use std::fmt;

use serde::{Serialize, Serializer};
use wampimuk_command::{Phrase, Relation, Scene, Semantics, Strategy, WordClass};
use wampimuk_grid::{Cell, Shortfall};

use super::Case;

/// Where a wrong answer leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ending {
    /// The command is fulfilled in another way.
    OtherWay,
    /// To the right object, but something else is wrong.
    RightObject(Fault),
    /// To another object.
    OtherObject(Role, Missed),
    /// To no object.
    Nowhere,
    /// It cannot be read: something in it is no action.
    Unreadable,
}

/// What is wrong although the right object is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// The way to it, or the manner on the way.
    Way,
    /// It is not pushed or pulled as asked.
    Handling,
    /// It could be moved further.
    Unfinished,
    /// Something is done after the deed.
    TooMuch,
}

/// Why an object is in its world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// The command mentions it in a clause.
    Mentioned,
    /// It is a distractor that was placed by this strategy.
    Distractor(Strategy),
    /// Nobody says.
    Unknown,
}

/// The word or clause without which the object would be a right one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Missed {
    /// A word about the target.
    Word(WordClass),
    /// A clause, by its relation.
    Clause(Relation),
    /// A word within a clause.
    Inner(WordClass),
    /// No single one.
    Several,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OtherWay => "command fulfilled in another way",
            Self::RightObject(Fault::Way) => "right object, wrong way or manner",
            Self::RightObject(Fault::Handling) => "right object, not handled as asked",
            Self::RightObject(Fault::Unfinished) => "right object, not moved far enough",
            Self::RightObject(Fault::TooMuch) => "right object, goes on too long",
            Self::OtherObject(..) => "another object",
            Self::Nowhere => "no object",
            Self::Unreadable => "cannot be read",
        })
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mentioned => f.write_str("mentioned in a clause"),
            Self::Distractor(Strategy::Command) => f.write_str("of the command"),
            Self::Distractor(strategy) => write!(f, "{} distractor", strategy.name()),
            Self::Unknown => f.write_str("not known"),
        }
    }
}

impl fmt::Display for Missed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(class) => write!(f, "{} of the target", class.name()),
            Self::Clause(relation) => write!(f, "clause: {}", relation.name()),
            Self::Inner(class) => write!(f, "{} in a clause", class.name()),
            Self::Several => f.write_str("more than one word or clause"),
        }
    }
}

/// As texts: what, why it is there, what was missed.
impl Serialize for Ending {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (role, missed) = self.reason().unzip();
        let texts =
            (self.to_string(), role.map(|role| role.to_string()), missed.map(|missed| missed.to_string()));
        texts.serialize(serializer)
    }
}

impl Ending {
    /// Of another object: why it is there, and what was missed.
    pub fn reason(self) -> Option<(Role, Missed)> {
        match self {
            Self::OtherObject(role, missed) => Some((role, missed)),
            _ => None,
        }
    }
}

/// Where an answer leads whose agent first acts in this cell.
pub(super) fn ending(case: &Case<'_>, cell: Cell, shortfall: Shortfall) -> Ending {
    if case.goal() == Some(cell) {
        return Ending::RightObject(match shortfall {
            Shortfall::Way(_) | Shortfall::NotReached => Fault::Way,
            Shortfall::Handling(_) => Fault::Handling,
            Shortfall::NotFinished => Fault::Unfinished,
            Shortfall::TooMuch(_) => Fault::TooMuch,
        });
    }
    let world = &case.example.world;
    let corner = || world.objects().iter().position(|object| object.cell == cell);
    match world.solid_at(cell).or_else(corner) {
        Some(object) => Ending::OtherObject(role(case, object), missed(case, object)),
        None => Ending::Nowhere,
    }
}

fn role(case: &Case<'_>, object: usize) -> Role {
    match case.cast.group_of(object) {
        None => Role::Unknown,
        Some(group) if group.strategy == Strategy::Command => Role::Mentioned,
        Some(group) => Role::Distractor(group.strategy),
    }
}

/// What the command would have to lack for the object to be a right one. What the object was placed for comes first, then
/// words about the target, clauses, and words in clauses.
fn missed(case: &Case<'_>, object: usize) -> Missed {
    let head = &case.example.command.phrase;
    let nodes = head.nodes();
    let words = |inner: bool| {
        let phrases = nodes.iter().enumerate().filter(move |(number, _)| (*number > 0) == inner);
        phrases.flat_map(|(number, node)| {
            let classes = WordClass::ALL.into_iter().filter(|class| class.is_in(node.phrase));
            classes.map(move |class| Change::Word(number, class))
        })
    };
    let clauses = (1..nodes.len()).map(Change::Clause);
    let placed = case.cast.group_of(object).and_then(|group| {
        let phrase = usize::from(group.phrase?);
        match (group.strategy, group.word) {
            (Strategy::Relation, _) if (1..nodes.len()).contains(&phrase) => Some(Change::Clause(phrase)),
            (Strategy::Attribute, Some(class)) => Some(Change::Word(phrase, class)),
            _ => None,
        }
    });
    let scene = Scene::new(&case.example.world);
    let semantics = Semantics::from(case.reading);
    let mut changes = placed.into_iter().chain(words(false)).chain(clauses).chain(words(true));
    let found = changes
        .find(|change| scene.denotation(&change.apply(head), case.lexicon, semantics) >> object & 1 == 1);
    match found {
        None => Missed::Several,
        Some(Change::Word(0, class)) => Missed::Word(class),
        Some(Change::Word(_, class)) => Missed::Inner(class),
        Some(Change::Clause(number)) => match nodes.get(number).and_then(|node| node.parent) {
            Some((_, relation)) => Missed::Clause(relation),
            None => Missed::Several,
        },
    }
}

/// Something left out of a command.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// A word of a phrase.
    Word(usize, WordClass),
    /// The clause that introduces a phrase.
    Clause(usize),
}

impl Change {
    fn apply(self, head: &Phrase) -> Phrase {
        fn leave_out(phrase: &mut Phrase, number: &mut usize, change: Change) {
            let own = *number;
            if let Change::Word(at, class) = change
                && at == own
            {
                match class {
                    WordClass::Size => phrase.size = None,
                    WordClass::Colour => phrase.colour = None,
                    WordClass::Noun => phrase.noun = None,
                }
            }
            phrase.clauses.retain_mut(|clause| {
                *number += 1;
                let is_it = matches!(change, Change::Clause(at) if at == *number);
                leave_out(&mut clause.phrase, number, change);
                !is_it
            });
        }
        let mut phrase = head.clone();
        leave_out(&mut phrase, &mut 0, self);
        phrase
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_command::{Lexicon, Surface, parse};

    use super::*;

    #[test]
    fn changes_leave_out_one_thing() {
        let lexicon = Lexicon::reascan();
        let text =
            "push the big red square that is in the same row as a small circle and inside of a blue box";
        let head = parse(text, &lexicon).unwrap();
        let without = |change: Change| {
            let command = wampimuk_command::Command { phrase: change.apply(&head.phrase), ..head.clone() };
            command.text(&lexicon, Surface::Reascan)
        };
        assert_eq!(
            without(Change::Word(0, WordClass::Colour)),
            "push the big square that is in the same row as a small circle and inside of a blue box"
        );
        assert_eq!(without(Change::Clause(1)), "push the big red square that is inside of a blue box");
        assert_eq!(
            without(Change::Clause(2)),
            "push the big red square that is in the same row as a small circle"
        );
        assert_eq!(
            without(Change::Word(2, WordClass::Colour)),
            "push the big red square that is in the same row as a small circle and inside of a box"
        );
        assert_eq!(
            without(Change::Word(1, WordClass::Noun)),
            "push the big red square that is in the same row as a small object and inside of a blue box"
        );
    }
}
