//! The recipes that come with the toolkit.

wampimuk_core::shipped_recipes!["riddle", "riddle-colours"];
