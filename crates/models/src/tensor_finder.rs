//! Finds tensors by name and checks that they have the shape a model needs.

use wampimuk_nn::{ParamId, Params};

/// Finds tensors by name and shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TensorFinder<'p>(pub(crate) &'p Params);

impl TensorFinder<'_> {
    /// A tensor with `N` axes, none of length 0, and their lengths.
    pub(crate) fn sizes<const N: usize>(&self, name: &str) -> Result<(ParamId, [usize; N]), String> {
        let id = self.0.find(name).ok_or_else(|| name.to_owned())?;
        let shape = &self.0.slot(id).shape;
        let sizes: [usize; N] = shape
            .as_slice()
            .try_into()
            .map_err(|_| format!("{name} (it is there, but has {} axes instead of {N})", shape.len()))?;
        match sizes.contains(&0) {
            true => Err(format!("{name} (it is there, but empty)")),
            false => Ok((id, sizes)),
        }
    }

    /// A tensor of this shape.
    pub(crate) fn find<const N: usize>(&self, name: &str, shape: [usize; N]) -> Result<ParamId, String> {
        let (id, sizes) = self.sizes::<N>(name)?;
        match sizes == shape {
            true => Ok(id),
            false => Err(format!("{name} (it is there, but of the shape {sizes:?} instead of {shape:?})")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_shapes_are_told() {
        let mut params = Params::default();
        let id = params.add("weight", &[2, 3], [0.0]);
        let tensors = TensorFinder(&params);
        assert_eq!(tensors.find("weight", [2, 3]), Ok(id));
        assert_eq!(tensors.find("bias", [2]).unwrap_err(), "bias");
        assert!(tensors.find("weight", [3, 2]).unwrap_err().contains("[2, 3] instead of [3, 2]"));
        assert!(tensors.sizes::<1>("weight").unwrap_err().contains("2 axes instead of 1"));
    }
}
