//! Studies against a server of the tests.

mod server;

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};

use server::{Deed, Server, reply};
use wampimuk_analysis::score::{Measured, measured};
use wampimuk_eval::{
    Asker, Asking, Budget, Error, Journal, Model, Outcome, Plan, Prices, Report, Sending, Study, Summary,
    Writing, ask, results,
};

type Outcomes<T> = Result<T, Box<dyn std::error::Error>>;

/// One recipe of each family.
const RECIPES: [&str; 4] = ["gscan-demo", "reascan-simple", "riddle", "mix-t2"];

fn study(endpoint: &str, data: &[&str], limit: u64) -> Study {
    Study {
        endpoint: endpoint.into(),
        models: vec![Model { name: "m".into(), endpoint: None }],
        data: data.iter().map(ToString::to_string).collect(),
        limit,
        ..Study::default()
    }
}

fn sending(concurrency: usize) -> Sending {
    let (timeout, backoff) = (Duration::from_secs(10), Duration::from_millis(1));
    Sending { concurrency, timeout, retries: 8, backoff, ..Sending::default() }
}

/// Asks and reports.
fn made(study: Study, folder: &Path, sending: &Sending, key: Option<&str>) -> Outcomes<(Asking, Summary)> {
    let plan = Plan::new(study)?;
    let journal = Journal::open(folder)?;
    let asking = ask(&plan, &journal, sending, key, &())?;
    let report = Report { folder, date: "2026-01-01".into(), floors: Vec::new(), remarks: Vec::new() };
    Ok((asking, results(&plan, &journal, &report, &())?.summary))
}

/// The right answer to every question, by what the question says.
fn oracle(study: Study) -> Outcomes<HashMap<String, String>> {
    let plan = Plan::new(study)?;
    let mut answers = HashMap::new();
    for block in &plan.blocks {
        let mut asker = Asker::new(&plan, block)?;
        for &index in &block.indices {
            let Some(conversation) = asker.conversation(index)? else { continue };
            answers.insert(conversation.prompt.question, conversation.prompt.answer);
        }
    }
    Ok(answers)
}

/// Something else than the right answer that can be read as well.
fn wrong(answer: &str) -> String {
    let is_grid = answer.chars().all(|c| c.is_ascii_digit() || c.is_whitespace());
    let is_actions = ["walk", "push", "pull", "stay", "turn"].iter().any(|word| answer.starts_with(word));
    match (is_grid, is_actions) {
        (true, _) => answer.replace(|c: char| c.is_ascii_digit(), "1"),
        (_, true) => format!("{answer}, stay, stay"),
        _ => "nothing of the kind".into(),
    }
}

#[test]
fn oracle_wrong_malformed_empty_and_cut_answers_score_as_they_should() -> Outcomes<()> {
    let answers = oracle(study("http://x", &RECIPES, 6))?;
    let server = Server::start(move |asked| {
        let right = &answers[&asked.text];
        match asked.body["model"].as_str().unwrap_or_default() {
            "oracle" => Deed::Say(format!("<think>Answer: no</think>\nAnswer:\n{right}"), "stop"),
            "wrong" => Deed::Say(format!("Answer:\n{}", wrong(right)), "stop"),
            "malformed" => Deed::Say(format!("{right} is what I would say"), "stop"),
            "empty" => Deed::Say(String::new(), "stop"),
            _ => Deed::Say(format!("<think>It could be that\nAnswer:\n{right}"), "length"),
        }
    });
    let models = [
        ("oracle", 1.0, Outcome::Right),
        ("wrong", 0.0, Outcome::Wrong),
        ("malformed", 0.0, Outcome::Unreadable),
        ("empty", 0.0, Outcome::Empty),
        ("cut", 0.0, Outcome::Cut),
    ];
    let folder = tempfile::tempdir()?;
    let names = models.iter().map(|(name, ..)| Model { name: name.to_string(), endpoint: None });
    let study = Study { models: names.collect(), ..study(&server.endpoint, &RECIPES, 6) };
    let (asking, summary) = made(study, folder.path(), &sending(8), None)?;
    assert_eq!((asking.failed, summary.complete), (0, true));
    assert_eq!(summary.runs.len(), models.len() * RECIPES.len());
    for run in &summary.runs {
        let (_, share, outcome) =
            models.iter().find(|(name, ..)| *name == run.model).ok_or("no such model")?;
        for split in &run.splits {
            let place = format!("{} {} {}", run.model, run.data, split.split);
            assert_eq!(split.accuracy, *share, "{place}");
            assert_eq!(split.items, split.planned, "{place}");
            assert_eq!(split.outcomes.keys().collect::<Vec<_>>(), [outcome], "{place}");
        }
        same_as_score(run, folder.path())?;
    }
    Ok(())
}

/// `wampimuk score` gives the same numbers for the file of predictions.
fn same_as_score(run: &wampimuk_eval::RunSummary, folder: &Path) -> Outcomes<()> {
    if run.data == "riddle" {
        return Ok(());
    }
    let predictions = run.predictions.as_ref().ok_or("predictions")?;
    let scored = measured(&folder.join(predictions), None, 1, &())?.answers;
    for split in run.splits.iter().filter(|split| split.items > 0) {
        let (items, right, unreadable) = match &scored {
            Measured::Commands(scores) => {
                let total = &scores.splits[&split.split].total;
                (total.items, total.exact, total.not_read)
            }
            Measured::Stories(tally) => {
                let own = &tally.splits[&split.split];
                let sum =
                    |of: fn(&wampimuk_analysis::stories::Count) -> u64| own.cells.values().map(of).sum();
                (sum(|count| count.all), sum(|count| count.right), own.unread)
            }
        };
        let place = format!("{} {}", run.data, split.split);
        let count = |outcome: Outcome| split.outcomes.get(&outcome).copied().unwrap_or(0);
        assert_eq!(split.items, items, "{place}");
        assert_eq!(count(Outcome::Right), right, "{place}");
        assert_eq!(items - right - count(Outcome::Wrong), unreadable, "{place}");
    }
    Ok(())
}

#[test]
fn a_thousand_requests_to_a_rough_server_are_all_accounted_for() -> Outcomes<()> {
    const N: u64 = 1000;
    let server = Server::start(move |asked| {
        let fine = Deed::Say("Answer: walk, walk".into(), "stop");
        // Each question has a trouble of its own, and the second or third attempt is answered.
        let trouble =
            asked.text.bytes().fold(7usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % 13;
        match (trouble, asked.before) {
            (0, 0) => Deed::Status(429, "retry-after: 0.02\r\n", r#"{"error":{"message":"slow down"}}"#),
            (1, 0) => Deed::Status(503, "retry-after: Thu, 01 Jan 1970 00:00:00 GMT\r\n", "busy"),
            (2, 0 | 1) => Deed::Status(500, "", "<html>oops</html>"),
            (3, 0) => Deed::Half,
            (4, 0) => Deed::Body(r#"{"choices":[{"message":"#.into()),
            (5, 0) => Deed::Body(r#"{"object":"list","data":[]}"#.into()),
            (6, 0 | 1) => Deed::Close,
            (7, _) => Deed::Late(Duration::from_millis(20), "Answer: walk".into()),
            (8, _) => Deed::Say("I must not say.".into(), "content_filter"),
            (9, _) => Deed::Status(400, "", r#"{"error":{"message":"the prompt is too long"}}"#),
            _ => fine,
        }
    });
    let folder = tempfile::tempdir()?;
    let study = Study { splits: vec!["test".into()], ..study(&server.endpoint, &["gscan"], N) };
    let (asking, summary) = made(study.clone(), folder.path(), &sending(32), None)?;
    let splits = &summary.runs[0].splits;
    let count = |outcome: Outcome| {
        splits.iter().map(|split| split.outcomes.get(&outcome).copied().unwrap_or(0)).sum::<u64>()
    };
    assert_eq!(splits.iter().map(|split| split.planned).sum::<u64>(), N);
    assert_eq!(Outcome::ALL.into_iter().map(count).sum::<u64>(), N);
    assert_eq!(asking.sent, N);
    let last = asking.last_failure.clone().ok_or("a reason")?;
    assert!(last.contains("the prompt is too long"), "{last}");
    assert!(asking.failed > 20 && asking.failed == count(Outcome::Failed), "{asking:?}");
    let counted: u64 = splits.iter().map(|split| split.items).sum();
    assert_eq!(counted, N - asking.failed, "failed requests do not count");
    assert!(count(Outcome::Refused) > 20 && !summary.complete);
    same_as_score(&summary.runs[0], folder.path())?;
    // The journal has every request, and nothing but what failed is asked again.
    let before = server.requests();
    let (again, _) = made(study, folder.path(), &sending(32), None)?;
    assert_eq!((again.sent, again.known), (asking.failed, N - asking.failed));
    assert_eq!(server.requests() - before, asking.failed as usize);
    Ok(())
}

#[test]
fn more_items_and_samples_ask_only_what_is_new() -> Outcomes<()> {
    let server =
        Server::start(|asked| Deed::Say(format!("Answer: {}", ["walk", "stay"][asked.number % 2]), "stop"));
    let folder = tempfile::tempdir()?;
    let study = Study {
        splits: vec!["test".into()],
        temperature: wampimuk_eval::Temperature::Is(0.5),
        ..study(&server.endpoint, &["gscan-demo"], 10)
    };
    let sent = |study: Study| -> Outcomes<u64> { Ok(made(study, folder.path(), &sending(4), None)?.0.sent) };
    assert_eq!(sent(study.clone())?, 10);
    assert_eq!(sent(study.clone())?, 0);
    assert_eq!(sent(Study { limit: 25, ..study.clone() })?, 15);
    assert_eq!(sent(Study { limit: 25, samples: 4, ..study.clone() })?, 75);
    assert_eq!(sent(Study { limit: 25, forms: vec![Writing::Image], ..study.clone() })?, 25);
    // Another server of the same model has nothing to say.
    let elsewhere = Study { endpoint: "http://127.0.0.1:9/v1".into(), ..study.clone() };
    assert_eq!(sent(elsewhere)?, 0);
    assert_eq!(sent(Study { max_tokens: 7, ..study })?, 10, "other parameters are other questions");
    Ok(())
}

#[test]
fn several_samples_give_what_one_of_them_reaches() -> Outcomes<()> {
    let answers = oracle(Study { splits: vec!["test".into()], ..study("http://x", &["gscan-demo"], 20) })?;
    // One of four answers is right, whichever it is.
    let server = Server::start(move |asked| match asked.before {
        2 => Deed::Say(format!("Answer: {}", answers[&asked.text]), "stop"),
        _ => Deed::Say("Answer: stay".into(), "stop"),
    });
    let folder = tempfile::tempdir()?;
    let study =
        Study { splits: vec!["test".into()], samples: 4, ..study(&server.endpoint, &["gscan-demo"], 20) };
    let (_, summary) = made(study, folder.path(), &sending(4), None)?;
    let split = &summary.runs[0].splits[0];
    assert_eq!((split.accuracy, split.items), (0.25, 20));
    let shares: Vec<(u32, f64)> = split.pass.iter().map(|pass| (pass.answers, pass.share)).collect();
    assert_eq!(shares, [(1, 0.25), (2, 0.5), (4, 1.0)]);
    Ok(())
}

#[test]
fn budgets_hold_and_bigger_ones_go_on() -> Outcomes<()> {
    let server = Server::start(|_| Deed::Late(Duration::from_millis(2), "Answer: walk".into()));
    let folder = tempfile::tempdir()?;
    let base = Study { max_tokens: 100, ..study(&server.endpoint, &["gscan-demo"], 40) };
    let with = |budget: Budget| Study { budget, prices: Prices { input: 1e4, output: 1e4 }, ..base.clone() };
    let (asking, summary) =
        made(with(Budget { requests: Some(30), ..Budget::default() }), folder.path(), &sending(8), None)?;
    assert_eq!((asking.sent, summary.requests, summary.complete), (30, 30, false));
    assert!(asking.exhausted.is_some());
    // 110 tokens for each of them; another may take up to 100 and the length of its question.
    let budget = Budget { tokens: Some(6000), ..Budget::default() };
    let (asking, _) = made(with(budget), folder.path(), &sending(8), None)?;
    let tokens = asking.spent.input + asking.spent.output;
    assert!(asking.exhausted.is_some() && tokens > 4000 && tokens <= 6000, "{asking:?}");
    let budget = Budget { money: Some(80.0), ..Budget::default() };
    let (asking, summary) = made(with(budget), folder.path(), &sending(8), None)?;
    let cost = summary.cost.ok_or("a cost")?;
    assert!(asking.exhausted.is_some() && cost > 60.0 && cost <= 80.0, "{cost}");
    let (asking, summary) = made(base, folder.path(), &sending(8), None)?;
    assert!(asking.exhausted.is_none() && summary.complete);
    assert_eq!(summary.requests as usize, server.requests(), "nothing was asked twice");
    Ok(())
}

#[test]
fn who_does_not_answer_at_all_ends_it() -> Outcomes<()> {
    let error = |deed: fn() -> Deed| -> Outcomes<(String, usize)> {
        let server = Server::start(move |_| deed());
        let folder = tempfile::tempdir()?;
        let few = Sending { retries: 1, ..sending(4) };
        match made(study(&server.endpoint, &["gscan-demo"], 50), folder.path(), &few, Some("sk-0123456789")) {
            Err(error) => Ok((error.to_string(), server.requests())),
            Ok(_) => Err("nobody answered".into()),
        }
    };
    let (text, requests) =
        error(|| Deed::Status(401, "", r#"{"error":{"message":"bad key sk-0123456789"}}"#))?;
    assert!(
        text.contains("WAMPIMUK_API_KEY") && text.contains("[key]") && !text.contains("sk-0123"),
        "{text}"
    );
    assert!(requests <= 4, "{requests}");
    let (text, _) = error(|| Deed::Status(404, "", "no such model"))?;
    assert!(text.contains("/v1"), "{text}");
    let (text, _) = error(|| Deed::Status(308, "location: http://127.0.0.1:1/\r\n", ""))?;
    assert!(text.contains("--endpoint"), "{text}");
    let (text, requests) = error(|| Deed::Status(400, "", "no such parameter"))?;
    assert!(text.contains("in a row") && requests <= 24, "{text} {requests}");
    let (text, requests) = error(|| Deed::Close)?;
    assert!(text.contains("the same command goes on") && requests <= 60, "{text} {requests}");
    Ok(())
}

#[test]
fn one_model_that_is_not_there_does_not_end_it_for_others() -> Outcomes<()> {
    let server = Server::start(|asked| match asked.body["model"].as_str() {
        Some("gone") => Deed::Status(404, "", r#"{"error":{"message":"there is no model gone"}}"#),
        Some("picky") => Deed::Status(400, "", r#"{"error":{"message":"no such parameter"}}"#),
        _ => Deed::Say("Answer: walk".into(), "stop"),
    });
    let folder = tempfile::tempdir()?;
    let models = ["gone", "picky", "m"].map(|name| Model { name: name.into(), endpoint: None });
    let study = Study { models: models.to_vec(), ..study(&server.endpoint, &["gscan-demo"], 30) };
    let (asking, summary) = made(study.clone(), folder.path(), &sending(4), None)?;
    let gone: Vec<&str> = asking.given_up.iter().map(|one| one.model.as_str()).collect();
    assert_eq!(gone, ["gone", "picky"]);
    assert!(asking.given_up[0].why.contains("there is no model gone"), "{asking:?}");
    assert!(asking.given_up[1].why.contains("no such parameter"), "{asking:?}");
    assert!(!summary.complete && server.requests() <= 120 + 4 + 24, "{}", server.requests());
    for run in &summary.runs {
        let items = if run.model == "m" { 30 } else { 0 };
        assert!(run.splits.iter().all(|split| split.items == items), "{}", run.model);
    }
    // What another one has answered before says nothing about who did not.
    let before = server.requests();
    made(study, folder.path(), &sending(4), None)?;
    assert!(server.requests() - before <= 4 + 24);
    Ok(())
}

#[test]
fn a_server_that_asks_for_patience_delays_no_other() -> Outcomes<()> {
    let asked: std::sync::Arc<Mutex<Vec<&str>>> = std::sync::Arc::default();
    let (one, other) = (asked.clone(), asked.clone());
    let tired = Server::start(move |asked| {
        one.lock().unwrap().push("tired");
        match asked.number {
            0 => Deed::Status(429, "retry-after: 2\r\n", "{}"),
            _ => Deed::Say("Answer: walk".into(), "stop"),
        }
    });
    let fresh = Server::start(move |asked| {
        other.lock().unwrap().push("fresh");
        // Long enough for the other one to have said that it is tired.
        Deed::Late(Duration::from_millis(if asked.number == 0 { 300 } else { 0 }), "Answer: walk".into())
    });
    let model =
        |name: &str, server: &Server| Model { name: name.into(), endpoint: Some(server.endpoint.clone()) };
    let models = vec![model("tired", &tired), model("fresh", &fresh)];
    let study = Study { models, ..study(&tired.endpoint, &["gscan-demo"], 10) };
    let folder = tempfile::tempdir()?;
    let (asking, summary) = made(study, folder.path(), &sending(2), None)?;
    assert!(summary.complete && asking.failed == 0, "{asking:?}");
    // Of two requests one waits for the tired server; the other goes on, and takes none that would wait as well.
    let asked = asked.lock().unwrap();
    let again = asked.iter().enumerate().filter(|(_, name)| **name == "tired").nth(1).unwrap().0;
    assert!(!asked[again..].contains(&"fresh"), "{asked:?}");
    Ok(())
}

#[test]
fn budgets_hold_whatever_limits_answers() -> Outcomes<()> {
    let long = reply("Answer: walk", "stop").replace("\"completion_tokens\":10", "\"completion_tokens\":900");
    let server = Server::start(move |asked| {
        assert!(asked.body.get("max_tokens").is_none(), "servers refuse two limits");
        Deed::Body(long.clone())
    });
    let folder = tempfile::tempdir()?;
    let mut parameters = serde_json::Map::new();
    parameters.insert("max_completion_tokens".into(), 1000.into());
    let budget = Budget { tokens: Some(8000), ..Budget::default() };
    let study = Study { max_tokens: 10, parameters, budget, ..study(&server.endpoint, &["gscan-demo"], 40) };
    let (asking, _) = made(study, folder.path(), &sending(16), None)?;
    let tokens = asking.spent.input + asking.spent.output;
    assert!(asking.exhausted.is_some() && tokens > 5000 && tokens <= 8000, "{asking:?}");
    Ok(())
}

#[test]
fn what_a_model_writes_is_text_and_the_key_is_nowhere() -> Outcomes<()> {
    const KEY: &str = "sk-very-secret-0123456789";
    const EVIL: &str =
        "</pre></details><script>alert(1)</script><img src=x onerror=alert(1)>\u{0}\"'&lt; Answer: walk";
    let server = Server::start(|asked| {
        let echo = format!("{EVIL}{KEY}\n<answer>walk<script></answer>");
        match asked.number % 3 {
            0 => Deed::Say(format!("<think>{EVIL}</think>Answer: walk"), "stop"),
            1 => Deed::Body(
                reply(&echo, "stop").replace("\"content\"", "\"reasoning_content\":\"<b>\",\"content\""),
            ),
            _ => Deed::Say(echo, "stop"),
        }
    });
    let folder = tempfile::tempdir()?;
    let evil = Model { name: "<script>alert('m')</script>".into(), endpoint: None };
    let study = Study { models: vec![evil], ..study(&server.endpoint, &RECIPES, 6) };
    let (asking, _) = made(study, folder.path(), &sending(4), Some(KEY))?;
    assert_eq!(asking.failed, 0);
    let headers = server.log.lock().expect("a log").headers.join("\n");
    assert!(headers.contains(&format!("Bearer {KEY}")), "{headers}");
    let page = std::fs::read_to_string(folder.path().join("report.html"))?;
    for tag in ["<script", "<img", "<b>"] {
        assert!(!page.contains(tag), "{tag}");
    }
    assert!(page.contains("&lt;script&gt;alert(1)"));
    let mut files = 0;
    let mut folders = vec![folder.path().to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let path = entry?.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            files += 1;
            let bytes = std::fs::read(&path)?;
            assert!(!bytes.windows(KEY.len()).any(|part| part == KEY.as_bytes()), "{}", path.display());
        }
    }
    assert!(files >= 4 + 2 * RECIPES.len(), "{files}");
    Ok(())
}

#[test]
fn many_wait_at_a_time() -> Outcomes<()> {
    // Nobody is answered before all are there, or ten seconds are over.
    let (here, all_here) = (Mutex::new(0), Condvar::new());
    let server = Server::start(move |_| {
        let mut count = here.lock().expect("a count");
        *count += 1;
        all_here.notify_all();
        let _ = all_here.wait_timeout_while(count, Duration::from_secs(10), |count| *count < 256);
        Deed::Say("Answer: walk".into(), "stop")
    });
    let folder = tempfile::tempdir()?;
    let study = Study { splits: vec!["test".into()], ..study(&server.endpoint, &["gscan"], 256) };
    let patient = Sending { timeout: Duration::from_secs(60), ..sending(256) };
    let (asking, _) = made(study, folder.path(), &patient, None)?;
    assert_eq!((asking.failed, asking.sent), (0, 256));
    assert_eq!(server.log.lock().expect("a log").most, 256);
    Ok(())
}

#[test]
fn time_limits_are_kept() -> Outcomes<()> {
    let server = Server::start(|_| Deed::Late(Duration::from_secs(30), "Answer: walk".into()));
    let folder = tempfile::tempdir()?;
    let impatient = Sending { timeout: Duration::from_millis(100), retries: 1, ..sending(4) };
    let study = Study { splits: vec!["test".into()], ..study(&server.endpoint, &["gscan-demo"], 4) };
    let begun = Instant::now();
    let (asking, summary) = made(study, folder.path(), &impatient, None)?;
    assert_eq!((asking.failed, summary.runs[0].splits[0].items), (4, 0));
    assert!(begun.elapsed() < Duration::from_secs(10));
    let journal = Journal::open(folder.path())?;
    assert_eq!(journal.spent().requests, 4);
    Ok(())
}

#[test]
fn pictures_take_the_place_of_descriptions() -> Outcomes<()> {
    let study = Study { forms: vec![Writing::Image], shots: 1, ..study("http://x", &["gscan-demo"], 3) };
    let plan = Plan::new(study)?;
    let mut asker = Asker::new(&plan, &plan.blocks[0])?;
    let question = asker.conversation(plan.blocks[0].indices[0])?.ok_or("a question")?;
    let body: serde_json::Value = serde_json::from_slice(&question.body())?;
    for turn in [0, 2] {
        let content = &body["messages"][turn]["content"];
        let text = content[0]["text"].as_str().ok_or("a text")?;
        assert!(text.contains("The picture shows") && !text.contains("Objects:"), "{text}");
        assert!(text.contains("\nCommand: walk to"), "{text}");
        let url = content[1]["image_url"]["url"].as_str().ok_or("a picture")?;
        assert!(url.starts_with("data:image/png;base64,iVBORw0KGgo"), "{url}");
    }
    assert_eq!(body["messages"][1]["role"], "assistant");
    Ok(())
}

#[test]
fn studies_are_files_too() -> Outcomes<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("study.toml");
    std::fs::write(
        &path,
        "endpoint = \"http://127.0.0.1:8000/v1\"\ndata = [\"gscan-demo\"]\nforms = [\"grid\", \"prose\"]\nshots = 2\n\
         temperature = \"server\"\n[[models]]\nname = \"a\"\n[[models]]\nname = \"b\"\nendpoint = \"https://b.example/v1/\"\n",
    )?;
    let study = Study::read(&path)?;
    assert_eq!(study.url(&study.models[1])?, "https://b.example/v1/chat/completions");
    let plan = Plan::new(Study { limit: 5, ..study })?;
    assert_eq!(plan.blocks.len(), 2 * 2 * 4);
    for (wrong, hint) in [
        ("endpont = 1", "endpoint"),
        ("forms = [\"gird\"]", "grid"),
        ("endpoint = \"ftp://x\"\ndata = [\"gscan\"]\n[[models]]\nname = \"a\"", "http://127.0.0.1:8000/v1"),
        ("endpoint = \"http://u:p@x/v1\"\ndata = [\"gscan\"]\n[[models]]\nname = \"a\"", "WAMPIMUK_API_KEY"),
        ("endpoint = \"http://x\"\ndata = [\"gscan\"]", "--model"),
    ] {
        std::fs::write(&path, wrong)?;
        match Study::read(&path) {
            Err(error @ Error::Study { .. }) => assert!(error.to_string().contains(hint), "{error}"),
            other => return Err(format!("{wrong}: {other:?}").into()),
        }
    }
    Ok(())
}
