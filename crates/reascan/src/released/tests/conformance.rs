//! Worlds made here against the original's, for the same commands.
//!
//! Nine files of the original's items are compared in 155 to 336 features each, see [`super::features`]. The bounds:
//!
//! * [`FAR`]: of about 2,500 normal deviations, one of 4.8 or more turns up in every 250th set of files.
//! * [`SPREAD`]: the mean squared deviation is 1 if nothing differs. The features depend on each other, so it varies more
//!   than that of independent ones: over 48 pairs of samples that were both made here it was 1.0 with a deviation of
//!   0.15, and 1.53 at most. Small differences in many features raise it before any is far off.
//!
//! Both are judged with a fixed stream, so a test that passes keeps passing.

use std::collections::{BTreeMap, HashMap, HashSet};

use wampimuk_command::Strategy::{Random, Relation as RelationDistractor};
use wampimuk_command::{Command, Lexicon, Relation, Strategy, Surface};

use super::features::features;
use super::sample::{Sample, made, read};
use super::strata::{Comparison, Key, Stratum, compare};
use super::*;

const FAR: f64 = 4.8;
const SPREAD: f64 = 1.6;

/// A file of the original and the settings that should give worlds like its.
struct File {
    settings: Released,
    /// Which worlds entered the file.
    keep: fn(&Sample) -> bool,
}

/// What the code of June 8, 2021 does, which made the published training data.
fn early() -> Released {
    Released::default()
}

/// What the last public code does.
fn late() -> Released {
    Released { fix_relation_copy_sizes: false, ..Released::default() }
}

fn file(name: &str) -> File {
    let only = |distractors: &[Strategy]| Released { distractors: distractors.to_vec(), ..late() };
    let settings = match name {
        "published-p3-test" | "generated-p3-june8" => early(),
        "generated-p3-rd" => only(&[Random]),
        "generated-p4" => only(&[RelationDistractor, Random]),
        _ => late(),
    };
    let keep = if name == "published-p3-test" { is_not_held_out } else { |_: &Sample| true };
    File { settings, keep }
}

/// The published test comes from a pool out of which everything was taken that shows one of the command's objects as a
/// red square: hold-out A2.
fn is_not_held_out(sample: &Sample) -> bool {
    let lexicon = Lexicon::reascan();
    let red_square = (lexicon.colour_named("red"), lexicon.shape_named("square"));
    let phrases = sample.command.phrase.count();
    let mut mentioned = sample.world.objects().iter().take(phrases);
    mentioned.all(|object| (Some(object.colour), Some(object.shape)) != red_square)
}

/// The outcome of a comparison.
struct Verdict {
    comparisons: BTreeMap<Key, Comparison>,
    originals: usize,
    /// Originals whose command gave no worlds here.
    unmatched: usize,
}

/// Makes worlds for the commands of some samples, four times as many but at least ten for each command, and compares.
fn versus(samples: &[Sample], File { settings, keep }: &File) -> Verdict {
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
    let mut builder = builder(settings);
    let mut stream = stream("conformance");
    let mut unmatched = 0;
    for (command, count, stratum) in &mut strata {
        let tree = Tree::of(&command.phrase, &lexicon);
        let mut given = 0;
        // The original gives a command up after 500 attempts; more make up for bad luck.
        let mut attempts = 0;
        while given < (*count * 4).max(10) && attempts < 10_000 {
            attempts += 1;
            if builder.attempt(&tree, &mut stream) {
                let sample = made(&builder, command, &lexicon);
                if keep(&sample) {
                    stratum.add_own(&features(&sample, &lexicon));
                    given += 1;
                    attempts = 0;
                }
            }
        }
        unmatched += if given < 2 { *count } else { 0 };
    }
    let comparisons = compare(strata.iter().map(|(_, _, stratum)| stratum));
    Verdict { comparisons, originals: samples.len(), unmatched }
}

impl Verdict {
    fn worst(&self) -> (Key, f64) {
        let deviations = self.comparisons.iter().map(|(&key, comparison)| (key, comparison.deviation()));
        deviations.max_by(|one, two| one.1.total_cmp(&two.1)).expect("features to compare")
    }

    /// The mean squared deviation of the features that vary enough.
    fn spread(&self) -> f64 {
        let squares: Vec<f64> = self.comparisons.values().filter_map(Comparison::square).collect();
        squares.iter().sum::<f64>() / squares.len() as f64
    }

    fn agrees(&self) -> bool {
        self.worst().1 < FAR && self.spread() < SPREAD && self.unmatched * 100 <= self.originals
    }

    /// How often a feature occurs in an original world, and in an own one.
    fn shares(&self, key: Key) -> [f64; 2] {
        self.comparisons.get(&key).map_or([0.0; 2], |comparison| [comparison.original, comparison.own])
    }
}

/// The comparison with a file, as a table: `cargo test -p wampimuk-reascan released -- --nocapture`.
fn table(name: &str, verdict: &Verdict) -> String {
    use std::fmt::Write;

    let mut text = format!("{name}: feature, per original world, per own world, deviation\n");
    for (key, comparison) in &verdict.comparisons {
        let Comparison { original, own, .. } = comparison;
        let deviation = comparison.deviation();
        writeln!(text, "  {key:?} {original:.4} {own:.4} {deviation:.2}").expect("text has room");
    }
    let Verdict { unmatched, originals, .. } = verdict;
    let (worst, spread) = (verdict.worst(), verdict.spread());
    writeln!(text, "  worst {worst:?}, spread {spread:.3}, unmatched {unmatched} of {originals}")
        .expect("text has room");
    text
}

fn check(name: &str) -> Option<Verdict> {
    let samples = read(name, &Lexicon::reascan())?;
    let file = file(name);
    assert!(samples.iter().all(file.keep), "{name} has what is kept out of it");
    let verdict = versus(&samples, &file);
    let table = table(name, &verdict);
    println!("{table}");
    assert!(verdict.agrees(), "{table}");
    Some(verdict)
}

#[test]
fn worlds_of_simple_commands_are_the_originals() {
    check("generated-p1");
}

#[test]
fn worlds_of_one_clause_are_the_originals() {
    check("generated-p2");
    check("generated-p2-180");
}

/// The sizes of relation distractors tell the two versions of the original apart.
#[test]
fn worlds_of_two_clauses_are_the_originals() {
    let copies =
        |verdict: &Verdict| [0, 1].map(|case| verdict.shares(("relation copy: size", case, 0))[1] / 2.0);
    for name in ["published-p3-test", "generated-p3-june8"] {
        let Some(verdict) = check(name) else { continue };
        let [heads, others] = copies(&verdict);
        assert!((heads - 0.97).abs() < 0.02 && others > 0.995, "{name}: {heads} {others}");
    }
    if let Some(verdict) = check("generated-p3") {
        let [heads, others] = copies(&verdict);
        assert!((heads - 0.578).abs() < 0.03 && (others - 0.778).abs() < 0.03, "{heads} {others}");
    }
}

#[test]
fn worlds_with_random_distractors_only_are_the_originals() {
    check("generated-p3-rd");
}

#[test]
fn worlds_of_three_clauses_are_the_originals() {
    check("generated-p4");
}

#[test]
fn worlds_of_nested_clauses_are_the_originals() {
    check("generated-c2");
}

/// The comparison can fail: with a knob turned, it does. `fix_lone_copy_size` and `ungrounded_without_pool` decide which
/// commands have worlds at all, and `idle_swaps` how many attempts are wasted, so they are seen in the tests below.
#[test]
fn every_knob_is_seen() {
    type Turn = fn(&mut Released);
    let turns: [(&str, &str, Turn); 11] = [
        ("first_free_pivots", "generated-p2", |knobs| knobs.first_free_pivots = false),
        ("sizes_of_drawn_shape", "generated-p3", |knobs| knobs.sizes_of_drawn_shape = false),
        ("unsized_are_big", "published-p3-test", |knobs| knobs.unsized_are_big = false),
        ("fix_relation_copy_sizes", "generated-p3-june8", |knobs| knobs.fix_relation_copy_sizes = false),
        ("fix_relation_copy_sizes", "generated-p3", |knobs| knobs.fix_relation_copy_sizes = true),
        ("chance_relations", "generated-p3", |knobs| knobs.chance_relations = false),
        ("drop_size_word", "generated-p1", |knobs| knobs.drop_size_word = false),
        ("always_ground_objects", "generated-p4", |knobs| knobs.always_ground_objects = false),
        ("no_attributes_among_boxes", "generated-p3", |knobs| knobs.no_attributes_among_boxes = false),
        ("keep_partial_groups", "generated-c2", |knobs| knobs.keep_partial_groups = false),
        ("distractors", "generated-p1", |knobs| knobs.distractors = vec![Random]),
    ];
    for (knob, name, turn) in turns {
        let Some(samples) = read(name, &Lexicon::reascan()) else { return };
        let mut file = file(name);
        turn(&mut file.settings);
        let verdict = versus(&samples, &file);
        println!("{knob} turned, {name}: worst {:?}, spread {:.2}", verdict.worst(), verdict.spread());
        assert!(!verdict.agrees(), "{knob} makes no difference to {name}");
    }
}

/// What a command came to in the original's loop: ten worlds, each in at most 500 attempts.
struct Run {
    failed: bool,
    attempts: u32,
    worlds: u32,
}

fn runs(commands: impl Iterator<Item = Command>, settings: &Released, name: &str) -> Vec<Run> {
    let lexicon = Lexicon::reascan();
    let mut builder = builder(settings);
    let mut stream = stream(name);
    let run = |command: Command| {
        let tree = Tree::of(&command.phrase, &lexicon);
        let mut run = Run { failed: false, attempts: 0, worlds: 0 };
        while run.worlds < 10 && !run.failed {
            let spent = (1..=settings.retries).find(|_| builder.attempt(&tree, &mut stream));
            run.failed = spent.is_none();
            run.attempts += spent.unwrap_or(settings.retries);
            run.worlds += u32::from(spent.is_some());
        }
        run
    };
    commands.map(run).collect()
}

/// In the original's run over 250 commands, same size failed 9 times of 9, same shape 10 of 11, inside 7 of 47, same
/// colour 1 of 4, row and column 0 of 179. The bounds are those of 95 % of such samples.
#[test]
fn commands_of_one_clause_fail_like_the_originals() {
    let population = population("o ^ o");
    let all = || (0..population.len()).map(|number| population.command(number, 0, None));
    let failures = |settings: &Released, relations: &[Relation]| {
        let chosen = |command: &Command| relations.contains(&command.phrase.clauses[0].relation);
        let runs = runs(all().filter(chosen), settings, "runs");
        let share = runs.iter().filter(|run| run.failed).count() as f64 / runs.len() as f64;
        println!("{relations:?}: {share:.3} of {} fail", runs.len());
        (share, runs.iter().map(|run| run.worlds).sum::<u32>())
    };
    let released = late();
    assert_eq!(failures(&released, &[Relation::SameSize]), (1.0, 0));
    assert!((0.58..1.0).contains(&failures(&released, &[Relation::SameShape]).0));
    assert!((0.06..0.29).contains(&failures(&released, &[Relation::Inside]).0));
    assert!(failures(&released, &[Relation::SameColour]).0 < 0.81);
    assert!(failures(&released, &[Relation::SameRow, Relation::SameColumn]).0 < 0.02);
    // The artifacts go with their knobs.
    let unfixed = Released { fix_lone_copy_size: false, ..released.clone() };
    assert!(failures(&unfixed, &[Relation::SameSize]).0 < 0.1);
    let grounded = Released { ungrounded_without_pool: false, ..released };
    assert!(failures(&grounded, &[Relation::Inside]).0 < 0.02);
}

/// The late code accepted 6.2 % of its attempts at 250 commands of two clauses, and failed at 13 of them. With random
/// distractors only it fails at none, so that file has them all.
///
/// Over 24 streams, one run accepts 6.2 % with a deviation of 0.28 % and fails 14 times with a deviation of 1.2. The mean
/// of four runs differs from the original's one run with deviations of 0.31 % and 1.4; the bounds are three of these.
/// Which commands failed in the original is not known for certain: the files are samples, and may lack one that was
/// given up after its first worlds. Those that are there did have a world; one that never has one here would be odd, but
/// the rarest is accepted once in a thousand attempts.
#[test]
fn commands_of_two_clauses_fail_like_the_originals() {
    let lexicon = Lexicon::reascan();
    let (Some(all), Some(made)) = (read("generated-p3-rd", &lexicon), read("generated-p3", &lexicon)) else {
        return;
    };
    let commands = |samples: &[Sample]| samples.iter().map(Sample::plain_command).collect::<HashSet<_>>();
    let (all, made) = (commands(&all), commands(&made));
    let mut commands: Vec<Command> = all.into_iter().collect();
    commands.sort_by_key(|command| command.text(&lexicon, Surface::Reascan));
    assert_eq!((commands.len(), made.len()), (250, 238));

    let accepted = |runs: &[Run]| {
        let sum = |part: fn(&Run) -> u32| runs.iter().map(|run| f64::from(part(run))).sum::<f64>();
        sum(|run| run.worlds) / sum(|run| run.attempts)
    };
    let four = ["one", "two", "three", "four"].map(|name| runs(commands.iter().cloned(), &late(), name));
    let share = four.iter().map(|runs| accepted(runs)).sum::<f64>() / 4.0;
    let failed = four.iter().flatten().filter(|run| run.failed).count() as f64 / 4.0;
    let worlds = |number: usize| four.iter().map(|runs| runs[number].worlds).sum::<u32>();
    let missing = (0..250).filter(|&number| made.contains(&commands[number]) && worlds(number) == 0).count();
    println!("{share:.4} of the attempts accepted; {failed} failed; {missing} missing");
    assert!((share - 0.062).abs() < 0.0093, "{share}");
    assert!((failed - 13.0).abs() < 4.2, "{failed}");
    assert!(missing <= 1, "{missing}");

    // Attempts are wasted on exchanging colours that are the same.
    let colours = |command: &Command| {
        command.phrase.clauses.iter().map(|clause| clause.phrase.colour).collect::<Vec<_>>()
    };
    let alike =
        |command: &&Command| colours(command)[0].is_some() && colours(command)[0] == colours(command)[1];
    let idle = |idle_swaps| {
        let settings = Released { idle_swaps, ..late() };
        accepted(&runs(commands.iter().filter(alike).cloned(), &settings, "idle"))
    };
    let (wasted, saved) = (idle(true), idle(false));
    println!("with equal colours {wasted:.4}, without idle exchanges {saved:.4}");
    assert!(saved > 1.15 * wasted, "{wasted} {saved}");
}
