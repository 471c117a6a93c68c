use std::collections::BTreeMap;

use wampimuk_command::{Certificate, Command, Necessity, Reading, Scene, Semantics};
use wampimuk_core::{Digest, StreamKey};
use wampimuk_grid::{Agent, World};

use super::*;
use crate::{Pattern, Population, Rules};

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
    let wanted = Wanted { suits: &|_, _| true, needs: &|_, _, _| false };
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
                        if survey.faults[fault] < 4 {
                            let mut c = command.clone();
                            let mut world = World::new(6, Agent { cell: agent, ..Agent::default() }).unwrap();
                            for &object in builder.objects() {
                                world.place(object).unwrap();
                            }
                            let scene = Scene::new(&world);
                            wampimuk_command::ground(
                                &mut c.phrase,
                                &scene,
                                &lexicon,
                                Reading::Existential.into(),
                            );
                            println!(
                                "{fault}: {} {:?}",
                                c.text(&lexicon, wampimuk_command::Surface::Reascan),
                                Certificate::new(&command, &scene, &lexicon, Reading::Existential).necessity
                            );
                            for (o, p) in builder.objects().iter().zip(&builder.cast().parts) {
                                println!(
                                    "   {} {} {} at {},{} {p:?} {:?}",
                                    o.size,
                                    lexicon.colours[o.colour as usize].name,
                                    lexicon.nouns[o.shape as usize].word.name,
                                    o.cell.row,
                                    o.cell.column,
                                    builder.cast().groups[p.group as usize]
                                );
                            }
                        }
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
    let needed = certificate.necessity;
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
    let _ = Necessity::present(phrase);
    None
}

#[test]
fn explore() {
    for (name, settings) in [
        ("clauses", Constructed::default()),
        ("words", Constructed { necessity: NecessityName::Words, max_objects: 24, ..Constructed::default() }),
    ] {
        for pattern in ["o", "o ^ o", "o ^ o & o", "o ^ o ^ o", "o ^ o & o & o"] {
            let start = std::time::Instant::now();
            let s = survey(pattern, &settings, 20_000);
            println!(
                "{name} {pattern}: {} commands {} worlds {} attempts {:?} faults {:?} objects {:?} failed {} {:?}",
                s.commands,
                s.worlds,
                s.attempts,
                start.elapsed() / s.commands,
                s.faults,
                s.objects,
                s.failed.len(),
                s.failed.keys().take(4).collect::<Vec<_>>()
            );
        }
    }
}
