//! The gallery: for each shipped recipe its purpose, three items, its splits, what readers without understanding reach, and
//! its text.

use std::fmt::Write as _;

use serde_json::Value;
use wampimuk_core::{cores, in_parallel};
use wampimuk_families as families;

use crate::markdown::{cell, code, line, number, text};
use crate::pages::{MARK, Pages};
use crate::summary::Entry;
use crate::{Result, program, readers};

/// How many items of each recipe are drawn.
const PICTURES: usize = 3;

/// The size of a picture, in bytes, beyond which it is the only one.
const BIG: usize = 100_000;

/// Adds a page and pictures for each recipe, and a page that lists them; returns what the table of contents needs.
pub fn pages(pages: &mut Pages) -> Result<Vec<Entry>> {
    let shipped = program::json(&["recipes", "--json"])?;
    let names: Vec<&str> =
        shipped.as_array().into_iter().flatten().filter_map(|recipe| recipe["name"].as_str()).collect();
    let recipes =
        in_parallel(cores(), &names, |name| Recipe::new(name)).into_iter().collect::<Result<Vec<_>>>()?;
    for recipe in &recipes {
        for (number, picture) in recipe.pictures.iter().enumerate() {
            pages.insert(format!("gallery/{}-{number}.svg", recipe.name).into(), picture.svg.clone());
        }
        pages.insert(recipe.path().into(), recipe.page());
    }
    pages.insert("gallery/README.md".into(), index(&recipes));
    Ok(recipes.iter().map(|recipe| (code(&recipe.name), recipe.path())).collect())
}

/// What is told of a recipe.
struct Recipe {
    name: String,
    toml: String,
    title: String,
    family: String,
    items: u64,
    splits: Vec<Split>,
    holdouts: Vec<Holdout>,
    pictures: Vec<Picture>,
    /// What readers without understanding reach.
    readers: String,
}

struct Split {
    name: String,
    title: String,
    is_held_out: bool,
    items: u64,
}

struct Holdout {
    name: String,
    title: String,
    /// What is held out, as the recipe says it.
    predicate: String,
}

struct Picture {
    split: String,
    index: u64,
    svg: String,
}

impl Picture {
    /// Whether no other one has room beside it.
    fn is_wide(&self) -> bool {
        let width = self.svg.split("width=\"").nth(1).and_then(|rest| rest.split('"').next());
        width.and_then(|width| width.parse::<f64>().ok()).is_none_or(|width| width > 500.0)
    }
}

impl Recipe {
    fn new(name: &str) -> Result<Self> {
        let toml = program::output(&["recipes", "show", name])?;
        let plan = program::json(&["generate", name, "--dry-run", "--json"])?;
        let parsed: toml::Table = toml.parse().map_err(|error| format!("{name}: {error}"))?;
        let string = |value: &Value| value.as_str().unwrap_or_default().to_string();
        let holdouts = holdouts(&parsed);
        let splits: Vec<Split> = plan["splits"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|split| {
                let holdout = holdouts.iter().find(|holdout| split["holdout"] == holdout.name.as_str());
                // Where the recipe gives a split no title, the role stands for it.
                let own = string(&split["title"]);
                let title =
                    holdout.filter(|_| split["role"] == own.as_str()).map(|holdout| holdout.title.clone());
                Split {
                    name: string(&split["name"]),
                    title: title.unwrap_or(own),
                    is_held_out: holdout.is_some(),
                    items: split["items"].as_u64().unwrap_or_default(),
                }
            })
            .collect();
        let drawn = if has_long_stories(&parsed) { 1 } else { PICTURES };
        let pictures = chosen(&splits).into_iter().take(drawn).map(|(split, index)| {
            let place = index.to_string();
            let svg =
                program::output(&["show", name, "--split", &split.name, "--index", &place, "--as", "svg"])?;
            Ok(Picture { split: split.name.clone(), index, svg })
        });
        let mut pictures = pictures.collect::<Result<Vec<_>>>()?;
        // Of very long stories one is enough.
        if pictures.iter().any(|picture| picture.svg.len() > BIG) {
            pictures.truncate(1);
        }
        let family = string(&plan["family"]);
        let items = plan["items"].as_u64().unwrap_or_default();
        let digest = families::card(&toml).map_err(|error| format!("{name}: {error}"))?.digest;
        let readers = readers::section(name, &family, &digest);
        Ok(Self {
            name: name.to_string(),
            title: parsed.get("title").and_then(toml::Value::as_str).unwrap_or_default().to_string(),
            family,
            items,
            readers,
            splits,
            holdouts,
            pictures,
            toml,
        })
    }

    fn path(&self) -> String {
        format!("gallery/{}.md", self.name)
    }

    fn page(&self) -> String {
        let Self { name, title, toml, .. } = self;
        let mut page = format!("{MARK}# {name}\n\n**{}**\n\n{}\n\n", text(title), text(&purpose(toml)));
        let _ = write!(
            page,
            "{} items, family `{}` ([keys](../reference/recipe-{}.md)). Make it: `wampimuk generate {name}`\n\n## Items\n\n",
            number(self.items),
            self.family,
            self.family
        );
        // On the site, the script `live.js` lets each picture come to life; elsewhere it is a picture.
        page.push_str("<div class=\"items\">\n");
        for (number, picture) in self.pictures.iter().enumerate() {
            let wide = if picture.is_wide() { " wide" } else { "" };
            let _ = write!(
                page,
                "<div class=\"live{wide}\" data-item=\"recipe={name}&amp;split={}&amp;index={}\">\n\n![{name}: item {} of split {}]({name}-{number}.svg)\n\n</div>\n",
                picture.split, picture.index, picture.index, picture.split,
            );
        }
        page.push_str("</div>\n");
        page.push_str("\n## Splits\n\n| split | items | what it is |\n|---|---:|---|\n");
        for split in &self.splits {
            let _ = writeln!(
                page,
                "| `{}` | {} | {} |",
                split.name,
                number(split.items),
                cell(&line(&split.title))
            );
        }
        if !self.holdouts.is_empty() {
            page.push_str("\nWhat is held out, in the words of the recipe:\n\n");
        }
        for Holdout { name, title, predicate } in &self.holdouts {
            let _ = writeln!(page, "- `{name}`: {}: {}", line(title), code(predicate));
        }
        page.push_str("\n## What readers without understanding reach\n\n");
        page.push_str(&self.readers);
        let _ = write!(page, "\n## The recipe\n\n```toml\n{}\n```\n", toml.trim_end());
        page
    }
}

/// The comment at the head of a recipe.
fn purpose(toml: &str) -> String {
    let lines: Vec<&str> = toml.lines().map_while(|line| line.strip_prefix('#')).map(str::trim).collect();
    lines.join("\n")
}

/// Whether a part has long stories.
fn has_long_stories(recipe: &toml::Table) -> bool {
    let parts = recipe.get("generate").and_then(|generate| generate.get("parts")?.as_array());
    parts.into_iter().flatten().any(|part| part.get("long").is_some())
}

/// The hold-outs, with all of their keys but name and title.
fn holdouts(recipe: &toml::Table) -> Vec<Holdout> {
    let tables = recipe.get("generate").and_then(|generate| generate.get("holdouts")?.as_array());
    let holdout = |table: &toml::Table| {
        let told = |(key, _): &(&String, &toml::Value)| !matches!(key.as_str(), "name" | "title");
        let keys = table.iter().filter(told).map(|(key, value)| format!("{key} = {value}"));
        let string = |key: &str| table.get(key).and_then(toml::Value::as_str).unwrap_or_default().to_string();
        let predicate = keys.collect::<Vec<_>>().join(", ");
        Holdout { name: string("name"), title: string("title"), predicate }
    };
    tables.into_iter().flatten().filter_map(toml::Value::as_table).map(holdout).collect()
}

/// Which items are drawn: of train, of test parts of hold-outs and of others, from different places of their splits,
/// since the parts of a split may stand one after another.
fn chosen(splits: &[Split]) -> Vec<(&Split, u64)> {
    let made = || splits.iter().filter(|split| split.items > 0);
    let train = made().filter(|split| split.name.ends_with("train")).take(1);
    let held_out = made().filter(|split| split.is_held_out && !split.name.ends_with("_dev"));
    let others = made().filter(|split| !split.is_held_out && !split.name.ends_with("dev"));
    let mut names: Vec<&Split> = Vec::new();
    for split in train.chain(held_out).chain(others).chain(made()) {
        if !names.iter().any(|other| other.name == split.name) {
            names.push(split);
        }
    }
    let places = names.iter().cycle().zip(0..PICTURES as u64);
    places.map(|(split, number)| (*split, number * split.items / PICTURES as u64)).collect()
}

fn index(recipes: &[Recipe]) -> String {
    let mut page = format!(
        "{MARK}# Gallery\n\nThe {} recipes that are shipped, made and drawn by the program itself with seed 0.\n",
        recipes.len()
    );
    let mut families: Vec<&str> = Vec::new();
    for recipe in recipes {
        if !families.contains(&recipe.family.as_str()) {
            families.push(&recipe.family);
        }
    }
    for family in families {
        let _ =
            write!(page, "\n## {family}\n\n| recipe | what it is | items | splits |\n|---|---|---:|---:|\n");
        for recipe in recipes.iter().filter(|recipe| recipe.family == family) {
            let Recipe { name, title, items, splits, .. } = recipe;
            let title = cell(&line(title));
            let _ =
                writeln!(page, "| [`{name}`]({name}.md) | {title} | {} | {} |", number(*items), splits.len());
        }
    }
    page
}
