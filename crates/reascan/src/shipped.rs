//! The recipes that come with the toolkit.

wampimuk_core::shipped_recipes![
    "reascan",
    "reascan-words",
    "reascan-simple",
    "reascan-1rc",
    "reascan-2rc",
    "reascan-2rc-rd",
    "reascan-full",
    "reascan-situated",
    "reascan-paraphrased",
    "reascan-released",
    "reascan-released-simple",
    "reascan-released-1rc",
    "reascan-released-2rc",
    "reascan-released-2rc-rd"
];
