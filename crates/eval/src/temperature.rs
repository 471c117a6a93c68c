//! How much chance there is in answers.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How much chance there is in answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "Value")]
pub enum Temperature {
    /// 0 where each question is asked once; where it is asked more often, whatever the server does.
    #[default]
    Usual,
    /// Whatever the server does.
    Server,
    /// This.
    Is(f64),
}

impl Temperature {
    /// Reads `server`, `usual` or a number from 0 on.
    ///
    /// # Errors
    /// What would be right.
    pub fn read(text: &str) -> Result<Self, String> {
        match text {
            "usual" => Ok(Self::Usual),
            "server" => Ok(Self::Server),
            _ => {
                let number = text.parse().ok().filter(|value: &f64| value.is_finite() && *value >= 0.0);
                number.map(Self::Is).ok_or_else(|| {
                    format!("`{text}` is no temperature: write a number from 0 on, `usual` or `server`")
                })
            }
        }
    }

    /// What is sent.
    pub(crate) fn sent(self, samples: u32) -> Option<f64> {
        match self {
            Self::Usual => (samples == 1).then_some(0.0),
            Self::Server => None,
            Self::Is(value) => Some(value),
        }
    }
}

impl TryFrom<Value> for Temperature {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        match value {
            Value::String(text) => Self::read(&text),
            other => Self::read(&other.to_string()),
        }
    }
}

impl From<Temperature> for Value {
    fn from(temperature: Temperature) -> Self {
        match temperature {
            Temperature::Usual => "usual".into(),
            Temperature::Server => "server".into(),
            Temperature::Is(value) => value.into(),
        }
    }
}
