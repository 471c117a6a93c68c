//! Numbers with names, so that terminal, page and comparison show the same ones.

use serde::Serialize;

use super::known::{Known, known};
use crate::Share;

/// A share with a name.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// The check it belongs to.
    pub check: &'static str,
    /// What it is the share of.
    pub what: String,
    /// The share, unless there is nothing to take it of.
    pub value: Option<f64>,
    /// The number of cases it is taken of.
    pub of: u64,
    /// Its standard error, taking the cases for independent draws.
    pub error: Option<f64>,
}

impl Figure {
    pub(super) fn share(check: &'static str, what: impl Into<String>, share: Share) -> Self {
        let error = share.value().map(|value| (value * (1.0 - value) / share.of as f64).sqrt());
        Self { check, what: what.into(), value: share.value(), of: share.of, error }
    }

    /// What is known of the same figure of published data with this pattern.
    pub fn known(&self, pattern: &str) -> Option<&'static Known> {
        known()
            .iter()
            .find(|known| known.pattern == pattern && known.check == self.check && known.what == self.what)
    }
}
