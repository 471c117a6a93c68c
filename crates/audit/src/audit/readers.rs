//! How far a reader gets who leaves part of the command aside.

use wampimuk_command::Phrase;

use super::case::Case;
use super::figures::Figure;
use super::tree::each_mut;
use crate::counts::Cross;

/// A reader with a handicap, who picks one of the objects that are still possible, each with the same chance.
///
/// The expected accuracy is the ceiling of every model with that handicap: a score that does not exceed it shows
/// nothing of what the handicap leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reader {
    RandomObject,
    HeadOnly,
    /// The head and one of its clauses; the mean over the clauses. Clauses within that clause are left aside.
    OneClause,
    /// All clauses, but the head is "object".
    NoHead,
    NoSizes,
    NoNouns,
    NoColours,
    /// All relations, but every phrase is "object".
    RelationsOnly,
}

impl Reader {
    const ALL: [Self; 8] = [
        Self::RandomObject,
        Self::HeadOnly,
        Self::OneClause,
        Self::NoHead,
        Self::NoSizes,
        Self::NoNouns,
        Self::NoColours,
        Self::RelationsOnly,
    ];

    const fn name(self) -> &'static str {
        match self {
            Self::RandomObject => "any object",
            Self::HeadOnly => "head phrase only",
            Self::OneClause => "head phrase and one clause",
            Self::NoHead => "clauses without the head phrase",
            Self::NoSizes => "blind to size words",
            Self::NoNouns => "blind to nouns",
            Self::NoColours => "blind to colour words",
            Self::RelationsOnly => "relations without any words",
        }
    }

    /// What the reader makes of a command: one phrase, or several of which it chooses one.
    fn sees(self, head: &Phrase, mut visit: impl FnMut(&Phrase)) {
        let bare = |phrase: &mut Phrase| (phrase.size, phrase.colour, phrase.noun) = (None, None, None);
        let mut seen = head.clone();
        match self {
            Self::RandomObject => seen = Phrase::default(),
            Self::HeadOnly => seen.clauses.clear(),
            Self::OneClause => {
                // With a single clause in all there is nothing to leave aside.
                if head.count() > 2 {
                    for clause in &head.clauses {
                        seen.clauses.clear();
                        seen.clauses.push(clause.clone());
                        seen.clauses[0].phrase.clauses.clear();
                        visit(&seen);
                    }
                }
                return;
            }
            Self::NoHead => bare(&mut seen),
            Self::NoSizes => each_mut(&mut seen, &mut |phrase| phrase.size = None),
            Self::NoNouns => each_mut(&mut seen, &mut |phrase| phrase.noun = None),
            Self::NoColours => each_mut(&mut seen, &mut |phrase| phrase.colour = None),
            Self::RelationsOnly => each_mut(&mut seen, &mut |phrase| bare(phrase)),
        }
        visit(&seen);
    }
}

/// For each reader, how many examples leave how many objects possible; 0 if the target is not among them. Counts, not
/// quotients, so that merging is exact.
#[derive(Clone, Debug, Default)]
pub(crate) struct ReaderCounts(Cross);

impl ReaderCounts {
    pub fn add(&mut self, case: &Case<'_>) {
        for reader in Reader::ALL {
            reader.sees(case.phrase(), |phrase| {
                let possible = case.denotation(phrase);
                let choices = if possible & case.target == 0 { 0 } else { possible.count_ones() };
                self.0.bump(reader as usize, choices as usize);
            });
        }
    }

    pub fn merge(&mut self, other: &Self) {
        self.0.merge(&other.0);
    }

    pub fn figures(&self) -> Vec<Figure> {
        let rows = self.0.rows().map(|(reader, counts)| {
            let of = counts.total();
            let mean = |power: i32| {
                let hits = counts.iter().filter(|(choices, _)| *choices > 0);
                hits.map(|(choices, count)| count as f64 * (choices as f64).powi(-power)).sum::<f64>()
                    / of as f64
            };
            let (value, square) = (mean(1), mean(2));
            Figure {
                check: "shortcuts",
                what: Reader::ALL[reader].name().to_string(),
                value: Some(value),
                of,
                error: Some(((square - value * value).max(0.0) / of as f64).sqrt()),
            }
        });
        rows.collect()
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_command::{Command, Lexicon, Surface, parse};

    use super::*;

    #[test]
    fn readers_leave_aside_what_they_say() {
        let lexicon = Lexicon::reascan();
        let text =
            "push the small red circle that is inside of a big box and in the same row as a green object";
        let command = parse(text, &lexicon).unwrap();
        let seen = |reader: Reader| {
            let mut texts = Vec::new();
            reader.sees(&command.phrase, |phrase| {
                let text =
                    Command { phrase: phrase.clone(), ..command.clone() }.text(&lexicon, Surface::Reascan);
                texts.push(text["push ".len()..].to_string());
            });
            texts
        };
        let (inside, row) = ("that is inside of", "in the same row as");
        assert_eq!(seen(Reader::RandomObject), ["a object"]);
        assert_eq!(seen(Reader::HeadOnly), ["the small red circle"]);
        assert_eq!(
            seen(Reader::OneClause),
            [
                format!("the small red circle {inside} a big box"),
                format!("the small red circle that is {row} a green object")
            ]
        );
        assert_eq!(seen(Reader::NoHead), [format!("the object {inside} a big box and {row} a green object")]);
        assert_eq!(
            seen(Reader::NoSizes),
            [format!("the red circle {inside} a box and {row} a green object")]
        );
        assert_eq!(
            seen(Reader::NoNouns),
            [format!("the small red object {inside} a big object and {row} a green object")]
        );
        assert_eq!(
            seen(Reader::NoColours),
            [format!("the small circle {inside} a big box and {row} a object")]
        );
        assert_eq!(seen(Reader::RelationsOnly), [format!("the object {inside} a object and {row} a object")]);
    }
}
