//! A training from nothing to an understanding of "walk to the small red circle". It takes minutes, so it is a step of its
//! own: `cargo xtask test --only learn`.

use std::time::Instant;

use wampimuk_analysis::grid::Lookup;
use wampimuk_models::{
    Answering, Architecture, Cpu, Data, DataNote, MLstmKind, MLstmOptions, Memory, Note, Plan, Settings,
    State, Task, TrainError, find_split, learn, predict, read_checkpoint,
};

/// Items of test that are answered.
const JUDGED: u64 = 2000;

#[test]
#[ignore = "takes minutes: `cargo xtask test --only learn`"]
fn m_lstm_learns_to_walk() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan {
        settings: Settings::preset("walk", &[]).unwrap(),
        seed: 0,
        data: DataNote::default(),
        dev: None,
        folder: folder.path().to_owned(),
        from: None,
        doses: None,
        makers: 1,
    };
    let options: MLstmOptions = plan.settings.model.clone().try_into().unwrap();
    let data = || Data::of_recipe("gscan-walk", &[], 0).unwrap();
    let task = MLstmKind::task(data(), &options).unwrap();
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let started = Instant::now();
    let open = |state| Ok(Cpu::new(state, threads));
    let mut watch = |note| {
        if let Note::Looked { update, score, .. } = note {
            println!(
                "update {update}: {:.1} % of dev, {:.0} s",
                score.percent(),
                started.elapsed().as_secs_f64()
            );
        }
    };
    learn::<MLstmKind, _>(&task, &options, &plan, open, &mut watch).unwrap();
    let checkpoint = read_checkpoint(folder.path()).unwrap();
    let model = MLstmKind::find(&checkpoint.params, &options).unwrap();
    let mut machine = Cpu::new(State { params: checkpoint.params, memory: Memory::Sgd }, threads);
    let split = |name: &str| find_split(task.splits(), name).unwrap();
    let mut right = 0;
    let chosen = (split("test"), 0..JUDGED, 1);
    predict::<MLstmKind, _, TrainError>(
        &task,
        &model,
        &mut machine,
        chosen,
        Answering::default(),
        |answered| {
            right += u64::from(answered.is_right);
            Ok(())
        },
    )
    .unwrap();
    let dataset = data().dataset.unwrap();
    let grid = dataset.grid().unwrap();
    let mut items = grid.grid_items();
    let mut memory = Lookup::default();
    for index in 0..grid.splits()[split("train")].len {
        memory.learn(&items.make(split("train"), index).unwrap().example);
    }
    let mut known = 0;
    for index in 0..JUDGED {
        let example = &items.make(split("test"), index).unwrap().example;
        known += u64::from(memory.answer(example) == Some(&example.actions[..]));
    }
    let share = |count: u64| 100.0 * count as f64 / JUDGED as f64;
    println!(
        "M-LSTM {:.1} %, a memory of command and target's cell {:.1} %, {:.0} s",
        share(right),
        share(known),
        started.elapsed().as_secs_f64()
    );
    assert!(share(right) >= 90.0, "{right} of {JUDGED}");
    assert!(share(right) >= share(known) + 30.0, "{right} and {known} of {JUDGED}");
}
