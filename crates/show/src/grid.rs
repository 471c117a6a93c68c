//! Commands in grid worlds: scenes, sheets of them, and relation graphs beside them.

use serde_json::json;
use wampimuk_command::{Certificate, GridFamily, GridItem, Reading, Register, RelationGraphs, Surface};
use wampimuk_dataset::ItemView;
use wampimuk_draw::{Appearance, GridScene, Layout, Picture, Step, gif, graph, panels, replay, sheet, text};

use crate::counted::counted_actions;
use crate::look::look;
use crate::parts::{parts, players};
use crate::{Kind, Options, Part, ShowError, graphs};

/// The picture of these items, which have their words in common.
pub fn items(items: &[ItemView<'_>], options: &Options) -> Result<Vec<u8>, ShowError> {
    let Some(first) = items.first() else {
        return Err(ShowError::Impossible("there is no item to draw".into()));
    };
    let look = look(first.lexicon);
    let scenes: Result<Vec<GridScene<'_>>, ShowError> =
        items.iter().map(|item| scene(item, &look, options)).collect();
    let scenes = scenes?;
    match options.kind {
        _ if options.graph && !options.answer => Err(ShowError::Impossible(
            "relation graphs show which object is meant: leave out --no-answer or --graph".into(),
        )),
        Kind::Text if options.graph => {
            let lines: Result<Vec<String>, ShowError> =
                items.iter().map(|item| Ok(format!("{:#}\n", graphs_json(item)?))).collect();
            Ok(lines?.concat().into_bytes())
        }
        Kind::Gif if options.graph => {
            Err(ShowError::Impossible("graphs do not move: use --as svg, --as png or --as tikz".into()))
        }
        Kind::Svg | Kind::Png | Kind::Tikz if options.graph => {
            Ok(options.still(&graphs_of(items, &scenes, &look)?)?)
        }
        Kind::Text => {
            let drawn: Vec<String> = scenes.iter().map(|scene| text(scene, options.colour)).collect();
            Ok(drawn.join("\n").into_bytes())
        }
        Kind::Svg | Kind::Png | Kind::Tikz => Ok(options.still(&picture(&scenes))?),
        Kind::Gif => match &scenes[..] {
            [scene] => match &options.predicted {
                Some(predicted) => Ok(gif(scene, predicted)?),
                None if options.answer => Ok(gif(scene, first.actions)?),
                None => {
                    Err(ShowError::Impossible("an animation shows the answer: leave out --no-answer".into()))
                }
            },
            _ => Err(ShowError::Impossible("an animation shows one item: leave out --count".into())),
        },
    }
}

/// The picture of one item.
///
/// # Errors
/// If its parts contradict each other, or the attention is for another world.
pub fn command(item: &ItemView<'_>, options: &Options) -> Result<Picture, ShowError> {
    Ok(Picture::of(&scene(item, &look(item.lexicon), options)?))
}

/// What a model says about an item, step by step, as an animated GIF. `words` are those that the steps' weights are about.
///
/// # Errors
/// If weights are for another world or other words, or there are too many steps.
pub fn replayed(
    item: &ItemView<'_>,
    words: &[String],
    steps: &[Step<'_>],
    options: &Options,
) -> Result<Vec<u8>, ShowError> {
    let look = look(item.lexicon);
    let mut scene = GridScene::new(item.world, &look).caption(address(item));
    if let Some(target) = item.target.filter(|_| options.answer) {
        scene = scene.target(target)?;
    }
    if options.path && options.answer {
        scene = scene.path(item.actions);
    }
    Ok(replay(&scene, words, steps)?)
}

/// The picture of items of a recipe, by their addresses.
pub(crate) fn made(
    dataset: &dyn GridFamily,
    split: usize,
    indices: impl Iterator<Item = u64>,
    options: &Options,
) -> Result<Vec<u8>, ShowError> {
    let mut maker = dataset.grid_items();
    let made =
        indices.map(|index| maker.make(split, index).cloned()).collect::<Result<Vec<GridItem>, _>>()?;
    let views: Vec<ItemView<'_>> =
        made.iter().map(|item| ItemView::made(name_of(dataset, split), item, dataset.lexicon())).collect();
    items(&views, options)
}

pub(crate) fn name_of(dataset: &dyn GridFamily, split: usize) -> &str {
    dataset.splits().get(split).map_or("", |split| split.name.as_str())
}

/// Each item between the graph of its command and the graph of its world.
pub(crate) fn graphs_of(
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

/// What is drawn of an item. Without the answer, nothing shows which object is meant.
pub(crate) fn scene<'a>(
    item: &ItemView<'a>,
    look: &'a Appearance,
    options: &'a Options,
) -> Result<GridScene<'a>, ShowError> {
    let is_reascan = reading(item) == Reading::Existential;
    let mut scene = GridScene::new(item.world, look).weighed();
    if options.has(Part::Title) {
        scene = scene.title(sentence(item));
    }
    if !options.has(Part::Legend) {
        scene = scene.without_legend();
    }
    if !options.has(Part::Frame) {
        scene = scene.without_frame();
    }
    if let Some(target) = item.target.filter(|_| options.answer) {
        scene = scene.target(target)?;
    }
    if is_reascan && options.answer {
        scene = parts(item, scene)?;
    }
    if options.path && options.answer && options.kind != Kind::Gif {
        scene = scene.path(item.actions);
    }
    if let Some(predicted) = &options.predicted {
        scene = scene.predicted(predicted);
    }
    if let Some(attention) = &options.attention {
        scene = scene.attention(attention)?;
    }
    // Two lists beside each other need names.
    let label = |name: &'static str| if options.predicted.is_some() { name } else { "" };
    if options.has(Part::Actions) && options.answer {
        scene = scene.caption(format!("{}{}.", label("Gold: "), counted_actions(item.actions)));
    }
    if let Some(predicted) = options.predicted.as_ref().filter(|_| options.has(Part::Actions)) {
        let said = if predicted.is_empty() { "nothing".to_owned() } else { counted_actions(predicted) };
        scene = scene.caption(format!("Predicted: {said}."));
    }
    Ok(match (options.has(Part::Certificate), options.answer) {
        (false, _) => scene,
        (true, false) => scene.caption(address(item)),
        (true, true) => scene.caption(format!("{} · {}", address(item), certificate(item))),
    })
}

/// The command in words.
pub fn sentence(item: &ItemView<'_>) -> String {
    tokens(item).join(" ")
}

/// The tokens of the command, as models read them: an adverb such as "while spinning" is one.
pub fn tokens(item: &ItemView<'_>) -> Vec<String> {
    let is_reascan = reading(item) == Reading::Existential;
    let surface = if is_reascan { Surface::Reascan } else { Surface::Gscan };
    let tokens = item.command.tokens(item.lexicon, surface, Register::Words);
    tokens.into_iter().map(str::to_owned).collect()
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
