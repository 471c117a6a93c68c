//! What is to be said first: the findings of an audit, worst first.
//!
//! A finding has a count, an interval, what it is measured against, and, where chance could be behind it, a p-value that
//! is corrected for the number of looks (Holm). What chance can do is no finding, however it looks; nor is a
//! difference that is certain but too small to matter. What was counted rather than sampled, such as leaks and
//! wrong labels, needs no p-value. What is wrong in itself is a finding in a single item; shares of fewer than
//! [`LEAST`] items are not judged.

use serde::Serialize;
use wampimuk_readers::statistics::{at_least, holm, wilson};

use crate::Severity;
use crate::Share;
use crate::floors::{Bar, Floors, ReaderScore, bars};
use crate::table::{percent, thousands};

/// The biggest corrected p-value of a finding.
const CERTAIN: f64 = 0.01;

/// Of fewer items than this, a share says too little about a dataset to be judged.
pub const LEAST: u64 = 20;

/// What a finding is about, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Topic {
    /// Other splits have what train has.
    Leaks,
    /// Questions could not be solved, so that nothing else is known about them.
    Unsolved,
    /// Answers are wrong, or there are several.
    Labels,
    /// Recorded proofs do not prove.
    Supports,
    /// A reader gets far without what the benchmark is about.
    Floors,
    /// The order of words is not needed.
    Order,
    /// Places give something away.
    Position,
    /// Words are not needed.
    IdleWords,
    /// Words can be read in several ways.
    Readings,
    /// Train has the same answer to the same words, about something else.
    KnownAnswers,
}

impl Topic {
    /// Whether a single item is enough for a finding: something is wrong with it.
    const fn is_of_single_items(self) -> bool {
        matches!(self, Self::Leaks | Self::Unsolved | Self::Labels | Self::Supports)
    }

    /// A few words for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Leaks => "leak",
            Self::Unsolved => "unsolved",
            Self::Labels => "labels",
            Self::Supports => "supports",
            Self::Floors => "floor",
            Self::Order => "word order",
            Self::Position => "position",
            Self::IdleWords => "idle words",
            Self::Readings => "readings",
            Self::KnownAnswers => "known answers",
        }
    }

    /// What it means for a result.
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Leaks => {
                "A model can remember these instead of understanding them: leave them out of scores."
            }
            Self::Unsolved => {
                "Nothing is known about these: no other finding is about them. `--all` lists the first, with reasons."
            }
            Self::Labels => "A right model is marked wrong here, and a wrong one right.",
            Self::Supports => {
                "The answers are right, but these lines do not show it: no lesson and no test of reasoning."
            }
            Self::Floors => "A score up to this shows nothing of what the reader does not see.",
            Self::Order => {
                "A score up to this shows nothing about word order, on which the meaning should hang."
            }
            Self::Position => "A model can prefer places instead of reading.",
            Self::IdleWords => "A model need not know these words to be right.",
            Self::Readings => "A model that reads the words in another of these ways is marked wrong here.",
            Self::KnownAnswers => {
                "No item is given away: the target is another object, and has to be found. But the action list is not new, so \
                 these items show nothing about composing new ones."
            }
        }
    }
}

/// Something found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Concern {
    /// What it is about.
    pub topic: Topic,
    /// How much it matters.
    pub severity: Severity,
    /// The split.
    pub split: String,
    /// The pattern of commands or kind of questions.
    pub group: String,
    /// What was found, in words.
    pub text: String,
    /// How many; ties count in parts.
    pub count: f64,
    /// Of how many.
    pub of: u64,
    /// The 95 % interval of their share.
    pub interval: (f64, f64),
    /// What the share would be if nothing were wrong.
    pub expected: Option<f64>,
    /// Where an item stands that shows it: recipe, split and index, or the place in a file.
    pub example: Option<String>,
    /// The chance of so many if nothing were wrong, corrected for the number of looks. `None` where everything was
    /// counted, so that chance has no part in it.
    pub p: Option<f64>,
}

/// The findings of an audit.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Summary {
    /// How many comparisons with chance were made.
    pub looks: usize,
    /// How many shares were not judged, because they are of fewer than [`LEAST`] items.
    pub few: usize,
    /// What was found, worst first.
    pub concerns: Vec<Concern>,
}

/// Looks, before they are corrected.
#[derive(Debug, Default)]
pub(crate) struct Looks {
    certain: Vec<Concern>,
    /// Each with its p-value, and whether it would matter.
    uncertain: Vec<(Concern, f64, bool)>,
    /// How many are of too few items.
    few: usize,
}

/// What is looked at.
#[derive(Clone, Copy)]
pub(crate) struct At<'a> {
    pub topic: Topic,
    pub split: &'a str,
    pub group: &'a str,
    /// Where an item stands that shows it.
    pub example: Option<&'a str>,
}

impl Looks {
    /// Something that was counted: a finding if there is any of it.
    pub fn count(&mut self, at: At<'_>, severity: Severity, share: Share, text: String) {
        if !at.topic.is_of_single_items() && share.of < LEAST {
            self.few += usize::from(share.count > 0);
        } else if share.count > 0 {
            let concern = concern(at, severity, text, share.count as f64, share.of, None);
            self.certain.push(concern);
        }
    }

    /// A score: a finding if it is above `expected` by more than `margin`, and not by chance. From twice the margin on it is a
    /// warning.
    pub fn score(&mut self, at: At<'_>, score: &ReaderScore, expected: f64, margin: f64, text: String) {
        if score.of < LEAST {
            self.few += 1;
            return;
        }
        let above = score.share() - expected;
        let severity = if above >= 2.0 * margin { Severity::Warning } else { Severity::Note };
        let p = at_least(score.right, score.of, expected);
        let concern = concern(at, severity, text, score.right, score.of, Some(expected));
        self.uncertain.push((concern, p, above > margin));
    }

    /// Something with a p-value of its own.
    pub fn test(&mut self, at: At<'_>, share: Share, p: f64, matters: bool, text: String) {
        if share.of < LEAST {
            self.few += 1;
            return;
        }
        let concern = concern(at, Severity::Note, text, share.count as f64, share.of, None);
        self.uncertain.push((concern, p, matters));
    }

    pub fn finish(self) -> Summary {
        let corrected = holm(&self.uncertain.iter().map(|(_, p, _)| *p).collect::<Vec<_>>());
        let looks = self.uncertain.len();
        let mut concerns = self.certain;
        for ((mut concern, _, matters), p) in self.uncertain.into_iter().zip(corrected) {
            if matters && p < CERTAIN {
                concern.p = Some(p);
                concerns.push(concern);
            }
        }
        let excess =
            |concern: &Concern| concern.count / concern.of.max(1) as f64 - concern.expected.unwrap_or(0.0);
        concerns.sort_by(|one, two| {
            let key = |concern: &Concern| (std::cmp::Reverse(concern.severity), concern.topic);
            key(one).cmp(&key(two)).then_with(|| excess(two).total_cmp(&excess(one)))
        });
        Summary { looks, few: self.few, concerns }
    }
}

fn concern(
    at: At<'_>,
    severity: Severity,
    text: String,
    count: f64,
    of: u64,
    expected: Option<f64>,
) -> Concern {
    let At { topic, split, group, example } = at;
    let interval = wilson(count, of);
    Concern {
        topic,
        severity,
        split: split.to_owned(),
        group: group.to_owned(),
        text,
        count,
        of,
        interval,
        expected,
        example: example.map(str::to_owned),
        p: None,
    }
}

impl Concern {
    /// One line: what, where, how many, and how sure.
    pub fn line(&self) -> String {
        let place = match self.group.as_str() {
            "" | "all" => self.split.clone(),
            group => format!("{}, {group}", self.split),
        };
        let share = percent((self.of > 0).then(|| self.count / self.of as f64));
        let (low, high) = (100.0 * self.interval.0, 100.0 * self.interval.1);
        let n = thousands(self.of);
        let mut line = format!("{}: {} – {share} ({low:.1}–{high:.1}, n = {n}", place, self.text);
        if let Some(expected) = self.expected {
            line += &format!("; expected {}", percent(Some(expected)));
        }
        match self.p {
            Some(p) if p < 1e-12 => line += "; p < 1e-12",
            Some(p) => line += &format!("; p = {p:.1e}"),
            None => {}
        }
        line += ")";
        if let Some(example) = &self.example {
            line += &format!("; for example {example}");
        }
        line
    }
}

impl Summary {
    /// Puts the recipe's name before the addresses of examples that do not stand in files.
    pub(crate) fn name_examples(&mut self, name: &str) {
        for example in self.concerns.iter_mut().filter_map(|concern| concern.example.as_mut()) {
            *example = format!("{name}/{example}");
        }
    }

    /// How many findings matter this much.
    pub fn count(&self, severity: Severity) -> usize {
        self.concerns.iter().filter(|concern| concern.severity == severity).count()
    }

    /// Paragraphs: how many findings, then each topic with its worst findings and what they mean.
    ///
    /// At most `most` findings of each topic are listed.
    pub fn text(&self, most: usize) -> String {
        let (warnings, notes) = (self.count(Severity::Warning), self.count(Severity::Note));
        let mut looks = format!("{} comparisons with chance, p-values corrected for all of them", self.looks);
        if self.few > 0 {
            looks += &format!("; {} shares of fewer than {LEAST} items are not judged", self.few);
        }
        if self.concerns.is_empty() {
            return format!("Nothing found ({looks}).\n");
        }
        let plural =
            |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let mut text = format!("{}, {} ({looks}).\n", plural(warnings, "warning"), plural(notes, "note"));
        let mut groups: Vec<(Severity, Topic)> = Vec::new();
        for concern in &self.concerns {
            if !groups.contains(&(concern.severity, concern.topic)) {
                groups.push((concern.severity, concern.topic));
            }
        }
        for (severity, topic) in groups {
            let of_group: Vec<&Concern> = self
                .concerns
                .iter()
                .filter(|concern| (concern.severity, concern.topic) == (severity, topic))
                .collect();
            text += &format!("\n{}  {}\n", severity.name(), topic.name());
            for concern in of_group.iter().take(most) {
                text += &format!("  {}\n", concern.line());
            }
            if of_group.len() > most {
                text += &format!("  … and {} more\n", of_group.len() - most);
            }
            text += &format!("  {}\n", topic.meaning());
        }
        text
    }
}

/// The looks at floors.
pub(crate) fn look_at(floors: &Floors, looks: &mut Looks) {
    for Bar { row, topic, what, score, expected, margin } in bars(floors) {
        let example = floors.example(row, score);
        let at = At { topic, split: &row.split, group: &row.group, example };
        looks.score(at, score, expected, margin, what.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(topic: Topic) -> At<'static> {
        At { topic, split: "test", group: "all", example: None }
    }

    fn score(right: f64, of: u64) -> ReaderScore {
        ReaderScore::new("world only", "exact", right, of)
    }

    /// 5 of 20 where 29 % are expected was a finding once, and so was everything else that chance does.
    #[test]
    fn noise_is_no_finding() {
        let mut looks = Looks::default();
        looks.score(at(Topic::Position), &score(5.0, 20), 0.2, 0.03, String::new());
        (0..100).for_each(|k| {
            // A hundred looks at 1,000 items with one in ten right: the best of them has 130.
            looks.score(
                at(Topic::Floors),
                &score(85.0 + f64::from(k) * 0.45, 1000),
                0.1,
                0.02,
                String::new(),
            );
        });
        let summary = looks.finish();
        assert_eq!((summary.looks, summary.concerns.len()), (101, 0));
        assert!(summary.text(3).starts_with("Nothing found (101 comparisons"));
    }

    #[test]
    fn few_items_are_not_judged() {
        let mut looks = Looks::default();
        let all = |of: u64| Share { count: of, of };
        looks.score(at(Topic::Floors), &score(19.0, 19), 0.1, 0.04, "floor".into());
        looks.test(at(Topic::Position), all(19), 1e-9, true, "cells".into());
        looks.count(at(Topic::IdleWords), Severity::Note, all(19), "idle".into());
        let none = Share { count: 0, of: 19 };
        looks.count(at(Topic::IdleWords), Severity::Note, none, "nothing".into());
        looks.count(at(Topic::Labels), Severity::Warning, all(1), "wrong".into());
        looks.count(at(Topic::IdleWords), Severity::Note, all(20), "enough".into());
        let summary = looks.finish();
        let texts: Vec<&str> = summary.concerns.iter().map(|concern| concern.text.as_str()).collect();
        assert_eq!((summary.looks, summary.few, &texts[..]), (0, 3, &["wrong", "enough"][..]));
        assert!(summary.text(3).contains("; 3 shares of fewer than 20 items are not judged)"));
    }

    #[test]
    fn the_worst_comes_first() {
        let mut looks = Looks::default();
        looks.score(at(Topic::Position), &score(400.0, 1000), 0.1, 0.03, "places".into());
        looks.score(at(Topic::Floors), &score(150.0, 1000), 0.1, 0.04, "a little".into());
        looks.score(at(Topic::Floors), &score(450.0, 1000), 0.1, 0.04, "much".into());
        // Certain, but not worth mentioning.
        looks.score(at(Topic::Floors), &score(105_000.0, 1_000_000), 0.1, 0.04, "tiny".into());
        looks.count(at(Topic::Leaks), Severity::Warning, Share { count: 3, of: 50 }, "leaks".into());
        looks.count(at(Topic::Labels), Severity::Warning, Share { count: 0, of: 50 }, "none".into());
        let summary = looks.finish();
        let texts: Vec<&str> = summary.concerns.iter().map(|concern| concern.text.as_str()).collect();
        assert_eq!(texts, ["leaks", "much", "places", "a little"]);
        let text = summary.text(1);
        assert!(text.starts_with("3 warnings, 1 note"), "{text}");
        assert!(text.contains("test: leaks – 6.0 % (2.1–16.2, n = 50)"), "{text}");
        assert!(summary.concerns[1].p.is_some_and(|p| p < 1e-12));
    }
}
