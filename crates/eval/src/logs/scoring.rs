//! Logs, judged.

use std::collections::BTreeMap;

use wampimuk_core::{Watch, suggest_or_list};
use wampimuk_families::{Dataset, shipped};
use wampimuk_play::Stand;
use wampimuk_prompt::{PromptForm, PromptView, Prompter};
use wampimuk_source::{Choice, Opened, open};

use super::{Log, Logged};
use crate::Error;
use crate::examine::{Claim, Sample, examine, examine_play};
use crate::findings::{About, Findings};
use crate::item::{Item, Maker};
use crate::journal::Spent;
use crate::report::{Evaluation, Made, evaluate};
use crate::study::Playing;
use crate::variant::Variant;

/// The most datasets that logs may be about.
const MOST_DATASETS: usize = 64;

/// How logs are scored.
#[derive(Clone, Debug, Default)]
pub struct Scoring {
    /// What answers are about: a recipe or a dataset; what the logs say, if nobody says.
    pub data: Option<String>,
    /// Only these splits; all, if none is named.
    pub splits: Vec<String>,
    /// The seed of the dataset; what the logs say, if nobody says.
    pub seed: Option<u64>,
    /// Changes to the recipe, beyond those that the logs have.
    pub set: Vec<String>,
}

/// A dataset that answers are about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Data {
    name: String,
    seed: u64,
    set: Vec<String>,
}

/// Judges the answers of logs.
///
/// # Errors
/// If a log cannot be read, or is about something that there is not.
pub fn score_logs(logs: &[Log], scoring: &Scoring, watch: &dyn Watch) -> Result<Evaluation, Error> {
    let opened = open_all(logs, scoring, watch)?;
    let mut runs: Vec<Run<'_>> = Vec::new();
    let mut spent = Spent::default();
    watch.begin("judge", None);
    for log in logs {
        log.each(&mut |logged| {
            watch.done(1)?;
            let key = scoring.data_of(log, &logged)?;
            let Some(dataset) = opened.get(&key) else { return Ok(()) };
            if !scoring.splits.is_empty() && !scoring.splits.contains(&logged.about.split) {
                return Ok(());
            }
            spent.requests += u64::from(logged.said.attempts);
            spent.input += logged.said.prompt_tokens;
            spent.output += logged.said.completion_tokens;
            let (about, prompter) = asked(log, &logged, &key, &**dataset)?;
            let is_same = |run: &Run<'_>| run.key == key && run.findings.about == about;
            let place = match runs.iter().position(is_same) {
                Some(place) => place,
                None => {
                    runs.push(Run::new(key, Findings::new(about, &**dataset), prompter));
                    runs.len() - 1
                }
            };
            runs[place].add(log, logged)
        })?;
    }
    if runs.is_empty() {
        let names: Vec<String> = logs.iter().map(|log| log.path.display().to_string()).collect();
        return Err(Error::Request(format!("no answer to our items is in {}", names.join(", "))));
    }
    let samples = runs.iter().map(|run| run.most).max().unwrap_or(1);
    let mut found: Vec<Findings<'_>> = runs.into_iter().map(|run| run.findings).collect();
    label(&mut found);
    let name =
        |log: &Log| log.path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    let hosts: Vec<&str> = logs.iter().map(Log::host).collect();
    let made = Made {
        study: None,
        samples,
        spent,
        logs: logs.iter().map(name).collect(),
        shots: Vec::new(),
        remarks: remarks(&hosts),
    };
    evaluate(found, made, &[])
}

/// What a reader should know of the hosts.
fn remarks(hosts: &[&str]) -> Vec<String> {
    let says_nothing = hosts.contains(&"lm-evaluation-harness");
    let remark = "lm-evaluation-harness does not log why an answer ended: one that was cut counts as what it says so far.";
    says_nothing.then(|| remark.to_owned()).into_iter().collect()
}

impl Scoring {
    /// Which dataset an answer is about. Files that a log names are not opened.
    fn data_of(&self, log: &Log, logged: &Logged) -> Result<Data, Error> {
        let about = &logged.about;
        let seed = self.seed.unwrap_or(about.seed);
        if let Some(name) = &self.data {
            return Ok(Data { name: name.clone(), seed, set: self.set.clone() });
        }
        let is_known = |name: &str| shipped().any(|recipe| recipe.name == name);
        if about.recipe_text.is_some() || !is_known(&about.recipe) {
            let name: String = about.recipe.chars().take(80).collect();
            return Err(log.wrong(
                &logged.place,
                format!(
                    "it is about `{name}`, which is none of the recipes of this program, and files that logs name are not \
                     opened: say with --data what is meant"
                ),
            ));
        }
        let mut set = about.changes().map_err(|problem| log.wrong(&logged.place, problem))?;
        set.extend(self.set.iter().cloned());
        Ok(Data { name: about.recipe.clone(), seed, set })
    }
}

/// The datasets that logs are about, opened once.
fn open_all(
    logs: &[Log],
    scoring: &Scoring,
    watch: &dyn Watch,
) -> Result<BTreeMap<Data, Box<dyn Dataset>>, Error> {
    let mut all: BTreeMap<Data, Box<dyn Dataset>> = BTreeMap::new();
    watch.begin("look through logs", None);
    for log in logs {
        log.each(&mut |logged| {
            watch.done(1)?;
            let key = scoring.data_of(log, &logged)?;
            if all.contains_key(&key) {
                return Ok(());
            }
            if all.len() >= MOST_DATASETS {
                let problem =
                    format!("the logs are about more than {MOST_DATASETS} datasets: score them one by one");
                return Err(log.wrong(&logged.place, problem));
            }
            let dataset = opened(&key)?;
            all.insert(key, dataset);
            Ok(())
        })?;
    }
    Ok(all)
}

fn opened(data: &Data) -> Result<Box<dyn Dataset>, Error> {
    let choice = Choice { seed: data.seed, set: data.set.clone(), ..Choice::default() };
    let source = match open(&data.name, &choice)? {
        Opened::Commands(source) | Opened::Riddles(source) => source,
        Opened::Stories(stories) => stories.source,
    };
    let no_recipe = || Error::Request(format!("{} does not say which recipe it was made from", data.name));
    source.dataset.ok_or_else(no_recipe)
}

/// How an item was asked about, and who writes it so.
fn asked<'d>(
    log: &Log,
    logged: &Logged,
    data: &Data,
    dataset: &'d dyn Dataset,
) -> Result<(About, Prompter<'d>), Error> {
    let wrong = |problem: String| log.wrong(&logged.place, problem);
    let (forms, views) = (PromptForm::of(dataset), PromptView::of(dataset));
    let form = match logged.about.form.as_deref() {
        None => forms[0],
        Some(name) => PromptForm::from_name(name).filter(|form| forms.contains(form)).ok_or_else(|| {
            let known = forms.iter().map(|form| form.name());
            wrong(format!("there is no form `{name}` ({})", suggest_or_list(name, "there are", known)))
        })?,
    };
    let view = match logged.about.task.as_deref() {
        None => views[0],
        Some(name) => PromptView::from_name(name)
            .filter(|view| views.contains(view))
            .ok_or_else(|| wrong(format!("nothing of these items is called `{name}`")))?,
    };
    let play = logged.about.play();
    if play.is_some() && dataset.contents().commands().is_none() {
        return Err(wrong(format!("{} has no commands to be carried out", data.name)));
    }
    let about = About {
        model: logged.model.clone(),
        data: data.name.clone(),
        form: form.name().to_owned(),
        changes: data.set.clone(),
        view,
        play,
        predictions: None,
        name: String::new(),
        label: String::new(),
    };
    Ok((about, Prompter::new(dataset, form)?.with_view(view)?))
}

/// Names runs by their models, and where a model has several on a dataset by what they differ in: forms, and changes to the
/// recipe.
fn label(runs: &mut [Findings<'_>]) {
    let about: Vec<About> = runs.iter().map(|run| run.about.clone()).collect();
    for (number, run) in runs.iter_mut().enumerate() {
        let own = &about[number];
        let twins: Vec<&About> =
            about.iter().filter(|other| other.model == own.model && other.data == own.data).collect();
        let mut words = vec![own.model.clone()];
        if twins.iter().any(|other| other.form != own.form) {
            words.push(own.form.clone());
        }
        if twins.iter().any(|other| other.changes != own.changes) {
            words.extend(own.changes.iter().cloned());
        }
        // Whatever else they differ in, they have two names.
        if words.len() == 1 && twins.len() > 1 && twins.iter().all(|other| other.changes == own.changes) {
            words.push(own.form.clone());
        }
        run.about.label = words.join(", ");
    }
}

/// A model on a dataset, asked in one way.
struct Run<'d> {
    key: Data,
    findings: Findings<'d>,
    prompter: Prompter<'d>,
    makers: BTreeMap<usize, Maker<'d>>,
    stand: Option<Stand<'d>>,
    /// The most answers to one item.
    most: u32,
}

impl<'d> Run<'d> {
    fn new(key: Data, findings: Findings<'d>, prompter: Prompter<'d>) -> Self {
        let family = findings.dataset.contents().commands();
        let stand = |play: Playing| Some(Stand::new(family?, play.settings(prompter.form())));
        let stand = findings.about.play.and_then(stand);
        Self { key, findings, prompter, makers: BTreeMap::new(), stand, most: 1 }
    }

    fn add(&mut self, log: &Log, logged: Logged) -> Result<(), Error> {
        let Self { findings, prompter, makers, stand, most, .. } = self;
        let dataset = findings.dataset;
        let splits = dataset.splits();
        let Logged { place, about, said, .. } = logged;
        let names = || splits.iter().map(|split| split.name.as_str());
        let split = splits.iter().position(|split| split.name == about.split).ok_or_else(|| {
            let hint = suggest_or_list(&about.split, "there are", names());
            log.wrong(&place, format!("there is no split `{}` ({hint})", about.split))
        })?;
        if about.index >= splits[split].len {
            let problem =
                format!("there is no item {}: `{}` has {}", about.index, about.split, splits[split].len);
            return Err(log.wrong(&place, problem));
        }
        let maker = makers.entry(split).or_insert_with(|| Maker::new(dataset, split, Variant::Item));
        let Some(item) = maker.make(about.index)? else { return Ok(()) };
        if let Some(theirs) = about.id.as_ref().filter(|theirs| **theirs != item.made.id().to_string()) {
            return Err(log.wrong(
                &place,
                format!(
                    "item {} of `{}` is not the one that was asked about: its identity is {}, not {theirs} (give the recipe with \
                     --data, changes to it with --set, its seed with --seed)",
                    about.index,
                    about.split,
                    item.made.id()
                ),
            ));
        }
        let sample = findings.count(split, about.index);
        *most = (*most).max(sample + 1);
        let prompt = item.prompt(prompter);
        let (question, expected) = (prompt.question, prompt.answer);
        let claim = Claim { sample, question, shots: Vec::new(), expected, said };
        let judged = judge(&item, stand.as_ref(), prompter.view(), claim)?;
        findings.add(&item, judged);
        Ok(())
    }
}

fn judge(
    item: &Item<'_>,
    stand: Option<&Stand<'_>>,
    view: PromptView,
    claim: Claim,
) -> Result<Sample, Error> {
    let (Some(stand), wampimuk_families::Made::Command(_, own)) = (stand, item.made) else {
        return Ok(examine(item, view, claim));
    };
    let mut play = stand.begin(own)?;
    for turn in &claim.said.turns {
        if play.say(turn).is_none() {
            break;
        }
    }
    let claim = Claim { question: play.opening().to_owned(), ..claim };
    Ok(examine_play(item, &play, claim))
}
