//! `wampimuk show`: pictures of items.

mod parts;
mod riddles;
mod stories;

use std::path::Path;

use serde_json::json;
use wampimuk_command::{Cast, Certificate, Command, Lexicon, Reading, Surface};
use wampimuk_dataset::Output;
use wampimuk_draw::{Layout, Look, Picture, Scene, gif, graph, panels, sheet, text};
use wampimuk_grid::{Action, World, parse_actions, print_actions};

use crate::args::{Common, Kind, Show};
use crate::failure::Failure;
use crate::graphs;
use crate::source::Source;
use crate::stories::StorySource;
use crate::tasks::is_tasks;

/// An item to be drawn.
struct Shown {
    split: String,
    index: u64,
    command: Command,
    world: World,
    target: Option<usize>,
    actions: Vec<Action>,
    cast: Cast,
    lexicon: Lexicon,
}

/// Draws items.
pub fn run(options: &Show, common: &Common) -> Result<(), Failure> {
    let out = options.out.as_deref().unwrap_or(Path::new("-"));
    let source = match StorySource::of(Source::open(&options.path, &options.choice, common)?)? {
        Ok(source) => return write(out, &stories::drawn(options, common, &source)?),
        Err(source) => source,
    };
    if let Some(bytes) = riddle(options, common, &source)? {
        return write(out, &bytes);
    }
    let items = collect(options, common, &source)?;
    let Some(first) = items.first() else {
        return Err(Failure::Input(format!("{} has no item {}", options.path, options.index)));
    };
    let names = |words: Vec<&str>| words.into_iter().map(String::from).collect::<Vec<_>>();
    let shapes = names(first.lexicon.nouns.iter().map(|noun| noun.word.name.as_str()).collect());
    let colours = names(first.lexicon.colours.iter().map(|colour| colour.name.as_str()).collect());
    let look = Look::from_names(&shapes, &colours);
    let predicted = options.predicted.as_deref().map(parse_actions).transpose();
    let predicted = predicted.map_err(|error| Failure::Input(format!("--predicted: {error}")))?;
    let attention = options.attention.as_deref().map(weights).transpose()?;
    let mut scenes = Vec::new();
    for item in &items {
        let mut scene = item.scene(&look, !options.no_path && options.kind != Kind::Gif)?;
        if let Some(predicted) = &predicted {
            scene = scene.predicted(predicted);
        }
        if let Some(attention) = &attention {
            scene = scene.attention(attention)?;
        }
        scenes.push(scene);
    }
    let bytes = match options.kind {
        Kind::Text if options.graph => {
            let lines: Result<Vec<String>, Failure> =
                items.iter().map(|item| Ok(format!("{:#}\n", item.graphs_json()?))).collect();
            lines?.concat().into_bytes()
        }
        Kind::Svg if options.graph => graphs_of(&items, &scenes, &look)?.to_svg().into_bytes(),
        Kind::Png if options.graph => graphs_of(&items, &scenes, &look)?.to_png(options.scale)?,
        Kind::Gif if options.graph => {
            return Err(Failure::Input("graphs do not move: use --as svg or --as png".into()));
        }
        Kind::Text => {
            let colour = options.out.is_none() && common.colour_stdout();
            let drawn: Vec<String> = scenes.iter().map(|scene| text(scene, colour)).collect();
            drawn.join("\n").into_bytes()
        }
        Kind::Svg => picture(&scenes).to_svg().into_bytes(),
        Kind::Png => picture(&scenes).to_png(options.scale)?,
        Kind::Gif if scenes.len() > 1 => {
            return Err(Failure::Input("an animation shows one item: leave out --count".into()));
        }
        Kind::Gif => gif(&scenes[0], predicted.as_deref().unwrap_or(&first.actions))?,
    };
    write(out, &bytes)
}

fn write(out: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let mut output = Output::create(out)?;
    output.append(bytes)?;
    Ok(output.finish()?)
}

/// The picture of a riddle, if that is what was asked for.
fn riddle(options: &Show, common: &Common, source: &Source) -> Result<Option<Vec<u8>>, Failure> {
    let path = Path::new(&options.path);
    let bytes = match source.riddles() {
        Some(riddles) if source.path.is_none() => riddles::made(options, common, riddles)?,
        _ if is_tasks(path) => riddles::read(options, path)?,
        // Columns hold what the recipe makes, and `verify` sees to it.
        Some(riddles) => riddles::made(options, common, riddles)?,
        None => return Ok(None),
    };
    if options.graph || options.predicted.is_some() || options.attention.is_some() {
        return Err(Failure::Input("riddles have no graphs, actions or attention to draw".into()));
    }
    Ok(Some(bytes))
}

/// Each item between the graph of its command and the graph of its world.
fn graphs_of(items: &[Shown], scenes: &[Scene<'_>], look: &Look) -> Result<Picture, Failure> {
    let mut rows = Vec::new();
    for (item, scene) in items.iter().zip(scenes) {
        let phrase = &item.command.phrase;
        let players = item.players();
        let command = graphs::of_command(phrase, &item.lexicon, look);
        let world = graphs::of_world(phrase, &item.world, &item.lexicon, item.reading(), &players, look);
        let three = [
            ("graph of the command", graph("", &command, Layout::Tree)?),
            ("the item", Picture::of(scene)),
            ("graph of the world", graph("", &world, Layout::Ring)?),
        ];
        rows.push((item.address(), panels("", &three, 3)));
    }
    match &mut rows[..] {
        [(_, single)] => Ok(single.clone()),
        _ => Ok(panels("", &rows, 1)),
    }
}

fn picture(scenes: &[Scene<'_>]) -> Picture {
    match scenes {
        [scene] => Picture::of(scene),
        few @ [_, _] | few @ [_, _, _] => sheet(few, few.len()),
        many => sheet(many, (many.len() as f64).sqrt().ceil() as usize),
    }
}

/// Takes the wanted items: by address from a recipe, by reading from files.
fn collect(options: &Show, common: &Common, source: &Source) -> Result<Vec<Shown>, Failure> {
    let wanted = options.index..options.index.saturating_add(options.count.clamp(1, 100));
    if let (None, Some(dataset)) = (&source.path, source.grid()) {
        let name = options.choice.split.as_deref().unwrap_or("train");
        let names = || dataset.splits().iter().map(|split| split.name.as_str());
        let split = names()
            .position(|known| known == name)
            .ok_or_else(|| super::generate::no_such_split(name, names()))?;
        let mut maker = dataset.grid_items();
        // At least the first one, so that an index beyond the end is an error.
        let end = wanted.end.min(dataset.splits()[split].len);
        return std::iter::once(wanted.start)
            .chain(wanted.start.saturating_add(1)..end)
            .map(|index| {
                let item = maker.make(split, index)?;
                let (example, cast) = (item.example.clone(), item.cast.clone());
                Ok(Shown {
                    split: name.to_string(),
                    index,
                    command: example.command,
                    world: example.world,
                    target: Some(example.target),
                    actions: example.actions,
                    cast,
                    lexicon: dataset.lexicon().clone(),
                })
            })
            .collect();
    }
    let mut items = Vec::new();
    let mut quiet = common.clone();
    quiet.quiet = true;
    let mut split: Option<String> = options.choice.split.clone();
    let result = source.each(&options.choice, &quiet, "show", |item| {
        let item = item?;
        // Without --split, indices are those of the first split of the file.
        let of_split = split.get_or_insert_with(|| item.split.to_string()) == item.split;
        if of_split && wanted.contains(&item.index) {
            items.push(Shown {
                split: item.split.to_string(),
                index: item.index,
                command: item.command.clone(),
                world: item.world.clone(),
                target: item.target,
                actions: item.actions.to_vec(),
                cast: item.cast.clone(),
                lexicon: item.lexicon.clone(),
            });
        }
        // Enough: stop reading.
        if items.len() as u64 == wanted.end - wanted.start { Err(Failure::BrokenPipe) } else { Ok(()) }
    });
    match result {
        Ok(()) | Err(Failure::BrokenPipe) => Ok(items),
        Err(failure) => Err(failure),
    }
}

impl Shown {
    fn scene<'a>(&'a self, look: &'a Look, path: bool) -> Result<Scene<'a>, Failure> {
        let reascan = self.reading() == Reading::Existential;
        let surface = if reascan { Surface::Reascan } else { Surface::Gscan };
        let mut scene = Scene::new(&self.world, look).title(self.command.text(&self.lexicon, surface));
        if let Some(target) = self.target {
            scene = scene.target(target)?;
        }
        if reascan {
            scene = self.parts(scene)?;
        }
        if path {
            scene = scene.path(&self.actions);
        }
        let actions = print_actions(&self.actions).replace(',', ", ");
        let address = self.address();
        Ok(scene.caption(format!("{actions}.")).caption(format!("{address} · {}", self.certificate())))
    }

    fn reading(&self) -> Reading {
        wampimuk_audit::own_reading(&self.command)
    }

    fn address(&self) -> String {
        if self.split.is_empty() { self.index.to_string() } else { format!("{}[{}]", self.split, self.index) }
    }

    fn graphs_json(&self) -> Result<serde_json::Value, Failure> {
        let (phrase, lexicon) = (&self.command.phrase, &self.lexicon);
        let graph = graphs::to_json(phrase, &self.world, lexicon, self.reading(), &self.players())?;
        Ok(json!({ "split": self.split, "index": self.index, "graph": graph }))
    }

    /// What is certain about the item, in a line.
    fn certificate(&self) -> String {
        let Some(target) = self.target else { return "no target recorded".into() };
        let scene = wampimuk_command::Scene::new(&self.world);
        let certificate = Certificate::new(&self.command, &scene, &self.lexicon, self.reading());
        let readings: Vec<&str> = Reading::ALL
            .into_iter()
            .filter(|&reading| certificate.holds_under(reading, target))
            .map(Reading::name)
            .collect();
        let unique = if readings.is_empty() { "none".to_string() } else { readings.join(", ") };
        // Words of the head phrase stand alone, so gSCAN's commands have nothing else.
        let clauses = if self.command.phrase.clauses.is_empty() { "" } else { " and clauses" };
        format!("unique under: {unique} · necessary words{clauses}: {}", certificate.necessity)
    }
}

/// Attention weights: a JSON list, or a file that holds one.
fn weights(text: &str) -> Result<Vec<f32>, Failure> {
    let json = if text.trim_start().starts_with('[') {
        text.to_string()
    } else {
        std::fs::read_to_string(text).map_err(|error| Failure::io("read", Path::new(text), &error))?
    };
    serde_json::from_str(&json)
        .map_err(|error| Failure::Input(format!("--attention: expected a list of numbers: {error}")))
}
