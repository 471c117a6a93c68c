//! Recipes that cannot be: what is said about them, and that nothing worse happens.

use std::error::Error;

use wampimuk_core::{Digest, Family, RecipeError, Stream, StreamKey};
use wampimuk_dyna::{Recipe, SHIPPED, Stories, StoryFamily, StoryItems};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// A recipe with a bit of everything, in lines that the cases replace.
const RECIPE: &str = r#"family = "stories"
title = "a bit of everything"
[generate]
engine = "certified"
[generate.words]
there = 0
[[generate.parts]]
name = "told"
actions = { move = 1, grab = 1, drop = 1 }
coref = { move = 1 }
ask = { where_person = 1 }
questions = 1
before = 6
step = 1
chance = 1.0
people = ["Mary", "John"]
filters = [{ support = [1, 1] }]
shares = [1]
[[generate.parts]]
name = "wide"
actions = { move = 1 }
ask = { where_person = 1 }
[[generate.parts]]
name = "task"
task = 1
[[generate.holdouts]]
name = "held"
title = "held out"
when = { all = ["DROP"] }
[[splits]]
name = "train"
role = "train"
parts = { told = 3, task = 3 }
"#;

fn made(text: &str) -> Result<Stories, RecipeError> {
    Stories::new(Recipe::parse(text)?, 0)
}

/// The recipe with the line that begins like this replaced.
fn with(line: &str, by: &str) -> Outcome<String> {
    let key = line.split('=').next().unwrap_or(line);
    let found = RECIPE.lines().filter(|other| other.starts_with(key)).count();
    if found == 0 {
        return Err(format!("no line begins with {key}").into());
    }
    let mut left = 1;
    let mut replaced = String::new();
    for other in RECIPE.lines() {
        let here = left == 1 && other.starts_with(line);
        left -= usize::from(here);
        replaced.push_str(if here { by } else { other });
        replaced.push('\n');
    }
    if left == 1 { Err(format!("no line begins with {line}").into()) } else { Ok(replaced) }
}

#[test]
fn the_recipe_itself_is_fine() {
    made(RECIPE).unwrap();
}

/// The line that changes, what it becomes, and what is said about it.
const WRONG: &[(&str, &str, &str)] = &[
    (
        "people",
        r#"people = ["Mary", "Jon"]"#,
        "part `told`: `Jon` is not among the people of the recipe's words (did you mean `John`?)",
    ),
    (
        "people",
        r#"objects = ["appel"]"#,
        "part `told`: `appel` is not among the objects of the recipe's words (did you mean `apple`?)",
    ),
    (
        "people",
        r#"places = ["Mars"]"#,
        "part `told`: `Mars` is not among the places of the recipe's words (did you mean `park`?)",
    ),
    (
        "filters",
        "filters = [{ support = [2, 2] }]",
        r#"part `told`: filter 1 lets none of 100000 stories pass, so fewer than one in 33333 do: {"support":[2,2]} (the actions may never lead to such a question: wider bounds, other actions, more sentences or more `tries` may help)"#,
    ),
    ("filters", "filters = [{ support = [3, 1] }]", "part `told`: `support = [3, 1]` lets nothing pass"),
    (
        "filters",
        "filters = [{ any_of = [{ proofs = [2, 1] }] }]",
        "part `told`: `proofs = [2, 1]` lets nothing pass",
    ),
    (
        "filters",
        r#"filters = [{ kinds = ["giving"] }]"#,
        r#"part `told`: filter 1 lets none of 100000 stories pass, so fewer than one in 33333 do: {"kinds":["giving"]} (the actions may never lead to such a question: wider bounds, other actions, more sentences or more `tries` may help)"#,
    ),
    (
        "filters",
        r#"filters = [{ kinds = ["given"] }]"#,
        "line 17, column 23: generate.parts.0.filters.0.kinds.0: unknown variant `given`, expected one of `counting`, `giving`, `list`, `where_object`, `where_person`, `where_was_object`, `yes_no` (did you mean `giving`?)",
    ),
    (
        "filters",
        r#"filters = [{ all = ["Move"] }]"#,
        "line 17, column 21: generate.parts.0.filters.0.all.0: unknown variant `Move`, expected one of `MOVE`, `IS`, `GRAB`, `DROP`, `POSS`, `GIVE`, `CONJ`, `COREF`, `COMPOUND`, `NEGATE`, `INDEF` (did you mean `MOVE`?)",
    ),
    ("when", "when = { support = [3, 1] }", "hold-out `held`: `support = [3, 1]` lets nothing pass"),
    ("actions", "actions = { move = -1 }", "part `told`: a weight of `actions` is -1 (from 0 to 1000)"),
    ("actions", "actions = { move = nan }", "part `told`: a weight of `actions` is NaN (from 0 to 1000)"),
    ("actions", "actions = { move = inf }", "part `told`: a weight of `actions` is inf (from 0 to 1000)"),
    ("actions", "actions = { move = 1001 }", "part `told`: a weight of `actions` is 1001 (from 0 to 1000)"),
    ("actions", "actions = { move = 0 }", "part `told`: no weight of `actions` is above 0"),
    ("actions", "actions = { move = 0.00001 }", "part `told`: no weight of `actions` is above 0"),
    (
        "actions",
        "actions = { mvoe = 1 }",
        "line 9, column 13: generate.parts.0.actions: unknown field `mvoe`, expected one of `move`, `grab`, `drop`, `give`, `coref`, `conj`, `compound`, `negate`, `indef` (did you mean `move`?)",
    ),
    (
        "actions",
        "",
        "part `told`: nothing is told (give `actions`, such as `{ move = 1, grab = 1 }`, or a `task`)",
    ),
    ("ask", "ask = { where_person = -0.5 }", "part `told`: a weight of `ask` is -0.5 (from 0 to 1000)"),
    ("ask", "ask = {}", "part `told`: no weight of `ask` is above 0"),
    ("coref", "coref = { move = 0, grab = 0, drop = 0 }", "part `told`: no weight of `coref` is above 0"),
    ("coref", "negate = { negative = nan }", "part `told`: a weight of `negate` is NaN (from 0 to 1000)"),
    ("chance", "chance = 0", "part `told`: `chance` is 0 (above 0, at most 1)"),
    ("chance", "chance = 1.5", "part `told`: `chance` is 1.5 (above 0, at most 1)"),
    ("chance", "chance = nan", "part `told`: `chance` is NaN (above 0, at most 1)"),
    ("before", "before = 1", "part `told`: `before` is 1 (from 2 to 1000)"),
    ("before", "before = 1001", "part `told`: `before` is 1001 (from 2 to 1000)"),
    (
        "before",
        "before = -3",
        "line 13, column 10: generate.parts.0.before: invalid value: integer `-3`, expected a whole number from 0 to 4294967295",
    ),
    ("step", "step = 0", "part `told`: `step` is 0 (from 1 to 1000)"),
    ("questions", "questions = 0", "part `told`: `questions` is 0 (from 1 to 1000)"),
    ("questions", "questions = 5000", "part `told`: `questions` is 5000 (from 1 to 1000)"),
    (r#"name = "task""#, r#"name = "told""#, "two parts are called `told`"),
    (
        r#"name = "task""#,
        r#"name = "a/b""#,
        "part `a/b` cannot be called so (letters, digits and underscores)",
    ),
    (r#"name = "task""#, r#"name = """#, "part `` cannot be called so (letters, digits and underscores)"),
    ("parts", "parts = { tolt = 3 }", "split `train`: there is no part `tolt` (did you mean `told`?)"),
    (
        "parts",
        "parts = { told = 1000000001 }",
        "split `train`: 1000000001 questions of part `told` (at most 1000000000)",
    ),
    (
        "parts",
        "parts = { told = -1 }",
        "line 33, column 18: splits.0.parts.told: invalid value: integer `-1`, expected a whole number, 0 or more",
    ),
    (
        r#"name = "train""#,
        r#"name = "../train""#,
        "split `../train` cannot be called so (letters, digits and underscores)",
    ),
    (
        r#"name = "train""#,
        r#"name = "train"
holdout = "hold""#,
        "split `train`: there is no hold-out `hold` (did you mean `held`?)",
    ),
    (
        r#"name = "train""#,
        r#"name = "train"
role = "train"
parts = { told = 1 }
[[splits]]
name = "train""#,
        "two splits are called `train`",
    ),
    (
        r#"name = "train""#,
        r#"name = "train"
size = 4"#,
        "line 32, column 1: splits.0: unknown field `size`, expected one of `name`, `role`, `title`, `holdout`, `each`, `parts`",
    ),
    (
        "role",
        r#"role = "valid""#,
        "line 32, column 8: splits.0.role: unknown variant `valid`, expected one of `train`, `dev`, `test`",
    ),
    (
        "task = 1",
        r#"task = 1
before = 4"#,
        "part `task`: a part with `task` has nothing else but `inject`, `rephrase`, `max_tokens` (without `task`, the other keys say what is told and asked)",
    ),
    ("task = 1", "task = 21", "part `task`: there is no task 21 (tasks are 1 to 20)"),
    ("task = 1", "task = 0", "part `task`: there is no task 0 (tasks are 1 to 20)"),
    (
        "task = 1",
        r#"task = 15
inject = ["where_person"]"#,
        "part `task`: only tasks about people and places can be added to",
    ),
    (
        "task = 1",
        r#"task = 1
long = { words = 100 }"#,
        "part `task`: a part with `task` has nothing else but `inject`, `rephrase`, `max_tokens` (without `task`, the other keys say what is told and asked)",
    ),
    (
        "there",
        r#"move = ["went to the"]"#,
        "words.move: `went to the` cannot be a word (letters and digits, with spaces, hyphens and apostrophes between them, but without to, and, or, the, before, in)",
    ),
    (
        "there",
        r#"grab = ["took", "took"]"#,
        "`took` is in words.grab and in words.grab (every word can only mean one thing)",
    ),
    (
        "there",
        r#"grab = ["took", "went"]"#,
        "`went` is in words.grab and in words.move (every word can only mean one thing)",
    ),
    ("there", "drop = []", "words.drop is empty (give at least one)"),
    (
        "there",
        r#"drop = [" put"]"#,
        "words.drop: ` put` cannot be a word (letters and digits, with spaces, hyphens and apostrophes between them, but without to, and, or, the, before, in)",
    ),
    (
        "there",
        r#"they = """#,
        "words.they: `` cannot be a word (letters and digits, with spaces, hyphens and apostrophes between them, but without to, and, or, the, before, in)",
    ),
    ("there", "there = 2", "words.there is 2 (from 0 to 1)"),
    ("there", "there = nan", "words.there is NaN (from 0 to 1)"),
    (
        "there",
        r#"people = [{ name = "Mary", pronoun = "sh e." }]"#,
        "a pronoun in words.people: `sh e.` cannot be a word (letters and digits, with spaces, hyphens and apostrophes between them, but without to, and, or, the, before, in)",
    ),
    (
        "there",
        r#"relexicon = { words = { Apple = "pomme" } }"#,
        "words.relexicon: `Apple` is not one word in lower case",
    ),
    (
        "there",
        r#"relexicon = { words = { apple = "pomme", milk = "pomme" } }"#,
        "words.relexicon: `apple` and `milk` both become `pomme`: stories would say less than before, so give each a word of \
         its own",
    ),
    (
        "there",
        r#"relexicon = { words = { apple = "mary" } }"#,
        "words.relexicon: `apple` becomes `mary`, which stories say too (replace `mary` as well, or choose another word for \
         `apple`)",
    ),
    (
        "there",
        r#"relexicon = { words = { apple = "the" } }"#,
        "words.relexicon: `apple` becomes `the`, which stories say too (replace `the` as well, or choose another word for \
         `apple`)",
    ),
    (
        "there",
        "relexicon = { nonce = -1 }",
        "line 6, column 23: generate.words.relexicon.nonce: invalid value: integer `-1`, expected a whole number, 0 or more",
    ),
    (
        "there",
        "relexicon = { nonsense = 1 }",
        "line 6, column 15: generate.words.relexicon: unknown variant `nonsense`, expected one of `shuffled`, `nonce`, `words`",
    ),
    (
        "questions",
        "questions = 2\nbalance = true",
        "part `told`: `balance` is for stories with one question that is chosen among many (leave out `asking`, `questions`, `long` and `engine`)",
    ),
    (
        "task = 1",
        "task = 1\nbalance = true",
        "part `task`: a part with `task` has nothing else but `inject`, `rephrase`, `max_tokens` (without `task`, the other keys say what is told and asked)",
    ),
    (
        "task = 1",
        "task = 15\ntries = 4000000000",
        "part `task`: `tries` is 4000000000 (from 1 to 1000000000)",
    ),
    ("shares", "shares = [1, 2]", "part `told`: 2 shares for 1 filters (one for each)"),
    (
        "filters",
        "tries = 3000\nfilters = [{ support = [2, 2] }]",
        r#"part `told`: filter 1 lets none of 300 stories pass, so fewer than one in 100 do: {"support":[2,2]} (the actions may never lead to such a question: wider bounds, other actions, more sentences or more `tries` may help)"#,
    ),
    ("questions", "tries = 0", "part `told`: `tries` is 0 (from 1 to 1000000000)"),
    (
        "engine",
        r#"engine = "released""#,
        r#"the released procedure knows no hold-outs (use `engine = "certified"`)"#,
    ),
    (
        "engine",
        r#"engine = "release""#,
        "line 4, column 10: generate.engine: unknown variant `release`, expected `certified` or `released` (did you mean `released`?)",
    ),
    ("chance", "released = {}", r#"part `told`: `released` is for `engine = "released"` only"#),
    (
        "when",
        r#"when = { all = ["DROP"] }
[[generate.holdouts]]
name = "held"
title = "again"
when = {}"#,
        "two hold-outs are called `held`",
    ),
    (
        "family",
        r#"family = "story""#,
        "line 1, column 10: family: unknown variant `story`, expected `stories` (did you mean `stories`?)",
    ),
    ("title", "", "line 1, column 1: missing field `title`"),
];

#[test]
fn mistakes_are_named() -> Outcome<()> {
    for (line, by, said) in WRONG {
        let error = made(&with(line, by)?).err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some(*said), "{by}");
    }
    Ok(())
}
/// More than can be told apart.
#[test]
fn too_many_words_are_refused() -> Outcome<()> {
    let list = |count: usize, entry: &dyn Fn(usize) -> String| {
        (0..count).map(entry).collect::<Vec<String>>().join(", ")
    };
    let word = |number: usize| format!("\"thing {number}\"");
    let person = |number: usize| match number {
        0 => r#"{ name = "Mary", pronoun = "she" }"#.to_owned(),
        1 => r#"{ name = "John", pronoun = "he" }"#.to_owned(),
        _ => format!(r#"{{ name = "P{number}", pronoun = "it" }}"#),
    };
    for (words, said) in [
        (
            format!("places = [{}]", list(65, &word)),
            "part `told`: 65 places, but at most 64 can be told apart",
        ),
        (
            format!("objects = [{}]", list(300, &word)),
            "part `told`: 300 objects, but at most 256 can be told apart",
        ),
        (format!("prefixes = [{}]", list(1001, &word)), "words.prefixes has 1001 entries (at most 1000)"),
        (
            format!("people = [{}]", list(65, &person)),
            "part `wide`: 65 people, but at most 64 can be told apart",
        ),
    ] {
        let error = made(&with("there", &words)?).err().map(|error| error.to_string());
        assert_eq!(error.as_deref(), Some(said));
    }
    Ok(())
}

/// What is prepared of a recipe grows with these numbers and lists.
#[test]
fn endless_recipes_are_refused() -> Outcome<()> {
    let parts =
        (0..254).map(|n| format!("[[generate.parts]]\nname = \"p{n}\"\ntask = 1\n")).collect::<String>();
    let splits = (0..256).map(|n| format!("[[splits]]\nname = \"s{n}\"\nrole = \"dev\"\nparts = {{}}\n"));
    let splits = splits.collect::<String>();
    let holdouts = (0..64)
        .map(|n| format!("[[generate.holdouts]]\nname = \"h{n}\"\ntitle = \"\"\nwhen = {{ recent = 1 }}\n"));
    let holdouts = holdouts.collect::<String>();
    let filters = format!("filters = [{}]", "{ support = [1, 1] }, ".repeat(1001));
    let two = "filters = [{ support = [1, 1] }, { support = [1, 1] }]";
    let steps = RECIPE.replacen("[generate]", "[generate]\nsteps = 4000000000", 1);
    let many =
        RECIPE.replace("task = 3", "task = 30000000").replace("task = 1\n", "task = 1\nmax_tokens = 9\n");
    for (text, said) in [
        (format!("{RECIPE}{parts}"), "generate.parts has 257 entries (at most 256)"),
        (format!("{RECIPE}{splits}"), "splits has 257 entries (at most 256)"),
        (format!("{RECIPE}{holdouts}"), "generate.holdouts has 65 entries (at most 64)"),
        (with("filters", &filters)?, "part `told`: `filters` has 1001 entries (at most 1000)"),
        (
            with("filters", two)?.replace("shares = [1]", "shares = [1, 100000]"),
            "part `told`: `shares` add up to 100001 (to at most 100000)",
        ),
        (steps, "generate.steps is 4000000000 (1 to 1000000)"),
        (many, "split `train`: 30000000 questions of part `task` (stories differ in how many they have"),
    ] {
        let error = made(&text).err().ok_or("it is accepted")?.to_string();
        assert!(error.starts_with(said), "`{error}` does not say `{said}`");
    }
    Ok(())
}

/// A text with one or two lines that are not as they were.
fn mutated(text: &str, stream: &mut Stream) -> String {
    const NUMBERS: [&str; 14] =
        ["0", "1", "2", "3", "7", "20", "64", "65", "1000", "99999", "4294967295", "0.5", "-1", "nan"];
    let mut lines: Vec<String> = text.lines().map(ToOwned::to_owned).collect();
    for _ in 0..=stream.index(2) {
        let at = stream.index(lines.len());
        match stream.index(4) {
            0 => {
                lines.remove(at);
            }
            1 => lines.insert(at, lines[at].clone()),
            2 => {
                let other = stream.index(lines.len());
                lines.swap(at, other);
            }
            _ => {
                let line = &lines[at];
                let digits: Vec<usize> =
                    line.match_indices(|c: char| c.is_ascii_digit()).map(|(place, _)| place).collect();
                if !digits.is_empty() {
                    let place = *stream.choose(&digits);
                    lines[at] =
                        format!("{}{}{}", &line[..place], stream.choose(&NUMBERS), &line[place + 1..]);
                }
            }
        }
        if lines.is_empty() {
            return String::new();
        }
    }
    lines.join("\n")
}
/// Lines that are missing, repeated or exchanged, and other numbers: refused or followed, but nothing panics.
#[test]
fn mutations_do_not_panic() {
    let key = StreamKey::new(&Digest::of(b"mutations of recipes"), "mutations", 0);
    let (mut unread, mut refused, mut followed) = (0, 0, 0);
    for (number, shipped) in SHIPPED.iter().enumerate() {
        let mut stream = key.stream(number as u64);
        for _ in 0..40 {
            let Ok(mut recipe) = Recipe::parse(&mutated(shipped.toml, &mut stream)) else {
                unread += 1;
                continue;
            };
            // larger sizes take longer, that is all
            for size in recipe.splits.iter_mut().flat_map(|split| split.parts.values_mut()) {
                *size = (*size).min(2);
            }
            for long in recipe.generate.parts.iter_mut().filter_map(|part| part.long.as_mut()) {
                long.words = long.words.map(|words| words.min(4096));
            }
            match Stories::new(recipe, 0) {
                Ok(stories) => {
                    let mut worker = stories.worker();
                    for split in (0..stories.splits().len()).filter(|&split| stories.stories(split) > 0) {
                        // no item is an answer too
                        let _ = worker.story(split, stories.stories(split) - 1);
                    }
                    followed += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(
        unread > 100 && refused > 50 && followed > 100,
        "{unread} unread, {refused} refused, {followed} followed"
    );
}
