//! Making items.

use wampimuk_command::{Certificate, Example, GridItem, GridItems, Identifier, ObjectRoles, Reading, Scene};
use wampimuk_core::{ItemError, ItemId, Items, Sink, Stream};
use wampimuk_grid::World;

use crate::Gscan;
use crate::dataset::SplitPlan;
use crate::partition::{ItemDraft, Partition};
use crate::released::Candidate;
use crate::splits::SplitOrigin;
use crate::world_sampler::WorldSampler;

/// How often a world is drawn again before its item is given up.
const ATTEMPTS: usize = 2000;

/// Makes items of a dataset one after another, without allocating once its buffers have grown.
#[derive(Debug)]
pub struct GscanMaker<'d> {
    dataset: &'d Gscan,
    identifier: Identifier,
    item: GridItem,
    sampler: WorldSampler<'d>,
    /// Worlds of earlier copies of the item's placement.
    earlier: Vec<World>,
}

impl<'d> GscanMaker<'d> {
    pub(crate) fn new(dataset: &'d Gscan) -> Self {
        let space = &dataset.space;
        Self {
            dataset,
            identifier: Identifier::new(&space.lexicon),
            item: GridItem {
                id: ItemId::default(),
                split: 0,
                index: 0,
                command: 0,
                example: space.blank(),
                certificate: Certificate::default(),
                cast: ObjectRoles::default(),
            },
            sampler: WorldSampler::new(space),
            earlier: Vec::new(),
        }
    }

    /// Makes item `index` of split number `split`.
    pub fn make(&mut self, split: usize, index: u64) -> Result<&GridItem, ItemError> {
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
                let candidate = plan.enumeration.get(&dataset.space.commands, number);
                self.draw(&candidate, &mut worlds.stream(number.into()));
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
        let space = &self.dataset.space;
        let draft = partition.draft(space, place.0, place.1, number);
        let group = &partition.groups[place.0];
        let key = &group.parts[place.1].key;
        let ItemDraft { command, target, agent, goal, slot, copies: (copies, stride) } = draft;
        let candidate = Candidate { command, target, agent, goal };
        self.earlier.clear();
        for copy in 0..=copies {
            let mut stream = key.stream(slot - u64::from(copies - copy) * u64::from(stride));
            let mut attempts = 0;
            loop {
                self.draw(&candidate, &mut stream);
                let fits = space.lengths.is_none() || {
                    let actions = Some(self.item.example.actions.len());
                    space.group_of_actions(command, target, agent, goal, actions) == Some(group.holdout)
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

    fn draw(&mut self, candidate: &Candidate, stream: &mut Stream) {
        self.item.command = candidate.command;
        self.sampler.draw(candidate, stream, &mut self.item.example);
    }

    /// Derives identity and certificate, and checks that the label is certain.
    fn certify(&mut self) -> Result<(), String> {
        let Example { command, world, .. } = &self.item.example;
        self.item.id = self.identifier.identify(command, world);
        if !self.dataset.space.recipe.generate.target_first {
            self.item.mix_objects();
        }
        let GridItem { example, certificate, .. } = &mut self.item;
        let scene = Scene::new(&example.world);
        *certificate =
            Certificate::new(&example.command, &scene, &self.dataset.space.lexicon, Reading::Superlative);
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
        dataset.columns.write(item, &dataset.tokens[item.command], "", sink);
        Ok(())
    }
}

impl GridItems for GscanMaker<'_> {
    fn make(&mut self, split: usize, index: u64) -> Result<&GridItem, ItemError> {
        self.make(split, index)
    }
}
