//! What a model answers to whole splits, as a file.

mod file;
mod header;

use std::ops::Range;
use std::path::{Path, PathBuf};

use wampimuk_analysis::predictions::Header;
use wampimuk_core::{Role, SplitInfo, Watch};
use wampimuk_models::{
    AnswerOptions, Architecture, Checkpoint, Data, DatasetInfo, GridTask, Machine, MachineError, ModelAnswer,
    ModelVisitor, OptimiserState, RANDOM, Task, TrainingState, checkpoint_of, find_split, guess,
    own_checkpoint_of, predict, with_model,
};

use crate::Error;
use crate::machine::{MachineOptions, MachineWork};
use crate::settings::{options_of, settings_of};
use file::File;
use header::{header, trained_header};

/// How predictions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// JSON lines.
    Jsonl,
    /// One JSON list with commands and worlds, as the originals' models write it.
    Original,
}

/// What is asked, and how.
#[derive(Clone, Debug)]
pub struct PredictOptions {
    /// Only these splits; without any, all but train.
    pub splits: Vec<String>,
    /// Answers the tests of each hold-out by the weights that do best on its dev part.
    pub own_dev: bool,
    /// At most this many items of each split.
    pub limit: Option<u64>,
    /// Says what was attended to at each token.
    pub attention: bool,
    /// The most tokens of an answer.
    pub most: usize,
    /// The format of the file.
    pub form: Form,
    /// The seed of guesses.
    pub seed: u64,
    /// Where the model that this one began with is now, if it has moved.
    pub pretrained: Option<String>,
    /// What to compute on.
    pub machine: MachineOptions,
    /// The program and its version, for the file.
    pub program: String,
}

/// How a split went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SplitScore {
    /// The split.
    pub split: String,
    /// How many answers are right.
    pub right: u64,
    /// Of how many.
    pub of: u64,
}

impl SplitScore {
    /// The share of right answers.
    pub fn percent(&self) -> f64 {
        100.0 * self.right as f64 / self.of as f64
    }
}

/// What answers: a training, a checkpoint, or chance.
#[derive(Debug)]
pub struct Predictor {
    /// What was named.
    named: PathBuf,
    /// The weights; none of chance.
    weights: Option<PathBuf>,
}

impl Predictor {
    /// What a path means: a folder its best weights, `random` chance.
    ///
    /// # Errors
    /// If it is a folder without best weights.
    pub fn find(named: &Path) -> Result<Self, Error> {
        let is_random = named == Path::new(RANDOM) && !named.exists();
        let weights = if is_random { None } else { Some(checkpoint_of(named)?) };
        Ok(Self { named: named.to_owned(), weights })
    }

    /// The file of the weights, if there is one.
    pub fn weights(&self) -> Option<&Path> {
        self.weights.as_deref()
    }

    /// Where predictions are written if nobody says: beside the weights, or standard output.
    pub fn usual_place(&self) -> PathBuf {
        let folder = self.weights().and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
        folder.map_or_else(|| PathBuf::from("-"), |folder| folder.join("predictions.jsonl"))
    }

    /// Reads the weights; `None` of chance.
    ///
    /// # Errors
    /// If they cannot be used, or there are none to choose among where that is asked for.
    pub fn read(&self, own_dev: bool) -> Result<Option<Checkpoint>, Error> {
        let Some(path) = self.weights() else {
            return match own_dev {
                true => {
                    Err(Error::Request("--own-dev chooses among weights, and guesses have none".to_owned()))
                }
                false => Ok(None),
            };
        };
        if own_dev && !self.named.is_dir() {
            let path = self.named.display();
            return Err(Error::Request(format!(
                "--own-dev chooses among the weights of a training: name its folder instead of {path}"
            )));
        }
        Ok(Some(Checkpoint::read(path)?))
    }

    /// What the weights learned from, to be asked about where nothing else is named.
    ///
    /// # Errors
    /// If that was files.
    pub fn learned(&self, checkpoint: &Checkpoint) -> Result<Data, Error> {
        let DatasetInfo { name, recipe, changes, seed, .. } = &checkpoint.about.data;
        if recipe.is_empty() {
            let path = self.weights.as_deref().unwrap_or(Path::new("")).display();
            return Err(Error::Request(format!(
                "{path} learned from files: name what to answer with --data"
            )));
        }
        Ok(Data::of_text(name, recipe, changes, *seed)?)
    }

    /// Writes the answers down. The file appears whole or not at all.
    ///
    /// # Errors
    /// If the model cannot be asked this, an item or an answer cannot be made or written, or the caller asked to stop.
    pub fn answer(
        &self,
        checkpoint: Option<Checkpoint>,
        data: Data,
        out: &Path,
        options: &PredictOptions,
        watch: &dyn Watch,
    ) -> Result<Vec<SplitScore>, Error> {
        let (Some(path), Some(checkpoint)) = (&self.weights, checkpoint) else {
            return random(data, out, options, watch);
        };
        let data = data.and_words_of_checkpoint(&checkpoint.about)?;
        let model = checkpoint.about.model.clone();
        let named = &self.named;
        let asking = Ask { path, named, checkpoint, data, out, options, watch };
        with_model(&model, asking).map_err(Error::Request)?
    }
}

/// Guesses.
fn random(
    data: Data,
    out: &Path,
    options: &PredictOptions,
    watch: &dyn Watch,
) -> Result<Vec<SplitScore>, Error> {
    let header = Header {
        model: Some(RANDOM.into()),
        seed: Some(options.seed),
        // Guesses are made nowhere else.
        device: Some("cpu".to_owned()),
        ..header(&data, options)
    };
    let mut file = File::create(out, options.form, &data, &header)?;
    let task = GridTask::new(data)?;
    let scores = through(task.splits(), options, watch, &mut file, |split, items, visit| {
        guess(&task, (split, items), options.seed, visit)
    })?;
    file.finish()?;
    Ok(scores)
}

/// Answers of any model.
struct Ask<'o> {
    path: &'o Path,
    named: &'o Path,
    checkpoint: Checkpoint,
    data: Data,
    out: &'o Path,
    options: &'o PredictOptions,
    watch: &'o dyn Watch,
}

impl ModelVisitor for Ask<'_> {
    type Out = Result<Vec<SplitScore>, Error>;

    fn visit<A: Architecture>(self) -> Self::Out {
        let Self { path, named, checkpoint, data, out, options, watch } = self;
        let settings = settings_of(path, &checkpoint.about, options.pretrained.as_deref())?;
        let own = options_of::<A>(&settings)?;
        let header = trained_header(&checkpoint, &data, options);
        let mut file = File::create(out, options.form, &data, &header)?;
        let task = A::task(data, &own)?;
        checkpoint.check(path, A::NAME, &task.vocabularies())?;
        let missing = |name| {
            Error::Request(format!("failed to use {}: the tensor `{name}` is missing", path.display()))
        };
        let model = A::find(&checkpoint.params, &own).map_err(missing)?;
        let state = TrainingState { params: checkpoint.params, memory: OptimiserState::Sgd };
        let asking = AskOn::<A> { task: &task, model: &model, named, state, options, watch, file: &mut file };
        let scores = options.machine.work(asking)?;
        file.finish()?;
        Ok(scores)
    }
}

/// The same on any machine.
struct AskOn<'t, A: Architecture> {
    task: &'t A::Task,
    model: &'t A::Model,
    named: &'t Path,
    state: TrainingState,
    options: &'t PredictOptions,
    watch: &'t dyn Watch,
    file: &'t mut File,
}

impl<A: Architecture> MachineWork for AskOn<'_, A> {
    type Out = Vec<SplitScore>;

    fn on<M: Machine>(
        self,
        open: impl FnOnce(TrainingState) -> Result<M, MachineError>,
    ) -> Result<Self::Out, Error> {
        let Self { task, model, named, state, options, watch, file } = self;
        let mut machine = open(state)?;
        let how = AnswerOptions { most: options.most, attention: options.attention };
        let makers = options.machine.makers();
        through(task.splits(), options, watch, file, |split, items, visit| {
            if options.own_dev {
                machine.set(own_weights::<A>(task, named, split)?)?;
            }
            predict::<A, M, Error>(task, model, &mut machine, (split, items, makers), how, visit)
        })
    }
}

/// The weights of a training that were chosen for a split.
fn own_weights<A: Architecture>(task: &A::Task, run: &Path, split: usize) -> Result<TrainingState, Error> {
    let path = own_checkpoint_of(run, task.splits(), split);
    if !path.exists() {
        return Err(Error::Request(format!(
            "failed to find {}: `train --set each_holdout=true` keeps weights for each hold-out",
            path.display()
        )));
    }
    let checkpoint = Checkpoint::read(&path)?;
    checkpoint.check(&path, A::NAME, &task.vocabularies())?;
    Ok(TrainingState { params: checkpoint.params, memory: OptimiserState::Sgd })
}

type Visitor<'v> = &'v mut dyn FnMut(ModelAnswer) -> Result<(), Error>;

/// Goes through the splits, writes answers down and counts those that are right.
fn through(
    splits: &[SplitInfo],
    options: &PredictOptions,
    watch: &dyn Watch,
    file: &mut File,
    mut answers: impl FnMut(usize, Range<u64>, Visitor<'_>) -> Result<(), Error>,
) -> Result<Vec<SplitScore>, Error> {
    let chosen = chosen(splits, options)?;
    let len = |split: usize| options.limit.unwrap_or(u64::MAX).min(splits[split].len);
    watch.begin("predict", Some(chosen.iter().map(|&split| len(split)).sum()));
    let mut scores = Vec::new();
    for split in chosen.into_iter().filter(|&split| len(split) > 0) {
        let mut score = SplitScore { split: splits[split].name.clone(), right: 0, of: len(split) };
        answers(split, 0..len(split), &mut |answered| {
            score.right += u64::from(answered.is_right);
            watch.done(1)?;
            file.write(split, &splits[split].name, answered)
        })?;
        scores.push(score);
    }
    Ok(scores)
}

/// The splits that are asked.
fn chosen(splits: &[SplitInfo], options: &PredictOptions) -> Result<Vec<usize>, Error> {
    let all = 0..splits.len();
    match &options.splits[..] {
        // Weights say nothing about what they were chosen on.
        [] if options.own_dev => Ok(all.filter(|&split| splits[split].role == Role::Test).collect()),
        [] => Ok(all.filter(|&split| splits[split].role != Role::Train).collect()),
        names => {
            let found = names.iter().map(|name| find_split(splits, name)).collect::<Result<_, _>>();
            found.map_err(|error| Error::Request(format!("failed to find {error}")))
        }
    }
}
