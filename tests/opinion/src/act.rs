//! Actions, by the names they have in files.

/// The name of an action.
pub type Act = &'static str;

/// One cell ahead.
pub const WALK: Act = "walk";
/// Push what is underfoot.
pub const PUSH: Act = "push";
/// Pull what is underfoot.
pub const PULL: Act = "pull";
/// Wait.
pub const STAY: Act = "stay";
/// A quarter turn to the left.
pub const TURN_LEFT: Act = "turn left";
/// A quarter turn to the right.
pub const TURN_RIGHT: Act = "turn right";
