//! Which shapes of commands have worlds with rivals.
//!
//! Commands that differ only in which colours, nouns and sizes they name are alike. Whether other orders of their words
//! can refer to other objects is tried once for each such shape, before commands are sampled: then nearly all that are
//! sampled have worlds.

use std::collections::HashMap;

use wampimuk_command::{Command, Lexicon, Scene, Surface};
use wampimuk_core::{Impossible, StreamKey};
use wampimuk_grid::{Agent, Cell, World};

use crate::acceptance::{all_different, certain_referent};
use crate::construct::{Builder, Obstacle, WorldRequest};
use crate::orders::list_orders;
use crate::recipe::{Constructed, Generate};
use crate::tree::Tree;

/// How many worlds are tried for a shape, and how many of them must succeed.
const TRIES: u32 = 24;
const SUCCESSES: u32 = 4;

/// Tries shapes, each once.
pub(super) struct ShapeTrials<'g> {
    generate: &'g Generate,
    settings: &'g Constructed,
    lexicon: &'g Lexicon,
    builder: Builder<'g>,
    world: World,
    key: StreamKey,
    tried: HashMap<Tree, bool>,
    /// The first command of each shape without worlds.
    pub impossible: Vec<Impossible>,
}

impl<'g> ShapeTrials<'g> {
    pub fn new(
        settings: &'g Constructed,
        generate: &'g Generate,
        lexicon: &'g Lexicon,
        key: StreamKey,
    ) -> Self {
        let (least, most) = (generate.min_object_size, generate.max_object_size);
        let builder = Builder::new(settings, generate.grid_size, least, most, lexicon);
        let world = World::new(generate.grid_size, Agent::default()).expect("recipes are checked");
        Self {
            generate,
            settings,
            lexicon,
            builder,
            world,
            key,
            tried: HashMap::new(),
            impossible: Vec::new(),
        }
    }

    /// Whether commands of this one's shape have worlds.
    pub fn allows(&mut self, command: &Command, holdout: Option<&str>) -> bool {
        if self.settings.rivals == 0 || command.phrase.clauses.is_empty() {
            return true;
        }
        let shape = Tree::of(&command.phrase, self.lexicon).canonical().renamed();
        if let Some(&allowed) = self.tried.get(&shape) {
            return allowed;
        }
        let outcome = self.try_shape(&shape);
        if let Err(reason) = &outcome {
            let command = command.text(self.lexicon, Surface::Reascan);
            let reason = format!("{reason}; so with all commands of this shape");
            self.impossible.push(Impossible { holdout: holdout.map(str::to_string), command, reason });
        }
        self.tried.insert(shape, outcome.is_ok());
        outcome.is_ok()
    }

    fn try_shape(&mut self, shape: &Tree) -> Result<(), String> {
        let mut stream = self.key.stream(self.tried.len() as u64);
        let mut orders = Vec::new();
        let rivals = usize::from(self.settings.rivals);
        list_orders(shape, &self.generate.rules, rivals, &mut stream, &mut orders);
        let side = self.generate.grid_size;
        let cells = u32::from(side) * u32::from(side);
        let mut successes = 0;
        let mut reason = String::new();
        for tried in 0..TRIES {
            if successes == SUCCESSES {
                return Ok(());
            }
            if successes + TRIES - tried < SUCCESSES {
                break;
            }
            let agent = stream.below(cells);
            let goal = (agent + 1 + stream.below(cells - 1)) % cells;
            let cell = |index: u32| Cell::from_index(index as usize, side);
            stream.shuffle(&mut orders);
            let rivals = &orders[..orders.len().min(rivals)];
            let wanted = WorldRequest { rivals, decoys: &[], suits: &|_, _| true, needs: &|_, _, _| false };
            match self.builder.build(shape, cell(agent), cell(goal), &wanted, &mut stream) {
                Ok(()) if self.is_certain(shape, rivals) => successes += 1,
                Ok(()) => reason = Obstacle::Unique.to_string(),
                Err(obstacle) => reason = obstacle.to_string(),
            }
        }
        if successes >= SUCCESSES { Ok(()) } else { Err(reason) }
    }

    /// Whether the world built last has a referent for the command and one for each rival, by their exact meanings.
    fn is_certain(&mut self, shape: &Tree, rivals: &[Tree]) -> bool {
        self.world.reset(Agent::default());
        self.builder.objects().iter().for_each(|&object| self.world.add(object));
        let scene = Scene::new(&self.world);
        let commands = std::iter::once(shape).chain(rivals);
        let referents =
            commands.map(|tree| certain_referent(tree, &scene, self.lexicon, self.settings.necessity));
        all_different(0, referents)
    }
}
