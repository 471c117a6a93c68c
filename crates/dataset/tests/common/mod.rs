//! Small datasets in every format.

#![expect(dead_code, reason = "each test uses a part")]

use std::io::Read;
use std::path::{Path, PathBuf};

use wampimuk_command::{
    Certificate, Example, Grammar, GridColumns, Identifier, Lexicon, ObjectRoles, Reading, Scene, Surface,
    parse,
};
use wampimuk_core::{ItemId, Sink};
use wampimuk_dataset::{
    Input, JsonLines, OriginalFile, OriginalHeader, OriginalLanguage, OriginalLines, Output, ParquetWriter,
    Record, Table, open,
};
use wampimuk_grid::{Agent, Cell, Heading, Object, World};

pub const SPLIT_NAMES: [&str; 3] = ["train", "test", "own_split"];

pub struct Item {
    pub split: usize,
    pub index: u64,
    pub example: Example,
}

pub fn items(lexicon: &Lexicon) -> Vec<Item> {
    let texts = [
        "walk to a red small circle while spinning",
        "push a green square",
        "pull a big cylinder hesitantly",
        "push a blue circle cautiously",
        "walk to a yellow big square while zigzagging",
    ];
    let words = |text: &str| -> String {
        // Commands in the lexicon's own words.
        let command = parse(text, &Lexicon::gscan()).unwrap();
        command.text(lexicon, Surface::Gscan)
    };
    let mut items = Vec::new();
    for (number, text) in texts.iter().cycle().take(40).enumerate() {
        let command = parse(&words(text), lexicon).unwrap();
        let side = if number % 7 == 0 { 12 } else { 6 };
        let cell = |at: usize| Cell::from_index((at * 7 + number) % (side * side), side as u8);
        let heading = Heading::ALL[number % 4];
        let mut world = World::new(side as u8, Agent { cell: cell(20), heading }).unwrap();
        for at in 0..1 + number % 9 {
            let feature = |below: usize| ((at * 5 + number) % below) as u8;
            world.place(Object::solid(feature(3), feature(4), 1 + feature(4), cell(at))).unwrap();
        }
        let target = number % world.objects().len();
        let mut actions = Vec::new();
        command.execute(&world, target, lexicon, &mut actions);
        let split = number * SPLIT_NAMES.len() / 40;
        let index = items.iter().filter(|item: &&Item| item.split == split).count() as u64;
        items.push(Item { split, index, example: Example { command, world, target, actions } });
    }
    items
}

/// What the compact formats say of an item beside the example.
pub fn label(item: &Item, lexicon: &Lexicon) -> (ItemId, Certificate) {
    let Example { command, world, .. } = &item.example;
    let certificate = Certificate::new(command, &Scene::new(world), lexicon, Reading::Superlative);
    (Identifier::new(lexicon).identify(command, world), certificate)
}

fn write_columns(items: &[Item], lexicon: &Lexicon, columns: &GridColumns, sink: &mut dyn Sink) {
    for item in items {
        let (id, certificate) = label(item, lexicon);
        let &Item { split, index, ref example } = item;
        let tokens = columns.tokens(&example.command, lexicon, Surface::Gscan);
        let (example, cast) = (example.clone(), ObjectRoles::default());
        let made = wampimuk_command::GridItem { id, split, index, command: 0, example, certificate, cast };
        columns.write(&made, &tokens, "", sink);
    }
}

pub fn columns(lexicon: &Lexicon) -> GridColumns {
    GridColumns::new(lexicon, Surface::Gscan, &SPLIT_NAMES.map(String::from))
}

pub fn json_lines(items: &[Item], lexicon: &Lexicon) -> Vec<u8> {
    let columns = columns(lexicon);
    let mut lines = JsonLines::new(columns.schema());
    write_columns(items, lexicon, &columns, &mut lines);
    lines.bytes().to_vec()
}

pub fn parquet(items: &[Item], lexicon: &Lexicon) -> Vec<u8> {
    let columns = columns(lexicon);
    let mut table = Table::new(columns.schema());
    let mut file = ParquetWriter::new(Vec::new(), columns.schema(), &[("recipe", "none")]).unwrap();
    for part in items.chunks(17) {
        write_columns(part, lexicon, &columns, &mut table);
        file.write(&table.finish().unwrap()).unwrap();
    }
    file.finish().unwrap()
}

pub fn original_lines(items: &[Item], lexicon: &Lexicon) -> Vec<u8> {
    let mut lines = OriginalLines::new(lexicon, Surface::Gscan, 4);
    for item in items {
        lines.push(SPLIT_NAMES[item.split], &item.example, &ObjectRoles::default()).unwrap();
    }
    lines.bytes().to_vec()
}

pub fn original_file(items: &[Item], lexicon: &Lexicon) -> Vec<u8> {
    let header = OriginalHeader {
        grid_size: 6,
        language: OriginalLanguage::Gscan(Grammar::Adverb),
        min_object_size: 1,
        max_object_size: 4,
        percentage_train: 0.9,
    };
    let mut file = OriginalFile::new(Vec::new(), lexicon, &header).unwrap();
    for (split, name) in SPLIT_NAMES.iter().enumerate() {
        file.begin_split(name).unwrap();
        for item in items.iter().filter(|item| item.split == split) {
            file.write(&item.example, &ObjectRoles::default()).unwrap();
        }
    }
    file.finish().unwrap()
}

/// Every format, with a file name.
pub fn formats(items: &[Item], lexicon: &Lexicon) -> [(&'static str, Vec<u8>); 4] {
    [
        ("items.jsonl", json_lines(items, lexicon)),
        ("items.parquet", parquet(items, lexicon)),
        ("original.jsonl", original_lines(items, lexicon)),
        ("dataset.txt", original_file(items, lexicon)),
    ]
}

pub fn write(path: &Path, bytes: &[u8]) {
    let mut output = Output::create(path).unwrap();
    output.append(bytes).unwrap();
    output.finish().unwrap();
}

pub fn read_all(path: &Path, lexicon: Option<&Lexicon>) -> (Vec<Record>, Lexicon) {
    let mut reader = open(path, lexicon).unwrap();
    let records = reader.by_ref().map(Result::unwrap).collect();
    (records, reader.lexicon().clone())
}

/// A file of the material that is shared beside the workspace, if it is there.
pub fn shared(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("WAMPIMUK_SHARED").map(PathBuf::from);
    let root = root.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let path = root.join("conformance").join(name);
    if !path.exists() {
        println!("skipped: {} is not there", path.display());
        return None;
    }
    Some(path)
}

pub fn text(path: &Path) -> String {
    let mut text = String::new();
    Input::open(path).unwrap().read_to_string(&mut text).unwrap();
    text
}
