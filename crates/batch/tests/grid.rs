//! Arrays of commands in grid worlds, compared with the records that files are made of.

use serde_json::Value;
use wampimuk_batch::{BatchError, EOS, GridBatch, GridBatcher, PAD, Padding, SOS, Vocabulary};
use wampimuk_core::{Items, Permutation};
use wampimuk_dataset::{JsonLines, TensorLines};
use wampimuk_families::{Dataset, require};

type Failure = Box<dyn std::error::Error>;

const RECIPES: [&str; 6] =
    ["gscan", "gscan-length", "gscan-example", "gscan-released", "reascan", "reascan-released-2rc"];

fn dataset(recipe: &str, seed: u64) -> Result<Box<dyn Dataset>, Failure> {
    Ok(require(recipe, &[])?.dataset(seed)?)
}

/// Some items of a split, spread over it.
fn some(dataset: &dyn Dataset, split: usize, count: u64) -> Vec<u64> {
    let len = dataset.splits()[split].len;
    let mut stream = wampimuk_core::StreamKey::new(&dataset.digest(), "test", 0).stream(0);
    let order = Permutation::new(len, &mut stream);
    (0..count.min(len)).map(|number| order.at(number)).collect()
}

/// An item as JSON, the way files hold it.
fn record(items: &mut dyn Items, lines: &mut JsonLines, split: usize, index: u64) -> Result<Value, Failure> {
    lines.clear();
    items.write(split, index, lines)?;
    Ok(serde_json::from_slice(lines.bytes())?)
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn number(value: &Value) -> usize {
    value.as_u64().map_or(usize::MAX, |number| number as usize)
}

/// What the record says, put into an observation without any of the library's code.
fn slow_observation(dataset: &dyn Dataset, record: &Value) -> Option<Vec<u8>> {
    let grid = dataset.contents().commands()?;
    let (sizes, lexicon) = (usize::from(grid.setting().max_object_size), grid.lexicon());
    let shapes: Vec<&str> = lexicon.nouns.iter().map(|noun| noun.word.name.as_str()).collect();
    let colours: Vec<&str> = lexicon.colours.iter().map(|colour| colour.name.as_str()).collect();
    let depth = sizes + shapes.len() + colours.len() + 5;
    let side = number(&record["grid_size"]);
    let mut tensor = vec![0; side * side * depth];
    for object in record["objects"].as_array()? {
        let base = (number(&object["row"]) * side + number(&object["column"])) * depth;
        let place = |names: &[&str], key: &str| names.iter().position(|name| object[key] == *name);
        tensor[base + number(&object["size"]) - 1] += 1;
        tensor[base + sizes + place(&shapes, "shape")?] += 1;
        tensor[base + sizes + shapes.len() + place(&colours, "colour")?] += 1;
    }
    let base = (number(&record["agent_row"]) * side + number(&record["agent_column"]) + 1) * depth - 5;
    let heading =
        ["east", "south", "west", "north"].iter().position(|name| record["agent_heading"] == *name)?;
    tensor[base] = 1;
    tensor[base + 1 + heading] = 1;
    Some(tensor)
}

/// A row of tokens as it should be.
fn slow_row(vocabulary: &Vocabulary, words: &[&str], width: usize) -> Vec<i64> {
    let mut row = vec![SOS];
    for word in words {
        row.extend(vocabulary.tokens().iter().position(|token| token == word).map(|number| number as i64));
    }
    row.push(EOS);
    row.resize(width, PAD);
    row
}

#[test]
fn arrays_say_what_records_say() {
    for recipe in RECIPES {
        let dataset = dataset(recipe, 0).unwrap();
        let mut batcher = GridBatcher::new(dataset.as_ref()).unwrap();
        let shape = batcher.shape();
        let (mut items, mut lines) = (dataset.items(), JsonLines::new(dataset.schema()));
        for padding in [Padding::Batch, Padding::Fixed] {
            for split in 0..dataset.splits().len() {
                let indices = some(dataset.as_ref(), split, 40);
                let mut batch = GridBatch::<u8>::default();
                batcher.fill(dataset.as_ref(), split, &indices, padding, &mut batch).unwrap();
                assert_eq!(batch.len, indices.len());
                let lengths = |lengths: &[i64]| lengths.iter().copied().max().unwrap() as usize;
                match padding {
                    Padding::Batch => {
                        assert_eq!(batch.command_width, lengths(&batch.command_lengths));
                        assert_eq!(batch.action_width, lengths(&batch.action_lengths));
                        assert!(batch.command_width <= shape.command && batch.action_width <= shape.actions);
                    }
                    Padding::Fixed => {
                        assert_eq!((batch.command_width, batch.action_width), (shape.command, shape.actions));
                    }
                }
                let size = shape.side * shape.side * shape.channels;
                assert_eq!(batch.observation.len(), indices.len() * size);
                for (row, &index) in indices.iter().enumerate() {
                    let record = record(items.as_mut(), &mut lines, split, index).unwrap();
                    let place = format!("{recipe} {split} {index}");
                    let tensor = slow_observation(dataset.as_ref(), &record).unwrap();
                    assert_eq!(batch.observation[row * size..][..size], tensor, "{place}");
                    for (vocabulary, column, width, numbers, lengths, mask) in [
                        (
                            batcher.commands(),
                            "command",
                            batch.command_width,
                            &batch.command,
                            &batch.command_lengths,
                            &batch.command_mask,
                        ),
                        (
                            batcher.actions(),
                            "actions",
                            batch.action_width,
                            &batch.actions,
                            &batch.action_lengths,
                            &batch.action_mask,
                        ),
                    ] {
                        let words = texts(&record[column]);
                        let numbers = &numbers[row * width..][..width];
                        assert_eq!(numbers, slow_row(vocabulary, &words, width), "{place} {column}");
                        assert_eq!(vocabulary.decode(numbers).unwrap(), words, "{place} {column}");
                        assert_eq!(lengths[row], words.len() as i64 + 2, "{place} {column}");
                        let counts = (0..width).map(|at| at < words.len() + 2);
                        assert!(counts.eq(mask[row * width..][..width].iter().copied()), "{place} {column}");
                    }
                    let object = &record["objects"][number(&record["target"])];
                    let cell = number(&object["row"]) * shape.side + number(&object["column"]);
                    assert_eq!(batch.target_cell[row] as usize, cell, "{place}");
                    let cell = number(&record["agent_row"]) * shape.side + number(&record["agent_column"]);
                    assert_eq!(batch.agent_cell[row] as usize, cell, "{place}");
                    assert_eq!(batch.ids[row].to_string(), record["id"], "{place}");
                }
            }
        }
    }
}

/// `tensor-jsonl` is what the authors' models read.
#[test]
fn arrays_hold_the_numbers_of_the_tensor_files() {
    for recipe in ["gscan", "reascan", "reascan-released-2rc"] {
        let dataset = dataset(recipe, 3).unwrap();
        let grid = dataset.contents().commands().unwrap();
        let mut batcher = GridBatcher::new(dataset.as_ref()).unwrap();
        let mut lines = TensorLines::new(grid.lexicon(), grid.surface(), grid.setting().max_object_size);
        let indices = some(dataset.as_ref(), 0, 100);
        let mut items = grid.grid_items();
        for &index in &indices {
            lines.push(&items.make(0, index).unwrap().example).unwrap();
        }
        let mut batch = GridBatch::<f32>::default();
        batcher.fill(dataset.as_ref(), 0, &indices, Padding::Batch, &mut batch).unwrap();
        let size = batch.observation.len() / batch.len;
        let text = std::str::from_utf8(lines.bytes()).unwrap();
        let mut doubled = false;
        for (row, line) in text.lines().enumerate() {
            let line: Value = serde_json::from_str(line).unwrap();
            let flat = |value: &Value| value.as_array().unwrap().clone();
            let situation: Vec<f32> = flat(&line["situation"])
                .iter()
                .flat_map(flat)
                .flat_map(|cell| flat(&cell))
                .map(|level| level.as_f64().unwrap() as f32)
                .collect();
            doubled |= situation.contains(&2.0);
            assert_eq!(batch.observation[row * size..][..size], situation, "{recipe} {row}");
            let command = &batch.command[row * batch.command_width..][..batch.command_width];
            assert_eq!(batcher.commands().decode(command).unwrap(), texts(&line["input"]), "{recipe} {row}");
            let actions = &batch.actions[row * batch.action_width..][..batch.action_width];
            assert_eq!(batcher.actions().decode(actions).unwrap(), texts(&line["target"]), "{recipe} {row}");
        }
        assert_eq!(doubled, recipe != "gscan", "boxes share cells with things in ReaSCAN");
    }
}

/// The sizes that the papers' models report: 21 and 9 for gSCAN, 17 without adverbs, 38 and 9 for ReaSCAN.
#[test]
fn vocabularies_have_the_published_sizes() {
    for (recipe, commands, channels) in [("gscan", 21, 16), ("gscan-length", 17, 16), ("reascan", 38, 17)] {
        let one = GridBatcher::new(dataset(recipe, 0).unwrap().as_ref()).unwrap();
        assert_eq!((one.commands().len(), one.actions().len()), (commands, 9), "{recipe}");
        assert_eq!(one.shape().channels, channels, "{recipe}");
        let other = GridBatcher::new(dataset(recipe, 1).unwrap().as_ref()).unwrap();
        assert_eq!(one.commands(), other.commands(), "the seed changes no number");
        let stored = Vocabulary::from_json(&one.commands().to_json()).unwrap();
        assert_eq!(&stored, one.commands());
    }
}

#[test]
fn neither_threads_nor_callers_memory_change_the_arrays() {
    let dataset = dataset("gscan", 0).unwrap();
    let indices = some(dataset.as_ref(), 0, 2000);
    let mut batcher = GridBatcher::new(dataset.as_ref()).unwrap();
    let mut one = GridBatch::<u8>::default();
    batcher.fill(dataset.as_ref(), 0, &indices, Padding::Batch, &mut one).unwrap();
    let mut several = GridBatch::<u8>::default();
    let mut threaded = batcher.clone().with_threads(3);
    threaded.fill(dataset.as_ref(), 0, &indices, Padding::Batch, &mut several).unwrap();
    assert_eq!(one, several);
    // A used batch holds nothing of what it held before.
    let others: Vec<u64> = (0..700).collect();
    batcher.fill(dataset.as_ref(), 1, &others, Padding::Fixed, &mut several).unwrap();
    let widths = (one.command_width, one.action_width);
    batcher.fill(dataset.as_ref(), 0, &indices, Padding::Batch, &mut several).unwrap();
    assert_eq!(one, several);
    several.observation.fill(7);
    several.command.fill(7);
    several.action_mask.fill(true);
    threaded.fill_slices(dataset.as_ref(), 0, &indices, widths, several.slices()).unwrap();
    assert_eq!(one, several);
}

#[test]
fn seeds_differ() {
    let (one, other) = (dataset("gscan", 0).unwrap(), dataset("gscan", 1).unwrap());
    let mut batcher = GridBatcher::new(one.as_ref()).unwrap();
    let (mut first, mut second) = (GridBatch::<u8>::default(), GridBatch::<u8>::default());
    let indices: Vec<u64> = (0..100).collect();
    batcher.fill(one.as_ref(), 0, &indices, Padding::Batch, &mut first).unwrap();
    batcher.fill(other.as_ref(), 0, &indices, Padding::Batch, &mut second).unwrap();
    assert!(first.ids.iter().zip(&second.ids).all(|(one, other)| one != other));
    assert_ne!(first.observation, second.observation);
}

#[test]
fn nothing_that_can_be_asked_for_panics() {
    let gscan = dataset("gscan", 0).unwrap();
    let mut batcher = GridBatcher::new(gscan.as_ref()).unwrap().with_threads(2);
    let mut batch = GridBatch::<u8>::default();
    let len = gscan.splits()[0].len;
    let mut many: Vec<u64> = (0..600).collect();
    many[599] = len;
    for indices in [&[len][..], &[0, u64::MAX], &many] {
        let result = batcher.fill(gscan.as_ref(), 0, indices, Padding::Batch, &mut batch);
        assert!(matches!(result, Err(BatchError::Item(_))), "{result:?}");
    }
    let splits = gscan.splits().len();
    for split in [splits, usize::MAX] {
        let result = batcher.fill(gscan.as_ref(), split, &[0], Padding::Batch, &mut batch);
        assert_eq!(result, Err(BatchError::Split { split, count: splits }));
    }
    batcher.fill(gscan.as_ref(), 0, &[], Padding::Batch, &mut batch).unwrap();
    assert_eq!((batch.len, batch.observation.len(), batch.command_width), (0, 0, 0));
    batcher.fill(gscan.as_ref(), 0, &[0, 1], Padding::Batch, &mut batch).unwrap();
    let result = batcher.fill_slices(gscan.as_ref(), 0, &[0, 1, 2], (9, 9), batch.slices());
    assert!(matches!(result, Err(BatchError::Length { array: "observation", .. })), "{result:?}");
    let mut narrow = batch.clone();
    narrow.command.truncate(2);
    narrow.command_mask.truncate(2);
    let widths = (1, batch.action_width);
    let result = batcher.fill_slices(gscan.as_ref(), 0, &[0, 1], widths, narrow.slices());
    assert!(matches!(result, Err(BatchError::TooLong { what: "command", width: 1, .. })), "{result:?}");
    narrow.command.clear();
    narrow.command_mask.clear();
    let widths = (0, batch.action_width);
    let result = batcher.fill_slices(gscan.as_ref(), 0, &[0, 1], widths, narrow.slices());
    assert!(matches!(result, Err(BatchError::TooLong { what: "command", width: 0, .. })), "{result:?}");
    let other = dataset("gscan-demo", 0).unwrap();
    let result = batcher.fill(other.as_ref(), 0, &[0], Padding::Batch, &mut batch);
    assert!(matches!(result, Err(BatchError::OtherRecipe { .. })), "{result:?}");
    assert!(matches!(
        GridBatcher::new(dataset("riddle", 0).unwrap().as_ref()),
        Err(BatchError::Family { .. })
    ));
}
