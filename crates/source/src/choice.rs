//! Which items of a source are wanted, and how they are worked on.

use wampimuk_core::Watch;

/// Which items are wanted, and what to know of the recipe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// Only this split.
    pub split: Option<String>,
    /// At most this many items of each split; of stories, questions of each file and split.
    pub limit: Option<u64>,
    /// The recipe whose words files use, if they have no manifest: a shipped one or a TOML file.
    pub recipe: Option<String>,
    /// The seed of the recipe.
    pub seed: u64,
    /// Changes to the recipe, such as `splits.shots=5`.
    pub set: Vec<String>,
    /// Whether files are read without comparing them with their manifest, and that with its recipe.
    pub trust: bool,
}

impl Choice {
    /// Whether items of this split are wanted.
    pub fn wants(&self, split: &str) -> bool {
        self.split.as_deref().is_none_or(|wanted| wanted == split)
    }

    /// Whether everything is wanted.
    pub fn is_all(&self) -> bool {
        self.split.is_none() && self.limit.is_none()
    }
}

/// A pass over items: which of them, with how many threads, and who is told about progress.
#[derive(Clone, Copy)]
pub struct Pass<'a> {
    /// Which items.
    pub choice: &'a Choice,
    /// How many threads work.
    pub threads: usize,
    /// Is told about progress, and may stop the pass.
    pub watch: &'a dyn Watch,
}

impl std::fmt::Debug for Pass<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { choice, threads, watch: _ } = self;
        f.debug_struct("Pass").field("choice", choice).field("threads", threads).finish_non_exhaustive()
    }
}
