//! Splits by drawing: the released procedure.
//!
//! Candidates are enumerated (each command, each target, each drawn placement) and sorted by the hold-outs; the pool is
//! cut into train and test at random; test then loses every item that has an equivalent in train (same template,
//! command, actions and target cell; colour, size and distractors do not count); dev is cut from train without such a
//! check; a few hold-out items are moved to train. All of it needs one pass over the candidates, so the plan is made
//! first and items are then made from it in any order.

use std::collections::HashSet;

use wampimuk_command::CandidateCounts;
use wampimuk_core::{ItemId, StreamKey};
use wampimuk_grid::{Action, Cell, Direction};

use crate::commands::{CommandEntry, TargetKind};
use crate::layout;
use crate::recipe::{Draw, Generate};

/// The most candidates: their lists stay within memory.
const MOST_CANDIDATES: u32 = 10_000_000;

/// All items that the released procedure chooses from.
#[derive(Debug)]
pub struct Enumeration {
    specs: Vec<Spec>,
    /// The first candidate of each command, and the end.
    starts: Vec<u32>,
    placements: StreamKey,
    shared: bool,
    side: u8,
    colours: u8,
    sizes: u8,
}

/// The lists of candidates that make the splits.
#[derive(Debug)]
pub struct DrawPlan {
    /// What the lists number.
    pub enumeration: Enumeration,
    /// Train, dev, test, then the hold-outs.
    pub lists: Vec<Vec<u32>>,
    /// What the pass over the candidates found.
    pub tally: CandidateCounts,
}

/// How the candidates are cut into splits.
#[derive(Clone, Copy, Debug)]
pub struct SplitRules<'a> {
    /// The released procedure's settings.
    pub settings: &'a Draw,
    /// All commands.
    pub commands: &'a [CommandEntry],
    /// The number of hold-outs.
    pub holdouts: usize,
    /// Which of them gives items to train.
    pub few_shot: Option<usize>,
    /// The streams of the random cuts.
    pub key: &'a StreamKey,
}

/// A direction and distance that a placement is drawn for.
#[derive(Clone, Copy, Debug)]
struct Spec {
    direction: Direction,
    distance: u8,
}

/// A candidate before its distractors are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The number of its command.
    pub command: usize,
    /// Its target.
    pub target: TargetKind,
    /// The agent's cell.
    pub agent: Cell,
    /// The target's cell.
    pub goal: Cell,
}

impl Enumeration {
    /// Enumerates the candidates.
    pub fn new(
        recipe: &Generate,
        settings: &Draw,
        commands: &[CommandEntry],
        colours: usize,
        placements: StreamKey,
    ) -> Result<Self, String> {
        let side = recipe.grid_size;
        let mut specs = Vec::new();
        for direction in Direction::ALL {
            let farthest = if direction.is_straight() { side - 1 } else { 2 * (side - 1) };
            for distance in if direction.is_straight() { 1 } else { 2 }..=farthest {
                let draws = layout::draws(direction, distance, side, recipe.resampling);
                specs.extend((0..draws).map(|_| Spec { direction, distance }));
            }
        }
        let mut starts = vec![0u32];
        for entry in commands {
            let more = specs.len() as u64 * entry.targets.len() as u64;
            let next = u64::from(starts[starts.len() - 1]) + more;
            let next = u32::try_from(next).ok().filter(|&next| next <= MOST_CANDIDATES);
            starts.push(next.ok_or_else(|| {
                format!(
                    "the released procedure enumerates all candidates: more than {MOST_CANDIDATES} here, lower \
                     `resampling`"
                )
            })?);
        }
        Ok(Self {
            specs,
            starts,
            placements,
            shared: settings.shared_placements,
            side,
            colours: colours as u8,
            sizes: recipe.max_object_size,
        })
    }

    /// How many there are.
    fn len(&self) -> u32 {
        self.starts[self.starts.len() - 1]
    }

    /// Candidate number `number`.
    pub fn get(&self, commands: &[CommandEntry], number: u32) -> Candidate {
        let command = self.starts.partition_point(|&start| start <= number) - 1;
        let within = number - self.starts[command];
        let target = commands[command].targets[within as usize / self.specs.len()];
        let spec = within as usize % self.specs.len();
        // The released data draw one list of placements for each kind of object and use it for every command.
        let stream = if self.shared {
            let kind = (u64::from(target.shape) * u64::from(self.colours) + u64::from(target.colour))
                * (u64::from(self.sizes) + 1)
                + u64::from(target.size);
            kind * self.specs.len() as u64 + spec as u64
        } else {
            u64::from(number)
        };
        let (agent, goal) = self.placement(self.specs[spec], stream);
        Candidate { command, target, agent, goal }
    }

    /// Draws the vertical share of a diagonal distance, then the agent's cell.
    fn placement(&self, spec: Spec, stream: u64) -> (Cell, Cell) {
        let mut stream = self.placements.stream(stream);
        let (down, right) = spec.direction.signs();
        let (side, distance) = (self.side, spec.distance);
        let rows = match (down, right) {
            (0, _) => 0,
            (_, 0) => distance,
            _ => {
                let least = 1.max((distance + 1).saturating_sub(side));
                let most = (distance - 1).min(side - 1);
                least + stream.below(u32::from(most - least) + 1) as u8
            }
        };
        let columns = distance - rows;
        let row = stream.below(u32::from(side - rows)) as u8 + if down < 0 { rows } else { 0 };
        let column = stream.below(u32::from(side - columns)) as u8 + if right < 0 { columns } else { 0 };
        let goal = Cell::new(
            if down < 0 { row - rows } else { row + rows },
            if right < 0 { column - columns } else { column + columns },
        );
        (Cell::new(row, column), goal)
    }

    /// Sorts them into splits. `group_number` says where a candidate belongs (`None`: dropped, `Some(None)`: the
    /// pool), `actions` writes down a candidate's actions.
    pub fn sort(
        self,
        cut: &SplitRules<'_>,
        mut group_number: impl FnMut(u32, &Candidate) -> Option<Option<usize>>,
        mut actions: impl FnMut(u32, &Candidate, &mut Vec<Action>),
    ) -> Result<DrawPlan, String> {
        let SplitRules { settings, commands, holdouts, few_shot, key } = *cut;
        let mut pool = Vec::new();
        let mut held = vec![Vec::new(); holdouts];
        let mut dropped = 0;
        for number in 0..self.len() {
            match group_number(number, &self.get(commands, number)) {
                None => dropped += 1,
                Some(None) => pool.push(number),
                Some(Some(holdout)) => held[holdout].push(number),
            }
        }
        let test_size = ((1.0 - settings.train) * pool.len() as f64) as usize;
        let (mut train, mut test) = move_out(pool, test_size, key, 0);
        let test_candidates = test.len() as u64;
        let mut buffer = Vec::new();
        let mut class = |number: u32| {
            let candidate = self.get(commands, number);
            buffer.clear();
            actions(number, &candidate, &mut buffer);
            equivalence_class(&candidate, &commands[candidate.command], &buffer)
        };
        let known: HashSet<ItemId> = train.iter().map(|&number| class(number)).collect();
        test.retain(|&number| !known.contains(&class(number)));
        drop(known);
        let tally = CandidateCounts {
            candidates: self.len().into(),
            dropped,
            pool: train.len() as u64 + test_candidates,
            test_candidates,
            equivalents: test_candidates - test.len() as u64,
        };

        let dev_size = (settings.dev * train.len() as f64) as usize;
        let dev;
        (train, dev) = move_out(train, dev_size, key, 1);
        let shots = settings.shots as usize;
        if let Some(holdout) = few_shot {
            let list = std::mem::take(&mut held[holdout]);
            if list.len() < shots {
                return Err(format!(
                    "{shots} shots are asked for, but the hold-out has only {} items",
                    list.len()
                ));
            }
            let moved;
            (held[holdout], moved) = move_out(list, shots, key, 2);
            train.extend(moved);
        }
        let lists = [vec![train, dev, test], held].concat();
        Ok(DrawPlan { enumeration: self, lists, tally })
    }
}

/// The released notion of a duplicate.
pub fn equivalence_class(candidate: &Candidate, entry: &CommandEntry, actions: &[Action]) -> ItemId {
    let mut bytes = Vec::with_capacity(16 + actions.len());
    bytes.extend_from_slice(&(candidate.command as u32).to_le_bytes());
    bytes.extend_from_slice(&[entry.template, candidate.goal.row, candidate.goal.column]);
    bytes.extend(actions.iter().map(|&action| action as u8));
    ItemId::of(&bytes)
}

/// Moves a random sample of `count` elements out of a list. What stays keeps its order; the sample comes in the order
/// it was drawn.
fn move_out(list: Vec<u32>, count: usize, key: &StreamKey, stream: u64) -> (Vec<u32>, Vec<u32>) {
    let mut order: Vec<u32> = (0..list.len() as u32).collect();
    let picked: Vec<u32> = key.stream(stream).sample(&mut order, count).to_vec();
    let mut out = vec![false; list.len()];
    picked.iter().for_each(|&index| out[index as usize] = true);
    let moved = picked.iter().map(|&index| list[index as usize]).collect();
    let stay = list.into_iter().zip(out).filter(|(_, out)| !out).map(|(number, _)| number).collect();
    (stay, moved)
}
