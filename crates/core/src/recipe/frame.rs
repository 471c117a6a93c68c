//! What recipes of all families have in common.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Defines the `Recipe` of a family, and the `FamilyName` that it begins with.
///
/// A family brings its variant of the name, its `[generate]` section and its splits; what is written here is the same for
/// all. It is a macro and not a generic type because some families need their splits to be written down and others do
/// not, and because their documentation becomes the descriptions of a JSON Schema.
#[macro_export]
macro_rules! recipe {
    (
        $(#[$about:meta])*
        Recipe {
            $(#[$family_about:meta])*
            family: $family:ident,
            $(#[$generate_about:meta])*
            generate: $generate:ty,
            $(#[$splits_about:meta])*
            splits: $splits:ty,
        }
    ) => {
        $(#[$about])*
        #[derive(Clone, Debug, PartialEq, ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema)]
        #[serde(deny_unknown_fields)]
        pub struct Recipe {
            /// Which family of benchmarks the recipe belongs to.
            pub family: FamilyName,
            /// One line on what the dataset is.
            pub title: String,
            /// Other words for the same items. It changes no item, so it belongs to none of the other sections.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            pub language: Option<$crate::Language>,
            $(#[$generate_about])*
            pub generate: $generate,
            $(#[$splits_about])*
            pub splits: $splits,
        }

        /// The families this crate makes.
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize, ::schemars::JsonSchema,
        )]
        #[serde(rename_all = "lowercase")]
        pub enum FamilyName {
            $(#[$family_about])*
            $family,
        }

        impl Recipe {
            /// Reads a recipe.
            // With `inline` it is compiled where it is called, in `families`, which releases do not optimise: most of what a
            // family's crate would consist of is reading recipes. Tests call it in many places and share one.
            #[cfg_attr(not(debug_assertions), inline)]
            pub fn parse(text: &str) -> Result<Self, $crate::RecipeError> {
                $crate::parse_toml(text)
            }

            /// The digest of the generative section.
            pub fn digest(&self) -> $crate::Digest {
                $crate::section_digest(&self.generate)
            }
        }
    };
}

/// A combination kept out of training: no random split has items that meet the condition, and those of the hold-out's own
/// splits meet it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "Holdout")]
pub struct Holdout<C> {
    /// The name of its splits: letters, digits and underscores.
    pub name: String,
    /// What it tests, in words.
    pub title: String,
    /// Which items are held out.
    pub when: C,
}
