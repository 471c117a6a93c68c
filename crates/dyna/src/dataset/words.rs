//! Other words for all stories of a dataset.

use std::collections::BTreeSet;

use wampimuk_babi::Line;
use wampimuk_babi::relexicon::{FUNCTION_WORDS, Relexicon, words as words_of};
use wampimuk_babi::worlds::SolvedPassage;
use wampimuk_core::{RecipeError, Stream, StreamKey};
use wampimuk_story::{Object, Person, Place, Question};

use super::Stories;
use crate::long::AsideSource;
use crate::recipe::RelexiconRecipe;
use crate::scheme::{Source, world_of};

impl Stories {
    /// The recipe's other words.
    pub(super) fn find_relexicon(&self) -> Result<Option<Relexicon>, RecipeError> {
        let words = &self.recipe.generate.words;
        if let Some(language) = &self.recipe.language {
            if words.relexicon.is_some() {
                let error = RecipeError::new("language: the words of the recipe are others already");
                return Err(error.hint("leave out `generate.words.relexicon`"));
            }
            let mut vocabulary = self.vocabulary();
            vocabulary.extend(self.frames());
            return Ok(Some(Relexicon::fresh(language, vocabulary.iter().map(String::as_str))));
        }
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

    /// What stories, questions and answers say beside the words of the recipe: questions of every kind, numbers, and whatever
    /// is told between the lines.
    fn frames(&self) -> Vec<String> {
        let lexicon = self.recipe.generate.words.lexicon();
        let (who, what, place) = (Person(0), Object(0), Place(0));
        let questions = [
            Question::WherePerson(who),
            Question::WhereWas(what, place),
            Question::IsIn(who, place),
            Question::Carrying(who),
            Question::HowMany(who),
            Question::WhoGaveTo(what, who),
            Question::WhoReceived(what),
            Question::GaveToWhom(who, what),
            Question::GaveWhat(who, who),
        ];
        let mut frames: Vec<String> = questions.map(|question| lexicon.ask(question)).into();
        frames.extend(lexicon.numbers.iter().cloned());
        frames.push(lexicon.they.clone());
        frames.extend(lexicon.people.iter().map(|person| person.pronoun.clone()));
        // Function words of sentences and answers, for languages that change these.
        frames.push("is are in not either or the to and there yes no maybe nothing unknown".to_owned());
        for scheme in &self.schemes {
            let Source::Story(story) = &scheme.source else { continue };
            let asides = story.long.as_ref().and_then(|long| long.asides.as_ref());
            let (text, tasks) = asides.map(AsideSource::told).unwrap_or_default();
            frames.extend(text.iter().cloned());
            for &task in tasks {
                frames.extend(self.told(|stream| world_of(task)?.tell(task, None, stream, &|_| true)));
            }
        }
        frames
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
            if let Source::World(toy) = &scheme.source {
                all.extend(self.told(|stream| toy.tell_any(stream)));
            }
        }
        all
    }

    /// The lines and answers of some stories of another world.
    fn told(&self, tell: impl Fn(&mut Stream) -> Option<SolvedPassage>) -> Vec<String> {
        let key = StreamKey::new(&self.digest, "vocabulary", 0);
        let stories = (0..200).filter_map(|number| tell(&mut key.stream(number)));
        let texts = stories.flat_map(|told| told.passage.lines).flat_map(|line| match line {
            Line::Fact(text) => vec![text],
            Line::Question(asked) => vec![asked.question, asked.answer],
        });
        texts.collect()
    }
}
