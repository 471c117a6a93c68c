//! Analyses of answers about stories, beside slow and simple ones of the same answers.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

use wampimuk_analysis::grid::About;
use wampimuk_analysis::stories::{
    Band, Chance, Composition, Marked, Marker, Questions, Report, Run, Seen, SplitReport, Tally, mark_all,
};
use wampimuk_babi::{Kind, Solution};
use wampimuk_core::{Role, Type};
use wampimuk_draw::{BelowChance, heat_table_text};
use wampimuk_dyna::StoryFamily;
use wampimuk_families::{Dataset, require};
use wampimuk_score::ItemAnswer;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// So many questions of each split.
fn dataset(recipe: &str, changes: &[&str]) -> Outcome<Box<dyn Dataset>> {
    let changes: Vec<String> = changes.iter().map(ToString::to_string).collect();
    Ok(require(recipe, &changes)?.dataset(0)?)
}

fn stories(dataset: &dyn Dataset) -> Outcome<&dyn StoryFamily> {
    Ok(dataset.contents().stories().ok_or("no stories")?)
}

fn number(dataset: &dyn Dataset, split: &str) -> Outcome<usize> {
    Ok(dataset.splits().iter().position(|info| info.name == split).ok_or("no such split")?)
}

/// Every solution of a split, story by story: another way to the questions than by their index.
fn solutions(dataset: &dyn Dataset, split: usize, most: usize) -> Outcome<Vec<(u64, Solution)>> {
    let stories = stories(dataset)?;
    let mut worker = stories.story_items();
    let mut all = Vec::new();
    for story in 0..stories.stories(split) {
        let (narrative, _) = worker.story(split, story)?;
        all.extend(narrative.told.solutions.into_iter().map(|solution| (story, solution)));
        if all.len() >= most {
            break;
        }
    }
    all.truncate(most);
    Ok(all)
}

/// A model that errs in a way that can be foreseen: it knows nothing of gifts, and every seventh answer is off.
fn says(index: usize, solution: &Solution) -> String {
    let wrong = solution.composition.contains(&"GIVE") || index % 7 == 3;
    if wrong { "nowhere".to_string() } else { solution.answer.clone() }
}

fn about(model: &str, seed: u64) -> About {
    About {
        file: format!("{model}-{seed}.jsonl"),
        model: Some(model.into()),
        seed: Some(seed),
        ..About::default()
    }
}

fn run_of(dataset: &dyn Dataset, split: &str, said: &[String], seed: u64) -> Outcome<Run> {
    let place = number(dataset, split)?;
    let claims: Vec<ItemAnswer<&str>> = (0..)
        .zip(said)
        .map(|(index, said)| ItemAnswer { split: place, index, answer: said.as_str() })
        .collect();
    let mut tally = Tally::default();
    for marked in mark_all(stories(dataset)?, &claims, 2) {
        tally.add(split, &marked?);
    }
    Ok(Run { about: about("half-blind", seed), inoculation: None, tally })
}

fn only_split(report: &Report) -> Option<&SplitReport> {
    report.models.first()?.splits.first()
}

#[test]
fn questions_are_the_same_by_index_and_by_story() {
    for recipe in ["mix-t7", "mix-t12", "mix-paired"] {
        let dataset = dataset(recipe, &[]).expect("a dataset");
        let test = number(dataset.as_ref(), "test").expect("a split");
        let mut questions = Questions::new(stories(dataset.as_ref()).expect("stories"));
        for (index, (story, solution)) in
            (0..).zip(solutions(dataset.as_ref(), test, 300).expect("solutions"))
        {
            let facts = questions.facts(test, index).expect("a question");
            assert_eq!((facts.story, facts.kind, &facts.answer), (story, solution.kind, &solution.answer));
            assert_eq!(facts.supports, solution.supporting.len(), "{recipe} {index}");
            let composition = Composition::of(solution.composition.iter().copied());
            assert_eq!(Some(facts.composition), composition, "{recipe} {index}");
        }
    }
}

#[test]
fn every_concept_that_files_may_name_is_known() {
    let dataset = dataset("babi", &[]).expect("a dataset");
    let field = dataset.schema().fields.iter().find(|field| field.name == "composition").expect("a column");
    let Type::List(element) = &field.ty else { panic!("a list") };
    let Type::Word(words) = element.as_ref() else { panic!("words") };
    assert_eq!(words.len(), 18);
    for word in words.iter() {
        assert!(Composition::of([word.as_str()]).is_some(), "{word}");
    }
}

#[test]
fn scores_agree_with_slow_ones() {
    const MOST: usize = 600;
    let dataset = dataset("mix-t7", &[]).expect("a dataset");
    let test = number(dataset.as_ref(), "test").expect("a split");
    let all = solutions(dataset.as_ref(), test, MOST).expect("solutions");
    let said: Vec<String> = all.iter().enumerate().map(|(index, (_, own))| says(index, own)).collect();
    let run = run_of(dataset.as_ref(), "test", &said, 1).expect("a run");
    let report = Report::new(dataset.splits(), &[run], None);
    let split = only_split(&report).expect("a split");

    // the second opinion compares texts
    let right: Vec<bool> =
        all.iter().zip(&said).map(|((_, own), said)| own.kind.same_answer(&own.answer, said)).collect();
    let share = |pass: &dyn Fn(&Solution) -> bool| {
        let of: Vec<bool> =
            all.iter().zip(&right).filter(|((_, own), _)| pass(own)).map(|(_, &right)| right).collect();
        let count = of.len();
        (count as u64, of.into_iter().filter(|&right| right).count() as f64 / count as f64)
    };
    assert_eq!((split.all.items, split.all.share.mean), share(&|_| true));
    assert!(split.all.share.sd.is_none());
    for kind in &split.kinds {
        assert_eq!((kind.all.items, kind.all.share.mean), share(&|own| own.kind == kind.kind));
    }
    let kinds: BTreeSet<Kind> = all.iter().map(|(_, own)| own.kind).collect();
    assert_eq!(split.kinds.len(), kinds.len());
    for row in &split.give {
        let pass = |own: &Solution| {
            own.supporting.len().min(4) == row.supports && own.composition.contains(&"GIVE") == row.give
        };
        assert_eq!((row.measure.items, row.measure.share.mean), share(&pass));
        assert!(!row.give || row.measure.share.mean == 0.0, "this model knows nothing of gifts");
    }
    assert_eq!(split.give.iter().map(|row| row.measure.items).sum::<u64>(), MOST as u64);
    assert!(split.give.iter().any(|row| row.give));
    for cell in &split.cells {
        let pass = |own: &Solution| {
            own.kind == cell.kind
                && Band::of(own.supporting.len()) == cell.supports
                && Composition::of(own.composition.iter().copied()) == Some(cell.composition)
        };
        assert_eq!((cell.measure.items, cell.measure.share.mean), share(&pass));
    }
    assert_eq!(split.cells.iter().map(|cell| cell.measure.items).sum::<u64>(), MOST as u64);
    assert!(
        report.remarks[0].contains("2400 of 3000 questions of `test` have no prediction"),
        "{:?}",
        report.remarks
    );
}

#[test]
fn chance_is_the_sum_of_squared_shares() {
    let chance = Chance::of([6, 3, 1].into_iter());
    assert!((chance.guess - 0.46).abs() < 1e-12 && (chance.majority - 0.6).abs() < 1e-12);
    assert_eq!(Chance::of(std::iter::empty()), Chance { guess: 0.0, majority: 0.0 });

    // a cell without a right answer among many is surely poorer than a guess; one with a few tries may have bad luck
    let dataset = dataset("mix-t12", &[]).expect("a dataset");
    let test = number(dataset.as_ref(), "test").expect("a split");
    let all = solutions(dataset.as_ref(), test, 500).expect("solutions");
    assert!(all.iter().all(|(_, own)| own.kind == Kind::YesNo), "the first part asks these");
    let said: Vec<String> = all
        .iter()
        .map(|(_, own)| if own.answer == "yes" { "maybe".into() } else { own.answer.clone() })
        .collect();
    let run = run_of(dataset.as_ref(), "test", &said, 1).expect("a run");
    let report = Report::new(dataset.splits(), &[run], None);
    let split = only_split(&report).expect("a split");
    let mut answers: BTreeMap<&str, f64> = BTreeMap::new();
    all.iter().for_each(|(_, own)| *answers.entry(&own.answer).or_default() += 1.0);
    let squares: f64 = answers.values().map(|count| count * count).sum::<f64>() / (500.0 * 500.0);
    let guess = split.kinds[0].chance.guess;
    assert!((guess - squares).abs() < 1e-12 && guess > 0.3, "{guess} {squares}");
    for cell in &split.cells {
        let share = cell.measure.share.mean;
        match cell.poor {
            BelowChance::No => assert!(share >= guess),
            // 0 of n is surely less if the upper end of its interval, z² / (n + z²), is
            BelowChance::Surely if share == 0.0 => {
                assert!(3.8415 / (cell.measure.items as f64 + 3.8415) < guess);
            }
            _ => assert!(share < guess),
        }
    }
    let signs: BTreeSet<&str> = split
        .cells
        .iter()
        .map(|cell| cell.poor)
        .map(|poor| match poor {
            BelowChance::No => "no",
            BelowChance::Perhaps => "perhaps",
            BelowChance::Surely => "surely",
        })
        .collect();
    assert!(signs.contains("no") && signs.contains("perhaps"), "{signs:?}");
}

#[test]
fn runs_of_one_model_have_a_spread() {
    let dataset = dataset("mix-t7", &[]).expect("a dataset");
    let test = number(dataset.as_ref(), "test").expect("a split");
    let all = solutions(dataset.as_ref(), test, 100).expect("solutions");
    // 50, 60 and 70 right answers of 100
    let runs: Vec<Run> = [50, 60, 70]
        .into_iter()
        .zip(1..)
        .map(|(right, seed)| {
            let said: Vec<String> = all
                .iter()
                .enumerate()
                .map(|(index, (_, own))| if index < right { own.answer.clone() } else { String::new() })
                .collect();
            run_of(dataset.as_ref(), "test", &said, seed).expect("a run")
        })
        .collect();
    let report = Report::new(dataset.splits(), &runs, None);
    assert_eq!(report.models.len(), 1);
    let all = &only_split(&report).expect("a split").all;
    assert!((all.share.mean - 0.6).abs() < 1e-12);
    assert!((all.share.sd.expect("three runs") - 0.1).abs() < 1e-12);
    let [low, high] = all.share.interval.expect("an interval");
    assert!(low < 0.6 && high > 0.6 && high - low > 0.05, "{low} {high}");
    assert!(all.text().starts_with("60.0 ± 10.0 ["), "{}", all.text());
    assert!(report.remarks.iter().any(|remark| remark.contains("50 answers of `test` cannot be read")));
    let twice = Report::new(dataset.splits(), &[runs[0].clone(), runs[0].clone()], None);
    assert!(twice.remarks.iter().any(|remark| remark.contains("no two runs")), "{:?}", twice.remarks);
}

#[test]
fn two_phrasings_of_a_fact_are_put_beside_each_other() {
    let dataset = dataset("mix-paired", &[]).expect("a dataset");
    let test = number(dataset.as_ref(), "test").expect("a split");
    // two hundred stories with a question for where, one for yes and one for no, which belongs to no pair
    let all = solutions(dataset.as_ref(), test, 600).expect("solutions");
    // where-questions are wrong in every third story, yes-no-questions in every fourth
    let wrong = |story: u64, kind: Kind| story.is_multiple_of(if kind == Kind::YesNo { 4 } else { 3 });
    let said: Vec<String> = all
        .iter()
        .map(|(story, own)| if wrong(*story, own.kind) { "maybe".into() } else { own.answer.clone() })
        .collect();
    let run = run_of(dataset.as_ref(), "test", &said, 1).expect("a run");
    let report = Report::new(dataset.splits(), std::slice::from_ref(&run), None);
    let phrasing = only_split(&report).expect("a split").phrasing.expect("pairs");
    // of the stories 0 to 199, 67 are multiples of 3, 50 of 4, 17 of both
    assert_eq!(
        (phrasing.both, phrasing.only_where, phrasing.only_yes_no, phrasing.neither),
        (200 - 67 - 50 + 17, 50 - 17, 67 - 17, 17)
    );
    // in any order
    let mut marker = Marker::new(stories(dataset.as_ref()).expect("stories"));
    let mut backwards = Tally::default();
    for (index, said) in said.iter().enumerate().rev() {
        backwards.add("test", &marker.mark(test, index as u64, said).expect("a question"));
    }
    assert_eq!(backwards.splits["test"].phrasings, run.tally.splits["test"].phrasings);
    assert!(phrasing.pairs() == 200);
}

#[test]
fn what_training_has_is_framed() {
    let sizes = ["splits=[{name=\"train\",role=\"train\",parts={yn=60,wp=60,wo=60}}]"];
    let train = dataset("mix-t12", &sizes).expect("a dataset");
    let seen = Seen::in_training(stories(train.as_ref()).expect("stories"), 3).expect("questions");
    assert_eq!(train.splits()[0].role, Role::Train);
    let slow: BTreeSet<(Kind, Band, String)> = solutions(train.as_ref(), 0, 1000)
        .expect("solutions")
        .into_iter()
        .filter_map(|(_, own)| {
            let composition = Composition::of(own.composition.iter().copied())?.to_string();
            Some((own.kind, Band::of(own.supporting.len()), composition))
        })
        .collect();
    assert_eq!((seen.questions, seen.len()), (180, slow.len()));
    assert_eq!(seen, Seen::in_training(stories(train.as_ref()).expect("stories"), 1).expect("questions"));

    let dataset = dataset("mix-t12", &[]).expect("a dataset");
    let test = number(dataset.as_ref(), "test").expect("a split");
    let all = solutions(dataset.as_ref(), test, 300).expect("solutions");
    let said: Vec<String> = all.iter().map(|(_, own)| own.answer.clone()).collect();
    let run = run_of(dataset.as_ref(), "test", &said, 1).expect("a run");
    let report = Report::new(dataset.splits(), &[run], Some(&seen));
    let split = only_split(&report).expect("a split");
    for cell in &split.cells {
        let known = slow.contains(&(cell.kind, cell.supports, cell.composition.to_string()));
        assert_eq!(cell.seen, Some(known));
    }
    let tables = split.heat_tables(&report.models[0]);
    assert_eq!(tables.len(), 3);
    let framed = tables.iter().flat_map(|table| &table.rows).flat_map(|row| row.cells.iter().flatten());
    let count = framed.filter(|cell| cell.framed).count();
    assert_eq!(count, split.cells.iter().filter(|cell| cell.seen == Some(true)).count());
    assert!(count > 0 && count < split.cells.len());
    let text = heat_table_text(&tables[0], false);
    assert!(text.contains("[100]") && text.contains("such questions are in training"), "{text}");
    assert!(split.heat_picture(&report.models[0]).to_svg().contains("yes-no"));
}

#[test]
fn doses_become_a_curve() {
    let dataset = dataset("mix-t7", &[]).expect("a dataset");
    let test = number(dataset.as_ref(), "test").expect("a split");
    let all = solutions(dataset.as_ref(), test, 50).expect("solutions");
    let run = |right: usize, dose: Option<u64>| -> Run {
        let said: Vec<String> = all
            .iter()
            .enumerate()
            .map(|(index, (_, own))| if index < right { own.answer.clone() } else { "nowhere".into() })
            .collect();
        Run { inoculation: dose, ..run_of(dataset.as_ref(), "test", &said, 1).expect("a run") }
    };
    let runs = [run(45, Some(500)), run(10, None), run(30, Some(100))];
    let report = Report::new(dataset.splits(), &runs, None);
    assert_eq!((report.models.len(), report.inoculations.len()), (3, 1));
    let curve = &report.inoculations[0];
    let points: Vec<(u64, f64)> = curve.doses.iter().map(|dose| (dose.items, dose.all.share.mean)).collect();
    assert_eq!(points, [(0, 0.2), (100, 0.6), (500, 0.9)]);
    assert_eq!(curve.table().rows.len(), 3);
    assert!(curve.picture().to_svg().contains("items of each kind of question"));
    assert!(Report::new(dataset.splits(), &runs[1..2], None).inoculations.is_empty());
}

#[test]
fn cells_can_be_proposed_from() {
    let dataset = dataset("mix-t7", &[]).expect("a dataset");
    let test = number(dataset.as_ref(), "test").expect("a split");
    let all = solutions(dataset.as_ref(), test, 200).expect("solutions");
    let said: Vec<String> = all.iter().enumerate().map(|(index, (_, own))| says(index, own)).collect();
    let run = run_of(dataset.as_ref(), "test", &said, 1).expect("a run");
    let lines: Vec<String> = Report::scores(&[run]).iter().map(ToString::to_string).collect();
    let scores = wampimuk_dyna::propose::Scores::parse(&lines.join("\n")).expect("scores");
    assert_eq!(scores.len(), lines.len());
    let total: f64 = scores.worst().iter().map(|(_, score)| score.total).sum();
    assert_eq!(total, 200.0);
}

#[test]
fn threads_do_not_matter() {
    let dataset = dataset("mix-t7", &[]).expect("a dataset");
    let claims: Vec<ItemAnswer<&str>> = (0..40)
        .map(|index| ItemAnswer { split: 0, index, answer: "kitchen" })
        .chain([ItemAnswer { split: 9, index: 0, answer: "" }])
        .collect();
    let stories = stories(dataset.as_ref()).expect("stories");
    let one: Vec<Result<Marked, _>> = mark_all(stories, &claims, 1);
    assert_eq!(one, mark_all(stories, &claims, 3));
    assert!(one[..40].iter().all(Result::is_ok) && one[40].is_err());
    assert!(mark_all(stories, &[], 3).is_empty());
}
