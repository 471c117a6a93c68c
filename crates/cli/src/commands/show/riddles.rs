//! Pictures of riddles: rows of inputs and outputs.

use std::path::Path;

use wampimuk_draw::{Look, Picture, Scene, arc_grid, panels, riddle, riddle_of, text};
use wampimuk_grid::World;
use wampimuk_riddle::{ArcTask, Pair, Riddle, Riddles};

use crate::args::{Common, Kind, Show};
use crate::commands::generate::no_such_split;
use crate::failure::Failure;
use crate::tasks::list;

/// What is drawn of tasks, as the bytes of a file.
pub fn made(options: &Show, common: &Common, riddles: &Riddles) -> Result<Vec<u8>, Failure> {
    let name = options.choice.split.as_deref().unwrap_or("train");
    let names = || riddles.splits().iter().map(|split| split.name.as_str());
    let split = names().position(|known| known == name).ok_or_else(|| no_such_split(name, names()))?;
    let lexicon = riddles.lexicon();
    let shapes: Vec<&str> = lexicon.nouns.iter().map(|noun| noun.word.name.as_str()).collect();
    let colours: Vec<&str> = lexicon.colours.iter().map(|colour| colour.name.as_str()).collect();
    let look = Look::from_names(&shapes, &colours);
    let end = options.index.saturating_add(options.count.clamp(1, 100));
    let end = end.min(riddles.splits()[split].len);
    let mut maker = riddles.maker();
    let (mut pictures, mut texts) = (Vec::new(), Vec::new());
    // At least the first one, so that an index beyond the end is an error.
    for index in std::iter::once(options.index).chain(options.index.saturating_add(1)..end) {
        let riddle = maker.make(split, index)?;
        let title = format!("{name}[{index}]");
        match options.kind {
            Kind::Text => {
                let colour = options.out.is_none() && common.colour_stdout();
                texts.push(lines(riddle, &look, &title, options, colour));
            }
            _ => pictures.push((String::new(), sheet(riddle, &look, &title, options))),
        }
    }
    match options.kind {
        Kind::Text => Ok(texts.join("\n").into_bytes()),
        _ => drawn(pictures, options),
    }
}

/// The pairs that are shown and the last one, whose output is not unless it is asked for.
fn pairs<'r>(riddle: &'r Riddle, options: &Show) -> Vec<(&'r Pair, bool)> {
    let shown = riddle.pairs.iter().map(|pair| (pair, true));
    shown.chain([(&riddle.test, options.answer)]).collect()
}

fn sheet(task: &Riddle, look: &Look, title: &str, options: &Show) -> Picture {
    let scenes: Vec<(Scene<'_>, Option<Scene<'_>>)> = pairs(task, options)
        .into_iter()
        .map(|(pair, told)| (Scene::new(&pair.input, look), told.then(|| Scene::new(&pair.output, look))))
        .collect();
    riddle(title, &scenes, (!options.no_logic).then(|| task.logic()).as_deref())
}

/// The same in a terminal: input and output side by side.
fn lines(task: &Riddle, look: &Look, title: &str, options: &Show, colour: bool) -> String {
    let mut out = format!("{title}\n");
    let mut names: Vec<String> = Vec::new();
    for (number, (pair, told)) in pairs(task, options).into_iter().enumerate() {
        let (input, before) = grid(&pair.input, look, colour, &mut names);
        let (output, after) =
            if told { grid(&pair.output, look, colour, &mut names) } else { Default::default() };
        let last = number == task.pairs.len();
        out.push_str(&if last { "to be solved\n".into() } else { format!("pair {}\n", number + 1) });
        for (row, left) in input.iter().enumerate() {
            let middle = row == input.len() / 2;
            let arrow = if middle { " → " } else { "   " };
            let right = output.get(row).map_or(if middle { "?" } else { "" }, String::as_str);
            out.push_str(format!("{left}{arrow}{right}").trim_end());
            out.push('\n');
        }
        for (name, boxes) in [("input", before), ("output", after)] {
            boxes.iter().for_each(|line| out.push_str(&format!("{name}: {line}\n")));
        }
    }
    out.push_str(&format!("{}\n", names.join("  ")));
    if !options.no_logic {
        out.push_str(&format!("{}\n", task.logic()));
    }
    out
}

/// The lines of a world's grid, and those that list its boxes; what letters and symbols mean is added to the names.
fn grid(world: &World, look: &Look, colour: bool, names: &mut Vec<String>) -> (Vec<String>, Vec<String>) {
    let drawn = |colour| text(&Scene::new(world, look).without_agent(), colour);
    let height = 2 * usize::from(world.side()) + 1;
    let plain = drawn(false);
    let (boxes, meanings): (Vec<&str>, Vec<&str>) =
        plain.lines().skip(height).partition(|line| line.starts_with('┏'));
    for name in meanings.iter().flat_map(|line| line.split("  ")).filter(|name| !name.is_empty()) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_string());
        }
    }
    let grid = drawn(colour).lines().take(height).map(String::from).collect();
    (grid, boxes.into_iter().map(String::from).collect())
}

fn drawn(mut pictures: Vec<(String, Picture)>, options: &Show) -> Result<Vec<u8>, Failure> {
    let columns = (pictures.len() as f64).sqrt().ceil() as usize;
    let picture = match &mut pictures[..] {
        [(_, single)] => single.clone(),
        _ => panels("", &pictures, columns),
    };
    match options.kind {
        Kind::Svg => Ok(picture.to_svg().into_bytes()),
        Kind::Png => Ok(picture.to_png(options.scale)?),
        Kind::Text | Kind::Gif => Err(Failure::Input("riddles do not move: use --as svg or --as png".into())),
    }
}

/// Tasks from files. Those in ten colours are drawn as the corpus is; the codes of the others are many, and their recipe
/// draws them better.
pub fn read(options: &Show, path: &Path) -> Result<Vec<u8>, Failure> {
    let entries = list(path, &options.choice)?;
    // Without --split, indices are those of train, or of the first split there is.
    let train = entries.iter().find(|entry| entry.split == "train");
    let split = train.or(entries.first()).map(|entry| entry.split.clone()).unwrap_or_default();
    let wanted = options.index..options.index.saturating_add(options.count.clamp(1, 100));
    let single = entries.len() == 1 && path.is_file();
    let is_wanted = |place: u64, index: Option<u64>| single || wanted.contains(&index.unwrap_or(place));
    let of_split = (0..).zip(entries.iter().filter(|entry| entry.split == split));
    let mut pictures = Vec::new();
    for (_, entry) in of_split.filter(|(place, entry)| is_wanted(*place, entry.index)) {
        let failed = |reason: String| Failure::Input(format!("{}: {reason}", entry.place));
        let text = entry.text().map_err(failed)?;
        let task: ArcTask =
            serde_json::from_str(&text).map_err(|error| failed(format!("it is no task: {error}")))?;
        pictures.push((String::new(), colours(&task, &entry.place, options)?));
    }
    if pictures.is_empty() {
        return Err(Failure::Input(format!("{} has no task {}", path.display(), options.index)));
    }
    if options.kind == Kind::Text {
        return Err(Failure::Input("grids of colours are pictures: use --as svg or --as png".into()));
    }
    drawn(pictures, options)
}

fn colours(task: &ArcTask, title: &str, options: &Show) -> Result<Picture, Failure> {
    let grid = |grid: &Vec<Vec<u64>>| {
        let rows: Option<Vec<Vec<u8>>> = grid
            .iter()
            .map(|row| row.iter().map(|&code| u8::try_from(code).ok().filter(|code| *code < 10)).collect())
            .collect();
        let rows = rows.ok_or_else(|| {
            Failure::Input(format!(
                "{title} has codes beyond the ten colours; its recipe draws it: `wampimuk show riddle --split NAME \
                 --index N`"
            ))
        })?;
        Ok::<_, Failure>(arc_grid(&rows)?)
    };
    if task.train.is_empty() && task.test.is_empty() {
        return Err(Failure::Input(format!("{title} has no pairs")));
    }
    let mut pairs = Vec::new();
    for pair in &task.train {
        pairs.push((grid(&pair.input)?, Some(grid(&pair.output)?)));
    }
    for pair in &task.test {
        pairs.push((grid(&pair.input)?, if options.answer { Some(grid(&pair.output)?) } else { None }));
    }
    Ok(riddle_of(title, &pairs, None))
}
