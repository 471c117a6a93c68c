//! Learners find a rule where there is one, and nothing where there is none.

use wampimuk_readers::{Learner, Model, Task};

/// Bits that have nothing to do with each other.
fn bits(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

const CANDIDATES: u64 = 6;

/// Questions with four features of four values each; `rule` says which candidate is right.
fn questions(first: u64, count: u64, rule: impl Fn(u64, &[[u8; 4]]) -> usize) -> Task {
    let mut task = Task::new(4);
    for number in first..first + count {
        let rows: Vec<[u8; 4]> = (0..CANDIDATES)
            .map(|candidate| {
                [0, 1, 2, 3].map(|feature| (bits(number * 64 + candidate * 8 + feature) % 4) as u8)
            })
            .collect();
        task.ask();
        rows.iter().for_each(|row| task.candidate(row));
        task.answer(Some(rule(number, &rows)));
    }
    task
}

fn accuracy(learner: Learner, rule: impl Fn(u64, &[[u8; 4]]) -> usize, columns: &[usize]) -> f64 {
    let (train, test) = (questions(0, 3000, &rule), questions(100_000, 1000, &rule));
    let model = Model::learn(learner, &train, columns);
    model.credits(&test).iter().sum::<f64>() / 1000.0
}

/// The first candidate with the most of `score`.
fn first_best(rows: &[[u8; 4]], score: impl Fn(&[u8; 4]) -> u8) -> usize {
    let best = rows.iter().map(&score).max();
    rows.iter().position(|row| Some(score(row)) == best).unwrap_or(0)
}

#[test]
fn a_single_feature_is_found() {
    for learner in Learner::ALL {
        let rule = |_: u64, rows: &[[u8; 4]]| first_best(rows, |row| row[2]);
        let found = accuracy(learner, rule, &[0, 1, 2, 3]);
        // Ties among the best are left to luck: of those who have the biggest value, the first is right.
        assert!(found > 0.6, "{learner:?}: {found}");
        let blind = accuracy(learner, rule, &[0, 1, 3]);
        assert!((blind - 1.0 / 6.0).abs() < 0.04, "{learner:?}: {blind}");
    }
}

/// "Both are equal" is no sum of the two: trees see it, and the sum of weights does not.
#[test]
fn pairs_of_features_are_found_by_trees() {
    let rule = |_: u64, rows: &[[u8; 4]]| first_best(rows, |row| u8::from(row[0] == row[1]));
    let trees = accuracy(Learner::Trees, rule, &[0, 1, 2, 3]);
    let sums = accuracy(Learner::Logistic, rule, &[0, 1, 2, 3]);
    assert!(trees > 0.55 && sums < 0.3, "{trees} {sums}");
}

#[test]
fn nothing_is_learnt_from_noise() {
    for learner in Learner::ALL {
        let rule = |number: u64, _: &[[u8; 4]]| (bits(number ^ 0xABCD_EF00) % CANDIDATES) as usize;
        let found = accuracy(learner, rule, &[0, 1, 2, 3]);
        // Four standard deviations of 1,000 questions.
        assert!((found - 1.0 / 6.0).abs() < 0.048, "{learner:?}: {found}");
    }
}

#[test]
fn learning_again_gives_the_same() {
    let rule = |number: u64, rows: &[[u8; 4]]| (usize::from(rows[0][0]) + number as usize) % 6;
    let (train, test) = (questions(0, 500, rule), questions(9_000, 300, rule));
    for learner in Learner::ALL {
        let one = Model::learn(learner, &train, &[0, 1, 2, 3]).credits(&test);
        let again = std::thread::scope(|scope| {
            let learn = || Model::learn(learner, &train, &[0, 1, 2, 3]).credits(&test);
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(learn)).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().expect("learning does not fail"))
                .collect::<Vec<_>>()
        });
        assert!(again.iter().all(|other| *other == one));
    }
}

#[test]
fn few_questions_are_no_problem() {
    for learner in Learner::ALL {
        let empty = Task::new(4);
        assert!(Model::learn(learner, &empty, &[0]).credits(&empty).is_empty());
        let mut one = Task::new(1);
        one.ask();
        one.candidate(&[3]);
        one.answer(Some(0));
        one.ask();
        one.answer(None);
        let model = Model::learn(learner, &one, &[0]);
        assert_eq!(model.credits(&one), [1.0, 0.0]);
        let none = Model::learn(learner, &one, &[]);
        assert_eq!(none.credits(&one), [1.0, 0.0]);
    }
}
