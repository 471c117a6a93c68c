//! Stories: every answer and every support is proved anew, and files are compared with what their recipe makes.

use std::collections::BTreeMap;
use std::ops::ControlFlow::Continue;

use wampimuk_babi::{Line, Solution, Solved};
use wampimuk_dataset::stories::StoryClaims;
use wampimuk_dyna::maker::Gate;
use wampimuk_dyna::recipe::{Engine, Features};
use wampimuk_dyna::{StoryFamily, StoryItems};
use wampimuk_source::{Error, Pass, SourceStory, StoryOrigin, StorySource};
use wampimuk_story::Concept;

use super::dataset::{NO_RECIPE, READABLE, remark};
use super::files::{FILES, LISTED, check_counts, check_files};
use super::outcome::{Findings, Verification};
use crate::stories::{ExaminedStory, StoryBreach, StoryClaims as Said, StoryItem, StoryVerifier};

const HOLDOUTS: &str = "held-out questions are in their split and no other";
const OWN: &str = "every story is the one its recipe makes";

/// So many sentences are the beginning of a story, by which recipes tell train, dev and test apart.
const OPENING: usize = 2;

/// What came of a story by itself.
struct Judged {
    /// `None` if nothing is promised about it.
    examined: Option<ExaminedStory>,
    /// How it differs from what the recipe makes.
    differs: Option<String>,
    /// Questions that are not where a hold-out wants them: lines, and reasons.
    misplaced: Vec<(usize, String)>,
}

/// Checks stories, from a recipe or from files.
pub(super) fn verify(
    source: &StorySource,
    mut findings: Findings,
    pass: &Pass<'_>,
) -> Result<Verification, Error> {
    findings.of = "questions";
    check_files(&source.source, &mut findings, pass)?;
    let stories = source.stories();
    let is_released = stories.is_some_and(|stories| stories.recipe().generate.engine == Engine::Released);
    // Rows say which of a recipe's they are; a manifest may say that other stories went into them.
    let is_own = source.is_own() || source.source.manifest.is_none();
    let mut verifier = verifier(stories, is_own);
    let rules = verifier.rules().clone();
    let holds_out = stories.filter(|stories| !stories.recipe().generate.holdouts.is_empty());
    let mut counts = BTreeMap::<String, u64>::new();
    source.each(
        pass,
        "verify",
        |tale, teller| {
            let solved = Solved::of(&tale.solver, tale.plain());
            let own = stories.zip(teller.as_deref_mut()).filter(|_| is_own);
            let examine = || rules.examine(&StoryItem::from(tale), &Said::of(tale), &solved, &tale.solver);
            Judged {
                examined: (!is_released).then(examine),
                differs: own.and_then(|(stories, teller)| differs(tale, stories, teller, source.is_own())),
                misplaced: holds_out.map_or_else(Vec::new, |stories| outside(tale, &solved, stories)),
            }
        },
        |found| {
            let (tale, Judged { examined, differs, misplaced }) = match found {
                Ok(found) => found,
                Err(error) => {
                    findings.items += 1;
                    findings.tried(READABLE, 1);
                    findings.add(READABLE, "", error.to_string().trim_start());
                    return Ok(Continue(()));
                }
            };
            findings.items += tale.questions();
            findings.tried(READABLE, tale.questions());
            *counts.entry(tale.split.clone().unwrap_or_default()).or_default() += tale.questions();
            note_own(&tale, stories.is_some(), is_own, differs, &mut findings);
            if let Some(examined) = examined {
                let unsolved = examined.unsolved;
                let breaches = verifier.compare(&StoryItem::from(&tale), examined);
                let kept = Kept { is_known: stories.is_some(), is_own };
                note_promises(&tale, &breaches, unsolved, kept, &mut findings);
                add(&tale, breaches, |breach| kept.counts(breach), &mut findings);
            }
            if holds_out.is_some() {
                findings.tried(HOLDOUTS, tale.questions());
                for (line, reason) in misplaced {
                    findings.add(HOLDOUTS, &place(&tale, Some(line)), &reason);
                }
            }
            Ok::<_, Error>(Continue(()))
        },
    )?;
    if pass.choice.is_all() {
        check_counts(&source.source, &counts, &mut findings);
    }
    let repeated = verifier.finish();
    (findings.repeated, findings.allowed) = (
        repeated.repeated + repeated.shared,
        "short stories do by chance, within a split or two of one role",
    );
    if counts.len() < 2 {
        findings.withdraw(LEAK, "all questions are of one split");
        findings.withdraw(OPENING_SHARED, "all stories are of one split");
    }
    let about = match stories {
        Some(_) if is_released => {
            "; they are made as the released engine makes them, which promises nothing about answers: see `wampimuk audit`"
        }
        Some(_) if !is_own => {
            "; not all of it comes from the recipe (published stories do not), so splits may share what they have, and questions \
             may fit several occasions"
        }
        Some(_) => "",
        None => {
            "; their recipe is not known, so they are judged as ours are: `wampimuk audit` says what is wrong with others"
        }
    };
    let promises = [&[FILES, LISTED, READABLE], &StoryBreach::PROMISES[..], &[HOLDOUTS, OWN]].concat();
    Ok(findings.report(&promises, stories.is_some(), format!("{about}{}", remark(&source.source, pass))))
}

const SUPPORT: &str = StoryBreach::PROMISES[4];
const CLAIMS: &str = StoryBreach::PROMISES[5];
const LEAK: &str = StoryBreach::PROMISES[6];
const OPENING_SHARED: &str = StoryBreach::PROMISES[7];

/// What is promised of stories.
#[derive(Clone, Copy)]
struct Kept {
    /// Whether their recipe is known.
    is_known: bool,
    /// Whether all of them are its.
    is_own: bool,
}

impl Kept {
    /// Whether something is a promise that was made. Nobody has promised that the solver reads the lines of others.
    fn counts(self, breach: &StoryBreach) -> bool {
        match breach {
            StoryBreach::Unreadable { .. } => self.is_known,
            breach => self.is_own || !breach.is_about_splits(),
        }
    }
}

/// Notes what was tried on a story's questions.
fn note_promises(
    tale: &SourceStory,
    breaches: &[(usize, StoryBreach)],
    unsolved: u64,
    Kept { is_known, is_own }: Kept,
    findings: &mut Findings,
) {
    let said = Said::of(tale);
    let questions = tale.questions();
    let solved = questions.saturating_sub(unsolved);
    let lines = tale.passage.lines.len() as u64;
    let unreadable = || {
        breaches.iter().filter_map(|(line, breach)| match breach {
            StoryBreach::Unreadable { reason } => Some((*line, reason)),
            _ => None,
        })
    };
    match unreadable().next().filter(|_| !is_known) {
        None => StoryBreach::PROMISES[..2].iter().for_each(|promise| findings.tried(promise, lines)),
        Some((line, reason)) => {
            let count = unreadable().count() as u64;
            let because = super::outcome::line(&place(tale, Some(line)), reason);
            let because = format!("the solver cannot read every line: {because}");
            for promise in &StoryBreach::PROMISES[..2] {
                findings.tried(promise, lines.saturating_sub(count));
                findings.untried(promise, count, &because);
            }
        }
    }
    let because = "the question, or a line before it, makes no sense to the solver";
    for promise in &StoryBreach::PROMISES[2..4] {
        findings.tried(promise, solved);
        if unsolved > 0 {
            findings.untried(promise, unsolved, because);
        }
    }
    let silent = said.iter().filter(|claims| claims.silent_support).count() as u64;
    findings.tried(SUPPORT, solved.saturating_sub(silent));
    if unsolved > 0 {
        findings.untried(SUPPORT, unsolved, because);
    }
    if silent > 0 {
        findings.untried(SUPPORT, silent, "the files do not say on which lines the answer rests");
    }
    let claiming = said.iter().filter(|claims| !claims.is_silent()).count() as u64;
    if claiming > 0 {
        findings.tried(CLAIMS, claiming);
    }
    if claiming < questions && tale.form != StoryOrigin::Made {
        findings.untried(CLAIMS, questions - claiming, "the files say nothing beyond answers and supports");
    }
    if is_own {
        findings.tried(LEAK, questions);
        match is_known {
            true => findings.tried(OPENING_SHARED, questions),
            false => findings.untried(
                OPENING_SHARED,
                questions,
                "which splits are to learn from is not known without the recipe",
            ),
        }
    }
}

/// Notes whether a story is the one that the recipe makes.
fn note_own(
    tale: &SourceStory,
    is_known: bool,
    is_own: bool,
    differs: Option<String>,
    findings: &mut Findings,
) {
    match tale.form {
        StoryOrigin::Made => return,
        _ if !is_known => return findings.untried(OWN, tale.questions(), NO_RECIPE),
        // Other stories went into the files, which the recipe does not promise to make.
        _ if !is_own => return,
        StoryOrigin::Row | StoryOrigin::Text => findings.tried(OWN, tale.questions()),
        StoryOrigin::Formulas => findings.tried(OWN, tale.questions()),
        StoryOrigin::Other => {
            let because = "the files do not say which of the recipe's stories they hold";
            return findings.untried(OWN, tale.questions(), because);
        }
    }
    if let Some(reason) = differs {
        findings.add_many(OWN, tale.questions(), [super::outcome::line(&place(tale, None), &reason)]);
    }
}

/// Adds what is broken: a line counts once for each promise.
fn add(
    tale: &SourceStory,
    breaches: Vec<(usize, StoryBreach)>,
    counts: impl Fn(&StoryBreach) -> bool,
    findings: &mut Findings,
) {
    let mut lines = BTreeMap::<usize, Vec<(&'static str, String)>>::new();
    for (line, breach) in breaches.into_iter().filter(|(_, breach)| counts(breach)) {
        lines.entry(line).or_default().push((breach.promise(), breach.to_string()));
    }
    lines.into_iter().for_each(|(line, broken)| findings.add_item(&place(tale, Some(line)), &broken));
}

fn verifier(stories: Option<&dyn StoryFamily>, is_own: bool) -> StoryVerifier {
    let verifier = StoryVerifier::default().with_failures(0);
    let Some(stories) = stories else { return verifier };
    let roles = stories.splits().iter().map(|split| (split.name.as_str(), split.role));
    verifier.with_ambiguous(stories.recipe().generate.ambiguous || !is_own).with_roles(OPENING, roles)
}

/// Where a line of a story stands, or the whole story.
fn place(tale: &SourceStory, line: Option<usize>) -> String {
    let index = tale.claims.first().and_then(|claims| claims.index);
    let place = tale.place_of(line);
    match (&tale.split, index, tale.form) {
        (Some(split), Some(index), StoryOrigin::Row) => format!("{place}, {split}[{index}]"),
        _ => place,
    }
}

/// Questions that belong to a hold-out and are elsewhere, or are in its split and do not belong to it.
fn outside(tale: &SourceStory, solved: &Solved, stories: &dyn StoryFamily) -> Vec<(usize, String)> {
    let number = stories.splits().iter().position(|split| Some(&split.name) == tale.split.as_ref());
    let Some(number) = number else { return Vec::new() };
    let (within, outside) = stories.holdouts(number);
    let gate = Gate { filter: None, within, outside, balance: None };
    let facts: Vec<usize> = tale.passage.facts().map(|(line, _)| line).collect();
    let told_before = |line: usize| match &solved.story {
        Some(read) => read.told_before(line),
        None => facts.partition_point(|&fact| fact < line),
    };
    let breaks = |solution: &&Solution| {
        let concept = |name: &&str| Concept::ALL.into_iter().find(|concept| concept.name() == *name);
        let composition: Vec<Concept> = solution.composition.iter().filter_map(concept).collect();
        !gate.holds(&Features::of(solution, &composition, told_before))
    };
    let reason = match within {
        Some(_) => "it does not belong to the hold-out of its split, or belongs to another too",
        None => "it belongs to a hold-out",
    };
    solved.solutions.iter().filter(breaks).map(|solution| (solution.line, reason.to_owned())).collect()
}

/// How a story differs from what the recipe makes at its place; `None` if it does not, or if its place is not known.
fn differs(
    tale: &SourceStory,
    stories: &dyn StoryFamily,
    worker: &mut dyn StoryItems,
    in_dataset: bool,
) -> Option<String> {
    let split = || {
        let number = stories.splits().iter().position(|split| Some(&split.name) == tale.split.as_ref());
        number
            .ok_or_else(|| format!("the recipe has no split `{}`", tale.split.as_deref().unwrap_or_default()))
    };
    let result = match tale.form {
        StoryOrigin::Row => split().and_then(|split| differs_from_row(tale, split, worker)),
        StoryOrigin::Text if in_dataset => split().and_then(|split| differs_from_story(tale, split, worker)),
        // Their formulas are the recipe's, or they would not be known as such; their answers are proved.
        StoryOrigin::Formulas => Ok(None),
        StoryOrigin::Made | StoryOrigin::Text | StoryOrigin::Other => Ok(None),
    };
    result.unwrap_or_else(Some)
}

/// A row is compared field by field.
fn differs_from_row(
    tale: &SourceStory,
    split: usize,
    worker: &mut dyn StoryItems,
) -> Result<Option<String>, String> {
    let Some((claims, index)) = tale.claims.first().and_then(|claims| Some((claims, claims.index?))) else {
        return Ok(None);
    };
    let made = worker.make(split, index).map_err(|error| error.to_string())?;
    let StoryClaims { id, kind, all_minimal, complete, composition, status, symbols, .. } = claims;
    let asked = tale.passage.questions().next().map(|(_, asked)| asked.clone()).unwrap_or_default();
    let (at, solution) = (made.at, made.solution);
    let sets: Vec<Vec<usize>> = made.all_minimal().map(Iterator::collect).collect();
    let is_same = [
        ("id", id.as_deref() == Some(&*made.id().to_string())),
        ("task", tale.task.as_deref() == Some(at.task)),
        ("story", tale.number == at.story),
        ("facts", tale.passage.facts().map(|(_, fact)| fact).eq(made.facts())),
        ("question", asked.question == made.text),
        ("kind", kind.as_deref() == Some(solution.kind.name())),
        ("answer", asked.answer == solution.answer),
        ("supporting", asked.support.iter().copied().eq(made.supporting())),
        ("all_minimal", all_minimal.as_ref() == Some(&sets)),
        ("complete", *complete == Some(solution.complete)),
        ("composition", composition.as_ref().is_some_and(|names| *names == solution.composition)),
        ("symbols", symbols.iter().flatten().eq(made.formulas().chain([made.formula()]))),
        ("status", status.as_deref() == Some(solution.status.name())),
    ];
    let fields: Vec<&str> = is_same.into_iter().filter(|(_, same)| !same).map(|(field, _)| field).collect();
    Ok((!fields.is_empty()).then(|| format!("the recipe makes another one: {} differ", fields.join(", "))))
}

/// A whole story is compared line by line; a file may end within its last story, after a question.
fn differs_from_story(
    tale: &SourceStory,
    split: usize,
    worker: &mut dyn StoryItems,
) -> Result<Option<String>, String> {
    let (narrative, _) = worker.story(split, tale.number).map_err(|error| error.to_string())?;
    let made = &narrative.told.passage.lines;
    let pairs = (1..).zip(tale.passage.lines.iter().zip(made));
    let other = pairs.into_iter().find(|(_, (read, made))| read != made).map(|(line, _)| line);
    let is_cut = matches!(tale.passage.lines.last(), Some(Line::Question(_)));
    let (read, made) = (tale.passage.lines.len(), made.len());
    Ok(match other {
        Some(line) => Some(format!("the recipe makes another story: line {line} differs")),
        None if read == made || read < made && is_cut => None,
        None => Some(format!("the recipe makes a story of {made} lines, not {read}")),
    })
}
