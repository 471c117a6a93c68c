//! What readers without understanding reach on the splits that were asked about.
//!
//! They learn while models are asked: a server is what a study waits for, and one more thread is not noticed. What they
//! reach is kept in the folder of the study, so that the next run knows it at once.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use wampimuk_audit::floors::{Extent, Floors, Teacher, measure, reads_a_phrase};
use wampimuk_core::{Stopped, Watch};
use wampimuk_families::{Contents, read_text};
use wampimuk_source::{Choice, Pass};

use crate::Error;
use crate::files::put;
use crate::plan::Plan;

/// How often somebody looks whether readers are done.
const LOOK: Duration = Duration::from_millis(20);

/// What readers reach on each split of a dataset.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DatasetFloors {
    /// The dataset.
    pub data: String,
    /// The digest of its recipe.
    pub digest: String,
    /// Its seed.
    pub seed: u64,
    /// Split by split.
    pub floors: Vec<Floor>,
}

/// What readers reach on a split.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Floor {
    /// The split.
    pub split: String,
    /// All of them.
    pub readers: Vec<ReaderFloor>,
}

/// What a reader reaches.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReaderFloor {
    /// The reader.
    pub reader: String,
    /// How often it is right.
    pub share: f64,
    /// On how many items it was tried.
    pub items: u64,
}

/// Readers who see a part of the item only: the world or the list of objects, the question or where answers stand.
const OF_A_PART: [&str; 8] = [
    "place in the list",
    "first object",
    "last object",
    "nearest object",
    "world only",
    "majority",
    "question only",
    "position",
];

impl Floor {
    /// The best reader who sees a part of the item only.
    pub fn of_a_part(&self) -> Option<&ReaderFloor> {
        self.best(|reader| OF_A_PART.contains(&reader))
    }

    /// The best reader who sees all of the item, and no order in it: of commands the words in any order.
    pub fn without_order(&self) -> Option<&ReaderFloor> {
        self.best(|reader| !OF_A_PART.contains(&reader) && !reads_a_phrase(reader))
    }

    /// The best of all these readers.
    pub fn without_understanding(&self) -> Option<&ReaderFloor> {
        self.best(|reader| !reads_a_phrase(reader))
    }

    fn best(&self, is_meant: impl Fn(&str) -> bool) -> Option<&ReaderFloor> {
        let meant = self.readers.iter().filter(|one| is_meant(&one.reader));
        meant.max_by(|one, two| one.share.total_cmp(&two.share))
    }
}

/// Readers at work.
pub(crate) struct Search {
    folder: PathBuf,
    shared: Arc<Shared>,
    /// The datasets that the folder knows nothing about.
    wanted: Vec<String>,
}

#[derive(Default)]
struct Shared {
    found: Mutex<Vec<DatasetFloors>>,
    failure: Mutex<Option<Error>>,
    is_over: AtomicBool,
    stop: AtomicBool,
}

impl Watch for Shared {
    fn done(&self, _: u64) -> Result<(), Stopped> {
        if self.stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Search {
    /// Begins with what the folder knows.
    pub fn begin(plan: &Arc<Plan>, folder: &Path) -> Result<Self, Error> {
        let shared = Arc::new(Shared::default());
        let mut wanted = Vec::new();
        let known = known(folder);
        for number in 0..plan.data.len() {
            let Some(splits) = splits(plan, number)? else { continue };
            let dataset = plan.data[number].dataset()?;
            let (digest, seed) = (dataset.digest().to_string(), dataset.seed());
            let has = |floors: &DatasetFloors, split: &String| {
                floors.floors.iter().any(|floor| floor.split == *split)
            };
            let is_known = |floors: &&DatasetFloors| {
                floors.digest == digest
                    && floors.seed == seed
                    && splits.iter().all(|split| has(floors, split))
            };
            match known.iter().find(is_known) {
                Some(floors) => locked(&shared.found).push(floors.clone()),
                None => wanted.push((number, splits)),
            }
        }
        let names = wanted.iter().map(|(number, _)| plan.data[*number].name.clone()).collect();
        let search = Self { folder: folder.to_owned(), shared: shared.clone(), wanted: names };
        let plan = plan.clone();
        // Nobody waits for it that has no time: whoever is told to stop ends by itself.
        let worker = std::thread::Builder::new().name("floors".to_owned());
        let spawned = worker.spawn(move || {
            for (number, splits) in wanted {
                match find(&plan, number, &splits, &*shared) {
                    Ok(floors) => locked(&shared.found).push(floors),
                    Err(error) => {
                        *locked(&shared.failure) = Some(error);
                        break;
                    }
                }
            }
            shared.is_over.store(true, Ordering::Relaxed);
        });
        match spawned {
            Ok(_) => Ok(search),
            Err(error) => {
                Err(Error::Request(format!("no thread for readers without understanding ({error})")))
            }
        }
    }

    /// What was found when readers are done, or when the time is over, and on which datasets they were too late.
    pub fn end(
        self,
        within: Duration,
        watch: &dyn Watch,
    ) -> Result<(Vec<DatasetFloors>, Vec<String>), Error> {
        let until = Instant::now() + within;
        watch.begin("floors", None);
        while !self.shared.is_over.load(Ordering::Relaxed) && Instant::now() < until {
            std::thread::sleep(LOOK);
            watch.done(0)?;
        }
        self.shared.stop.store(true, Ordering::Relaxed);
        match locked(&self.shared.failure).take() {
            None | Some(Error::Stopped(_)) => {}
            Some(Error::Source(error)) if is_stop(&error) => {}
            Some(error) => return Err(error),
        }
        let found = locked(&self.shared.found).clone();
        let is_late = |name: &&String| !found.iter().any(|floors| floors.data == **name);
        let late: Vec<String> = self.wanted.iter().filter(is_late).cloned().collect();
        if late.len() < self.wanted.len() {
            let path = file(&self.folder);
            let text = serde_json::to_string_pretty(&found).map_err(|error| Error::write(&path, error))?;
            put(&path, format!("{text}\n").as_bytes())?;
        }
        Ok((found, late))
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }
}

fn is_stop(error: &wampimuk_source::Error) -> bool {
    matches!(error, wampimuk_source::Error::Stopped(_))
}

fn file(folder: &Path) -> PathBuf {
    folder.join("floors.json")
}

/// What the folder knows. What cannot be read is measured again.
fn known(folder: &Path) -> Vec<DatasetFloors> {
    let text = read_text(&file(folder)).unwrap_or_default();
    serde_json::from_str(&text).unwrap_or_default()
}

/// The splits of a dataset that are asked about; `None` if nobody knows readers of such items.
fn splits(plan: &Plan, number: usize) -> Result<Option<Vec<String>>, Error> {
    let dataset = plan.data[number].dataset()?;
    match dataset.contents() {
        Contents::Commands(_) | Contents::Stories(_) => {}
        Contents::Riddles(_) => return Ok(None),
    }
    let own = plan.blocks.iter().filter(|block| block.data == number);
    let mut splits: Vec<usize> = own.map(|block| block.split).collect();
    splits.sort_unstable();
    splits.dedup();
    Ok(Some(splits.iter().map(|&split| dataset.splits()[split].name.clone()).collect()))
}

/// Tries readers on the splits of a dataset.
fn find(plan: &Plan, number: usize, splits: &[String], watch: &dyn Watch) -> Result<DatasetFloors, Error> {
    let asked = &plan.data[number];
    let dataset = asked.dataset()?;
    let names: Vec<&str> = splits.iter().map(String::as_str).collect();
    let choice = Choice { seed: plan.study.seed, set: plan.study.set.clone(), ..Choice::default() };
    let pass = Pass { choice: &choice, threads: 1, watch };
    let teacher = Teacher { learn_from: None, extent: Extent::QUICK };
    let floors = measure(&asked.name, &asked.opened, &names, &teacher, &pass)?;
    Ok(DatasetFloors {
        data: asked.name.clone(),
        digest: dataset.digest().to_string(),
        seed: dataset.seed(),
        floors: splits.iter().filter_map(|split| of_split(&floors, split)).collect(),
    })
}

/// What readers reach on the items of a split, each by the way in which it learns best. Where all items have one pattern, there
/// is no group of all.
fn of_split(floors: &Floors, split: &str) -> Option<Floor> {
    let own = || floors.rows.iter().find(|row| row.split == split);
    let row = floors.row(split, "all").or_else(own)?;
    let mut readers: Vec<ReaderFloor> = Vec::new();
    for score in &row.readers {
        if readers.iter().all(|known| known.reader != score.reader)
            && let Some(best) = row.best(score.reader)
        {
            readers.push(ReaderFloor { reader: best.reader.to_owned(), share: best.share(), items: best.of });
        }
    }
    Some(Floor { split: split.to_owned(), readers })
}
