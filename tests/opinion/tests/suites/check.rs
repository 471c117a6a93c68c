//! Checking the claims of a case, with the fast path and with the second opinion.

use wampimuk_command::{
    Lexicon, Reading, Scene, Semantics, Surface, choose_articles, denotation, necessity, parse, pattern,
};
use wampimuk_grid::{Action, World, print_actions, replay_as_released};
use wampimuk_opinion::{
    Choices, Phrase, Place, Sim, Taste, accepted, articles, fair_articles, necessary, needed_clauses,
    needed_words, perform, referents,
};
use wampimuk_reascan::Pattern;

use super::case::{Case, Claim};
use crate::{bridge, driver};

/// What is wrong with a case, by line.
pub fn failures(case: &Case) -> Vec<(usize, String)> {
    case.claims
        .iter()
        .filter_map(|(line, claim)| check(case, claim).err().map(|error| (*line, error)))
        .collect()
}

fn check(case: &Case, claim: &Claim) -> Result<(), String> {
    let lexicon = Lexicon::reascan();
    let world = &case.world;
    let place = bridge::place(world, &lexicon);
    match claim {
        Claim::Refused => {
            let (fast, slow) = (parse(&case.command, &lexicon), bridge::words(&lexicon).read(&case.command));
            return same("fast", &fast.is_err(), &true).and(same("slow", &slow.is_err(), &true));
        }
        Claim::Run(actions, agent, moved) => return check_run(case, actions, *agent, moved, &lexicon),
        Claim::Replayed(actions, recorded, end) => {
            let replay = replay_as_released(world, actions);
            let list = print_actions(&replay.recorded);
            return same("recorded", &list, &print_actions(recorded)).and(same(
                "end",
                &replay.agent.cell,
                end,
            ));
        }
        _ => {}
    }
    let command = parse(&case.command, &lexicon).map_err(|error| error.to_string())?;
    let order = bridge::words(&lexicon).read(&case.command)?;
    same("parsers", &bridge::order(&command, &lexicon), &order)?;
    let own = Semantics::from(Reading::Superlative);
    match claim {
        Claim::Referents(list, want) => {
            for &semantics in list {
                let fast = bridge::members(denotation(&command.phrase, world, &lexicon, semantics));
                let slow = referents(&order.phrases, &place, bridge::choices(semantics));
                let name = semantics.reading.name();
                same(&format!("fast, {name}"), &fast, want)?;
                same(&format!("slow, {name}"), &slow, want)?;
            }
            return Ok(());
        }
        Claim::Necessary(want) => {
            let all = denotation(&command.phrase, world, &lexicon, own);
            let needed = necessity(&Scene::new(world), &command.phrase, &lexicon, own, all);
            let fast: Vec<&str> = needed.head().words().map(|(_, class)| class.name()).collect();
            let want: Vec<&str> = want.iter().map(String::as_str).collect();
            same("fast", &fast, &want)?;
            return same("slow", &necessary(&order, &place, bridge::choices(own)), &want);
        }
        Claim::Needed(want) => {
            let own = Semantics::from(Reading::Existential);
            let all = denotation(&command.phrase, world, &lexicon, own);
            let fast = necessity(&Scene::new(world), &command.phrase, &lexicon, own, all).to_string();
            same("fast", &fast, want)?;
            return same("slow", &needed(&order.phrases, &place, bridge::choices(own)), want);
        }
        Claim::Articles(want) => {
            let own = Semantics::from(Reading::Existential);
            let mut grounded = command.clone();
            choose_articles(&mut grounded.phrase, &Scene::new(world), &lexicon, own);
            same("fast", &articles(&grounded.text(&lexicon, Surface::Reascan)), want)?;
            return same("slow", &fair_articles(&order.phrases, &place, bridge::choices(own)), want);
        }
        Claim::Pattern(want) => {
            same("fast", &pattern(&command.phrase), want)?;
            let read = Pattern::of(&command.phrase).map(|pattern| pattern.to_string());
            same("recipes", &read.as_ref(), &Some(want))?;
            return same("slow", &written_pattern(&order.phrases), want);
        }
        _ => {}
    }
    let target = match (case.target, &referents(&order.phrases, &place, bridge::choices(own))[..]) {
        (Some(target), _) => target,
        (None, [one]) => *one,
        (None, many) => return Err(format!("the command fits {} objects: add a `target` line", many.len())),
    };
    let habit = bridge::habit(&order.adverb, command.manner(&lexicon));
    match claim {
        Claim::Actions(want) => {
            let mut fast = Vec::new();
            command.execute(world, target, &lexicon, &mut fast);
            same("fast", &print_actions(&fast), &print_actions(want))?;
            let slow = perform(&place, target, &order.verb, &habit, Taste::default());
            same("slow", &slow.join(","), &print_actions(want))
        }
        Claim::Fulfils(actions) | Claim::Fails(actions) => {
            let want = matches!(claim, Claim::Fulfils(_));
            let fast = command.fulfilled_by(actions, world, target, &lexicon);
            if fast.is_ok() != want {
                return Err(format!("fast: {fast:?}"));
            }
            let right = accepted(&place, target, &order.verb, &habit);
            same("slow", &right.contains(&bridge::acts(actions)), &want)
        }
        _ => Ok(()),
    }
}

/// All that is needed, as certificates write it.
fn needed(phrases: &[Phrase], place: &Place, choices: Choices) -> String {
    let word = |(number, class): &(usize, &str)| match number {
        0 => class.to_string(),
        number => format!("{class} of phrase {number}"),
    };
    let mut list: Vec<String> = needed_words(phrases, place, choices).iter().map(word).collect();
    list.extend(needed_clauses(phrases, place, choices).iter().map(|clause| format!("clause {clause}")));
    if list.is_empty() { "none".into() } else { list.join(", ") }
}

/// The pattern of phrases that hang from each other as the text says: "that is" speaks of the phrase just before it.
fn written_pattern(phrases: &[Phrase]) -> String {
    let mut text = String::new();
    for (number, phrase) in phrases.iter().enumerate() {
        let sign = match &phrase.hangs {
            None => "",
            Some((parent, _)) if *parent + 1 == number => " ^ ",
            Some(_) => " & ",
        };
        text += &format!("{sign}$OBJ_{number}");
    }
    text
}

/// Both interpreters end with this agent, these objects moved, and all others where they were.
fn check_run(
    case: &Case,
    actions: &[Action],
    agent: wampimuk_grid::Agent,
    moved: &[(usize, wampimuk_grid::Cell)],
    lexicon: &Lexicon,
) -> Result<(), String> {
    let mut want = World::new(case.world.side(), agent).map_err(|error| error.to_string())?;
    want = want.with_heavy_from(case.world.heavy_from());
    for (number, &object) in case.world.objects().iter().enumerate() {
        let cell = moved.iter().find(|(other, _)| *other == number).map_or(object.cell, |(_, cell)| *cell);
        want.place(wampimuk_grid::Object { cell, ..object }).map_err(|error| error.to_string())?;
    }
    let (fast, _) = driver::real_simulate(&case.world, actions);
    same("fast", &fast, &want)?;
    let mut sim = Sim::new(bridge::place(&case.world, lexicon));
    for &action in actions {
        sim.act(bridge::act(action));
    }
    same("slow", &sim.place, &bridge::place(&want, lexicon))
}

fn same<T: PartialEq + std::fmt::Debug>(who: &str, have: &T, want: &T) -> Result<(), String> {
    if have == want { Ok(()) } else { Err(format!("{who}: {have:?}, expected {want:?}")) }
}
