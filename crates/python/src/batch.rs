//! Batches for training: arrays that are filled without the interpreter's lock and handed to NumPy without a copy.

use std::sync::{Arc, Mutex, PoisonError};

use numpy::{Element, IntoPyArray, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use wampimuk_batch::{
    ChannelValue, GridBatch, GridBatcher, Observer, Padding, Punctuation, StoryBatch, StoryBatcher,
    StoryWidths,
};
use wampimuk_core::ItemId;
use wampimuk_families::Contents;

use crate::error::raise;
use crate::order::Order;
use crate::prepared::{Inner, Prepared};
use crate::vocabulary::Vocabulary;

/// Lays out items of a dataset as arrays.
#[pyclass(frozen, module = "wampimuk._native")]
pub(crate) struct Batcher {
    inner: Arc<Inner>,
    layout: Mutex<Layout>,
    floats: bool,
    padding: Padding,
    widths: Option<StoryWidths>,
}

enum Layout {
    Grid(GridBatcher),
    Story(StoryBatcher),
}

#[pymethods]
impl Batcher {
    /// `floats` makes observations 32-bit floats; `fixed` gives all batches one shape; `marks` keeps every punctuation
    /// mark of stories, `last` only this many sentences, and `widths` are those of sentences, words, question and answer.
    #[new]
    #[pyo3(signature = (prepared, *, floats=false, fixed=false, threads=1, marks=false, last=None, widths=None))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords on Python's side")]
    fn new(
        py: Python<'_>,
        prepared: &Prepared,
        floats: bool,
        fixed: bool,
        threads: usize,
        marks: bool,
        last: Option<usize>,
        widths: Option<(usize, usize, usize, usize)>,
    ) -> PyResult<Self> {
        let inner = prepared.inner().clone();
        let layout = py.detach(|| match inner.dataset().contents() {
            Contents::Stories(stories) => {
                let marks = if marks { Punctuation::Keep } else { Punctuation::DropLast };
                let batcher = StoryBatcher::new(stories, marks).map_err(raise)?;
                Ok(Layout::Story(match last {
                    Some(last) => batcher.with_last(last),
                    None => batcher,
                }))
            }
            Contents::Commands(_) | Contents::Riddles(_) => {
                let batcher = GridBatcher::new(inner.dataset()).map_err(raise)?;
                Ok::<_, PyErr>(Layout::Grid(batcher.with_threads(threads)))
            }
        })?;
        let widths = widths.map(|(sentences, words, question, answer)| StoryWidths {
            sentences,
            words,
            question,
            answer,
        });
        if fixed && widths.is_none() && matches!(layout, Layout::Story(_)) {
            return Err(raise("stories have no longest one: for arrays of one shape, give their widths"));
        }
        let padding = if fixed { Padding::Fixed } else { Padding::Batch };
        Ok(Self { inner, layout: Mutex::new(layout), floats, padding, widths })
    }

    /// The vocabularies, by the arrays that they are for.
    #[getter]
    fn vocabularies(&self) -> Vec<(&'static str, Vocabulary)> {
        let layout = self.layout.lock().unwrap_or_else(PoisonError::into_inner);
        match &*layout {
            Layout::Grid(batcher) => vec![
                ("command", Vocabulary(batcher.commands().clone())),
                ("actions", Vocabulary(batcher.actions().clone())),
            ],
            Layout::Story(batcher) => vec![("story", Vocabulary(batcher.vocabulary().clone()))],
        }
    }

    /// Side of the grid, numbers for each cell, and the longest command and action sequence; `None` for stories.
    #[getter]
    fn shape(&self) -> Option<(usize, usize, usize, usize)> {
        let layout = self.layout.lock().unwrap_or_else(PoisonError::into_inner);
        match &*layout {
            Layout::Grid(batcher) => {
                let shape = batcher.shape();
                Some((shape.side, shape.channels, shape.command, shape.actions))
            }
            Layout::Story(_) => None,
        }
    }

    /// What each number of a cell of an observation says; `None` for stories.
    #[getter]
    fn channels(&self) -> Option<Vec<String>> {
        let layout = self.layout.lock().unwrap_or_else(PoisonError::into_inner);
        match (&*layout, self.inner.dataset().contents().commands()) {
            (Layout::Grid(_), Some(family)) => Some(Observer::of(family).names(family.lexicon())),
            _ => None,
        }
    }

    /// The arrays of some items of a split, by name.
    fn make<'py>(&self, py: Python<'py>, split: usize, indices: Vec<u64>) -> PyResult<Bound<'py, PyDict>> {
        self.arrays(py, split, || Ok(indices))
    }

    /// The same for the items at `count` positions of an order: `position`, `position + step`, … The order is one of the
    /// places of a slice, which begins at `start` and goes on by `stride`. No index becomes a Python object.
    #[expect(clippy::too_many_arguments, reason = "they come from the module beside this one")]
    fn follow<'py>(
        &self,
        py: Python<'py>,
        split: usize,
        order: &Order,
        position: u64,
        step: u64,
        count: usize,
        start: u64,
        stride: i64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let slice = self.inner.slice(split, start, stride, order.len())?;
        self.arrays(py, split, || {
            let mut indices = order.places(position, step, count)?;
            indices.iter_mut().for_each(|place| *place = slice.at(*place));
            Ok(indices)
        })
    }
}

/// What has been filled.
enum Filled<L> {
    Grid(GridBatch<L>, (usize, usize)),
    Story(StoryBatch),
}

impl Batcher {
    fn arrays<'py>(
        &self,
        py: Python<'py>,
        split: usize,
        indices: impl FnOnce() -> PyResult<Vec<u64>> + Send,
    ) -> PyResult<Bound<'py, PyDict>> {
        match self.floats {
            true => self.arrays_of::<f32>(py, split, indices),
            false => self.arrays_of::<u8>(py, split, indices),
        }
    }

    fn arrays_of<'py, L: ChannelValue + Element>(
        &self,
        py: Python<'py>,
        split: usize,
        indices: impl FnOnce() -> PyResult<Vec<u64>> + Send,
    ) -> PyResult<Bound<'py, PyDict>> {
        let filled = py.detach(|| self.fill::<L>(split, &indices()?))?;
        let arrays = PyDict::new(py);
        match filled {
            Filled::Grid(batch, (side, channels)) => grid(&arrays, batch, side, channels)?,
            Filled::Story(batch) => story(&arrays, batch)?,
        }
        Ok(arrays)
    }

    fn fill<L: ChannelValue>(&self, split: usize, indices: &[u64]) -> PyResult<Filled<L>> {
        let mut layout = self.layout.lock().unwrap_or_else(PoisonError::into_inner);
        let dataset = self.inner.dataset();
        match (&mut *layout, dataset.contents().stories()) {
            (Layout::Grid(batcher), _) => {
                let mut batch = GridBatch::<L>::default();
                batcher.fill(dataset, split, indices, self.padding, &mut batch).map_err(raise)?;
                Ok(Filled::Grid(batch, (batcher.shape().side, batcher.shape().channels)))
            }
            (Layout::Story(batcher), Some(stories)) => {
                let mut batch = StoryBatch::default();
                batcher.fill(stories, split, indices, self.widths, &mut batch).map_err(raise)?;
                Ok(Filled::Story(batch))
            }
            (Layout::Story(_), None) => Err(raise("the dataset is none of stories")),
        }
    }
}

fn grid<L: Element>(
    arrays: &Bound<'_, PyDict>,
    batch: GridBatch<L>,
    side: usize,
    channels: usize,
) -> PyResult<()> {
    let GridBatch { len, command_width, action_width, .. } = batch;
    put(arrays, "observation", batch.observation, [len, side, side, channels])?;
    put(arrays, "command", batch.command, [len, command_width])?;
    put(arrays, "command_lengths", batch.command_lengths, [len])?;
    put(arrays, "command_mask", batch.command_mask, [len, command_width])?;
    put(arrays, "actions", batch.actions, [len, action_width])?;
    put(arrays, "action_lengths", batch.action_lengths, [len])?;
    put(arrays, "action_mask", batch.action_mask, [len, action_width])?;
    put(arrays, "target_cell", batch.target_cell, [len])?;
    put(arrays, "agent_cell", batch.agent_cell, [len])?;
    ids(arrays, &batch.ids)
}

fn story(arrays: &Bound<'_, PyDict>, batch: StoryBatch) -> PyResult<()> {
    let StoryBatch { len, widths, .. } = batch;
    let StoryWidths { sentences, words, question, answer } = widths;
    put(arrays, "story", batch.story, [len, sentences, words])?;
    put(arrays, "sentence_lengths", batch.sentence_lengths, [len, sentences])?;
    put(arrays, "story_lengths", batch.story_lengths, [len])?;
    put(arrays, "question", batch.question, [len, question])?;
    put(arrays, "question_lengths", batch.question_lengths, [len])?;
    if !batch.answer.is_empty() {
        put(arrays, "answer", batch.answer, [len])?;
    }
    put(arrays, "answer_parts", batch.answer_parts, [len, answer])?;
    put(arrays, "answer_lengths", batch.answer_lengths, [len])?;
    put(arrays, "supporting", batch.supporting, [len, sentences])?;
    ids(arrays, &batch.ids)
}

/// Hands over an array.
fn put<T: Element, const N: usize>(
    arrays: &Bound<'_, PyDict>,
    name: &str,
    values: Vec<T>,
    shape: [usize; N],
) -> PyResult<()> {
    let array: Bound<'_, PyArray1<T>> = values.into_pyarray(arrays.py());
    arrays.set_item(name, array.reshape(numpy::ndarray::IxDyn(&shape))?)
}

/// Identities are 128 bits wide, which no NumPy type is: an array of their 16 bytes.
fn ids(arrays: &Bound<'_, PyDict>, ids: &[ItemId]) -> PyResult<()> {
    let bytes: Vec<u8> = ids.iter().flat_map(|id| id.0.to_be_bytes()).collect();
    put(arrays, "id", bytes, [ids.len(), 16])
}
