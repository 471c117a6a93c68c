//! Other words for the same stories.
