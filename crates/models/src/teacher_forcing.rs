//! Teacher forcing: the decoder reads the target, and its labels are the same tokens one step later.

use wampimuk_nn::Packing;

/// The tokens of all targets, in the rows of a packing.
#[derive(Clone, Debug)]
pub(crate) struct TeacherForcing {
    /// Which rows each step works on.
    pub packing: Packing,
    /// The decoder's input tokens.
    pub tokens: Vec<u32>,
    /// The labels; `None` where the output does not count.
    pub labels: Vec<Option<u32>>,
}

impl TeacherForcing {
    /// The longest target comes first. Rows end with their targets, or after `steps` steps if that is given.
    pub fn new(targets: &[Vec<u32>], steps: Option<u32>, padding: u32) -> Self {
        let length = |target: &Vec<u32>| steps.unwrap_or(target.len().saturating_sub(1) as u32);
        let packing = Packing::new(&targets.iter().map(length).collect::<Vec<u32>>());
        let token = |row: usize, step: usize| targets[row].get(step).copied().unwrap_or(padding);
        let places =
            || (0..packing.steps()).flat_map(|step| (0..packing.alive(step)).map(move |row| (row, step)));
        let tokens = places().map(|(row, step)| token(row, step)).collect();
        let labels = places()
            .map(|(row, step)| Some(token(row, step + 1)).filter(|&token| token != padding))
            .collect();
        Self { packing, tokens, labels }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_tokens_one_step_later() {
        let targets = [vec![1, 7, 8, 2], vec![1, 2]];
        let shifted = TeacherForcing::new(&targets, None, 0);
        assert_eq!(shifted.tokens, [1, 1, 7, 8]);
        assert_eq!(shifted.labels, [Some(7), Some(2), Some(8), Some(2)]);
        let longer = TeacherForcing::new(&targets, Some(4), 0);
        assert_eq!(longer.tokens, [1, 1, 7, 2, 8, 0, 2, 0]);
        assert_eq!(longer.labels[6..], [None, None]);
    }
}
