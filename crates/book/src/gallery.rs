//! The gallery: for each shipped recipe its purpose, three items, its splits, what simple readers score, and its text.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;

use crate::markdown::{cell, code, line, number, text};
use crate::pages::{MARK, Pages};
use crate::summary::Entry;
use crate::{Result, measure, program};

/// How many items of each recipe are drawn.
const PICTURES: usize = 3;

/// Adds a page and pictures for each recipe, and a page that lists them; returns what the table of contents needs.
pub fn pages(docs: &Path, pages: &mut Pages) -> Result<Vec<Entry>> {
    let readers = measure::read(docs)?;
    let shipped = program::json(&["recipes", "--json"])?;
    let names: Vec<&str> =
        shipped.as_array().into_iter().flatten().filter_map(|recipe| recipe["name"].as_str()).collect();
    let recipes = in_parallel(&names, |name| Recipe::new(name))?;
    for recipe in &recipes {
        for (number, picture) in recipe.pictures.iter().enumerate() {
            pages.insert(format!("gallery/{}-{number}.svg", recipe.name).into(), picture.svg.clone());
        }
        pages.insert(recipe.path().into(), recipe.page(readers.get(&recipe.name)));
    }
    pages.insert("gallery/README.md".into(), index(&recipes));
    Ok(recipes.iter().map(|recipe| (code(&recipe.name), recipe.path())).collect())
}

/// What is made of each name, on all cores, in order.
fn in_parallel<T: Send>(names: &[&str], make: impl Fn(&str) -> Result<T> + Sync) -> Result<Vec<T>> {
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let share = |worker: usize| {
        let make = &make;
        move || {
            let own = names.iter().enumerate().skip(worker).step_by(workers);
            own.map(|(index, name)| make(name).map(|made| (index, made))).collect::<Result<Vec<_>>>()
        }
    };
    let mut made = BTreeMap::new();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..workers).map(|worker| scope.spawn(share(worker))).collect();
        workers.into_iter().try_for_each(|worker| {
            made.extend(worker.join().map_err(|_| "a worker panicked")??);
            Ok::<(), String>(())
        })
    })?;
    Ok(made.into_values().collect())
}

/// What is told of a recipe.
struct Recipe {
    name: String,
    toml: String,
    title: String,
    family: String,
    items: u64,
    splits: Vec<Split>,
    pictures: Vec<Picture>,
}

struct Split {
    name: String,
    title: String,
    /// What is held out, as the recipe says it.
    predicate: Option<String>,
    items: u64,
}

struct Picture {
    split: String,
    svg: String,
}

impl Recipe {
    fn new(name: &str) -> Result<Self> {
        let toml = program::output(&["recipes", "show", name])?;
        let plan = program::json(&["generate", name, "--dry-run", "--json"])?;
        let parsed: toml::Table = toml.parse().map_err(|error| format!("{name}: {error}"))?;
        let string = |value: &Value| value.as_str().unwrap_or_default().to_string();
        let splits: Vec<Split> = plan["splits"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|split| Split {
                name: string(&split["name"]),
                title: string(&split["title"]),
                predicate: split["holdout"].as_str().and_then(|holdout| predicate(&parsed, holdout)),
                items: split["items"].as_u64().unwrap_or_default(),
            })
            .collect();
        let pictures = chosen(&splits).into_iter().map(|(split, index)| {
            let index = index.to_string();
            let svg = program::output(&["show", name, "--split", &split.name, "--index", &index, "--as", "svg"])?;
            Ok(Picture { split: format!("{}, item {index}", code(&split.name)), svg })
        });
        Ok(Self {
            name: name.to_string(),
            title: parsed.get("title").and_then(toml::Value::as_str).unwrap_or_default().to_string(),
            family: string(&plan["family"]),
            items: plan["items"].as_u64().unwrap_or_default(),
            pictures: pictures.collect::<Result<Vec<_>>>()?,
            splits,
            toml,
        })
    }

    fn path(&self) -> String {
        format!("gallery/{}.md", self.name)
    }

    fn page(&self, readers: Option<&measure::Readers>) -> String {
        let Self { name, title, toml, .. } = self;
        let mut page = format!("{MARK}# {name}\n\n**{}**\n\n{}\n\n", text(title), text(&purpose(toml)));
        let _ = write!(
            page,
            "{} items, family `{}` ([keys](../reference/recipe-{}.md)). Make it: `wampimuk generate {name}`\n\n## Items\n\n",
            number(self.items),
            self.family,
            self.family
        );
        for (number, picture) in self.pictures.iter().enumerate() {
            let _ = write!(page, "Split {}:\n\n![An item of {name}]({name}-{number}.svg)\n\n", picture.split);
        }
        page.push_str("## Splits\n\n");
        let held_out = self.splits.iter().any(|split| split.predicate.is_some());
        page.push_str(if held_out {
            "| split | items | what it is | held out |\n|---|---:|---|---|\n"
        } else {
            "| split | items | what it is |\n|---|---:|---|\n"
        });
        for split in &self.splits {
            let _ = write!(page, "| `{}` | {} | {} |", split.name, number(split.items), cell(&line(&split.title)));
            if held_out {
                let predicate = split.predicate.as_deref().map(|text| cell(&code(text))).unwrap_or_default();
                let _ = write!(page, " {predicate} |");
            }
            page.push('\n');
        }
        page.push_str("\n## What simple readers score\n\n");
        page.push_str(&readers.map_or_else(|| "Not measured yet.\n".into(), measure::Readers::table));
        let _ = write!(page, "\n## The recipe\n\n```toml\n{}\n```\n", toml.trim_end());
        page
    }
}

/// The comment at the head of a recipe.
fn purpose(toml: &str) -> String {
    let lines: Vec<&str> = toml.lines().map_while(|line| line.strip_prefix('#')).map(str::trim).collect();
    lines.join("\n")
}

/// What a hold-out keeps out of training, as the recipe says it: all of its keys but its name and its title.
fn predicate(recipe: &toml::Table, holdout: &str) -> Option<String> {
    let holdouts = recipe.get("generate")?.get("holdouts")?.as_array()?;
    let found = holdouts.iter().find(|table| table.get("name").and_then(toml::Value::as_str) == Some(holdout))?;
    let told = |(key, _): &(&String, &toml::Value)| !matches!(key.as_str(), "name" | "title");
    let keys = found.as_table()?.iter().filter(told).map(|(key, value)| format!("{key} = {value}"));
    Some(keys.collect::<Vec<_>>().join(", "))
}

/// Items of different splits, as far as there are: of train, and then of test parts of hold-outs before others.
fn chosen(splits: &[Split]) -> Vec<(&Split, u64)> {
    let made = || splits.iter().filter(|split| split.items > 0);
    let first = made().find(|split| split.name == "train").or_else(|| made().next());
    let is_first = |split: &&Split| first.is_some_and(|first| first.name == split.name);
    let held_out = made().filter(|split| split.predicate.is_some() && !split.name.ends_with("_dev"));
    let tests = made().filter(|split| split.predicate.is_none() && split.name != "dev");
    let mut chosen: Vec<&Split> = first.into_iter().collect();
    for split in held_out.chain(tests).filter(|split| !is_first(split)) {
        if !chosen.iter().any(|other| other.name == split.name) {
            chosen.push(split);
        }
    }
    chosen.truncate(PICTURES);
    let mut items: Vec<(&Split, u64)> = chosen.iter().map(|split| (*split, 0)).collect();
    // Further items of those splits where there are too few of them.
    for index in 1.. {
        let more: Vec<(&Split, u64)> =
            chosen.iter().filter(|split| split.items > index).map(|split| (*split, index)).collect();
        if items.len() >= PICTURES || more.is_empty() {
            break;
        }
        items.extend(more.into_iter().take(PICTURES - items.len()));
    }
    items
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
        let _ = write!(page, "\n## {family}\n\n| recipe | what it is | items | splits |\n|---|---|---:|---:|\n");
        for recipe in recipes.iter().filter(|recipe| recipe.family == family) {
            let Recipe { name, title, items, splits, .. } = recipe;
            let title = cell(&line(title));
            let _ = writeln!(page, "| [`{name}`]({name}.md) | {title} | {} | {} |", number(*items), splits.len());
        }
    }
    page
}
