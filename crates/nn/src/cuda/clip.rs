//! Gradient clipping, without waiting for the device.

use super::driver::Arg;
use super::error::Error;
use super::programs::Program;
use super::weights::Gradients;

/// The most blocks that share a sum over all gradients.
const SHARES: usize = 256;
/// Words for the blocks' sums and for the total, in double precision.
pub(super) const ROOM_FOR_SUMS: usize = 2 * SHARES + 2;

impl Gradients<'_> {
    /// Clamps each number to `-limit..=limit`.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn clip_value(&mut self, limit: f32) -> Result<(), Error> {
        let len = self.numbers.span.len;
        let args = [Arg::Span(self.numbers.span, len), Arg::Long(len as u64), Arg::Float(limit)];
        self.launch("clip_value", len.div_ceil(256), &args)
    }

    /// Scales all gradients down together, if their norm is more than `limit`.
    ///
    /// # Errors
    /// If the driver refuses.
    pub fn clip_norm(&mut self, limit: f32) -> Result<(), Error> {
        let len = self.numbers.span.len;
        let per_share = len.div_ceil(SHARES).max(1024);
        let shares = len.div_ceil(per_share);
        let (numbers, count) = (Arg::Span(self.numbers.span, len), Arg::Long(len as u64));
        let parts = Arg::Span(self.sums.span.part(0, 2 * SHARES), 2 * shares);
        let length = Arg::Span(self.sums.span.part(2 * SHARES, 2), 2);
        self.launch("sum_of_squares", shares, &[numbers, parts, count, Arg::Long(per_share as u64)])?;
        self.launch("norm_of", 1, &[parts, Arg::Int(shares), length])?;
        self.launch("clip_norm", len.div_ceil(256), &[numbers, count, length, Arg::Float(limit)])
    }

    fn launch(&self, name: &'static str, blocks: usize, args: &[Arg]) -> Result<(), Error> {
        self.device.driver.launch((Program::Simple, name), [blocks, 1], [256, 1], 0, args)
    }
}
