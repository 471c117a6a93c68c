//! Generators of stories: the twenty bAbI tasks and Dyna-bAbI.

pub mod released;
