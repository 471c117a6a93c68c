//! Which predictions count.

use wampimuk_core::SplitInfo;
use wampimuk_dataset::Input;
use wampimuk_engine::no_such_split;

use crate::error::Error;
use crate::predictions::{Prediction, Reader};

/// Lets a prediction in if its item is there, is wanted, and has no prediction yet. Memory: a bit for each item.
#[derive(Debug)]
pub(crate) struct Admission<'a> {
    splits: &'a [SplitInfo],
    wanted: &'a [String],
    met: Vec<Vec<u64>>,
}

impl<'a> Admission<'a> {
    /// Lets in predictions for items of these splits; only for the wanted ones, if some are named.
    pub(crate) fn new(splits: &'a [SplitInfo], wanted: &'a [String]) -> Result<Self, Error> {
        for name in wanted {
            if !splits.iter().any(|split| split.name == *name) {
                let names = splits.iter().map(|split| split.name.as_str());
                return Err(wampimuk_source::Error::from(no_such_split(name, names)).into());
            }
        }
        Ok(Self { splits, wanted, met: vec![Vec::new(); splits.len()] })
    }

    /// The number of the split, if the prediction counts. What is not there, or there twice, is an error with its place.
    pub(crate) fn admit(
        &mut self,
        reader: &Reader<Input>,
        line: u64,
        prediction: &Prediction,
    ) -> Result<Option<usize>, Error> {
        let Prediction { split: name, index, .. } = prediction;
        let wrong = |problem: String, hint: String| Err(reader.wrong(line, problem, hint).into());
        let Some(number) = self.splits.iter().position(|split| split.name == *name) else {
            let names: Vec<&str> = self.splits.iter().map(|split| split.name.as_str()).collect();
            return wrong(format!("there is no split `{name}`"), format!("there are {}", names.join(", ")));
        };
        let len = self.splits[number].len;
        if *index >= len {
            return wrong(format!("there is no item {index} of `{name}`"), format!("it has {len} items"));
        }
        if !self.wanted.is_empty() && !self.wanted.contains(name) {
            return Ok(None);
        }
        let met = &mut self.met[number];
        if met.is_empty() {
            met.resize(len.div_ceil(64) as usize, 0);
        }
        let (word, bit) = ((index / 64) as usize, 1 << (index % 64));
        if met[word] & bit != 0 {
            let hint = "runs with other seeds go into files of their own".to_string();
            return wrong(format!("item {index} of `{name}` has a prediction already"), hint);
        }
        met[word] |= bit;
        Ok(Some(number))
    }
}
