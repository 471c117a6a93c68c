//! Operations on the numbers of two values, or of many pieces of one.

use crate::tape::{Tape, Var};

impl Tape<'_> {
    pub(super) fn add(&mut self, one: Var, other: Var) -> Var {
        let sum = self.get(one).iter().zip(self.get(other)).map(|(one, other)| one + other).collect();
        let out = self.push(sum);
        self.on_the_way_back(move |back| {
            let d = back.take(out);
            for of in [one, other] {
                back.add_to(of).1.iter_mut().zip(&d).for_each(|(sum, d)| *sum += d);
            }
        });
        out
    }

    pub(super) fn sum_pieces(&mut self, x: Var, len: usize) -> Var {
        let mut sum = vec![0.0; len];
        for piece in self.get(x).chunks_exact(len) {
            sum.iter_mut().zip(piece).for_each(|(sum, value)| *sum += value);
        }
        let out = self.push(sum);
        self.on_the_way_back(move |back| {
            let d = back.take(out);
            for piece in back.add_to(x).1.chunks_exact_mut(len) {
                piece.iter_mut().zip(&d).for_each(|(sum, d)| *sum += d);
            }
        });
        out
    }

    pub(super) fn mul(&mut self, one: Var, other: Var) -> Var {
        let products = self.get(one).iter().zip(self.get(other)).map(|(one, other)| one * other).collect();
        let out = self.push(products);
        self.on_the_way_back(move |back| {
            let d = back.take(out);
            for (of, with) in [(one, other), (other, one)] {
                let factors = back.value(with).to_vec();
                let (_, sum) = back.add_to(of);
                sum.iter_mut().zip(&d).zip(factors).for_each(|((sum, d), factor)| *sum += d * factor);
            }
        });
        out
    }
}
