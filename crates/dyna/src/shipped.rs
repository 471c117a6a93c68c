//! The recipes that come with the toolkit.

wampimuk_core::shipped_recipes!["babi", "mix-t7", "mix-t12"];
