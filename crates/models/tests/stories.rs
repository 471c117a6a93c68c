//! The models of stories learn from recipes, from the generator to an answer in words.

use std::path::Path;

use wampimuk_core::{Digest, Role, StreamKey};
use wampimuk_dyna::SHIPPED;
use wampimuk_models::bidaf::BidafArchitecture;
use wampimuk_models::entnet::EntNetArchitecture;
use wampimuk_models::stm::StmArchitecture;
use wampimuk_models::{
    AnswerOptions, Architecture, Checkpoint, Cpu, Data, DatasetInfo, LAST, Model, OptimiserState, Settings,
    Task, TextOrList, TrainError, TrainPlan, TrainingState, learn, predict,
};
use wampimuk_nn::Tape;

type Failure = Box<dyn std::error::Error>;

/// What an untrained model says to the first questions of dev, dealt out into this many parts: in words, with what is right.
fn answers<A: Architecture>(recipe: &str, options: &str, parts: usize) -> Result<Vec<[String; 2]>, Failure> {
    let options: A::Options = serde_json::from_str(options)?;
    let task = A::task(Data::of_recipe(recipe, &[], 1)?, &options)?;
    let params = A::create(&task, &options, StreamKey::new(&Digest::of(b"test"), "weights", 0).stream(0))?;
    let model = A::find(&params, &options)?;
    let items: Vec<u64> = (0..12).collect();
    let split = task.splits().iter().position(|split| split.name.contains("dev")).ok_or("there is no dev")?;
    let mut all = vec![<[String; 2]>::default(); items.len()];
    for part in task.maker(1)?.make(split, &items, parts)? {
        let answers = model.answer(&mut Tape::new(&params, None), &part.batch, AnswerOptions::default());
        for (row, (answer, &place)) in answers.iter().zip(&part.rows).enumerate() {
            let said = task.answer_text(&part.batch, row, answer);
            assert_eq!(task.is_right(&part.batch, row, answer), said.words == said.right);
            all[place] = [said.words, said.right].map(|words| match words {
                TextOrList::One(word) => word,
                TextOrList::Sequence(_) => String::new(),
            });
        }
    }
    Ok(all)
}

#[test]
fn answers_do_not_depend_on_the_parts() -> Result<(), Failure> {
    for of in [answers::<EntNetArchitecture>, answers::<BidafArchitecture>] {
        let (whole, dealt) = (of("mix-t2", "{}", 1)?, of("mix-t2", "{}", 5)?);
        assert_eq!(whole, dealt);
        assert!(whole.iter().all(|[said, right]| !said.is_empty() && !right.is_empty()), "{whole:?}");
    }
    let small = r#"{ "size": "dyna" }"#;
    assert_eq!(
        answers::<StmArchitecture>("mix-t2", small, 1)?,
        answers::<StmArchitecture>("mix-t2", small, 5)?
    );
    Ok(())
}

/// Questions of a batch that depend on each other stay together, however many parts there should be.
#[test]
fn a_softmax_over_the_batch_needs_the_batch() -> Result<(), Failure> {
    let released = |together: usize, parts: usize| {
        answers::<EntNetArchitecture>(
            "mix-t2",
            &format!(r#"{{ "as_released": true, "together": {together} }}"#),
            parts,
        )
    };
    assert_eq!(released(6, 1)?, released(6, 5)?);
    Ok(())
}

#[test]
fn other_families_and_unknown_options_are_told() -> Result<(), Failure> {
    let options = serde_json::from_str("{}")?;
    let Err(error) = EntNetArchitecture::task(Data::of_recipe("gscan-demo", &[], 1)?, &options) else {
        return Err("commands are no stories".into());
    };
    assert!(error.to_string().contains("it takes stories"), "{error}");
    assert!(
        serde_json::from_str::<<StmArchitecture as Architecture>::Options>(r#"{ "sise": "dyna" }"#).is_err()
    );
    Ok(())
}

/// Two updates and some answers of a small model.
fn tries<A: Architecture>(recipe: &str, options: &str, folder: &Path) -> Result<(), Failure> {
    let changes = ["batch=6", "updates=2", "every=2", "dev_items=6", "tries=1"];
    let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
    let options: A::Options = serde_json::from_str(options)?;
    let data = Data::of_recipe(recipe, &[], 1)?;
    let note = DatasetInfo { name: data.name.clone(), digest: data.digest(), ..DatasetInfo::default() };
    let task = A::task(data, &options)?;
    let plan = TrainPlan {
        settings: Settings::preset(A::PRESET, &changes)?,
        seed: 0,
        data: note,
        dev: None,
        inoculation_items: None,
        folder: folder.to_owned(),
        from: None,
        makers: 1,
        program: "wampimuk".into(),
        device: "cpu".into(),
    };
    // Some recipes are for testing only.
    let params = if task.splits().iter().any(|split| split.role == Role::Train) {
        learn::<A, _>(&task, &options, &plan, |state| Ok(Cpu::new(state, 2)), &mut |_| {})?;
        Checkpoint::read(&folder.join(LAST))?.params
    } else {
        A::create(&task, &options, StreamKey::new(&Digest::of(b"test"), "weights", 0).stream(0))?
    };
    let model = A::find(&params, &options)?;
    let mut machine = Cpu::new(TrainingState { params, memory: OptimiserState::Sgd }, 2);
    for (split, info) in task.splits().iter().enumerate() {
        // The last ones, too: parts of a recipe come one after another.
        for start in [0, info.len / 2, info.len.saturating_sub(6)] {
            let items = (split, start..info.len.min(start + 6), 1);
            let visit = |_| Ok::<(), TrainError>(());
            predict::<A, _, _>(&task, &model, &mut machine, items, AnswerOptions::default(), visit)?;
        }
    }
    Ok(())
}

#[test]
fn every_model_of_stories_starts_on_every_recipe_of_stories() -> Result<(), Failure> {
    let folder = tempfile::tempdir()?;
    // Long stories differ in length alone; the longest take minutes.
    let too_long = ["long-16k", "long-64k", "long-256k", "long-1m"];
    for recipe in SHIPPED.iter().map(|recipe| recipe.name).filter(|name| !too_long.contains(name)) {
        let began = std::time::Instant::now();
        let place = |model: &str| folder.path().join(format!("{model}-{recipe}"));
        let wrong = |error: Failure| format!("{recipe}: {error}");
        tries::<EntNetArchitecture>(recipe, r#"{ "width": 4, "memories": 2 }"#, &place("entnet"))
            .map_err(wrong)?;
        tries::<StmArchitecture>(recipe, r#"{ "size": "dyna", "last": 3 }"#, &place("stm")).map_err(wrong)?;
        tries::<BidafArchitecture>(recipe, r#"{ "width": 4, "hidden": 3 }"#, &place("bidaf"))
            .map_err(wrong)?;
        println!("{recipe}: {:.1} s", began.elapsed().as_secs_f64());
    }
    Ok(())
}
