//! What is known of the shipped recipes, measured.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use wampimuk_audit::{Audit, Evidence, Stats, TRAIN, paper_questions, published, questions_of};
use wampimuk_gscan::{Gscan, Recipe, shipped};

fn dataset(name: &str) -> Gscan {
    Gscan::new(Recipe::parse(shipped(name).unwrap().toml).unwrap(), 0).unwrap()
}

/// The share of the pool that stays in train; each count of the paper is a draw from its share of the pool.
const STAYS: f64 = 367_932.0 / 412_942.0;

#[test]
fn evidence_in_the_released_procedure_is_the_papers() {
    let dataset = dataset("gscan-released");
    let mut evidence = Evidence::new(dataset.lexicon(), paper_questions(dataset.lexicon())).unwrap();
    let mut maker = dataset.maker();
    for index in 0..dataset.splits()[0].len {
        evidence.add(TRAIN, &maker.make(0, index).unwrap().example);
    }
    let report = evidence.finish();
    assert_eq!(report.examples, 367_933);
    let mut compared = 0;
    for answer in &report.answers {
        let Some(published) = answer.question.published else { continue };
        // Both numbers are draws, so their difference has twice the variance.
        let sd = (2.0 * published as f64 * (1.0 - STAYS)).sqrt();
        let difference = answer.count as f64 - published as f64;
        assert!(difference.abs() <= 4.0 * sd, "{}: {} vs {published}", answer.question.label, answer.count);
        compared += 1;
    }
    assert_eq!(compared, 16);
}

#[test]
fn split_b_of_the_released_procedure_needs_both_words_as_often_as_reascan_found() {
    let dataset = dataset("gscan-released");
    let mut audit = Audit::new(dataset.lexicon());
    let mut maker = dataset.maker();
    let split = dataset.splits().iter().position(|split| split.name == "visual_easier").unwrap();
    for index in 0..dataset.splits()[split].len {
        audit.add("visual_easier", &maker.make(split, index).unwrap().example);
    }
    let report = audit.finish();
    let counts = report.split("visual_easier").unwrap().colour_and_noun_by_class;
    let shares = [counts.both_needed, counts.colour_suffices, counts.noun_suffices, counts.either_suffices];
    // By arithmetic, 61.9, 26.0, 10.8 and 1.3 %; ReaSCAN reports 62.7, 25.2, 10.6 and 1.4 %.
    let groups = |left_out: u32| {
        let choose = |n: u32| (0..5).map(|i| f64::from(n - i) / f64::from(5 - i)).product::<f64>();
        choose(11 - left_out) / choose(11)
    };
    let (colour, noun, either) = (groups(2), groups(3), groups(5));
    let exact = [1.0 - colour - noun + either, colour - either, noun - either, either];
    for (share, exact) in shares.into_iter().zip(exact) {
        let sd = (exact * (1.0 - exact) / share.of as f64).sqrt();
        assert!((share.value().unwrap() - exact).abs() < 4.0 * sd, "{share:?} vs {exact}");
    }
}

#[test]
fn a_sample_of_the_default_recipe_is_sound() {
    let dataset = dataset("gscan");
    let lexicon = dataset.lexicon();
    let (mut stats, mut audit) = (Stats::new(lexicon), Audit::new(lexicon));
    let mut evidence = Evidence::new(lexicon, questions_of(&dataset.recipe().generate.holdouts)).unwrap();
    let mut maker = dataset.maker();
    for (number, split) in dataset.splits().iter().enumerate() {
        // All of train for the overlap would take long here; the shot is its last item.
        for index in (0..split.len).step_by(17).chain([split.len - 1]) {
            let example = &maker.make(number, index).unwrap().example;
            stats.add(&split.name, example);
            evidence.add(&split.name, example);
            audit.add(&split.name, example);
        }
    }
    let stats = stats.finish();
    for split in &stats.splits {
        assert_eq!(split.duplicates, 0, "{}", split.split);
        let overlap = split.overlap.map_or(0, |overlap| overlap.identical + overlap.same_placement);
        assert_eq!(overlap, 0, "{}", split.split);
    }
    for split in ["dev", "test"] {
        assert_eq!(stats.split(split).unwrap().overlap.unwrap().equivalent, 0);
    }
    let audit = audit.finish();
    assert_eq!((audit.all.labels.wrong, audit.all.labels.not_canonical), (0, 0));
    assert_eq!(audit.all.idle_words.size.count, 0, "size words always have a contrast");
    assert_eq!(audit.all.word_order.reordered.count, 0);
    let order = audit.all.list_order;
    assert!(order.best.value().unwrap() < 1.25 * order.chance, "{order:?}");
    let target = audit.all.readings.superlative.target;
    assert_eq!(target.count, target.of);
    let evidence = evidence.finish();
    for holdout in &dataset.recipe().generate.holdouts {
        let whole = evidence.answers.iter().rfind(|answer| answer.question.about == holdout.name).unwrap();
        assert_eq!(whole.count, u64::from(holdout.few_shot), "{}", holdout.name);
    }
}

/// The sizes that follow by arithmetic are those of the recipes.
#[test]
fn published_sizes_are_those_of_the_recipe() {
    let dataset = dataset("gscan-released");
    for split in dataset.splits().iter().filter(|split| split.name != "test") {
        let known =
            published().iter().find(|known| known.set == "compositional" && known.split == split.name);
        assert_eq!(known.unwrap().examples, split.len, "{}", split.name);
    }
}
