//! Somebody who has nothing but the text of a prompt: reads the world in any form, takes the rules from the sentences of
//! the instructions, and answers with the second opinion's implementation.

use std::collections::BTreeMap;

use wampimuk_opinion::{Act, Choices, Habit, Place, Sizing, Taste, Thing, Words, perform, referents};

pub type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// The answers to a prompt of a grid world: the cell, and the actions if the rules tell how to act.
pub fn answers(question: &str) -> Outcome<(String, String)> {
    let place = place(question)?;
    let rules: Vec<&str> = question.lines().filter_map(|line| line.strip_prefix("- ")).collect();
    let command = in_known_words(&command(question)?, &rules);
    let order = words(&rules, &place, &command).read(&command)?;
    let sizing = if question.contains("at least one other object") {
        Sizing::Existential
    } else {
        Sizing::Superlative
    };
    let found = referents(&order.phrases, &place, Choices { sizing, ..Choices::default() });
    let [target] = found[..] else { return Err(format!("{} referents", found.len()).into()) };
    let cell = format!("row {}, column {}", place.things[target].row, place.things[target].column);
    let acts = perform(&place, target, &order.verb, &habit(&rules), taste(question));
    Ok((cell, if acts.is_empty() { "nothing".to_string() } else { acts.join(", ") }))
}

/// The command of a prompt.
pub fn command(question: &str) -> Outcome<String> {
    if let Some(json) = json(question) {
        return Ok(json["command"].as_str().ok_or("no command")?.to_string());
    }
    let line = question.lines().find_map(|line| line.strip_prefix("Command: "));
    Ok(line.ok_or("no command")?.to_string())
}

fn json(question: &str) -> Option<serde_json::Value> {
    question.lines().find(|line| line.starts_with('{')).and_then(|line| serde_json::from_str(line).ok())
}

/// The world of a prompt.
pub fn place(question: &str) -> Outcome<Place> {
    let heavy_from = match question.split_once("Objects of size ") {
        Some((_, rest)) => number(rest)?,
        None if question.contains("Every object is heavy") => 0,
        None => 99,
    };
    let mut place = if let Some(json) = json(question) {
        from_json(&json)?
    } else if question.contains("\nLegend:\n") {
        from_letters(question)?
    } else if question.contains("You stand in row ") {
        from_prose(question)?
    } else {
        from_list(question)?
    };
    place.heavy_from = heavy_from;
    place.things.sort();
    Ok(place)
}

fn number(text: &str) -> Outcome<i32> {
    let digits: String = text.trim_start().chars().take_while(char::is_ascii_digit).collect();
    Ok(digits.parse()?)
}

fn after(text: &str, mark: &str) -> Outcome<i32> {
    number(text.split_once(mark).ok_or_else(|| format!("no {mark:?} in {text:?}"))?.1)
}

fn facing(name: &str) -> Outcome<(i32, i32)> {
    Ok(match name.trim_end_matches('.') {
        "east" | ">" => (0, 1),
        "south" | "v" => (1, 0),
        "west" | "<" => (0, -1),
        "north" | "^" => (-1, 0),
        other => return Err(format!("{other:?} is no direction").into()),
    })
}

fn thing(name: &str, size: i32, row: i32, column: i32) -> Outcome<Thing> {
    let (colour, shape) = name.split_once(' ').ok_or("no colour")?;
    Ok(Thing::new(colour, shape, size, row, column))
}

fn from_list(question: &str) -> Outcome<Place> {
    let you = question.lines().find_map(|line| line.strip_prefix("You: ")).ok_or("no agent")?;
    let mut things = Vec::new();
    for line in question.lines().filter_map(|line| line.strip_prefix("- row ")) {
        let (cell, what) = line.split_once(": ").ok_or("no object")?;
        let (name, size) = what.split_once(", size ").ok_or("no size")?;
        things.push(thing(name, number(size)?, number(cell)?, after(cell, "column ")?)?);
    }
    let facing = facing(you.split_once("facing ").ok_or("no heading")?.1)?;
    let side = after(question, "\nGrid: ").or_else(|_| after(question, "Grid: "))?;
    Ok(Place {
        side,
        row: after(you, "row ")?,
        column: after(you, "column ")?,
        facing,
        heavy_from: 0,
        things,
    })
}

fn from_prose(question: &str) -> Outcome<Place> {
    let line = question.lines().find(|line| line.starts_with("The grid has ")).ok_or("no world")?;
    let mut sentences = line.split(". ");
    let side = after(sentences.next().ok_or("no grid")?, "has ")?;
    let you = sentences.next().ok_or("no agent")?;
    let mut things = Vec::new();
    for sentence in sentences {
        let (name, rest) = sentence.split_once(" of size ").ok_or("no size")?;
        let name = name.split_once(' ').ok_or("no article")?.1;
        let size = number(rest)?;
        let (row, column) = match rest.contains("spans rows") {
            true => (after(rest, "rows ")?, after(rest, "columns ")?),
            false => (after(rest, "row ")?, after(rest, "column ")?),
        };
        if rest.contains("spans rows") && after(rest, " to ")? != row + size - 1 {
            return Err("the extent is not the size".into());
        }
        things.push(thing(name, size, row, column)?);
    }
    let facing = facing(you.split_once("face ").ok_or("no heading")?.1)?;
    Ok(Place {
        side,
        row: after(you, "row ")?,
        column: after(you, "column ")?,
        facing,
        heavy_from: 0,
        things,
    })
}

fn from_letters(question: &str) -> Outcome<Place> {
    let (_, rest) = question.split_once("Grid (").ok_or("no grid")?;
    let side = number(rest)?;
    let (grid, legend) = rest.split_once("\nLegend:\n").ok_or("no legend")?;
    let mut kinds = BTreeMap::new();
    for line in legend.lines().map_while(|line| line.strip_prefix("- ")) {
        let (letter, what) = line.split_once(": ").ok_or("no letter")?;
        let (name, size) = what.split_once(", size ").ok_or("no size")?;
        kinds.insert(letter, (name, number(size)?));
    }
    let mut place = Place { side, row: -1, column: -1, facing: (0, 0), heavy_from: 0, things: Vec::new() };
    for line in grid.lines().skip(2) {
        let mut cells = line.split_whitespace();
        let row = number(cells.next().ok_or("no row")?)?;
        for (column, cell) in (0..).zip(cells) {
            for mark in cell.split('+').filter(|mark| *mark != ".") {
                match kinds.get(mark) {
                    Some((name, size)) => place.things.push(thing(name, *size, row, column)?),
                    None => (place.row, place.column, place.facing) = (row, column, facing(mark)?),
                }
            }
        }
    }
    Ok(place)
}

fn from_json(json: &serde_json::Value) -> Outcome<Place> {
    let int = |value: &serde_json::Value| -> Outcome<i32> {
        Ok(i32::try_from(value.as_i64().ok_or("no number")?)?)
    };
    let text =
        |value: &serde_json::Value| -> Outcome<String> { Ok(value.as_str().ok_or("no text")?.to_string()) };
    let mut things = Vec::new();
    for object in json["objects"].as_array().ok_or("no objects")? {
        let (colour, shape) = (text(&object["colour"])?, text(&object["shape"])?);
        let (row, column) = (int(&object["row"])?, int(&object["column"])?);
        things.push(Thing::new(&colour, &shape, int(&object["size"])?, row, column));
    }
    let you = &json["you"];
    Ok(Place {
        side: int(&json["rows"])?,
        row: int(&you["row"])?,
        column: int(&you["column"])?,
        facing: facing(&text(&you["facing"])?)?,
        heavy_from: 0,
        things,
    })
}

fn quoted(rule: &str) -> Option<(&str, &str)> {
    rule.strip_prefix('"')?.split_once('"')
}

/// What rules say about relations, and how the second opinion calls them.
const RELATIONS: [(&str, &str); 6] = [
    ("their rows have", "in the same row as"),
    ("their columns have", "in the same column as"),
    ("both have one colour", "in the same color as"),
    ("both have one shape", "in the same shape as"),
    ("their sizes are", "in the same size as"),
    ("its place is one", "inside of"),
];

/// A command with other words for relations, clauses and anything, as the rules tell them, and its adverb at the end.
fn in_known_words(command: &str, rules: &[&str]) -> String {
    let mut command = format!(" {command} ");
    let mut replace =
        |word: &str, by: &str| command = command.replace(&format!(" {word} "), &format!(" {by} "));
    for rule in rules {
        if let Some((word, rest)) = rule.strip_prefix("Something is ").and_then(quoted)
            && let Some(about) = rest.strip_prefix(" something else if ")
        {
            let known = RELATIONS.iter().find(|(start, _)| about.starts_with(start));
            replace(word, known.map_or("?", |(_, relation)| relation));
        }
        if let Some((word, rest)) = quoted(rule)
            && let Some(rest) = rest.strip_prefix(" begins a condition on the thing just before it")
        {
            replace(word, "that is");
            let conjunction = rest.strip_prefix(", and ").and_then(quoted).map_or("and", |(word, _)| word);
            replace(conjunction, "and");
        }
        let anything =
            ["Everything is a ", "Everything is an "].into_iter().find_map(|start| rule.strip_prefix(start));
        if let Some((word, _)) = anything.and_then(quoted) {
            replace(word, "object");
        }
    }
    let command = command.trim();
    let adverbs = rules.iter().filter_map(|rule| quoted(rule)).filter(|(_, rest)| is_about_adverb(rest));
    match adverbs.filter_map(|(word, _)| command.strip_prefix(word).map(|rest| (word, rest))).next() {
        Some((adverb, rest)) => format!("{} {adverb}", rest.trim()),
        None => command.to_string(),
    }
}

/// Whether a rule is about an adverb, by what stands after the word.
fn is_about_adverb(rest: &str) -> bool {
    rest.starts_with(": ") || rest.starts_with(" is the reason") || rest.starts_with(" changes nothing")
}

/// The vocabulary: what the rules say, and else that a word means itself.
fn words(rules: &[&str], place: &Place, command: &str) -> Words {
    let mut words = Words { verbs: vec![], adverbs: vec![], nouns: vec![], colours: vec![], sizes: vec![] };
    for thing in &place.things {
        words.colours.push((thing.colour.clone(), thing.colour.clone()));
        words.nouns.push((thing.shape.clone(), thing.shape.clone()));
    }
    for rule in rules {
        if let Some(rest) = rule.strip_prefix("Something is ")
            && let Some((word, rest)) = quoted(rest)
            && rest.starts_with(" if at least one other object")
        {
            let meaning = if rest.ends_with("is smaller.") { "big" } else { "small" };
            words.sizes.push((word.to_string(), meaning.to_string()));
        }
        let Some((word, rest)) = quoted(rule) else { continue };
        if rest.ends_with("what to do with the object, which does not matter here.") {
            let deed = if command.starts_with(&format!("{word} to ")) { "walk" } else { "push" };
            words.verbs.push((word.to_string(), deed.to_string()));
            let adverb = rest.strip_prefix(" and ").and_then(quoted);
            words.adverbs.extend(adverb.map(|(word, _)| (word.to_string(), word.to_string())));
        }
        // "go to" is "go" with the "to" of all walks.
        let word = word.strip_suffix(" to").unwrap_or(word);
        let mut say = |list: fn(&mut Words) -> &mut Vec<(String, String)>, meaning: &str| {
            let pair = (word.to_string(), meaning.to_string());
            let list = list(&mut words);
            if !list.contains(&pair) {
                list.push(pair);
            }
        };
        if is_about_adverb(rest) {
            say(|words| &mut words.adverbs, word);
        } else if rest.starts_with(" means: of the smallest") {
            say(|words| &mut words.sizes, "small");
        } else if rest.starts_with(" means: of the biggest") {
            say(|words| &mut words.sizes, "big");
        } else if let Some(deed) = rest.strip_prefix(" means: go to the object, ") {
            let deed = ["push", "pull"].into_iter().find(|verb| deed.contains(verb)).unwrap_or("walk");
            say(|words| &mut words.verbs, deed);
        } else if let Some(name) = rest.strip_prefix(" means ") {
            let name = name.trim_end_matches('.');
            match place.things.iter().any(|thing| thing.shape == name) {
                true => say(|words| &mut words.nouns, name),
                false => say(|words| &mut words.colours, name),
            }
        }
    }
    words
}

/// Which of several ways is meant, as the rules tell it.
fn taste(question: &str) -> Taste {
    let columns_first = ["First go along your row, east or west,", "beginning with east or west,"];
    Taste {
        rows_first: !columns_first.into_iter().any(|words| question.contains(words)),
        right_shoulder: !question.contains("turn left twice if it is behind you"),
    }
}

/// What the adverb does, as the rules tell it.
fn habit(rules: &[&str]) -> Habit {
    let acts = |mark: &str| -> Vec<Act> {
        let rule = rules.iter().find(|rule| quoted(rule).is_some_and(|(_, rest)| rest.starts_with(mark)));
        let list = rule.and_then(|rule| rule.split_once(" do ")).map_or("", |(_, list)| list);
        let list = list.split(", and the same").next().unwrap_or_default().trim_end_matches('.');
        let known = ["walk", "push", "pull", "stay", "turn left", "turn right"];
        list.split(", ").filter_map(|act| known.into_iter().find(|known| *known == act)).collect()
    };
    Habit::Own {
        before_turn: acts(": before each step"),
        before_step: acts(": immediately before each walk"),
        after_step: acts(": immediately after each walk"),
        zigzag: rules.iter().any(|rule| rule.starts_with("Go by turns")),
    }
}
