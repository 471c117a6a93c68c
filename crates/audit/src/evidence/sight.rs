//! Conditions on what stands anywhere in a command or its world.

use serde::Serialize;
use wampimuk_command::{Example, Lexicon, Phrase, Relation};
use wampimuk_core::RecipeError;

use crate::audit::tree::nodes;

/// What can be seen in a command with clauses and its world, wherever it stands. All that is given must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Sight {
    /// Some phrase has these meanings of words, size before colour before noun, next to each other: "small square" is
    /// not in "small red square", but "red square" is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phrase: Option<String>,
    /// Other words may stand between the phrase's.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub apart: bool,
    /// Each of these relations, in words, is in the command.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub relations: Vec<String>,
    /// An object of this colour and shape is in the world and is not the target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub background: Option<String>,
}

/// A sight in the numbers of a lexicon.
#[derive(Clone, Debug)]
pub(super) struct Seer {
    words: Option<Words>,
    apart: bool,
    relations: Vec<Relation>,
    background: Option<(u8, u8)>,
}

/// Size, colour, noun.
type Words = [Option<u8>; 3];

impl Seer {
    /// Each name must be one of the lexicon's.
    pub fn new(sight: &Sight, lexicon: &Lexicon) -> Result<Self, RecipeError> {
        let unknown = |name: &str| RecipeError::new(format!("`{name}` is not in the lexicon"));
        let words = |text: &str| -> Result<Words, RecipeError> {
            let mut words = [None; 3];
            for name in text.split(' ') {
                let size = lexicon.sizes.iter().position(|size| size.extreme.name() == name);
                let found = [
                    size.and_then(|number| u8::try_from(number).ok()),
                    lexicon.colour_named(name),
                    lexicon.shape_named(name),
                ];
                let class = found.iter().position(Option::is_some).ok_or_else(|| unknown(name))?;
                words[class] = found[class];
            }
            Ok(words)
        };
        let relation = |name: &String| {
            let known = Relation::ALL.into_iter().find(|relation| relation.words() == name);
            known.ok_or_else(|| unknown(name))
        };
        let background = match &sight.background {
            None => None,
            Some(object) => match words(object)? {
                [None, Some(colour), Some(shape)] => Some((colour, shape)),
                _ => return Err(unknown(object)),
            },
        };
        Ok(Self {
            words: sight.phrase.as_deref().map(words).transpose()?,
            apart: sight.apart,
            relations: sight.relations.iter().map(relation).collect::<Result<_, _>>()?,
            background,
        })
    }

    pub fn sees(&self, example: &Example) -> bool {
        let phrases = nodes(&example.command.phrase);
        let has = |relation: &Relation| {
            phrases.iter().any(|node| node.parent.is_some_and(|(_, other)| other == *relation))
        };
        let behind = |(colour, shape): (u8, u8)| {
            let mut objects = example.world.objects().iter().enumerate();
            objects.any(|(number, object)| {
                number != example.target && (object.colour, object.shape) == (colour, shape)
            })
        };
        self.words.is_none_or(|words| phrases.iter().any(|node| self.fits(words, node.phrase)))
            && self.relations.iter().all(has)
            && self.background.is_none_or(behind)
    }

    fn fits(&self, wanted: Words, phrase: &Phrase) -> bool {
        let words = [phrase.size, phrase.colour, phrase.noun];
        let first = wanted.iter().position(Option::is_some);
        let last = wanted.iter().rposition(Option::is_some);
        (0..3).all(|class| {
            let between = first.is_some_and(|first| first < class) && last.is_some_and(|last| class < last);
            match wanted[class] {
                Some(word) => words[class] == Some(word),
                None => self.apart || !between || words[class].is_none(),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_command::parse;
    use wampimuk_grid::{Agent, Cell, Object, World};

    use super::*;

    fn sees(sight: &Sight, command: &str) -> bool {
        let lexicon = Lexicon::reascan();
        let command = parse(command, &lexicon).unwrap();
        let mut world = World::new(6, Agent::default()).unwrap();
        // A red square as the target, a blue circle beside it.
        world.place(Object::solid(2, 0, 1, Cell::new(1, 1))).unwrap();
        world.place(Object::solid(0, 1, 1, Cell::new(2, 2))).unwrap();
        let example = Example { command, world, target: 0, actions: Vec::new() };
        Seer::new(sight, &lexicon).unwrap().sees(&example)
    }

    #[test]
    fn words_stand_next_to_each_other_in_one_phrase() {
        let phrase = |words: &str, apart| Sight { phrase: Some(words.into()), apart, ..Sight::default() };
        let text =
            "push the small red square that is inside of a yellow box and in the same row as a big circle";
        for (words, apart, expected) in [
            ("red square", false, true),
            ("small red square", false, true),
            ("small red", false, true),
            ("small square", false, false),
            ("small square", true, true),
            ("big circle", false, true),
            ("yellow circle", false, false),
            ("big square", true, false),
        ] {
            assert_eq!(sees(&phrase(words, apart), text), expected, "{words}");
        }
        let relations = |names: &[&str]| Sight {
            relations: names.iter().map(ToString::to_string).collect(),
            ..Sight::default()
        };
        assert!(sees(&relations(&["inside of", "in the same row as"]), text));
        assert!(!sees(&relations(&["inside of", "in the same size as"]), text));
        let background = |object: &str| Sight { background: Some(object.into()), ..Sight::default() };
        assert!(sees(&background("blue circle"), text));
        assert!(!sees(&background("red square"), text), "the target is no background");
        for wrong in [phrase("pink square", false), background("square"), relations(&["beside"])] {
            assert!(Seer::new(&wrong, &Lexicon::reascan()).is_err(), "{wrong:?}");
        }
    }
}
