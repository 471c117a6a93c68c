//! Questions of stories, from a recipe or from files.

use wampimuk_show::{Asked, Options};

use super::{made, wanted};
use crate::args::{Common, Show};
use crate::failure::Failure;
use crate::progress;
use crate::stories::{StorySource, Tale};

/// What is drawn, as the bytes of a file.
pub fn drawn(
    options: &Show,
    common: &Common,
    source: &StorySource,
    look: &Options,
) -> Result<Vec<u8>, Failure> {
    if let (Some(dataset), None) = (&source.source.dataset, &source.source.path) {
        return progress::waiting(common, "read the stories", || made(options, &**dataset, look));
    }
    let asked = read(options, common, source)?;
    if asked.is_empty() {
        return Err(Failure::Input(format!("{} has no question {}", options.path, options.index)));
    }
    Ok(progress::waiting(common, "read the stories", || wampimuk_show::questions(&asked, look))?)
}

/// Questions of files: those of the first split that is met, unless another is wanted.
fn read(options: &Show, common: &Common, source: &StorySource) -> Result<Vec<Asked>, Failure> {
    let wanted = wanted(options);
    let mut quiet = common.clone();
    quiet.quiet = true;
    let mut asked = Vec::new();
    let mut of_split: Option<Option<String>> = options.choice.split.clone().map(Some);
    let mut count = 0;
    let result = source.each(
        &options.choice,
        &quiet,
        "show",
        |_| (),
        |found| {
            let (tale, ()) = found?;
            if *of_split.get_or_insert_with(|| tale.split.clone()) != tale.split {
                return Ok(());
            }
            for (number, (line, _)) in tale.passage.questions().enumerate() {
                let index = tale.claims.get(number).and_then(|claims| claims.index).unwrap_or(count);
                count += 1;
                if wanted.contains(&index) {
                    asked.push(question(&tale, source, line, index));
                }
            }
            // Enough: stop reading.
            if asked.len() as u64 >= wanted.end - wanted.start { Err(Failure::BrokenPipe) } else { Ok(()) }
        },
    );
    match result {
        Ok(()) | Err(Failure::BrokenPipe) => Ok(asked),
        Err(failure) => Err(failure),
    }
}

fn question(tale: &Tale, source: &StorySource, line: usize, index: u64) -> Asked {
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
