//! A training from nothing to who is where: EntNet solves bAbI's first task, as the recipe `babi-1` tells it.

use wampimuk_models::entnet::EntNetKind;
use wampimuk_models::{
    Answering, Architecture, Cpu, Data, DataNote, Memory, Plan, Settings, State, Task, TrainError,
    find_split, learn, predict, read_checkpoint,
};

#[test]
fn entnet_solves_the_first_task() {
    let folder = tempfile::tempdir().unwrap();
    let plan = Plan {
        settings: Settings::preset("babi-1", &[]).unwrap(),
        seed: 1,
        data: DataNote::default(),
        dev: None,
        folder: folder.path().to_owned(),
        from: None,
        doses: None,
        makers: 1,
    };
    let options = plan.settings.model.clone().try_into().unwrap();
    let task = EntNetKind::task(Data::of_recipe("babi-1", &[], 0).unwrap(), &options).unwrap();
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let open = |state| Ok(Cpu::new(state, threads));
    learn::<EntNetKind, _>(&task, &options, &plan, open, &mut |_| {}).unwrap();
    let params = read_checkpoint(folder.path()).unwrap().params;
    let model = EntNetKind::find(&params, &options).unwrap();
    let mut machine = Cpu::new(State { params, memory: Memory::Sgd }, threads);
    let test = find_split(task.splits(), "test").unwrap();
    let (mut right, len) = (0, task.splits()[test].len);
    let chosen = (test, 0..len, 1);
    predict::<EntNetKind, _, TrainError>(
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
    assert!(right * 100 >= 99 * len, "{right} of {len}");
}
