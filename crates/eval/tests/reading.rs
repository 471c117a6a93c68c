//! Answers are read as everywhere else: the list of texts is the one that the hosts of evaluations are held to in Python.

#[expect(dead_code, reason = "nothing goes wrong here, and nobody looks at the log")]
mod server;

use std::collections::HashMap;
use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use server::{Deed, Server, reply};
use wampimuk_eval::{Asker, Journal, Model, Plan, Report, Sending, Study, ask, results};

type Outcomes<T> = Result<T, Box<dyn std::error::Error>>;

/// What is said, with `{answer}` for the right answer, and what it comes to: in actions, and in words.
fn texts() -> Outcomes<Vec<[String; 3]>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/answers.json");
    let list: Vec<Value> = serde_json::from_slice(&std::fs::read(path)?)?;
    let field = |entry: &Value, name: &str| entry[name].as_str().map(str::to_owned).ok_or("no such field");
    let all = list
        .iter()
        .map(|entry| Ok([field(entry, "text")?, field(entry, "actions")?, field(entry, "words")?]));
    all.collect()
}

#[test]
fn answers_come_to_what_they_come_to_in_hosts() -> Outcomes<()> {
    const RECIPES: [&str; 3] = ["gscan-demo", "reascan-simple", "mix-t2"];
    let texts = texts()?;
    let study = |endpoint: &str| Study {
        endpoint: endpoint.into(),
        models: (0..texts.len()).map(|number| Model { name: number.to_string(), endpoint: None }).collect(),
        data: RECIPES.iter().map(ToString::to_string).collect(),
        limit: 2,
        ..Study::default()
    };
    let plan = Plan::new(study("http://x"))?;
    let mut answers = HashMap::new();
    for block in &plan.blocks {
        let mut asker = Asker::new(&plan, block)?;
        for &index in &block.indices {
            let asked = asker.conversation(index)?.ok_or("a question")?.prompt;
            answers.insert(asked.question, asked.answer);
        }
    }
    let said: Vec<String> = texts.iter().map(|[text, ..]| text.clone()).collect();
    let server = Server::start(move |asked| {
        let number: usize = asked.body["model"].as_str().and_then(|name| name.parse().ok()).unwrap_or(0);
        Deed::Body(reply(&said[number].replace("{answer}", &answers[&asked.text]), "stop"))
    });
    let folder = tempfile::tempdir()?;
    let plan = Plan::new(study(&server.endpoint))?;
    let journal = Journal::open(folder.path())?;
    let sending = Sending {
        concurrency: 4,
        timeout: Duration::from_secs(10),
        retries: 2,
        backoff: Duration::from_millis(1),
        authorities: None,
    };
    ask(&plan, &journal, &sending, None, &())?;
    let report =
        Report { folder: folder.path(), date: "2026-01-01".into(), floors: Vec::new(), remarks: Vec::new() };
    let summary = results(&plan, &journal, &report, &())?.summary;
    assert_eq!(summary.runs.len(), texts.len() * RECIPES.len());
    for run in &summary.runs {
        let [text, actions, words] = &texts[run.model.parse::<usize>()?];
        let expected = if run.data == "mix-t2" { words } else { actions };
        for split in &run.splits {
            let outcomes: Vec<&str> = split.outcomes.keys().map(|outcome| outcome.name()).collect();
            assert_eq!(outcomes, [expected.as_str()], "{text:?} in {} {}", run.data, split.split);
        }
    }
    Ok(())
}
