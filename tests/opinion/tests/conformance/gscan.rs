//! Every field of every gSCAN example.

use serde_json::Value;
use wampimuk_command::Example;
use wampimuk_command::{
    Grammar, Lexicon, Noun, Register, Semantics, Surface, derivation, logical_form, parse_derivation,
    parse_logical_form,
};
use wampimuk_grid::{Channels, Form};
use wampimuk_gscan::{Gscan, Recipe, shipped};

use super::{check_actions, check_referents};
use crate::json::{self, number, recorded, string};

const CHANNELS: Channels = Channels { sizes: 4, shapes: 3, colours: 4 };

fn check(value: &Value, lexicon: &Lexicon, channels: Channels) -> json::Recorded {
    let example = recorded(value, lexicon);
    let json::Recorded { text, command, world, .. } = &example;
    assert_eq!(command.field(lexicon, Surface::Gscan, Register::Words), *text);
    assert_eq!(command.field(lexicon, Surface::Gscan, Register::Meanings), string(&value["meaning"]));
    assert_eq!(derivation(command, lexicon), string(&value["derivation"]));
    assert_eq!(parse_derivation(string(&value["derivation"]), lexicon).as_ref(), Ok(command));
    assert_eq!(parse_logical_form(&logical_form(command, lexicon, 7), lexicon).as_ref(), Ok(command));
    assert_eq!(command.deed(lexicon).name(), string(&value["verb_in_command"]));
    let adverb = command.adverb.map_or("", |adverb| &lexicon.adverbs[usize::from(adverb)].word.name);
    assert_eq!(adverb, string(&value["manner"]));
    let phrase = &command.phrase;
    let size = phrase.size.map_or("", |size| lexicon.sizes[usize::from(size)].extreme.name());
    let colour = phrase.colour.map_or("", |colour| &lexicon.colours[usize::from(colour)].name);
    let noun = phrase.noun.map_or("", |noun| &lexicon.nouns[usize::from(noun)].word.name);
    assert_eq!(format!("{size} {colour} {noun}"), string(&value["referred_target"]));

    let situation = &value["situation"];
    assert_eq!(situation["target_object"], situation["placed_objects"]["0"]);
    let (agent, goal) = (world.agent().cell, world.objects()[0].cell);
    assert_eq!(agent.distance(goal), number(&situation["distance_to_target"]));
    let direction = agent.direction_to(goal).unwrap().name();
    assert_eq!(direction, string(&situation["direction_to_target"]));
    for (key, placed) in situation["placed_objects"].as_object().unwrap() {
        let object = &world.objects()[key.parse::<usize>().unwrap()];
        assert_eq!(channels.vector(object).unwrap(), string(&placed["vector"]));
    }

    assert_eq!(check_referents(&example, lexicon, Semantics::default()), [0], "{text}");
    check_actions(&example, lexicon);
    example
}

#[test]
fn grid_6_examples() {
    let Some(values) = json::lines("gscan/a_grid6_adverb_generalization.jsonl.gz") else { return };
    let lexicon = Lexicon::gscan();
    // The hold-outs of the released recipe sort every example into the split it was recorded in.
    let mut recipe = Recipe::parse(shipped("gscan-released").unwrap().toml).unwrap();
    recipe.generate.resampling = 1;
    let dataset = Gscan::new(recipe, 0).unwrap();
    for value in &values {
        let example = check(value, &lexicon, CHANNELS);
        let mut actions = Vec::new();
        example.command.execute(&example.world, 0, &lexicon, &mut actions);
        let example = Example { command: example.command, world: example.world, target: 0, actions };
        let homes = dataset.possible_splits(&example);
        let split = string(&value["split"]);
        assert!(homes.iter().any(|&home| dataset.splits()[home].name == split), "{split}: {homes:?}");
    }
    println!("{} examples", values.len());
    assert!(values.len() > 3000);
}

#[test]
fn grid_12_examples() {
    let Some(values) = json::lines("gscan/b_grid12_adverb_target_lengths15.jsonl.gz") else { return };
    let lexicon = Lexicon::gscan();
    for value in &values {
        let example = check(value, &lexicon, CHANNELS);
        let length = example.actions.split(',').filter(|action| !action.is_empty()).count();
        assert_eq!(length > 15, string(&value["split"]) == "test", "{}", example.text);
    }
    println!("{} examples", values.len());
    assert!(values.len() > 3000);
}

#[test]
fn a_whole_dataset() {
    let Some(text) = json::text("gscan/demo_dataset.txt.gz") else { return };
    let dataset: Value = serde_json::from_str(&text).unwrap();
    let mut lexicon = Lexicon::gscan();
    let noun = |name: &str| Noun::plain(name, Form::Solid);
    lexicon.nouns = vec![noun("circle"), noun("square")];
    let grammar = Grammar::from_text(string(&dataset["grammar"])).unwrap();
    assert_eq!(grammar.name(), string(&dataset["type_grammar"]));
    assert_eq!(grammar.text(&lexicon), string(&dataset["grammar"]));
    let mut count = 0;
    for (_, examples) in dataset["examples"].as_object().unwrap() {
        for value in examples.as_array().unwrap() {
            check(value, &lexicon, Channels { shapes: 2, ..CHANNELS });
            count += 1;
        }
    }
    println!("{count} examples");
    assert!(count > 2000);
}
