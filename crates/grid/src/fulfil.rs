//! Whether an action list does what the command asks, whichever axis it takes first.

use crate::{Action, ActionOutcome, Agent, Cell, Deed, Heading, Manner, Route, Simulation, World};

/// The first thing an action list lacks. Actions are numbered from 0; messages count them from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Shortfall {
    /// The way to the target is not a shortest one of the route the manner asks for, or the manner is not kept on it.
    #[error("action {}: the way is not a direct one in the manner asked for", .0 + 1)]
    Way(usize),
    /// The list ends before the target is reached.
    #[error("the target is not reached")]
    NotReached,
    /// The target is not pushed or pulled as asked, or not in the manner asked for.
    #[error("action {}: the target is not moved as asked", .0 + 1)]
    Handling(usize),
    /// The target could be moved further.
    #[error("the target could be moved further")]
    NotFinished,
    /// Something is done after the deed is complete.
    #[error("action {}: the deed is complete, yet the list goes on", .0 + 1)]
    TooMuch(usize),
}

/// Checks that `actions` carry out `deed` on object number `target` in this manner.
///
/// Accepted are all direct ways: either axis first, and about-turns over either shoulder. The target must be pushed or
/// pulled in line with the heading on arrival until it is blocked, as the canonical sequence does for its own order of
/// axes. The canonical sequence is always accepted.
pub fn fulfils(
    world: &World,
    target: usize,
    deed: Deed,
    manner: &Manner,
    actions: &[Action],
) -> Result<(), Shortfall> {
    let goal = world.objects()[target].cell;
    let mut check = Check { side: world.side(), goal, manner, actions, furthest: 0 };
    let Agent { cell, heading } = world.agent();
    let Some((done, heading)) = check.travel(0, cell, heading, None) else {
        return Err(if check.furthest >= actions.len() {
            Shortfall::NotReached
        } else {
            Shortfall::Way(check.furthest)
        });
    };
    handle(world, target, heading, deed, manner, actions, done)
}

/// Phase two: the target under the agent is moved until it is blocked.
fn handle(
    world: &World,
    target: usize,
    heading: Heading,
    deed: Deed,
    manner: &Manner,
    actions: &[Action],
    done: usize,
) -> Result<(), Shortfall> {
    let too_much = |at: usize| if at < actions.len() { Err(Shortfall::TooMuch(at)) } else { Ok(()) };
    let Some(action) = deed.action() else { return too_much(done) };
    let mut arrived = world.clone();
    arrived.set_agent(Agent { cell: world.objects()[target].cell, heading });
    let mut run = Simulation::new(arrived);
    let mut at = done;
    loop {
        let mut ahead = run.clone();
        if ahead.step(action) == ActionOutcome::Blocked {
            return too_much(at);
        }
        if at == actions.len() {
            return Err(Shortfall::NotFinished);
        }
        let expected = [&manner.before_turn[..], &manner.before_step, &[action], &manner.after_step].concat();
        let given = &actions[at..actions.len().min(at + expected.len())];
        if let Some(wrong) = expected.iter().zip(given).position(|(want, have)| want != have) {
            return Err(Shortfall::Handling(at + wrong));
        }
        if given.len() < expected.len() {
            return Err(Shortfall::NotFinished);
        }
        at += expected.len();
        run = ahead;
    }
}

struct Check<'a> {
    side: u8,
    goal: Cell,
    manner: &'a Manner,
    actions: &'a [Action],
    /// How far any attempt got, for the error.
    furthest: usize,
}

impl Check<'_> {
    /// Follows the list from `at` until the goal is reached; `last` is the way of the previous step. At most two ways
    /// lead on and each can be turned to in at most two spellings, which the next `walk` tells apart, so this is quick.
    fn travel(
        &mut self,
        at: usize,
        cell: Cell,
        heading: Heading,
        last: Option<Heading>,
    ) -> Option<(usize, Heading)> {
        if cell == self.goal {
            return Some((at, heading));
        }
        for way in self.ways(cell, last).into_iter().flatten() {
            for turns in turns(heading, way) {
                if let Some(next) = self.block(at, turns) {
                    let cell = cell.step(way, self.side)?;
                    if let Some(found) = self.travel(next, cell, way, Some(way)) {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    /// The ways the route allows from here.
    fn ways(&self, cell: Cell, last: Option<Heading>) -> [Option<Heading>; 2] {
        let column = match self.goal.column.cmp(&cell.column) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Heading::East),
            std::cmp::Ordering::Less => Some(Heading::West),
        };
        let row = match self.goal.row.cmp(&cell.row) {
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(Heading::South),
            std::cmp::Ordering::Less => Some(Heading::North),
        };
        match (last, self.manner.route) {
            (Some(last), Route::Straight) if column == Some(last) || row == Some(last) => [Some(last), None],
            (Some(last), Route::Zigzag) if column.is_some() && row.is_some() => {
                [column.filter(|&way| way != last), row.filter(|&way| way != last)]
            }
            _ => [column, row],
        }
    }

    /// One step of travel with these turns; where it ends in the list.
    fn block(&mut self, at: usize, turns: &[Action]) -> Option<usize> {
        let parts = [
            &self.manner.before_turn,
            turns,
            &self.manner.before_step,
            &[Action::Walk],
            &self.manner.after_step,
        ];
        let mut at = at;
        for &want in parts.into_iter().flatten() {
            self.furthest = self.furthest.max(at);
            if self.actions.get(at) != Some(&want) {
                return None;
            }
            at += 1;
        }
        self.furthest = self.furthest.max(at);
        Some(at)
    }
}

/// The shortest spellings of a turn, the canonical one first.
pub fn turns(from: Heading, to: Heading) -> &'static [&'static [Action]] {
    use Action::{TurnLeft, TurnRight};
    match (to as u8 + 4 - from as u8) % 4 {
        0 => &[&[]],
        1 => &[&[TurnRight]],
        2 => &[&[TurnLeft, TurnLeft], &[TurnRight, TurnRight]],
        _ => &[&[TurnLeft]],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FirstAxis, Object, execute, parse_actions};

    fn world(size: u8) -> World {
        let mut world = World::new(6, Agent { cell: Cell::new(1, 3), heading: Heading::East }).unwrap();
        world.place(Object::solid(0, 0, size, Cell::new(3, 1))).unwrap();
        world
    }

    fn check(deed: Deed, manner: &Manner, actions: &str) -> Result<(), Shortfall> {
        fulfils(&world(1), 0, deed, manner, &parse_actions(actions).unwrap())
    }

    #[test]
    fn either_axis_and_either_shoulder() {
        let plain = Manner::default();
        for good in [
            "turn left,turn left,walk,walk,turn left,walk,walk",
            "turn right,turn right,walk,walk,turn left,walk,walk",
            "turn right,walk,walk,turn right,walk,walk",
        ] {
            assert_eq!(check(Deed::Walk, &plain, good), Ok(()), "{good}");
        }
        assert_eq!(
            check(Deed::Walk, &plain, "turn right,walk,turn right,walk,walk,turn left,walk"),
            Err(Shortfall::Way(2))
        );
        assert_eq!(
            check(Deed::Walk, &plain, "turn right,walk,walk,turn right,walk"),
            Err(Shortfall::NotReached)
        );
        assert_eq!(
            check(Deed::Walk, &plain, "turn right,walk,walk,turn right,walk,walk,stay"),
            Err(Shortfall::TooMuch(6))
        );
    }

    #[test]
    fn the_target_must_be_moved_to_the_end() {
        let plain = Manner::default();
        assert_eq!(check(Deed::Push, &plain, "turn right,walk,walk,turn right,walk,walk,push"), Ok(()));
        assert_eq!(
            check(Deed::Push, &plain, "turn right,walk,walk,turn right,walk,walk"),
            Err(Shortfall::NotFinished)
        );
        assert_eq!(
            check(Deed::Push, &plain, "turn right,walk,walk,turn right,walk,walk,pull"),
            Err(Shortfall::Handling(6))
        );
        assert_eq!(
            check(Deed::Push, &plain, "turn right,walk,walk,turn right,walk,walk,push,push"),
            Err(Shortfall::TooMuch(7))
        );
    }

    #[test]
    fn canonical_sequences_of_both_orders_fulfil() {
        let looks = vec![Action::TurnLeft, Action::TurnRight, Action::TurnRight, Action::TurnLeft];
        let manners = [
            Manner::default(),
            Manner { before_step: looks, ..Manner::default() },
            Manner { before_turn: vec![Action::TurnLeft; 4], ..Manner::default() },
            Manner { after_step: vec![Action::Stay], ..Manner::default() },
            Manner { route: Route::Zigzag, ..Manner::default() },
        ];
        for size in [1, 4] {
            for manner in &manners {
                for deed in [Deed::Walk, Deed::Push, Deed::Pull] {
                    for first in [FirstAxis::Columns, FirstAxis::Rows] {
                        let mut actions = Vec::new();
                        execute(&world(size), 0, deed, manner, first, &mut actions);
                        assert_eq!(
                            fulfils(&world(size), 0, deed, manner, &actions),
                            Ok(()),
                            "{deed:?} {manner:?} {first:?}"
                        );
                        actions.pop();
                        assert!(fulfils(&world(size), 0, deed, manner, &actions).is_err());
                    }
                }
            }
        }
    }
}
