//! What a recipe says before any item is sorted into a split: its commands, placements, hold-outs and distractors.

use wampimuk_command::{Command, Example, Lexicon};
use wampimuk_core::{RecipeError, StreamKey, Verdict};
use wampimuk_grid::{Agent, Cell, World};

use crate::check;
use crate::commands::{CommandEntry, TargetKind, commands};
use crate::condition::{Features, Predicate, asks_for_actions};
use crate::distractors::DistractorSampler;
use crate::layout::Layout;
use crate::lengths::Lengths;
use crate::recipe::{Generate, Recipe};

/// The most copies of one placement; they differ in their distractors.
const COPIES: u32 = 8;

/// The space of possible items: splits are laid out on it and worlds are drawn from it.
#[derive(Debug)]
pub struct ItemSpace {
    /// The recipe.
    pub recipe: Recipe,
    /// The words.
    pub lexicon: Lexicon,
    /// All commands.
    pub commands: Vec<CommandEntry>,
    /// All placements.
    pub layout: Layout,
    /// What stands around targets.
    pub scatter: DistractorSampler,
    /// The hold-outs.
    pub predicates: Vec<Predicate>,
    /// Which hold-out gives few-shot items.
    pub few_shot: Option<usize>,
    /// For each hold-out, the most actions an item may ask for.
    longest: Vec<Option<usize>>,
    /// The number of actions of every placement, where hold-outs ask for it.
    pub lengths: Option<Lengths>,
    /// For each command, whether it comes with distractors.
    crowded: Vec<bool>,
}

impl ItemSpace {
    /// Checks a recipe and enumerates its commands and placements; the key is that of the placements.
    pub fn new(recipe: Recipe, key: &StreamKey) -> Result<Self, RecipeError> {
        let generate = &recipe.generate;
        let lexicon = generate.lexicon.lexicon()?;
        check::numbers(generate, &lexicon)?;
        let predicates = check::holdouts(generate, &lexicon)?;
        let commands = commands(generate, &lexicon);
        let scatter = DistractorSampler::new(generate, &lexicon);
        let side = generate.grid_size;
        let displacements = (2 * usize::from(side) - 1).pow(2) - 1;
        check::crowds(generate, &commands, displacements, &scatter)?;
        let layout = Layout::new(side, generate.resampling, key);
        let bounded = generate.holdouts.iter().any(|holdout| holdout.no_longer_than_train);
        let lengths = (bounded || predicates.iter().any(asks_for_actions))
            .then(|| Lengths::new(side, heavy_from(generate), &commands, &lexicon));
        let longest = lengths.as_ref().filter(|_| bounded);
        let longest = longest.map(|lengths| longest_in_train(&commands, &layout, &predicates, lengths));
        let bounds = generate.holdouts.iter().map(|holdout| longest.filter(|_| holdout.no_longer_than_train));
        let crowded = commands.iter().map(|entry| scatter.crowd(&entry.command.phrase).objects > 1);
        Ok(Self {
            few_shot: generate.holdouts.iter().position(|holdout| holdout.few_shot),
            longest: bounds.collect(),
            crowded: crowded.collect(),
            lexicon,
            commands,
            layout,
            scatter,
            predicates,
            lengths,
            recipe,
        })
    }

    /// The smallest heavy size: the upper half of the sizes is heavy.
    pub fn heavy_from(&self) -> u8 {
        heavy_from(&self.recipe.generate)
    }

    /// An example to draw into.
    pub fn blank(&self) -> Example {
        let world =
            World::new(self.recipe.generate.grid_size, Agent::default()).expect("recipes are checked");
        let world = world.with_heavy_from(self.heavy_from());
        Example { command: self.commands[0].command.clone(), world, target: 0, actions: Vec::new() }
    }
}

fn heavy_from(generate: &Generate) -> u8 {
    (generate.min_object_size + generate.max_object_size) / 2 + 1
}

/// The most actions any training item can ask for.
fn longest_in_train(
    commands: &[CommandEntry],
    layout: &Layout,
    predicates: &[Predicate],
    lengths: &Lengths,
) -> usize {
    let mut longest = 0;
    for CommandEntry { command, targets, .. } in commands {
        for displacement in 0..layout.displacements().len() {
            for place in 0..layout.displacements()[displacement].places {
                let (agent, goal) = layout.placement(displacement, place);
                for &target in targets {
                    let length = lengths.of(command, target, agent, goal);
                    if length > longest
                        && held_out(predicates, command, target, (agent, goal), Some(length)) == Some(None)
                    {
                        longest = length;
                    }
                }
            }
        }
    }
    longest
}

/// The hold-out that an item belongs to: `None` if it shows two held-out combinations, `Some(None)` if none.
#[expect(clippy::option_option, reason = "two hold-outs, none, or one: three different answers")]
fn held_out(
    predicates: &[Predicate],
    command: &Command,
    target: TargetKind,
    (agent, goal): (Cell, Cell),
    actions: Option<usize>,
) -> Option<Option<usize>> {
    let features = Features {
        command,
        target,
        direction: agent.direction_to(goal)?,
        distance: agent.distance(goal),
        cells: Some((agent, goal)),
        actions,
    };
    let mut found = None;
    for (holdout, predicate) in predicates.iter().enumerate() {
        if predicate.judge(&features) == Verdict::Yes && found.replace(holdout).is_some() {
            return None;
        }
    }
    Some(found)
}

impl ItemSpace {
    /// The targets of a command that certainly belong to each split group at this displacement, and those for which the placement
    /// decides.
    pub fn sort_targets(
        &self,
        command: usize,
        displacement: usize,
        group_numbers: usize,
    ) -> (Vec<u128>, Vec<usize>) {
        let mut certain = vec![0u128; group_numbers];
        let mut open = Vec::new();
        let entry = &self.commands[command];
        let geometry = &self.layout.displacements()[displacement];
        for (number, &target) in entry.targets.iter().enumerate() {
            let features = Features {
                command: &entry.command,
                target,
                direction: geometry.direction,
                distance: geometry.distance,
                cells: None,
                actions: None,
            };
            let mut holds = 0;
            let mut group_number = 0;
            let mut depends = false;
            for (holdout, predicate) in self.predicates.iter().enumerate() {
                match predicate.judge(&features) {
                    Verdict::No => {}
                    Verdict::Depends => depends = true,
                    Verdict::Yes => {
                        holds += 1;
                        group_number = holdout + 1;
                        depends |= self.longest[holdout].is_some();
                    }
                }
            }
            match (holds, depends) {
                (2.., _) => {}
                (_, true) => open.push(number),
                (_, false) => certain[group_number] |= 1 << number,
            }
        }
        (certain, open)
    }

    /// The split groups of a target's items for every placement with a displacement.
    #[expect(clippy::option_option, reason = "no family, the pool, or a hold-out: three different answers")]
    pub fn groups_of_placements(
        &self,
        command: usize,
        displacement: usize,
        target: usize,
    ) -> Vec<Option<Option<usize>>> {
        let kind = self.commands[command].targets[target];
        let group_number = |placement: u32| {
            let (agent, goal) = self.layout.placement(displacement, placement);
            self.group_of(command, kind, agent, goal)
        };
        (0..self.layout.displacements()[displacement].places).map(group_number).collect()
    }

    /// The split group of an item: `None` if it shows two held-out combinations or is too long, `Some(None)` for the pool.
    /// Where the number of actions matters, it is that of a world without distractors.
    #[expect(clippy::option_option, reason = "no family, the pool, or a hold-out: three different answers")]
    pub fn group_of(
        &self,
        command: usize,
        target: TargetKind,
        agent: Cell,
        goal: Cell,
    ) -> Option<Option<usize>> {
        let actions = self
            .lengths
            .as_ref()
            .map(|lengths| lengths.of(&self.commands[command].command, target, agent, goal));
        self.group_of_actions(command, target, agent, goal, actions)
    }

    /// The same for a known number of actions.
    #[expect(clippy::option_option, reason = "no family, the pool, or a hold-out: three different answers")]
    pub fn group_of_actions(
        &self,
        command: usize,
        target: TargetKind,
        agent: Cell,
        goal: Cell,
        actions: Option<usize>,
    ) -> Option<Option<usize>> {
        let command = &self.commands[command].command;
        let group_number = held_out(&self.predicates, command, target, (agent, goal), actions)?;
        let longest = group_number.and_then(|holdout| self.longest[holdout]);
        if let (Some(longest), Some(actions)) = (longest, actions)
            && actions > longest
        {
            return None;
        }
        Some(group_number)
    }

    /// How many copies of a placement a command may have.
    pub fn copies(&self, command: usize) -> u32 {
        if self.crowded[command] { COPIES } else { 1 }
    }
}
