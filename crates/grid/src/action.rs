//! The six actions.

/// What an agent can do in one step.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[repr(u8)]
pub enum Action {
    /// One cell ahead.
    #[serde(rename = "walk")]
    Walk,
    /// Push the object underfoot ahead.
    #[serde(rename = "push")]
    Push,
    /// Pull the object underfoot backwards.
    #[serde(rename = "pull")]
    Pull,
    /// Do nothing.
    #[serde(rename = "stay")]
    Stay,
    /// Turn 90° to the left.
    #[serde(rename = "turn left")]
    TurnLeft,
    /// Turn 90° to the right.
    #[serde(rename = "turn right")]
    TurnRight,
}

impl Action {
    /// All six.
    pub const ALL: [Self; 6] =
        [Self::Walk, Self::Push, Self::Pull, Self::Stay, Self::TurnLeft, Self::TurnRight];

    /// The name used in files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Walk => "walk",
            Self::Push => "push",
            Self::Pull => "pull",
            Self::Stay => "stay",
            Self::TurnLeft => "turn left",
            Self::TurnRight => "turn right",
        }
    }

    /// The action with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }
}

/// A word that is no action.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "`{word}` (number {position} of the list) is not an action: expected walk, push, pull, stay, turn left or turn right"
)]
pub struct UnknownAction {
    /// The word.
    pub word: String,
    /// Its 0-based position in the list.
    pub position: usize,
}

/// Reads a comma-joined list, as in the original files. The empty text is the empty list.
pub fn parse_actions(text: &str) -> Result<Vec<Action>, UnknownAction> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    text.split(',')
        .enumerate()
        .map(|(position, word)| {
            Action::from_name(word).ok_or_else(|| UnknownAction { word: word.to_string(), position })
        })
        .collect()
}

/// Writes a comma-joined list, as in the original files.
pub fn print_actions(actions: &[Action]) -> String {
    actions.iter().map(|action| action.name()).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_survive_text() {
        assert_eq!(parse_actions(&print_actions(&Action::ALL)).unwrap(), Action::ALL);
        assert_eq!(parse_actions("").unwrap(), []);
        assert_eq!(parse_actions("walk,jump").unwrap_err().position, 1);
    }
}
