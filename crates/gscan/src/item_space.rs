//! What a recipe says before any item is sorted into a split: its commands, placements, hold-outs and distractors.

use wampimuk_command::{Example, Lexicon};
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
    /// Whether hold-outs ask for the number of actions.
    pub asks_for_actions: bool,
    /// The number of actions of every placement, where it counts.
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
        let side = generate.grid_size;
        let displacements = (2 * usize::from(side) - 1).pow(2) - 1;
        let most = check::MAX_BINS / displacements;
        let commands = commands(generate, &lexicon, most).ok_or_else(|| {
            RecipeError::new(format!("more than {most} commands on {displacements} displacements"))
                .hint("use fewer words or a smaller grid")
        })?;
        let layout = Layout::new(side, generate.resampling, key);
        let scatter = DistractorSampler::new(generate, &lexicon, &layout);
        check::crowds(generate, &commands, &scatter)?;
        let bounded = generate.holdouts.iter().any(|holdout| holdout.no_longer_than_train);
        let asks_for_actions = predicates.iter().any(asks_for_actions);
        let lengths = (bounded || asks_for_actions)
            .then(|| Lengths::new(&layout, heavy_from(generate), &commands, &lexicon));
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
            asks_for_actions,
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
        for (displacement, geometry) in layout.displacements().iter().enumerate() {
            for &target in targets {
                let table = lengths.table(command, target);
                let (_, most) = lengths.span(table, displacement);
                if most <= longest {
                    continue;
                }
                let (direction, distance) = (geometry.direction, geometry.distance);
                let features = Features { command, target, direction, distance, cells: None, actions: None };
                let verdicts = predicates.iter().map(|predicate| predicate.judge(&features));
                match verdicts.fold(Verdict::No, Verdict::or) {
                    Verdict::Yes => {}
                    Verdict::No => longest = most,
                    Verdict::Depends => {
                        for place in 0..geometry.places {
                            let (agent, goal) = layout.placement(displacement, place);
                            let length = lengths.at(table, agent, goal);
                            let cells = Some((agent, goal));
                            let features = Features { cells, actions: Some(length), ..features };
                            if length > longest && held_out(predicates, &features) == Some(None) {
                                longest = length;
                            }
                        }
                    }
                }
            }
        }
    }
    longest
}

/// The hold-out of the split group that an item belongs to, `Some(None)` for the pool; `None` if it belongs to no group.
pub type Group = Option<Option<usize>>;

/// What the known features of items say of their split group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// It is the same for all of them.
    Group(Group),
    /// Other features decide.
    Open,
}

/// The hold-out that an item belongs to: `None` if it shows two held-out combinations, `Some(None)` if none.
fn held_out(predicates: &[Predicate], features: &Features<'_>) -> Group {
    let mut found = None;
    for (holdout, predicate) in predicates.iter().enumerate() {
        if predicate.judge(features) == Verdict::Yes && found.replace(holdout).is_some() {
            return None;
        }
    }
    Some(found)
}

impl ItemSpace {
    /// What is known of the split group of all items with these features, whatever their cells are.
    pub fn judge(&self, features: &Features<'_>) -> Judged {
        let mut held_out: Group = Some(None);
        for (holdout, predicate) in self.predicates.iter().enumerate() {
            match predicate.judge(features) {
                Verdict::No => {}
                Verdict::Depends => return Judged::Open,
                Verdict::Yes => {
                    held_out = held_out.and_then(|other| other.is_none().then_some(Some(holdout)));
                }
            }
        }
        Judged::Group(self.bounded(held_out, features.actions))
    }

    /// The most actions that an item of a hold-out may ask for.
    pub fn longest_in(&self, holdout: usize) -> Option<usize> {
        self.longest[holdout]
    }

    /// Leaves out what asks for too many actions.
    fn bounded(&self, group: Group, actions: Option<usize>) -> Group {
        let longest = group.flatten().and_then(|holdout| self.longest[holdout]);
        group.filter(|_| longest.zip(actions).is_none_or(|(longest, actions)| actions <= longest))
    }

    /// The split group of an item: `None` if it shows two held-out combinations or is too long, `Some(None)` for the pool.
    /// Where the number of actions matters, it is that of a world without distractors.
    pub fn group_of(&self, command: usize, target: TargetKind, agent: Cell, goal: Cell) -> Group {
        let lengths = self.lengths.as_ref();
        let actions = lengths.map(|lengths| lengths.of(&self.commands[command].command, target, agent, goal));
        self.group_of_actions(command, target, agent, goal, actions)
    }

    /// The same for a known number of actions.
    pub fn group_of_actions(
        &self,
        command: usize,
        target: TargetKind,
        agent: Cell,
        goal: Cell,
        actions: Option<usize>,
    ) -> Group {
        let features = Features {
            command: &self.commands[command].command,
            target,
            direction: agent.direction_to(goal)?,
            distance: agent.distance(goal),
            cells: Some((agent, goal)),
            actions,
        };
        self.bounded(held_out(&self.predicates, &features), actions)
    }

    /// How many copies of a placement a command may have.
    pub fn copies(&self, command: usize) -> u32 {
        if self.crowded[command] { COPIES } else { 1 }
    }
}
