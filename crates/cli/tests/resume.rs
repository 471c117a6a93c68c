//! Datasets that were interrupted, damaged or begun by others: the same command makes them whole, with the same bytes.

mod common;
mod tree;

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use common::{Ran, succeed, wampimuk, words};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::{TempDir, tempdir};
use tree::files;

/// Several shards of several splits, and little of each.
const GENERATE: &str = "generate gscan-demo --shard-items 200";

/// A folder with a finished dataset `whole`.
fn finished() -> (TempDir, BTreeMap<String, Vec<u8>>) {
    let folder = tempdir().expect("a folder");
    succeed(folder.path(), &format!("{GENERATE} --out whole"));
    let whole = files(&folder.path().join("whole"));
    assert!(
        whole.len() > 12 && !whole.keys().any(|name| name.starts_with(".wampimuk")),
        "{:?}",
        whole.keys()
    );
    (folder, whole)
}

fn write(folder: &Path, files: &BTreeMap<String, Vec<u8>>) {
    for (name, bytes) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }
}

fn spawn(folder: &Path, line: &str) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wampimuk"));
    command.args(words(line)).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the binary runs")
}

fn assert_refused(ran: &Ran, code: i32, parts: &[&str]) {
    assert_eq!(ran.code, code, "{}", ran.stderr);
    for part in parts {
        assert!(ran.stderr.contains(part), "{part}: {}", ran.stderr);
    }
}

#[cfg(unix)]
fn inode(path: &Path) -> u64 {
    use std::os::unix::fs::MetadataExt;
    std::fs::metadata(path).expect("a file").ino()
}

/// What is damaged or missing is named and made again, and nothing else is touched.
#[cfg(unix)]
#[test]
fn a_damaged_shard_is_made_again_and_no_other() {
    let (folder, whole) = finished();
    let at = |name: &str| folder.path().join("whole").join(name);
    let other = at("data/gscan-demo/train-00000-of-00007.parquet");
    let untouched = inode(&other);
    type Damage = fn(&Path);
    let damages: [(&str, Damage); 5] = [
        ("data/gscan-demo/train-00001-of-00007.parquet", |path| std::fs::remove_file(path).unwrap()),
        ("data/gscan-demo/train-00002-of-00007.parquet", |path| {
            let mut bytes = std::fs::read(path).unwrap();
            bytes[100] ^= 1;
            std::fs::write(path, bytes).unwrap();
        }),
        ("data/gscan-demo/dev-00000-of-00001.parquet", |path| {
            std::fs::File::options().write(true).open(path).unwrap().set_len(50).unwrap();
        }),
        ("README.md", |path| std::fs::write(path, "mine").unwrap()),
        ("croissant.json", |path| std::fs::remove_file(path).unwrap()),
    ];
    for (name, damage) in damages {
        damage(&at(name));
        let again = wampimuk(folder.path(), &format!("{GENERATE} --out whole"));
        let said = format!("{name} was damaged or missing, and is made again\nwhole is complete again\n");
        assert_eq!((again.code, again.stderr), (0, said), "{name}");
        assert!(files(&folder.path().join("whole")) == whole, "{name}");
        assert_eq!(inode(&other), untouched, "{name}");
    }
    let again = wampimuk(folder.path(), &format!("{GENERATE} --out whole"));
    assert_eq!((again.code, again.stderr.trim()), (0, "whole is complete already"));
}

/// A receipt with its checksum, as `generate` leaves it.
fn sealed(receipt: &Value) -> Vec<u8> {
    let text = serde_json::to_string_pretty(receipt).expect("JSON");
    let body = text.strip_suffix("\n}").expect("an object");
    let sum: String = Sha256::digest(body).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{body},\n  \"sha256\": \"{sum}\"\n}}\n").into_bytes()
}

/// What a killed process may leave: a job, receipts for some shards, and files of all sorts.
#[test]
fn a_half_finished_dataset_is_continued() {
    let (folder, whole) = finished();
    let manifest: Value = serde_json::from_slice(&whole["manifest.json"]).unwrap();
    let mut left = BTreeMap::new();
    let mut job = manifest.clone();
    job["files"] = json!([]);
    left.insert(".wampimuk/job.json".to_string(), job.to_string().into_bytes());
    for (number, file) in manifest["files"].as_array().unwrap().iter().enumerate() {
        let path = file["path"].as_str().unwrap();
        let bytes = &whole[path];
        let receipt = sealed(&json!({ "shard": path, "files": [file] }));
        let receipt_path = format!(".wampimuk/done/{path}.json");
        match number % 5 {
            // Done.
            0 => {
                left.insert(path.to_string(), bytes.clone());
                left.insert(receipt_path, receipt);
            }
            // In its place, but nobody has noted it.
            1 => _ = left.insert(path.to_string(), bytes.clone()),
            // Noted, and then damaged; or not there at all.
            2 => {
                left.insert(path.to_string(), bytes[..bytes.len() / 2].to_vec());
                left.insert(receipt_path, receipt);
            }
            3 => {
                let name = format!(".wampimuk/tmp/{}.Ab3.part", path.replace('/', "%2F"));
                left.insert(name, bytes[..bytes.len() / 2].to_vec());
                left.insert(receipt_path, receipt[..9].to_vec());
            }
            _ => {}
        }
    }
    write(&folder.path().join("half"), &left);
    let ran = wampimuk(folder.path(), &format!("{GENERATE} --out half"));
    assert!(ran.code == 0 && ran.stderr.contains("were there already"), "{}", ran.stderr);
    assert!(files(&folder.path().join("half")) == whole);
    // The manifest was written and the workshop not yet taken away.
    left.extend(whole.clone());
    write(&folder.path().join("late"), &left);
    let ran = wampimuk(folder.path(), &format!("{GENERATE} --out late"));
    assert_eq!((ran.code, ran.stderr.trim()), (0, "late is complete already"));
    assert!(files(&folder.path().join("late")) == whole);
}

/// A damaged receipt, whatever it says, is none: of 200, 8 ended in a wrong manifest and 3 without a shard.
#[test]
fn damaged_receipts_are_not_believed() {
    let (folder, whole) = finished();
    let manifest: Value = serde_json::from_slice(&whole["manifest.json"]).unwrap();
    let mut job = manifest.clone();
    job["files"] = json!([]);
    let files_of = manifest["files"].as_array().unwrap();
    let mut left = BTreeMap::from([(".wampimuk/job.json".to_string(), job.to_string().into_bytes())]);
    for (number, file) in files_of.iter().enumerate() {
        let path = file["path"].as_str().unwrap();
        let mut changed = file.clone();
        let mut list = json!([file]);
        match number % 6 {
            0 => list = json!([]),
            1 => changed["items"] = 1.into(),
            2 => changed["split"] = "other".into(),
            3 => changed["path"] = files_of[0]["path"].clone(),
            4 => list = json!([file, files_of[0]]),
            _ => changed["bytes"] = 0.into(),
        }
        if list == json!([file]) {
            list = json!([changed]);
        }
        let mut receipt = sealed(&json!({ "shard": path, "files": [file] }));
        let forged = sealed(&json!({ "shard": path, "files": list }));
        // The seal of the right one on another text.
        let seal = receipt.split_off(receipt.len() - 83);
        receipt = [&forged[..forged.len() - 83], &seal].concat();
        left.insert(path.to_string(), whole[path].clone());
        left.insert(format!(".wampimuk/done/{path}.json"), receipt);
    }
    write(&folder.path().join("half"), &left);
    succeed(folder.path(), &format!("{GENERATE} --out half"));
    assert!(files(&folder.path().join("half")) == whole);
}

/// `generate` called it complete again, and fitted the card to the hole.
#[test]
fn a_manifest_with_a_hole_is_refused() {
    let (folder, whole) = finished();
    let at = folder.path().join("whole");
    let mut manifest: Value = serde_json::from_slice(&whole["manifest.json"]).unwrap();
    let removed = manifest["files"].as_array_mut().unwrap().remove(2);
    let shard = removed["path"].as_str().unwrap();
    std::fs::write(at.join("manifest.json"), manifest.to_string()).unwrap();
    std::fs::remove_file(at.join(shard)).unwrap();
    let damaged = files(&at);
    let ran = wampimuk(folder.path(), &format!("{GENERATE} --out whole"));
    assert_refused(&ran, 2, &[shard, "it is not listed", "--force"]);
    assert!(files(&at) == damaged, "nothing is written");
    succeed(folder.path(), &format!("{GENERATE} --out whole --force"));
    assert!(files(&at) == whole);
}

/// A shard that is in its place before its receipt is written is no orphan of `--force`.
#[test]
fn force_leaves_no_orphan() {
    let (folder, whole) = finished();
    let mut job: Value = serde_json::from_slice(&whole["manifest.json"]).unwrap();
    job["files"] = json!([]);
    let orphan = "data/gscan-demo/train-00003-of-00007.parquet";
    let left = BTreeMap::from([
        (".wampimuk/job.json".to_string(), job.to_string().into_bytes()),
        (orphan.to_string(), whole[orphan].clone()),
    ]);
    write(&folder.path().join("half"), &left);
    succeed(folder.path(), "generate gscan-demo --split test --limit 3 --out half --force");
    let made = files(&folder.path().join("half"));
    let data: Vec<&String> = made.keys().filter(|name| name.starts_with("data/")).collect();
    assert_eq!(data, ["data/gscan-demo/test-00000-of-00001.parquet"]);
}

/// SIGKILL at several moments, and on with it.
#[test]
fn killed_and_continued() {
    let (folder, whole) = finished();
    for (number, wait) in [1, 15, 30, 45, 60, 80, 120, 200].into_iter().enumerate() {
        let out = format!("killed{}", number % 2);
        let mut child = spawn(folder.path(), &format!("{GENERATE} --out {out}"));
        std::thread::sleep(std::time::Duration::from_millis(wait));
        // It may have finished.
        let _ = child.kill();
        child.wait().unwrap();
    }
    for out in ["killed0", "killed1"] {
        succeed(folder.path(), &format!("{GENERATE} --out {out}"));
        assert!(files(&folder.path().join(out)) == whole, "{out}");
    }
}

#[test]
fn several_processes_share_a_directory() {
    let folder = tempdir().unwrap();
    let line = "generate gscan --split train,test --limit 6000 --shard-items 500 --format jsonl";
    succeed(folder.path(), &format!("{line} --out one"));
    let mut children: Vec<Child> =
        (0..3).map(|_| spawn(folder.path(), &format!("{line} --out many"))).collect();
    // One of them dies, and the others do its work.
    children[1].kill().unwrap();
    children[1].wait().unwrap();
    for number in [0, 2] {
        assert!(children[number].wait().unwrap().success());
    }
    assert!(files(&folder.path().join("many")) == files(&folder.path().join("one")));
}

#[test]
fn other_datasets_are_not_continued() {
    let (folder, whole) = finished();
    let run = |options: &str| wampimuk(folder.path(), &format!("generate gscan-demo --out whole {options}"));
    let replace = "(--force replaces it, --out writes elsewhere)";
    for (options, what) in [
        ("--shard-items 200 --seed 1", "gscan-demo with seed 0"),
        ("--shard-items 201", "in shards of another size"),
        ("--shard-items 200 --limit 5", "of other splits or sizes"),
        ("--shard-items 200 --split test", "of other splits or sizes"),
        ("--shard-items 200 --format jsonl", "as parquet"),
        ("--shard-items 200 --with image", "with other columns"),
        ("--shard-items 200 --set splits.shots=0", "of another recipe"),
    ] {
        assert_refused(&run(options), 2, &["whole holds another dataset", what, replace]);
    }
    assert!(files(&folder.path().join("whole")) == whole);
    // One that is not finished is another one, too.
    succeed(folder.path(), &format!("{GENERATE} --out part --shard 0/2"));
    let other = wampimuk(folder.path(), &format!("{GENERATE} --out part --seed 1"));
    assert_refused(&other, 2, &["part holds another dataset, which is not finished", "seed 0", replace]);
    // Nothing of the old one is left.
    std::fs::write(folder.path().join("part/mine.txt"), "notes").unwrap();
    succeed(folder.path(), "generate gscan-demo --split test --limit 3 --out part --force");
    let made = files(&folder.path().join("part"));
    let data: Vec<&String> = made.keys().filter(|name| name.starts_with("data/")).collect();
    assert_eq!(data, ["data/gscan-demo/test-00000-of-00001.parquet"]);
    assert!(made.contains_key("mine.txt") && made.contains_key("manifest.json") && made.len() == 6);
    // Damage beyond reading is an error, and no reason to write.
    std::fs::write(folder.path().join("part/manifest.json"), "{").unwrap();
    assert_refused(&wampimuk(folder.path(), &format!("{GENERATE} --out part")), 2, &["is not a manifest"]);
    succeed(folder.path(), &format!("{GENERATE} --out part --force"));
}

#[test]
fn what_people_have_written_is_not_overwritten() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("README.md"), "mine").unwrap();
    let ran = wampimuk(folder.path(), &format!("{GENERATE} --out ."));
    assert_refused(&ran, 2, &["README.md is there already"]);
    assert_eq!(files(folder.path()).len(), 1);
}

#[test]
fn what_the_system_refuses_is_said() {
    let folder = tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    let ran = wampimuk(folder.path(), &format!("{GENERATE} --out file/d"));
    assert_refused(&ran, 3, &["`file/d` cannot be created", "not a directory"]);
    // Also for those who may do everything.
    if Path::new("/sys/kernel").is_dir() {
        let ran = wampimuk(folder.path(), &format!("{GENERATE} --out /sys/wampimuk"));
        assert_refused(&ran, 3, &["`/sys/wampimuk` cannot be created"]);
    }
    let ran = wampimuk(folder.path(), &format!("{GENERATE} --out s3://bucket/x.parquet --split test"));
    assert_refused(&ran, 2, &["a single file cannot be written to an object store"]);
    let ran = wampimuk(folder.path(), &format!("{GENERATE} --out gs://bucket/x"));
    assert_refused(&ran, 2, &["s3://bucket/prefix"]);
}

/// A disk that is full, where a small one can be had.
#[test]
fn a_full_disk_leaves_nothing_half_written() {
    let folder = tempdir().unwrap();
    let binary = env!("CARGO_BIN_EXE_wampimuk");
    std::fs::create_dir(folder.path().join("small")).unwrap();
    let script = format!(
        "mount -t tmpfs -o size=160k none small || exit 99
         {binary} generate gscan-demo --format jsonl --out small/d; code=$?
         cp -r small/d kept
         mount -o remount,size=16m small || exit 99
         {binary} generate gscan-demo --format jsonl --out small/d || exit 98
         cp -r small/d after; exit $code"
    );
    let ran = Command::new("unshare").args(["-rm", "sh", "-c", &script]).current_dir(folder.path()).output();
    let Some(ran) = ran.ok().filter(|ran| !matches!(ran.status.code(), None | Some(1 | 99))) else {
        eprintln!("skipped: no small disk can be made here");
        return;
    };
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(ran.status.code(), Some(3), "{said}");
    assert!(said.contains("the disk is full"), "{said}");
    succeed(folder.path(), "generate gscan-demo --format jsonl --out whole");
    let whole = files(&folder.path().join("whole"));
    for (name, bytes) in files(&folder.path().join("kept")) {
        if !name.starts_with(".wampimuk") {
            assert!(whole.get(&name) == Some(&bytes), "{name}");
        }
    }
    assert!(files(&folder.path().join("after")) == whole, "it goes on where there is room");
}
