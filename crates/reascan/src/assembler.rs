//! Assembling items: a world around a command, its certificate, and the checks of what its split promises.

use wampimuk_command::{
    Certificate, Command, Example, GridItem, Identifier, ObjectRoles, Phrase, Reading, Scene, Semantics,
    Strategy, WordClass, choose_articles,
};
use wampimuk_core::{ItemId, Stream, Verdict};
use wampimuk_grid::{Agent, Cell, Heading, Object, World};

use crate::acceptance::{all_different, certain_referent, first_idle, is_unique, needed};
use crate::condition::Features;
use crate::construct::{Builder, Obstacle, WorldRequest};
use crate::orders::list_orders;
use crate::plan::{ItemDraft, SplitPlan, features, worlds_of};
use crate::recipe::{Constructed, Generate, Released, Worlds};
use crate::released::ReleasedBuilder;
use crate::tree::Tree;

/// How often a world is built before its item is given up. Nearly all are built at once; a corner of the grid can be
/// hard for a long command whose every word must count.
const ATTEMPTS: u32 = 100_000;

/// How often a world is built before other decoys are drawn: some leave no room.
const ATTEMPTS_WITH_DECOYS: u32 = 4;

/// Assembles items from drafts one after another and reuses its memory.
#[derive(Debug)]
pub(crate) struct Assembler<'d> {
    pub generate: &'d Generate,
    pub plan: &'d SplitPlan,
    /// For each split group, how its worlds are made.
    procedures: Vec<WorldProcedure<'d>>,
    identifier: Identifier,
    /// Other orders of the words of the command at hand. The first of them are its rivals.
    orders: Vec<Tree>,
    /// Other commands that the world at hand is made for.
    decoys: Vec<Tree>,
    /// The item assembled last.
    pub item: GridItem,
}

/// A way of making worlds.
#[derive(Debug)]
enum WorldProcedure<'d> {
    Constructed(Box<Builder<'d>>, &'d Constructed),
    Released(Box<ReleasedBuilder>, &'d Released),
}

impl<'d> Assembler<'d> {
    pub fn new(generate: &'d Generate, plan: &'d SplitPlan) -> Self {
        let (side, least, most) = (generate.grid_size, generate.min_object_size, generate.max_object_size);
        let lexicon = &plan.lexicon;
        let procedure = |holdout| match worlds_of(generate, holdout) {
            Worlds::Constructed(settings) => WorldProcedure::Constructed(
                Box::new(Builder::new(settings, side, least, most, lexicon)),
                settings,
            ),
            Worlds::Released(settings) => WorldProcedure::Released(
                Box::new(ReleasedBuilder::new(settings, side, least..=most, lexicon)),
                settings,
            ),
        };
        let world = World::new(side, Agent::default()).expect("recipes are checked");
        let command = Command { verb: 0, phrase: Phrase::default(), adverb: None };
        let world = world.with_heavy_from(generate.heavy_from());
        Self {
            generate,
            plan,
            procedures: plan.split_groups.iter().map(|split_group| procedure(split_group.holdout)).collect(),
            identifier: Identifier::new(lexicon),
            orders: Vec::new(),
            decoys: Vec::new(),
            item: GridItem {
                id: ItemId::default(),
                split: 0,
                index: 0,
                command: 0,
                example: Example { command, world, target: 0, actions: Vec::new() },
                certificate: Certificate::default(),
                cast: ObjectRoles::default(),
            },
        }
    }

    /// How often a world for an item of a split group is drawn before the item is given up.
    pub fn attempts(&self, split_group: usize) -> u32 {
        match &self.procedures[split_group] {
            WorldProcedure::Constructed(..) => ATTEMPTS,
            // Commands that were found possible are tried for as long as it takes.
            WorldProcedure::Released(_, settings) => settings.retries.saturating_mul(4000),
        }
    }

    /// How many orders of a command's words have referents of their own.
    fn rivals(&self, split_group: usize) -> usize {
        match &self.procedures[split_group] {
            WorldProcedure::Constructed(_, settings) => settings.rivals.into(),
            WorldProcedure::Released(..) => 0,
        }
    }

    /// Makes an item of a split group from a draft, in at most `attempts` attempts.
    pub fn try_make(
        &mut self,
        split_group: usize,
        draft: &ItemDraft,
        stream: &mut Stream,
        attempts: u32,
    ) -> Result<u32, Failure> {
        let tree = Tree::of(&draft.command.phrase, &self.plan.lexicon);
        self.item.example.command.clone_from(&draft.command);
        self.orders.clear();
        let rivals = self.rivals(split_group);
        if rivals > 0 {
            list_orders(&tree, &self.generate.rules, rivals, stream, &mut self.orders);
        }
        let mut failure = Failure::Refused;
        for attempt in 1..=attempts {
            if (attempt - 1).is_multiple_of(ATTEMPTS_WITH_DECOYS) {
                self.draw_decoys(split_group, draft, stream);
            }
            match self.attempt(split_group, draft, &tree, stream) {
                Ok(()) => return Ok(attempt),
                Err(obstacle) => failure = obstacle,
            }
        }
        Err(failure)
    }

    fn draw_decoys(&mut self, split_group: usize, draft: &ItemDraft, stream: &mut Stream) {
        self.decoys.clear();
        if let WorldProcedure::Constructed(_, settings) = &self.procedures[split_group] {
            let decoy = |_| self.plan.decoy(split_group, draft.entry, stream);
            self.decoys.extend((0..settings.decoys).map(decoy));
        }
    }

    fn attempt(
        &mut self,
        split_group: usize,
        draft: &ItemDraft,
        tree: &Tree,
        stream: &mut Stream,
    ) -> Result<(), Failure> {
        let (plan, generate) = (self.plan, self.generate);
        let known = features(&draft.command, tree);
        let suits = |cells: (Cell, Cell), objects: &[Object], players: &[u64]| {
            let features = Features { cells: Some(cells), players: Some((objects, players)), ..known };
            plan.belongs(generate, split_group, &features) == Verdict::Yes
        };
        let needs = |phrase: usize, player: &Object, class: WordClass| {
            plan.needs(generate, split_group, tree, phrase, Some(player), class)
        };
        let (objects, cast, agent) = match &mut self.procedures[split_group] {
            WorldProcedure::Constructed(builder, settings) => {
                let Some(cells) = draft.cells else { return Err(Failure::Refused) };
                stream.shuffle(&mut self.orders);
                let rivals = &self.orders[..self.orders.len().min(settings.rivals.into())];
                let (agent, goal) = cells;
                let suits = |objects: &[Object], players: &[u64]| suits(cells, objects, players);
                let wanted = WorldRequest { rivals, decoys: &self.decoys, suits: &suits, needs: &needs };
                builder.build(tree, agent, goal, &wanted, stream).map_err(Failure::Obstacle)?;
                (builder.objects(), builder.cast(), agent)
            }
            WorldProcedure::Released(builder, _) => {
                if !builder.attempt(tree, stream) {
                    return Err(Failure::Refused);
                }
                let (objects, agent) = (builder.objects(), builder.agent());
                let players: Vec<u64> = (0..tree.nodes().len()).map(|number| 1 << number).collect();
                if !suits((agent, objects[0].cell), objects, &players) {
                    return Err(Failure::Refused);
                }
                (objects, builder.cast(), agent)
            }
        };
        let Example { world, target, .. } = &mut self.item.example;
        world.reset(Agent { cell: agent, heading: Heading::East });
        objects.iter().for_each(|&object| world.add(object));
        *target = 0;
        self.item.cast.clone_from(cast);
        self.certify()?;
        self.check(split_group, tree)?;
        self.finish();
        Ok(())
    }

    /// Derives articles and certificate.
    fn certify(&mut self) -> Result<(), Failure> {
        let lexicon = &self.plan.lexicon;
        let GridItem { example: Example { command, world, .. }, certificate, .. } = &mut self.item;
        let scene = Scene::new(world);
        choose_articles(&mut command.phrase, &scene, lexicon, Semantics::from(Reading::Existential));
        *certificate = Certificate::with_variants(command, &scene, lexicon, Reading::Existential);
        if certificate.holds_under(Reading::Existential, 0) { Ok(()) } else { Err(Failure::Refused) }
    }

    /// Checks the certificate against what the recipe promises.
    fn check(&self, split_group: usize, tree: &Tree) -> Result<(), Failure> {
        let GridItem { example, certificate, cast, .. } = &self.item;
        let (keep, by_placement) = match &self.procedures[split_group] {
            WorldProcedure::Constructed(..) if !is_unique(certificate, 0) => {
                return Err(Failure::Obstacle(Obstacle::Unique));
            }
            WorldProcedure::Constructed(_, settings) => (settings.necessity, false),
            WorldProcedure::Released(_, settings) => (settings.keep, settings.needs_by_placement),
        };
        let scene = Scene::new(&example.world);
        let needed = needed(certificate, &example.command.phrase, (&scene, &self.plan.lexicon), keep);
        if let Some(obstacle) = first_idle(needed, tree, keep) {
            return Err(Failure::Obstacle(obstacle));
        }
        if !self.orders.is_empty() {
            let rivals = self.orders.iter().take(self.rivals(split_group));
            let referents = rivals.map(|rival| certain_referent(rival, &scene, &self.plan.lexicon, keep));
            if !all_different(1, referents) {
                return Err(Failure::Obstacle(Obstacle::Order));
            }
        }
        let placed = |phrase: usize, class: WordClass| {
            cast.groups.iter().any(|group| {
                group.strategy == Strategy::Attribute
                    && group.complete
                    && group.phrase == Some(phrase as u8)
                    && group.word == Some(class)
            })
        };
        let (plan, generate) = (self.plan, self.generate);
        for phrase in 0..tree.nodes().len() {
            for class in WordClass::ALL {
                // The released selection looks at words only, and at what was placed instead of what is needed.
                let player = (!by_placement).then(|| &example.world.objects()[phrase]);
                let asked = plan.needs(generate, split_group, tree, phrase, player, class);
                let met = || match by_placement {
                    true => placed(phrase, class),
                    false => certificate.necessity.word(phrase, class),
                };
                if asked && !met() {
                    return Err(Failure::Obstacle(Obstacle::Word(phrase, class)));
                }
            }
        }
        Ok(())
    }

    /// Derives identity and actions, and hides which object is the target.
    fn finish(&mut self) {
        let Example { command, world, .. } = &self.item.example;
        self.item.id = self.identifier.identify(command, world);
        if !self.generate.target_first {
            self.item.mix_objects();
        }
        let GridItem { example: Example { command, world, target, actions }, certificate, .. } =
            &mut self.item;
        command.execute(world, *target, &self.plan.lexicon, actions);
        // The objects have new numbers; the only referent is still the target.
        let renumber = |set: &mut u64| {
            if *set == 1 {
                *set = 1 << *target;
            }
        };
        certificate.referents.iter_mut().chain(&mut certificate.variants).for_each(renumber);
    }
}

/// Why an attempt failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    Obstacle(Obstacle),
    /// The world drawn is not one that is wanted.
    Refused,
    /// No placement of agent and target suits the split.
    Placement,
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Obstacle(obstacle) => obstacle.fmt(f),
            Self::Refused => write!(f, "none is what is wanted"),
            Self::Placement => write!(f, "no placement of agent and target suits the split"),
        }
    }
}
