//! The tape: as on the processor, operations are done and remembered, and [`Tape::back`] goes through them in reverse.

use std::cell::RefCell;

use super::device::Device;
use super::driver::Span;
use super::error::Error;
use super::matrix::Into;
use super::memory::Position;
use super::weights::{Gradients, Weights, bits};
use super::work::Work;
use crate::graph::Mark;
use crate::params::ParamId;
use crate::tape::Noise;

/// A value on the tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Var(usize);

/// Remembers what was computed, and from what; everything is on the device.
pub struct Tape<'d> {
    pub(crate) work: Work<'d>,
    pub(crate) weights: &'d Weights,
    values: Vec<Span>,
    steps: Vec<Backward<'d>>,
    noise: Option<Noise>,
    dropped: u64,
    /// How much memory was taken at each mark.
    marks: RefCell<Vec<(Mark, Position)>>,
}

type Backward<'d> = Box<dyn FnOnce(&mut Back<'d>) + 'd>;

/// The way back: values, and gradients as far as they are known.
pub(crate) struct Back<'d> {
    pub(crate) work: Work<'d>,
    pub(crate) weights: &'d Weights,
    values: Vec<Span>,
    gradients: Vec<Option<Span>>,
    of_params: Span,
}

impl<'d> Tape<'d> {
    /// An empty tape. Without noise nothing is dropped.
    pub fn new(device: &'d Device, weights: &'d Weights, noise: Option<Noise>) -> Self {
        let mut work = Work::new(device);
        work.attempt(|device| weights.numbers.must_be_of(&device.driver));
        Self {
            work,
            weights,
            values: Vec::new(),
            steps: Vec::new(),
            noise,
            dropped: 0,
            marks: RefCell::default(),
        }
    }

    /// Copies a value from the device, which waits for all work on it.
    ///
    /// # Errors
    /// If an operation failed.
    pub fn get(&self, var: Var) -> Result<Vec<f32>, Error> {
        self.work.outcome()?;
        self.work.device.driver.download(self.values[var.0])
    }

    /// Whether all went well so far, as far as the host knows.
    ///
    /// # Errors
    /// If an operation failed.
    pub fn check(&self) -> Result<(), Error> {
        self.work.outcome()
    }

    /// Puts a value onto the tape.
    pub fn push(&mut self, value: &[f32]) -> Var {
        let span = self.work.upload(&bits(value));
        self.keep(span)
    }

    /// Puts what was computed onto the tape.
    pub(crate) fn keep(&mut self, value: Span) -> Var {
        self.values.push(value);
        Var(self.values.len() - 1)
    }

    /// Where a value is.
    pub(crate) fn span(&self, var: Var) -> Span {
        self.values[var.0]
    }

    /// Says how gradients flow through what was computed last.
    pub(crate) fn on_the_way_back(&mut self, step: impl FnOnce(&mut Back<'d>) + 'd) {
        self.steps.push(Box::new(step));
    }

    /// What the next use of dropout draws from, if units are dropped.
    pub(crate) fn draw(&mut self) -> Option<u64> {
        let noise = self.noise?;
        self.dropped += 1;
        Some(noise.key(self.dropped))
    }

    /// How much was computed so far.
    pub(crate) fn mark(&self) -> Mark {
        let mark = Mark { values: self.values.len(), steps: self.steps.len() };
        let mut marks = self.marks.borrow_mut();
        if marks.last().is_none_or(|(last, _)| *last != mark) {
            marks.push((mark, self.work.position()));
        }
        mark
    }

    /// Leaves out what was computed since, but for some of it, and takes its memory again.
    pub(crate) fn forget(&mut self, since: Mark, keep: &[Var]) -> Vec<Var> {
        let marks = self.marks.get_mut();
        while marks.last().is_some_and(|(mark, _)| mark.values > since.values) {
            marks.pop();
        }
        let position = marks.iter().find(|(mark, _)| *mark == since).map(|(_, position)| *position);
        let new: Vec<Span> =
            keep.iter().filter(|var| var.0 >= since.values).map(|&var| self.span(var)).collect();
        let moved = match position {
            Some(position) => self.work.forget(position, &new),
            None => new,
        };
        self.values.truncate(since.values);
        self.steps.truncate(since.steps);
        let mut moved = moved.into_iter();
        let mut place = |var: Var| match var.0 >= since.values {
            true => moved.next().map_or(var, |span| self.keep(span)),
            false => var,
        };
        keep.iter().map(|&var| place(var)).collect()
    }

    /// Adds to `gradients` how `loss` changes with each parameter. Does not wait for the device.
    ///
    /// # Errors
    /// If an operation failed, now or before.
    pub fn back(mut self, loss: Var, gradients: &mut Gradients<'_>) -> Result<(), Error> {
        self.work.attempt(|device| gradients.numbers.must_be_of(&device.driver));
        let one = self.push(&[1.0]);
        let mut of_values = vec![None; self.values.len()];
        of_values[loss.0] = Some(self.span(one));
        let Self { work, weights, values, steps, .. } = self;
        let of_params = gradients.numbers.span;
        let mut back = Back { work, weights, values, gradients: of_values, of_params };
        for step in steps.into_iter().rev() {
            step(&mut back);
        }
        back.work.outcome()
    }
}

impl Back<'_> {
    /// Where a value is.
    pub(crate) fn value(&self, var: Var) -> Span {
        self.values[var.0]
    }

    /// Takes the gradient of a value that nobody asks for any more, if it has one.
    pub(crate) fn take(&mut self, var: Var) -> Option<Span> {
        self.gradients[var.0].take()
    }

    /// The gradient of a value, and whether there is something in it to add to.
    pub(crate) fn add_to(&mut self, var: Var) -> (Span, Into) {
        if let Some(gradient) = self.gradients[var.0] {
            return (gradient, Into::Add);
        }
        let gradient = self.work.room(self.values[var.0].len);
        self.gradients[var.0] = Some(gradient);
        (gradient, Into::Set)
    }

    /// The same, with zeros where nothing was.
    pub(crate) fn add_to_zeros(&mut self, var: Var) -> Span {
        let (gradient, into) = self.add_to(var);
        if into == Into::Set {
            self.work.clear(gradient);
        }
        gradient
    }

    /// The gradient of a parameter, to add to.
    pub(crate) fn of_param(&self, id: ParamId) -> Span {
        let range = &self.weights.params.slot(id).range;
        self.of_params.part(range.start, range.len())
    }
}
