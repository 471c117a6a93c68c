//! Making items.

use wampimuk_command::{Cast, Certificate, Example, GridItems, Identifier, Item, Label, Reading, Scene};
use wampimuk_core::{ItemError, ItemId, Items, Sink, Stream, StreamKey};
use wampimuk_grid::{Action, Agent, Cell, Heading, Object, World};

use crate::Gscan;
use crate::board::Board;
use crate::commands::TargetKind;
use crate::dataset::SplitPlan;
use crate::draw::Candidate;
use crate::partition::{ItemDraft, Partition};
use crate::recipe::AgentHeading;
use crate::splits::SplitOrigin;

/// How often a world is drawn again before its item is given up.
const ATTEMPTS: usize = 2000;

/// Makes items of a dataset one after another, without allocating once its buffers have grown.
#[derive(Debug)]
pub struct GscanMaker<'d> {
    dataset: &'d Gscan,
    identifier: Identifier,
    item: Item,
    board: Board,
    /// Worlds of earlier copies of the item's placement.
    earlier: Vec<World>,
}

impl<'d> GscanMaker<'d> {
    pub(crate) fn new(dataset: &'d Gscan) -> Self {
        let world =
            World::new(dataset.recipe.generate.grid_size, Agent::default()).expect("recipes are checked");
        let world = world.with_heavy_from(dataset.heavy_from());
        let example =
            Example { command: dataset.commands[0].command.clone(), world, target: 0, actions: Vec::new() };
        let item = Item {
            id: ItemId::default(),
            split: 0,
            index: 0,
            command: 0,
            example,
            certificate: Certificate::default(),
            cast: Cast::default(),
        };
        Self {
            dataset,
            identifier: Identifier::new(&dataset.lexicon),
            item,
            board: Board::new(dataset.recipe.generate.grid_size),
            earlier: Vec::new(),
        }
    }

    /// Makes item `index` of split number `split`.
    pub fn make(&mut self, split: usize, index: u64) -> Result<&Item, ItemError> {
        let dataset = self.dataset;
        let info = &dataset.splits()[split];
        if index >= info.len {
            return Err(ItemError::OutOfRange { split: info.name.clone(), index, len: info.len });
        }
        let SplitOrigin { place, len, then } = dataset.splits.sources[split];
        let (place, number) = if index < len { (place, index) } else { (then.unwrap_or(place), index - len) };
        match &dataset.plan {
            SplitPlan::Partition(partition) => self.draw_from_partition(partition, place, number),
            SplitPlan::Draw(plan, worlds) => {
                let number = plan.lists[place.0][number as usize];
                let candidate = plan.candidate(&dataset.commands, number);
                self.candidate_actions(&candidate, worlds, number);
                Ok(())
            }
        }
        .map_err(|reason| ItemError::Impossible { split: info.name.clone(), index, reason })?;
        self.item.split = split;
        self.item.index = index;
        self.certify().map_err(|reason| ItemError::Impossible { split: info.name.clone(), index, reason })?;
        Ok(&self.item)
    }

    fn draw_from_partition(
        &mut self,
        partition: &Partition,
        place: (usize, usize),
        number: u64,
    ) -> Result<(), String> {
        let dataset = self.dataset;
        let draft = partition.draft(dataset.context(), place.0, place.1, number);
        let group = &partition.groups[place.0];
        let key = &group.parts[place.1].key;
        let ItemDraft { command, target, agent, goal, slot, copies: (copies, stride) } = draft;
        self.earlier.clear();
        for copy in 0..=copies {
            let mut stream = key.stream(slot - u64::from(copies - copy) * u64::from(stride));
            let mut attempts = 0;
            loop {
                self.draw(command, target, agent, goal, &mut stream);
                let fits = dataset.lengths.is_none() || {
                    let actions = Some(self.item.example.actions.len());
                    dataset.context().group_of_actions(command, target, agent, goal, actions)
                        == Some(group.holdout)
                };
                if fits && !self.earlier.contains(&self.item.example.world) {
                    break;
                }
                attempts += 1;
                if attempts == ATTEMPTS {
                    return Err(format!("{ATTEMPTS} worlds were drawn, and none is new and fits its split"));
                }
            }
            if copy < copies {
                self.earlier.push(self.item.example.world.clone());
            }
        }
        Ok(())
    }

    /// Draws the world of a candidate of the released procedure and returns its actions.
    pub(crate) fn candidate_actions(
        &mut self,
        candidate: &Candidate,
        worlds: &StreamKey,
        number: u32,
    ) -> &[Action] {
        let Candidate { command, target, agent, goal } = *candidate;
        self.draw(command, target, agent, goal, &mut worlds.stream(number.into()));
        &self.item.example.actions
    }

    /// Draws a world around a placement and derives the actions.
    fn draw(&mut self, command: usize, target: TargetKind, agent: Cell, goal: Cell, stream: &mut Stream) {
        let dataset = self.dataset;
        let entry = &dataset.commands[command];
        let heading = match dataset.recipe.generate.agent_heading {
            AgentHeading::East => Heading::East,
            AgentHeading::Any => Heading::from_index(stream.below(4) as u8),
        };
        self.item.command = command;
        let Example { command, world, target: number, actions } = &mut self.item.example;
        command.clone_from(&entry.command);
        self.board.reset(agent);
        self.board.put(Object::solid(target.shape, target.colour, target.size, goal));
        let phrase = &entry.command.phrase;
        let extreme = phrase.size.map(|size| dataset.lexicon.sizes[usize::from(size)].extreme);
        dataset.scatter.place(phrase, extreme, target, stream, &mut self.board);
        *number =
            self.board.pour(Agent { cell: agent, heading }, dataset.recipe.generate.target_first, world);
        entry.command.execute(world, *number, &dataset.lexicon, actions);
    }

    /// Derives identity and certificate, and checks that the label is certain.
    fn certify(&mut self) -> Result<(), String> {
        let Example { command, world, .. } = &self.item.example;
        self.item.id = self.identifier.identify(command, world);
        if !self.dataset.recipe.generate.target_first {
            self.item.mix_objects();
        }
        let Item { example, certificate, .. } = &mut self.item;
        let scene = Scene::new(&example.world);
        *certificate =
            Certificate::new(&example.command, &scene, &self.dataset.lexicon, Reading::Superlative);
        if certificate.holds_under(Reading::Superlative, example.target) {
            return Ok(());
        }
        Err("the command does not single out its target".into())
    }
}

impl Items for GscanMaker<'_> {
    fn write(&mut self, split: usize, index: u64, sink: &mut dyn Sink) -> Result<(), ItemError> {
        let dataset = self.dataset;
        let item = self.make(split, index)?;
        dataset.columns.write(&item.example, Label::of(item, &dataset.tokens[item.command]), sink);
        Ok(())
    }
}

impl GridItems for GscanMaker<'_> {
    fn make(&mut self, split: usize, index: u64) -> Result<&Item, ItemError> {
        self.make(split, index)
    }
}
