//! Masks and lists of rows that several operations of a tape share are copied to the device once.

use std::sync::Arc;

use super::driver::{Arg, Span};
use super::matrix::WriteMode;
use super::work::Work;
use crate::graph::NO_ROW;

/// What was copied already, and where it is.
#[derive(Debug, Default)]
pub(crate) struct UploadCache {
    masks: Vec<(Arc<[bool]>, Span)>,
    rows: Vec<(Arc<[u32]>, Span)>,
    scatters: Vec<(Arc<[u32]>, usize, Scatter)>,
}

/// The plan of a scatter-add with a fixed order: for each target row, which rows are added. Sums of many rows are made of
/// sums of a few, level by level, so that all threads have about as much to do.
#[derive(Clone, Debug)]
pub(crate) struct Scatter {
    /// The rows, sorted by where they go.
    order: (Span, usize),
    /// Where the rows of each sum begin, and how many sums there are.
    levels: Vec<(Span, usize)>,
    /// How many rows are added.
    rows: usize,
}

/// The most rows that one thread sums.
const MAX_ROWS_PER_THREAD: u32 = 64;

impl Work<'_> {
    /// Copies a mask as bits.
    pub(crate) fn upload_mask(&mut self, mask: &Arc<[bool]>) -> Span {
        let known = self.uploads.masks.iter().find(|(known, _)| Arc::ptr_eq(known, mask));
        if let Some(&(_, span)) = known {
            return span;
        }
        let bits = |some: &[bool]| some.iter().rev().fold(0, |word, &bit| word << 1 | u32::from(bit));
        let words: Vec<u32> = mask.chunks(32).map(bits).collect();
        let span = self.upload(&words);
        self.uploads.masks.push((mask.clone(), span));
        span
    }

    /// Copies the numbers of rows.
    pub(crate) fn upload_rows(&mut self, rows: &Arc<[u32]>) -> Span {
        let known = self.uploads.rows.iter().find(|(known, _)| Arc::ptr_eq(known, rows));
        if let Some(&(_, span)) = known {
            return span;
        }
        let span = self.upload(rows);
        self.uploads.rows.push((rows.clone(), span));
        span
    }

    /// Plans how rows are added to `count` rows. `rows` says to which each goes; [`NO_ROW`] goes nowhere.
    pub(crate) fn scatter(&mut self, rows: &Arc<[u32]>, count: usize) -> Scatter {
        let known =
            self.uploads.scatters.iter().find(|(known, of, _)| *of == count && Arc::ptr_eq(known, rows));
        if let Some((_, _, scatter)) = known {
            return scatter.clone();
        }
        let (order, starts) = sorted(rows, count);
        let mut levels = Vec::new();
        let mut starts = starts;
        while starts.windows(2).any(|pair| pair[1] - pair[0] > MAX_ROWS_PER_THREAD) {
            let (cuts, next) = cut(&starts);
            levels.push((self.upload(&cuts), cuts.len() - 1));
            starts = next;
        }
        levels.push((self.upload(&starts), count));
        let scatter = Scatter { order: (self.upload(&order), order.len()), levels, rows: rows.len() };
        self.uploads.scatters.push((rows.clone(), count, scatter.clone()));
        scatter
    }

    /// Adds rows of this width to those of `to`, or sets these to the sums.
    pub(crate) fn scatter_add(
        &mut self,
        scatter: &Scatter,
        x: Span,
        to: Span,
        width: usize,
        mode: WriteMode,
    ) {
        let (mut from, mut order, mut rows) = (x, Some(scatter.order), scatter.rows);
        for (number, &(starts, segments)) in scatter.levels.iter().enumerate() {
            let last = number + 1 == scatter.levels.len();
            let out = if last { to } else { self.alloc(segments * width) };
            let args = [
                Arg::Span(starts, segments + 1),
                Arg::Maybe(order.map(|(order, _)| order), order.map_or(0, |(_, len)| len)),
                Arg::Span(from, rows * width),
                Arg::Span(out, segments * width),
                Arg::Int(segments),
                Arg::Int(width),
                if last { mode.into() } else { WriteMode::Set.into() },
            ];
            self.launch_elementwise("segment_sum", segments * width, &args);
            (from, order, rows) = (out, None, segments);
        }
    }
}

/// The places of rows, sorted by the rows' numbers, and where each number's places begin.
pub(crate) fn sorted(rows: &[u32], count: usize) -> (Vec<u32>, Vec<u32>) {
    let mut starts = vec![0; count + 1];
    let within = |row: u32| row != NO_ROW && (row as usize) < count;
    for &row in rows.iter().filter(|row| within(**row)) {
        starts[row as usize + 1] += 1;
    }
    let mut sum = 0;
    for start in &mut starts {
        sum += *start;
        *start = sum;
    }
    let mut next = starts.clone();
    let mut order = vec![0; sum as usize];
    for (place, &row) in (0..).zip(rows).filter(|(_, row)| within(**row)) {
        let at = &mut next[row as usize];
        order[*at as usize] = place;
        *at += 1;
    }
    (order, starts)
}

/// Segments cut into pieces: where the pieces begin, and where each segment's pieces do.
fn cut(starts: &[u32]) -> (Vec<u32>, Vec<u32>) {
    let (mut cuts, mut next) = (vec![0], vec![0]);
    for pair in starts.windows(2) {
        let mut at = pair[0];
        while at < pair[1] {
            at = pair[1].min(at + MAX_ROWS_PER_THREAD);
            cuts.push(at);
        }
        next.push(cuts.len() as u32 - 1);
    }
    (cuts, next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_what_goes_to_a_row() {
        let (order, starts) = sorted(&[2, NO_ROW, 0, 2, 2, 3, NO_ROW], 5);
        assert_eq!((order, starts), (vec![2, 0, 3, 4, 5], vec![0, 1, 1, 4, 5, 5]));
    }

    #[test]
    fn pieces_are_short_and_in_order() {
        let (cuts, next) = cut(&[0, 3, 3, 150]);
        assert_eq!(cuts, [0, 3, 67, 131, 150]);
        assert_eq!(next, [0, 1, 1, 4]);
    }
}
