//! Draws tasks of the shipped recipes and says how they were made: `riddles FOLDER [TASKS]`.

use std::collections::BTreeMap;
use std::error::Error;
use std::path::Path;
use std::time::Instant;

use wampimuk_draw::{Appearance, GridScene, Picture, arc_grid, riddle, riddle_of};
use wampimuk_riddle::{ArcPair, Recipe, Riddle, Riddles, SHIPPED, check};

/// How many tasks of each split are drawn.
const DRAWN: u64 = 4;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().ok_or("usage: riddles FOLDER [TASKS]")?;
    let tasks: u64 = arguments.next().map_or(Ok(200), |tasks| tasks.parse())?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    for shipped in SHIPPED {
        let start = Instant::now();
        let riddles = Riddles::new(Recipe::parse(shipped.toml)?, 0)?;
        let (commands, operations) = (riddles.commands(), riddles.operations().len());
        let impossible = riddles.impossible().len();
        println!(
            "{}: {commands} commands ({impossible} without worlds), {operations} operations, prepared in {:.2?}",
            shipped.name,
            start.elapsed()
        );
        for (split, info) in riddles.splits().iter().enumerate() {
            let mut maker = riddles.maker();
            let mut tally = Tally::default();
            let start = Instant::now();
            for index in 0..tasks.min(info.len) {
                match maker.make(split, index) {
                    Ok(riddle) => tally.add(riddle),
                    Err(error) => println!("  {error}"),
                }
            }
            let rate = tally.tasks as f64 / start.elapsed().as_secs_f64();
            println!("  {}: {rate:.0} tasks/s; {}", info.name, tally.text());
            for index in 0..DRAWN.min(info.len) {
                let riddle = maker.make(split, index)?;
                check(&riddle.arc_json())?;
                let name = format!("{}-{}-{index}", shipped.name, info.name);
                std::fs::write(folder.join(&name).with_extension("png"), sheet(riddle)?.to_png(1.5)?)?;
                std::fs::write(
                    folder.join(&name).with_extension("json"),
                    serde_json::to_string(&riddle.arc_json())?,
                )?;
                if let Some(task) = riddle.arc_colours() {
                    let grid = |rows: &[Vec<u64>]| {
                        let rows: Vec<Vec<u8>> =
                            rows.iter().map(|row| row.iter().map(|&code| code as u8).collect()).collect();
                        arc_grid(&rows)
                    };
                    let draw = |pair: &ArcPair| Ok((grid(&pair.input)?, Some(grid(&pair.output)?)));
                    let pairs: Result<Vec<_>, wampimuk_draw::DrawError> =
                        task.train.iter().chain(&task.test).map(draw).collect();
                    let picture = riddle_of("", &pairs?, Some(&riddle.logic()));
                    std::fs::write(folder.join(format!("{name}-colours.png")), picture.to_png(1.0)?)?;
                }
            }
        }
    }
    Ok(())
}

fn sheet(task: &Riddle) -> Result<Picture, Box<dyn Error>> {
    let lexicon = task.lexicon();
    let shapes: Vec<&str> = lexicon.nouns.iter().map(|noun| noun.word.name.as_str()).collect();
    let colours: Vec<&str> = lexicon.colours.iter().map(|colour| colour.name.as_str()).collect();
    let look = Appearance::from_names(&shapes, &colours);
    let scene = |world| GridScene::new(world, &look);
    let pairs: Vec<_> =
        task.all_pairs().map(|pair| (scene(&pair.input), Some(scene(&pair.output)))).collect();
    Ok(riddle("", &pairs, Some(&task.logic())))
}

/// What tasks are like on average.
#[derive(Default)]
struct Tally {
    tasks: usize,
    minimal: usize,
    lone: usize,
    shorter: usize,
    alternatives: usize,
    agreeing: usize,
    objects: usize,
    colours: usize,
    words: BTreeMap<usize, usize>,
    kinds: BTreeMap<&'static str, usize>,
}

impl Tally {
    fn add(&mut self, task: &Riddle) {
        let certificate = task.certificate;
        self.tasks += 1;
        self.minimal += usize::from(certificate.shorter == 0);
        self.lone += usize::from(certificate.shorter + certificate.alternatives == 0);
        self.shorter += certificate.shorter;
        self.alternatives += certificate.alternatives;
        self.agreeing += certificate.agreeing;
        self.objects += task.test.input.objects().len();
        self.colours += usize::from(task.arc_colours().is_some());
        *self.words.entry(certificate.words).or_default() += 1;
        *self.kinds.entry(task.operation.kind().name()).or_default() += 1;
    }

    fn text(&self) -> String {
        let Self { tasks, minimal, lone, shorter, alternatives, agreeing, objects, colours, words, kinds } =
            self;
        let each = |count: &usize| *count as f64 / (*tasks).max(1) as f64;
        format!(
            "{:.1} objects; {minimal} of {tasks} have no shorter explanation, {lone} no other at all; on average \
             {:.1} shorter, {:.1} as long, {:.1} of which agree; {colours} in colours; words {words:?}; {kinds:?}",
            each(objects),
            each(shorter),
            each(alternatives),
            each(agreeing)
        )
    }
}
