use std::collections::BTreeMap;

use wampimuk_command::{Certificate, Command, Reading, Scene, Semantics};
use wampimuk_core::{Digest, StreamKey};
use wampimuk_grid::{Agent, World};

use super::*;
use crate::acceptance::needed;
use crate::{NecessityName, Pattern, Population, Rules};

/// Worlds for many commands of a pattern, and what became of them.
#[derive(Debug, Default)]
struct Survey {
    commands: u32,
    worlds: u32,
    attempts: u32,
    failed: BTreeMap<String, u32>,
    objects: BTreeMap<usize, u32>,
    faults: BTreeMap<&'static str, u32>,
}

fn survey(pattern: &str, settings: &Constructed, commands: u64) -> Survey {
    let lexicon = Lexicon::reascan();
    let population = Population::new(&Pattern::parse(pattern).unwrap(), &Rules::default(), &lexicon).unwrap();
    let key = StreamKey::new(&Digest::of(b"survey"), pattern, 0);
    let mut builder = Builder::new(settings, 6, 1, 4, &lexicon);
    let mut survey = Survey::default();
    let wanted = WorldRequest { rivals: &[], decoys: &[], suits: &|_, _| true, needs: &|_, _, _| false };
    for number in 0..commands.min(population.len()) {
        let mut stream = key.stream(number);
        let structure = number * population.len() / commands.min(population.len());
        let command = population.command(structure, 0, None);
        let tree = Tree::of(&command.phrase, &lexicon);
        let agent = Cell::from_index(stream.below(36) as usize, 6);
        let goal = Cell::from_index((agent.index(6) + 1 + stream.below(35) as usize) % 36, 6);
        survey.commands += 1;
        let mut last = None;
        for _ in 0..200 {
            survey.attempts += 1;
            match builder.build(&tree, agent, goal, &wanted, &mut stream) {
                Ok(()) => {
                    last = None;
                    survey.worlds += 1;
                    *survey.objects.entry(builder.objects().len()).or_default() += 1;
                    if let Some(fault) = fault(&command, builder.objects(), agent, settings, &lexicon) {
                        *survey.faults.entry(fault).or_default() += 1;
                    }
                    break;
                }
                Err(obstacle) => last = Some(obstacle),
            }
        }
        if let Some(obstacle) = last {
            let text = command.text(&lexicon, wampimuk_command::Surface::Reascan);
            *survey.failed.entry(format!("{text}: {obstacle}")).or_default() += 1;
        }
    }
    survey
}

/// What is wrong with a world by the exact meaning of its command.
fn fault(
    command: &Command,
    objects: &[Object],
    agent: Cell,
    settings: &Constructed,
    lexicon: &Lexicon,
) -> Option<&'static str> {
    let mut world = World::new(6, Agent { cell: agent, ..Agent::default() }).unwrap();
    for &object in objects {
        world.place(object).unwrap();
    }
    let scene = Scene::new(&world);
    let phrase = &command.phrase;
    for reading in Reading::ALL {
        let plain = Semantics::from(reading);
        let variants = [
            plain,
            Semantics { distinct: false, ..plain },
            Semantics { geometric: true, ..plain },
            Semantics { boxes_are_objects: false, ..plain },
            Semantics { distinct: false, geometric: true, boxes_are_objects: false, reading },
        ];
        if variants.into_iter().any(|semantics| scene.denotation(phrase, lexicon, semantics) != 1) {
            return Some("not unique");
        }
    }
    let certificate = Certificate::new(command, &scene, lexicon, Reading::Existential);
    let needed = needed(&certificate, phrase, (&scene, lexicon), settings.necessity);
    let tree = Tree::of(phrase, lexicon);
    if settings.necessity >= NecessityName::Clauses
        && (1..phrase.count()).any(|number| !needed.clause(number))
    {
        return Some("idle clause");
    }
    let idle = |(number, node): (usize, &Node)| {
        WordClass::ALL.into_iter().any(|class| is_deletable(node, class) && !needed.word(number, class))
    };
    if settings.necessity == NecessityName::Words && tree.nodes().iter().enumerate().any(idle) {
        return Some("idle word");
    }
    None
}

/// What is unique on the board is unique by the exact meaning under every reading and variant, and hardly anything is
/// drawn in vain.
#[test]
fn worlds_are_unique_and_rarely_drawn_in_vain() {
    let settings = Constructed::default();
    for (pattern, most_attempts) in [("o", 1.05), ("o ^ o", 1.05), ("o ^ o & o", 1.15)] {
        let survey = survey(pattern, &settings, 3000);
        assert!(survey.failed.is_empty(), "{pattern}: {:?}", survey.failed);
        assert!(survey.faults.is_empty(), "{pattern}: {:?}", survey.faults);
        let attempts = f64::from(survey.attempts) / f64::from(survey.worlds);
        assert!(attempts < most_attempts, "{pattern}: {attempts} attempts for a world");
        assert!(survey.objects.keys().all(|objects| (8..=16).contains(objects)), "{:?}", survey.objects);
    }
}

/// Three clauses are many for a small grid, and nothing can be said about a circle that is in the same row as a square in
/// the same row as a circle if both circles may be one. The board's view of necessity is a bound there: a few worlds
/// are refused by the exact one.
#[test]
fn wide_and_deep_commands_have_worlds() {
    let settings = Constructed::default();
    for (pattern, least) in [("o ^ o & o & o", 0.99), ("o ^ o ^ o", 0.9)] {
        let survey = survey(pattern, &settings, 1000);
        assert!(f64::from(survey.worlds) >= least * f64::from(survey.commands), "{pattern}: {survey:?}");
        assert!(!survey.faults.contains_key("not unique"), "{pattern}: {:?}", survey.faults);
        let refused: u32 = survey.faults.values().sum();
        assert!(refused <= survey.worlds / 50, "{pattern}: {:?}", survey.faults);
    }
}

#[test]
fn every_word_can_be_made_to_count() {
    let settings = Constructed { necessity: NecessityName::Words, max_objects: 24, ..Constructed::default() };
    for (pattern, least) in [("o", 1.0), ("o ^ o", 1.0), ("o ^ o & o", 0.99)] {
        let survey = survey(pattern, &settings, 1500);
        assert!(
            f64::from(survey.worlds) >= least * f64::from(survey.commands),
            "{pattern}: {:?}",
            survey.failed
        );
        assert!(!survey.faults.contains_key("not unique"), "{pattern}: {:?}", survey.faults);
        // The board knows ReaSCAN's reading of size words; worlds whose words are idle under another are made again.
        let refused: u32 = survey.faults.values().sum();
        assert!(refused <= survey.worlds / 3, "{pattern}: {:?}", survey.faults);
    }
}
