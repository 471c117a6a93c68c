//! How fast records are written (to nowhere) and read again (from files), on one core.
//!
//! `cargo run --release --package wampimuk-dataset --example throughput`

use std::io::Write;
use std::time::Instant;

use wampimuk_command::{
    Certificate, Example, Grammar, GridColumns, GridItem, Identifier, Lexicon, ObjectRoles, Reading, Scene,
    Surface, parse,
};
use wampimuk_core::{Digest, ItemId, Sink, StreamKey};
use wampimuk_dataset::{
    DatasetTxtReader, Input, JsonLines, OriginalFile, OriginalHeader, OriginalLanguage, OriginalLines,
    ParquetWriter, ROWS_PER_GROUP, Table, open,
};
use wampimuk_grid::{Agent, Cell, Object, World};

const POOL: u64 = 8192;
const RECORDS: usize = 400_000;

/// An item and its command's tokens.
type Spelt = (GridItem, Vec<u8>);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let lexicon = Lexicon::gscan();
    let splits: Vec<String> = ["train", "dev", "test"].map(String::from).into();
    let columns = GridColumns::new(&lexicon, Surface::Gscan, &splits);
    let key = StreamKey::new(&Digest::of(b"throughput"), "items", 0);
    let mut pool: Vec<Spelt> = (0..POOL).map(|index| item(&key, index, &lexicon, &columns)).collect();
    let actions: usize = pool.iter().map(|(item, _)| item.example.actions.len()).sum();
    let objects: usize = pool.iter().map(|(item, _)| item.example.world.objects().len()).sum();
    let per = |sum: usize| sum as f64 / POOL as f64;
    println!(
        "{RECORDS} records from a pool of {POOL}; objects {:.1}, actions {:.1} each",
        per(objects),
        per(actions)
    );

    let mut write = |number: usize, sink: &mut dyn Sink| {
        let length = pool.len();
        let (item, tokens) = &mut pool[number % length];
        // Identities must not repeat, or they would compress.
        item.id = ItemId((2 * number as u128 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835));
        item.index = number as u64;
        columns.write(item, tokens, "", sink);
    };

    let mut bytes = 0;
    let mut lines = JsonLines::new(columns.schema());
    let mut nowhere = std::io::sink();
    let start = Instant::now();
    for number in 0..RECORDS {
        write(number, &mut lines);
        if lines.bytes().len() > 1 << 18 {
            bytes += lines.bytes().len();
            nowhere.write_all(std::hint::black_box(lines.bytes()))?;
            lines.clear();
        }
    }
    report("JSON lines", start, bytes + lines.bytes().len());

    let start = Instant::now();
    let mut table = Table::new(columns.schema());
    for number in 0..RECORDS {
        write(number, &mut table);
        if table.rows() == ROWS_PER_GROUP {
            std::hint::black_box(table.finish()?);
        }
    }
    report("Arrow", start, 0);

    let start = Instant::now();
    let mut file = ParquetWriter::new(Vec::new(), columns.schema(), &[])?;
    for number in 0..RECORDS {
        write(number, &mut table);
        if table.rows() == ROWS_PER_GROUP || number + 1 == RECORDS {
            file.write(&table.finish()?)?;
        }
    }
    report("Parquet", start, file.finish()?.len());

    let mut bytes = 0;
    let mut lines = OriginalLines::new(&lexicon, Surface::Gscan, 4);
    let start = Instant::now();
    for number in 0..RECORDS {
        lines.push("train", &pool[number % pool.len()].0.example, &ObjectRoles::default())?;
        if lines.bytes().len() > 1 << 18 {
            bytes += lines.bytes().len();
            nowhere.write_all(std::hint::black_box(lines.bytes()))?;
            lines.clear();
        }
    }
    report("original", start, bytes + lines.bytes().len());
    read(&pool, &columns, &lexicon)
}

/// How fast they are read again, from files.
fn read(pool: &[Spelt], columns: &GridColumns, lexicon: &Lexicon) -> Result<(), Box<dyn std::error::Error>> {
    let directory = tempfile::tempdir()?;
    let header = OriginalHeader {
        grid_size: 6,
        language: OriginalLanguage::Gscan(Grammar::Adverb),
        min_object_size: 1,
        max_object_size: 4,
        percentage_train: 0.9,
    };
    let mut lines = JsonLines::new(columns.schema());
    let mut table = Table::new(columns.schema());
    let mut original = OriginalFile::new(Vec::new(), lexicon, &header)?;
    original.begin_split("train")?;
    for number in 0..RECORDS / 4 {
        let (item, tokens) = &pool[number % pool.len()];
        columns.write(item, tokens, "", &mut lines);
        columns.write(item, tokens, "", &mut table);
        original.write(&item.example, &item.cast)?;
    }
    let mut parquet = ParquetWriter::new(Vec::new(), columns.schema(), &[])?;
    parquet.write(&table.finish()?)?;
    let files = [
        ("JSON lines", lines.bytes().to_vec()),
        ("Parquet", parquet.finish()?),
        ("dataset.txt", original.finish()?),
    ];
    for (name, bytes) in files {
        let path = directory.path().join("file");
        std::fs::write(&path, &bytes)?;
        let start = Instant::now();
        let count = open(&path, None)?.filter(Result::is_ok).count();
        let seconds = start.elapsed().as_secs_f64();
        let (rate, speed) = (count as f64 / seconds, bytes.len() as f64 / seconds / 1e6);
        println!("reading {name:11} {rate:>10.0} records/s {speed:>6.0} MB/s");
        if name == "dataset.txt" {
            let start = Instant::now();
            let mut splitter = DatasetTxtReader::new(Input::open(&path)?);
            while splitter.next_piece()?.is_some() {}
            println!(
                "splitting it only: {:.0} MB/s",
                bytes.len() as f64 / start.elapsed().as_secs_f64() / 1e6
            );
        }
    }
    Ok(())
}

fn report(what: &str, start: Instant, bytes: usize) {
    let seconds = start.elapsed().as_secs_f64();
    let (rate, size) = (RECORDS as f64 / seconds, bytes as f64 / RECORDS as f64);
    println!("{what:10} {:>10.0} records/s {:>8.0} MB/s {size:>7.0} bytes each", rate, rate * size / 1e6);
}

fn item(key: &StreamKey, index: u64, lexicon: &Lexicon, columns: &GridColumns) -> Spelt {
    let mut stream = key.stream(index);
    let mut pick = |below: u32| stream.below(below) as u8;
    let adverbs = ["", " cautiously", " while spinning", " hesitantly", " while zigzagging"];
    let verbs = ["walk to", "push", "pull"];
    let colour = pick(4);
    let shape = pick(3);
    let text = format!(
        "{} a {}{}{}",
        verbs[usize::from(pick(3))],
        ["", "red ", "green ", "yellow ", "blue "][if pick(2) == 0 { 0 } else { usize::from(colour) + 1 }],
        lexicon.nouns[usize::from(shape)].word.word,
        adverbs[if pick(2) == 0 { 0 } else { usize::from(pick(5)) }],
    );
    let command = parse(&text, lexicon).expect("a command");
    let agent = Agent { cell: Cell::new(pick(6), pick(6)), ..Agent::default() };
    let mut world = World::new(6, agent).expect("a world");
    let objects = 2 + 5 * usize::from(pick(3));
    while world.objects().len() < objects {
        let cell = Cell::new(pick(6), pick(6));
        let object = match world.objects().len() {
            0 => Object::solid(shape, colour, 1 + pick(4), cell),
            _ => Object::solid(pick(3), pick(4), 1 + pick(4), cell),
        };
        // A taken cell: try another.
        let _ = world.place(object);
    }
    let mut actions = Vec::new();
    command.execute(&world, 0, lexicon, &mut actions);
    let id = Identifier::new(lexicon).identify(&command, &world);
    let tokens = columns.tokens(&command, lexicon, Surface::Gscan);
    let certificate = Certificate::new(&command, &Scene::new(&world), lexicon, Reading::Superlative);
    let (example, cast) = (Example { command, world, target: 0, actions }, ObjectRoles::default());
    (GridItem { id, split: 0, index, command: 0, example, certificate, cast }, tokens)
}
