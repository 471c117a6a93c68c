//! An item as the second opinion sees it.

use wampimuk_command::{GridItem, Lexicon, ObjectRoles, Register, Surface};
use wampimuk_opinion::{Act, Choices, Order, Place, Sizing, Words};

use super::Fault;
use crate::bridge;

/// Text, world and answer in words, with the roles that the generator claims for the things.
#[derive(Clone, Debug)]
pub struct View {
    /// The command as it is written, words separated by commas.
    pub text: String,
    /// The same, read by the second opinion.
    pub order: Order,
    pub place: Place,
    pub target: usize,
    pub acts: Vec<Act>,
    pub cast: ObjectRoles,
}

impl View {
    pub fn new(item: &GridItem, lexicon: &Lexicon, words: &Words) -> Result<Self, Fault> {
        let text = item.example.command.tokens(lexicon, Surface::Reascan, Register::Words).join(",");
        let order = words.read(&text).map_err(|found| Fault { promise: "text", found })?;
        let said = bridge::order(&item.example.command, lexicon);
        if order != said {
            return Err(Fault { promise: "text", found: format!("{text}: {said:?}") });
        }
        Ok(Self {
            text,
            order,
            place: bridge::place(&item.example.world, lexicon),
            target: item.example.target,
            acts: bridge::acts(&item.example.actions),
            cast: item.cast.clone(),
        })
    }

    /// The command without its articles, which depend on the world.
    pub fn bare_text(&self) -> String {
        let words: Vec<&str> = self.text.split(',').collect();
        let is_article = |&(number, word): &(usize, &&str)| {
            ["a", "the"].contains(word) && words.get(number + 1) != Some(&"same")
        };
        let kept = words.iter().enumerate().filter(|place| !is_article(place));
        kept.map(|(_, word)| *word).collect::<Vec<_>>().join(" ")
    }

    /// The relations of the command, in the order of its clauses.
    pub fn relations(&self) -> Vec<&str> {
        self.order.phrases.iter().filter_map(|phrase| Some(phrase.hangs.as_ref()?.1.as_str())).collect()
    }

    /// For each phrase, the number of the one it hangs from.
    pub fn pattern(&self) -> Vec<usize> {
        self.order.phrases.iter().filter_map(|phrase| Some(phrase.hangs.as_ref()?.0)).collect()
    }

    /// The thing that was placed for a phrase of the command itself.
    pub fn own_player(&self, phrase: usize) -> Option<usize> {
        let is_own =
            |part: &wampimuk_command::ObjectRole| part.group == 0 && part.phrase == Some(phrase as u8);
        self.cast.parts.iter().position(is_own)
    }
}

/// ReaSCAN's own meaning.
pub fn own() -> Choices {
    Choices { sizing: Sizing::Existential, ..Choices::default() }
}

/// Every reading of "small" and "big", beside ReaSCAN's own choices.
pub fn readings() -> [Choices; 3] {
    [Sizing::Existential, Sizing::Superlative, Sizing::ColourBlind].map(|sizing| Choices { sizing, ..own() })
}

/// Every combination of reading and variants: 24.
pub fn every_meaning() -> Vec<Choices> {
    let mut all = Vec::new();
    for Choices { sizing, .. } in readings() {
        for bits in 0..8 {
            let is_set = |bit: u32| bits >> bit & 1 == 1;
            all.push(Choices {
                sizing,
                distinct: !is_set(0),
                geometric: is_set(1),
                boxes_are_objects: !is_set(2),
            });
        }
    }
    all
}
