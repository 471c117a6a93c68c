//! The scenarios of the gSCAN authors' own tests.

use std::collections::HashMap;

use serde_json::Value;
use wampimuk_command::AdverbRecipe;
use wampimuk_command::{Command, Lexicon, Semantics, derivation, parse, parse_derivation};
use wampimuk_core::{Digest, StreamKey};
use wampimuk_grid::{
    Agent, Cell, Channels, Heading, World, observe, parse_actions, print_actions, replay_as_released,
};
use wampimuk_gscan::{Gscan, Recipe, TargetKind};

use super::check_referents;
use crate::json::{self, Recorded, features_object, number, string};

fn strings(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|word| string(word).to_string()).collect()
}

/// The dataset that the authors' tests are run on.
fn dataset(config: &Value) -> Gscan {
    let mut recipe =
        Recipe::parse("family = \"gscan\"\ntitle = \"authors\"\n[generate]\nresampling = 1").unwrap();
    let generate = &mut recipe.generate;
    generate.grid_size = number(&config["grid_size"]);
    let lexicon = &mut generate.lexicon;
    lexicon.intransitive_verbs = strings(&config["intransitive_verbs"]);
    lexicon.transitive_verbs = strings(&config["transitive_verbs"]);
    lexicon.adverbs = strings(&config["adverbs"]).into_iter().map(AdverbRecipe::Known).collect();
    lexicon.nouns = strings(&config["nouns"]);
    lexicon.colours = strings(&config["color_adjectives"]);
    lexicon.size_adjectives = strings(&config["size_adjectives"]);
    Gscan::new(recipe, 0).unwrap()
}

struct Scenario<'a> {
    dataset: &'a Gscan,
    situations: HashMap<u64, (World, bool)>,
}

impl Scenario<'_> {
    fn lexicon(&self) -> &Lexicon {
        self.dataset.lexicon()
    }

    fn situation(&self, test: &Value) -> &(World, bool) {
        &self.situations[&test["situation_id"].as_u64().unwrap()]
    }

    fn command(&self, test: &Value) -> Command {
        let command = parse_derivation(string(&test["derivation"]), self.lexicon()).unwrap();
        assert_eq!(derivation(&command, self.lexicon()), string(&test["derivation"]));
        if let Some(text) = test.get("command") {
            assert_eq!(parse(string(text), self.lexicon()).as_ref(), Ok(&command));
        }
        command
    }

    /// Runs a test; whether there was something to run.
    fn run(&self, test: &Value) -> bool {
        match string(&test["kind"]) {
            "execute" => self.execute(test),
            "replay" => {
                self.command(test);
                let actions = parse_actions(string(&test["actions"])).unwrap();
                let replay = replay_as_released(&self.situation(test).0, &actions);
                assert_eq!(print_actions(&replay.recorded), string(&test["expected_recorded_actions"]));
            }
            "referred_target" => {
                let phrase = parse(string(&test["command"]), self.lexicon()).unwrap().phrase;
                let expected = &test["expected"];
                let lexicon = self.lexicon();
                let size = phrase.size.map_or("", |size| &lexicon.sizes[usize::from(size)].word);
                let colour = phrase.colour.map_or("", |colour| &lexicon.colours[usize::from(colour)].word);
                let noun = phrase.noun.map_or("", |noun| &lexicon.nouns[usize::from(noun)].word.word);
                assert_eq!([size, colour, noun], ["size", "color", "noun"].map(|key| string(&expected[key])));
            }
            "possible_targets" => self.possible_targets(test),
            "distractors" => self.distractors(test),
            "situation_equality" => {
                let worlds: Vec<&World> = (1..=4).map(|id| &self.situations[&id].0).collect();
                for (i, one) in worlds.iter().enumerate() {
                    for (j, other) in worlds.iter().enumerate() {
                        assert_eq!(one == other, i == j);
                    }
                }
            }
            "example_roundtrip" => drop(self.command(test)),
            "grid_tensor" => self.tensor(test),
            "derivation_roundtrip" => {
                let mut stream = StreamKey::new(&Digest::of(b"authors"), "nonce", 0).stream(0);
                let nonce = self.lexicon().clone().with_nonce_words(&mut stream);
                for entry in self.dataset.commands() {
                    for lexicon in [self.lexicon(), &nonce] {
                        let text = derivation(&entry.command, lexicon);
                        assert_eq!(parse_derivation(&text, lexicon).as_ref(), Ok(&entry.command));
                    }
                }
            }
            _ => return false,
        }
        true
    }

    /// With a recorded target, that one; without, the one the description singles out, and an error if there is none.
    fn execute(&self, test: &Value) {
        let command = self.command(test);
        let (world, has_target) = self.situation(test);
        let expected = string(&test["expected_target_commands"]);
        let target = if *has_target {
            Some(0)
        } else {
            let example = Recorded {
                text: string(&test["command"]).to_string(),
                command: command.clone(),
                world: world.clone(),
                actions: String::new(),
            };
            match check_referents(&example, self.lexicon(), Semantics::default())[..] {
                [one] => Some(one),
                _ => None,
            }
        };
        let mut actions = Vec::new();
        if let Some(target) = target {
            command.execute(world, target, self.lexicon(), &mut actions);
        }
        assert_eq!(print_actions(&actions), expected, "{}", test["test"]);
        assert_eq!(target.is_none(), expected.is_empty());
    }

    fn kind(&self, size: &Value, colour: &Value, shape: &Value) -> TargetKind {
        let object =
            features_object(number(size), string(colour), string(shape), Cell::new(0, 0), self.lexicon());
        TargetKind { shape: object.shape, colour: object.colour, size: object.size }
    }

    fn possible_targets(&self, test: &Value) {
        let text = format!(
            "walk to a {} {} {}",
            string(&test["color"]),
            string(&test["size"]),
            string(&test["shape"])
        );
        let command = parse(&text, self.lexicon()).unwrap();
        let entry = self.dataset.commands().iter().find(|entry| entry.command == command).unwrap();
        let expected: Vec<TargetKind> = test["original_output"]
            .as_array()
            .unwrap()
            .iter()
            .map(|kind| self.kind(&kind[0], &kind[1], &kind[2]))
            .collect();
        assert_eq!(entry.targets.len(), expected.len());
        assert!(expected.iter().all(|kind| entry.targets.contains(kind)));
    }

    /// No object that fits noun and colour is beyond the target's size, and one is on the other side of it.
    fn distractors(&self, test: &Value) {
        let target = &test["target"];
        let kind = self.kind(&target[0], &target[1], &target[2]);
        let referred = &test["referred"];
        let lexicon = self.lexicon();
        let size = lexicon.size(string(&referred["size"]));
        let colour = lexicon.colour(string(&referred["color"]));
        let noun = lexicon.noun(string(&referred["shape"]));
        let mut maker = self.dataset.maker();
        let mut seen = 0;
        for index in 0..self.dataset.splits()[0].len {
            let example = &maker.make(0, index).unwrap().example;
            let phrase = &example.command.phrase;
            let object = example.world.objects()[example.target];
            let same = (object.shape, object.colour, object.size) == (kind.shape, kind.colour, kind.size);
            if !same || (phrase.size, phrase.colour, phrase.noun) != (size, colour, noun) {
                continue;
            }
            seen += 1;
            let fits = |other: &&wampimuk_grid::Object| {
                Some(other.shape) == noun && colour.is_none_or(|colour| other.colour == colour)
            };
            let objects = example.world.objects().iter();
            let sizes: Vec<u8> = objects
                .filter(fits)
                .filter(|other| other.cell != object.cell)
                .map(|other| other.size)
                .collect();
            let small = string(&referred["size"]) == "small";
            assert!(!sizes.is_empty());
            assert!(sizes.iter().all(|&other| if small { other > kind.size } else { other < kind.size }));
        }
        assert!(seen > 100, "{}: {seen} items", test["test"]);
    }

    fn tensor(&self, test: &Value) {
        let agent = &test["agent"];
        let agent = Agent {
            cell: Cell::new(number(&agent["row"]), number(&agent["column"])),
            heading: Heading::from_index(number(&agent["direction"])),
        };
        let mut world = World::new(number(&test["grid_size"]), agent).unwrap();
        for object in test["objects"].as_array().unwrap() {
            let cell = Cell::new(number(&object[3]), number(&object[4]));
            let (size, colour, shape) = (number(&object[0]), string(&object[1]), string(&object[2]));
            world.place(features_object(size, colour, shape, cell, self.lexicon())).unwrap();
        }
        let channels = Channels { sizes: 4, shapes: 3, colours: 4 };
        let mut tensor = Vec::new();
        observe(&world, channels, &mut tensor);
        let mut found = serde_json::Map::new();
        for (index, cell) in tensor.chunks(channels.all()).enumerate() {
            if cell.contains(&1) {
                let Cell { row, column } = Cell::from_index(index, world.side());
                let digits: String = cell.iter().map(|digit| char::from(b'0' + digit)).collect();
                found.insert(format!("{row},{column}"), digits.into());
            }
        }
        let expected = test["expected_nonzero"].as_object().unwrap();
        assert_eq!(found.len(), expected.len());
        assert!(expected.iter().all(|(cell, digits)| found.get(cell) == Some(digits)));
    }
}

#[test]
fn authors_tests() {
    let Some(values) = json::lines("gscan/author_tests.jsonl") else { return };
    let dataset = dataset(&values[0]);
    let mut scenario = Scenario { dataset: &dataset, situations: HashMap::new() };
    let mut run = 0;
    for value in &values[1..] {
        if string(&value["kind"]) == "situation" {
            let situation = &value["situation"];
            let world = json::world(situation, dataset.lexicon());
            scenario
                .situations
                .insert(value["id"].as_u64().unwrap(), (world, !situation["target_object"].is_null()));
        } else if scenario.run(value) {
            run += 1;
        } else {
            println!("skipped: {} has no counterpart here", value["test"]);
        }
    }
    println!("{run} tests of the authors");
    assert!(run >= 18, "{run}");
}
