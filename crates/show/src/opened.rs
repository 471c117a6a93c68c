//! Pictures of what was opened: a recipe, a dataset or a file of any supported format.

use std::ops::ControlFlow::{Break, Continue};
use std::ops::Range;
use std::path::Path;

use wampimuk_command::Lexicon;
use wampimuk_dataset::Record;
use wampimuk_riddle::ArcTask;
use wampimuk_source::{Error, ItemView, Opened, Pass, Source, SourceStory, StorySource, list};

use crate::{Asked, MOST, Options, ShowError, items, picture, questions, tasks};

/// The picture of these items of the chosen split, as the bytes of a file. Without a split, indices are those of train, or
/// of the first split there is; of files without a manifest, of the first that is met.
///
/// # Errors
/// If there are no such items, or they have no such picture.
pub fn show(
    name: &str,
    opened: &mut Opened,
    indices: Range<u64>,
    options: &Options,
    pass: &Pass<'_>,
) -> Result<Vec<u8>, ShowError> {
    let wanted = indices.start..indices.end.min(indices.start.saturating_add(MOST));
    let missing = |what: &str| {
        let text = format!("{name} has no {what} {}", wanted.start);
        ShowError::Source(Error::Request(text))
    };
    match opened {
        Opened::Stories(source) if source.source.path.is_none() => {
            made(&source.source, wanted, options, pass)
        }
        Opened::Stories(source) => {
            source.narrow(pass.choice.split.as_deref(), &wanted);
            let asked = asked(source, &wanted, pass)?;
            if asked.is_empty() { Err(missing("question")) } else { questions(&asked, options) }
        }
        Opened::Riddles(source) if source.path.is_some() && source.holds_tasks() => {
            let found = found_tasks(Path::new(name), &wanted, pass)?;
            if found.is_empty() { Err(missing("task")) } else { tasks(&found, options) }
        }
        // Columns of riddles hold what the recipe makes, and `verify` sees to it.
        Opened::Riddles(source) => made(source, wanted, options, pass),
        Opened::Commands(source) if source.path.is_none() => made(source, wanted, options, pass),
        Opened::Commands(source) => {
            let (found, lexicon) = found_items(source, &wanted, pass)?;
            let views: Vec<ItemView<'_>> = found.iter().map(|item| ItemView::read(item, &lexicon)).collect();
            if found.is_empty() { Err(missing("item")) } else { items(&views, options) }
        }
    }
}

/// Items of a recipe.
fn made(
    source: &Source,
    wanted: Range<u64>,
    options: &Options,
    pass: &Pass<'_>,
) -> Result<Vec<u8>, ShowError> {
    let Some(dataset) = &source.dataset else {
        return Err(ShowError::Impossible("the recipe is not known".into()));
    };
    let names = || dataset.splits().iter().map(|split| split.name.as_str());
    let usual = names().find(|name| *name == "train").or_else(|| names().next());
    let split = pass.choice.split.as_deref().or(usual).unwrap_or_default();
    picture(&**dataset, split, wanted, options)
}

/// Commands of files, and their words.
fn found_items(
    source: &Source,
    wanted: &Range<u64>,
    pass: &Pass<'_>,
) -> Result<(Vec<Record>, Lexicon), Error> {
    let (mut found, mut lexicon) = (Vec::new(), Lexicon::gscan());
    let mut keep = |item: &ItemView<'_>| {
        found.extend(item.record());
        // Words that come later do not change the numbers of those before.
        item.lexicon.clone_into(&mut lexicon);
        found.len()
    };
    // Datasets say which of their files holds which items.
    let split = pass.choice.split.as_deref();
    if source.some(split, wanted, |item| _ = keep(&item))? {
        return Ok((found, lexicon));
    }
    let mut split = pass.choice.split.clone();
    source.each(pass, "show", |item| {
        let item = item?;
        let of_split = split.get_or_insert_with(|| item.split.to_string()) == item.split;
        let kept = if of_split && wanted.contains(&item.index) { keep(&item) as u64 } else { 0 };
        let is_enough = kept == wanted.end - wanted.start;
        Ok::<_, Error>(if is_enough { Break(()) } else { Continue(()) })
    })?;
    Ok((found, lexicon))
}

/// Riddles of files.
fn found_tasks(path: &Path, wanted: &Range<u64>, pass: &Pass<'_>) -> Result<Vec<(String, ArcTask)>, Error> {
    let entries = list(path, pass.choice)?;
    let train = entries.iter().find(|entry| entry.split == "train");
    let split = train.or(entries.first()).map(|entry| entry.split.clone()).unwrap_or_default();
    let single = entries.len() == 1 && path.is_file();
    let is_wanted = |place: u64, index: Option<u64>| single || wanted.contains(&index.unwrap_or(place));
    let of_split = (0..).zip(entries.iter().filter(|entry| entry.split == split));
    let mut tasks = Vec::new();
    for (_, entry) in of_split.filter(|(place, entry)| is_wanted(*place, entry.index)) {
        let failed = |reason: String| Error::Request(format!("{}: {reason}", entry.place));
        let text = entry.text().map_err(failed)?;
        let task: ArcTask =
            serde_json::from_str(&text).map_err(|error| failed(format!("it is no task: {error}")))?;
        tasks.push((entry.place.clone(), task));
    }
    Ok(tasks)
}

/// Questions of files: those of the first split that is met, unless another is wanted.
fn asked(source: &StorySource, wanted: &Range<u64>, pass: &Pass<'_>) -> Result<Vec<Asked>, Error> {
    let mut asked = Vec::new();
    let mut of_split: Option<Option<String>> = pass.choice.split.clone().map(Some);
    let mut count = 0;
    source.each(
        pass,
        "show",
        |_, _| (),
        |found| {
            let (tale, ()) = found?;
            if *of_split.get_or_insert_with(|| tale.split.clone()) != tale.split {
                return Ok(Continue(()));
            }
            for (number, (line, _)) in tale.passage.questions().enumerate() {
                let index = tale.claims.get(number).and_then(|claims| claims.index).unwrap_or(count);
                count += 1;
                if wanted.contains(&index) {
                    asked.push(question(&tale, source, line, index));
                }
            }
            let is_enough = asked.len() as u64 >= wanted.end - wanted.start;
            Ok::<_, Error>(if is_enough { Break(()) } else { Continue(()) })
        },
    )?;
    Ok(asked)
}

fn question(tale: &SourceStory, source: &StorySource, line: usize, index: u64) -> Asked {
    Asked {
        split: tale.split.clone(),
        task: tale.task.clone(),
        passage: tale.passage.clone(),
        plain: Some((tale.plain().clone(), tale.back(source.stories()))),
        solver: tale.solver.clone(),
        line,
        index,
    }
}
