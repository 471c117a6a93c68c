//! The list of benchmark families. All other code looks them up here, so a new family is one line.

use serde_json::Value;
use toml::de::DeValue;
use wampimuk_core::{RecipeError, ShippedRecipe, parse_places, schema_of, suggest_or_list};

use crate::{AnyRecipe, Contents, Dataset};

type Build = fn(&str, u64) -> Result<Box<dyn Dataset>, RecipeError>;

/// A family in the list.
pub struct FamilyEntry {
    /// Its name: the `family` of its recipes.
    pub name: &'static str,
    /// The recipes that come with the program.
    shipped: &'static [ShippedRecipe],
    /// The JSON Schema of its recipes.
    pub schema: fn() -> Value,
    /// Reads a recipe as far as a list of recipes needs it.
    card: fn(&str) -> Result<RecipeSummary, RecipeError>,
    /// Reads a recipe and prepares its dataset.
    build: Build,
}

/// What a list of recipes prints about one.
#[derive(Clone, Debug)]
pub struct RecipeSummary {
    /// The family's name.
    pub family: &'static str,
    /// One line on what the dataset is.
    pub title: String,
    /// The digest of the generative section.
    pub digest: String,
}

/// Each family by its name, its crate and its type, the variant of [`AnyRecipe`] that its recipes are, and the variant of
/// [`Contents`] that its items are. A crate offers `Recipe` and `SHIPPED`, and the type `new` and `recipe`.
macro_rules! families {
    ($($name:literal: $library:ident::$family:ident, $recipe:ident, $contents:ident);* $(;)?) => {
        $(impl Dataset for $library::$family {
            fn contents(&self) -> Contents<'_> {
                Contents::$contents(self)
            }

            fn recipe(&self) -> AnyRecipe<'_> {
                AnyRecipe::$recipe(self.recipe())
            }
        })*

        /// All families.
        pub const FAMILIES: &[FamilyEntry] = &[$(FamilyEntry {
            name: $name,
            shipped: $library::SHIPPED,
            schema: schema_of::<$library::Recipe>,
            card: |toml| {
                let recipe = $library::Recipe::parse(toml)?;
                Ok(RecipeSummary { family: $name, digest: recipe.digest().to_string(), title: recipe.title })
            },
            build: |toml, seed| {
                let recipe = $library::Recipe::parse(toml)?;
                Ok(Box::new($library::$family::new(recipe, seed)?))
            },
        }),*];
    };
}

families![
    "gscan": wampimuk_gscan::Gscan, Gscan, Commands;
    "reascan": wampimuk_reascan::Reascan, Reascan, Commands;
    "riddle": wampimuk_riddle::Riddles, Riddle, Riddles;
    "stories": wampimuk_dyna::Stories, Stories, Stories;
];

/// The recipes that come with the program, family by family.
pub fn shipped() -> impl Iterator<Item = ShippedRecipe> {
    FAMILIES.iter().flat_map(|family| family.shipped.iter().copied())
}

/// What a list of recipes prints about this one.
pub fn card(toml: &str) -> Result<RecipeSummary, RecipeError> {
    (of(toml)?.card)(toml)
}

/// Prepares the dataset of a recipe.
pub fn build(toml: &str, seed: u64) -> Result<Box<dyn Dataset>, RecipeError> {
    (of(toml)?.build)(toml, seed)
}

/// Reads a recipe of stories. Who needs no dataset of it asks here, so that reading recipes is compiled in one place.
pub fn stories_recipe(toml: &str) -> Result<wampimuk_dyna::Recipe, RecipeError> {
    wampimuk_dyna::Recipe::parse(toml)
}

/// The family of this name, or an error with the nearest one.
pub fn named(name: &str) -> Result<&'static FamilyEntry, RecipeError> {
    let names = FAMILIES.iter().map(|family| family.name);
    FAMILIES.iter().find(|family| family.name == name).ok_or_else(|| {
        RecipeError::new(format!("unknown family `{name}`")).hint(suggest_or_list(name, "there are", names))
    })
}

/// The family that a recipe names.
fn of(toml: &str) -> Result<&'static FamilyEntry, RecipeError> {
    let keys = parse_places(toml)?;
    let example = || format!("write `family = \"{}\"`", FAMILIES[0].name);
    let Some(value) = keys.get("family") else {
        return Err(RecipeError::new("missing field `family`").hint(example()));
    };
    let line = toml[..value.span().start.min(toml.len())].matches('\n').count() + 1;
    let found = match value.get_ref() {
        DeValue::String(name) => named(name),
        _ => Err(RecipeError::new("the family is not a text").hint(example())),
    };
    found.map_err(|error| RecipeError { line: Some(line), ..error })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recipes_choose_their_family() {
        for recipe in shipped() {
            assert!(!card(recipe.toml).unwrap().title.is_empty(), "{}", recipe.name);
        }
        let error = |toml: &str| build(toml, 0).unwrap_err().to_string();
        assert_eq!(
            error("title = \"x\"\nfamily = \"gscna\""),
            "line 2: unknown family `gscna` (did you mean `gscan`?)"
        );
        assert!(error("family = \"chess\"").contains("there are gscan"));
        assert!(error("family = 3").contains("not a text"));
        assert!(error("title = \"x\"").contains("missing field `family`"));
        assert!(error("family =").starts_with("line 1"));
    }

    /// The keys of all values that are no tables.
    fn keys_of(value: &toml::Value, path: &str, keys: &mut Vec<String>) {
        let under = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
        match value {
            toml::Value::Table(table) => {
                table.iter().for_each(|(key, value)| keys_of(value, &under(key), keys));
            }
            toml::Value::Array(list) if list.iter().any(toml::Value::is_table) => {
                list.iter().enumerate().for_each(|(at, value)| keys_of(value, &under(&at.to_string()), keys));
            }
            _ => keys.push(path.to_owned()),
        }
    }

    /// "expected u8" says nothing to somebody who has changed a key with `--set`.
    #[test]
    fn errors_name_the_key() {
        let mut tried = std::collections::BTreeSet::new();
        for recipe in shipped() {
            let mut keys = Vec::new();
            keys_of(&toml::from_str(recipe.toml).unwrap(), "", &mut keys);
            // What is said of `family` is not about values alone.
            for key in keys.into_iter().filter(|key| key != "family") {
                let family = recipe.toml.lines().find(|line| line.starts_with("family")).unwrap();
                if !tried.insert((family, key.clone())) {
                    continue;
                }
                // No key is a date.
                let found = crate::find(recipe.name, &[format!("{key}=1979-05-27")]).unwrap();
                let error = found.and_then(|found| found.dataset(0)).unwrap_err().to_string();
                // What may have several forms is named as a whole.
                let mut tables = std::iter::successors(Some(&*key), |key| Some(key.rsplit_once('.')?.0));
                let is_named = tables.any(|key| error.contains(&format!(" {key}: ")));
                assert!(is_named, "{}: {key}: {error}", recipe.name);
            }
        }
        assert!(tried.len() > 300, "{}", tried.len());
    }

    #[test]
    fn names_are_unique_and_schemas_are_schemas() {
        let mut names: Vec<&str> = shipped().map(|recipe| recipe.name).collect();
        names.sort_unstable();
        assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
        for family in FAMILIES {
            assert!((family.schema)()["properties"]["generate"].is_object(), "{}", family.name);
        }
    }
}
