//! Step by step: states after each action, observation tensors, and the original's replay of right and wrong answers.

use serde_json::Value;
use wampimuk_command::{Lexicon, Semantics};
use wampimuk_grid::{
    Action, Cell, Channels, Heading, Object, Replay, Simulation, World, observe, parse_actions,
    print_actions, replay_as_released,
};
use wampimuk_opinion::Sim;

use super::{check_actions, check_referents};
use crate::bridge;
use crate::json::{self, features_object, number, recorded, string};

/// Objects as `[size, colour, shape, row, column]`.
fn objects(list: &Value, lexicon: &Lexicon) -> Vec<Object> {
    let object = |value: &Value| {
        let cell = Cell::new(number(&value[3]), number(&value[4]));
        features_object(number(&value[0]), string(&value[1]), string(&value[2]), cell, lexicon)
    };
    list.as_array().unwrap().iter().map(object).collect()
}

fn sorted(objects: &[Object]) -> Vec<Object> {
    let mut objects = objects.to_vec();
    objects.sort_unstable();
    objects
}

fn list(value: &Value) -> Vec<Action> {
    let actions = value.as_array().unwrap().iter();
    actions.map(|action| Action::from_name(string(action)).unwrap()).collect()
}

/// The original's replay, and what it shows of its defects. Returns the names of the defects.
fn check_replay(world: &World, value: &Value, lexicon: &Lexicon) -> Vec<&'static str> {
    let actions = list(&value["commands"]);
    let Replay { recorded, states, agent } = replay_as_released(world, &actions);
    assert_eq!(recorded, list(&value["observed"]));
    assert_eq!(agent.cell, Cell::new(number(&value["end_row"]), number(&value["end_col"])));
    let end = states.last().unwrap_or(world);
    if let Some(recorded) = value.get("final_objects") {
        assert_eq!(end.objects(), objects(recorded, lexicon));
    }
    let mut run = Simulation::new(world.clone());
    for &action in &actions {
        run.step(action);
    }
    let mut defects = Vec::new();
    if recorded.len() < actions.len() {
        defects.push("dropped steps");
    }
    if end.objects() != run.world().objects() && sorted(end.objects()) == sorted(run.world().objects()) {
        defects.push("moved objects last");
    }
    if agent.cell != run.world().agent().cell {
        // Only a pull, or an effort that the original counts and correct physics do not, can lead elsewhere.
        assert!(actions.iter().any(|action| matches!(action, Action::Pull | Action::Push)));
        defects.push("pull goes forward");
    }
    defects
}

#[test]
fn every_step_of_the_demonstrations() {
    let Some(values) = json::lines("gscan/a_steps_and_tensors.jsonl.gz") else { return };
    let lexicon = Lexicon::gscan();
    let channels = Channels { sizes: 4, shapes: 3, colours: 4 };
    let mut defects = Vec::new();
    let mut steps = 0;
    for value in &values {
        let example = recorded(&value["example"], &lexicon);
        let world = &example.world;
        let mut tensor = Vec::new();
        observe(world, channels, &mut tensor);
        let mut expected = vec![0u8; tensor.len()];
        for cell in value["grid_tensor_nonzero_cells"].as_array().unwrap() {
            let at = Cell::new(number(&cell[0]), number(&cell[1])).index(world.side()) * channels.all();
            let digits = string(&cell[2]).bytes().map(|digit| digit - b'0');
            expected[at..at + channels.all()].copy_from_slice(&digits.collect::<Vec<_>>());
        }
        assert_eq!(tensor, expected);

        let actions = parse_actions(&example.actions).unwrap();
        let states = value["demonstration"].as_array().unwrap();
        assert_eq!(states.len(), actions.len());
        let mut run = Simulation::new(world.clone());
        let mut sim = Sim::new(bridge::place(world, &lexicon));
        for (&action, state) in actions.iter().zip(states) {
            run.step(action);
            sim.act(bridge::act(action));
            let agent = run.world().agent();
            assert_eq!(agent.cell, Cell::new(number(&state["agent_row"]), number(&state["agent_col"])));
            assert_eq!(agent.heading, Heading::from_index(number(&state["dir"])));
            assert_eq!(sorted(run.world().objects()), sorted(&objects(&state["objects"], &lexicon)));
            assert_eq!(bridge::place(run.world(), &lexicon), sim.place);
            steps += 1;
        }
        defects.extend(check_replay(world, &value["replay"], &lexicon));
        defects.extend(check_replay(world, &value["corrupted"], &lexicon));
    }
    println!("{} examples, {steps} steps", values.len());
    for defect in ["dropped steps", "moved objects last", "pull goes forward"] {
        let count = defects.iter().filter(|found| **found == defect).count();
        println!("{defect}: {count}");
        assert!(count > 0, "the files show `{defect}`");
    }
}

#[test]
fn worked_examples() {
    let Some(text) = json::text("gscan/worked_examples.json") else { return };
    let values: Value = serde_json::from_str(&text).unwrap();
    let lexicon = Lexicon::gscan();
    for value in values.as_array().unwrap() {
        let example = recorded(value, &lexicon);
        check_actions(&example, &lexicon);
        // Some of these worlds hold several circles: the target is recorded, not described.
        let referents = check_referents(&example, &lexicon, Semantics::default());
        assert!(referents.contains(&0));
        let mut run = Simulation::new(example.world.clone());
        let states = value["agent_row_col_dir"].as_array().unwrap();
        let actions = parse_actions(&example.actions).unwrap();
        assert_eq!(states.len(), actions.len());
        for (&action, state) in actions.iter().zip(states) {
            run.step(action);
            let agent = run.world().agent();
            assert_eq!(
                [agent.cell.row, agent.cell.column, agent.heading as u8],
                [0, 1, 2].map(|i| number(&state[i]))
            );
        }
        let end = objects(&value["final_objects"], &lexicon);
        assert_eq!(sorted(run.world().objects()), sorted(&end), "{}", example.text);
        let replay = replay_as_released(&example.world, &actions);
        assert_eq!(print_actions(&replay.recorded), string(&value["replay_commands"]));
        let cell = &value["replay_end_row_col"];
        assert_eq!(replay.agent.cell, Cell::new(number(&cell[0]), number(&cell[1])));
    }
}
