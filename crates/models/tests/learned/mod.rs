//! A training as users have it: from a preset to answers about the split `test`.

use wampimuk_models::{
    AnswerOptions, Architecture, Cpu, Data, DatasetInfo, OptimiserState, Settings, Task, TrainError,
    TrainEvent, TrainPlan, TrainingState, find_split, learn, predict, read_checkpoint,
};

type Failure = Box<dyn std::error::Error>;

/// How many answers are right, and how many there are: those to all items of `test`, or to its first ones.
pub fn right_answers<A: Architecture>(
    (preset, changes): (&str, &[String]),
    data: Data,
    seed: u64,
    most: u64,
    watch: &mut dyn FnMut(TrainEvent),
) -> Result<(u64, u64), Failure> {
    let folder = tempfile::tempdir()?;
    let plan = TrainPlan {
        settings: Settings::preset(preset, changes)?,
        seed,
        data: DatasetInfo::default(),
        dev: None,
        folder: folder.path().to_owned(),
        from: None,
        inoculation_items: None,
        makers: 1,
        program: "wampimuk".into(),
        device: "cpu".into(),
    };
    let options: A::Options = plan.settings.model.clone().try_into()?;
    let task = A::task(data, &options)?;
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    learn::<A, _>(&task, &options, &plan, |state| Ok(Cpu::new(state, threads)), watch)?;
    let params = read_checkpoint(folder.path())?.params;
    let model = A::find(&params, &options)?;
    let mut machine = Cpu::new(TrainingState { params, memory: OptimiserState::Sgd }, threads);
    let test = find_split(task.splits(), "test")?;
    let (mut right, len) = (0, task.splits()[test].len.min(most));
    let how = AnswerOptions::default();
    predict::<A, _, TrainError>(&task, &model, &mut machine, (test, 0..len, 1), how, |answered| {
        right += u64::from(answered.is_right);
        Ok(())
    })?;
    Ok((right, len))
}
