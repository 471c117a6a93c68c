//! Small reproductions, from data to tables.

use std::path::Path;
use std::process::{Command, Output};

fn wampimuk(folder: &Path, arguments: &[&str]) -> std::io::Result<Output> {
    Command::new(env!("CARGO_BIN_EXE_wampimuk")).current_dir(folder).args(arguments).output()
}

fn json(output: &Output) -> serde_json::Result<serde_json::Value> {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout)
}

const SMALL: [&str; 9] =
    ["--seeds", "2", "--limit", "12", "--set", "updates=2", "--set", "batch=4", "--json"];

/// The row of a table, by the beginning of its title and by its label.
fn row<'j>(all: &'j serde_json::Value, title: &str, label: &str) -> &'j serde_json::Value {
    let list = |value: &'j serde_json::Value| value.as_array().into_iter().flatten();
    let table = list(&all["tables"]).find(|table| table["title"] == title);
    let table = table.unwrap_or_else(|| panic!("there is no {title}"));
    let row = list(&table["rows"]).find(|row| row["label"] == label);
    row.unwrap_or_else(|| panic!("{title} has no {label}"))
}

#[test]
fn tables_are_filled_and_nothing_is_done_twice() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        [&["reproduce", "reascan", "--runs", "m-lstm,random", "--jobs", "2"][..], &SMALL].concat();
    let first = json(&wampimuk(folder.path(), &arguments).unwrap()).unwrap();
    let table = "Table 3: exact match on compositional splits";
    let row = |label| row(&first, table, label);
    let all = row("all (test, leaks)");
    assert_eq!(all["cells"]["m-lstm"]["ours"].as_array().unwrap().len(), 2, "{all}");
    assert_eq!(all["cells"]["m-lstm"]["published"][0], 79.04);
    let cell = &all["cells"]["m-lstm"];
    assert_eq!(cell["outcome"], "incomplete", "two updates teach nothing: {cell}");
    assert!(cell["incomplete"].as_str().unwrap().starts_with("2 of "), "{cell}");
    let asked = all["cells"]["random"]["incomplete"].as_str().unwrap();
    assert!(asked.starts_with("12 of ") && asked.ends_with(" items; 2 of 3 seeds"), "{asked}");
    let unanswered = first["trainings"][0]["answers"][0]["unanswered"].as_str().unwrap_or_default();
    assert!(unanswered.starts_with("12 of ") && unanswered.contains(" items of "), "{first}");
    assert_eq!(first["trainings"][0]["updates"], 2, "{first}");
    assert!(first["program"].as_str().unwrap().starts_with("wampimuk "), "{first}");
    assert!(all["cells"]["gcn-lstm"]["ours"].as_array().unwrap().is_empty());
    // A pattern's items are some of all.
    let simple = &row("simple (test, leaks)")["cells"]["random"];
    let some = simple["items"][0].as_u64().unwrap_or(0);
    assert!(some < 12 && simple["published"][0] == 0.07, "{simple}");
    assert!(all["cells"]["random"]["chance"].as_f64().unwrap() > 1.0, "one of up to sixteen objects");

    let kept = folder.path().join("runs/reascan/m-lstm/seed-1/reascan-released.jsonl");
    let before = std::fs::metadata(&kept).unwrap().modified().unwrap();
    assert_eq!(json(&wampimuk(folder.path(), &arguments).unwrap()).unwrap(), first);
    assert_eq!(std::fs::metadata(&kept).unwrap().modified().unwrap(), before);
    // What was counted is remembered: answers that nobody could read are not looked at again, until they are new.
    let text = std::fs::read_to_string(&kept).unwrap();
    let (header, rest) = text.split_once('\n').unwrap();
    std::fs::write(&kept, format!("{header}\n{}", "x".repeat(rest.len()))).unwrap();
    let file = std::fs::File::options().write(true).open(&kept).unwrap();
    file.set_modified(before).unwrap();
    assert_eq!(json(&wampimuk(folder.path(), &arguments).unwrap()).unwrap(), first);
    file.set_modified(before + std::time::Duration::from_secs(9)).unwrap();
    assert_eq!(wampimuk(folder.path(), &arguments).unwrap().status.code(), Some(2));
}

#[test]
fn figures_about_the_data_alone_are_drawn_beside_gscan() {
    let folder = tempfile::tempdir().unwrap();
    let line =
        "reproduce reascan --runs random-simple --seeds 1 --limit 20 --also data --json --report page/";
    let made = json(&wampimuk(folder.path(), &line.split(' ').collect::<Vec<_>>()).unwrap()).unwrap();
    let sizes = &made["data"][0];
    assert_eq!(sizes["rows"].as_array().unwrap().len(), 5, "{sizes}");
    assert_eq!((&sizes["rows"][0][0], &sizes["rows"][4][2]), (&"gscan-released".into(), &"20".into()));
    assert!(sizes["title"].as_str().unwrap().ends_with("(incomplete: at most 20 items of each)"), "{sizes}");
    // Figure 6: an item of each, from its pattern on; its command has one referent.
    let steps = made["data"].as_array().unwrap().last().unwrap();
    assert_eq!(steps["title"], "Figure 6: how an item comes about");
    let of = |dataset: usize, column: usize| steps["rows"][dataset][column].as_str().unwrap();
    assert_eq!((of(0, 0), of(0, 1), of(0, 5)), ("gscan-released", "$OBJ_0", "1"));
    assert_eq!((of(2, 1), of(3, 1)), ("$OBJ_0 ^ $OBJ_1", "$OBJ_0 ^ $OBJ_1 & $OBJ_2"));
    let page = std::fs::read_to_string(folder.path().join("page/report.html")).unwrap();
    assert!(page.contains("Figure 6: how an item comes about"));
    assert!(page.contains("Figures 4 and 5") && page.contains("incomplete: at most 20 items of each"));
    assert!(page.contains("published numbers, ours agree with"), "a summary");
}

/// Tables say what the files of a training say, whatever the options of the call are.
#[test]
fn options_of_a_later_call_change_nothing_that_was_done() {
    let folder = tempfile::tempdir().unwrap();
    let guess = |limit: &str| {
        let line =
            ["reproduce", "reascan", "--runs", "random-simple", "--seeds", "1", "--limit", limit, "--json"];
        json(&wampimuk(folder.path(), &line).unwrap()).unwrap()
    };
    let asked = |all: &serde_json::Value| {
        let cell = &row(all, "Table 2: exact match on random splits, trained on each", "simple, dev")["cells"]
            ["random"];
        assert_eq!(cell["outcome"], "incomplete", "{cell}");
        let answers = &all["trainings"][0]["answers"][0];
        assert_eq!((&answers["device"], &answers["seed"]), (&"cpu".into(), &0.into()), "{answers}");
        (cell["items"][0].as_u64().unwrap(), answers["limit"].as_u64().unwrap())
    };
    assert_eq!(asked(&guess("12")), (12, 12));
    assert_eq!(asked(&guess("20")), (20, 20), "more items than there are answers to");
    assert_eq!(asked(&guess("5")), (20, 20), "what is there is more than was asked for");

    let train = |more: &[&str]| {
        let line =
            ["reproduce", "gscan", "--runs", "certified-length", "--seeds", "1", "--limit", "3", "--json"];
        let output = wampimuk(folder.path(), &[&line[..], more].concat()).unwrap();
        let made = json(&output).unwrap()["trainings"][0].clone();
        (made, String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let few = ["--set", "updates=2", "--set", "batch=4", "--set", "dev_items=4"];
    let (first, _) = train(&few);
    let (again, _) = train(&[]);
    assert_eq!(first, again, "no option of this call is in it");
    let why = again["incomplete"].as_str().unwrap();
    assert!(why.starts_with("2 of ") && why.contains("other settings: batch = 4, dev_items = 4"), "{why}");
    assert!(!why.contains("learned from"), "{why}");
    assert_eq!((&again["preset"], &again["device"]), (&"gscan-length".into(), &"cpu".into()));
}

/// A training with the settings for few updates is not the paper's, however complete it is.
#[test]
fn quick_trainings_are_never_whole() {
    let folder = tempfile::tempdir().unwrap();
    let line = ["reproduce", "gscan", "--runs", "baseline", "--seeds", "1", "--limit", "2", "--json"];
    let quick = ["--quick", "--set", "updates=2", "--set", "batch=4", "--set", "dev_items=4"];
    json(&wampimuk(folder.path(), &[&line[..], &quick].concat()).unwrap()).unwrap();
    let made = json(&wampimuk(folder.path(), &line).unwrap()).unwrap();
    let training = &made["trainings"][0];
    let why = training["incomplete"].as_str().unwrap();
    assert!(why.contains("settings gscan-quick, not gscan"), "{why}");
    assert_eq!(training["preset"], "gscan-quick");
}

#[test]
fn attention_and_figures_are_part_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        [&["reproduce", "gscan", "--runs", "baseline,certified", "--report", "page/"][..], &SMALL].concat();
    let arguments: Vec<&str> =
        arguments.into_iter().map(|word| if word == "2" { "1" } else { word }).collect();
    let made = json(&wampimuk(folder.path(), &arguments).unwrap()).unwrap();
    let table = "Section 5: episodes in which the target has most of the attention of all steps, in percent";
    let cell = &row(&made, table, "A: random")["cells"]["baseline"];
    assert_eq!((cell["items"][0].as_u64(), cell["published"][0].as_f64()), (Some(12), Some(94.0)), "{cell}");
    let cells = &row(&made, "Table 1: exact match", "B: yellow squares")["cells"];
    assert_eq!(cells["certified"]["items"][0], 12);
    assert!(cells["certified"]["published"].as_array().unwrap().is_empty(), "no such number is published");
    let parts = "Section 5: parts of splits, in percent";
    assert_eq!(
        row(&made, parts, "D: in the right row or column")["cells"]["baseline"]["published"][0],
        63.10
    );
    let figure = &made["figures"][0];
    assert_eq!(figure["title"], "Appendix, Figure 4: split H");
    let line = &figure["lines"][0];
    let items: u64 =
        line["points"].as_array().unwrap().iter().map(|point| point["items"][0].as_u64().unwrap()).sum();
    assert_eq!((line["name"].as_str(), items), (Some("baseline"), 12));
    let there = |name: &str| folder.path().join("page").join(name).exists();
    assert!(there("report.html") && there("table-001-table-1-exact-match.csv"));
    assert!(
        there("chart-001-appendix-figure-4-split-h.svg") && there("chart-001-appendix-figure-4-split-h.png")
    );
}

#[test]
fn trainings_that_begin_with_others_come_after_them() {
    let folder = tempfile::tempdir().unwrap();
    let small =
        ["--seeds", "1", "--limit", "12", "--set", "updates=2", "--set", "batch=4", "--set", "tries=1"];
    let after = ["reproduce", "dyna-babi", "--runs", "entnet-t7-after-10", "--json", "--set", "dev_items=8"];
    let alone = wampimuk(folder.path(), &[&after[..], &small].concat()).unwrap();
    assert_eq!(alone.status.code(), Some(2));
    let message = String::from_utf8_lossy(&alone.stderr).into_owned();
    assert!(message.contains("begins with the weights of entnet-t7"), "{message}");
    let mut both = after;
    both[3] = "entnet-t7,entnet-t7-after-10";
    let made = json(&wampimuk(folder.path(), &[&both[..], &small].concat()).unwrap()).unwrap();
    let points = made["figures"][0]["lines"][0]["points"].as_array().unwrap();
    let at: Vec<u64> = points.iter().map(|point| point["at"].as_u64().unwrap()).collect();
    assert_eq!(at, [0, 10], "{made}");
}

#[test]
fn stories_are_learned_from_one_recipe_and_asked_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        &["reproduce", "dyna-babi", "--runs", "entnet-t2"][..],
        &SMALL,
        &["--set", "tries=1", "--set", "dev_items=8"],
    ]
    .concat();
    let tables = json(&wampimuk(folder.path(), &arguments).unwrap()).unwrap();
    for label in ["2 tasks, concat(T2)", "2 tasks, mix(T2)"] {
        let cell = &row(&tables, "Table 3: accuracy of models trained on concat", label)["cells"]["entnet"];
        assert_eq!(cell["ours"].as_array().unwrap().len(), 2, "{cell}");
    }
}

#[test]
fn nonsense_is_explained() {
    let folder = tempfile::tempdir().unwrap();
    for (arguments, expected) in [
        (&["reproduce", "reascann"][..], "did you mean `reascan`?"),
        (
            &["reproduce", "gscan", "--runs", "bassline"],
            "there is no training `bassline`: there are baseline",
        ),
        (&["reproduce", "dyna-babi", "--runs", "t5-t7"], "--checkpoint t5=DIR"),
        (&["reproduce", "gscan", "--budget", "soon"], "write 90s, 45m, 2h or 3d"),
        (&["reproduce", "gscan", "--also", "certifed"], "did you mean `certified`?"),
        (&["reproduce", "gscan", "--report", "page.docx"], "a name that ends in .html"),
        (&["reproduce", "gscan", "--seeds", "0"], "none at all for the paper's 3"),
    ] {
        let output = wampimuk(folder.path(), arguments).unwrap();
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(expected), "{message}");
    }
    assert!(folder.path().read_dir().unwrap().next().is_none(), "nothing is left behind");
}

/// A dry run answers at once, writes nothing and trains nothing.
#[test]
fn a_dry_run_does_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let output = wampimuk(folder.path(), &["reproduce", "gscan", "--dry-run"]).unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("wampimuk train m-lstm") && text.contains("152.0"), "{text}");
    assert!(folder.path().read_dir().unwrap().next().is_none(), "nothing is left behind");
    let nearest = "--filter compose --linearise symbols --mode replace";
    assert!(
        text.contains(nearest),
        "GECA's set is the one that `augment` calls nearest to the paper's: {text}"
    );
}
