//! Worlds made here against the original's, for the same commands.

use std::collections::BTreeMap;
use std::collections::HashMap;

use wampimuk_command::{Command, Lexicon, Relation};

use super::features::features;
use super::sample::{Sample, made, read};
use super::strata::{Comparison, Key, Stratum, compare};
use super::*;

const RETRIES: u32 = 500;

/// What the code of June 8 does, which made the published training data.
fn early() -> Released {
    Released::default()
}

/// What the last public code does.
fn late() -> Released {
    Released { fix_relation_copy_sizes: false, ..Released::default() }
}

fn only(distractors: &[DistractorName]) -> Released {
    Released { distractors: distractors.to_vec(), ..late() }
}

/// The outcome of a comparison.
struct Verdict {
    comparisons: BTreeMap<Key, Comparison>,
    /// Original worlds whose command gave no world here.
    failed: usize,
    worlds: usize,
}

/// Makes worlds for the commands of some samples, `more` times as many but at least `least` for each command, and
/// compares.
fn versus(samples: &[Sample], settings: &Released, (more, least): (usize, usize)) -> Verdict {
    let lexicon = Lexicon::reascan();
    let mut strata: Vec<(Command, usize, Stratum)> = Vec::new();
    let mut numbers: HashMap<Command, usize> = HashMap::new();
    for sample in samples {
        let command = sample.plain_command();
        let number = *numbers.entry(command.clone()).or_insert_with(|| {
            strata.push((command, 0, Stratum::default()));
            strata.len() - 1
        });
        strata[number].1 += 1;
        strata[number].2.add_original(&features(sample, &lexicon));
    }
    let mut workshop = workshop(settings);
    let mut stream = stream("conformance");
    let mut verdict = Verdict { comparisons: BTreeMap::new(), failed: 0, worlds: 0 };
    for (command, count, stratum) in &mut strata {
        let tree = Tree::of(&command.phrase, &lexicon);
        let wanted = (*count * more).max(least);
        let mut given = 0;
        while given < wanted && (0..20 * RETRIES).any(|_| workshop.attempt(&tree, &mut stream)) {
            given += 1;
            stratum.add_own(&features(&made(&workshop, command, &lexicon), &lexicon));
        }
        verdict.worlds += given;
        verdict.failed += if given < 2 { *count } else { 0 };
    }
    verdict.comparisons = compare(strata.iter().map(|(_, _, stratum)| stratum));
    verdict
}

impl Verdict {
    fn show(&self, title: &str) {
        println!("## {title}: {} worlds made, {} originals without", self.worlds, self.failed);
        for (key, comparison) in &self.comparisons {
            let Comparison { original, own, .. } = comparison;
            let mark = if comparison.deviation() > 3.0 { " <--" } else { "" };
            println!("{key:?} {original:.4} {own:.4} {:.2}{mark}", comparison.deviation());
        }
        println!("mean square {:.3} of {}", self.mean_square().0, self.mean_square().1);
    }

    fn worst(&self) -> (Key, f64) {
        let deviations = self.comparisons.iter().map(|(&key, comparison)| (key, comparison.deviation()));
        deviations.max_by(|one, two| one.1.total_cmp(&two.1)).expect("features to compare")
    }

    /// The mean squared deviation of the features that vary enough, and their number.
    fn mean_square(&self) -> (f64, usize) {
        let squares: Vec<f64> = self.comparisons.values().filter_map(Comparison::square).collect();
        (squares.iter().sum::<f64>() / squares.len() as f64, squares.len())
    }
}

fn explore(name: &str, settings: &Released) {
    let Some(samples) = read(name, &Lexicon::reascan()) else { return };
    let start = std::time::Instant::now();
    let verdict = versus(&samples, settings, (4, 10));
    verdict.show(name);
    println!("worst {:?}, {:?}", verdict.worst(), start.elapsed());
}

#[test]
fn exploring() {
    explore("published-p3-test", &early());
    explore("generated-p3-june8", &early());
    explore("generated-p1", &late());
    explore("generated-p2", &late());
    explore("generated-p2-180", &late());
    explore("generated-p3", &late());
    explore("generated-p3-rd", &only(&[DistractorName::Random]));
    explore("generated-p4", &only(&[DistractorName::Relation, DistractorName::Random]));
    explore("generated-c2", &late());
}
