//! The same operations on one NVIDIA GPU.
//!
//! These models are launch-bound on a GPU: a decoder step is ten tiny operations, and fifty steps depend on each other. But
//! examples do not, so one block of threads takes a few of them through a whole sequence in a single launch, forward and
//! backward, with the weights streaming from the second-level cache. What is left (projections, and the gradients of all
//! weights over all steps at once) is products of large matrices, by cuBLAS. A training step is some 150 launches whatever
//! the length, and the host never waits in it.
//!
//! * [`Device`]: the GPU, with the kernels compiled for it at run time. No toolkit is needed to build; the driver, NVRTC
//!   and cuBLAS are found when the device is opened. Each has its own stream of work: several trainings side by side,
//!   a thread and a [`Device::new_stream`] each, fill a GPU that one leaves half idle.
//! * [`Weights`] and [`Gradients`]: the parameters and their gradients on the device; they stay there.
//! * [`Tape`]: runs and records the operations, as the one on the CPU does. Memory comes from arenas that are reused from
//!   step to step.
//! * [`Adam`]: the optimiser, [`Weights::sgd_step`] the plain one; [`Gradients::clip_value`] and [`Gradients::clip_norm`]
//!   keep gradients small.
//!
//! All sums are made in a fixed order, so the same inputs give the same training on the same machine. Units are dropped by
//! the same hash as on the CPU. Once something fails, the tape does nothing more, and [`Tape::backward`] says what failed.
//!
//! ```no_run
//! use wampimuk_nn::{Graph, Params, cuda};
//!
//! let mut params = Params::default();
//! let weight = params.add("weight", &[2, 3], [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
//! let device = cuda::Device::new(cuda::Options::default())?;
//! let mut weights = device.weights(&params)?;
//! let mut gradients = device.gradients(&weights)?;
//! let mut adam = device.adam(&weights, (0.9, 0.999))?;
//! for _ in 0..10 {
//!     let mut tape = cuda::Tape::new(&device, &weights, None);
//!     let x = tape.push(&[1.0, 2.0, 3.0]);
//!     let y = tape.linear(x, weight, None);
//!     let loss = tape.cross_entropy(y, &[Some(1)], 1.0);
//!     gradients.clear()?;
//!     tape.backward(loss, &mut gradients)?;
//!     adam.update(&mut weights, &gradients, 1e-3)?;
//! }
//! # Ok::<(), cuda::Error>(())
//! ```

mod adam;
mod arena;
mod clip;
mod device;
mod driver;
mod error;
mod matrix;
mod ops;
mod programs;
mod tape;
mod upload_cache;
mod weights;
mod work;

pub use adam::Adam;
pub use device::{Device, Options};
pub use error::Error;
pub use tape::{Tape, Var};
pub use weights::{Gradients, Weights};
