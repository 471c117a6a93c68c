//! Pictures of riddles: rows of inputs and outputs.

use wampimuk_draw::{self as draw, Appearance, GridScene, Picture, arc_grid, panels, riddle_of, text};
use wampimuk_grid::World;
use wampimuk_riddle::{ArcTask, Riddle, Riddles, WorldPair};

use crate::look::look;
use crate::{Kind, Options, ShowError};

/// Tasks of a recipe, by their addresses.
pub(crate) fn made(
    riddles: &Riddles,
    split: usize,
    indices: impl Iterator<Item = u64>,
    options: &Options,
) -> Result<Vec<u8>, ShowError> {
    check(options)?;
    let name = riddles.splits().get(split).map_or("", |split| split.name.as_str());
    let look = look(riddles.lexicon());
    let mut maker = riddles.maker();
    let (mut pictures, mut texts) = (Vec::new(), Vec::new());
    for index in indices {
        let riddle = maker.make(split, index)?;
        let title = format!("{name}[{index}]");
        match options.kind {
            Kind::Text => texts.push(lines(riddle, &look, &title, options)),
            _ => pictures.push((String::new(), sheet(riddle, &look, &title, options))),
        }
    }
    match options.kind {
        Kind::Text => Ok(texts.join("\n").into_bytes()),
        _ => drawn(pictures, options),
    }
}

/// The picture of one task.
pub fn riddle(task: &Riddle, title: &str, options: &Options) -> Picture {
    sheet(task, &look(task.lexicon()), title, options)
}

/// The picture of tasks with their titles, in ten colours, as the corpus is drawn. The codes of tasks with more are many, and
/// their recipe draws them better.
pub fn tasks(tasks: &[(String, ArcTask)], options: &Options) -> Result<Vec<u8>, ShowError> {
    check(options)?;
    let pictures = tasks.iter().map(|(title, task)| Ok((String::new(), colours(task, title, options)?)));
    let pictures = pictures.collect::<Result<Vec<_>, ShowError>>()?;
    if options.kind == Kind::Text {
        return Err(ShowError::Impossible("grids of colours are pictures: use --as svg or --as png".into()));
    }
    drawn(pictures, options)
}

fn check(options: &Options) -> Result<(), ShowError> {
    match options.is_about_commands() {
        true => Err(ShowError::Impossible("riddles have no graphs, actions or attention to draw".into())),
        false => Ok(()),
    }
}

/// The pairs that are shown and the last one, whose output is not unless it is asked for.
fn pairs<'r>(riddle: &'r Riddle, options: &Options) -> Vec<(&'r WorldPair, bool)> {
    let shown = riddle.pairs.iter().map(|pair| (pair, true));
    shown.chain([(&riddle.test, options.solution && options.answer)]).collect()
}

fn says_logic(options: &Options) -> bool {
    options.logic && options.answer
}

fn sheet(task: &Riddle, look: &Appearance, title: &str, options: &Options) -> Picture {
    let scenes: Vec<(GridScene<'_>, Option<GridScene<'_>>)> = pairs(task, options)
        .into_iter()
        .map(|(pair, told)| {
            (GridScene::new(&pair.input, look), told.then(|| GridScene::new(&pair.output, look)))
        })
        .collect();
    draw::riddle(title, &scenes, says_logic(options).then(|| task.logic()).as_deref())
}

/// The same in a terminal: input and output side by side.
fn lines(task: &Riddle, look: &Appearance, title: &str, options: &Options) -> String {
    let colour = options.colour;
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
    if says_logic(options) {
        out.push_str(&format!("{}\n", task.logic()));
    }
    out
}

/// The lines of a world's grid, and those that list its boxes; what letters and symbols mean is added to the names.
fn grid(
    world: &World,
    look: &Appearance,
    colour: bool,
    names: &mut Vec<String>,
) -> (Vec<String>, Vec<String>) {
    let drawn = |colour| text(&GridScene::new(world, look).without_agent(), colour);
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

fn drawn(mut pictures: Vec<(String, Picture)>, options: &Options) -> Result<Vec<u8>, ShowError> {
    let columns = (pictures.len() as f64).sqrt().ceil() as usize;
    let picture = match &mut pictures[..] {
        [(_, single)] => single.clone(),
        _ => panels("", &pictures, columns),
    };
    match options.kind {
        Kind::Svg | Kind::Png | Kind::Tikz => Ok(options.still(&picture)?),
        Kind::Text | Kind::Gif => {
            Err(ShowError::Impossible("riddles do not move: use --as svg, --as png or --as tikz".into()))
        }
    }
}

fn colours(task: &ArcTask, title: &str, options: &Options) -> Result<Picture, ShowError> {
    let grid = |grid: &Vec<Vec<u64>>| {
        let rows: Option<Vec<Vec<u8>>> = grid
            .iter()
            .map(|row| row.iter().map(|&code| u8::try_from(code).ok().filter(|code| *code < 10)).collect())
            .collect();
        let rows = rows.ok_or_else(|| {
            ShowError::Impossible(format!(
                "{title} has codes beyond the ten colours; its recipe draws it: `wampimuk show riddle --split NAME \
                 --index N`"
            ))
        })?;
        Ok::<_, ShowError>(arc_grid(&rows)?)
    };
    if task.train.is_empty() && task.test.is_empty() {
        return Err(ShowError::Impossible(format!("{title} has no pairs")));
    }
    let mut pairs = Vec::new();
    for pair in &task.train {
        pairs.push((grid(&pair.input)?, Some(grid(&pair.output)?)));
    }
    for pair in &task.test {
        pairs.push((
            grid(&pair.input)?,
            if options.solution && options.answer { Some(grid(&pair.output)?) } else { None },
        ));
    }
    Ok(riddle_of(title, &pairs, None))
}
