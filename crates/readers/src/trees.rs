//! Boosted regression trees among candidates.
//!
//! Each round fits one tree to what the trees before it leave: the slopes of the softmax over the candidates of each
//! question. Features are small numbers, so the sums that a split is chosen by are counted for each value at once; of
//! two children only the smaller is counted, and the other is what remains of their parent.

use crate::additive::softmax;
use crate::lots::Lots;
use crate::{BINS, Task};

/// The most trees.
const ROUNDS: usize = 250;
/// Rounds without a gain on the questions set aside, after which learning ends.
const PATIENCE: usize = 20;
/// The most questions on the way to a leaf.
const DEPTH: usize = 6;
/// How much of each tree is believed.
const RATE: f32 = 0.2;
/// A number of rows that speak against every leaf.
const PULL: f32 = 2.0;
/// The least weight of rows in a leaf.
const LEAST: f32 = 4.0;
/// The least gain of a split.
const GAIN: f32 = 0.5;
/// One question in this many is set aside, to know when to stop.
const ASIDE: usize = 8;

/// Boosted trees.
#[derive(Clone, Debug, Default)]
pub struct Trees {
    trees: Vec<Vec<Node>>,
}

/// A node: rows whose feature is at most `value` go to `children`, the others to the node after it.
#[derive(Clone, Copy, Debug)]
struct Node {
    column: u32,
    value: u8,
    /// The number of the first child, or 0 at a leaf.
    children: u32,
    score: f32,
}

/// Slope and weight.
type Sum = [f32; 2];

impl Trees {
    /// Learns from questions, looking at these columns only.
    pub fn learn(task: &Task, columns: &[usize]) -> Self {
        let teaching = task.teaching();
        let (aside, learnt): (Vec<_>, Vec<_>) =
            teaching.iter().enumerate().partition(|(number, _)| number % ASIDE == ASIDE - 1);
        let [aside, learnt] = [aside, learnt].map(|part: Vec<(usize, &usize)>| {
            part.into_iter().map(|(_, &question)| question).collect::<Vec<_>>()
        });
        let mut lots = Lots::new(0x7EE5);
        let mut scores = vec![0.0f32; task.rows()];
        let mut slopes = vec![[0.0f32; 2]; task.rows()];
        let mut model = Self::default();
        let (mut best, mut kept) = (loss(task, &aside, &scores), 0);
        let mut rows = Vec::new();
        for round in 0..ROUNDS {
            // Half of the questions and half of the columns for each tree: trees that differ, in a quarter of the time.
            rows.clear();
            for &question in &learnt {
                if lots.next() & 1 == 0 {
                    slope(task, question, &scores, &mut slopes);
                    rows.extend(task.range(question).map(|row| row as u32));
                }
            }
            let mut chosen = columns.to_vec();
            lots.shuffle(&mut chosen);
            chosen.truncate(columns.len().div_ceil(2));
            chosen.sort_unstable();
            let tree = Growth { task, columns: &chosen, slopes: &slopes }.grow(&mut rows);
            for question in &teaching {
                for row in task.range(*question) {
                    scores[row] += leaf(&tree, task.row(row));
                }
            }
            model.trees.push(tree);
            let loss = loss(task, &aside, &scores);
            if loss < best {
                (best, kept) = (loss, round + 1);
            } else if round + 1 >= kept + PATIENCE {
                break;
            }
        }
        model.trees.truncate(kept);
        model
    }

    pub(crate) fn score(&self, row: &[u8]) -> f32 {
        self.trees.iter().map(|tree| leaf(tree, row)).sum()
    }
}

fn leaf(tree: &[Node], row: &[u8]) -> f32 {
    let mut node = tree[0];
    while node.children != 0 {
        let right = usize::from(row[node.column as usize] > node.value);
        node = tree[node.children as usize + right];
    }
    node.score
}

/// The slopes of a question's candidates.
fn slope(task: &Task, question: usize, scores: &[f32], slopes: &mut [Sum]) {
    let range = task.range(question);
    let mut chances = scores[range.clone()].to_vec();
    softmax(&mut chances);
    let right = task.right(question);
    for (candidate, (slot, &chance)) in slopes[range].iter_mut().zip(&chances).enumerate() {
        let truth = if Some(candidate) == right { 1.0 } else { 0.0 };
        *slot = [chance - truth, (chance * (1.0 - chance)).max(1e-6)];
    }
}

/// How wrong the chances of these questions are, in squares.
fn loss(task: &Task, questions: &[usize], scores: &[f32]) -> f64 {
    let mut sum = 0.0;
    for &question in questions {
        let mut chances = scores[task.range(question)].to_vec();
        softmax(&mut chances);
        for (candidate, chance) in chances.iter().enumerate() {
            let truth = if Some(candidate) == task.right(question) { 1.0 } else { 0.0 };
            sum += f64::from(chance - truth) * f64::from(chance - truth);
        }
    }
    sum
}

struct Growth<'t> {
    task: &'t Task,
    columns: &'t [usize],
    slopes: &'t [Sum],
}

/// Rows that are not yet split further.
struct Open {
    node: usize,
    start: usize,
    end: usize,
    /// The sums of each value of each column.
    sums: Vec<Sum>,
}

struct Split {
    place: usize,
    value: u8,
    gain: f32,
}

impl Growth<'_> {
    fn grow(&self, rows: &mut [u32]) -> Vec<Node> {
        let leaf = Node { column: 0, value: 0, children: 0, score: 0.0 };
        let mut tree = vec![leaf];
        let mut level = vec![Open { node: 0, start: 0, end: rows.len(), sums: self.sums(rows) }];
        for depth in 0..=DEPTH {
            let mut next = Vec::new();
            for open in level {
                let total = total(&open.sums);
                tree[open.node].score = -RATE * total[0] / (total[1] + PULL);
                let split = (depth < DEPTH).then(|| self.split(&open.sums, total)).flatten();
                let Some(Split { place, value, .. }) = split else { continue };
                let column = self.columns[place];
                let part = &mut rows[open.start..open.end];
                let middle = partition(part, |row| self.task.row(row as usize)[column] <= value);
                let (left, right) = part.split_at(middle);
                let children = tree.len();
                tree[open.node] =
                    Node { column: column as u32, value, children: children as u32, score: 0.0 };
                tree.extend([leaf; 2]);
                // Leaves need no sums but their total; that is had from any.
                let (small, mut rest) =
                    (self.sums(if left.len() <= right.len() { left } else { right }), open.sums);
                for (rest, small) in rest.iter_mut().zip(&small) {
                    *rest = [rest[0] - small[0], rest[1] - small[1]];
                }
                let (left_sums, right_sums) =
                    if left.len() <= right.len() { (small, rest) } else { (rest, small) };
                let middle = open.start + middle;
                next.push(Open { node: children, start: open.start, end: middle, sums: left_sums });
                next.push(Open { node: children + 1, start: middle, end: open.end, sums: right_sums });
            }
            level = next;
        }
        tree
    }

    fn sums(&self, rows: &[u32]) -> Vec<Sum> {
        let mut sums = vec![[0.0f32; 2]; self.columns.len() * BINS];
        for &row in rows {
            let (values, [slope, weight]) = (self.task.row(row as usize), self.slopes[row as usize]);
            for (bins, &column) in sums.chunks_exact_mut(BINS).zip(self.columns) {
                // The mask tells the compiler that the value is in range.
                let bin = &mut bins[usize::from(values[column]) & (BINS - 1)];
                bin[0] += slope;
                bin[1] += weight;
            }
        }
        sums
    }

    fn split(&self, sums: &[Sum], total: Sum) -> Option<Split> {
        let worth = |sum: Sum| sum[0] * sum[0] / (sum[1] + PULL);
        let whole = worth(total);
        let mut best: Option<Split> = None;
        for (place, bins) in sums.chunks_exact(BINS).enumerate() {
            let mut left = [0.0f32; 2];
            for (value, bin) in bins.iter().enumerate().take(BINS - 1) {
                left = [left[0] + bin[0], left[1] + bin[1]];
                let right = [total[0] - left[0], total[1] - left[1]];
                if left[1] < LEAST || right[1] < LEAST {
                    continue;
                }
                let gain = worth(left) + worth(right) - whole;
                if gain > best.as_ref().map_or(GAIN, |best| best.gain) {
                    best = Some(Split { place, value: value as u8, gain });
                }
            }
        }
        best
    }
}

/// All rows together: every column has all of them.
fn total(sums: &[Sum]) -> Sum {
    sums.iter().take(BINS).fold([0.0; 2], |total, bin| [total[0] + bin[0], total[1] + bin[1]])
}

/// Puts those that hold first, each part in its order, and says how many they are.
fn partition(rows: &mut [u32], holds: impl Fn(u32) -> bool) -> usize {
    let mut others = Vec::new();
    let mut place = 0;
    for at in 0..rows.len() {
        let row = rows[at];
        if holds(row) {
            rows[place] = row;
            place += 1;
        } else {
            others.push(row);
        }
    }
    rows[place..].copy_from_slice(&others);
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_keep_their_order() {
        let mut rows = [5, 2, 8, 1, 4];
        assert_eq!(partition(&mut rows, |row| row % 2 == 0), 3);
        assert_eq!(rows, [2, 8, 4, 5, 1]);
    }

    /// By hand: four rows with slopes −1 and 1, which the second column tells apart.
    #[test]
    fn the_first_split_is_the_best_one() {
        let mut task = Task::new(2);
        task.ask();
        for row in [[0, 3], [1, 3], [0, 1], [1, 1]] {
            (0..8).for_each(|_| task.candidate(&row));
        }
        let slopes: Vec<Sum> = (0..32).map(|row| [if row < 16 { -1.0 } else { 1.0 }, 1.0]).collect();
        let growth = Growth { task: &task, columns: &[0, 1], slopes: &slopes };
        let mut rows: Vec<u32> = (0..32).collect();
        let tree = growth.grow(&mut rows);
        assert_eq!((tree.len(), tree[0].column, tree[0].value), (3, 1, 1));
        // −rate × slopes / (weights + pull): 16 rows each.
        let score = RATE * 16.0 / (16.0 + PULL);
        assert!((leaf(&tree, &[0, 3]) - score).abs() < 1e-6 && (leaf(&tree, &[1, 0]) + score).abs() < 1e-6);
    }
}
