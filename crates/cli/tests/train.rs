//! Trainings and predictions from the command line: kills, continuations, and clear words where something is wrong.

#![cfg(feature = "models")]

mod common;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use common::{Ran, succeed, wampimuk, words};
use serde_json::Value;
use tempfile::tempdir;

const TRAIN: &str = "train m-lstm --data gscan-demo --set batch=20 --set every=4 --set dev_items=20 --set each_holdout=true --updates 12";

fn bytes(folder: &Path, run: &str) -> [Vec<u8>; 3] {
    ["best.safetensors", "best-visual_dev.safetensors", "last.safetensors"]
        .map(|name| std::fs::read(folder.join(run).join(name)).expect("a file"))
}

fn refused(ran: &Ran, code: i32, parts: &[&str]) {
    assert_eq!(ran.code, code, "{}{}", ran.stdout, ran.stderr);
    for part in parts {
        assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
}

#[test]
fn killed_trainings_are_continued_to_the_same_bytes() {
    let folder = tempdir().unwrap();
    let said = succeed(folder.path(), &format!("{TRAIN} --out whole"));
    assert!(said.contains("% of 20 items of dev right after update"), "{said}");
    for wait in [300, 700, 1500] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_wampimuk"));
        command.args(words(&format!("{TRAIN} --out broken --threads 1"))).current_dir(folder.path());
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        // It may have ended by itself.
        let _ = child.kill();
        child.wait().unwrap();
    }
    succeed(folder.path(), &format!("{TRAIN} --out broken"));
    assert!(bytes(folder.path(), "whole") == bytes(folder.path(), "broken"));
    for name in ["log.jsonl", "loss.svg"] {
        assert!(folder.path().join("broken").join(name).is_file(), "{name}");
    }
    let again = wampimuk(folder.path(), &format!("{TRAIN} --out whole"));
    assert!(again.code == 0 && again.stderr.contains("is finished already"), "{}", again.stderr);
    refused(
        &wampimuk(folder.path(), &format!("{TRAIN} --out whole --seed 1")),
        2,
        &["seed 0, not 1", "--out"],
    );
    refused(&wampimuk(folder.path(), &format!("{TRAIN} --out whole --set rate=1")), 2, &["`rate = 0.001`"]);

    // What it says: JSON lines, the same for any number of threads, and the originals' list.
    let lines = succeed(folder.path(), "predict whole --split test,visual_test --limit 7 --out -");
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 15);
    assert_eq!((&lines[0]["model"], &lines[0]["selected_on"]), (&"m-lstm".into(), &"dev".into()));
    assert_eq!((&lines[0]["recipe"], &lines[0]["data_seed"]), (&"gscan-demo".into(), &0.into()));
    assert_eq!((&lines[14]["split"], &lines[14]["index"]), (&"visual_test".into(), &6.into()));
    assert!(lines[1]["prediction"].is_array() && lines[1].get("attention").is_none());
    succeed(folder.path(), "predict whole --split test --limit 9 --attention --threads 1");
    let file = std::fs::read_to_string(folder.path().join("whole/predictions.jsonl")).unwrap();
    let with: Vec<Value> = file.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((with.len(), &with[1]["prediction"]), (10, &lines[1]["prediction"]));
    let (said, world) = (&with[1]["prediction"], &with[1]["attention"]["world"]);
    assert_eq!(world.as_array().unwrap().len(), said.as_array().unwrap().len());
    assert_eq!(world[0].as_array().map(Vec::len), Some(16));
    let list =
        succeed(folder.path(), "predict whole --split test --limit 2 --format original --attention --out -");
    let list: Value = serde_json::from_str(&list).unwrap();
    assert_eq!(list[0]["prediction"], lines[1]["prediction"]);
    assert_eq!(list[0]["attention_weights_situation"][0][0].as_array().map(Vec::len), Some(16));
    assert!(list[1]["situation"][0]["placed_objects"].is_object());

    // Each hold-out by the weights that were chosen on its dev part.
    let own = succeed(folder.path(), "predict whole --own-dev --limit 5 --out -");
    let of_own = "predict whole/best-visual_dev.safetensors --split visual_test --limit 5 --out -";
    let of_own = succeed(folder.path(), of_own);
    let header: Value = serde_json::from_str(own.lines().next().unwrap_or_default()).unwrap();
    assert_eq!((&header["selected_on"], header.get("updates")), (&"own dev".into(), None));
    assert!(of_own.lines().count() == 6 && of_own.contains("\"selected_on\":\"visual_dev\""), "{of_own}");
    assert!(of_own.lines().skip(1).all(|line| own.contains(line)), "{own}\n{of_own}");
    assert!(own.contains("\"split\":\"test\"") && !own.contains("_dev\""), "{own}");
    for (line, part) in [
        ("predict whole/best.safetensors --own-dev --out -", "name its folder"),
        ("predict random --data gscan-demo --own-dev", "guesses have none"),
        ("train m-lstm --data babi-1 --set each_holdout=true", "commands in grid worlds"),
        ("train m-lstm --data gscan-walk --set each_holdout=true --updates 1", "dev parts of hold-outs"),
    ] {
        refused(&wampimuk(folder.path(), line), 2, &[part]);
    }
    std::fs::remove_file(folder.path().join("whole/best-visual_dev.safetensors")).unwrap();
    refused(
        &wampimuk(folder.path(), "predict whole --own-dev --out -"),
        2,
        &["best-visual_dev", "each_holdout"],
    );

    // Data of other words; a split that is not there; a checkpoint that is none.
    refused(&wampimuk(folder.path(), "predict whole --data gscan --split test --out -"), 2, &["commands"]);
    refused(&wampimuk(folder.path(), "predict whole --split tset --out -"), 2, &["did you mean `test`?"]);
    std::fs::write(folder.path().join("no.safetensors"), "nothing").unwrap();
    refused(&wampimuk(folder.path(), "predict no.safetensors"), 2, &["no.safetensors", "truncated"]);
    refused(&wampimuk(folder.path(), "predict nowhere"), 3, &["nowhere"]);
}

#[test]
fn wrong_arguments_are_named() {
    let folder = tempdir().unwrap();
    for (line, code, part) in [
        ("train m-lstmm --data gscan-demo", 2, "did you mean `m-lstm`?"),
        ("train m-lstm", 2, "--data"),
        ("train m-lstm --data gscan-dmo", 2, "did you mean `gscan-demo`?"),
        ("train m-lstm --data mix-t7", 2, "commands in grid worlds"),
        ("train m-lstm --data gscan-demo --preset gscann", 2, "did you mean `gscan`?"),
        ("train m-lstm --data gscan-demo --set batsch=3", 2, "did you mean `batch`?"),
        ("train m-lstm --data gscan-demo --set model.auxilary=3", 2, "did you mean `auxiliary`?"),
        (
            "train m-lstm --data gscan-demo --set model.nonsense=1",
            2,
            "section `model` of the settings: unknown field `nonsense`, expected one of `",
        ),
        (
            "train m-lstm --data gscan-demo --set model.nonsense=1",
            2,
            "`wampimuk train m-lstm --keys` lists the keys",
        ),
        (
            "train m-lstm --data gscan-demo --set model.kernels=wide",
            2,
            "model.kernels: invalid type: string \"wide\", expected a list",
        ),
        (
            "train m-lstm --data gscan-demo --set model.kernels=[2]",
            2,
            "failed to use the section `model` of the settings: model.kernels is [2]",
        ),
        ("train m-lstm --data gscan-demo --dev visaul_dev", 2, "did you mean `visual_dev`?"),
        ("train m-lstm --data gscan-demo --data-set splits.sizes.train=0", 2, "train (empty)"),
        ("train m-lstm --data gscan-demo --out /dev/null/run", 3, "/dev/null/run"),
        ("predict random", 2, "--data"),
    ] {
        refused(&wampimuk(folder.path(), line), code, &[part]);
    }
    #[cfg(not(feature = "pretrained"))]
    refused(&wampimuk(folder.path(), "train t5 --data mix-t2"), 2, &["`t5`", "--features pretrained"]);
    #[cfg(not(feature = "cuda"))]
    refused(
        &wampimuk(folder.path(), "train m-lstm --data gscan-demo --device cuda"),
        2,
        &["--features cuda"],
    );
    let presets = succeed(folder.path(), "train --presets");
    assert!(presets.contains("M-LSTM as in the gSCAN paper"), "{presets}");
    assert!(succeed(folder.path(), "train --models").starts_with("m-lstm"));
}

#[test]
fn guesses_have_the_right_length_and_depend_on_the_seed() {
    let folder = tempdir().unwrap();
    let guess = |seed: u64| {
        succeed(
            folder.path(),
            &format!("predict random --data gscan-demo --split test --limit 40 --seed {seed}"),
        )
    };
    let (one, other) = (guess(44), guess(66));
    assert!(one == guess(44) && one != other);
    let items = succeed(folder.path(), "generate gscan-demo --split test --limit 40 --out - --quiet");
    for (guess, item) in one.lines().skip(1).zip(items.lines()) {
        let [guess, item] = [guess, item].map(|line| serde_json::from_str::<Value>(line).unwrap());
        let length = |value: &Value| value.as_array().unwrap().len();
        assert_eq!(length(&guess["prediction"]), length(&item["actions"]));
    }
}
