//! Writes a small gallery to the folder given as argument: `cargo run -p wampimuk-draw --example gallery -- FOLDER`.

use std::error::Error;
use std::path::Path;

use wampimuk_draw::{Appearance, GridScene, Picture, bar_chart, gif, grouped_bars, heat_grid, sheet, text};
use wampimuk_grid::{
    Action, Agent, Cell, Deed, FirstAxis, Form, Heading, Manner, Object, World, execute, print_actions,
};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: gallery FOLDER")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let save = |name: &str, picture: &Picture| -> Result<(), Box<dyn Error>> {
        std::fs::write(folder.join(name).with_extension("svg"), picture.to_svg())?;
        std::fs::write(folder.join(name).with_extension("png"), picture.to_png(2.0)?)?;
        Ok(())
    };

    let look =
        Appearance::from_names(&["circle", "square", "cylinder", "box"], &["red", "green", "yellow", "blue"]);
    let (world, target) = gscan()?;
    let gold = answer(&world, target, Deed::Push, FirstAxis::Columns);
    let other = answer(&world, target, Deed::Pull, FirstAxis::Rows);
    let gscan = GridScene::new(&world, &look)
        .title("push the small red circle hesitantly")
        .caption(print_actions(&gold))
        .target(target)?;
    save("gscan", &Picture::of(&gscan))?;
    let paths = gscan.clone().path(&gold).predicted(&other);
    save("paths", &Picture::of(&paths))?;
    std::fs::write(folder.join("run.gif"), gif(&gscan, &gold)?)?;

    let weights: Vec<f32> = (0..36).map(|i| 1.0 / (1.0 + (i as f32 - 15.0).powi(2) / 8.0)).collect();
    let attention = gscan.clone().attention(&weights)?;
    save("attention", &Picture::of(&attention))?;
    let pull = GridScene::new(&world, &look).title("pull the circle").path(&other);
    let shared = answer(&world, 1, Deed::Pull, FirstAxis::Rows);
    let back = GridScene::new(&world, &look).title("pull the big circle").path(&shared).target(1)?;
    save("sheet", &sheet(&[gscan, paths.clone(), attention, pull, back], 3))?;

    let (boxes, target) = reascan()?;
    let way = answer(&boxes, target, Deed::Push, FirstAxis::Columns);
    let reascan = GridScene::new(&boxes, &look)
        .title("push the red square that is inside of a blue box and in the same row as a yellow cylinder")
        .path(&way)
        .target(target)?;
    save("reascan", &Picture::of(&reascan))?;
    save("shapes", &Picture::of(&GridScene::new(&shapes()?, &novel()).title("words without a known look")))?;
    save("crowd", &Picture::of(&GridScene::new(&crowd()?, &look).title("thirty-two by thirty-two")))?;

    let letters: Vec<(String, f64)> = ('!'..='~')
        .collect::<Vec<_>>()
        .chunks(24)
        .map(|chunk| (chunk.iter().collect(), chunk.len() as f64))
        .collect();
    save("letters", &bar_chart("The quick brown fox jumps over the lazy dog: 0123456789", &letters))?;
    let splits =
        [("random", 97.2), ("yellow squares", 54.9), ("red squares", 23.5), ("novel direction", 0.0)];
    save("bars", &bar_chart("Exact match (%)", &splits))?;
    let groups = splits.map(|(name, value)| (name, [value, value * 0.8 + 3.0, f64::NAN]));
    save("groups", &grouped_bars("Exact match by model (%)", &["baseline", "ours", "ours, large"], &groups))?;
    let counts: Vec<Vec<f64>> =
        (0..6).map(|r| (0..6).map(|c| f64::from(r * c * 37 % 400)).collect()).collect();
    save("positions", &heat_grid("Where targets are", &counts))?;

    print!("{}\n{}", text(&paths, true), text(&reascan, false));
    Ok(())
}

fn answer(world: &World, target: usize, deed: Deed, first: FirstAxis) -> Vec<Action> {
    let mut actions = Vec::new();
    execute(world, target, deed, &Manner::default(), first, &mut actions);
    actions
}

fn gscan() -> Result<(World, usize), Box<dyn Error>> {
    let mut world = World::new(6, Agent { cell: Cell::new(4, 0), heading: Heading::East })?;
    let target = world.place(Object::solid(0, 0, 2, Cell::new(2, 3)))?;
    world.place(Object::solid(0, 0, 4, Cell::new(5, 4)))?;
    world.place(Object::solid(1, 1, 3, Cell::new(4, 2)))?;
    world.place(Object::solid(1, 2, 1, Cell::new(0, 0)))?;
    world.place(Object::solid(2, 3, 4, Cell::new(1, 5)))?;
    world.place(Object::solid(2, 2, 2, Cell::new(1, 1)))?;
    world.place(Object::solid(1, 3, 4, Cell::new(3, 5)))?;
    Ok((world, target))
}

fn reascan() -> Result<(World, usize), Box<dyn Error>> {
    let frame = |colour, size, cell| Object { form: Form::Frame, ..Object::solid(3, colour, size, cell) };
    let mut world = World::new(6, Agent { cell: Cell::new(5, 1), heading: Heading::North })?;
    let target = world.place(Object::solid(1, 0, 2, Cell::new(2, 3)))?;
    world.place(frame(3, 3, Cell::new(1, 2)))?;
    world.place(frame(1, 2, Cell::new(0, 4)))?;
    world.place(frame(2, 4, Cell::new(2, 0)))?;
    world.place(Object::solid(2, 2, 3, Cell::new(2, 5)))?;
    world.place(Object::solid(1, 0, 1, Cell::new(4, 4)))?;
    world.place(Object::solid(0, 1, 4, Cell::new(4, 2)))?;
    Ok((world, target))
}

fn novel() -> Appearance {
    let shapes = ["circle", "square", "cylinder", "box", "wug", "dax", "blick", "toma", "fep", "zup", "kiki"];
    Appearance::from_names(&shapes, &["red", "tulver", "mip", "blue", "white", "black", "gorp", "sliz"])
}

fn shapes() -> Result<World, Box<dyn Error>> {
    let mut world = World::new(11, Agent { cell: Cell::new(10, 5), heading: Heading::West })?;
    for shape in 0..11 {
        for size in 1..=4 {
            world.place(Object::solid(shape, (shape + size) % 8, size, Cell::new(size * 2, shape)))?;
        }
    }
    Ok(world)
}

fn crowd() -> Result<World, Box<dyn Error>> {
    let mut world = World::new(32, Agent { cell: Cell::new(16, 16), heading: Heading::South })?;
    for i in 0..64u8 {
        let cell = Cell::new(i % 32, (i % 32 * 7 + i / 32 * 5) % 32);
        world.place(Object::solid(i % 3, i / 3 % 4, 1 + i % 4, cell))?;
    }
    Ok(world)
}
