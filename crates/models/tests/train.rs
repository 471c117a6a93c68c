//! Trainings: the same bytes however often they were interrupted, and clear words where something is wrong.

use std::fs;
use std::path::{Path, PathBuf};

use wampimuk_models::m_lstm::{MLstmArchitecture, Options};
use wampimuk_models::{
    AnswerOptions, Architecture, BEST, Checkpoint, Cpu, Data, DatasetInfo, LAST, Machine, MachineError,
    Settings, TrainError, TrainEvent, TrainOutcome, TrainPlan, TrainingState, find_split, learn, predict,
    read_checkpoint,
};

type Failure = Box<dyn std::error::Error>;

const SMALL: &str = "gscan-demo";

fn settings(changes: &[&str]) -> Result<Settings, Failure> {
    let base = ["batch=20", "updates=12", "every=5", "dev_items=30"];
    let changes: Vec<String> = base.iter().chain(changes).map(ToString::to_string).collect();
    Ok(Settings::preset("gscan", &changes)?)
}

fn plan(folder: &Path, changes: &[&str]) -> Result<TrainPlan, Failure> {
    Ok(TrainPlan {
        settings: settings(changes)?,
        seed: 3,
        data: note(&data()?),
        dev: None,
        folder: folder.to_owned(),
        from: None,
        inoculation_items: None,
        makers: 1,
        program: "wampimuk".into(),
        device: "cpu".into(),
    })
}

fn data() -> Result<Data, Failure> {
    Ok(Data::of_recipe(SMALL, &[], 0)?)
}

fn note(data: &Data) -> DatasetInfo {
    DatasetInfo { name: data.name.clone(), seed: data.seed, digest: data.digest(), ..DatasetInfo::default() }
}

/// A machine that stops working after some updates, as a killed process does.
struct Mortal {
    cpu: Cpu,
    left: u64,
}

impl Machine for Mortal {
    fn parts(&self) -> usize {
        self.cpu.parts()
    }

    fn at_once(&self) -> usize {
        self.cpu.at_once()
    }

    fn learn<M: wampimuk_models::Model>(
        &mut self,
        model: &M,
        parts: &[&M::Batch],
        step: wampimuk_models::UpdateOptions,
    ) -> Result<Option<f32>, MachineError> {
        let died = || MachineError::new("go on: the plug was pulled");
        self.left = self.left.checked_sub(1).ok_or_else(died)?;
        self.cpu.learn(model, parts, step)
    }

    fn loss<M: wampimuk_models::Model>(
        &mut self,
        model: &M,
        parts: &[&M::Batch],
    ) -> Result<f64, MachineError> {
        self.cpu.loss(model, parts)
    }

    fn answer<M: wampimuk_models::Model>(
        &mut self,
        model: &M,
        parts: &[&M::Batch],
        how: AnswerOptions,
    ) -> Result<Vec<Vec<M::Answer>>, MachineError> {
        self.cpu.answer(model, parts, how)
    }

    fn state(&mut self) -> Result<TrainingState, MachineError> {
        self.cpu.state()
    }

    fn set(&mut self, state: TrainingState) -> Result<(), MachineError> {
        self.cpu.set(state)
    }
}

fn train(plan: &TrainPlan, threads: usize, left: u64) -> Result<TrainOutcome, TrainError> {
    let data = data().map_err(|error| TrainError::Split(error.to_string()))?;
    let task = MLstmArchitecture::task(data, &Options::default())?;
    let open = |state| Ok(Mortal { cpu: Cpu::new(state, threads), left });
    learn::<MLstmArchitecture, _>(&task, &Options::default(), plan, open, &mut |_| {})
}

fn bytes(folder: &Path) -> Result<[Vec<u8>; 2], Failure> {
    Ok([fs::read(folder.join(LAST))?, fs::read(folder.join(BEST))?])
}

/// The log without the time it took.
fn logged(folder: &Path) -> Result<Vec<String>, Failure> {
    let text = fs::read_to_string(folder.join("log.jsonl"))?;
    Ok(text.lines().map(|line| line.split("\"seconds\"").next().unwrap_or_default().to_owned()).collect())
}

#[test]
fn interrupted_trainings_end_with_the_bytes_of_undisturbed_ones() {
    let folder = tempfile::tempdir().unwrap();
    // With tries, rules for the loss on dev, and both optimisers.
    for (number, changes) in [
        &["select=loss"][..],
        &["tries=2", "optimiser=sgd", "clip={norm=1}", "stop={stuck=50}"],
        &["schedule={kind='settle',first=0.1,below=9,factor=0.5}", "clip={value=0.01}"],
    ]
    .into_iter()
    .enumerate()
    {
        let place = |name: &str| folder.path().join(format!("{number}-{name}"));
        let whole = plan(&place("whole"), changes).unwrap();
        let trained = train(&whole, 2, u64::MAX).unwrap();
        assert!(!trained.was_finished && trained.best.is_some() && trained.selected_on == "dev");
        // One thread, and dying again and again, also before the first checkpoint.
        let broken = plan(&place("broken"), changes).unwrap();
        let mut deaths = 0;
        for left in [2, 4, 7, 6, 8, 5, 9, 7, 11, 100] {
            match train(&broken, 1, left) {
                Ok(_) => break,
                Err(TrainError::Machine(_)) => deaths += 1,
                Err(other) => panic!("{other}"),
            }
        }
        assert!(deaths >= 3, "{deaths}");
        assert!(bytes(&whole.folder).unwrap() == bytes(&broken.folder).unwrap(), "{changes:?}");
        assert_eq!(logged(&whole.folder).unwrap(), logged(&broken.folder).unwrap());
        let picture = |plan: &TrainPlan| fs::read(plan.folder.join("loss.svg")).unwrap();
        assert_eq!(picture(&whole), picture(&broken));
        // Nothing is left to do.
        let before = bytes(&whole.folder).unwrap();
        assert!(train(&whole, 2, 0).unwrap().was_finished);
        assert!(bytes(&whole.folder).unwrap() == before);
    }
}

#[test]
fn other_trainings_in_the_same_folder_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let mine = plan(folder.path(), &[]).unwrap();
    train(&mine, 2, u64::MAX).unwrap();
    let refused = |plan: &TrainPlan| train(plan, 2, u64::MAX).unwrap_err().to_string();
    assert!(refused(&TrainPlan { seed: 4, ..mine.clone() }).contains("was begun with seed 3, not 4"));
    let slower = TrainPlan { settings: settings(&["rate=0.5"]).unwrap(), ..mine.clone() };
    assert!(refused(&slower).contains("`rate = 0.001`, not `rate = 0.5`"), "{}", refused(&slower));
    let other = TrainPlan { dev: Some("visual_dev".into()), ..mine.clone() };
    assert!(refused(&other).contains("the dev split dev, not visual_dev"), "{}", refused(&other));
    let unknown = TrainPlan { dev: Some("visaul_dev".into()), ..mine.clone() };
    assert!(refused(&unknown).contains("did you mean `visual_dev`?"));
    let busy = fs::File::create(folder.path().join(".lock")).unwrap();
    busy.try_lock().unwrap();
    assert!(refused(&mine).contains("another process"), "{}", refused(&mine));
}

#[test]
fn a_loss_that_is_no_number_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let wild = plan(folder.path(), &["rate=1e30", "schedule={kind='steps',factor=1e38,epochs=1}"]).unwrap();
    let error = train(&wild, 2, u64::MAX).unwrap_err();
    let TrainError::NotFinite { update, kept, .. } = error else { panic!("{error}") };
    assert!(update > kept, "{update} {kept}");
    // What is there, if anything, can be read and has only numbers.
    if let Ok(last) = Checkpoint::read(&folder.path().join(LAST)) {
        assert!(last.params.data.iter().all(|number| number.is_finite()));
    }
}

#[test]
fn damaged_and_foreign_checkpoints_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let mine = plan(folder.path(), &["updates=2"]).unwrap();
    train(&mine, 2, u64::MAX).unwrap();
    let path = folder.path().join(LAST);
    let whole = fs::read(&path).unwrap();
    let read = |bytes: &[u8]| {
        fs::write(&path, bytes).unwrap();
        train(&mine, 2, u64::MAX).unwrap_err().to_string()
    };
    for cut in [0, 5, 100, whole.len() / 2, whole.len() - 1] {
        assert!(read(&whole[..cut]).contains("last.safetensors"), "{cut}");
    }
    // Sizes that no file has.
    let mut hostile = whole.clone();
    hostile[..8].copy_from_slice(&u64::MAX.to_le_bytes());
    assert!(read(&hostile).contains("truncated"));
    let header =
        br#"{"a":{"dtype":"F32","shape":[4611686018427387904],"data_offsets":[0,18446744073709551615]}}"#;
    let hostile = [&(header.len() as u64).to_le_bytes()[..], header].concat();
    assert!(read(&hostile).contains("not in the file"));
    let swap = |whole: &[u8], from: &str, to: &str| {
        let at = whole.windows(from.len()).position(|bytes| bytes == from.as_bytes()).unwrap();
        [&whole[..at], to.as_bytes(), &whole[at + from.len()..]].concat()
    };
    assert!(read(&swap(&whole, r#"\"format\":2"#, r#"\"format\":7"#)).contains("of format 7"));
    assert!(read(&swap(&whole, "m-lstm", "n-lstm")).contains("its checksum is another"));
    // The first format had no checksum, so it is not read.
    assert!(read(&swap(&whole, r#"\"format\":2"#, r#"\"format\":1"#)).contains("of format 1"));
    fs::write(&path, &whole).unwrap();
    assert!(train(&mine, 2, u64::MAX).unwrap().was_finished);
    let mut data = data().unwrap();
    data.dataset = Some(Data::of_recipe("gscan", &[], 0).unwrap().dataset.unwrap());
    let task = MLstmArchitecture::task(data, &Options::default()).unwrap();
    let checkpoint = Checkpoint::read(&path).unwrap();
    let words = wampimuk_models::Task::vocabularies(&task);
    let error = checkpoint.check(&path, "m-lstm", &words).unwrap_err().to_string();
    assert!(error.contains("commands"), "{error}");
}

#[test]
fn what_was_learned_answers_the_same_in_any_batch() {
    let folder = tempfile::tempdir().unwrap();
    let mine = plan(folder.path(), &["updates=30", "batch=100", "rate=0.005"]).unwrap();
    let best = train(&mine, 2, u64::MAX).unwrap().best.unwrap();
    let checkpoint = read_checkpoint(folder.path()).unwrap();
    assert_eq!(checkpoint.about.score, Some(best.2));
    let task = MLstmArchitecture::task(data().unwrap(), &Options::default()).unwrap();
    let model = MLstmArchitecture::find(&checkpoint.params, &Options::default()).unwrap();
    let split = find_split(wampimuk_models::Task::splits(&task), "test").unwrap();
    let answers = |items: std::ops::Range<u64>, threads: usize| {
        let state =
            TrainingState { params: checkpoint.params.clone(), memory: wampimuk_models::OptimiserState::Sgd };
        let mut all = Vec::new();
        let mut cpu = Cpu::new(state, threads);
        predict::<MLstmArchitecture, _, TrainError>(
            &task,
            &model,
            &mut cpu,
            (split, items, 1),
            AnswerOptions::default(),
            |said| {
                all.push(said);
                Ok(())
            },
        )
        .unwrap();
        all
    };
    let whole = answers(0..40, 2);
    assert_eq!(whole.iter().map(|answered| answered.index).collect::<Vec<_>>(), (0..40).collect::<Vec<_>>());
    let pieces: Vec<_> = (0..8).flat_map(|piece| answers(piece * 5..piece * 5 + 5, 1)).collect();
    assert_eq!(whole, pieces);
    for answered in &whole {
        assert_eq!(answered.is_right, answered.said.words == answered.said.right);
    }
}

#[test]
fn files_teach_what_their_recipe_teaches() {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("items.jsonl");
    let data = data().unwrap();
    let dataset = data.dataset.unwrap();
    let grid = dataset.contents().commands().unwrap();
    let mut lines = wampimuk_dataset::OriginalLines::new(grid.lexicon(), grid.surface(), 4);
    let mut items = grid.grid_items();
    for (number, split) in grid.splits().iter().enumerate() {
        for index in 0..split.len.min(50) {
            let item = items.make(number, index).unwrap();
            lines.push(&split.name, &item.example, &item.cast).unwrap();
        }
    }
    fs::write(&path, lines.bytes()).unwrap();
    let open = |words: Option<&str>| Data::open(&path.display().to_string(), &[], 0, false, words).unwrap();
    let stored = MLstmArchitecture::task(open(Some(SMALL)), &Options::default()).unwrap();
    let made = MLstmArchitecture::task(self::data().unwrap(), &Options::default()).unwrap();
    let part = |task: &wampimuk_models::GridTask, name: &str| {
        let split = find_split(wampimuk_models::Task::splits(task), name).unwrap();
        let mut maker = wampimuk_models::Task::maker(task, 1).unwrap();
        maker.make(split, &[0, 7, 3, 49, 20], 1).unwrap().swap_remove(0)
    };
    assert_eq!(made.sizes(), stored.sizes());
    for name in ["train", "test", "visual_dev"] {
        let (one, other) = (part(&made, name), part(&stored, name));
        assert_eq!((&one.rows, &one.batch.words), (&other.rows, &other.batch.words), "{name}");
        assert_eq!((&one.batch.targets, &one.batch.lengths), (&other.batch.targets, &other.batch.lengths));
        assert_eq!(format!("{:?}", one.batch.grids), format!("{:?}", other.batch.grids));
    }
    // Without a recipe, words are numbered as they come.
    let learned = MLstmArchitecture::task(open(None), &Options::default()).unwrap();
    let (own, given) = (learned.sizes(), stored.sizes());
    assert_eq!((own.words, own.tokens, own.side), (given.words, given.tokens, given.side));
    let mut watched = Vec::new();
    let cpu = |state| Ok(Cpu::new(state, 2));
    let place = folder.path().join("run");
    let plan = plan(&place, &["updates=3"]).unwrap();
    learn::<MLstmArchitecture, _>(&learned, &Options::default(), &plan, cpu, &mut |note| {
        watched.push(note);
    })
    .unwrap();
    assert!(matches!(watched[0], TrainEvent::Begun { update: 0, of: 3, batch: 20, .. }));
    assert!(matches!(watched.last(), Some(TrainEvent::Looked { update: 3, .. })));
}

#[test]
fn rules_end_a_try_early_and_other_weights_begin_one() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let first_loss = |plan: &TrainPlan| -> f64 {
        let log = fs::read_to_string(plan.folder.join("log.jsonl")).unwrap();
        let entry: serde_json::Value = serde_json::from_str(log.lines().next().unwrap()).unwrap();
        entry["loss"].as_f64().unwrap()
    };
    let updates = |plan: &TrainPlan| Checkpoint::read(&plan.folder.join(LAST)).unwrap().about.updates;
    let steady = plan(&at("steady"), &["every=1", "updates=8"]).unwrap();
    train(&steady, 2, u64::MAX).unwrap();
    assert_eq!(updates(&steady), 8);
    // Steps that are far too large make it worse and worse.
    let wild = plan(&at("wild"), &["every=1", "updates=8", "rate=0.5", "stop={stuck=2}"]).unwrap();
    train(&wild, 2, u64::MAX).unwrap();
    assert!(updates(&wild) < 8, "{}", updates(&wild));
    let further = TrainPlan {
        from: Some(steady.folder.clone()),
        ..plan(&at("further"), &["every=1", "updates=1"]).unwrap()
    };
    train(&further, 2, u64::MAX).unwrap();
    assert!(first_loss(&further) < first_loss(&steady), "{} {}", first_loss(&further), first_loss(&steady));
    let nothing = TrainPlan { from: Some(at("nothing")), folder: at("other"), ..further };
    assert!(train(&nothing, 2, u64::MAX).unwrap_err().to_string().contains("nothing"));
}
