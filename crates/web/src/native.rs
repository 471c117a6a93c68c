//! Prints what the playground must show: one line `recipe split index id` for each of some addresses of every shipped recipe. The
//! tests of the page ask for the same addresses.

use std::time::Instant;

use serde_json::{Value, json};
use wampimuk_web::Session;

fn main() {
    let mut session = Session::default();
    let recipes = ask(&mut session, &json!({"ask": "recipes"}));
    for recipe in recipes.as_array().into_iter().flatten() {
        let name = recipe["name"].as_str().unwrap_or_default();
        let start = Instant::now();
        let about = ask(&mut session, &json!({"ask": "open", "recipe": name}));
        let opened = start.elapsed();
        let splits = about["splits"].as_array().map(Vec::as_slice).unwrap_or_default();
        for split in [splits.first(), splits.last()].into_iter().flatten() {
            let len = split["len"].as_u64().unwrap_or_default();
            for index in [0, len * 2 / 3] {
                let item = ask(&mut session, &json!({"ask": "item", "split": split["name"], "index": index}));
                println!(
                    "{name} {} {index} {}",
                    split["name"].as_str().unwrap_or_default(),
                    item["id"].as_str().unwrap_or_default()
                );
            }
        }
        eprintln!("{name} open {opened:?} with items {:?}", start.elapsed());
    }
}

fn ask(session: &mut Session, request: &Value) -> Value {
    let answer: Value = serde_json::from_str(&session.answer(&request.to_string())).unwrap_or_default();
    if let Some(error) = answer.get("error") {
        eprintln!("{request}: {error}");
        std::process::exit(1);
    }
    answer["ok"].clone()
}
