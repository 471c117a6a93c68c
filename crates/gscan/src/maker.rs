//! Making items.

use wampimuk_command::{Cast, Certificate, Example, GridItems, Identifier, Item, Reading, Scene};
use wampimuk_core::{ItemError, ItemId, Items, Sink, Stream};
use wampimuk_grid::World;

use crate::Gscan;
use crate::dataset::Plan;
use crate::draw::Candidate;
use crate::partition::{Draft, Partition};
use crate::sketch::Sketch;
use crate::splits::Source;

/// How often a world is drawn again before its item is given up.
const ATTEMPTS: usize = 2000;

/// Makes items of a dataset one after another, without allocating once its buffers have grown.
#[derive(Debug)]
pub struct Maker<'d> {
    dataset: &'d Gscan,
    identifier: Identifier,
    item: Item,
    sketch: Sketch<'d>,
    /// Worlds of earlier copies of the item's placement.
    earlier: Vec<World>,
}

impl<'d> Maker<'d> {
    pub(crate) fn new(dataset: &'d Gscan) -> Self {
        let ground = &dataset.ground;
        Self {
            dataset,
            identifier: Identifier::new(&ground.lexicon),
            item: Item {
                id: ItemId::default(),
                split: 0,
                index: 0,
                command: 0,
                example: ground.blank(),
                certificate: Certificate::default(),
                cast: Cast::default(),
            },
            sketch: Sketch::new(ground),
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
        let Source { place, len, then } = dataset.splits.sources[split];
        let (place, number) = if index < len { (place, index) } else { (then.unwrap_or(place), index - len) };
        match &dataset.plan {
            Plan::Partition(partition) => self.draw_from_partition(partition, place, number),
            Plan::Draw(plan, worlds) => {
                let number = plan.lists[place.0][number as usize];
                let candidate = plan.enumeration.get(&dataset.ground.commands, number);
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
        let ground = &self.dataset.ground;
        let draft = partition.draft(ground, place.0, place.1, number);
        let member = &partition.members[place.0];
        let key = &member.parts[place.1].key;
        let Draft { command, target, agent, goal, slot, copies: (copies, stride) } = draft;
        let candidate = Candidate { command, target, agent, goal };
        self.earlier.clear();
        for copy in 0..=copies {
            let mut stream = key.stream(slot - u64::from(copies - copy) * u64::from(stride));
            let mut attempts = 0;
            loop {
                self.draw(&candidate, &mut stream);
                let fits = ground.lengths.is_none() || {
                    let actions = Some(self.item.example.actions.len());
                    ground.family_of_actions(command, target, agent, goal, actions) == Some(member.holdout)
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
        self.sketch.draw(candidate, stream, &mut self.item.example);
    }

    /// Derives identity and certificate, and checks that the label is certain.
    fn certify(&mut self) -> Result<(), String> {
        let Example { command, world, .. } = &self.item.example;
        self.item.id = self.identifier.identify(command, world);
        if !self.dataset.ground.recipe.generate.target_first {
            self.item.mix_objects();
        }
        let Item { example, certificate, .. } = &mut self.item;
        let scene = Scene::new(&example.world);
        *certificate =
            Certificate::new(&example.command, &scene, &self.dataset.ground.lexicon, Reading::Superlative);
        if certificate.holds_under(Reading::Superlative, example.target) {
            return Ok(());
        }
        Err("the command does not single out its target".into())
    }
}

impl Items for Maker<'_> {
    fn write(&mut self, split: usize, index: u64, sink: &mut dyn Sink) -> Result<(), ItemError> {
        let dataset = self.dataset;
        let item = self.make(split, index)?;
        dataset.columns.write(item, &dataset.tokens[item.command], "", sink);
        Ok(())
    }
}

impl GridItems for Maker<'_> {
    fn make(&mut self, split: usize, index: u64) -> Result<&Item, ItemError> {
        self.make(split, index)
    }
}
