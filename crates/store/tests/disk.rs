//! Stores on disks that are full or may only be read: real ones, small and in memory, which a new user namespace lets
//! anyone mount on many Linux systems. Where it does not, the tests say that they were skipped.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output};

use wampimuk_store::{Store, StoreError};

/// Where the small disk is, for the tests that run inside.
const DISK: &str = "WAMPIMUK_TEST_DISK";

/// Runs one of the tests below in a namespace where a disk of 256 KiB is mounted; `None` if there can be none.
fn with_disk(test: &str, prepare: &str) -> Option<Output> {
    let folder = tempfile::tempdir().ok()?;
    let program = std::env::current_exe().ok()?;
    let mount = "mount -t tmpfs -o size=256k none \"$WAMPIMUK_TEST_DISK\"";
    let enter = |script: String| {
        let mut command = Command::new("unshare");
        command.args(["--user", "--map-root-user", "--mount", "sh", "-c", &script, "sh"]);
        command.arg(&program).args(["--exact", test, "--ignored", "--nocapture"]);
        command.env(DISK, folder.path()).output().ok()
    };
    if !enter(mount.to_owned()).is_some_and(|output| output.status.success()) {
        eprintln!("skipped: no disk can be mounted here");
        return None;
    }
    enter(format!("{mount} && {prepare} && exec \"$@\""))
}

fn assert_passed(output: Option<Output>) {
    let Some(output) = output else { return };
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && text.contains("1 passed"),
        "{text}{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

fn disk() -> Option<Store> {
    let path = std::env::var(DISK).ok()?;
    Store::open(Path::new(&path).join("set").to_str()?).ok()
}

#[test]
fn a_full_disk_is_told_and_nothing_is_left() {
    assert_passed(with_disk("inside_a_full_disk", "true"));
}

#[test]
#[ignore = "runs inside the test above"]
fn inside_a_full_disk() {
    let store = disk().unwrap();
    store.put("small", b"abc").unwrap();
    let mut upload = store.create("big").unwrap();
    let written = (0..10).try_for_each(|_| upload.write_all(&[7; 100_000]));
    let error = StoreError::io("written", "elsewhere", written.unwrap_err());
    assert!(matches!(error, StoreError::Full { .. }), "{error:?}");
    let message = error.to_string();
    assert!(message.contains("/set/big` cannot be written: the disk is full"), "{message}");
    drop(upload);
    assert_eq!(store.list("").unwrap(), ["small"], "nothing under a final name");
    store.put("medium", &[7; 100_000]).unwrap();
}

#[test]
fn a_read_only_disk_is_told() {
    let prepare = "mkdir -p \"$WAMPIMUK_TEST_DISK/set\" && mount -o remount,ro \"$WAMPIMUK_TEST_DISK\"";
    assert_passed(with_disk("inside_a_read_only_disk", prepare));
}

#[test]
#[ignore = "runs inside the test above"]
fn inside_a_read_only_disk() {
    let store = disk().unwrap();
    assert!(store.list("").unwrap().is_empty());
    let error = store.put("x", b"1").unwrap_err();
    assert!(matches!(error, StoreError::ReadOnly { .. }), "{error:?}");
    assert!(matches!(store.claim("x"), Err(StoreError::ReadOnly { .. })));
}
