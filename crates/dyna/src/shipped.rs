//! The recipes that come with the toolkit.

wampimuk_core::shipped_recipes![
    "babi",
    "concat-t2",
    "concat-t7",
    "concat-t12",
    "inject-t2",
    "inject-t7",
    "inject-t12",
    "diverse-t2",
    "diverse-t7",
    "diverse-t12",
    "diverse-t7-released",
    "diverse-t12-released",
    "mix-t2",
    "mix-t7",
    "mix-t12",
    "mix-t7-released",
    "mix-t12-released",
];
