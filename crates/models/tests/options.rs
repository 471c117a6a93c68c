//! Every key of every model: a model can be made with it, learns, answers, and is found again from its checkpoint; and it
//! makes a difference.

use std::path::Path;

use wampimuk_core::{Digest, StreamKey};
use wampimuk_models::{
    ARCHITECTURES, AnswerOptions, Architecture, BEST, Checkpoint, Cpu, Data, DatasetInfo, LAST, Model,
    ModelVisitor, OptimiserState, Settings, Task, TrainError, TrainPlan, TrainingState, learn, model_schema,
    predict, with_model,
};
use wampimuk_nn::{DropoutSeed, Tape};

type Failure = Box<dyn std::error::Error>;

/// A key and its value as JSON.
type Changes = &'static [(&'static str, &'static str)];

/// A small model of each kind, and every key with another value.
const KEYS: [(&str, &str, Changes); 6] = [
    (
        "m-lstm",
        r#"{ "encoder_hidden": 6, "decoder_hidden": 8, "channels": 4 }"#,
        &[
            ("embedding", "9"),
            ("encoder_hidden", "7"),
            ("encoder_layers", "3"),
            ("encoder_dropout", "0.5"),
            ("channels", "3"),
            ("kernels", "[3, 1]"),
            ("cell_dropout", "0.6"),
            ("action_embedding", "25"),
            ("decoder_hidden", "5"),
            ("decoder_layers", "2"),
            ("decoder_dropout", "0"),
            ("attention", "\"after\""),
            ("conditional_attention", "false"),
            ("auxiliary", "0.3"),
            ("as_released", "true"),
        ],
    ),
    (
        "gcn-lstm",
        r#"{ "width": 8, "rounds": 2 }"#,
        &[
            ("embedding", "9"),
            ("width", "12"),
            ("rounds", "3"),
            ("kernels", "[1, 3]"),
            ("conditional_attention", "false"),
            ("word_dropout", "0.5"),
            ("command_dropout", "0.5"),
            ("node_dropout", "0.5"),
            ("cell_dropout", "0.5"),
            ("decoder_dropout", "0.5"),
            ("as_released", "true"),
        ],
    ),
    (
        "transformer",
        r#"{ "width": 8, "inner": 6, "heads": 2, "encoder_layers": 1, "decoder_layers": 1, "channels": 3 }"#,
        &[
            ("width", "12"),
            ("inner", "5"),
            ("heads", "4"),
            ("encoder_layers", "2"),
            ("decoder_layers", "2"),
            ("places", "9"),
            ("channels", "4"),
            ("kernels", "[3]"),
            ("dropout", "0.5"),
            ("as_released", "true"),
        ],
    ),
    (
        "entnet",
        r#"{ "width": 4, "memories": 2 }"#,
        &[("as_released", "true"), ("together", "3"), ("width", "5"), ("memories", "3")],
    ),
    (
        "stm",
        r#"{ "entity": 4, "role": 3, "hidden": 5, "last": 3 }"#,
        &[
            ("as_released", "true"),
            ("size", "\"dyna\""),
            ("entity", "6"),
            ("role", "2"),
            ("hidden", "7"),
            ("last", "2"),
        ],
    ),
    ("bidaf", r#"{ "width": 4, "hidden": 3 }"#, &[("width", "5"), ("hidden", "4"), ("dropout", "0.6")]),
];

/// Keys that change nothing by themselves: they say more about another one, or are overruled by others.
const QUIET: [(&str, &str); 4] =
    [("m-lstm", "as_released"), ("entnet", "together"), ("stm", "size"), ("stm", "as_released")];

/// What a model comes to after two updates.
#[derive(Debug, PartialEq)]
struct Came {
    parameters: usize,
    /// The loss on some items, with dropout as in training.
    loss: f32,
    answers: usize,
}

struct Try<'t> {
    small: &'t str,
    change: Option<(&'t str, &'t str)>,
    folder: &'t Path,
}

impl ModelVisitor for Try<'_> {
    type Out = Result<Came, Failure>;

    fn visit<A: Architecture>(self) -> Self::Out {
        let mut keys: toml::Table = serde_json::from_str(self.small)?;
        if let Some((key, value)) = self.change {
            keys.insert(key.to_owned(), serde_json::from_str(value)?);
        }
        let recipe = if matches!(A::NAME, "entnet" | "stm" | "bidaf") { "babi-1" } else { "gscan-demo" };
        let changes = ["batch=6", "updates=2", "every=2", "dev_items=6", "tries=1"];
        let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
        let settings = Settings { model: keys.clone(), ..Settings::preset(A::PRESET, &changes)? };
        let options: A::Options = keys.try_into()?;
        let data = Data::of_recipe(recipe, &[], 1)?;
        let note = DatasetInfo { name: data.name.clone(), digest: data.digest(), ..DatasetInfo::default() };
        let task = A::task(data, &options)?;
        let plan = TrainPlan {
            settings,
            seed: 0,
            data: note,
            dev: None,
            inoculation_items: None,
            folder: self.folder.to_owned(),
            from: None,
            makers: 1,
            program: "wampimuk".into(),
            device: "cpu".into(),
        };
        let stream = StreamKey::new(&Digest::of(b"test"), "weights", 0).stream(0);
        let mut params = A::create(&task, &options, stream)?;
        let model = A::find(&params, &options)?;
        // With larger weights everything matters more than rounding.
        params.data.iter_mut().for_each(|number| *number *= 4.0);
        let mut loss = 0.0;
        for part in task.maker(1)?.make(0, &(0..12).collect::<Vec<u64>>(), 1)? {
            let mut tape = Tape::new(&params, Some(DropoutSeed { seed: 3, step: 5, part: 1 }));
            let own = model.loss(&mut tape, &part.batch, 0.1);
            loss += tape.get(own)[0];
        }
        learn::<A, _>(&task, &options, &plan, |state| Ok(Cpu::new(state, 1)), &mut |_| {})?;
        // From the checkpoint alone.
        let checkpoint = Checkpoint::read(&self.folder.join(LAST))?;
        assert!(self.folder.join(BEST).exists() || checkpoint.about.updates == 2);
        let remembered: Settings = toml::from_str(&checkpoint.about.settings)?;
        let options: A::Options = remembered.model.try_into()?;
        let model = A::find(&checkpoint.params, &options)?;
        let mut machine =
            Cpu::new(TrainingState { params: checkpoint.params, memory: OptimiserState::Sgd }, 1);
        let mut answers = 0;
        let how = AnswerOptions { most: 9, attention: true };
        predict::<A, _, TrainError>(&task, &model, &mut machine, (1, 0..5, 1), how, |_| {
            answers += 1;
            Ok(())
        })?;
        Ok(Came { parameters: params.data.len(), loss, answers })
    }
}

#[test]
fn every_key_of_every_model_is_tried() -> Result<(), Failure> {
    let names: Vec<&str> = KEYS.iter().map(|(name, ..)| *name).collect();
    let pretrained = ["t5", "roberta"];
    assert!(ARCHITECTURES.iter().all(|(name, _)| names.contains(name) || pretrained.contains(name)));
    for (name, small, keys) in KEYS {
        let schema = model_schema(name)?;
        let documented: Vec<&String> =
            schema["properties"].as_object().into_iter().flatten().map(|(key, _)| key).collect();
        let tried: Vec<&str> = keys.iter().map(|(key, _)| *key).collect();
        assert_eq!(documented, tried, "{name}");
        let folder = tempfile::tempdir()?;
        let attempt = |change: Option<(&str, &str)>| {
            let place = folder.path().join(change.map_or("usual", |(key, _)| key));
            with_model(name, Try { small, change, folder: &place })?
        };
        let usual = attempt(None)?;
        assert_eq!(usual.answers, 5, "{name}");
        for &(key, value) in keys {
            let other =
                attempt(Some((key, value))).map_err(|error| format!("{name}, {key} = {value}: {error}"))?;
            assert_eq!(other.answers, 5, "{name}, {key}");
            let differs = other.parameters != usual.parameters || other.loss != usual.loss;
            assert_eq!(differs, !QUIET.contains(&(name, key)), "{name}, {key}: {usual:?} {other:?}");
        }
    }
    Ok(())
}

struct Refused<'t>(&'t str);

impl ModelVisitor for Refused<'_> {
    type Out = Result<String, Failure>;

    fn visit<A: Architecture>(self) -> Self::Out {
        let keys: toml::Table = serde_json::from_str(self.0)?;
        let options: A::Options = match keys.try_into() {
            Ok(options) => options,
            Err(error) => return Ok(error.to_string()),
        };
        let recipe = if matches!(A::NAME, "entnet" | "stm" | "bidaf") { "babi-1" } else { "gscan-demo" };
        match A::task(Data::of_recipe(recipe, &[], 1)?, &options) {
            Ok(_) => Err(format!("{} takes {}", A::NAME, self.0).into()),
            Err(error) => Ok(error.to_string()),
        }
    }
}

#[test]
fn sizes_that_cannot_be_are_refused() -> Result<(), Failure> {
    let cases = [
        ("m-lstm", r#"{ "encoder_hidden": 0 }"#, "model.encoder_hidden is 0"),
        ("m-lstm", r#"{ "decoder_hidden": 1000000000000 }"#, "model.decoder_hidden is 1000000000000"),
        ("m-lstm", r#"{ "kernels": [2] }"#, "odd numbers"),
        ("m-lstm", r#"{ "encoder_dropout": 1.0 }"#, "from 0 to below 1"),
        ("m-lstm", r#"{ "attention": "later" }"#, "unknown variant"),
        ("m-lstm", r#"{ "hiden": 3 }"#, "unknown field `hiden`"),
        ("gcn-lstm", r#"{ "width": 6 }"#, "a multiple of four"),
        ("gcn-lstm", r#"{ "rounds": 100 }"#, "model.rounds is 100"),
        ("transformer", r#"{ "heads": 7 }"#, "7 heads"),
        ("transformer", r#"{ "places": 0 }"#, "model.places is 0"),
        ("entnet", r#"{ "memories": 0 }"#, "model.memories is 0"),
        ("stm", r#"{ "entity": 100000 }"#, "model.entity is 100000"),
        ("bidaf", r#"{ "dropout": -1.0 }"#, "model.dropout is -1"),
    ];
    for (name, keys, expected) in cases {
        let said = with_model(name, Refused(keys))??;
        assert!(said.contains(expected), "{name} {keys}: {said}");
    }
    Ok(())
}
