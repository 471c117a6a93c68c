//! Commands in grid worlds: scenes, sheets of them, and relation graphs beside them.

use serde_json::json;
use wampimuk_command::{Certificate, GridFamily, GridItem, Reading, RelationGraphs, Surface};
use wampimuk_dataset::ItemView;
use wampimuk_draw::{Appearance, GridScene, Layout, Picture, gif, graph, panels, sheet, text};
use wampimuk_grid::print_actions;

use crate::parts::{parts, players};
use crate::{Kind, Options, ShowError, graphs};

/// The picture of these items, which have their words in common.
pub fn items(items: &[ItemView<'_>], options: &Options) -> Result<Vec<u8>, ShowError> {
    let Some(first) = items.first() else {
        return Err(ShowError::Impossible("there is no item to draw".into()));
    };
    let shapes: Vec<&str> = first.lexicon.nouns.iter().map(|noun| noun.word.name.as_str()).collect();
    let colours: Vec<&str> = first.lexicon.colours.iter().map(|colour| colour.name.as_str()).collect();
    let look = Appearance::from_names(&shapes, &colours);
    let mut scenes = Vec::new();
    for item in items {
        let mut scene = scene(item, &look, options.path && options.kind != Kind::Gif)?;
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
                items.iter().map(|item| Ok(format!("{:#}\n", graphs_json(item)?))).collect();
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
            [scene] => Ok(gif(scene, options.predicted.as_deref().unwrap_or(first.actions))?),
            _ => Err(ShowError::Impossible("an animation shows one item: leave out --count".into())),
        },
    }
}

/// The picture of items of a recipe, by their addresses.
pub(crate) fn made(
    dataset: &dyn GridFamily,
    split: usize,
    indices: impl Iterator<Item = u64>,
    options: &Options,
) -> Result<Vec<u8>, ShowError> {
    let name = dataset.splits().get(split).map_or("", |split| split.name.as_str());
    let mut maker = dataset.grid_items();
    let made =
        indices.map(|index| maker.make(split, index).cloned()).collect::<Result<Vec<GridItem>, _>>()?;
    let views: Vec<ItemView<'_>> =
        made.iter().map(|item| ItemView::made(name, item, dataset.lexicon())).collect();
    items(&views, options)
}

/// Each item between the graph of its command and the graph of its world.
fn graphs_of(
    items: &[ItemView<'_>],
    scenes: &[GridScene<'_>],
    look: &Appearance,
) -> Result<Picture, ShowError> {
    let mut rows = Vec::new();
    for (item, scene) in items.iter().zip(scenes) {
        let phrase = &item.command.phrase;
        let players = players(item);
        let command = graphs::of_command(phrase, item.lexicon, look);
        let world = graphs::of_world(phrase, item.world, item.lexicon, reading(item), &players, look);
        let three = [
            ("graph of the command", graph("", &command, Layout::Tree)?),
            ("the item", Picture::of(scene)),
            ("graph of the world", graph("", &world, Layout::Ring)?),
        ];
        rows.push((address(item), panels("", &three, 3)));
    }
    match &mut rows[..] {
        [(_, single)] => Ok(single.clone()),
        _ => Ok(panels("", &rows, 1)),
    }
}

fn picture(scenes: &[GridScene<'_>]) -> Picture {
    match scenes {
        [scene] => Picture::of(scene),
        few @ [_, _] | few @ [_, _, _] => sheet(few, few.len()),
        many => sheet(many, (many.len() as f64).sqrt().ceil() as usize),
    }
}

fn scene<'a>(item: &ItemView<'a>, look: &'a Appearance, path: bool) -> Result<GridScene<'a>, ShowError> {
    let reascan = reading(item) == Reading::Existential;
    let surface = if reascan { Surface::Reascan } else { Surface::Gscan };
    let mut scene = GridScene::new(item.world, look).title(item.command.text(item.lexicon, surface));
    if let Some(target) = item.target {
        scene = scene.target(target)?;
    }
    if reascan {
        scene = parts(item, scene)?;
    }
    if path {
        scene = scene.path(item.actions);
    }
    let actions = print_actions(item.actions).replace(',', ", ");
    let address = address(item);
    Ok(scene.caption(format!("{actions}.")).caption(format!("{address} · {}", certificate(item))))
}

pub(crate) fn reading(item: &ItemView<'_>) -> Reading {
    Reading::of(item.command)
}

fn address(item: &ItemView<'_>) -> String {
    if item.split.is_empty() { item.index.to_string() } else { format!("{}[{}]", item.split, item.index) }
}

fn graphs_json(item: &ItemView<'_>) -> Result<serde_json::Value, ShowError> {
    let graphs = RelationGraphs::new(&item.command.phrase, item.world, item.lexicon, reading(item), None);
    let graph = serde_json::to_value(RelationGraphs { players: players(item), ..graphs });
    let graph = graph.map_err(|error| ShowError::Impossible(error.to_string()))?;
    Ok(json!({ "split": item.split, "index": item.index, "graph": graph }))
}

/// What is certain about the item, in a line.
fn certificate(item: &ItemView<'_>) -> String {
    let Some(target) = item.target else { return "no target recorded".into() };
    let scene = wampimuk_command::Scene::new(item.world);
    let certificate = Certificate::new(item.command, &scene, item.lexicon, reading(item));
    let readings: Vec<&str> = Reading::ALL
        .into_iter()
        .filter(|&reading| certificate.holds_under(reading, target))
        .map(Reading::name)
        .collect();
    let unique = if readings.is_empty() { "none".to_string() } else { readings.join(", ") };
    // Words of the head phrase stand alone, so gSCAN's commands have nothing else.
    let clauses = if item.command.phrase.clauses.is_empty() { "" } else { " and clauses" };
    format!("unique under: {unique} · necessary words{clauses}: {}", certificate.necessity)
}
