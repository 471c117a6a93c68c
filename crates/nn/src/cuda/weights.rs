//! Parameters and their gradients on the device.

use super::clip::ROOM_FOR_SUMS;
use super::device::Device;
use super::driver::{Arg, Chunk, Span};
use super::error::Error;
use super::programs::Program;
use crate::params::{ParamId, Params};

/// The parameters of a model on the device.
#[derive(Debug)]
pub struct Weights {
    /// Names, shapes and places; its numbers are those of the beginning.
    pub(crate) params: Params,
    pub(crate) numbers: Chunk,
}

/// How a loss changes with each parameter, laid out as the parameters are.
#[derive(Debug)]
pub struct Gradients<'d> {
    pub(super) device: &'d Device,
    pub(crate) numbers: Chunk,
    /// Scratch memory for sums.
    pub(super) sums: Chunk,
}

impl Device {
    /// Copies parameters to the device.
    ///
    /// # Errors
    /// If there is no room for them.
    pub fn weights(&self, params: &Params) -> Result<Weights, Error> {
        let numbers = self.driver.chunk(params.data.len())?;
        self.driver.upload_now(&bits(&params.data), numbers.span)?;
        Ok(Weights { params: params.clone(), numbers })
    }

    /// Copies the parameters' numbers from the device, which waits for all work.
    ///
    /// # Errors
    /// If something failed.
    pub fn download(&self, weights: &Weights, params: &mut Params) -> Result<(), Error> {
        params.data = self.driver.download(weights.numbers.span)?;
        Ok(())
    }

    /// Replaces the parameters' numbers.
    ///
    /// # Errors
    /// If there are not as many as before, or the driver refuses.
    pub fn upload(&self, weights: &mut Weights, numbers: &[f32]) -> Result<(), Error> {
        let (needed, found) = (weights.numbers.span.len, numbers.len());
        if needed != found {
            return Err(Error::Size { kernel: "upload", needed, found });
        }
        self.driver.upload_now(&bits(numbers), weights.numbers.span)
    }

    /// Gradients of zero.
    ///
    /// # Errors
    /// If there is no room for them.
    pub fn gradients(&self, of: &Weights) -> Result<Gradients<'_>, Error> {
        let (numbers, sums) = (self.driver.chunk(of.numbers.span.len)?, self.driver.chunk(ROOM_FOR_SUMS)?);
        Ok(Gradients { device: self, numbers, sums })
    }
}

impl Weights {
    /// Takes a step against the gradients: plain gradient descent.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn sgd_step(&mut self, gradients: &Gradients<'_>, rate: f32) -> Result<(), Error> {
        let driver = &gradients.device.driver;
        self.numbers.must_be_of(driver)?;
        let len = self.numbers.span.len;
        let args = [
            Arg::Span(self.numbers.span, len),
            Arg::Span(gradients.numbers.span, len),
            Arg::Long(len as u64),
            Arg::Float(rate),
        ];
        driver.launch((Program::Simple, "sgd_step"), [len.div_ceil(256), 1], [256, 1], 0, &args)
    }

    /// A tensor's numbers.
    pub(crate) fn get(&self, id: ParamId) -> Span {
        let range = &self.params.slot(id).range;
        self.numbers.span.part(range.start, range.len())
    }
}

impl Gradients<'_> {
    /// Sets them to zero.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn clear(&mut self) -> Result<(), Error> {
        self.device.driver.clear(self.numbers.span)
    }

    /// Sets those of one tensor to zero.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn clear_of(&mut self, weights: &Weights, id: ParamId) -> Result<(), Error> {
        let range = &weights.params.slot(id).range;
        self.device.driver.clear(self.numbers.span.part(range.start, range.len()))
    }

    /// Copies them from the device, which waits for all work.
    ///
    /// # Errors
    /// If something failed.
    pub fn download(&self) -> Result<Vec<f32>, Error> {
        self.device.driver.download(self.numbers.span)
    }
}

/// The bit patterns of floats.
pub(crate) fn bits(numbers: &[f32]) -> Vec<u32> {
    numbers.iter().map(|number| number.to_bits()).collect()
}
