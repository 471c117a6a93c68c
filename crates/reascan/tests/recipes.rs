//! Every shipped recipe makes items that keep its promises; nonsense is explained.

use wampimuk_command::{GridFamily, parse_wording};
use wampimuk_core::RecipeError;
use wampimuk_reascan::{Reascan, Recipe, SHIPPED, shipped};

fn dataset(name: &str) -> Reascan {
    let toml = shipped(name).expect("the recipe is shipped").toml;
    Reascan::new(Recipe::parse(toml).expect("shipped recipes parse"), 0).expect("shipped recipes work")
}

#[test]
fn shipped_recipes_make_items_that_keep_their_promises() {
    for recipe in SHIPPED {
        let dataset = dataset(recipe.name);
        let mut maker = dataset.maker();
        for (split, info) in dataset.splits().iter().enumerate() {
            for index in [0, info.len / 3, info.len - 1] {
                let example = maker.make(split, index).unwrap().example.clone();
                let address = format!("{} {}[{index}]", recipe.name, info.name);
                assert_eq!(
                    dataset.broken_promises(split, &example).unwrap_or_default(),
                    [""; 0],
                    "{address}"
                );
                assert!(dataset.possible_splits(&example).contains(&split), "{address}");
            }
            assert!(maker.make(split, info.len).is_err());
        }
    }
}

/// One in some ten thousand worlds of the released procedure fits this command: generating all of A1 once ended here.
#[test]
fn released_worlds_that_hardly_ever_fit_are_found() {
    let dataset = dataset("reascan-released");
    let a1 = dataset.splits().iter().position(|split| split.name == "a1").unwrap();
    assert!(dataset.maker().make(a1, 15_873).is_ok());
}

#[test]
fn paraphrases_read_back() {
    let dataset = dataset("reascan-paraphrased");
    let wording = dataset.recipe().generate.wording.clone().unwrap();
    let mut maker = dataset.maker();
    let mut worded_alike = 0;
    for index in 0..500 {
        let item = maker.make(0, index).unwrap();
        let paraphrase = dataset.paraphrase(item).unwrap();
        let read = parse_wording(&paraphrase, dataset.lexicon(), &wording).unwrap();
        assert_eq!(read, item.example.command, "{paraphrase}");
        let text = item.example.command.text(dataset.lexicon(), dataset.surface());
        worded_alike += u32::from(text == paraphrase);
    }
    assert!(worded_alike < 50, "{worded_alike} of 500 are the published words");
}

/// Builds the recipe with something changed, and returns the complaint.
fn complaint(from: &str, to: &str) -> RecipeError {
    let toml = shipped("reascan-2rc").expect("the recipe is shipped").toml;
    assert!(toml.contains(from), "{from}");
    let toml = toml.replace(from, to);
    match Recipe::parse(&toml).and_then(|recipe| Reascan::new(recipe, 0)) {
        Ok(_) => panic!("accepted: {to}"),
        Err(error) => error,
    }
}

#[test]
fn impossible_recipes_are_explained() {
    let cases = [
        ("grid_size = 6", "grid_size = 2"),
        ("grid_size = 6", "grid_size = 6\nmax_object_size = 9"),
        ("grid_size = 6", "grid_size = 3"),
        ("commands = 3375", "commands = 99999999"),
        ("commands = 3375", "commands = 0"),
        ("$OBJ_0 ^ $OBJ_1 & $OBJ_2", "$OBJ_0 & $OBJ_1"),
        ("$OBJ_0 ^ $OBJ_1 & $OBJ_2", "$OBJ_0 ^ a & b & c & d & e & f & g"),
        ("dev = 0.1\ntest", "dev = 0.95\ntest"),
        ("train = 549634", "train = 99999999999"),
        ("train = 549634", "trian = 5"),
        ("[splits.sizes]", "[generate.worlds.constructed]\nmax_objects = 3\nobjects = 3\n[splits.sizes]"),
        ("[splits.sizes]", "[[generate.holdouts]]\nname = \"a\"\ntitle = \"\"\n[splits.sizes]"),
        (
            "[splits.sizes]",
            "[[generate.holdouts]]\nname = \"a\"\ntitle = \"\"\nwhen = { phrase = \"pink square\" }\n[splits.sizes]",
        ),
        (
            "[splits.sizes]",
            "[[generate.holdouts]]\nname = \"a\"\ntitle = \"\"\nwhen = { not = { phrase = \"red square\" } }\n[splits.sizes]",
        ),
        (
            "[splits.sizes]",
            "[[generate.holdouts]]\nname = \"a b\"\ntitle = \"\"\nwhen = { verb = \"walk\" }\n[splits.sizes]",
        ),
        ("[splits.sizes]", "[generate.rules]\nrelations = []\n[splits.sizes]"),
        ("[splits.sizes]", "[generate.wording]\nopeners = []\n[splits.sizes]"),
    ];
    let complaints: Vec<String> =
        cases.iter().map(|(from, to)| complaint(from, to).to_string().replace('\n', " ")).collect();
    insta::assert_snapshot!(complaints.join("\n"));
}

/// What is prepared of a recipe grows with these numbers and lists, and recipes come from strangers, too.
#[test]
fn endless_recipes_are_refused() {
    let patterns = |count: usize| {
        (0..count)
            .map(|n| format!("\n[[generate.patterns]]\nname = \"p{n}\"\nshape = \"o\"\n"))
            .collect::<String>()
    };
    let holdout =
        |name: &str, what: &str| format!("[[generate.holdouts]]\nname = \"{name}\"\ntitle = \"\"\n{what}\n");
    let all = "shape = \"o ^ o & o\"\nmanners = 15";
    let twice = format!("{all}\n[[generate.patterns]]\nname = \"again\"\n{all}");
    let holdouts: String = (0..65).map(|n| holdout(&format!("h{n}"), "when = { verb = \"walk\" }")).collect();
    for (from, to, said) in [
        (
            "commands = 3375",
            format!("commands = 3375{}", patterns(32)),
            "patterns has 33 entries (at most 32)",
        ),
        (
            "commands = 3375",
            "orders = [1, 4000000000]".into(),
            "orders: the second number is 4000000000 (0 to 10000)",
        ),
        ("shape = \"$OBJ_0 ^ $OBJ_1 & $OBJ_2\"\ncommands = 3375", twice, "at most 5000000 can be used"),
        ("[splits.sizes]", format!("{holdouts}[splits.sizes]"), "holdouts has 65 entries (at most 64)"),
        (
            "[splits.sizes]",
            holdout("a", "commands = { shape = \"o ^ o\", count = 99999999 }") + "[splits.sizes]",
            "hold-out `a`: commands.count is 99999999 (1 to 5000000)",
        ),
        (
            "[splits.sizes]",
            format!("[generate.rules]\nrelations = [{}]\n[splits.sizes]", "\"inside\", ".repeat(7)),
            "relations has 7 entries (at most 6)",
        ),
    ] {
        let found = complaint(from, &to).to_string();
        assert!(found.contains(said), "`{found}` does not say `{said}`");
    }
    let toml = shipped("reascan-2rc").expect("the recipe is shipped").toml;
    let cells: String = ["n", "s"]
        .map(|direction| holdout(direction, &format!("when = {{ direction = \"{direction}\" }}")))
        .concat();
    let toml = toml.replace("grid_size = 6", "grid_size = 32").replace("commands = 3375", "commands = 30");
    let toml = toml.split("[splits.sizes]").next().expect("it has splits").to_owned() + &cells;
    let recipe = Recipe::parse(&toml).expect("it is well written");
    let error = Reascan::new(recipe, 0).expect_err("its tables are too large").to_string();
    assert!(error.contains("45 tables of cells") && error.contains("32×32"), "{error}");
}
