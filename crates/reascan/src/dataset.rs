//! A dataset: a recipe and a seed, with random access to every item.

use std::sync::OnceLock;

use wampimuk_command::{
    Command, Example, GridColumns, GridFamily, GridItem, GridItems, GridSetting, LengthBounds, Lexicon,
    Reading, Surface, most_actions, most_tokens,
};
use wampimuk_core::{
    Digest, Family, Impossible, Items, KeyedHash, RecipeError, Schema, SplitInfo, StreamKey, Survey,
};
use wampimuk_grid::Manner;

use crate::check;
use crate::maker::ReascanMaker;
use crate::plan::{SplitPlan, Splits};
use crate::probe::Probe;
use crate::promises;
use crate::recipe::{Recipe, Worlds};
use crate::uses::CommandUses;

/// A ReaSCAN dataset.
#[derive(Debug)]
pub struct Reascan {
    pub(crate) recipe: Recipe,
    digest: Digest,
    seed: u64,
    pub(crate) plan: SplitPlan,
    pub(crate) splits: Splits,
    pub(crate) columns: GridColumns,
    probe: Probe,
    uses: OnceLock<CommandUses>,
}

impl Reascan {
    /// Prepares a dataset. This checks the recipe, finds the commands of every split and tries whether each has worlds;
    /// items are made when asked for.
    pub fn new(recipe: Recipe, seed: u64) -> Result<Self, RecipeError> {
        let digest = recipe.digest();
        let lexicon = recipe.generate.lexicon.lexicon()?;
        check::numbers(&recipe.generate, &lexicon)?;
        let mut plan = SplitPlan::new(&recipe, &digest, seed, lexicon)?;
        let probe = Probe::run(&recipe.generate, &mut plan, &StreamKey::new(&digest, "probe", seed))?;
        let splits = Splits::new(&plan, &recipe).map_err(|error| probe.explain(error))?;
        // Conditions and worlds are about meanings. Items are the same in any language.
        if let Some(language) = &recipe.language {
            if recipe.generate.wording.is_some() {
                let error = RecipeError::new("language: paraphrases are in English");
                return Err(error.hint("leave out `generate.wording`, or take the recipe as it is"));
            }
            plan.lexicon = plan.lexicon.in_language(language);
        }
        let names: Vec<String> = splits.infos.iter().map(|split| split.name.clone()).collect();
        let columns = GridColumns::new(&plan.lexicon, Surface::Reascan, &names);
        let columns = match &recipe.generate.wording {
            None => columns,
            Some(wording) => {
                wording
                    .check(&plan.lexicon)
                    .map_err(|error| RecipeError::new(format!("generate.wording: {error}")))?;
                columns.with_paraphrases()
            }
        };
        Ok(Self { recipe, digest, seed, plan, splits, columns, probe, uses: OnceLock::new() })
    }

    /// The recipe.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// The splits, in the order in which they are written.
    pub fn splits(&self) -> &[SplitInfo] {
        &self.splits.infos
    }

    /// The words.
    pub fn lexicon(&self) -> &Lexicon {
        &self.plan.lexicon
    }

    /// The columns of its files.
    pub fn columns(&self) -> &GridColumns {
        &self.columns
    }

    /// The smallest heavy size: the upper half of the sizes is heavy.
    pub fn heavy_from(&self) -> u8 {
        self.recipe.generate.heavy_from()
    }

    /// A worker that makes items one after another and reuses its memory.
    pub fn maker(&self) -> ReascanMaker<'_> {
        ReascanMaker::new(self)
    }

    /// The commands for which no world can be made, with the reason. They are in no split.
    pub fn impossible(&self) -> &[Impossible] {
        &self.probe.impossible
    }

    /// How many attempts a world took, by pattern and by relation: (attempts, worlds).
    pub fn acceptance(&self) -> &[(String, u64, u64)] {
        &self.probe.acceptance
    }

    /// How many commands of each pattern each split draws from: hold-out (`None` for training), pattern, commands.
    pub fn command_counts(&self) -> Vec<(Option<&str>, String, u64)> {
        let name = |number: usize| self.recipe.generate.holdouts[number].name.as_str();
        let rows = self.plan.tally();
        rows.into_iter()
            .flat_map(|(holdout, counts)| {
                counts.into_iter().map(move |(pattern, count)| (holdout, pattern.to_string(), count))
            })
            .map(|(holdout, pattern, count)| (holdout.map(name), pattern, count))
            .collect()
    }

    /// An item's command in other words, if the recipe has any. Which ones is a matter of the item's identity.
    pub fn paraphrase(&self, item: &GridItem) -> Option<String> {
        let wording = self.recipe.generate.wording.as_ref()?;
        let (command, lexicon) = (&item.example.command, &self.plan.lexicon);
        let number = KeyedHash::of_item(item.id).at(u64::MAX, 0) % wording.choices(command, lexicon).max(1);
        Some(wording.nth(command, lexicon, number).join(" "))
    }

    /// The split groups and entries in which a command is used.
    pub(crate) fn uses(&self, command: &Command) -> Vec<(usize, usize)> {
        self.uses.get_or_init(|| CommandUses::new(&self.plan)).of(&self.plan, command)
    }
}

impl Family for Reascan {
    fn family(&self) -> &'static str {
        "reascan"
    }

    fn digest(&self) -> Digest {
        self.digest
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn splits(&self) -> &[SplitInfo] {
        &self.splits.infos
    }

    fn schema(&self) -> &Schema {
        self.columns.schema()
    }

    fn items(&self) -> Box<dyn Items + '_> {
        Box::new(self.maker())
    }

    fn survey(&self) -> Survey {
        let commands = self.command_counts().into_iter();
        Survey {
            totals: Vec::new(),
            commands: commands
                .map(|(holdout, pattern, count)| (holdout.map(str::to_owned), pattern, count))
                .collect(),
            acceptance: self.acceptance().to_vec(),
            impossible: self.impossible().to_vec(),
        }
    }
}

impl GridFamily for Reascan {
    fn lexicon(&self) -> &Lexicon {
        &self.plan.lexicon
    }

    fn surface(&self) -> Surface {
        Surface::Reascan
    }

    fn reading(&self) -> Reading {
        Reading::Existential
    }

    fn setting(&self) -> GridSetting {
        let generate = &self.recipe.generate;
        let shares = generate.shares;
        GridSetting {
            grid_size: generate.grid_size,
            grammar: "ReaSCAN-Grammer",
            min_object_size: generate.min_object_size,
            max_object_size: generate.max_object_size,
            train_share: match generate.worlds {
                Worlds::Constructed(_) => 1.0 - shares.dev - shares.test,
                Worlds::Released(_) => 0.9,
            },
        }
    }

    fn heavy_from(&self) -> u8 {
        self.heavy_from()
    }

    fn may_repeat(&self) -> bool {
        let released = |worlds: &Worlds| matches!(worlds, Worlds::Released(_));
        let generate = &self.recipe.generate;
        released(&generate.worlds)
            || generate.holdouts.iter().filter_map(|holdout| holdout.worlds.as_ref()).any(released)
    }

    fn some_command(&self) -> Command {
        self.plan.command(self.plan.split_groups[0].pool.entries[0])
    }

    fn possible_splits(&self, example: &Example) -> Vec<usize> {
        promises::possible_splits(self, example)
    }

    fn is_held_out(&self, example: &Example) -> bool {
        promises::is_held_out(self, example)
    }

    fn broken_promises(&self, split: usize, example: &Example) -> Option<Vec<String>> {
        promises::broken(self, split, example)
    }

    fn bounds(&self) -> LengthBounds {
        let generate = &self.recipe.generate;
        let (lexicon, side) = (&self.plan.lexicon, usize::from(generate.grid_size));
        let own = generate.holdouts.iter().filter_map(|holdout| holdout.commands.as_ref());
        let shapes = generate.patterns.iter().map(|pattern| &pattern.shape).chain(own.map(|own| &own.shape));
        // A shape names its phrases and puts signs between them.
        let phrases = shapes.map(|shape| shape.split_whitespace().count().div_ceil(2)).max().unwrap_or(1);
        let plain = Manner::PLAIN;
        let manners: Vec<&Manner> =
            std::iter::once(&plain).chain(lexicon.adverbs.iter().map(|adverb| &adverb.manner)).collect();
        let actions = lexicon
            .verbs
            .iter()
            .flat_map(|verb| manners.iter().map(move |manner| most_actions(side, verb.deed, manner)));
        LengthBounds {
            tokens: most_tokens(lexicon, Surface::Reascan, phrases),
            actions: actions.max().unwrap_or(0),
        }
    }

    fn vocabulary(&self) -> Vec<String> {
        self.columns.vocabulary().to_vec()
    }

    fn grid_items(&self) -> Box<dyn GridItems + '_> {
        Box::new(self.maker())
    }
}
