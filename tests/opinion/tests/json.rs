//! Reading what the original systems wrote.

use std::io::Read;
use std::path::PathBuf;

use flate2::read::GzDecoder;
use serde_json::Value;
use wampimuk_command::{Command, Lexicon};
use wampimuk_grid::{Agent, Cell, Form, Heading, Object, World};

/// The folder of conformance data: `$WAMPIMUK_SHARED/conformance`, or `../shared/conformance` next to the workspace.
pub fn folder() -> Option<PathBuf> {
    let shared = std::env::var_os("WAMPIMUK_SHARED")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"), PathBuf::from);
    let folder = shared.join("conformance");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no conformance data at {}", folder.display());
    None
}

/// A file's text, decompressed if need be.
pub fn text(name: &str) -> Option<String> {
    let path = folder()?.join(name);
    let Ok(bytes) = std::fs::read(&path) else {
        println!("skipped: no file at {}", path.display());
        return None;
    };
    let mut text = String::new();
    if name.ends_with(".gz") {
        GzDecoder::new(bytes.as_slice()).read_to_string(&mut text).unwrap();
    } else {
        bytes.as_slice().read_to_string(&mut text).unwrap();
    }
    Some(text)
}

/// The values of a file with one JSON value on each line.
pub fn lines(name: &str) -> Option<Vec<Value>> {
    Some(text(name)?.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

/// A number, written as a number or as text.
pub fn number(value: &Value) -> u8 {
    match value {
        Value::String(text) => text.parse().unwrap(),
        other => u8::try_from(other.as_u64().unwrap()).unwrap(),
    }
}

/// A text.
pub fn string(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn cell(position: &Value) -> Cell {
    Cell::new(number(&position["row"]), number(&position["column"]))
}

/// An object of a situation.
pub fn object(value: &Value, lexicon: &Lexicon) -> Object {
    let features = &value["object"];
    features_object(
        number(&features["size"]),
        string(&features["color"]),
        string(&features["shape"]),
        cell(&value["position"]),
        lexicon,
    )
}

/// An object from its features.
pub fn features_object(size: u8, colour: &str, shape: &str, cell: Cell, lexicon: &Lexicon) -> Object {
    let shape = lexicon.shape_named(shape).unwrap();
    let form = lexicon.nouns[usize::from(shape)].form;
    let object = Object::solid(shape, lexicon.colour_named(colour).unwrap(), size, cell);
    Object { form: if form == Form::Frame { Form::Frame } else { Form::Solid }, ..object }
}

/// The world of a situation; the target is the object with number 0.
pub fn world(situation: &Value, lexicon: &Lexicon) -> World {
    let agent = Agent {
        cell: cell(&situation["agent_position"]),
        heading: Heading::from_index(number(&situation["agent_direction"])),
    };
    let mut world = World::new(number(&situation["grid_size"]), agent).unwrap();
    let objects = situation["placed_objects"].as_object().unwrap();
    for key in 0..objects.len() {
        world.place(object(&objects[&key.to_string()], lexicon)).unwrap();
    }
    world
}

/// An example as far as all files have it in common.
pub struct Recorded {
    pub text: String,
    pub command: Command,
    pub world: World,
    pub actions: String,
}

/// Reads an example.
pub fn recorded(value: &Value, lexicon: &Lexicon) -> Recorded {
    let text = string(&value["command"]).to_string();
    let command = wampimuk_command::parse(&text, lexicon).unwrap_or_else(|error| panic!("{text}: {error}"));
    let world = world(&value["situation"], lexicon);
    Recorded { text, command, world, actions: string(&value["target_commands"]).to_string() }
}
