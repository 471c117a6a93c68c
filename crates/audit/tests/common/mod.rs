//! Reading the conformance data, and nothing more: a reader for tests, not for users.

use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde_json::Value;
use wampimuk_command::{Example, Lexicon, parse};
use wampimuk_grid::{Agent, Cell, Heading, Object, World, parse_actions};

/// The folder with the conformance data; says so and returns nothing where it is absent.
pub fn conformance(folder: &str) -> Option<PathBuf> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("WAMPIMUK_SHARED").map_or(default, PathBuf::from);
    let folder = shared.join("conformance").join(folder);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: {} is not there", folder.display());
    None
}

/// The text of a gzip file.
pub fn unzip(path: &Path) -> String {
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text
}

/// An example of an original file.
pub fn example(record: &Value, lexicon: &Lexicon) -> Example {
    let number = |value: &Value| {
        value.as_str().map_or_else(|| value.as_u64().unwrap(), |text| text.parse().unwrap()) as u8
    };
    let cell = |position: &Value| Cell::new(number(&position["row"]), number(&position["column"]));
    let situation = &record["situation"];
    let agent = Agent {
        cell: cell(&situation["agent_position"]),
        heading: Heading::from_index(number(&situation["agent_direction"])),
    };
    let mut world = World::new(number(&situation["grid_size"]), agent).unwrap();
    let placed = situation["placed_objects"].as_object().unwrap();
    for index in 0..placed.len() {
        let object = &placed[&index.to_string()];
        let (features, cell) = (&object["object"], cell(&object["position"]));
        let shape = lexicon.shape_named(features["shape"].as_str().unwrap()).unwrap();
        let colour = lexicon.colour_named(features["color"].as_str().unwrap()).unwrap();
        let form = lexicon.nouns[usize::from(shape)].form;
        let solid = Object::solid(shape, colour, number(&features["size"]), cell);
        world.place(Object { form, ..solid }).unwrap();
    }
    Example {
        command: parse(record["command"].as_str().unwrap(), lexicon).unwrap(),
        world,
        target: 0,
        actions: parse_actions(record["target_commands"].as_str().unwrap()).unwrap(),
    }
}
