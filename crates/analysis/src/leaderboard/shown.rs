//! The board as tables, charts and a page.

use wampimuk_audit::{Page, Report, Table, thousands};
use wampimuk_draw::{Measured, Picture, measured_bars};
use wampimuk_families as families;
use wampimuk_floors::{FloorRow, floors_of};

use super::{Entry, Leaderboard};
use crate::floors::{FLOOR, HEAD, column};
use crate::runs::{Spread, ratio};

/// What marks in charts are called.
const MARKS: [&str; 2] = ["chance", "best reader without understanding"];

/// Of an entry whose figures cannot be counted again.
const NOT_KEPT: &str = "not kept";

/// The entries of one recipe, by model.
struct Section<'b> {
    recipe: &'b str,
    digest: &'b str,
    /// Seeds of one model.
    models: Vec<Vec<&'b Entry>>,
}

impl Leaderboard {
    /// A section for each recipe, and for each version of it that there are entries of.
    fn sections(&self) -> Vec<Section<'_>> {
        let mut sections: Vec<Section<'_>> = Vec::new();
        for entry in &self.entries {
            let of = |section: &Section<'_>| section.recipe == entry.recipe && section.digest == entry.digest;
            let number = sections.iter().position(of).unwrap_or_else(|| {
                sections.push(Section { recipe: &entry.recipe, digest: &entry.digest, models: Vec::new() });
                sections.len() - 1
            });
            let models = &mut sections[number].models;
            match models.iter_mut().find(|seeds| seeds.iter().any(|seed| seed.is_beside(entry))) {
                Some(seeds) => seeds.push(entry),
                None => models.push(vec![entry]),
            }
        }
        sections
    }

    /// A table for each recipe: what the models reach in each test split, and below them how they were trained.
    pub fn tables(&self) -> Vec<Table> {
        self.sections().iter().map(Section::scores).collect()
    }

    /// How models were trained, for each recipe.
    pub fn trainings(&self) -> Vec<Table> {
        self.sections().iter().map(Section::trainings).collect()
    }

    /// A chart for each recipe.
    pub fn pictures(&self) -> Vec<Picture> {
        self.sections().iter().map(Section::picture).collect()
    }

    /// The page, its tables and its charts.
    pub fn report(&self) -> Report {
        const TITLE: &str = "Leaderboard";
        let mut page = Page::new(TITLE);
        for section in self.sections() {
            page.section(section.recipe);
            page.table(&section.scores());
            page.pictures(&[section.picture()]);
            page.table(&section.trainings());
        }
        page.section("What the words mean");
        [MEANING, FLOOR].iter().for_each(|text| page.paragraph(text));
        Report {
            title: TITLE.into(),
            page,
            tables: [self.tables(), self.trainings()].concat(),
            pictures: self.pictures(),
        }
    }
}

/// What stands in the tables.
pub const MEANING: &str = "Right answers in per cent of all items of a split: of commands, the very actions. Of several seeds, mean ± standard \
                       deviation; in brackets the interval of 95 %, over seeds and items. Weights were chosen on the split that is \
                       named, never on what is scored.";

impl Section<'_> {
    fn title(&self) -> String {
        let shipped = families::shipped().find(|recipe| recipe.name == self.recipe);
        let card = shipped.and_then(|recipe| families::card(recipe.toml).ok());
        let is_current = card.is_some_and(|card| card.digest == self.digest);
        let version = if is_current { "" } else { ", items of an earlier version of the recipe" };
        format!("{}: right answers in per cent{version}", self.recipe)
    }

    /// The splits that somebody answered, in the order of the first who did.
    fn splits(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for split in self.models.iter().flatten().flat_map(|entry| entry.splits.keys()) {
            if !names.contains(&split.as_str()) {
                names.push(split);
            }
        }
        // The random test first.
        names.sort_by_key(|name| *name != "test");
        names
    }

    fn floor(&self, split: &str) -> Option<&'static FloorRow> {
        floors_of(self.digest)?.floors.split(split)
    }

    fn items(&self, split: &str) -> u64 {
        let counts = self.models.iter().flatten().filter_map(|entry| entry.splits.get(split));
        counts.map(|count| count.all).max().unwrap_or(0)
    }

    fn scores(&self) -> Table {
        let splits = self.splits();
        let floor = column(floors_of(self.digest), &splits, 1);
        let mut heads = vec!["split".to_owned(), "n".to_owned()];
        heads.extend(floor.is_some().then(|| HEAD.to_owned()));
        heads.extend(self.heads());
        let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
        let mut table = Table::new(self.title(), &heads);
        for split in splits {
            let mut cells = vec![split.to_owned(), self.items(split).to_string()];
            cells.extend(floor.as_ref().map(|floor| floor(split)));
            cells.extend(self.models.iter().map(|seeds| {
                spread(seeds, split).map_or_else(|| "–".to_owned(), |spread| spread.percent(2))
            }));
            table.row(cells);
        }
        table
    }

    /// What models are called at the heads of their columns; those of one name with what tells them apart.
    fn heads(&self) -> Vec<String> {
        let first: Vec<&Entry> = self.models.iter().filter_map(|seeds| seeds.first().copied()).collect();
        let head = |entry: &&Entry| {
            let namesakes: Vec<&&Entry> = first.iter().filter(|other| other.model == entry.model).collect();
            let differ = |what: fn(&Entry) -> Option<&str>| {
                let is_told = namesakes.iter().any(|other| what(other) != what(entry));
                what(entry).filter(|_| is_told).map(str::to_owned)
            };
            let learnt =
                differ(|entry| entry.trained_on.as_deref()).map(|recipe| format!("trained on {recipe}"));
            let chosen =
                differ(|entry| entry.selected_on.as_deref()).map(|split| format!("chosen on {split}"));
            let about = differ(|entry| Some(&*entry.about)).filter(|about| !about.is_empty());
            let parts = [Some(entry.model.clone()), learnt, chosen, about];
            parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
        };
        first.iter().map(head).collect()
    }

    fn trainings(&self) -> Table {
        let heads =
            ["model", "seeds", "trained on", "weights chosen on", "after updates", "training", "predictions"];
        let mut table = Table::new(format!("{}: the models", self.recipe), &heads);
        for seeds in &self.models {
            let Some(first) = seeds.first() else { continue };
            let updates: Vec<String> =
                seeds.iter().filter_map(|entry| Some(thousands(entry.updates?))).collect();
            table.row([
                first.model.clone(),
                seeds.len().to_string(),
                first.trained_on.clone().unwrap_or_else(|| self.recipe.to_owned()),
                first.selected_on.clone().unwrap_or_else(|| "–".to_owned()),
                if updates.is_empty() { "–".to_owned() } else { updates.join(", ") },
                first.about.clone(),
                kept(seeds),
            ]);
        }
        table
    }

    fn picture(&self) -> Picture {
        let percent = |share: f64| (share * 1000.0).round() / 10.0;
        let series = self.heads();
        let groups: Vec<(String, Vec<Measured>)> = self
            .splits()
            .into_iter()
            .map(|split| {
                let floor = self.floor(split);
                let marks = [
                    floor.map(|row| percent(row.chance)),
                    floor.and_then(FloorRow::floor).map(|score| percent(score.share())),
                ];
                let bar = |seeds: &Vec<&Entry>| match spread(seeds, split) {
                    Some(Spread { mean, interval, .. }) => Measured {
                        value: percent(mean),
                        interval: interval.map(|[low, high]| (percent(low), percent(high))),
                        marks,
                    },
                    None => Measured { marks, ..f64::NAN.into() },
                };
                (format!("{split} (n = {})", self.items(split)), self.models.iter().map(bar).collect())
            })
            .collect();
        measured_bars(&self.title(), &series, MARKS, &groups)
    }
}

/// Where the predictions of the seeds are kept, each place once.
fn kept(seeds: &[&Entry]) -> String {
    let mut places: Vec<&str> = Vec::new();
    for place in seeds.iter().map(|seed| seed.predictions.as_deref().unwrap_or(NOT_KEPT)) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places.join(", ")
}

/// What the seeds of a model reach in a split.
fn spread(seeds: &[&Entry], split: &str) -> Option<Spread> {
    let counts = seeds.iter().filter_map(|entry| entry.splits.get(split));
    let shares: Vec<(f64, u64)> = counts.map(|count| (ratio(count.right, count.all), count.all)).collect();
    (!shares.is_empty()).then(|| Spread::among(&shares))
}
