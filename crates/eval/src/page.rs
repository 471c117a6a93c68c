//! A page about a study: what was measured, how sure it is, and what answers look like.
//!
//! What a model writes is hostile: it goes through the escaping of [`Page`] and is never part of the page's own text.

use wampimuk_analysis::score::Scored;
use wampimuk_audit::{Example, Page, Table};
use wampimuk_prompt::Answer;
use wampimuk_show::{Kind, Options, picture};

use crate::Error;
use crate::findings::Findings;
use crate::study::{Playing, ShotChoice, Study};
use crate::summary::Summary;

pub(crate) const TITLE: &str = "Language models on compositional questions";
/// How much of an answer is shown.
const LONGEST: usize = 4000;

/// The page.
pub(crate) fn page(
    summary: &Summary,
    scored: &[(String, Scored)],
    runs: &[Findings<'_>],
) -> Result<Page, Error> {
    let mut page = Page::new(TITLE);
    page.paragraph(&overview(summary));
    if !summary.complete {
        page.paragraph(
            "Not every question has an answer yet. The same command goes on where this one ended, and makes this page anew.",
        );
    }
    summary.remarks.iter().for_each(|remark| page.paragraph(remark));
    page.pictures(&summary.accuracy_charts());
    let mut tables = summary.tables().into_iter();
    tables.by_ref().take(1).for_each(|table| page.table(&table));
    let gaps = summary.gap_charts();
    if !gaps.is_empty() {
        page.section("From random test items to hold-outs");
        page.paragraph(
            "A hold-out has combinations that occur in no training item. A gap below zero means that the model is worse there than \
             on random test items of the same dataset.",
        );
        page.pictures(&gaps);
    }
    page.section("Outcomes, consistency, comparisons");
    tables.for_each(|table| page.table(&table));
    breakdowns(&mut page, summary);
    details(&mut page, scored);
    for run in runs {
        examples(run, &mut page)?;
    }
    page.section("What the numbers mean");
    definitions(&mut page, summary);
    page.section("How this was made");
    page.text(&facts(summary));
    Ok(page)
}

/// Right answers by what makes items easy or hard.
fn breakdowns(page: &mut Page, summary: &Summary) {
    let charts = summary.breakdown_charts();
    if charts.is_empty() {
        return;
    }
    page.section("What makes items hard");
    page.paragraph("The first answers to the items of all these splits together.");
    page.pictures(&charts);
    page.fold("The same as tables", |page| summary.breakdowns().iter().for_each(|table| page.table(table)));
}

/// Where wrong answers went, and what else `wampimuk score` reports.
fn details(page: &mut Page, scored: &[(String, Scored)]) {
    for (name, scored) in scored {
        page.section(&format!("{name}: the first answers in detail"));
        page.paragraph(
            "These are the numbers that `wampimuk score` gives for the same answers. The first answer to each question counts.",
        );
        let tables = scored.tables();
        let is_about_wrong = |table: &&Table| table.title.contains("wrong answers");
        tables.iter().take(1).for_each(|table| page.table(table));
        tables.iter().filter(is_about_wrong).for_each(|table| page.table(table));
        page.fold("More tables and pictures", |page| {
            tables.iter().skip(1).filter(|table| !is_about_wrong(table)).for_each(|table| page.table(table));
            page.pictures(&scored.pictures());
        });
    }
}

fn overview(summary: &Summary) -> String {
    let spent = format!(
        "{} requests, {} tokens asked, {} tokens answered{}.",
        summary.requests,
        summary.input_tokens,
        summary.output_tokens,
        summary.cost.map_or_else(String::new, |cost| format!(", at a cost of {cost:.2}")),
    );
    let Some(study) = &summary.study else {
        let runs: Vec<String> =
            summary.runs.iter().map(|run| format!("{} on {}", run.model, run.data)).collect();
        return format!("Answers from {}: {}. {spent}", summary.logs.join(", "), runs.join("; "));
    };
    let models: Vec<&str> = study.models.iter().map(|model| model.name.as_str()).collect();
    let times = if study.samples == 1 { "once".to_owned() } else { format!("{} times", study.samples) };
    format!(
        "{} on {}: at most {} items of each split, asked {times}, {}. {spent}",
        models.join(", "),
        study.data.join(", "),
        study.limit,
        how_asked(study),
    )
}

/// In which way questions were asked, in words.
fn how_asked(study: &Study) -> String {
    if let Some(Playing { sight, turns, moves }) = study.play {
        let mut text = "in conversations, turn by turn".to_owned();
        if let Some(sight) = sight {
            text.push_str(&format!(", seeing {sight} rows and columns in each direction"));
        }
        if let Some(moves) = moves {
            text.push_str(&format!(", with at most {moves} actions a turn"));
        }
        if let Some(turns) = turns {
            text.push_str(&format!(", in at most {turns} turns"));
        }
        return text;
    }
    let rules = if study.rules { "" } else { "without rules, " };
    let shots = match (study.shots, study.shot_choice) {
        (0, _) => "no examples".to_owned(),
        (count, ShotChoice::Fixed) => format!("the same {count} examples from train before each question"),
        (count, ShotChoice::Each) => {
            format!("{count} examples from train before each question, chosen for it")
        }
    };
    format!("{rules}{shots}")
}

fn examples(run: &Findings<'_>, page: &mut Page) -> Result<(), Error> {
    let chosen = run.shown.chosen();
    if chosen.is_empty() {
        return Ok(());
    }
    let about = &run.about;
    page.section(&format!("Answers of {} to {} ({})", about.model, about.data, about.form));
    for (split, sample) in chosen {
        let mut options = Options::new(Kind::Svg);
        if let Answer::Actions(actions) = &sample.answer {
            options.predicted = Some(actions.clone());
        }
        options.solution = true;
        // What is too big to draw is left out.
        let drawn = picture(run.dataset, run.split_name(split), sample.index..sample.index + 1, &options);
        let drawn = drawn.unwrap_or_default();
        let title = format!("{}, item {}: {}", run.split_name(split), sample.index, sample.outcome.name());
        let said = match sample.said.turns.as_slice() {
            [] => sample.said.answer.clone(),
            turns => {
                (1..).zip(turns).map(|(turn, said)| format!("{turn}. {said}")).collect::<Vec<_>>().join("\n")
            }
        };
        let texts = [
            ("question", sample.question.as_str()),
            ("thinking", &sample.said.reasoning),
            ("said", &said),
            ("read", &sample.parsed),
            ("right", &sample.expected),
            ("why", &sample.why),
        ]
        .map(|(name, text)| (name, short(text)));
        let svg = String::from_utf8_lossy(&drawn).into_owned();
        let folded = &["question", "thinking"];
        page.example(&Example { title: &title, svg, animation: None, texts: &texts, folded });
    }
    Ok(())
}

/// The beginning and the end of a long text.
fn short(text: &str) -> String {
    let count = text.chars().count();
    if count <= LONGEST {
        return text.to_owned();
    }
    let half = LONGEST / 2;
    let (start, end): (String, String) =
        (text.chars().take(half).collect(), text.chars().skip(count - half).collect());
    format!("{start}\n[… {} characters …]\n{end}", count - LONGEST)
}

fn definitions(page: &mut Page, summary: &Summary) {
    let mut say = |text: &str| page.paragraph(text);
    say(
        "Intervals are of 95 %: of shares by Wilson's formula over items, of gaps by Newcombe's, of differences between two runs \
         over the items that both answered. Refused, cut, empty and unreadable answers count as not right; failed requests do \
         not count.",
    );
    say(
        "An answer is right if it is exactly the right one: of commands all actions, or the target's cell where that is asked for. \
         Chance is that of a blind choice. Of commands, one of the world's objects is chosen and dealt with without a mistake, so \
         chance is the share of objects that lead to exactly the right answer. Of questions about stories, it is always the answer \
         that is most frequent for their kind.",
    );
    if summary.runs.iter().any(|run| run.play.is_some()) {
        say(
            "A conversation is right if the command is carried out at its end, whichever axis is taken first. Where the model does not \
             see everything, it may go as it likes, and what counts is where things are when it says that it is done.",
        );
    }
    if summary.runs.iter().flat_map(|run| &run.splits).any(|split| split.floor.is_some()) {
        say(
            "Readers are those of `wampimuk audit`, tried on the same splits: simple methods that learn from train. The best of those who \
             see a part of the item only, and the best of those who see all of it, but of words not the order. A model that is no \
             better may have understood no more.",
        );
    }
    if !summary.languages.is_empty() {
        say(
            "A fresh language says the same items in words that do not exist. What a model loses there is what it owed to knowing the \
             words, or the items, from elsewhere.",
        );
    }
    if summary.runs.iter().flat_map(|run| &run.splits).any(|split| !split.consistency.is_empty()) {
        say(
            "A minimal pair is an item and the same item with one word, object or sentence changed, so that the answer provably \
             changes or provably stays. `both right` is the share of pairs with two right answers; `same answer` the share with twice the same \
             answer, of those with two answers that can be read: close to 100 % is good where the answer stays, and bad where it \
             changes.",
        );
    }
}

fn facts(summary: &Summary) -> String {
    let mut text = format!("wampimuk {}\n", summary.wampimuk);
    for run in &summary.runs {
        let file = run.predictions.as_ref().map_or_else(String::new, |path| format!(", {path}"));
        text.push_str(&format!(
            "{}: seed {}, digest {}, form {}, asked for {}{file}\n",
            run.data, run.seed, run.digest, run.form, run.asked
        ));
    }
    text.extend(summary.shots.iter().map(|shots| format!("{}\n", shots.sentence())));
    text
}
