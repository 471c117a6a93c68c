//! How many lines of text each moment needs.

/// Makes room for a label of `lines` lines on the bar between two moments. Where the bar is too short, its last moment
/// becomes higher. Every moment has at least one line, so only the first few have to be looked at.
pub(super) fn make_room(heights: &mut [usize], (from, to): (usize, usize), lines: usize) {
    let Some(bar) = heights.get_mut(from..to) else { return };
    let room: usize = bar.iter().take(lines).sum();
    if let Some(last) = bar.last_mut() {
        *last += lines.saturating_sub(room);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bars_that_are_too_short_grow() {
        let mut heights = vec![1, 1, 2, 1];
        make_room(&mut heights, (0, 2), 2);
        make_room(&mut heights, (2, 3), 2);
        assert_eq!(heights, [1, 1, 2, 1]);
        make_room(&mut heights, (0, 2), 4);
        make_room(&mut heights, (3, 4), 3);
        make_room(&mut heights, (3, 9), 3);
        assert_eq!(heights, [1, 3, 2, 3]);
    }
}
