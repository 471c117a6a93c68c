//! Enums whose variants have names.

/// An enum whose variants have names: in files, in recipes, on command lines.
///
/// Variants and names stand side by side, once. From them come the usual traits of a plain enum, `ALL`, `name` and
/// `from_name`. With `in recipes`, serde reads and writes the same names, and JSON Schemas list them; the crate then needs
/// serde and schemars.
///
/// ```
/// wampimuk_core::named! {
///     /// A way to travel.
///     pub enum Travel {
///         /// On foot.
///         Walk = "walk",
///         /// By train.
///         Ride = "take the train",
///     }
/// }
/// assert_eq!(Travel::ALL.map(Travel::name), ["walk", "take the train"]);
/// assert_eq!(Travel::from_name("walk"), Some(Travel::Walk));
/// assert_eq!(Travel::from_name("fly"), None);
/// ```
#[macro_export]
macro_rules! named {
    (
        $(#[$meta:meta])*
        $vis:vis enum $Enum:ident in recipes {
            $($(#[$about:meta])* $Variant:ident = $name:literal),+ $(,)?
        }
    ) => {
        $crate::named! {
            #[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
            $(#[$meta])*
            $vis enum $Enum {
                $($(#[$about])* #[serde(rename = $name)] $Variant = $name),+
            }
        }
    };
    (
        $(#[$meta:meta])*
        $vis:vis enum $Enum:ident {
            $($(#[$about:meta])* $Variant:ident = $name:literal),+ $(,)?
        }
    ) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $(#[$meta])*
        $vis enum $Enum {
            $($(#[$about])* $Variant),+
        }

        impl $Enum {
            /// All of them, in order.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$Variant),+];

            /// The name, in files and on command lines.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$Variant => $name),+
                }
            }

            /// The one of this name.
            pub fn from_name(name: &str) -> Option<Self> {
                match name {
                    $($name => Some(Self::$Variant),)+
                    _ => None,
                }
            }
        }
    };
}
