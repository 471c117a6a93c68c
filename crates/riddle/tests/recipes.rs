//! Recipes that cannot be, and what they are told.

use wampimuk_core::schema_of;
use wampimuk_riddle::{Recipe, Riddles, SHIPPED};

const SMALL: &str = r#"
family = "riddle"
title = "small"
[generate]
[[generate.patterns]]
name = "simple"
shape = "$OBJ_0"
[generate.operations.draw]
colours = ["red", "blue"]
"#;

fn error(text: &str) -> String {
    match Recipe::parse(text).and_then(|recipe| Riddles::new(recipe, 0)) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(error) => {
            // Errors of the text have a place.
            assert!(error.hint.is_some() || error.line.is_some(), "without a hint: {error}");
            error.to_string()
        }
    }
}

fn changed(from: &str, to: &str) -> String {
    assert!(SMALL.contains(from), "{from}");
    SMALL.replace(from, to)
}

#[test]
fn the_smallest_recipe_works() {
    let riddles = Riddles::new(Recipe::parse(SMALL).unwrap(), 0).unwrap();
    let names: Vec<&str> = riddles.splits().iter().map(|split| split.name.as_str()).collect();
    assert_eq!(names, ["train", "dev", "test"]);
}

#[test]
fn hostile_recipes_are_refused_with_a_hint() {
    let generate = |line: &str| changed("[generate]\n", &format!("[generate]\n{line}\n"));
    let with = |tail: &str| format!("{SMALL}\n{tail}\n");
    for (text, expected) in [
        (changed("[generate]", "[generates]"), "did you mean `generate`?"),
        (generate("grid_sise = 6"), "did you mean `grid_size`?"),
        (generate("grid_size = 2"), "grid_size is 2"),
        (generate("grid_size = 31"), "3 to 30"),
        (generate("pairs = 0"), "pairs is 0"),
        (generate("pairs = 9"), "1 to 8"),
        (generate("min_object_size = 0"), "object sizes go from 0"),
        (generate("max_object_size = 9"), "within 1 to 8"),
        (generate("min_object_size = 4"), "only one size"),
        (generate("grid_size = 3"), "does not fit a grid of 3"),
        (changed("shape = \"$OBJ_0\"", "shape = \"$OBJ_0 ^\""), "a phrase is missing"),
        (changed("shape = \"$OBJ_0\"", "shape = \"o ^ o ^ o ^ o\""), "are too many"),
        (changed("shape = \"$OBJ_0\"", "shape = \"o ^ o & o & o & o\""), "are too many"),
        (changed("shape = \"$OBJ_0\"", "shape = \"$OBJ_0\"\nmax_words = 0"), "raise `max_words`"),
        (changed("shape = \"$OBJ_0\"", "shape = \"$OBJ_0\"\ncommands = 99"), "45 were found"),
        (changed("shape = \"$OBJ_0\"", "shape = \"o ^ o & o\""), "more than 50000 commands"),
        (
            with(
                &(0..32)
                    .map(|n| format!("[[generate.patterns]]\nname = \"p{n}\"\nshape = \"o\"\n"))
                    .collect::<String>(),
            ),
            "patterns has 33 entries (at most 32)",
        ),
        (
            with(&format!("[generate.rivals]\nrelations = [{}]", "\"inside\", ".repeat(7))),
            "relations has 7 entries (at most 6)",
        ),
        (changed("\"blue\"", "\"bleu\""), "did you mean `blue`?"),
        (changed("[\"red\", \"blue\"]", "[]"), "is empty"),
        (changed("[\"red\", \"blue\"]", "[\"red\", \"red\"]"), "twice"),
        (changed("draw]\ncolours = [\"red\", \"blue\"]", "enlarge]\nby = [0]"), "1 to 3"),
        (changed("draw]\ncolours = [\"red\", \"blue\"]", "move]\ndirections = [\"up\"]"), "`up`"),
        (changed("draw]\ncolours = [\"red\", \"blue\"]", "move]\ndirections = [\"left\"]"), "goes nowhere"),
        (
            changed("draw]\ncolours = [\"red\", \"blue\"]", "move]\ndirections = [\"left\"]\nsteps = [6]"),
            "1 to 5",
        ),
        (
            changed("[generate.operations.draw]\ncolours = [\"red\", \"blue\"]", "[generate.operations]"),
            "is empty",
        ),
        (changed("operations.draw", "operations.drew"), "did you mean `draw`?"),
        (with("[generate.worlds]\nobjects = 40\nmax_objects = 80"), "at most 80"),
        (with("[generate.worlds]\nsharing = 2.0"), "0 to 1"),
        (with("[generate.worlds]\nsharing = nan"), "0 to 1"),
        (with("[generate.lexicon]\nframes = []"), "there are none"),
        (with("[generate.lexicon]\nnouns = []"), "every noun is a box"),
        (with("[generate.lexicon]\ncolours = []"), "at least one is needed"),
        (with("[generate.shares]\ndev = 0.6\ntest = 0.6"), "leave something"),
        (with("[generate.shares]\ndev = nan"), "leave something"),
        (with("[splits.sizes]\ntrian = 5"), "did you mean `train`?"),
        (with("[splits.sizes]\ntrain = 5000000"), "has room for"),
        (with("[[generate.holdouts]]\nname = \"x\"\ntitle = \"x\"\nwhen = {}"), "everything"),
        (
            with("[[generate.holdouts]]\nname = \"dev\"\ntitle = \"x\"\nwhen = { operations = [\"draw\"] }"),
            "name of",
        ),
        (
            with("[[generate.holdouts]]\nname = \"x\"\ntitle = \"x\"\nwhen = { patterns = [\"simpel\"] }"),
            "did you mean `simple`?",
        ),
        (
            with("[[generate.holdouts]]\nname = \"x\"\ntitle = \"x\"\nwhen = { operations = [\"move\"] }"),
            "has no pair",
        ),
        (
            with("[[generate.holdouts]]\nname = \"x\"\ntitle = \"x\"\nwhen = { operations = [\"draw\"] }"),
            "`train` has no pair",
        ),
    ] {
        let found = error(&text);
        assert!(found.contains(expected), "`{found}` does not say `{expected}`\n{text}");
    }
}

#[test]
fn shipped_recipes_have_a_schema_and_digests_of_their_own() {
    let schema = schema_of::<Recipe>();
    assert!(schema["properties"]["generate"].is_object());
    let digests: Vec<_> =
        SHIPPED.iter().map(|shipped| Recipe::parse(shipped.toml).unwrap().digest()).collect();
    assert!(digests.windows(2).all(|pair| pair[0] != pair[1]));
}
