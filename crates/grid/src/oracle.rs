//! The oracle: the canonical action sequence for a deed on a target.

use crate::{Action, Agent, Cell, Heading, Manner, Route, World};

/// What a verb asks for.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Deed {
    /// Go to the target.
    Walk,
    /// Go to the target and push it ahead until something is in the way.
    Push,
    /// Go to the target and pull it backwards until something is in the way.
    Pull,
}

impl Deed {
    /// The action done to the target, if there is one.
    #[inline]
    pub const fn action(self) -> Option<Action> {
        match self {
            Self::Walk => None,
            Self::Push => Some(Action::Push),
            Self::Pull => Some(Action::Pull),
        }
    }

    /// The name of the meaning: `walk`, `push` or `pull`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Push => "push",
            Self::Pull => "pull",
        }
    }
}

/// Which axis is travelled first. The papers' data always take the columns first; either is as good an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum FirstAxis {
    /// East or west first.
    #[default]
    Columns,
    /// North or south first.
    Rows,
}

/// Appends the actions that carry out `deed` on object number `target`.
///
/// The agent travels one axis and then the other (or zigzags), then pushes or pulls the target in line with its
/// heading on arrival until the next cell is off the grid or holds a solid object. Objects on the way do not hinder
/// walking. Heavy objects take two actions for each cell.
pub fn execute(
    world: &World,
    target: usize,
    deed: Deed,
    manner: &Manner,
    first: FirstAxis,
    actions: &mut Vec<Action>,
) {
    let goal = world.objects()[target].cell;
    let heading = travel(world.agent(), goal, manner, first, actions);
    let Some(action) = deed.action() else { return };
    let way = if deed == Deed::Push { heading } else { heading.opposite() };
    let efforts = if world.is_heavy(target) { 2 } else { 1 } * free_cells(world, goal, way);
    for _ in 0..efforts {
        actions.extend_from_slice(&manner.before_turn);
        actions.extend_from_slice(&manner.before_step);
        actions.push(action);
        actions.extend_from_slice(&manner.after_step);
    }
}

/// What [`execute`] takes if no object stands in the way, for all placements of agent and goal that lie in the same way to each
/// other: actions of the way depend on that alone, and those of pushing and pulling on where the nearest wall is.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    /// The actions that lead to the goal.
    way: usize,
    /// Where the target then goes, if it is moved.
    moved: Option<Heading>,
    /// The actions for each cell that it is moved.
    each: usize,
}

impl Reach {
    /// The way to a goal. Any other agent that faces the same way is as far from a goal that lies in the same direction.
    pub fn new(agent: Agent, goal: Cell, heavy: bool, deed: Deed, manner: &Manner) -> Self {
        let mut actions = Vec::new();
        let heading = travel(agent, goal, manner, FirstAxis::Columns, &mut actions);
        let moved = match deed {
            Deed::Walk => None,
            Deed::Push => Some(heading),
            Deed::Pull => Some(heading.opposite()),
        };
        let effort = manner.before_turn.len() + manner.before_step.len() + 1 + manner.after_step.len();
        Self { way: actions.len(), moved, each: if heavy { 2 } else { 1 } * effort }
    }

    /// The number of actions to a goal in this direction.
    #[inline]
    pub fn actions(&self, side: u8, goal: Cell) -> usize {
        let cells = match self.moved {
            None => 0,
            Some(Heading::East) => side - 1 - goal.column,
            Some(Heading::South) => side - 1 - goal.row,
            Some(Heading::West) => goal.column,
            Some(Heading::North) => goal.row,
        };
        self.way + usize::from(cells) * self.each
    }
}

/// The number of actions [`execute`] takes if no object stands in the way.
pub fn reach(side: u8, agent: Agent, goal: Cell, heavy: bool, deed: Deed, manner: &Manner) -> usize {
    Reach::new(agent, goal, heavy, deed, manner).actions(side, goal)
}

/// How many cells an object at `from` can be moved before it is blocked.
fn free_cells(world: &World, from: Cell, way: Heading) -> usize {
    std::iter::successors(Some(from), |cell| cell.step(way, world.side()))
        .skip(1)
        .take_while(|&cell| world.solid_at(cell).is_none())
        .count()
}

/// Appends the actions of the way to `goal` and returns the heading on arrival.
fn travel(agent: Agent, goal: Cell, manner: &Manner, first: FirstAxis, actions: &mut Vec<Action>) -> Heading {
    let Agent { cell, mut heading } = agent;
    let mut steps = |heading: &mut Heading, way: Heading, count: u8| {
        for _ in 0..count {
            actions.extend_from_slice(&manner.before_turn);
            turn(heading, way, actions);
            actions.extend_from_slice(&manner.before_step);
            actions.push(Action::Walk);
            actions.extend_from_slice(&manner.after_step);
        }
    };
    let columns = (
        if goal.column > cell.column { Heading::East } else { Heading::West },
        goal.column.abs_diff(cell.column),
    );
    let rows =
        (if goal.row > cell.row { Heading::South } else { Heading::North }, goal.row.abs_diff(cell.row));
    let [mut one, mut two] = if first == FirstAxis::Columns { [columns, rows] } else { [rows, columns] };
    if manner.route == Route::Zigzag {
        let alternating = one.1.min(two.1);
        for _ in 0..alternating {
            steps(&mut heading, one.0, 1);
            steps(&mut heading, two.0, 1);
        }
        one.1 -= alternating;
        two.1 -= alternating;
    }
    steps(&mut heading, one.0, one.1);
    steps(&mut heading, two.0, two.1);
    heading
}

/// Appends the turns from `heading` to `way`: none, one, or two left turns.
#[inline]
fn turn(heading: &mut Heading, way: Heading, actions: &mut Vec<Action>) {
    match (way as u8 + 4 - *heading as u8) % 4 {
        0 => {}
        1 => actions.push(Action::TurnRight),
        2 => actions.extend([Action::TurnLeft, Action::TurnLeft]),
        _ => actions.push(Action::TurnLeft),
    }
    *heading = way;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Object, print_actions};

    fn run(
        agent: (u8, u8),
        target: (u8, u8),
        size: u8,
        deed: Deed,
        manner: &Manner,
        others: &[(u8, u8)],
    ) -> String {
        let agent = Agent { cell: Cell::new(agent.0, agent.1), heading: Heading::East };
        let mut world = World::new(6, agent).unwrap();
        let goal = Cell::new(target.0, target.1);
        let number = world.place(Object::solid(0, 0, size, goal)).unwrap();
        let mut actions = Vec::new();
        execute(&world, number, deed, manner, FirstAxis::Columns, &mut actions);
        assert_eq!(reach(6, agent, goal, size >= 3, deed, manner), actions.len());
        for &(row, column) in others {
            world.place(Object::solid(1, 1, 1, Cell::new(row, column))).unwrap();
        }
        actions.clear();
        execute(&world, number, deed, manner, FirstAxis::Columns, &mut actions);
        print_actions(&actions).replace("turn left", "L").replace("turn right", "R").replace("walk", "w")
    }

    fn spinning() -> Manner {
        Manner { before_turn: vec![Action::TurnLeft; 4], ..Manner::default() }
    }

    fn zigzagging() -> Manner {
        Manner { route: Route::Zigzag, ..Manner::default() }
    }

    #[test]
    fn plain_travel_takes_columns_first() {
        let plain = Manner::default();
        assert_eq!(run((1, 1), (3, 3), 1, Deed::Walk, &plain, &[]), "w,w,R,w,w");
        assert_eq!(run((2, 4), (2, 2), 1, Deed::Walk, &plain, &[]), "L,L,w,w");
        assert_eq!(run((4, 4), (2, 3), 1, Deed::Walk, &plain, &[]), "L,L,w,R,w,w");
    }

    #[test]
    fn heavy_objects_take_two_actions_and_walls_stop_them() {
        let plain = Manner::default();
        assert_eq!(run((1, 1), (3, 3), 1, Deed::Push, &plain, &[]), "w,w,R,w,w,push,push");
        assert_eq!(run((1, 1), (3, 3), 3, Deed::Push, &plain, &[]), "w,w,R,w,w,push,push,push,push");
        assert_eq!(run((1, 1), (3, 3), 1, Deed::Pull, &plain, &[]), "w,w,R,w,w,pull,pull,pull");
    }

    #[test]
    fn objects_block_but_do_not_hinder_walking() {
        let plain = Manner::default();
        assert_eq!(run((2, 0), (2, 2), 1, Deed::Push, &plain, &[(2, 4)]), "w,w,push");
        assert_eq!(run((2, 0), (2, 2), 1, Deed::Pull, &plain, &[(2, 1), (2, 3)]), "w,w");
        assert_eq!(run((2, 0), (2, 4), 3, Deed::Pull, &plain, &[(2, 2)]), "w,w,w,w,pull,pull");
    }

    #[test]
    fn manners_change_the_way() {
        assert_eq!(run((2, 4), (2, 2), 1, Deed::Walk, &spinning(), &[]), "L,L,L,L,L,L,w,L,L,L,L,w");
        assert_eq!(run((0, 5), (3, 3), 1, Deed::Walk, &zigzagging(), &[]), "L,L,w,L,w,R,w,L,w,w");
        assert_eq!(run((4, 4), (2, 3), 1, Deed::Pull, &zigzagging(), &[]), "L,L,w,R,w,w,pull,pull,pull");
    }
}
