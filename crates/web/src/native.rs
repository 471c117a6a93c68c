//! Prints what the playground must show: one line `recipe split index id` for each of some addresses of the shipped recipes. The
//! tests of the page ask for the same addresses.

use std::process::ExitCode;

use serde_json::{Value, json};
use wampimuk_web::Session;

fn main() -> ExitCode {
    match print() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn print() -> Result<(), String> {
    let mut session = Session::default();
    let recipes = ask(&mut session, &json!({"ask": "recipes"}))?;
    for recipe in recipes.as_array().into_iter().flatten() {
        let name = recipe["name"].as_str().unwrap_or_default();
        let about = ask(&mut session, &json!({"ask": "open", "recipe": name}))?;
        let splits = about["splits"].as_array().map(Vec::as_slice).unwrap_or_default();
        for (split, index) in addresses(name, splits) {
            let item = ask(&mut session, &json!({"ask": "item", "split": split, "index": index}))?;
            println!("{name} {split} {index} {}", item["id"].as_str().unwrap_or_default());
        }
    }
    Ok(())
}

/// Items of the first and of the last split; of the long stories, which take seconds each, one.
fn addresses<'a>(recipe: &str, splits: &'a [Value]) -> Vec<(&'a str, u64)> {
    let address = |split: &'a Value, third: u64| {
        (split["name"].as_str().unwrap_or_default(), split["len"].as_u64().unwrap_or_default() * third / 3)
    };
    let (splits, thirds) = match recipe.starts_with("long-") {
        true => (vec![splits.first()], 0..1),
        false => (vec![splits.first(), splits.last()], 0..3),
    };
    let of_split = |split| thirds.clone().map(move |third| address(split, third));
    splits.into_iter().flatten().flat_map(of_split).collect()
}

fn ask(session: &mut Session, request: &Value) -> Result<Value, String> {
    let answer: Value = serde_json::from_str(&session.answer(&request.to_string())).unwrap_or_default();
    match answer.get("ok") {
        Some(answer) => Ok(answer.clone()),
        None => Err(format!("{request}: {}", answer["error"])),
    }
}
