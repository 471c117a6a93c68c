//! The recipes that come with the toolkit.

/// A recipe that comes with the toolkit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// Its name on command lines.
    pub name: &'static str,
    /// Its text.
    pub toml: &'static str,
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        /// All recipes that come with the toolkit.
        pub const SHIPPED: &[Shipped] =
            &[$(Shipped { name: $name, toml: include_str!(concat!("../../../recipes/", $name, ".toml")) }),*];
    };
}

shipped![
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

/// The shipped recipe of this name.
pub fn shipped(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|recipe| recipe.name == name)
}
