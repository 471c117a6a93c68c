//! Carrying out a command as the rules tell it: one cell at a time.

use crate::{Act, PULL, PUSH, Place, STAY, TURN_LEFT, TURN_RIGHT, WALK, left, right};

/// What an adverb makes the agent do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Habit {
    /// Nothing.
    Plain,
    /// `cautiously`: after turning, looks left and right before it moves.
    Look,
    /// `while spinning`: spins before it turns and moves.
    Spin,
    /// `hesitantly`: waits after it moved.
    Wait,
    /// `while zigzagging`: alternates the axes while both are left.
    Zigzag,
    /// A recipe's own adverb.
    Own {
        /// Done before turning.
        before_turn: Vec<Act>,
        /// Done before moving.
        before_step: Vec<Act>,
        /// Done after moving.
        after_step: Vec<Act>,
        /// Whether the axes alternate.
        zigzag: bool,
    },
}

impl Habit {
    /// The habit of a known adverb; the empty one is no adverb.
    pub fn named(adverb: &str) -> Option<Self> {
        Some(match adverb {
            "" | "quickly" | "slowly" => Self::Plain,
            "cautiously" => Self::Look,
            "while spinning" => Self::Spin,
            "hesitantly" => Self::Wait,
            "while zigzagging" => Self::Zigzag,
            _ => return None,
        })
    }

    fn before_turn(&self, acts: &mut Vec<Act>) {
        match self {
            Self::Spin => acts.extend([TURN_LEFT, TURN_LEFT, TURN_LEFT, TURN_LEFT]),
            Self::Own { before_turn, .. } => acts.extend(before_turn),
            _ => {}
        }
    }

    fn before_move(&self, acts: &mut Vec<Act>) {
        match self {
            Self::Look => acts.extend([TURN_LEFT, TURN_RIGHT, TURN_RIGHT, TURN_LEFT]),
            Self::Own { before_step, .. } => acts.extend(before_step),
            _ => {}
        }
    }

    fn after_move(&self, acts: &mut Vec<Act>) {
        match self {
            Self::Wait => acts.push(STAY),
            Self::Own { after_step, .. } => acts.extend(after_step),
            _ => {}
        }
    }

    fn zigzags(&self) -> bool {
        matches!(self, Self::Zigzag | Self::Own { zigzag: true, .. })
    }
}

/// Where two answers are equally right, which one to give. The default is that of the original data.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Taste {
    /// Vertical before horizontal.
    pub rows_first: bool,
    /// About-turns over the right shoulder.
    pub right_shoulder: bool,
}

/// The actions that do `verb` (`walk`, `push`, `pull`) to thing number `target`.
pub fn perform(place: &Place, target: usize, verb: &str, habit: &Habit, taste: Taste) -> Vec<Act> {
    let mut traveller = Traveller {
        row: place.row,
        column: place.column,
        facing: place.facing,
        habit,
        taste,
        acts: Vec::new(),
    };
    let goal = &place.things[target];
    let (row, column) = (goal.row, goal.column);
    if habit.zigzags() {
        let mut vertical = taste.rows_first;
        while traveller.row != row && traveller.column != column {
            traveller.approach(row, column, vertical);
            vertical = !vertical;
        }
    }
    for vertical in [taste.rows_first, !taste.rows_first] {
        while if vertical { traveller.row != row } else { traveller.column != column } {
            traveller.approach(row, column, vertical);
        }
    }
    let Traveller { facing, mut acts, .. } = traveller;
    let (effort, (down, across)) = match verb {
        "push" => (PUSH, facing),
        "pull" => (PULL, (-facing.0, -facing.1)),
        _ => return acts,
    };
    let (mut row, mut column) = (row, column);
    let mut momentum = 0;
    loop {
        let (next_row, next_column) = (row + down, column + across);
        let blocked = place.things.iter().enumerate().any(|(number, other)| {
            number != target && !other.is_box && (other.row, other.column) == (next_row, next_column)
        });
        if !place.exists(next_row, next_column) || blocked {
            return acts;
        }
        habit.before_turn(&mut acts);
        habit.before_move(&mut acts);
        acts.push(effort);
        habit.after_move(&mut acts);
        momentum += 1;
        if goal.size < place.heavy_from || momentum == 2 {
            momentum = 0;
            (row, column) = (next_row, next_column);
        }
    }
}

struct Traveller<'a> {
    row: i32,
    column: i32,
    facing: (i32, i32),
    habit: &'a Habit,
    taste: Taste,
    acts: Vec<Act>,
}

impl Traveller<'_> {
    /// One cell closer along an axis.
    fn approach(&mut self, row: i32, column: i32, vertical: bool) {
        let way = match vertical {
            true => ((row - self.row).signum(), 0),
            false => (0, (column - self.column).signum()),
        };
        self.habit.before_turn(&mut self.acts);
        if left(self.facing) == way {
            self.acts.push(TURN_LEFT);
        } else if right(self.facing) == way {
            self.acts.push(TURN_RIGHT);
        } else if self.facing != way {
            let turn = if self.taste.right_shoulder { TURN_RIGHT } else { TURN_LEFT };
            self.acts.extend([turn, turn]);
        }
        self.facing = way;
        self.habit.before_move(&mut self.acts);
        self.acts.push(WALK);
        self.habit.after_move(&mut self.acts);
        self.row += way.0;
        self.column += way.1;
    }
}
