//! Prints statistics, evidence and audit of a shipped recipe: `cargo run --release --example measure -- gscan-released`.
//! A second argument is a seed; `--json` prints the reports as JSON instead.

use std::time::Instant;

use wampimuk_audit::{Audit, Evidence, Stats, Table, paper_questions, questions_of};
use wampimuk_gscan::{Gscan, Recipe, shipped};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (flags, arguments): (Vec<_>, Vec<_>) =
        std::env::args().skip(1).partition(|word| word.starts_with("--"));
    let name = arguments.first().map_or("gscan", String::as_str);
    let seed = arguments.get(1).map_or(Ok(0), |seed| seed.parse())?;
    let recipe = shipped(name).ok_or_else(|| format!("no shipped recipe is called {name}"))?;
    let dataset = Gscan::new(Recipe::parse(recipe.toml)?, seed)?;
    let lexicon = dataset.lexicon();

    let mut questions = paper_questions(lexicon);
    questions.extend(questions_of(&dataset.recipe().generate.holdouts));
    let mut stats = Stats::new(lexicon);
    let mut evidence = Evidence::new(lexicon, questions)?;
    let mut audit = Audit::new(lexicon);
    let mut maker = dataset.maker();
    let start = Instant::now();
    let mut examples = 0;
    for (number, split) in dataset.splits().iter().enumerate() {
        for index in 0..split.len {
            let example = &maker.make(number, index)?.example;
            stats.add(&split.name, example);
            evidence.add(&split.name, example);
            audit.add(&split.name, example);
            examples += 1;
        }
    }
    let time = start.elapsed();
    let (stats, evidence, audit) = (stats.finish(), evidence.finish(), audit.finish());
    if flags.iter().any(|flag| flag == "--json") {
        let reports = serde_json::json!({ "stats": stats, "evidence": evidence, "audit": audit });
        println!("{reports:#}");
        return Ok(());
    }
    let set = if dataset.recipe().generate.grid_size == 12 { "length" } else { "compositional" };
    let mut tables: Vec<Table> = vec![stats.beside_published(set, false)];
    tables.extend(stats.tables());
    tables.extend(evidence.tables());
    tables.extend(audit.tables());
    for table in tables {
        println!("{}", table.to_text());
    }
    println!("{examples} examples in {time:.2?} on one core, generation included");
    Ok(())
}
