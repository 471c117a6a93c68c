//! Logistic regression among candidates: a weight for each value of each feature.

use crate::lots::Lots;
use crate::{BINS, Task};

/// How often each question is looked at.
const PASSES: usize = 8;
/// The size of the first step.
const STEP: f32 = 0.3;
/// How much weights are pulled to nothing.
const PULL: f32 = 1e-5;

/// Logistic regression. The score of a candidate is a sum of weights, one for each value of each feature, so
/// features need no scale and names may be numbers. The weights are learnt by gradients, in steps that shrink where
/// much was learnt already (AdaGrad).
#[derive(Clone, Debug)]
pub struct Additive {
    columns: Vec<usize>,
    weights: Vec<f32>,
}

impl Additive {
    /// Learns from questions, looking at these columns only.
    pub fn learn(task: &Task, columns: &[usize]) -> Self {
        let mut model = Self { columns: columns.to_vec(), weights: vec![0.0; columns.len() * BINS] };
        let mut squares = vec![1e-6f32; model.weights.len()];
        let mut order = task.teaching();
        let mut lots = Lots::new(0x1061_571C);
        let mut scores = Vec::new();
        for _ in 0..PASSES {
            lots.shuffle(&mut order);
            for &question in &order {
                let rows = task.range(question);
                scores.clear();
                scores.extend(rows.clone().map(|row| model.score(task.row(row))));
                softmax(&mut scores);
                if let Some(right) = task.right(question).and_then(|right| scores.get_mut(right)) {
                    *right -= 1.0;
                }
                for (row, &slope) in rows.zip(&scores) {
                    if slope.abs() < 1e-4 {
                        continue;
                    }
                    let row = task.row(row);
                    for (place, &column) in model.columns.iter().enumerate() {
                        let weight = place * BINS + usize::from(row[column]);
                        let slope = slope + PULL * model.weights[weight];
                        squares[weight] += slope * slope;
                        model.weights[weight] -= STEP * slope / squares[weight].sqrt();
                    }
                }
            }
        }
        model
    }

    pub(crate) fn score(&self, row: &[u8]) -> f32 {
        let weights = self.columns.iter().enumerate();
        weights.map(|(place, &column)| self.weights[place * BINS + usize::from(row[column])]).sum()
    }
}

/// Scores as chances.
pub(crate) fn softmax(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = exp(*score - most);
        sum += *score;
    }
    scores.iter_mut().for_each(|score| *score /= sum);
}

/// The exponential of a number that is not positive, by sums and products alone: libraries of different machines differ
/// in the last digit, and a tie may hang on it.
fn exp(number: f32) -> f32 {
    let number = number.max(-80.0);
    let power = (number * std::f32::consts::LOG2_E).round();
    let rest = number - power * std::f32::consts::LN_2;
    let series = [1.0 / 720.0, 1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let sum = series.into_iter().fold(0.0, |sum, factor: f32| sum * rest + factor);
    sum * f32::from_bits(((power as i32 + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_near() {
        for number in [0.0, -0.1, -0.7, -1.0, -3.3, -20.0, -79.0] {
            let (ours, theirs) = (exp(number), number.exp());
            assert!((ours / theirs - 1.0).abs() < 1e-5, "{number}: {ours} {theirs}");
        }
        assert!(exp(-1e9) < 1e-30);
        let mut scores = [1.0, 1.0, 1.0, 1.0];
        softmax(&mut scores);
        assert_eq!(scores, [0.25; 4]);
    }
}
