//! Commands carried out in conversation: turns, kills, outcomes.

mod server;

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;
use std::time::Duration;

use serde_json::Value;
use server::{Asked, Deed, Server, reply};
use wampimuk_eval::{
    Asker, Budget, Journal, Model, Outcome, Plan, Playing, Report, Sending, Study, Summary, ask, results,
};

type Outcomes<T> = Result<T, Box<dyn std::error::Error>>;

const RECIPES: [&str; 2] = ["gscan-demo", "reascan-simple"];

fn study(endpoint: &str, models: &[&str], play: Playing) -> Study {
    let model = |name: &&str| Model { name: name.to_string(), endpoint: None };
    Study {
        endpoint: endpoint.into(),
        models: models.iter().map(model).collect(),
        data: RECIPES.iter().map(ToString::to_string).collect(),
        play: Some(play),
        limit: 6,
        ..Study::default()
    }
}

fn sending() -> Sending {
    let (timeout, backoff) = (Duration::from_secs(10), Duration::from_millis(1));
    Sending { concurrency: 8, timeout, retries: 3, backoff, ..Sending::default() }
}

fn made(study: Study, folder: &Path) -> Outcomes<(u64, Summary)> {
    let plan = Plan::new(study)?;
    let journal = Journal::open(folder)?;
    let asking = ask(&plan, &journal, &sending(), None, &())?;
    let report = Report { folder, date: "2026-01-01".into(), floors: Vec::new(), remarks: Vec::new() };
    Ok((asking.sent, results(&plan, &journal, &report, &())?.summary))
}

/// The right actions, by what conversations begin with.
fn oracle(play: Playing) -> Outcomes<HashMap<String, Vec<String>>> {
    let plan = Plan::new(study("http://x", &["m"], play))?;
    let mut answers = HashMap::new();
    for block in &plan.blocks {
        let mut asker = Asker::new(&plan, block)?;
        for &index in &block.indices {
            let conversation = asker.conversation(index)?.ok_or("a conversation")?;
            let actions = conversation.prompt.answer.split(", ").map(str::to_owned).collect();
            answers.insert(conversation.text, actions);
        }
    }
    Ok(answers)
}

/// What the first message says, and how many turns were taken.
fn opening(asked: &Asked<'_>) -> (String, usize) {
    let messages = asked.body["messages"].as_array().map(Vec::as_slice).unwrap_or_default();
    let first = messages.first().and_then(|message| message["content"].as_str()).unwrap_or_default();
    (first.to_owned(), messages.len() / 2)
}

#[test]
fn models_come_to_what_they_do() -> Outcomes<()> {
    for play in [
        Playing { moves: Some(1), ..Playing::default() },
        Playing::default(),
        Playing { sight: Some(1), moves: Some(3), turns: Some(40) },
    ] {
        let answers = oracle(play)?;
        let server = Server::start(move |asked| {
            let (text, turn) = opening(asked);
            let right = &answers[&text];
            let moves = play.moves.map_or(right.len(), |moves| moves as usize);
            let next: Vec<&str> = right.iter().skip(turn * moves).take(moves).map(String::as_str).collect();
            let next = if next.is_empty() { "done".to_owned() } else { next.join(", ") };
            match asked.body["model"].as_str().unwrap_or_default() {
                "oracle" => Deed::Say(format!("<think>walk?</think>Answer: {next}"), "stop"),
                "wrong" => Deed::Say("Answer: stay".into(), "stop"),
                "malformed" => Deed::Say("I would go there.".into(), "stop"),
                "empty" => Deed::Say(String::new(), "stop"),
                "refusing" => Deed::Say("No.".into(), "content_filter"),
                _ => Deed::Say("<think>Answer: walk".into(), "length"),
            }
        });
        let models = [
            ("oracle", 1.0, Outcome::Right),
            ("wrong", 0.0, Outcome::Wrong),
            ("malformed", 0.0, Outcome::Unreadable),
            ("empty", 0.0, Outcome::Empty),
            ("refusing", 0.0, Outcome::Refused),
            ("cut", 0.0, Outcome::Cut),
        ];
        let folder = tempfile::tempdir()?;
        let names = models.map(|(name, ..)| name);
        let (sent, summary) = made(study(&server.endpoint, &names, play), folder.path())?;
        assert!(summary.complete && sent == server.requests() as u64);
        for run in &summary.runs {
            let (_, share, outcome) =
                models.iter().find(|(name, ..)| *name == run.model).ok_or("no such model")?;
            for split in &run.splits {
                let place = format!("{} {} {} {play:?}", run.model, run.data, split.split);
                assert_eq!(split.accuracy, *share, "{place}");
                assert_eq!(split.outcomes.keys().collect::<Vec<_>>(), [outcome], "{place}");
                let turns = split.turns.ok_or("turns")?;
                let is_one = match run.model.as_str() {
                    "refusing" => true,
                    "oracle" => play == Playing::default(),
                    // Who strays is not asked any more.
                    "wrong" => play.sight.is_none(),
                    _ => false,
                };
                assert_eq!(turns == 1.0, is_one, "{place}: {turns}");
            }
            assert_eq!(run.predictions.is_some(), play.sight.is_none(), "nobody else can judge searches");
        }
        let (again, _) = made(study(&server.endpoint, &names, play), folder.path())?;
        assert_eq!(again, 0, "what was said is known");
    }
    Ok(())
}

/// A conversation that was broken off goes on where it ended: whatever was heard is heard again from the journal.
#[test]
fn conversations_go_on_where_they_ended() -> Outcomes<()> {
    let play = Playing { moves: Some(1), ..Playing::default() };
    let answers = oracle(play)?;
    let server = Server::start(move |asked| {
        let (text, turn) = opening(asked);
        Deed::Say(format!("Answer: {}", answers[&text].get(turn).map_or("done", String::as_str)), "stop")
    });
    let folder = tempfile::tempdir()?;
    let whole = study(&server.endpoint, &["m"], play);
    let mut requests = Vec::new();
    for budget in [10, 25, 60] {
        let budget = Budget { requests: Some(budget), ..Budget::default() };
        let (sent, summary) = made(Study { budget, ..whole.clone() }, folder.path())?;
        assert!(!summary.complete);
        requests.push(sent);
    }
    assert_eq!(requests, [10, 15, 35]);
    let (_, summary) = made(whole.clone(), folder.path())?;
    assert!(summary.complete && summary.runs.iter().all(|run| run.splits[0].accuracy == 1.0));
    let asked = server.log.lock().map_err(|_| "a log")?.asked.clone();
    assert!(asked.values().all(|&times| times == 1), "nothing was asked twice");
    let plan = Plan::new(whole)?;
    let journal = Journal::open(folder.path())?;
    let estimate = plan.estimate(Some(&journal), &())?;
    assert_eq!((estimate.requests - estimate.answered, estimate.input_tokens), (0, 0));
    Ok(())
}

#[test]
fn a_failed_turn_is_asked_again_and_turns_before_it_are_not() -> Outcomes<()> {
    let play = Playing { turns: Some(5), ..Playing::default() };
    let broken = Mutex::new(true);
    let broken: &'static Mutex<bool> = Box::leak(Box::new(broken));
    let server = Server::start(move |asked| {
        let (_, turn) = opening(asked);
        match turn == 2 && *broken.lock().expect("a state") {
            true => Deed::Status(400, "", "not now"),
            false => Deed::Body(reply("hm", "stop")),
        }
    });
    let folder = tempfile::tempdir()?;
    let one = Study { limit: 1, splits: vec!["test".into()], ..study(&server.endpoint, &["m"], play) };
    let one = Study { data: vec!["gscan-demo".into()], ..one };
    let (sent, summary) = made(one.clone(), folder.path())?;
    assert_eq!((sent, summary.runs[0].splits[0].items, summary.complete), (3, 0, false));
    assert_eq!(summary.runs[0].splits[0].outcomes.keys().collect::<Vec<_>>(), [&Outcome::Failed]);
    *broken.lock().map_err(|_| "a state")? = false;
    let (sent, summary) = made(one, folder.path())?;
    assert_eq!((sent, summary.complete), (3, true));
    assert_eq!(summary.runs[0].splits[0].outcomes.keys().collect::<Vec<_>>(), [&Outcome::Unreadable]);
    Ok(())
}

#[test]
fn what_does_not_go_together_is_told() {
    let base = study("http://x", &["m"], Playing::default());
    let error = |study: Study| Plan::new(study).map_or_else(|error| error.to_string(), |_| String::new());
    for (study, hint) in [
        (Study { shots: 2, ..base.clone() }, "--shots"),
        (Study { pairs: true, ..base.clone() }, "--pairs"),
        (Study { data: vec!["mix-t2".into()], ..base.clone() }, "mix-t2"),
        (
            Study { play: Some(Playing { moves: Some(0), ..Playing::default() }), ..base.clone() },
            "at least 1",
        ),
        (
            Study { play: None, paraphrases: true, data: vec!["riddle".into()], ..base.clone() },
            "--paraphrases is for commands",
        ),
    ] {
        assert!(error(study).contains(hint), "{hint}");
    }
}

/// What a later turn shows is what the actions led to.
#[test]
fn a_turn_shows_what_was_done() -> Outcomes<()> {
    let play = Playing { moves: Some(1), ..Playing::default() };
    let server = Server::start(|_| Deed::Say("Answer: turn left".into(), "stop"));
    let folder = tempfile::tempdir()?;
    let one = Study { limit: 1, splits: vec!["test".into()], ..study(&server.endpoint, &["m"], play) };
    let one =
        Study { data: vec!["gscan-demo".into()], play: Some(Playing { sight: Some(1), ..play }), ..one };
    made(Study { budget: Budget { requests: Some(2), ..Budget::default() }, ..one }, folder.path())?;
    let asked: Vec<Value> = server
        .log
        .lock()
        .map_err(|_| "a log")?
        .asked
        .keys()
        .map(|body| serde_json::from_str(body))
        .collect::<Result<_, _>>()?;
    let longer =
        asked.iter().max_by_key(|body| body["messages"].as_array().map(Vec::len)).ok_or("requests")?;
    let messages = longer["messages"].as_array().ok_or("messages")?;
    let content = |number: usize| messages[number]["content"].as_str().unwrap_or_default();
    assert_eq!((messages.len(), content(1)), (3, "Answer: turn left"));
    let facing =
        |text: &str| text.rsplit_once("facing ").map(|(_, rest)| rest.lines().next().map(str::to_owned));
    assert_ne!(facing(content(0)), facing(content(2)), "{} {}", content(0), content(2));
    Ok(())
}
