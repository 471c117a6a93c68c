//! The little worlds of tasks 4 and 14 to 20.
