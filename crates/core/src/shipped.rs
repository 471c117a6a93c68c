//! Recipes that come with the toolkit.

/// A recipe that comes with the toolkit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShippedRecipe {
    /// Its name on command lines.
    pub name: &'static str,
    /// Its text.
    pub toml: &'static str,
}

/// Embeds the recipes of these names, files of the folder `recipes` beside `src`, into a family's crate, as `SHIPPED`, with a look-up by name, `shipped`.
#[macro_export]
macro_rules! shipped_recipes {
    ($($name:literal),* $(,)?) => {
        /// All recipes of this family that come with the toolkit.
        pub const SHIPPED: &[$crate::ShippedRecipe] = &[$($crate::ShippedRecipe {
            name: $name,
            toml: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/recipes/", $name, ".toml")),
        }),*];

        /// The shipped recipe of this name.
        pub fn shipped(name: &str) -> Option<&'static $crate::ShippedRecipe> {
            SHIPPED.iter().find(|recipe| recipe.name == name)
        }
    };
}
