//! Commands in grid worlds: scenes, sheets of them, and relation graphs beside them.

use serde_json::json;
use wampimuk_command::{Cast, Certificate, Command, GridFamily, Lexicon, Reading, Surface};
use wampimuk_draw::{Layout, Look, Picture, Scene, gif, graph, panels, sheet, text};
use wampimuk_grid::{Action, World, print_actions};

use crate::{Kind, Options, ShowError, graphs};

/// An item to be drawn.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Its split; empty if it is not known.
    pub split: String,
    /// Its index in the split.
    pub index: u64,
    /// Its command.
    pub command: Command,
    /// Its world.
    pub world: World,
    /// The number of its target, if that is known.
    pub target: Option<usize>,
    /// Its actions.
    pub actions: Vec<Action>,
    /// Why each object is there; empty if that is not known.
    pub cast: Cast,
    /// The words.
    pub lexicon: Lexicon,
}

/// The picture of these items, which have their words in common.
pub fn items(items: &[Shown], options: &Options) -> Result<Vec<u8>, ShowError> {
    let Some(first) = items.first() else {
        return Err(ShowError::Impossible("there is no item to draw".into()));
    };
    let shapes: Vec<&str> = first.lexicon.nouns.iter().map(|noun| noun.word.name.as_str()).collect();
    let colours: Vec<&str> = first.lexicon.colours.iter().map(|colour| colour.name.as_str()).collect();
    let look = Look::from_names(&shapes, &colours);
    let mut scenes = Vec::new();
    for item in items {
        let mut scene = item.scene(&look, options.path && options.kind != Kind::Gif)?;
        if let Some(predicted) = &options.predicted {
            scene = scene.predicted(predicted);
        }
        if let Some(attention) = &options.attention {
            scene = scene.attention(attention)?;
        }
        scenes.push(scene);
    }
    match options.kind {
        Kind::Text if options.graph => {
            let lines: Result<Vec<String>, ShowError> =
                items.iter().map(|item| Ok(format!("{:#}\n", item.graphs_json()?))).collect();
            Ok(lines?.concat().into_bytes())
        }
        Kind::Svg if options.graph => Ok(graphs_of(items, &scenes, &look)?.to_svg().into_bytes()),
        Kind::Png if options.graph => Ok(graphs_of(items, &scenes, &look)?.to_png(options.scale)?),
        Kind::Gif if options.graph => {
            Err(ShowError::Impossible("graphs do not move: use --as svg or --as png".into()))
        }
        Kind::Text => {
            let drawn: Vec<String> = scenes.iter().map(|scene| text(scene, options.colour)).collect();
            Ok(drawn.join("\n").into_bytes())
        }
        Kind::Svg => Ok(picture(&scenes).to_svg().into_bytes()),
        Kind::Png => Ok(picture(&scenes).to_png(options.scale)?),
        Kind::Gif => match &scenes[..] {
            [scene] => Ok(gif(scene, options.predicted.as_deref().unwrap_or(&first.actions))?),
            _ => Err(ShowError::Impossible("an animation shows one item: leave out --count".into())),
        },
    }
}

/// Items of a recipe, by their addresses.
pub(crate) fn made(
    dataset: &dyn GridFamily,
    split: usize,
    indices: impl Iterator<Item = u64>,
) -> Result<Vec<Shown>, ShowError> {
    let name = dataset.splits().get(split).map_or("", |split| split.name.as_str());
    let mut maker = dataset.grid_items();
    indices
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
        .collect()
}

/// Each item between the graph of its command and the graph of its world.
fn graphs_of(items: &[Shown], scenes: &[Scene<'_>], look: &Look) -> Result<Picture, ShowError> {
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

impl Shown {
    fn scene<'a>(&'a self, look: &'a Look, path: bool) -> Result<Scene<'a>, ShowError> {
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

    pub(crate) fn reading(&self) -> Reading {
        Reading::of(&self.command)
    }

    fn address(&self) -> String {
        if self.split.is_empty() { self.index.to_string() } else { format!("{}[{}]", self.split, self.index) }
    }

    fn graphs_json(&self) -> Result<serde_json::Value, ShowError> {
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
