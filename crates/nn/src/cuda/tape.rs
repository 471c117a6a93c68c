//! The tape of the GPU. As on the CPU, it runs operations and records them; [`Tape::backward`] goes through them in reverse.

use std::cell::RefCell;

use super::arena::Position;
use super::device::Device;
use super::driver::Span;
use super::error::Error;
use super::matrix::WriteMode;
use super::weights::{Gradients, Weights, bits};
use super::work::Work;
use crate::graph::GraphMark;
use crate::params::ParamId;
use crate::tape::DropoutSeed;

/// A value on the tape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Var(usize);

/// Records what was computed, and from what; everything is on the device.
pub struct Tape<'d> {
    pub(crate) work: Work<'d>,
    pub(crate) weights: &'d Weights,
    values: Vec<Span>,
    steps: Vec<BackwardStep<'d>>,
    noise: Option<DropoutSeed>,
    dropped: u64,
    /// How much memory was taken at each mark.
    marks: RefCell<Vec<(GraphMark, Position)>>,
}

type BackwardStep<'d> = Box<dyn FnOnce(&mut Backward<'d>) + 'd>;

/// The backward pass: all values, and the gradients computed so far.
pub(crate) struct Backward<'d> {
    pub(crate) work: Work<'d>,
    pub(crate) weights: &'d Weights,
    values: Vec<Span>,
    gradients: Vec<Option<Span>>,
    of_params: Span,
}

impl<'d> Tape<'d> {
    /// An empty tape. Without a dropout seed nothing is dropped.
    pub fn new(device: &'d Device, weights: &'d Weights, noise: Option<DropoutSeed>) -> Self {
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

    /// Records how gradients flow through the operation that was run last.
    pub(crate) fn on_backward(&mut self, step: impl FnOnce(&mut Backward<'d>) + 'd) {
        self.steps.push(Box::new(step));
    }

    /// The key of the next use of dropout, if units are dropped.
    pub(crate) fn draw(&mut self) -> Option<u64> {
        let noise = self.noise?;
        self.dropped += 1;
        Some(noise.key(self.dropped))
    }

    /// A point to go back to.
    pub(crate) fn mark(&self) -> GraphMark {
        let mark = GraphMark { values: self.values.len(), steps: self.steps.len() };
        let mut marks = self.marks.borrow_mut();
        if marks.last().is_none_or(|(last, _)| *last != mark) {
            marks.push((mark, self.work.position()));
        }
        mark
    }

    /// Frees what was computed since, except `keep`.
    pub(crate) fn free_since(&mut self, since: GraphMark, keep: &[Var]) -> Vec<Var> {
        let marks = self.marks.get_mut();
        while marks.last().is_some_and(|(mark, _)| mark.values > since.values) {
            marks.pop();
        }
        let position = marks.iter().find(|(mark, _)| *mark == since).map(|(_, position)| *position);
        let new: Vec<Span> =
            keep.iter().filter(|var| var.0 >= since.values).map(|&var| self.span(var)).collect();
        let moved = match position {
            Some(position) => self.work.free_since(position, &new),
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

    /// Adds the gradient of `loss` to `gradients`. Does not wait for the device.
    ///
    /// # Errors
    /// If an operation failed, now or before.
    pub fn backward(mut self, loss: Var, gradients: &mut Gradients<'_>) -> Result<(), Error> {
        self.work.attempt(|device| gradients.numbers.must_be_of(&device.driver));
        let one = self.push(&[1.0]);
        let mut of_values = vec![None; self.values.len()];
        of_values[loss.0] = Some(self.span(one));
        let Self { work, weights, values, steps, .. } = self;
        let of_params = gradients.numbers.span;
        let mut back = Backward { work, weights, values, gradients: of_values, of_params };
        for step in steps.into_iter().rev() {
            step(&mut back);
        }
        back.work.outcome()
    }
}

impl Backward<'_> {
    /// Where a value is.
    pub(crate) fn value(&self, var: Var) -> Span {
        self.values[var.0]
    }

    /// Takes a value's gradient, which is complete by now, if it has one.
    pub(crate) fn take(&mut self, var: Var) -> Option<Span> {
        self.gradients[var.0].take()
    }

    /// The memory of a value's gradient, and whether to set it or to add to it.
    pub(crate) fn add_to(&mut self, var: Var) -> (Span, WriteMode) {
        if let Some(gradient) = self.gradients[var.0] {
            return (gradient, WriteMode::Add);
        }
        let gradient = self.work.alloc(self.values[var.0].len);
        self.gradients[var.0] = Some(gradient);
        (gradient, WriteMode::Set)
    }

    /// The memory of a value's gradient for adding to, cleared first if it is new.
    pub(crate) fn add_to_zeros(&mut self, var: Var) -> Span {
        let (gradient, mode) = self.add_to(var);
        if mode == WriteMode::Set {
            self.work.clear(gradient);
        }
        gradient
    }

    /// The gradient of a parameter, for adding to.
    pub(crate) fn of_param(&self, id: ParamId) -> Span {
        let range = &self.weights.params.slot(id).range;
        self.of_params.part(range.start, range.len())
    }
}
