//! The order in which an endless stream visits items.
//!
//! Epoch follows epoch, each in an order of its own, and the order is computed, not stored: the item at any position of the
//! endless sequence is found by arithmetic. Whoever shares a stream takes every n-th position, so nobody needs to know
//! what the others do, and resuming needs one number.

use pyo3::prelude::*;
use wampimuk_core::{Permutation, StreamKey};

use crate::error::raise;
use crate::prepared::Prepared;

/// The order in which an endless stream visits items.
#[pyclass(frozen, module = "wampimuk._native")]
pub(crate) struct Order {
    len: u64,
    key: Option<StreamKey>,
}

#[pymethods]
impl Order {
    /// The order of `len` items of a split; without a seed it is always the same.
    #[new]
    fn new(prepared: &Prepared, split: &str, len: u64, seed: Option<u64>) -> PyResult<Self> {
        if len == 0 {
            return Err(raise(format_args!("split `{split}` has no items here: there is nothing to stream")));
        }
        let digest = prepared.inner().dataset().digest();
        let key = seed.map(|seed| StreamKey::new(&digest, &format!("order of {split}"), seed));
        Ok(Self { len, key })
    }

    /// The items at `count` positions of the endless sequence: `start`, `start + step`, …
    fn indices(&self, py: Python<'_>, start: u64, step: u64, count: usize) -> PyResult<Vec<u64>> {
        py.detach(|| self.places(start, step, count))
    }
}

impl Order {
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    pub(crate) fn places(&self, start: u64, step: u64, count: usize) -> PyResult<Vec<u64>> {
        let mut epoch: Option<(u64, Permutation)> = None;
        let mut places = Vec::new();
        for number in 0..count as u64 {
            let position = number.checked_mul(step).and_then(|offset| offset.checked_add(start));
            let position = position.ok_or_else(|| raise("the stream is at its end: position 2^64"))?;
            let (number, place) = (position / self.len, position % self.len);
            places.push(match &self.key {
                None => place,
                Some(key) => {
                    let known = epoch.take().filter(|(known, _)| *known == number);
                    let made = || (number, Permutation::new(self.len, &mut key.stream(number)));
                    epoch.insert(known.unwrap_or_else(made)).1.at(place)
                }
            });
        }
        Ok(places)
    }
}
