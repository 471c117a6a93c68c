//! What datasets of stories have in common, beyond [`Family`].

use wampimuk_babi::relexicon::Relexicon;
use wampimuk_babi::{Passage, Question, Solver};
use wampimuk_core::{Family, ItemError, Items, Role};
use wampimuk_story::{Concept, Story};

use crate::narrative::Narrative;
use crate::recipe::{Condition, Features, Recipe};

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
    /// The role that stories have which begin like this one: its sentences if it is about people, and its facts as
    /// formulas. `None` if stories of the part are not sorted by how they begin.
    fn role_of(&self, part: &str, story: Option<&Story>, facts: &[String]) -> Option<Role> {
        let _ = (part, story, facts);
        None
    }
    /// A worker that makes stories one after another and reuses its memory.
    fn story_items(&self) -> Box<dyn StoryItems + '_>;

    /// Whether a hold-out may be about a question, whatever split it is in. Where words are exchanged for others, an
    /// answer is any answer.
    fn is_held_out(&self, question: &Question<'_>) -> bool {
        let solution = question.solution;
        let named = |name: &&str| Concept::ALL.into_iter().find(|concept| concept.name() == *name);
        let composition: Vec<Concept> = solution.composition.iter().filter_map(named).collect();
        let told = question.told();
        let last = question.all_minimal().filter_map(Iterator::last).max();
        let since = |line: Option<usize>| told - line.map_or(0, |line| line.saturating_sub(1)).min(told);
        let features = Features {
            kind: solution.kind,
            support: solution.supporting.len(),
            composition: &composition,
            answer: self.relexicon().is_none().then_some(solution.answer.as_str()),
            proofs: solution.all_minimal.len(),
            sentences: told,
            recent: since(last),
            reach: since(question.supporting().min()),
        };
        self.holdouts(0).1.iter().any(|condition| condition.holds(&features))
    }

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
