//! Stories of files against the same stories straight from the generator: the same batches, and the same words.

use std::error::Error;
use std::fs;
use std::path::Path;

use tempfile::tempdir;
use wampimuk_batch::Vocabulary;
use wampimuk_core::{Family, Role};
use wampimuk_dataset::JsonLines;
use wampimuk_families::require;
use wampimuk_models::bidaf::BidafArchitecture;
use wampimuk_models::entnet::EntNetArchitecture;
use wampimuk_models::stm::StmArchitecture;
use wampimuk_models::{Architecture, BatchPart, Data, Task, find_split, with_model};

type Outcome<T> = Result<T, Box<dyn Error>>;

const RECIPE: &str = "diverse-t7";
const ITEMS: u64 = 60;

/// Writes the first questions of each split as rows.
fn write(path: &Path) -> Outcome<()> {
    let dataset = require(RECIPE, &[])?.dataset(0)?;
    let stories = dataset.contents().stories().ok_or("these are stories")?;
    let mut lines = JsonLines::new(Family::schema(stories));
    let mut items = Family::items(stories);
    for (split, info) in Family::splits(stories).iter().enumerate() {
        for index in 0..info.len.min(ITEMS) {
            items.write(split, index, &mut lines)?;
        }
    }
    Ok(fs::write(path, lines.bytes())?)
}

fn options<A: Architecture>(toml: &str) -> Outcome<A::Options> {
    Ok(wampimuk_core::parse_toml(toml)?)
}

fn read(path: &Path, words: Option<&str>) -> Outcome<Data> {
    Ok(Data::open(&path.display().to_string(), &[], 0, false, words)?)
}

fn batches<T: Task>(task: &T, split: &str) -> Outcome<Vec<BatchPart<T::Batch>>> {
    let split = find_split(task.splits(), split)?;
    let items: Vec<u64> = [7, 0, 41, 3, 3, 59, 22].into();
    Ok(task.maker(1)?.make(split, &items, 2)?)
}

/// The batches of files are those of the recipe.
fn same<A: Architecture>(path: &Path, toml: &str) -> Outcome<()>
where
    <A::Task as Task>::Batch: PartialEq + std::fmt::Debug,
{
    let options = options::<A>(toml)?;
    let made = A::task(Data::of_recipe(RECIPE, &[], 0)?, &options)?;
    let stored = A::task(read(path, Some(RECIPE))?, &options)?;
    assert_eq!(made.vocabularies(), stored.vocabularies());
    for split in ["train", "dev", "test"] {
        for (made, stored) in batches(&made, split)?.iter().zip(&batches(&stored, split)?) {
            assert_eq!((&made.rows, &made.batch), (&stored.rows, &stored.batch), "{} {split}", A::NAME);
        }
    }
    Ok(())
}

#[test]
fn files_give_the_batches_of_their_recipe() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    write(&path).unwrap();
    same::<EntNetArchitecture>(&path, "").unwrap();
    // All stories are filled up, so they have to be as long.
    same::<StmArchitecture>(&path, "last = 5").unwrap();
    same::<BidafArchitecture>(&path, "").unwrap();
}

#[test]
fn words_are_learned_from_files() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    write(&path).unwrap();
    let options = options::<EntNetArchitecture>("").unwrap();
    let made = EntNetArchitecture::task(Data::of_recipe(RECIPE, &[], 0).unwrap(), &options).unwrap();
    let stored = EntNetArchitecture::task(read(&path, None).unwrap(), &options).unwrap();
    let (all, own): (&Vocabulary, &Vocabulary) = (made.vocabularies()[0], stored.vocabularies()[0]);
    assert!(own.len() < all.len() && own.tokens().iter().all(|token| all.tokens().contains(token)));
    let mut sorted = own.tokens()[1..].to_vec();
    sorted.sort_unstable();
    assert_eq!(sorted, own.tokens()[1..], "the order of words does not depend on that of files");
    let roles: Vec<_> = stored.splits().iter().map(|split| (split.name.as_str(), split.role)).collect();
    assert_eq!(roles, [("train", Role::Train), ("dev", Role::Dev), ("test", Role::Test)]);
    // Other numbers, but the same words.
    let texts = |task: &<EntNetArchitecture as Architecture>::Task, words: &Vocabulary| {
        let parts = batches(task, "test").unwrap();
        let text = |numbers: &[u32]| {
            numbers.iter().map(|&number| words.token(number.into()).unwrap().to_owned()).collect::<Vec<_>>()
        };
        parts.iter().map(|part| (text(&part.batch.stories), text(&part.batch.questions))).collect::<Vec<_>>()
    };
    assert_eq!(texts(&made, all), texts(&stored, own));
}

#[test]
fn strange_words_and_missing_answers_are_told() {
    let folder = tempdir().unwrap();
    let task = |name: &str, text: &str, words: Option<&str>| {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        let options = options::<EntNetArchitecture>("").unwrap();
        EntNetArchitecture::task(read(&path, words).unwrap(), &options).unwrap_err().to_string()
    };
    let strange = "1 Mary teleported to the kitchen.\n2 Where is Mary?\tkitchen\t1\n";
    let error = task("a_train.txt", strange, Some(RECIPE));
    assert!(error.contains("Mary teleported to the kitchen.") && error.contains("`teleported`"), "{error}");
    let error = task("b_train.txt", "1 Mary is in the park.\n2 Where is Mary?\n", None);
    assert!(error.contains("Where is Mary?") && error.contains("no answer"), "{error}");
}

/// A model of grid worlds says so.
#[test]
fn stories_are_no_commands() {
    struct Message<'p>(&'p Path);
    impl wampimuk_models::ModelVisitor for Message<'_> {
        type Out = Outcome<String>;
        fn visit<A: Architecture>(self) -> Outcome<String> {
            let task = A::task(read(self.0, None)?, &options::<A>("")?);
            Ok(task.err().map_or_else(String::new, |error| error.to_string()))
        }
    }
    let folder = tempdir().unwrap();
    let path = folder.path().join("rows.jsonl");
    write(&path).unwrap();
    let error = with_model("m-lstm", Message(&path)).unwrap().unwrap();
    assert!(error.contains("rows.jsonl"), "{error}");
}
