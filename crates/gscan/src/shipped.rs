//! The recipes that come with the toolkit.

wampimuk_core::shipped_recipes![
    "gscan",
    "gscan-length",
    "gscan-uniform",
    "gscan-demo",
    "gscan-walk",
    "gscan-released",
    "gscan-length-released",
    "gscan-example"
];
