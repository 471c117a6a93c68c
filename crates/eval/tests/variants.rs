//! Minimal pairs, paraphrases and forms: what is asked, and what is made of it.

#[expect(dead_code, reason = "nothing goes wrong here, and nobody looks at the log")]
mod server;

use std::collections::HashMap;
use std::time::Duration;

use server::{Deed, Server};
use wampimuk_analysis::score::{Options, Scored, score};
use wampimuk_eval::{
    Ask, Asker, Journal, Model, Outcome, Plan, Report, RunSummary, Sending, ShotChoice, Study, Variant,
    Writing, ask, results,
};
use wampimuk_prompt::PromptForm;

type Outcomes<T> = Result<T, Box<dyn std::error::Error>>;

const RECIPES: [&str; 3] = ["gscan-demo", "reascan-1rc", "mix-t2"];

fn study(endpoint: &str) -> Study {
    let names = ["oracle", "deaf"];
    Study {
        endpoint: endpoint.into(),
        models: names.map(|name| Model { name: name.into(), endpoint: None }).into(),
        data: RECIPES.iter().map(ToString::to_string).collect(),
        limit: 12,
        pairs: true,
        paraphrases: true,
        ..Study::default()
    }
}

/// The right answers to all questions, and those to the items that they are variants of.
fn answers(study: Study) -> Outcomes<HashMap<String, [String; 2]>> {
    let plan = Plan::new(study)?;
    let mut own = HashMap::new();
    let mut answers = HashMap::new();
    for block in &plan.blocks {
        let mut asker = Asker::new(&plan, block)?;
        for &index in &block.indices {
            let Some(conversation) = asker.conversation(index)? else { continue };
            let address = (block.data, block.split, index);
            let answer = conversation.prompt.answer.clone();
            if block.variant == Variant::Item {
                own.insert(address, answer.clone());
            }
            answers.insert(conversation.text, [answer, own[&address].clone()]);
        }
    }
    Ok(answers)
}

#[test]
fn who_does_not_notice_a_change_is_found_out() -> Outcomes<()> {
    let known = answers(study("http://x"))?;
    let server = Server::start(move |asked| {
        let [right, to_item] = &known[&asked.text];
        let is_oracle = asked.body["model"] == "oracle";
        Deed::Say(format!("Answer: {}", if is_oracle { right } else { to_item }), "stop")
    });
    let folder = tempfile::tempdir()?;
    let plan = Plan::new(study(&server.endpoint))?;
    let journal = Journal::open(folder.path())?;
    ask(&plan, &journal, &sending(), None, &())?;
    let report =
        Report { folder: folder.path(), date: "2026-01-01".into(), floors: Vec::new(), remarks: Vec::new() };
    let evaluation = results(&plan, &journal, &report, &())?;
    assert!(evaluation.summary.complete);
    let mut pairs = 0;
    for run in &evaluation.summary.runs {
        for split in &run.splits {
            assert_eq!(split.accuracy, 1.0, "both know the items themselves");
            let with = |with: Variant| split.consistency.iter().find(|one| one.with == with);
            let same = with(Variant::Same).ok_or("partners with the same answer")?;
            assert_eq!((same.both_right, same.same_answer), (1.0, 1.0));
            match with(Variant::Paraphrase) {
                Some(paraphrase) => {
                    assert_eq!((paraphrase.both_right, paraphrase.pairs), (1.0, split.items));
                }
                None => assert_eq!(run.data, "mix-t2"),
            }
            let changed = with(Variant::Changed).ok_or("partners with another answer")?;
            pairs += changed.pairs;
            let expected = if run.model == "oracle" { (1.0, 0.0) } else { (0.0, 1.0) };
            assert_eq!((changed.both_right, changed.same_answer), expected, "{} {}", run.model, run.data);
        }
    }
    assert!(pairs > 100, "{pairs}");
    let page = evaluation.html();
    assert!(page.contains("one thing changed, another answer") && page.contains("both right %"));
    Ok(())
}

fn sending() -> Sending {
    Sending { concurrency: 8, timeout: Duration::from_secs(10), ..Sending::default() }
}

#[test]
fn forms_are_compared_item_by_item() -> Outcomes<()> {
    // In one form a model knows the first half of all answers, in the other all of them.
    let forms = [PromptForm::Coordinates, PromptForm::Json].map(Writing::Text);
    let both = |endpoint: &str| Study {
        models: vec![Model { name: "m".into(), endpoint: None }],
        data: vec!["gscan-demo".into()],
        splits: vec!["test".into()],
        forms: forms.into(),
        limit: 20,
        pairs: false,
        paraphrases: false,
        ..study(endpoint)
    };
    let known = answers(both("http://x"))?;
    let server = Server::start(move |asked| {
        let is_known = asked.text.contains("Objects:") || known[&asked.text][0].len() % 2 == 0;
        Deed::Say(if is_known { known[&asked.text][0].clone() } else { "stay".into() }, "stop")
    });
    let folder = tempfile::tempdir()?;
    let plan = Plan::new(both(&server.endpoint))?;
    let journal = Journal::open(folder.path())?;
    ask(&plan, &journal, &sending(), None, &())?;
    let report =
        Report { folder: folder.path(), date: "2026-01-01".into(), floors: Vec::new(), remarks: Vec::new() };
    let summary = results(&plan, &journal, &report, &())?.summary;
    let share = |run: &RunSummary| run.splits[0].accuracy;
    let half = share(&summary.runs[1]);
    assert!(share(&summary.runs[0]) == 1.0 && half < 1.0 && half > 0.0, "{half}");
    let [form] = &summary.forms[..] else { return Err("one row".into()) };
    assert_eq!((form.items, form.all_right, form.same_answer), (20, half, half));
    let [compared] = &summary.comparisons[..] else { return Err("one comparison".into()) };
    assert_eq!(compared.comparison.first_better, 20 - (half * 20.0) as u64);
    Ok(())
}

#[test]
fn cells_can_be_asked_for() -> Outcomes<()> {
    let cells = |endpoint: &str| Study {
        models: vec![Model { name: "oracle".into(), endpoint: None }],
        data: vec!["gscan-demo".into(), "reascan-1rc".into()],
        ask: Ask::Reference,
        ..study(endpoint)
    };
    let known = answers(cells("http://x"))?;
    let server = Server::start(move |asked| {
        assert!(asked.text.contains("Find the object"));
        Deed::Say(format!("<answer>{}</answer>", known[&asked.text][0]), "stop")
    });
    let folder = tempfile::tempdir()?;
    let plan = Plan::new(cells(&server.endpoint))?;
    let journal = Journal::open(folder.path())?;
    ask(&plan, &journal, &sending(), None, &())?;
    let report =
        Report { folder: folder.path(), date: "2026-01-01".into(), floors: Vec::new(), remarks: Vec::new() };
    for run in results(&plan, &journal, &report, &())?.summary.runs {
        assert_eq!((run.asked, run.predictions.as_deref()), ("reference", None));
        for split in run.splits {
            assert_eq!(split.outcomes.keys().collect::<Vec<_>>(), [&Outcome::Right]);
            let chance = split.chance.ok_or("chance")?;
            assert!(chance > 0.05 && chance < 0.6, "{chance}");
        }
    }
    Ok(())
}

/// Answers of one model to the same items in English and in a fresh language are no two seeds.
#[test]
fn english_less_a_fresh_language_is_what_knowing_the_words_was_worth() -> Outcomes<()> {
    for recipe in ["gscan-demo", "mix-t2"] {
        let study = |endpoint: &str, set: &[&str]| Study {
            endpoint: endpoint.into(),
            models: vec![Model { name: "m".into(), endpoint: None }],
            data: vec![recipe.into()],
            splits: vec!["test".into()],
            set: set.iter().map(ToString::to_string).collect(),
            limit: 20,
            ..Study::default()
        };
        let fresh: &[&str] = &["language.fresh=7"];
        let [english, other] = [answers(study("http://x", &[]))?, answers(study("http://x", fresh))?];
        // In English all is right; in the fresh language, the other words for it are, half of the time.
        let half: HashMap<String, bool> =
            (0..).zip(other.keys()).map(|(n, text)| (text.clone(), n % 2 == 0)).collect();
        let right = half.iter().filter(|(_, is_right)| **is_right).count();
        let items = other.len();
        let server = Server::start(move |asked| {
            let known =
                english.get(&asked.text).or_else(|| other.get(&asked.text).filter(|_| half[&asked.text]));
            let answer = known.map_or("nothing of the kind", |[answer, _]| answer.as_str());
            Deed::Say(format!("Answer: {answer}"), "stop")
        });
        let folder = tempfile::tempdir()?;
        let mut files = Vec::new();
        for (name, set) in [("english", &[][..]), ("fresh", fresh)] {
            let plan = Plan::new(study(&server.endpoint, set))?;
            let folder = folder.path().join(name);
            let journal = Journal::open(&folder)?;
            ask(&plan, &journal, &sending(), None, &())?;
            let report = Report {
                folder: &folder,
                date: "2026-01-01".into(),
                floors: Vec::new(),
                remarks: Vec::new(),
            };
            let summary = results(&plan, &journal, &report, &())?.summary;
            files.push(folder.join(summary.runs[0].predictions.as_ref().ok_or("predictions")?));
        }
        // Whichever comes first.
        for files in [[&files[0], &files[1]], [&files[1], &files[0]]] {
            let scored = score(&files.map(Clone::clone), &Options::default(), 1, &())?;
            let (models, found, others): (Vec<String>, _, _) = match &scored {
                Scored::Commands(report, _) => {
                    let names = report.models.iter().filter_map(|model| model.model.clone());
                    (names.collect(), report.languages.clone(), &report.comparisons)
                }
                Scored::Stories(scores) => {
                    let names = scores.report.models.iter().filter_map(|model| model.model.clone());
                    (names.collect(), scores.report.languages.clone(), &scores.report.comparisons)
                }
                Scored::Riddles(_) => return Err("no riddles were asked".into()),
            };
            assert_eq!(models.len(), 2, "{models:?}");
            let [one] = &found[..] else { return Err(format!("{found:?}").into()) };
            assert_eq!((one.first.as_str(), one.second.as_str()), ("m", "m, language.fresh=7"));
            assert_eq!((one.items, one.first_better, one.second_better), (20, one.first_better, 0));
            let worth = 1.0 - right as f64 / items as f64;
            assert!((one.difference - worth).abs() < 0.06, "{one:?} {worth}");
            assert!(
                one.is_certain()
                    && others.is_empty()
                    && scored.remarks().iter().all(|remark| !remark.contains("no two runs"))
            );
            assert!(scored.page().html().contains("what knowing the words was worth"));
        }
    }
    Ok(())
}

#[test]
fn all_examples_are_on_record() -> Outcomes<()> {
    let server = Server::start(|_| Deed::Say("Answer: walk".into(), "stop"));
    let study = Study {
        endpoint: server.endpoint.clone(),
        models: ["a", "b"].map(|name| Model { name: name.into(), endpoint: None }).to_vec(),
        data: vec!["gscan-demo".into()],
        splits: vec!["test".into(), "visual_test".into()],
        limit: 5,
        shots: 2,
        shot_choice: ShotChoice::Each,
        ..Study::default()
    };
    let plan = Plan::new(study)?;
    let (mut chosen, mut looked) = (Vec::new(), 0);
    for block in plan.blocks.iter().filter(|block| block.model == 0) {
        let mut asker = Asker::new(&plan, block)?;
        for &index in &block.indices {
            let conversation = asker.conversation(index)?.ok_or("a question")?;
            assert_eq!(conversation.shots.len(), 2);
            assert_eq!(conversation.text.matches("Command: ").count(), 3);
            chosen.push(conversation.shots);
        }
        looked += asker.judged().0;
    }
    let first = chosen[0].clone();
    assert!(chosen.iter().any(|shots| *shots != first), "{chosen:?}");
    let folder = tempfile::tempdir()?;
    let journal = Journal::open(folder.path())?;
    ask(&plan, &journal, &sending(), None, &())?;
    let report =
        Report { folder: folder.path(), date: "2026-01-01".into(), floors: Vec::new(), remarks: Vec::new() };
    let summary = results(&plan, &journal, &report, &())?.summary;
    let [shots] = &summary.shots[..] else { return Err("shots".into()) };
    assert_eq!((shots.looked, shots.indices.len()), (looked, 0));
    assert!(looked >= 10 * 2 * 4 && shots.sentence().contains("for each question"), "{}", shots.sentence());
    Ok(())
}

#[test]
fn rules_may_be_left_to_examples() -> Outcomes<()> {
    for (recipe, last) in [("gscan-demo", "Command: "), ("mix-t2", "Question: "), ("riddle", "put:")] {
        let question = |rules: bool, shots: usize| -> Outcomes<String> {
            let models = vec![Model { name: "m".into(), endpoint: None }];
            let data = vec![recipe.into()];
            let study = Study {
                endpoint: "http://x".into(),
                models,
                data,
                rules,
                shots,
                limit: 1,
                ..Study::default()
            };
            let plan = Plan::new(study)?;
            let mut asker = Asker::new(&plan, &plan.blocks[0])?;
            Ok(asker.conversation(plan.blocks[0].indices[0])?.ok_or("a question")?.text)
        };
        let (whole, bare) = (question(true, 0)?, question(false, 0)?);
        assert!(bare.len() < whole.len() / 2 && bare.contains(last) && whole.contains(&bare), "{bare}");
        assert!(whole.contains("Answer:") && !bare.contains("Answer:"), "{bare}");
        if recipe == "gscan-demo" {
            assert_eq!(question(false, 2)?.matches("Answer:").count(), 2);
        }
    }
    Ok(())
}
