//! Commands with relative clauses, one pattern at a time.
//!
//! What a clause adds depends on how many there are, so numbers are comparable only between commands of one shape:
//! splits that mix shapes are taken apart.

use serde::Serialize;

use super::articles::Articles;
use super::case::Case;
use super::extremes::Extremes;
use super::figures::Figure;
use super::needs::Needs;
use super::pivots::{PivotCounts, Pivots};
use super::readers::ReaderCounts;
use super::swaps;
use super::tree::{nodes, players};
use super::variants::{Variant, VariantCounts};
use crate::Share;

/// The counters of the commands with one pattern.
#[derive(Clone, Debug, Default)]
pub(crate) struct PatternCounters {
    examples: u64,
    needs: Needs,
    readers: ReaderCounts,
    swaps: Share,
    pivots: PivotCounts,
    extremes: Extremes,
    articles: Articles,
    variants: VariantCounts,
}

impl PatternCounters {
    pub fn add(&mut self, case: &Case<'_>) {
        let nodes = nodes(case.phrase());
        let players = players(&nodes, case.example.target, &case.scene, case.lexicon, case.semantics);
        self.examples += 1;
        self.needs.add(case, &nodes);
        self.readers.add(case);
        swaps::add(&mut self.swaps, case, &nodes);
        self.pivots.add(case, &nodes, &players);
        self.extremes.add(case, &nodes, &players);
        self.articles.add(case, &nodes);
        self.variants.add(case);
    }

    pub fn merge(&mut self, other: &Self) {
        self.examples += other.examples;
        self.needs.merge(&other.needs);
        self.readers.merge(&other.readers);
        self.swaps.merge(other.swaps);
        self.pivots.merge(&other.pivots);
        self.extremes.merge(&other.extremes);
        self.articles.merge(&other.articles);
        self.variants.merge(&other.variants);
    }

    pub fn finish(&self, pattern: &str) -> PatternAudit {
        PatternAudit {
            pattern: pattern.to_string(),
            examples: self.examples,
            shortcuts: self.readers.figures(),
            needs: self.needs.clone(),
            swaps_kept: self.swaps,
            pivots: self.pivots.finish(),
            sizes: self.extremes,
            articles: self.articles,
            variants: self.variants.finish(),
        }
    }
}

/// The audit of the commands with one pattern.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PatternAudit {
    /// In ReaSCAN's notation: `$OBJ_0 ^ $OBJ_1 & $OBJ_2`.
    pub pattern: String,
    /// How many examples have it.
    pub examples: u64,
    /// How often readers who leave part of the command aside find the target, in expectation.
    pub shortcuts: Vec<Figure>,
    /// Words and clauses that are not needed.
    pub needs: Needs,
    /// Exchanges of two phrases inside clauses that leave the referents as they are.
    pub swaps_kept: Share,
    /// Where the objects of "same row" and "same column" clauses stand.
    pub pivots: Pivots,
    /// Whether size words have but two sizes to tell apart.
    pub sizes: Extremes,
    /// Whether "a" and "the" fit the world.
    pub articles: Articles,
    /// What the commands refer to under other choices of meaning.
    pub variants: Vec<Variant>,
}

impl PatternAudit {
    /// All shares, in the order in which they are shown.
    pub fn figures(&self) -> Vec<Figure> {
        let mut figures = self.shortcuts.clone();
        figures.extend(self.needs.figures());
        if self.swaps_kept.of > 0 {
            let what = "exchanged phrases keep the referent";
            figures.push(Figure::share("word order", what, self.swaps_kept));
        }
        figures.extend(self.pivots.figures());
        figures.extend(self.sizes.figures());
        figures.extend(self.articles.figures());
        figures.extend(self.variants.iter().map(Variant::figure));
        figures
    }
}
