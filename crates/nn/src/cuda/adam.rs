//! Adam on the device, as the one on the CPU.

use super::device::Device;
use super::driver::{Arg, Chunk};
use super::error::Error;
use super::programs::Program;
use super::weights::{Gradients, Weights, bits};

/// The optimiser's state: moments of the gradients of all parameters.
#[derive(Debug)]
pub struct Adam<'d> {
    /// The decay rates of both moments.
    pub betas: (f32, f32),
    /// Keeps the division finite.
    pub epsilon: f32,
    /// How many updates there were.
    pub updates: u64,
    device: &'d Device,
    first: Chunk,
    second: Chunk,
}

impl Device {
    /// An optimiser with moments of zero.
    ///
    /// # Errors
    /// If there is no room for them.
    pub fn adam(&self, of: &Weights, betas: (f32, f32)) -> Result<Adam<'_>, Error> {
        let len = of.numbers.span.len;
        let (first, second) = (self.driver.chunk(len)?, self.driver.chunk(len)?);
        Ok(Adam { betas, epsilon: 1e-8, updates: 0, device: self, first, second })
    }
}

impl Adam<'_> {
    /// Goes on from moments on the CPU.
    ///
    /// # Errors
    /// If there are not as many as here, or the driver refuses.
    pub fn restore(&mut self, from: &crate::Adam) -> Result<(), Error> {
        let [first, second] = from.moments();
        for (moments, to) in [(first, &self.first), (second, &self.second)] {
            if moments.len() != to.span.len {
                let (needed, found) = (to.span.len, moments.len());
                return Err(Error::Size { kernel: "adam", needed, found });
            }
            self.device.driver.upload_now(&bits(moments), to.span)?;
        }
        (self.betas, self.epsilon, self.updates) = (from.betas, from.epsilon, from.updates);
        Ok(())
    }

    /// Copies the moments from the device, which waits for all work.
    ///
    /// # Errors
    /// If something failed.
    pub fn download(&self) -> Result<crate::Adam, Error> {
        let first = self.device.driver.download(self.first.span)?;
        let second = self.device.driver.download(self.second.span)?;
        let mut adam = crate::Adam::from_moments(self.updates, first, second);
        (adam.betas, adam.epsilon) = (self.betas, self.epsilon);
        Ok(adam)
    }

    /// Updates the parameters by one step.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn update(
        &mut self,
        weights: &mut Weights,
        gradients: &Gradients<'_>,
        rate: f32,
    ) -> Result<(), Error> {
        weights.numbers.must_be_of(&self.device.driver)?;
        gradients.numbers.must_be_of(&self.device.driver)?;
        self.updates += 1;
        let (one, two) = self.betas;
        let steps = self.updates as i32;
        let rate = rate / (1.0 - one.powi(steps));
        let scale = 1.0 / (1.0 - two.powi(steps)).sqrt();
        let len = self.first.span.len;
        let args = [
            Arg::Span(weights.numbers.span, len),
            Arg::Span(gradients.numbers.span, len),
            Arg::Span(self.first.span, len),
            Arg::Span(self.second.span, len),
            Arg::Long(len as u64),
            Arg::Float(one),
            Arg::Float(two),
            Arg::Float(rate),
            Arg::Float(scale),
            Arg::Float(self.epsilon),
        ];
        self.device.driver.launch((Program::Simple, "adam"), [len.div_ceil(256), 1], [256, 1], 0, &args)
    }
}
