//! A page about a study: what was measured, how sure it is, and what answers look like.
//!
//! What a model writes is hostile: it goes through the escaping of [`Page`] and is never part of the page's own text.

use wampimuk_analysis::grid::Dimension;
use wampimuk_analysis::score::Scored;
use wampimuk_audit::{Example, Page};
use wampimuk_draw::{Picture, grouped_bars};
use wampimuk_prompt::Answer;
use wampimuk_show::{Kind, Options, picture};

use crate::Error;
use crate::judged::{Outcome, Sample};
use crate::plan::Plan;
use crate::study::ShotChoice;
use crate::summary::{RunSummary, Summary};

/// How many wrong and right answers a run shows.
const WRONG: usize = 10;
const RIGHT: usize = 3;
/// How much of an answer is shown.
const LONGEST: usize = 4000;

/// Answers that are shown: of each split a few.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    splits: Vec<ShownSplit>,
}

#[derive(Debug, Default)]
struct ShownSplit {
    name: String,
    wrong: Vec<Sample>,
    right: Vec<Sample>,
}

impl Shown {
    /// Keeps an answer, if there are not enough of its kind.
    pub fn offer(&mut self, split: &str, sample: Sample) {
        if self.splits.last().is_none_or(|last| last.name != split) {
            self.splits.push(ShownSplit { name: split.to_owned(), ..ShownSplit::default() });
        }
        let Some(ShownSplit { wrong, right, .. }) = self.splits.last_mut() else { return };
        match sample.outcome {
            Outcome::Failed => {}
            Outcome::Right if right.len() < RIGHT => right.push(sample),
            Outcome::Right => {}
            _ if wrong.len() < WRONG => wrong.push(sample),
            _ => {}
        }
    }

    /// Those that are shown: from all splits in turn.
    fn chosen(&self) -> Vec<(&str, &Sample)> {
        let pick = |most: usize, list: fn(&ShownSplit) -> &Vec<Sample>| {
            let turns = (0..most).flat_map(move |turn| {
                self.splits
                    .iter()
                    .filter_map(move |split| Some((split.name.as_str(), list(split).get(turn)?)))
            });
            turns.take(most).collect::<Vec<_>>()
        };
        [pick(WRONG, |split| &split.wrong), pick(RIGHT, |split| &split.right)].concat()
    }
}

/// The page.
pub(crate) fn page(
    plan: &Plan,
    summary: &Summary,
    scored: &[(&str, Scored)],
    shown: &[Shown],
) -> Result<Page, Error> {
    let mut page = Page::new("Language models on compositional questions");
    page.paragraph(&overview(summary));
    if !summary.complete {
        page.paragraph(
            "Not every question has an answer yet. The same command goes on where this one ended, and makes this page anew.",
        );
    }
    page.pictures(&charts(summary));
    for table in summary.tables() {
        page.table(&table);
    }
    page.paragraph(
        "Intervals are of 95 %, by Wilson's formula over items; of gaps, by Newcombe's. Refused, cut, empty and unreadable \
         answers count as not right; failed requests do not count. Chance: of commands, one of the objects is chosen and \
         everything else is done right; of stories, always the most frequent answer to such a question.",
    );
    for (name, scored) in scored {
        page.section(&format!("{name}: the first answers in detail"));
        page.paragraph(
            "These are the numbers that `wampimuk score` gives for the files in `predictions`. The first answer to each \
             question counts.",
        );
        let tables = match scored {
            Scored::Commands(report, _) => report.tables(&Dimension::ALL),
            Scored::Stories(scores) => scores.report.tables(),
        };
        let (first, more) = tables.split_at(tables.len().min(1));
        first.iter().for_each(|table| page.table(table));
        page.fold("More tables and pictures", |page| {
            more.iter().for_each(|table| page.table(table));
            page.pictures(&scored.pictures());
        });
    }
    for (run, shown) in summary.runs.iter().zip(shown) {
        examples(plan, run, shown, &mut page)?;
    }
    page.section("How this was made");
    page.text(&facts(summary));
    Ok(page)
}

fn overview(summary: &Summary) -> String {
    let study = &summary.study;
    let models: Vec<&str> = study.models.iter().map(|model| model.name.as_str()).collect();
    let shots = match (study.shots, study.shot_choice) {
        (0, _) => "no examples".to_owned(),
        (count, ShotChoice::Fixed) => format!("the same {count} examples from train before each question"),
        (count, ShotChoice::Each) => {
            format!("{count} examples from train before each question, chosen for it")
        }
    };
    format!(
        "{} on {}: at most {} items of each split, asked {}, {shots}. {} requests, {} tokens asked, {} tokens answered{}.",
        models.join(", "),
        study.data.join(", "),
        study.limit,
        if study.samples == 1 { "once".to_owned() } else { format!("{} times", study.samples) },
        summary.requests,
        summary.input_tokens,
        summary.output_tokens,
        summary.cost.map_or_else(String::new, |cost| format!(", at a cost of {cost:.2}")),
    )
}

/// A chart for each dataset: for each split a bar for each model and form, and one for chance.
fn charts(summary: &Summary) -> Vec<Picture> {
    let rounded = |share: f64| (share * 1000.0).round() / 10.0;
    let chart = |name: &String| {
        let runs: Vec<&RunSummary> = summary.runs.iter().filter(|run| run.data == *name).collect();
        let mut series: Vec<String> = runs.iter().map(|run| format!("{}, {}", run.model, run.form)).collect();
        series.push("chance".to_owned());
        let first = runs.first().map(|run| run.splits.as_slice()).unwrap_or_default();
        let groups: Vec<(String, Vec<f64>)> = first
            .iter()
            .enumerate()
            .map(|(place, split)| {
                let share =
                    |run: &&RunSummary| run.splits.get(place).map_or(0.0, |split| rounded(split.accuracy));
                let shares = runs.iter().map(share).chain(split.chance.map(rounded));
                (format!("{} (n = {})", split.split, split.items), shares.collect())
            })
            .collect();
        grouped_bars(&format!("{name}: right answers in per cent"), &series, &groups)
    };
    summary.study.data.iter().map(chart).collect()
}

fn examples(plan: &Plan, run: &RunSummary, shown: &Shown, page: &mut Page) -> Result<(), Error> {
    let chosen = shown.chosen();
    if chosen.is_empty() {
        return Ok(());
    }
    page.section(&format!("Answers of {} to {} ({})", run.model, run.data, run.form));
    let Some(asked) = plan.data.iter().find(|asked| asked.name == run.data) else { return Ok(()) };
    let dataset = asked.dataset()?;
    for (split, sample) in chosen {
        let mut options = Options::new(Kind::Svg);
        if let Answer::Actions(actions) = &sample.answer {
            options.predicted = Some(actions.clone());
        }
        options.solution = true;
        // What is too big to draw is left out.
        let drawn = picture(dataset, split, sample.index..sample.index + 1, &options).unwrap_or_default();
        let title = format!("{split}, item {}: {}", sample.index, sample.outcome.name());
        let texts = [
            ("question", sample.question.as_str()),
            ("thinking", &sample.entry.reasoning),
            ("said", &sample.entry.answer),
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

fn facts(summary: &Summary) -> String {
    let mut text = format!("wampimuk {}\n", summary.wampimuk);
    for run in &summary.runs {
        text.push_str(&format!(
            "{}: seed {}, digest {}, form {}, {}\n",
            run.data, run.seed, run.digest, run.form, run.predictions
        ));
    }
    text.extend(summary.shots.iter().map(|shots| format!("{}\n", shots.sentence())));
    text
}
