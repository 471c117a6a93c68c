//! Views hold what their datasets hold, and nothing that gives the answer away.

use std::collections::BTreeMap;

use serde_json::Value;
use wampimuk_command::{Example, GridFamily, parse};
use wampimuk_dataset::{JsonLines, ParquetWriter, Table, open};
use wampimuk_draw::CELL_PIXELS;
use wampimuk_families::{Dataset, require};
use wampimuk_grid::{Action, Cell, Object, World};
use wampimuk_prompt::{PromptView, Prompter};
use wampimuk_view::{ExtraColumn, ViewError, apply};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn dataset(recipe: &str) -> Outcome<Box<dyn Dataset>> {
    Ok(require(recipe, &[])?.dataset(7)?)
}

fn view(recipe: &str, extras: &[ExtraColumn]) -> Outcome<Box<dyn Dataset>> {
    Ok(apply(dataset(recipe)?, extras)?)
}

/// The first items of every split, as they stand in JSON lines.
fn rows(dataset: &dyn Dataset, most: u64) -> Outcome<Vec<BTreeMap<String, Value>>> {
    let mut lines = JsonLines::new(dataset.schema());
    let mut items = dataset.items();
    for (number, split) in dataset.splits().iter().enumerate() {
        for index in 0..most.min(split.len) {
            items.write(number, index, &mut lines)?;
        }
    }
    let text = std::str::from_utf8(lines.bytes())?;
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

const GRIDS: [&str; 5] =
    ["gscan-demo", "gscan-example", "reascan-1rc", "reascan-released-1rc", "reascan-paraphrased"];

#[test]
fn references_are_the_cells_of_targets() -> Outcome<()> {
    for recipe in GRIDS {
        let plain = rows(&*dataset(recipe)?, 20)?;
        let seen = rows(&*view(recipe, &[ExtraColumn::Reference])?, 20)?;
        assert_eq!(plain.len(), seen.len());
        for (plain, seen) in plain.iter().zip(&seen) {
            for name in ["id", "split", "index", "command", "grid_size", "agent_row", "agent_heading"] {
                assert_eq!(plain[name], seen[name], "{recipe}");
            }
            assert_eq!(plain.get("paraphrase"), seen.get("paraphrase"), "{recipe}");
            let target = plain["target"].as_u64().ok_or("no target")? as usize;
            let target = &plain["objects"][target];
            assert_eq!((&seen["target_row"], &seen["target_column"]), (&target["row"], &target["column"]));
            let number = |value: &Value| value.as_u64().ok_or("no number");
            let cell = number(&target["row"])? * number(&seen["grid_size"])? + number(&target["column"])?;
            assert_eq!(number(&seen["target_cell"])?, cell);
            // The same objects in whatever order, and nothing more about them.
            let kept = |row: &BTreeMap<String, Value>| -> Option<Vec<String>> {
                let mut objects: Vec<String> = row["objects"]
                    .as_array()?
                    .iter()
                    .map(|object| {
                        ["shape", "colour", "size", "row", "column"].map(|key| object[key].to_string())
                    })
                    .map(|parts| parts.join(" "))
                    .collect();
                objects.sort();
                Some(objects)
            };
            assert_eq!(kept(plain), kept(seen), "{recipe}");
            assert!(
                seen["objects"]
                    .as_array()
                    .ok_or("no list")?
                    .iter()
                    .all(|o| o.as_object().is_some_and(|o| o.len() == 5))
            );
            let columns: Vec<&str> = seen.keys().map(String::as_str).collect();
            for name in ["actions", "target", "direction", "distance", "necessary", "phrases", "groups"] {
                assert!(!columns.contains(&name), "{recipe} gives the target away in `{name}`");
            }
        }
    }
    Ok(())
}

/// How often the target is the object of this number, for items of this many objects.
fn places(rows: &[BTreeMap<String, Value>], objects: usize) -> Outcome<Vec<usize>> {
    let mut counts = vec![0; objects];
    for row in rows {
        let list = row["objects"].as_array().ok_or("no list")?;
        let is_target =
            |object: &&Value| object["row"] == row["target_row"] && object["column"] == row["target_column"];
        if list.len() == objects
            && let (Some(place), 1) =
                (list.iter().position(|object| is_target(&object)), list.iter().filter(is_target).count())
        {
            counts[place] += 1;
        }
    }
    Ok(counts)
}

#[test]
fn the_order_of_objects_does_not_give_the_target_away() -> Outcome<()> {
    let recipe = "gscan-released";
    let first = |row: &BTreeMap<String, Value>| row["target"] == 0;
    assert!(rows(&*dataset(recipe)?, 50)?.iter().all(first), "the released procedure puts the target first");
    let seen = rows(&*view(recipe, &[ExtraColumn::Reference])?, 2000)?;
    let lengths: Vec<usize> = seen.iter().filter_map(|row| Some(row["objects"].as_array()?.len())).collect();
    let common = *lengths
        .iter()
        .max_by_key(|len| lengths.iter().filter(|other| other == len).count())
        .ok_or("none")?;
    let counts = places(&seen, common)?;
    let (sum, expected) = (counts.iter().sum::<usize>() as f64, 1.0 / common as f64);
    assert!(sum > 500.0, "{counts:?}");
    for count in &counts {
        let error = (expected * (1.0 - expected) / sum).sqrt();
        assert!((*count as f64 / sum - expected).abs() < 5.0 * error, "{counts:?}");
    }
    Ok(())
}

#[test]
fn pictures_are_added_to_whatever_there_is() -> Outcome<()> {
    for recipe in GRIDS {
        for below in [&[][..], &[ExtraColumn::Reference]] {
            let plain = rows(&*view(recipe, below)?, 3)?;
            let pictured = rows(&*view(recipe, &[below, &[ExtraColumn::Image]].concat())?, 3)?;
            for (plain, mut seen) in plain.into_iter().zip(pictured) {
                let image = seen.remove("image").ok_or("no picture")?;
                assert_eq!(plain, seen, "{recipe}");
                assert!(
                    image.as_str().is_some_and(|text| text.starts_with("iVBORw0KGgo")),
                    "{recipe}: no PNG"
                );
            }
        }
    }
    Ok(())
}

/// The Parquet files of a view are read as those of its dataset are; the pictures in them are those of the worlds.
#[test]
fn files_with_pictures_are_read() -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    for recipe in ["gscan-demo", "reascan-1rc"] {
        let dataset = view(recipe, &[ExtraColumn::Image])?;
        let mut table = Table::new(dataset.schema());
        let mut items = dataset.items();
        (0..40).try_for_each(|index| items.write(0, index, &mut table))?;
        let batch = table.finish()?;
        let images = batch.column_by_name("image").ok_or("no column")?;
        let images = arrow_strings(images)?;
        let path = folder.path().join(format!("{recipe}.parquet"));
        let mut file = ParquetWriter::new(std::fs::File::create(&path)?, dataset.schema(), &[])?;
        file.write(&batch)?;
        file.finish()?;

        let grid = dataset.contents().commands().ok_or("no grid")?;
        let mut makes = grid.grid_items();
        let mut read = 0;
        for (index, record) in open(&path, Some(grid.lexicon()))?.enumerate() {
            let (record, item) = (record?, makes.make(0, index as u64)?);
            assert_eq!(record.world, item.example.world);
            let pixels = tiny_skia::Pixmap::decode_png(&images[index])?;
            let side = usize::from(item.example.world.side()) * CELL_PIXELS;
            assert_eq!((pixels.width() as usize, pixels.height() as usize), (side, side));
            read += 1;
        }
        assert_eq!(read, 40);
    }
    Ok(())
}

/// Files of the view `reference` are not read again, and it is said why.
#[test]
fn files_of_references_are_told_apart() -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    let dataset = view("gscan-demo", &[ExtraColumn::Reference])?;
    let mut items = dataset.items();
    let (mut lines, mut table) = (JsonLines::new(dataset.schema()), Table::new(dataset.schema()));
    items.write(0, 0, &mut lines)?;
    items.write(0, 0, &mut table)?;
    let paths = ["items.jsonl", "items.parquet"].map(|name| folder.path().join(name));
    std::fs::write(&paths[0], lines.bytes())?;
    let mut file = ParquetWriter::new(std::fs::File::create(&paths[1])?, dataset.schema(), &[])?;
    file.write(&table.finish()?)?;
    file.finish()?;
    for path in paths {
        let errors: Vec<String> = open(&path, None)?
            .map(|item| item.map_or_else(|error| error.to_string(), |_| String::new()))
            .collect();
        assert_eq!(errors.len(), 1, "{errors:?}");
        assert!(errors[0].contains("holds the view `reference`, which has no actions"), "{errors:?}");
    }
    Ok(())
}

fn arrow_strings(column: &dyn arrow_array::Array) -> Outcome<Vec<Vec<u8>>> {
    let column = column.as_any().downcast_ref::<arrow_array::BinaryArray>().ok_or("not binary")?;
    Ok(column.iter().flatten().map(<[u8]>::to_vec).collect())
}

#[test]
fn views_keep_what_is_not_about_columns() -> Outcome<()> {
    let (plain, seen) =
        (dataset("gscan-demo")?, view("gscan-demo", &[ExtraColumn::Pairs, ExtraColumn::Image])?);
    assert_eq!(plain.family(), seen.family());
    assert_eq!(plain.digest(), seen.digest());
    assert_eq!(plain.seed(), seen.seed());
    assert_eq!(plain.splits(), seen.splits());
    let error = seen.items().write(0, u64::MAX, &mut JsonLines::new(seen.schema()));
    assert!(error.is_err_and(|error| error.to_string().contains("does not exist")));
    Ok(())
}

/// What a row says is what the prompter says, and of the view `reference` the cell is asked for.
#[test]
fn prompts_are_those_of_the_prompter() -> Outcome<()> {
    for (recipe, extras) in [
        ("gscan-demo", &[ExtraColumn::Prompts][..]),
        ("gscan-demo", &[ExtraColumn::Prompts, ExtraColumn::Reference]),
        ("reascan-1rc", &[ExtraColumn::Prompts, ExtraColumn::Pairs]),
        ("riddle", &[ExtraColumn::Prompts, ExtraColumn::Process]),
        ("mix-t12", &[ExtraColumn::Prompts]),
    ] {
        let (plain, seen) = (dataset(recipe)?, view(recipe, extras)?);
        let names: Vec<&str> = seen.schema().fields.iter().map(|field| field.name).collect();
        assert!(names.ends_with(&["prompt", "completion"]), "{names:?}");
        assert!(names.iter().all(|name| names.iter().filter(|other| *other == name).count() == 1));
        let mut prompter = Prompter::usual(&*plain)?;
        if extras.contains(&ExtraColumn::Reference) {
            prompter = prompter.with_view(PromptView::Reference)?;
        }
        for (index, row) in rows(&*seen, 5)?.iter().take(5).enumerate() {
            let prompt = prompter.prompt(0, index as u64)?;
            assert_eq!([&row["prompt"], &row["completion"]], [&prompt.question[..], &prompt.answer]);
        }
        let error = seen.items().write(0, u64::MAX, &mut JsonLines::new(seen.schema()));
        assert!(error.is_err_and(|error| error.to_string().contains("does not exist")));
    }
    Ok(())
}

/// Training on pairs keeps train and hold-outs apart, and pairs of every family are found.
#[test]
fn partners_of_training_items_could_be_training_items() -> Outcome<()> {
    for recipe in ["gscan-example", "reascan-1rc", "gscan", "reascan"] {
        let seen = view(recipe, &[ExtraColumn::Pairs])?;
        let family = seen.contents().commands().ok_or("no commands")?;
        let (mut lines, mut items, mut made) =
            (JsonLines::new(seen.schema()), seen.items(), family.grid_items());
        let (mut partners, most) = (0, 150);
        for index in 0..most {
            lines.clear();
            items.write(0, index, &mut lines)?;
            let row: Value = serde_json::from_slice(lines.bytes())?;
            let own = made.make(0, index)?.example.clone();
            for pair in row["pairs"].as_array().ok_or("no pairs")? {
                let other = example(&own, pair, family)?;
                assert!(family.possible_splits(&other).contains(&0), "{recipe} {index}: {pair}");
                assert!(!family.is_held_out(&other), "{recipe} {index}: {pair}");
                partners += 1;
            }
        }
        println!("{recipe}: {partners} partners of {most} items");
        assert!(partners > most, "{recipe}: {partners}");
    }
    Ok(())
}

/// A partner as it stands in a file.
fn example(own: &Example, pair: &Value, family: &dyn GridFamily) -> Outcome<Example> {
    let lexicon = family.lexicon();
    let text: Vec<&str> =
        pair["command"].as_array().ok_or("command")?.iter().filter_map(Value::as_str).collect();
    let number =
        |value: &Value| value.as_u64().and_then(|number| u8::try_from(number).ok()).ok_or("no number");
    let mut world = World::new(own.world.side(), own.world.agent())?.with_heavy_from(own.world.heavy_from());
    for object in pair["objects"].as_array().ok_or("objects")? {
        let name = |key: &str| object[key].as_str().unwrap_or_default();
        let shape = lexicon.nouns.iter().position(|noun| noun.word.name == name("shape")).ok_or("shape")?;
        let colour =
            lexicon.colours.iter().position(|colour| colour.name == name("colour")).ok_or("colour")?;
        let cell = Cell::new(number(&object["row"])?, number(&object["column"])?);
        let form = lexicon.nouns[shape].form;
        world.place(Object {
            shape: shape as u8,
            colour: colour as u8,
            size: number(&object["size"])?,
            form,
            cell,
        })?;
    }
    let names: Vec<&str> =
        pair["actions"].as_array().ok_or("actions")?.iter().filter_map(Value::as_str).collect();
    let action =
        |name: &&str| Action::ALL.into_iter().find(|action| action.name() == *name).ok_or("an action");
    let actions = names.iter().map(action).collect::<Result<Vec<_>, _>>()?;
    let target = usize::from(number(&pair["target"])?);
    Ok(Example { command: parse(&text.join(" "), lexicon)?, world, target, actions })
}

#[test]
fn items_without_worlds_have_no_pictures_and_references() -> Outcome<()> {
    for (recipe, family) in [("riddle", "riddle"), ("mix-t2", "stories")] {
        for extra in [ExtraColumn::Reference, ExtraColumn::Image] {
            let error = apply(dataset(recipe)?, &[extra]).map(|_| ()).err().ok_or("it should fail")?;
            assert_eq!(error, ViewError::NoWorld { extra, family });
        }
    }
    let both = apply(dataset("gscan-demo")?, &[ExtraColumn::Pairs, ExtraColumn::Reference]).map(|_| ());
    assert_eq!(both, Err(ViewError::OfReference { extra: ExtraColumn::Pairs }));
    for extra in ExtraColumn::ALL {
        assert_eq!(extra.name().parse(), Ok(extra));
    }
    let message = "imgae".parse::<ExtraColumn>().map_err(|error| error.to_string());
    assert_eq!(message, Err("there is no extra `imgae` (did you mean `image`?)".into()));
    Ok(())
}
