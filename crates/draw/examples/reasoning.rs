//! Writes pictures of ReaSCAN items to the folder given as argument:
//! `cargo run -p wampimuk-draw --example reasoning -- /tmp/draw`.

use std::error::Error;
use std::path::Path;

use wampimuk_draw::{Look, Picture, Scene, Shade, text};
use wampimuk_grid::{Agent, Cell, Form, Heading, Object, World};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: reasoning FOLDER")?;
    let folder = Path::new(&folder);
    std::fs::create_dir_all(folder)?;
    let save = |name: &str, picture: &Picture| -> Result<(), Box<dyn Error>> {
        std::fs::write(folder.join(name).with_extension("svg"), picture.to_svg())?;
        std::fs::write(folder.join(name).with_extension("png"), picture.to_png(2.0)?)?;
        Ok(())
    };
    let look =
        Look::from_names(&["circle", "square", "cylinder", "box"], &["red", "green", "yellow", "blue"]);

    let (world, shades) = crowded(16)?;
    let item = shaded(Scene::new(&world, &look), &shades)?
        .title("walk to the small red circle that is in the same column as a blue cylinder and inside of a green box")
        .link(0, 1, "same column")?
        .link(0, 2, "inside of")?;
    save("item", &Picture::of(&item))?;
    print!("{}", text(&item, true));

    let (world, shades) = crowded(24)?;
    let crowd = shaded(Scene::new(&world, &look), &shades)?
        .title("twenty-four objects")
        .link(0, 1, "same column")?
        .link(0, 2, "inside of")?
        .link(0, 14, "same row")?
        .link(0, 21, "same colour")?
        .tag(7, "D1")?
        .tag(8, "D2-1")?
        .tag(2, "B2-1")?;
    save("crowd24", &Picture::of(&crowd))?;

    let (world, shades) = crowded(6)?;
    let few = shaded(Scene::new(&world, &look), &shades)?
        .title("few objects")
        .link(0, 1, "same column")?
        .link(0, 2, "inside of")?
        .link(0, 5, "same row")?
        .without_agent();
    save("few", &Picture::of(&few))?;
    Ok(())
}

/// A world like those of ReaSCAN, with the part each object plays.
fn crowded(objects: usize) -> Result<(World, Vec<Shade>), Box<dyn Error>> {
    use Shade::{Attribute, Isomorphism, Phrase, Random, Relation, Target};
    let (circle, square, cylinder, frame) = (0, 1, 2, 3);
    let (red, green, yellow, blue) = (0, 1, 2, 3);
    let list = [
        (circle, red, 2, (2, 3), Target),
        (cylinder, blue, 3, (0, 3), Phrase),
        (frame, green, 3, (1, 2), Phrase),
        (circle, red, 2, (4, 5), Relation),
        (cylinder, blue, 4, (0, 5), Relation),
        (circle, red, 4, (2, 0), Relation),
        (frame, green, 2, (2, 0), Relation),
        (circle, red, 2, (3, 1), Isomorphism),
        (cylinder, green, 4, (0, 1), Isomorphism),
        (frame, blue, 3, (3, 0), Isomorphism),
        (circle, blue, 2, (5, 2), Attribute),
        (cylinder, blue, 1, (1, 2), Attribute),
        (frame, green, 2, (4, 2), Attribute),
        (square, yellow, 4, (4, 0), Random),
        (square, green, 4, (2, 4), Random),
        (square, yellow, 1, (1, 0), Random),
        (square, blue, 4, (5, 4), Random),
        (square, green, 2, (0, 0), Random),
        (square, yellow, 3, (3, 5), Random),
        (cylinder, yellow, 4, (5, 5), Random),
        (square, green, 4, (1, 3), Random),
        (square, red, 4, (3, 3), Random),
        (cylinder, red, 4, (1, 4), Random),
        (frame, yellow, 4, (0, 2), Random),
    ];
    let mut world = World::new(6, Agent { cell: Cell::new(5, 0), heading: Heading::East })?;
    for &(shape, colour, size, (row, column), _) in &list[..objects] {
        let form = if shape == frame { Form::Frame } else { Form::Solid };
        world.place(Object { form, ..Object::solid(shape, colour, size, Cell::new(row, column)) })?;
    }
    Ok((world, list[..objects].iter().map(|&(.., shade)| shade).collect()))
}

fn shaded<'a>(scene: Scene<'a>, shades: &[Shade]) -> Result<Scene<'a>, Box<dyn Error>> {
    let mut each = shades.iter().enumerate();
    Ok(each.try_fold(scene, |scene, (object, &shade)| scene.shade(object, shade))?)
}
