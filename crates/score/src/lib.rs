//! Whether an answer is right, and in which sense.
