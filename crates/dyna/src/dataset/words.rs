//! Other words for all stories of a dataset.

use std::collections::BTreeSet;

use wampimuk_babi::Line;
use wampimuk_babi::relexicon::{FUNCTION_WORDS, Relexicon, words as words_of};
use wampimuk_core::{RecipeError, StreamKey};

use super::Stories;
use crate::recipe::RelexiconRecipe;
use crate::scheme::Source;

impl Stories {
    /// The recipe's other words.
    pub(super) fn find_relexicon(&self) -> Result<Option<Relexicon>, RecipeError> {
        let words = &self.recipe.generate.words;
        Ok(match &words.relexicon {
            None => None,
            Some(RelexiconRecipe::Shuffled(key)) => Some(Relexicon::shuffled(*key)),
            Some(RelexiconRecipe::Words(list)) => {
                let texts = self.vocabulary();
                let spoken: BTreeSet<String> = texts
                    .iter()
                    .flat_map(|text| words_of(text))
                    .chain(FUNCTION_WORDS.iter().copied())
                    .map(str::to_lowercase)
                    .collect();
                let stays = |word: &String| spoken.contains(word) && !list.contains_key(word);
                if let Some((word, other)) = list.iter().find(|(_, other)| stays(other)) {
                    return Err(RecipeError::new(format!(
                        "words.relexicon: `{word}` becomes `{other}`, which stories say too"
                    ))
                    .hint(format!("replace `{other}` as well, or choose another word for `{word}`")));
                }
                Some(
                    Relexicon::words(list.clone())
                        .map_err(|error| RecipeError::new(format!("words.relexicon: {error}")))?,
                )
            }
            Some(RelexiconRecipe::Nonce(key)) => {
                Some(Relexicon::nonce(*key, self.vocabulary().iter().map(String::as_str), true))
            }
        })
    }

    /// All words of the recipe, and those of some stories of each other world.
    fn vocabulary(&self) -> Vec<String> {
        let words = &self.recipe.generate.words;
        let mut all: Vec<String> = [
            &words.objects,
            &words.places,
            &words.go,
            &words.grab,
            &words.drop,
            &words.give,
            &words.negate,
            &words.prefixes,
        ]
        .into_iter()
        .flatten()
        .cloned()
        .collect();
        all.extend(words.people.iter().map(|person| person.name.clone()));
        for scheme in &self.schemes {
            let Source::World(toy) = &scheme.source else { continue };
            let key = StreamKey::new(&self.digest, "vocabulary", 0);
            for number in 0..200 {
                let told = toy.tell_any(&mut key.stream(number));
                all.extend(told.into_iter().flat_map(|told| told.passage.lines).flat_map(
                    |line| match line {
                        Line::Fact(text) => vec![text],
                        Line::Question(asked) => vec![asked.question, asked.answer],
                    },
                ));
            }
        }
        all
    }
}
