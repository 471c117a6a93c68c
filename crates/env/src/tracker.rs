//! Whether the actions so far are right.

use std::sync::Arc;

use wampimuk_grid::{Action, Agent, Cell, Deed, Heading, Manner, Route, World, turns};

/// Follows actions one by one and knows whether they fulfil a command, can still be continued so that they do, or
/// cannot.
///
/// It says the same as [`fulfils`](wampimuk_grid::fulfils) of all actions so far, in a time that does not depend on how
/// many they are. One step of travel is a block of actions that only a `walk` can complete; before that walk, up to
/// three blocks may be meant (ahead along one axis, or round to the other over either shoulder), and all of them are
/// followed.
#[derive(Clone, Debug)]
pub struct Tracker {
    side: u8,
    goal: Cell,
    deed: Deed,
    manner: Arc<Manner>,
    state: State,
    count: usize,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// On the way, in one of these blocks; the first one is the canonical one, or the nearest to it.
    Travel(Blocks),
    /// The agent is on its target and has to move it: `missing` pushes or pulls to go, `done` actions of the next done.
    Handle { missing: usize, done: usize },
    /// The command is fulfilled.
    Complete,
    /// It cannot be fulfilled any more.
    Lost,
}

/// The blocks that the actions so far may belong to.
#[derive(Clone, Copy, Debug)]
struct Blocks {
    blocks: [Option<Block>; 3],
    /// How many actions of the block are done.
    done: usize,
}

/// One step of travel.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// Where it begins.
    cell: Cell,
    /// Where it leads.
    way: Heading,
    turns: &'static [Action],
}

impl Tracker {
    /// Before the first action. The target is an object's number; without such an object nothing can be fulfilled.
    pub fn new(world: &World, target: usize, deed: Deed, manner: Arc<Manner>) -> Self {
        let goal = world.objects().get(target).map(|object| object.cell);
        let mut tracker = Self {
            side: world.side(),
            goal: goal.unwrap_or_default(),
            deed,
            manner,
            state: State::Lost,
            count: 0,
        };
        if goal.is_some() {
            let Agent { cell, heading } = world.agent();
            tracker.state = tracker.at(cell, heading, None, world);
        }
        tracker
    }

    /// Whether the actions so far fulfil the command.
    pub fn is_complete(&self) -> bool {
        matches!(self.state, State::Complete)
    }

    /// Whether no continuation of the actions so far does.
    pub fn is_lost(&self) -> bool {
        matches!(self.state, State::Lost)
    }

    /// How many actions were right.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The next action of a right continuation: the canonical one, as long as the actions so far are the canonical
    /// ones. `None` if the command is fulfilled or cannot be.
    pub fn expert_action(&self) -> Option<Action> {
        match self.state {
            State::Travel(Blocks { blocks, done }) => {
                self.in_block(blocks.into_iter().flatten().next()?, done)
            }
            State::Handle { done, .. } => self.in_effort(done),
            State::Complete | State::Lost => None,
        }
    }

    /// Takes note of an action. `world` is the world after it.
    pub fn step(&mut self, action: Action, world: &World) {
        self.state = match self.state {
            State::Travel(blocks) => self.travel(blocks, action, world),
            State::Handle { missing, done } if self.in_effort(done) == Some(action) => {
                match (self.in_effort(done + 1), missing) {
                    (Some(_), _) => State::Handle { missing, done: done + 1 },
                    (None, 0 | 1) => State::Complete,
                    (None, _) => State::Handle { missing: missing - 1, done: 0 },
                }
            }
            State::Handle { .. } | State::Complete | State::Lost => State::Lost,
        };
        self.count += usize::from(!self.is_lost());
    }

    fn travel(&self, Blocks { mut blocks, done }: Blocks, action: Action, world: &World) -> State {
        for slot in &mut blocks {
            let Some(block) = *slot else { continue };
            if self.in_block(block, done) != Some(action) {
                *slot = None;
            } else if self.in_block(block, done + 1).is_none() {
                // Blocks have one walk each, so no other one has come as far.
                let Some(cell) = block.cell.step(block.way, self.side) else { return State::Lost };
                return self.at(cell, block.way, Some(block.way), world);
            }
        }
        match blocks.iter().any(Option::is_some) {
            true => State::Travel(Blocks { blocks, done: done + 1 }),
            false => State::Lost,
        }
    }

    /// The state between two steps of travel, or on arrival.
    fn at(&self, cell: Cell, heading: Heading, last: Option<Heading>, world: &World) -> State {
        if cell == self.goal {
            return self.arrived(heading, world);
        }
        let mut blocks = [None; 3];
        let ways = self.ways(cell, last).into_iter().flatten();
        let spelled = ways.flat_map(|way| turns(heading, way).iter().map(move |&turns| (way, turns)));
        for (slot, (way, turns)) in blocks.iter_mut().zip(spelled) {
            *slot = Some(Block { cell, way, turns });
        }
        State::Travel(Blocks { blocks, done: 0 })
    }

    /// The state on arrival. The world's objects are where they were at the start: nothing on the way moves them.
    fn arrived(&self, heading: Heading, world: &World) -> State {
        let way = match self.deed {
            Deed::Walk => return State::Complete,
            Deed::Push => heading,
            Deed::Pull => heading.opposite(),
        };
        // A box cannot be moved, so it is never moved far enough.
        let Some(object) = world.solid_at(self.goal) else {
            return State::Handle { missing: usize::MAX, done: 0 };
        };
        let ahead = std::iter::successors(Some(self.goal), |cell| cell.step(way, self.side)).skip(1);
        let free = ahead.take_while(|&cell| world.solid_at(cell).is_none()).count();
        match free * if world.is_heavy(object) { 2 } else { 1 } {
            0 => State::Complete,
            missing => State::Handle { missing, done: 0 },
        }
    }

    /// The ways that the route allows from here: along the columns first.
    fn ways(&self, cell: Cell, last: Option<Heading>) -> [Option<Heading>; 2] {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let toward = |goal: u8, here: u8, more, less| match goal.cmp(&here) {
            Equal => None,
            Greater => Some(more),
            Less => Some(less),
        };
        let column = toward(self.goal.column, cell.column, Heading::East, Heading::West);
        let row = toward(self.goal.row, cell.row, Heading::South, Heading::North);
        match (self.manner.route, last) {
            // One axis to its end.
            (Route::Straight, Some(last)) if [column, row].contains(&Some(last)) => [Some(last), None],
            // The axes alternate as long as there are two.
            (Route::Zigzag, Some(last)) if column.is_some() && row.is_some() => {
                [column, row].map(|way| way.filter(|&way| way != last))
            }
            _ => [column, row],
        }
    }

    /// The action at this place of a step of travel, if there is one.
    #[inline]
    fn in_block(&self, block: Block, place: usize) -> Option<Action> {
        let Manner { before_turn, before_step, after_step, .. } = &*self.manner;
        nth([before_turn, block.turns, before_step, &[Action::Walk], after_step], place)
    }

    /// The action at this place of a push or pull, if there is one.
    #[inline]
    fn in_effort(&self, place: usize) -> Option<Action> {
        let Manner { before_turn, before_step, after_step, .. } = &*self.manner;
        nth([before_turn, &[], before_step, &[self.deed.action()?], after_step], place)
    }
}

/// An element of lists that follow each other.
#[inline]
fn nth(lists: [&[Action]; 5], mut place: usize) -> Option<Action> {
    for list in lists {
        if let Some(&action) = list.get(place) {
            return Some(action);
        }
        place -= list.len();
    }
    None
}
