//! Making tasks.
//!
//! Inputs are drawn one by one. A task is kept when no other operation could have made the outputs, and when the shortest
//! explanations of what is shown leave one answer for the test input; otherwise an input is drawn again. Drawing the
//! test input first is cheap, drawing a pair means looking for all explanations again.

use wampimuk_command::{Determiner, Lexicon, Phrase, Scene, Surface, choose_articles};
use wampimuk_core::{ItemError, ItemId, Items, KeyedHash, Sink, Stream};
use wampimuk_grid::{Cell, World};
use wampimuk_reascan::WorldMaker;

use crate::columns::Columns;
use crate::dataset::Riddles;
use crate::explain::{Search, semantics};
use crate::language::{content_words, logic, selecting};
use crate::operation::{Operation, is_alike, sorted};
use crate::plan::Draft;
use crate::riddle::{Riddle, RiddleCertificate, WorldPair};

/// How many pairs of command and operation are tried for a task.
const DRAFTS: usize = 12;
/// How many sets of pairs are tried for each.
const SETS: usize = 24;
/// How many test inputs are tried for each set of pairs.
const TESTS: usize = 6;
/// How many worlds are looked at for one input, and how often the builder tries for each.
const WORLDS: usize = 300;
const BUILDS: u32 = 12;

/// Makes tasks of a dataset one after another, reusing its memory.
#[derive(Debug)]
pub struct RiddleMaker<'d> {
    dataset: &'d Riddles,
    worlds: WorldMaker<'d>,
    columns: &'d Columns,
    riddle: Option<Riddle>,
}

impl<'d> RiddleMaker<'d> {
    pub(crate) fn new(dataset: &'d Riddles) -> Self {
        let worlds = dataset.world_maker();
        Self { dataset, worlds, columns: &dataset.columns, riddle: None }
    }

    /// Makes task `index` of split number `split`.
    ///
    /// # Panics
    /// If there is no such split.
    pub fn make(&mut self, split: usize, index: u64) -> Result<&Riddle, ItemError> {
        let plan = &self.dataset.plan;
        let info = &plan.infos[split];
        if index >= info.len {
            return Err(ItemError::OutOfRange { split: info.name.clone(), index, len: info.len });
        }
        let mut stream = self.dataset.tasks.stream(plan.stream(split, index));
        let mut draft = plan.draft(split, index);
        let first = draft;
        for _ in 0..DRAFTS {
            if let Some(mut riddle) = self.attempt(split, draft, &mut stream) {
                riddle.index = index;
                return Ok(self.riddle.insert(riddle));
            }
            draft = plan.other(split, &mut stream);
        }
        let phrase = &plan.commands[first.command].phrase;
        let text = selecting(phrase).text(self.dataset.lexicon(), Surface::Reascan);
        let reason = format!(
            "neither `{text}` with `{}` nor {} other pairs of the split have a task with one answer",
            plan.operations[first.operation].kind().name(),
            DRAFTS - 1
        );
        Err(ItemError::Impossible { split: info.name.clone(), index, reason })
    }

    fn attempt(&mut self, split: usize, draft: Draft, stream: &mut Stream) -> Option<Riddle> {
        let dataset = self.dataset;
        let count = usize::from(dataset.recipe.generate.pairs);
        let phrase = &dataset.plan.commands[draft.command].phrase;
        let own = content_words(phrase);
        let search = dataset.search(own);
        let mut pairs: Vec<WorldPair> = Vec::with_capacity(count + 1);
        for set in 0..SETS {
            while pairs.len() < count {
                let pair = self.draw(split, draft, &pairs, stream)?;
                pairs.push(pair);
            }
            if dataset.is_certain_operation(draft.operation, &pairs) {
                let shown: Vec<(&World, usize)> =
                    pairs.iter().map(|pair| (&pair.input, pair.target)).collect();
                let rivals = Rivals::new(phrase, &search, &shown);
                let tests =
                    if dataset.recipe.generate.minimal && !rivals.shorter.is_empty() { 0 } else { TESTS };
                for _ in 0..tests {
                    let test = self.draw(split, draft, &pairs, stream)?;
                    if let Some(certificate) = rivals.certificate(&test, dataset.lexicon()) {
                        let operation = dataset.plan.operations[draft.operation];
                        return Some(dataset.finish(split, phrase, operation, pairs, test, certificate));
                    }
                }
            }
            pairs.remove(set % count);
        }
        None
    }

    /// Draws a world that the split may use, that the task does not have yet, and in which something changes for one
    /// object only.
    fn draw(
        &mut self,
        split: usize,
        draft: Draft,
        others: &[WorldPair],
        stream: &mut Stream,
    ) -> Option<WorldPair> {
        let dataset = self.dataset;
        let phrase = &dataset.plan.commands[draft.command].phrase;
        let operation = &dataset.plan.operations[draft.operation];
        let side = dataset.recipe.generate.grid_size;
        let cells = u32::from(side) * u32::from(side);
        for _ in 0..WORLDS {
            let goal = Cell::from_index(stream.below(cells) as usize, side);
            let Ok(world) = self.worlds.make(phrase, goal, BUILDS, stream) else { continue };
            let id = world_id(world);
            if dataset.plan.home(id) != split || others.iter().any(|pair| is_alike(&pair.input, world)) {
                continue;
            }
            let Some(output) = operation.apply(world, 0) else { continue };
            let codes = &dataset.setting.codes;
            if operation.explains(world, &output) != 1
                || codes.encode(world).is_none()
                || codes.encode(&output).is_none()
            {
                continue;
            }
            let mut input = world.clone();
            let target = mix(&mut input, id);
            // Once more, so that the objects of the output have the numbers of the input's.
            let output = operation.apply(&input, target)?;
            return Some(WorldPair { input, output, target });
        }
        None
    }
}

impl Riddles {
    pub(crate) fn search(&self, max_words: usize) -> Search<'_> {
        Search { lexicon: self.lexicon(), rules: &self.rivals, shapes: &self.shapes, max_words }
    }

    /// Whether no other operation could have made all the outputs.
    fn is_certain_operation(&self, number: usize, pairs: &[WorldPair]) -> bool {
        let mut others = self.plan.operations.iter().enumerate().filter(|(other, _)| *other != number);
        others.all(|(_, other)| pairs.iter().any(|pair| other.explains(&pair.input, &pair.output) == 0))
    }

    /// The task with other worlds and the same operation, if it has one answer. Its command is one of the shortest that
    /// explain the pairs, the task's own if that is one of them; what it selects in the test input is the target there.
    /// Worlds, and command and operation, belong to splits of the task's role, so that roles share none of them.
    pub fn recast(&self, riddle: &Riddle, pairs: Vec<WorldPair>, test: &World) -> Option<Riddle> {
        let Riddle { split, operation, .. } = *riddle;
        let role = self.plan.infos.get(split)?.role;
        let inputs = || pairs.iter().map(|pair| &pair.input).chain([test]);
        let is_new =
            |(number, one): (usize, &World)| !inputs().take(number).any(|other| is_alike(one, other));
        let number = self.plan.operations.iter().position(|other| *other == operation)?;
        let is_sound = inputs().all(|world| self.plan.may_show(role, world_id(world)))
            && inputs().enumerate().all(is_new)
            && pairs.iter().all(|pair| self.changes_one(&operation, pair))
            && self.is_certain_operation(number, &pairs);
        if !is_sound {
            return None;
        }
        let shown: Vec<(&World, usize)> = pairs.iter().map(|pair| (&pair.input, pair.target)).collect();
        let own = PhraseKey::of(&riddle.phrase);
        let found = self.search(content_words(&riddle.phrase)).explanations(&shown);
        let least = found.iter().map(content_words).min()?;
        let mut shortest: Vec<Phrase> =
            found.into_iter().filter(|phrase| content_words(phrase) == least).collect();
        shortest.sort_by_key(|phrase| (PhraseKey::of(phrase) != own, PhraseKey::of(phrase)));
        shortest.retain(|phrase| self.plan.may_have(role, phrase, number));
        shortest.into_iter().find_map(|phrase| {
            let selected = Scene::new(test).denotation(&phrase, self.lexicon(), semantics());
            let target = selected.trailing_zeros() as usize;
            let output = operation.apply(test, target).filter(|_| selected.count_ones() == 1)?;
            let test = WorldPair { input: test.clone(), output, target };
            let rivals = Rivals::new(&phrase, &self.search(least), &shown);
            let certificate = rivals.certificate(&test, self.lexicon())?;
            let is_plain = self.changes_one(&operation, &test);
            is_plain.then(|| {
                let mut recast = self.finish(split, &phrase, operation, pairs.clone(), test, certificate);
                recast.index = riddle.index;
                recast
            })
        })
    }

    /// Whether a pair shows the operation on its target and on nothing else, in grids that have codes.
    fn changes_one(&self, operation: &Operation, WorldPair { input, output, target }: &WorldPair) -> bool {
        let codes = &self.setting.codes;
        operation.explains(input, output) == 1 << target
            && codes.encode(input).is_some()
            && codes.encode(output).is_some()
    }

    fn finish(
        &self,
        split: usize,
        phrase: &Phrase,
        operation: Operation,
        pairs: Vec<WorldPair>,
        test: WorldPair,
        certificate: RiddleCertificate,
    ) -> Riddle {
        let mut phrase = phrase.clone();
        let inputs = pairs.iter().chain([&test]).map(|pair| &pair.input);
        articles(&mut phrase, inputs, self.lexicon());
        let mut riddle = Riddle {
            id: ItemId::default(),
            split,
            index: 0,
            phrase,
            operation,
            pairs,
            test,
            certificate,
            setting: self.setting.clone(),
        };
        let mut form = logic(&riddle.phrase, &riddle.operation, &self.setting.names).into_bytes();
        riddle.all_pairs().for_each(|pair| form.extend(world_id(&pair.input).0.to_le_bytes()));
        riddle.id = ItemId::of(&form);
        riddle
    }
}

/// The explanations of what is shown, as long as the command at most.
struct Rivals {
    own: usize,
    /// With their content words.
    shorter: Vec<(usize, Phrase)>,
    others: Vec<Phrase>,
}

impl Rivals {
    fn new(phrase: &Phrase, search: &Search<'_>, shown: &[(&World, usize)]) -> Self {
        let own = content_words(phrase);
        let itself = PhraseKey::of(phrase);
        let mut rivals = Self { own, shorter: Vec::new(), others: Vec::new() };
        for rival in search.explanations(shown) {
            let words = content_words(&rival);
            if words < own {
                rivals.shorter.push((words, rival));
            } else if PhraseKey::of(&rival) != itself {
                rivals.others.push(rival);
            }
        }
        rivals
    }

    /// The certificate of the task with this test pair, unless short explanations lead to another answer.
    fn certificate(&self, test: &WorldPair, lexicon: &Lexicon) -> Option<RiddleCertificate> {
        let scene = Scene::new(&test.input);
        let target = 1u64 << test.target;
        let select = |phrase: &Phrase| scene.denotation(phrase, lexicon, semantics());
        let mut settled = false;
        for (_, rival) in &self.shorter {
            // What selects nothing gives no answer.
            match select(rival) {
                0 => {}
                set if set == target => settled = true,
                _ => return None,
            }
        }
        let mut agreeing = 0;
        for rival in &self.others {
            match select(rival) {
                0 => {}
                set if set == target => agreeing += 1,
                _ if settled => {}
                _ => return None,
            }
        }
        Some(RiddleCertificate {
            words: self.own,
            shortest: self.shorter.iter().map(|(words, _)| *words).min().unwrap_or(self.own),
            shorter: self.shorter.len(),
            alternatives: self.others.len(),
            agreeing,
        })
    }
}

/// A phrase without its articles and without the order of its clauses.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PhraseKey {
    words: [Option<u8>; 3],
    clauses: Vec<(wampimuk_command::Relation, PhraseKey)>,
}

impl PhraseKey {
    pub fn of(phrase: &Phrase) -> Self {
        let clauses = phrase.clauses.iter().map(|clause| (clause.relation, Self::of(&clause.phrase)));
        let mut key = Self { words: [phrase.size, phrase.colour, phrase.noun], clauses: clauses.collect() };
        key.clauses.sort();
        key
    }
}

/// The identity of a world: a hash of its objects, in whatever order.
pub(crate) fn world_id(world: &World) -> ItemId {
    let mut form = vec![world.side()];
    for object in sorted(world) {
        let (cell, look) = (object.cell, [object.shape, object.colour, object.size, object.form as u8]);
        form.extend([cell.row, cell.column]);
        form.extend(look);
    }
    ItemId::of(&form)
}

/// Brings the objects of a world into an order that depends on the world alone, so that it does not tell which object is
/// the target; returns the new number of the first.
fn mix(world: &mut World, id: ItemId) -> usize {
    let hash = KeyedHash::of_item(id);
    // The order must not depend on the one that the builder left, either.
    let objects = sorted(world);
    let first = world.objects()[0];
    world.reset(world.agent());
    objects.into_iter().for_each(|object| world.add(object));
    for last in (1..world.objects().len()).rev() {
        world.swap_objects(last, hash.below(last as u64, 0, last as u32 + 1) as usize);
    }
    world.objects().iter().position(|object| *object == first).unwrap_or(0)
}

/// Gives every phrase "the" if its own words fit one object, or none, in every world.
fn articles<'w>(phrase: &mut Phrase, worlds: impl Iterator<Item = &'w World>, lexicon: &Lexicon) {
    fn weaken(phrase: &mut Phrase, other: &Phrase) {
        if other.determiner == Determiner::A {
            phrase.determiner = Determiner::A;
        }
        for (clause, other) in phrase.clauses.iter_mut().zip(&other.clauses) {
            weaken(&mut clause.phrase, &other.phrase);
        }
    }
    let mut all: Option<Phrase> = None;
    for world in worlds {
        let mut copy = phrase.clone();
        choose_articles(&mut copy, &Scene::new(world), lexicon, semantics());
        // Articles left alone by `ground` are those of phrases that fit one object.
        match &mut all {
            Some(all) => weaken(all, &copy),
            None => all = Some(copy),
        }
    }
    if let Some(all) = all {
        *phrase = all;
    }
}

impl Items for RiddleMaker<'_> {
    fn write(&mut self, split: usize, index: u64, sink: &mut dyn Sink) -> Result<(), ItemError> {
        let columns = self.columns;
        columns.write(self.make(split, index)?, sink);
        Ok(())
    }
}
