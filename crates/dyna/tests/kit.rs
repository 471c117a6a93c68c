//! Configurations of the original kit: those that came with it are read and become recipes; broken ones end in errors with
//! a place.

use std::path::PathBuf;

use wampimuk_dyna::kit::{Converted, Kit, KitError, Manner, Warning, convert, recipe_text};
use wampimuk_dyna::recipe::{Asking, Kind, Role, SupportStyle};
use wampimuk_dyna::{Recipe, Stories, StoryItems};

const MANNERS: [Manner; 2] = [Manner::Certified, Manner::Released];

/// A configuration that came with the kit.
fn shipped(name: &str) -> Option<String> {
    let shared = std::env::var_os("WAMPIMUK_SHARED").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared")),
        PathBuf::from,
    );
    let text = std::fs::read_to_string(shared.join(format!("conformance/babi/kit/configs/{name}.json"))).ok();
    if text.is_none() {
        eprintln!("skipped: no configuration {name}");
    }
    text
}

fn converted(text: &str, manner: Manner) -> Result<Converted, KitError> {
    convert(&Kit::parse(text)?.0, manner)
}

/// A configuration with one task.
fn one_task(story_params: &str, rest: &str) -> String {
    format!(r#"{{"name": "n", "tasks": [{{"story_params": {{{story_params}}}{rest}}}]}}"#)
}

fn error(story_params: &str, rest: &str) -> Option<String> {
    Kit::parse(&one_task(story_params, rest)).err().map(|error| error.to_string())
}

fn warnings(text: &str) -> Result<Vec<String>, KitError> {
    Ok(Kit::parse(text)?.1.iter().map(Warning::to_string).collect())
}

#[test]
fn recipes_of_the_kits_configurations_are_written_and_read_back() {
    let names = ["mix_T7", "mix_T12", "diverse_T7", "diverse_T12", "solver/inject_T7", "solver/inject_T12"];
    for text in names.into_iter().filter_map(shipped) {
        for manner in MANNERS {
            let recipe = converted(&text, manner).unwrap().recipe;
            let text = recipe_text(&recipe).unwrap();
            assert_eq!(Recipe::parse(&text).unwrap(), recipe, "{text}");
        }
    }
}

/// The shipped recipes were tidied by hand, but say the same, but for weights of which only the ratio matters.
#[test]
fn released_recipes_are_those_of_the_kit() {
    let recipes = [
        ("mix_T7", include_str!("../recipes/mix-t7-released.toml")),
        ("mix_T12", include_str!("../recipes/mix-t12-released.toml")),
        ("diverse_T7", include_str!("../recipes/diverse-t7-released.toml")),
        ("diverse_T12", include_str!("../recipes/diverse-t12-released.toml")),
    ];
    for (name, ours) in recipes {
        let Some(text) = shipped(name) else { continue };
        let mut theirs = converted(&text, Manner::Released).unwrap().recipe;
        let ours = Recipe::parse(ours).unwrap();
        theirs.title.clone_from(&ours.title);
        // where things were: the paper's sizes are others than those of the files that came with the kit
        let sizes = |recipe: &Recipe| recipe.splits[0].parts.get("wwo").copied();
        match name {
            "diverse_T7" => assert_eq!((sizes(&theirs), sizes(&ours)), (Some(5000), Some(4000))),
            "diverse_T12" => {
                let filters = |recipe: &Recipe| recipe.generate.parts[2].released.clone().unwrap().filters;
                let enough = |recipe| filters(recipe).iter().map(|filter| filter.enough).collect::<Vec<_>>();
                assert_eq!(enough(&theirs), [Some(2500), Some(2500)]);
                assert_eq!(enough(&ours), [Some(5000)]);
            }
            _ => {}
        }
        if name.starts_with("diverse") {
            theirs.splits[0].parts.clone_from(&ours.splits[0].parts);
            theirs.generate.parts[2].released.clone_from(&ours.generate.parts[2].released);
        }
        for (part, ours) in theirs.generate.parts.iter_mut().zip(&ours.generate.parts) {
            if part.coref.grab == 0.0 && part.coref.drop == 0.0 {
                part.coref.go = ours.coref.go;
            }
            if part.negate.negative == part.negate.positive {
                part.negate = ours.negate;
            }
        }
        assert_eq!(theirs, ours, "{name}");
    }
}

#[test]
fn certified_recipes_do_what_the_file_asks_for() {
    let Some(text) = shipped("diverse_T12") else { return };
    let Converted { recipe, warnings } = converted(&text, Manner::Certified).unwrap();
    let part = |name: &str| recipe.generate.parts.iter().find(|part| part.name == name).unwrap();
    assert_eq!(recipe.generate.supports, SupportStyle::History);
    // the filter for two supporting lines is left out, and its share of the size too
    assert_eq!(part("wp").filters.len(), 2);
    assert!(warnings.iter().any(|warning| warning.path == "tasks[0].filter_config[0]"), "{warnings:?}");
    assert_eq!(recipe.splits[0].parts["wp"], 2_000);
    assert_eq!(recipe.splits[0].parts["compound"], 10);
    assert_eq!(recipe.splits.iter().map(|split| split.parts["wwo"]).collect::<Vec<_>>(), [5_000, 500, 500]);
    // where something was can take more than three lines: this engine lists them all
    assert_eq!(part("wwo").filters.len(), 2);
    // nothing leaks in
    assert_eq!(part("give").ask.where_person, 0.0);
    assert_eq!(part("give").asking, Asking::One);
    assert_eq!(part("give_wp").asking, Asking::Any);
    assert_eq!(part("yn").inject, [Kind::WherePerson]);
    assert!(part("coref").overshoot && !part("wp").overshoot);
    let mix = converted(&shipped("mix_T7").unwrap(), Manner::Certified).unwrap().recipe;
    assert_eq!(mix.splits.len(), 1);
    assert_eq!(mix.splits[0].role, Role::Test);
    assert_eq!(mix.generate.parts[2].shares, [334, 333, 333]);
}

/// A recipe that is made of a configuration can be made into data.
#[test]
fn certified_recipes_are_followed() {
    for text in ["mix_T7", "mix_T12", "diverse_T7", "diverse_T12", "solver/inject_T12"]
        .into_iter()
        .filter_map(shipped)
    {
        let recipe = converted(&text, Manner::Certified).unwrap().recipe;
        let splits = recipe.splits.len();
        let stories = Stories::new(recipe, 0).unwrap();
        let mut worker = stories.worker();
        for split in 0..splits {
            let (narrative, part) = worker.story(split, 0).unwrap();
            assert!(!narrative.told.solutions.is_empty(), "{part}");
        }
    }
}

#[test]
fn questions_to_add_become_parts_of_published_tasks() {
    let text = r#"{"tasks": ["qa2", "qa11"], "inject_config": {
        "qa2": {"orig_q_types": ["where_object"], "add_q_types": ["where_person"]}, "qa3": {}}, "more": 1}"#;
    let (kit, warnings) = Kit::parse(text).unwrap();
    let warnings: Vec<String> = warnings.iter().map(Warning::to_string).collect();
    assert_eq!(
        warnings,
        ["more: this key is ignored", "inject_config.qa3: nothing is added, as `tasks` does not have `qa3`"]
    );
    let recipe = convert(&kit, Manner::Released).unwrap().recipe;
    let parts = &recipe.generate.parts;
    assert_eq!(parts.iter().map(|part| part.task).collect::<Vec<_>>(), [Some(2), Some(11)]);
    assert_eq!(parts[0].inject, [Kind::WherePerson]);
    assert!(parts[1].inject.is_empty());
    let wrong = Kit::parse(r#"{"tasks": ["qa2"], "inject_config": {"qa2": {"add_q_types": ["where_is"]}}}"#);
    let wrong = wrong.unwrap_err().to_string();
    assert!(wrong.starts_with("inject_config.qa2.add_q_types: `where_is` is no kind of question"), "{wrong}");
}

#[test]
fn surplus_weights_leak_as_released_and_not_certified() {
    let task = r#""questions": ["giving"], "questions_distribution": [2, 3, 0, 5], "n_questions": 1"#;
    let text = one_task(task, "");
    let reported = warnings(&text).unwrap();
    assert_eq!(
        reported,
        [
            "tasks[0].story_params.questions_distribution: 4 weights for 1 kinds: the kit gives the surplus to \
          where_person (3)"
        ]
    );
    let recipe = converted(&text, Manner::Released).unwrap().recipe;
    let released = recipe.generate.parts[0].released.clone().unwrap();
    assert_eq!((released.leak.where_person, released.leak.where_object), (3.0, 0.0));
    assert_eq!(recipe.generate.parts[0].ask.giving, 2.0);
    let recipe = converted(&text, Manner::Certified).unwrap().recipe;
    assert_eq!(recipe.generate.parts[0].released, None);
    assert_eq!(recipe.generate.parts[0].ask.where_person, 0.0);
}

#[test]
fn defaults_are_those_of_the_kit() {
    let recipe = converted(r#"{"name": "n", "tasks": [{}]}"#, Manner::Released).unwrap().recipe;
    let part = &recipe.generate.parts[0];
    assert_eq!((part.questions, part.before, part.chance), (5, 2, 0.5));
    assert_eq!((part.ask.list, part.actions.unwrap().conj, part.actions.unwrap().indef), (1.0, 0.5, 1.0));
    assert_eq!(
        recipe.splits.iter().map(|split| split.parts["name"]).collect::<Vec<_>>(),
        [11_000, 1_100, 1_100]
    );
    // one filter instead of a list; an empty list is none
    let one = converted(&one_task("", r#", "filter_config": {}"#), Manner::Released).unwrap().recipe;
    assert_eq!(one.generate.parts[0].released.clone().unwrap().filters, [Default::default()]);
    let none = converted(&one_task("", r#", "filter_config": []"#), Manner::Released).unwrap().recipe;
    assert!(none.generate.parts[0].released.clone().unwrap().filters.is_empty());
    // a writer of its own hides what all tasks have in common
    let text = r#"{"name": "n", "only_dev": true, "tasks": [{}, {"sw_config": {"out_dir": "x"}}]}"#;
    let recipe = converted(text, Manner::Certified).unwrap().recipe;
    let names: Vec<Vec<&String>> = recipe.splits.iter().map(|split| split.parts.keys().collect()).collect();
    assert_eq!(names, [vec!["name_2"], vec!["name_2"], vec!["name", "name_2"]]);
}

#[test]
fn errors_have_a_place_and_a_hint() {
    let cases = [
        (
            r#""samples": "many""#,
            "",
            "tasks[0].story_params.samples: invalid type: string \"many\", expected u64",
        ),
        (r#""samples": -1"#, "", "tasks[0].story_params.samples: invalid value: integer `-1`, expected u64"),
        (r#""samples": 0"#, "", "tasks[0].story_params.samples: 0 is no number of stories"),
        (
            r#""actions": ["mvoe"]"#,
            "",
            "tasks[0].story_params.actions[0]: `mvoe` is no action (did you mean `move`?)",
        ),
        (
            r#""questions": ["where_persons"]"#,
            "",
            "tasks[0].story_params.questions[0]: `where_persons` is no kind of question (did you mean `where_person`?)",
        ),
        (
            r#""actions_distribution": [1, -2, 1, 1, 1, 1, 1, 1, 1]"#,
            "",
            "tasks[0].story_params.actions_distribution[1]: -2 is no weight (0 or more)",
        ),
        (
            r#""actions_distribution": [1]"#,
            "",
            "tasks[0].story_params.actions_distribution: 1 weights for 9 names (one for each)",
        ),
        (
            r#""actions": ["move"], "actions_distribution": [0]"#,
            "",
            "tasks[0].story_params.actions_distribution: all weights are 0",
        ),
        (
            r#""coref": ["give"], "coref_distribution": [1]"#,
            "",
            "tasks[0].story_params.coref[0]: `give` is no action with a pronoun (one of move, grab, drop)",
        ),
        (
            r#""question_probability": 0"#,
            "",
            "tasks[0].story_params.question_probability: 0: no question would ever be asked (more than 0, at most 1)",
        ),
        (
            "",
            r#", "game_variables": {"persons": ["Jon"]}"#,
            "tasks[0].story_params.entity_coreference_map: no pronoun for `Jon` (there is one for `John`)",
        ),
        (
            "",
            r#", "game_variables": {"locations": ["park"]}"#,
            "tasks[0].game_variables.locations: nobody can go anywhere (at least two)",
        ),
        (
            "",
            r#", "filter_config": [{}, {"num_supp_fact_range": [3, 2]}]"#,
            "tasks[0].filter_config[1].num_supp_fact_range: nothing is from 3 to 2 (the smaller number comes first)",
        ),
        (
            "",
            r#", "filter_config": {"num_supp_fact_range": [3]}"#,
            "tasks[0].filter_config.num_supp_fact_range: invalid length 1, expected an array of length 2",
        ),
        (
            "",
            r#", "filter_config": {"valid_q_types": ["yesno"]}"#,
            "tasks[0].filter_config.valid_q_types: `yesno` is no kind of question (did you mean `yes_no`?)",
        ),
        (
            "",
            r#", "filter_config": 7"#,
            "tasks[0].filter_config: invalid type: integer `7`, expected a filter, a list of filters, or null",
        ),
        ("", r#", "sw_config": {}"#, "tasks[0].sw_config: missing field `out_dir`"),
    ];
    for (params, rest, message) in cases {
        assert_eq!(error(params, rest).as_deref(), Some(message));
    }
    assert_eq!(Kit::parse("[1").unwrap_err().path, "the file");
    assert_eq!(Kit::parse("[]").unwrap_err().path, "the file");
    assert_eq!(Kit::parse(r#"{"name": "n", "tasks": []}"#).unwrap_err().to_string(), "tasks: there is none");
    let second = r#"{"name": "n", "use_new_engine": true, "tasks": [{}]}"#;
    assert!(converted(second, Manner::Released).is_err());
}

#[test]
fn what_the_kit_ignores_is_reported() {
    let text = one_task(
        r#""sampels": 3, "actions_distribution": [1, 1, 1, 1, 1, 1, 1, 1, 1, 1], "question_probability": 2"#,
        r#", "filter_config": {"max_lenght": 20, "required_supp_fact_types": ["coref"], "max_pass": 0}"#,
    );
    let reported = warnings(&text).unwrap();
    assert_eq!(
        reported,
        [
            "tasks[0].story_params.sampels: this key is ignored; `samples` would not be",
            "tasks[0].filter_config.max_lenght: this key is ignored; `max_len` would not be",
            "tasks[0].story_params.question_probability: 2 is taken for 1",
            "tasks[0].story_params.actions_distribution: 10 weights for 9 names: the others have no effect",
            "tasks[0].filter_config.required_supp_fact_types: `coref` never occurs in a support as the kit spells it: \
             pronouns are `co_ref`",
            "tasks[0].filter_config.max_pass: 0: the filter is never used",
        ]
    );
}

/// What a recipe cannot say is refused or named: nothing is changed in silence.
#[test]
fn what_is_not_honoured_is_named() {
    let of = |text: &str, manner| {
        let converted = converted(text, manner).unwrap();
        let warnings = converted.warnings.iter().map(Warning::to_string).collect::<Vec<_>>();
        (converted.recipe, warnings)
    };
    let both = |text: &str| MANNERS.map(|manner| of(text, manner).1);
    let is_said = |said: &[String], path: &str| {
        said.iter().filter(|line| line.starts_with(&format!("{path}: "))).count() == 1
    };

    let text = one_task(r#""exhaustive": true, "extra_exh_yes_no": true"#, "");
    let [certified, released] = both(&text);
    assert!(is_said(&certified, "tasks[0].story_params.exhaustive"), "{certified:?}");
    assert!(certified[0].contains("`extra_exh_yes_no`") && released.is_empty(), "{certified:?} {released:?}");
    let part = of(&text, Manner::Released).0.generate.parts[0].released.clone().unwrap();
    assert!(part.exhaustive && part.every_place);
    for said in both(&one_task(r#""extra_exh_yes_no": true"#, "")) {
        assert!(is_said(&said, "tasks[0].story_params.extra_exh_yes_no"), "{said:?}");
    }

    // Proofs are counted with the second engine alone.
    let filter = r#", "filter_config": [{}, {"min_paths": 2}, {"max_paths": 3}]"#;
    for said in both(&one_task("", filter)) {
        assert!(is_said(&said, "tasks[0].filter_config[1].min_paths"), "{said:?}");
        assert!(is_said(&said, "tasks[0].filter_config[2].max_paths"), "{said:?}");
    }
    let second = r#"{"name": "n", "use_new_engine": true, "tasks": [{"filter_config": {"min_paths": 2}}]}"#;
    let (recipe, said) = of(second, Manner::Certified);
    assert_eq!(recipe.generate.parts[0].filters[0].proofs.map(|proofs| proofs[0]), Some(2));
    assert!(is_said(&said, "use_new_engine") && said.len() == 1, "{said:?}");

    // Sentences before a question are counted wherever their number varies.
    let long = |params: &str, most: u32| {
        one_task(
            &format!(r#""n_questions": 1, "actions_before_question": 10, {params}"#),
            &format!(r#", "filter_config": [{{}}, {{"max_len": {most}}}]"#),
        )
    };
    let limits = |text: &str| {
        let filters = of(text, Manner::Certified).0.generate.parts[0].filters.clone();
        filters.iter().map(|filter| filter.sentences).collect::<Vec<_>>()
    };
    assert_eq!(limits(&long(r#""question_probability": 0.5"#, 10)), [None, Some(10)]);
    assert_eq!(limits(&long(r#""question_probability": 1"#, 12)), [None, Some(12)]);
    let (recipe, said) = of(&long(r#""question_probability": 1"#, 9), Manner::Certified);
    assert_eq!(recipe.generate.parts[0].filters.len(), 1);
    assert!(is_said(&said, "tasks[0].filter_config[1].max_len"), "{said:?}");
    let alone = one_task(r#""actions_before_question": 10"#, r#", "filter_config": {"max_len": 9}"#);
    assert!(converted(&alone, Manner::Certified).is_err());

    // The same about several tasks is said once.
    let text = r#"{"name": "n", "write_tt": true, "tasks": [
        {"story_params": {"seed": 7}}, {}, {"story_params": {"seed": 8}, "sw_config": {"out_dir": "x", "write_dec": true}}]}"#;
    let said = of(text, Manner::Certified).1;
    assert!(is_said(&said, "tasks[0, 2].story_params.seed"), "{said:?}");
    assert!(is_said(&said, "write_dec, write_tt") && said.len() == 2, "{said:?}");
}

/// Cutting a file off, or exchanging one of its characters, may make it wrong but ends in an answer.
#[test]
fn damaged_files_end_in_errors() {
    let text = one_task(
        r#""actions": ["move", "grab"], "actions_distribution": [1.0, 2e3], "name": "ä\u0000", "seed": -1"#,
        r#", "filter_config": [{"num_supp_fact_range": [1, 3], "valid_q_types": ["all"]}], "sw_config": null"#,
    );
    let attempt = |text: &str| {
        if let Ok((kit, _)) = Kit::parse(text) {
            for recipe in MANNERS.into_iter().filter_map(|manner| convert(&kit, manner).ok()) {
                let text = recipe_text(&recipe.recipe).unwrap();
                assert_eq!(Recipe::parse(&text).unwrap(), recipe.recipe, "{text}");
            }
        }
    };
    attempt(&text);
    for (place, _) in text.char_indices() {
        attempt(&text[..place]);
        for other in ["0", "9", "-", "\"", "}", "[", "e", "\u{7f}", " "] {
            let next = text[place..].chars().next().map_or(0, char::len_utf8);
            attempt(&format!("{}{other}{}", &text[..place], &text[place + next..]));
        }
    }
    attempt(&"[".repeat(100_000));
    attempt(&format!(r#"{{"name": "n", "tasks": [{}]}}"#, vec!["{}"; 300].join(",")));
}
