//! What the playground is told, compared with what the library says.

use serde_json::{Value, json};
use wampimuk_core::{ItemId, Sink};
use wampimuk_families::require;
use wampimuk_web::Session;

fn ask(session: &mut Session, request: &Value) -> Result<Value, Value> {
    let answer: Value =
        serde_json::from_str(&session.answer(&request.to_string())).expect("answers are JSON");
    match answer.get("ok") {
        Some(answer) => Ok(answer.clone()),
        None => Err(answer["error"].clone()),
    }
}

fn opened(recipe: &str) -> Session {
    let mut session = Session::default();
    ask(&mut session, &json!({"ask": "open", "recipe": recipe})).expect("a shipped recipe");
    session
}

fn item(session: &mut Session, split: &str, index: u64) -> Value {
    ask(session, &json!({"ask": "item", "split": split, "index": index})).expect("an item")
}

/// The identity of an item, as its file says it.
struct Identity(Option<ItemId>);

impl Sink for Identity {
    fn bool(&mut self, _: bool) {}
    fn uint(&mut self, _: u64) {}
    fn text(&mut self, _: &str) {}
    fn bytes(&mut self, _: &[u8]) {}
    fn id(&mut self, value: ItemId) {
        self.0 = self.0.or(Some(value));
    }
    fn word(&mut self, _: usize) {}
    fn words(&mut self, _: &[u8]) {}
    fn word_list(&mut self, _: &mut dyn Iterator<Item = u8>) {}
    fn list(&mut self, _: usize) {}
    fn end(&mut self) {}
}

/// The page draws what the library's pictures show: names that have a look, colours that say what they are, own outlines.
#[test]
fn looks_are_those_of_pictures() {
    let toml = "family = \"gscan\"\ntitle = \"x\"\n[generate]\ngrammar = \"simple_intrans\"\ngrid_size = 4\nresampling = 1\n\
                [generate.lexicon]\nnouns = [\"circle\", \"wug\"]\ncolours = [\"red\", \"#ff00aa\"]\n\
                [generate.lexicon.outlines]\nwug = [[0, 1], [0.5, 0], [1, 1]]\n\
                [generate.procedure.partition]\ndev = 0.1\ntest = 0.2\nholdout_dev = 0.3\n";
    let about = ask(&mut Session::default(), &json!({"ask": "open", "toml": toml})).expect("a recipe");
    let words = &about["words"];
    assert_eq!(words["fills"], json!(["#c4262e", "#ff00aa"]), "{words}");
    assert_eq!(words["shapes"][0], json!({"name": "circle", "box": false, "drawn": "circle"}));
    assert_eq!(words["shapes"][1]["outline"], json!([[0, 1000], [500, 0], [1000, 1000]]));
}

#[test]
fn ids_are_those_of_files() {
    for recipe in ["gscan-demo", "reascan-1rc", "babi-1", "riddle"] {
        let dataset = require(recipe, &[]).unwrap().dataset(0).unwrap();
        let mut items = dataset.items();
        let mut session = opened(recipe);
        for (number, split) in dataset.splits().iter().enumerate() {
            for index in [0, split.len / 2, split.len - 1] {
                let mut identity = Identity(None);
                items.write(number, index, &mut identity).unwrap();
                let shown = item(&mut session, &split.name, index);
                assert_eq!(shown["id"], identity.0.unwrap().to_string(), "{recipe} {} {index}", split.name);
            }
        }
    }
}

/// The pieces of a command are its words, and each of their edits is a command again.
#[test]
fn pieces_are_the_command() {
    for recipe in ["gscan-demo", "reascan-1rc", "reascan-2rc"] {
        let mut session = opened(recipe);
        for index in 0..8 {
            let shown = item(&mut session, "train", index);
            let meaning = &shown["meaning"];
            let pieces = meaning["pieces"].as_array().unwrap();
            let texts: Vec<&str> = pieces.iter().filter_map(|piece| piece["text"].as_str()).collect();
            let spoken: Vec<&str> = texts.into_iter().filter(|text| !text.is_empty()).collect();
            assert_eq!(meaning["text"], spoken.join(" "), "{recipe} {index}");
            assert_eq!(meaning["referents"], json!([shown["target"]]));
            assert_eq!(meaning["actions"], shown["actions"]);
            for piece in pieces {
                let without = piece["without"]["text"].as_str();
                let edits =
                    piece["edits"].as_array().unwrap().iter().filter_map(|edit| edit["text"].as_str());
                for text in edits.chain(without) {
                    let request = json!({"ask": "command", "text": text, "world": shown["world"]});
                    let changed = ask(&mut session, &request).unwrap();
                    assert_eq!(changed["text"], text);
                    if Some(text) == without {
                        assert_eq!(changed["referents"], piece["without"]["referents"], "{text}");
                        assert_eq!(piece["needed"], changed["referents"] != meaning["referents"], "{text}");
                    }
                }
            }
        }
    }
}

/// Each word leaves no more than was there without it, and all of them leave the referents.
#[test]
fn words_narrow_it_down() {
    let mut session = opened("reascan-2rc");
    for index in 0..20 {
        let meaning = item(&mut session, "train", index)["meaning"].take();
        let steps = meaning["phrases"][0]["steps"].as_array().unwrap();
        let sizes: Vec<usize> =
            steps.iter().filter_map(|step| step["objects"].as_array().map(Vec::len)).collect();
        assert!(sizes.is_sorted_by(|one, next| one >= next), "{sizes:?}");
        assert_eq!(steps.last().map(|step| &step["objects"]), Some(&meaning["referents"]));
    }
}

#[test]
fn play_knows_when_a_command_is_fulfilled() {
    let mut session = opened("gscan-demo");
    let shown = item(&mut session, "train", 3);
    let mut played = |actions: &Value| {
        let scenario = json!({"text": shown["meaning"]["text"], "world": shown["world"]});
        ask(&mut session, &json!({"ask": "play", "scenario": scenario, "actions": actions}))
    };
    let done = played(&shown["actions"]).unwrap();
    assert_eq!((&done["fulfilled"], &done["frames"]), (&json!(true), &shown["frames"]));
    let not_begun = played(&json!([])).unwrap();
    assert_eq!(
        (&not_begun["fulfilled"], &not_begun["unfinished"], &not_begun["why"]),
        (&json!(false), &json!(true), &json!("the target is not reached"))
    );
    let mut too_many = shown["actions"].as_array().unwrap().clone();
    too_many.push(json!("stay"));
    let overdone = played(&json!(too_many)).unwrap();
    assert_eq!((&overdone["fulfilled"], &overdone["unfinished"]), (&json!(false), &json!(false)));
    assert!(
        played(&json!(["jump"])).unwrap_err()["message"]
            .as_str()
            .unwrap()
            .contains("`jump` is not an action")
    );
}

#[test]
fn stories_are_solved_as_they_are_changed() {
    let mut session = opened("babi-1");
    let mut told =
        |lines: &[&str]| ask(&mut session, &json!({"ask": "story", "lines": lines, "task": "qa1"})).unwrap();
    let solved = told(&["Mary went to the kitchen.", "Mary moved to the garden.", "Where is Mary?"]);
    assert_eq!(
        (&solved["answers"][0]["answer"], &solved["answers"][0]["all_minimal"]),
        (&json!("garden"), &json!([[2]]))
    );
    let stays = solved["tracks"][0]["stays"].as_array().unwrap();
    let told_of = |stay: &Value| (stay["from"].as_u64(), stay["to"].as_u64(), stay["places"].clone());
    assert_eq!(
        stays.iter().map(told_of).collect::<Vec<_>>(),
        [
            (Some(0), Some(1), json!([])),
            (Some(1), Some(2), json!(["kitchen"])),
            (Some(2), Some(4), json!(["garden"]))
        ]
    );
    assert_eq!(told(&["Where is Mary?"])["answers"][0]["status"], "unknown");
    assert_eq!(told(&["Mary ate the piano.", "Where is Mary?"])["faults"][0]["line"], 1);
}

/// The words of a recipe's own are undone and put back.
#[test]
fn other_words_are_answered_in_other_words() {
    let mut session = opened("babi-nonce");
    let split = "qa1_test";
    let shown = item(&mut session, split, 4);
    let answer = shown["solved"]["answers"][0]["answer"].as_str().unwrap().to_owned();
    let judged =
        ask(&mut session, &json!({"ask": "judge", "split": split, "index": 4, "said": answer})).unwrap();
    assert_eq!(judged["exact"], true, "{answer}: {judged}");
}

#[test]
fn answers_are_judged() {
    let mut session = opened("gscan-demo");
    let shown = item(&mut session, "train", 0);
    let actions: Vec<&str> = shown["actions"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    let mut judge = |said: &str| {
        ask(&mut session, &json!({"ask": "judge", "split": "train", "index": 0, "said": said})).unwrap()
    };
    assert_eq!(judge(&format!("So.\nAnswer: {}", actions.join(", ")))["exact"], true);
    assert_eq!(judge("Answer: jump")["exact"], false);
    let lines = format!(
        "{}\n\n{}\nnonsense\n",
        json!({"wampimuk": "predictions", "format": 1}),
        json!({"split": "train", "index": 0, "prediction": actions, "more": 1})
    );
    let judged = ask(&mut session, &json!({"ask": "predictions", "text": lines})).unwrap();
    let judged = judged.as_array().unwrap();
    assert_eq!((judged.len(), &judged[0]["exact"], &judged[0]["line"]), (2, &json!(true), &json!(3)));
    assert_eq!(
        judged[1]["problem"],
        "this is no JSON object (expected a line such as {\"split\":\"test\",\"index\":17,\"prediction\":[\"turn left\",\"walk\"]})"
    );
    let header = |session: &mut Session, line: Value| {
        ask(session, &json!({"ask": "header", "line": line.to_string()})).unwrap()
    };
    assert_eq!(header(&mut session, json!({"split": "train"})), Value::Null);
    let told =
        header(&mut session, json!({"wampimuk": "predictions", "format": 1, "model": "m", "data_seed": 1}));
    let other = json!("a recipe that it does not name, seed 1");
    assert_eq!((&told["header"]["model"], &told["other"]), (&json!("m"), &other));
}

#[test]
fn mistakes_have_a_place() {
    let mut session = Session::default();
    let mut fails = |request: &Value| ask(&mut session, request).unwrap_err();
    assert_eq!(
        fails(&json!({"ask": "item", "split": "train", "index": 0}))["message"],
        "open a recipe first"
    );
    assert_eq!(fails(&json!({"ask": "open", "toml": "title = \"x\"\nfamily = \"chess\""}))["line"], 2);
    assert!(fails(&json!({"ask": "sing"}))["message"].as_str().unwrap().contains("unknown variant"));
    let mut session = opened("gscan-demo");
    let world = item(&mut session, "train", 0)["world"].take();
    let mut wrong = |request: Value| ask(&mut session, &request).unwrap_err();
    assert_eq!(wrong(json!({"ask": "command", "text": "walk to a red elephant", "world": world}))["word"], 5);
    let mut crowded = world.clone();
    let object = crowded["objects"][0].clone();
    crowded["objects"] = json!(vec![object; 2]);
    assert!(
        wrong(json!({"ask": "command", "text": "walk to a circle", "world": crowded}))["message"]
            .as_str()
            .unwrap()
            .contains("share")
    );
    assert!(
        wrong(json!({"ask": "item", "split": "train", "index": u64::MAX}))["message"]
            .as_str()
            .unwrap()
            .contains("does not exist")
    );
    assert!(wrong(json!({"ask": "story", "lines": []}))["message"].as_str().unwrap().contains("no stories"));
}

/// A list of the originals' models brings its items along, and is judged by itself.
#[test]
fn lists_of_the_originals_are_judged() {
    let entry = json!({
        "input": ["walk", "to", "a", "red", "circle"],
        "prediction": ["walk", "walk"],
        "target": ["walk"],
        "situation": [{
            "grid_size": 6,
            "agent_position": {"row": "0", "column": "0"},
            "agent_direction": 0,
            "target_object": {"vector": "", "position": {"row": "0", "column": "1"}, "object": {"shape": "circle", "color": "red", "size": "2"}},
            "distance_to_target": "1",
            "direction_to_target": "e",
            "placed_objects": {
                "0": {"vector": "", "position": {"row": "0", "column": "1"}, "object": {"shape": "circle", "color": "red", "size": "2"}},
                "1": {"vector": "", "position": {"row": "0", "column": "2"}, "object": {"shape": "circle", "color": "blue", "size": "2"}}
            }
        }],
        "accuracy": 50.0, "exact_match": false
    });
    let mut session = opened("gscan-demo");
    let mut list = |text: String| {
        ask(&mut session, &json!({"ask": "list", "name": "test_predict.json", "text": text})).unwrap()
    };
    let judged = list(format!("[{entry}, {entry}]"));
    let judged = judged.as_array().unwrap();
    assert_eq!(
        (judged.len(), &judged[0]["split"], &judged[1]["index"]),
        (2, &json!("test"), &json!(1)),
        "{judged:?}"
    );
    assert_eq!((&judged[0]["exact"], &judged[0]["ending"]), (&json!(false), &json!("another object")));
    assert_eq!(judged[0]["missed"], "colour of the target");
    assert_eq!(judged[0]["brought"]["text"], "walk to a red circle");
    let broken = list(format!("[{entry}, 3]"));
    assert!(broken[1]["problem"].as_str().unwrap().contains("expected a list of objects"), "{broken}");
    // A part of a list is told what comes before it.
    let text = format!("[{entry},\n3]");
    let request = json!({"ask": "list", "name": "l.json", "text": text, "first": 40, "line": 90});
    let part = ask(&mut session, &request).unwrap();
    assert_eq!((&part[0]["index"], &part[0]["line"]), (&json!(40), &json!(91)), "{part}");
    assert_eq!(part[1]["line"], json!(92), "{part}");
}

#[test]
fn files_about_another_dataset_are_named() {
    let mut session = opened("gscan-demo");
    let digest =
        ask(&mut session, &json!({"ask": "open", "recipe": "gscan-demo"})).unwrap()["digest"].clone();
    let mut other = |more: Value| {
        let mut line = json!({"wampimuk": "predictions", "format": 1});
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        ask(&mut session, &json!({"ask": "header", "line": line.to_string()})).unwrap()["other"].take()
    };
    assert_eq!(other(json!({"recipe": "gscan-demo", "digest": digest, "data_seed": 0})), Value::Null);
    assert_eq!(other(json!({"recipe": "gscan-demo"})), Value::Null);
    assert_eq!(other(json!({})), Value::Null);
    // The same recipe under another name.
    assert_eq!(other(json!({"recipe": "ours.toml", "digest": digest})), Value::Null);
    assert_eq!(other(json!({"recipe": "reascan"})), "reascan");
    assert_eq!(other(json!({"recipe": "gscan-demo", "data_seed": 5})), "gscan-demo, seed 5");
    assert_eq!(other(json!({"recipe": "gscan-demo", "digest": "00"})), "gscan-demo, in another version");
    let changed = other(json!({"recipe": "gscan-demo", "changes": ["splits.shots=5"]}));
    assert_eq!(changed, "gscan-demo with changes (splits.shots=5)");
}

#[test]
fn what_comes_next_is_offered() {
    let mut session = opened("gscan-demo");
    let next = ask(&mut session, &json!({"ask": "next", "text": "push a re"})).unwrap();
    assert_eq!(next["offers"], json!([{"begun": "re", "text": "red"}]));
    let before = "family = \"gscan\"\n[generate]\ngrid";
    let keys = ask(&mut session, &json!({"ask": "complete", "before": before})).unwrap();
    assert_eq!((&keys[0]["begun"], &keys[0]["text"]), (&json!("grid"), &json!("grid_size")));
}

#[test]
fn relations_are_those_of_command_and_world() {
    let mut session = opened("reascan-2rc");
    let shown = item(&mut session, "test", 1);
    let request = json!({"ask": "graphs", "text": shown["meaning"]["text"], "world": shown["world"]});
    let graphs = ask(&mut session, &request).unwrap();
    assert_eq!(graphs["command"]["nodes"].as_array().unwrap().len(), 3);
    assert_eq!(graphs["players"][0], shown["target"]);
    assert_eq!(
        graphs["world"]["nodes"].as_array().unwrap().len(),
        shown["world"]["objects"].as_array().unwrap().len()
    );
}

#[test]
fn fresh_items_are_audited() {
    let mut session = opened("gscan-demo");
    let found = ask(&mut session, &json!({"ask": "audit", "split": "test", "items": 150})).unwrap();
    assert!(
        found["looks"].as_u64().unwrap() > 0 && !found["floors"].as_array().unwrap().is_empty(),
        "{found}"
    );
    assert!(
        found["findings"].as_array().unwrap().iter().all(|finding| finding["topic"] != "labels"),
        "{found}"
    );
    let parts = ask(&mut session, &json!({"ask": "parts", "items": 200})).unwrap();
    assert_eq!(parts["items"], 200);
    let whole = parts["parts"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|part| part["label"].as_str().unwrap().contains(", "));
    assert!(whole.clone().count() > 0, "{parts}");
    let mut session = opened("babi-1");
    let found = ask(&mut session, &json!({"ask": "audit", "split": "test", "items": 60})).unwrap();
    assert_eq!(found["split"], "test");
    let mut session = opened("riddle");
    let refused = ask(&mut session, &json!({"ask": "audit", "split": "test", "items": 5})).unwrap_err();
    assert!(refused["message"].as_str().unwrap().contains("riddles"));
}

#[test]
fn riddles_are_judged_as_worlds() {
    let mut session = opened("riddle");
    let shown = item(&mut session, "test", 3);
    let mut guess = |world: &Value| {
        ask(&mut session, &json!({"ask": "guess", "split": "test", "index": 3, "world": world})).unwrap()
    };
    assert_eq!(guess(&shown["test"]["output"])["judged"]["exact"], true);
    let wrong = guess(&shown["test"]["input"]);
    assert_eq!(wrong["judged"]["exact"], false);
    assert_eq!(
        wrong["grid"].as_str().unwrap().lines().count() as u64,
        shown["test"]["input"]["side"].as_u64().unwrap()
    );
}
