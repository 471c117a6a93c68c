//! What datasets of stories have in common, beyond [`Family`].

use wampimuk_babi::relexicon::Relexicon;
use wampimuk_babi::{Passage, Question, Solver};
use wampimuk_core::{Family, ItemError, Items};

use crate::narrative::Narrative;
use crate::recipe::{Condition, Recipe};

/// A family whose items are questions about stories: what files, pictures, prompts, arrays and scores need of it. Stories
/// may be told anew, as [`Stories`](crate::Stories) does, or come from somewhere else.
pub trait StoryFamily: Family {
    /// The recipe.
    fn recipe(&self) -> &Recipe;
    /// The words that stand in place of the usual ones, if the recipe asks for others.
    fn relexicon(&self) -> Option<&Relexicon>;
    /// Who reads the stories of a part: with its words, people, objects and places, and as the recipe says. Other words
    /// have to be undone first, see [`StoryFamily::plain`].
    fn solver(&self, part: &str) -> Option<Solver>;
    /// The condition of a split's hold-out, and those of all hold-outs.
    fn holdouts(&self, split: usize) -> (Option<&Condition>, &[Condition]);
    /// How many stories a split has.
    fn stories(&self, split: usize) -> u64;
    /// A worker that makes stories one after another and reuses its memory.
    fn story_items(&self) -> Box<dyn StoryItems + '_>;

    /// A passage of this dataset in the words of its recipe: undoes the recipe's other words. `None` if they cannot be
    /// undone.
    fn plain(&self, passage: &Passage) -> Option<Passage> {
        match self.relexicon() {
            None => Some(passage.clone()),
            Some(relexicon) => Some(relexicon.inverse()?.apply_to(passage)),
        }
    }
}

/// Makes stories and questions of a [`StoryFamily`].
pub trait StoryItems: Items {
    /// Makes question `index` of split number `split`.
    fn make(&mut self, split: usize, index: u64) -> Result<Question<'_>, ItemError>;
    /// Story number `story` of split number `split`, with the name of its part. Questions beyond the split's size are
    /// left out.
    fn story(&mut self, split: usize, story: u64) -> Result<(Narrative, &str), ItemError>;
}
