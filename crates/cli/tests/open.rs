//! The playground is found, and opened at an item.

mod common;

use std::fs;

use common::{succeed, wampimuk};
use tempfile::tempdir;

#[test]
fn an_item_has_an_address() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("a page.html"), "").unwrap();
    let print = |rest: &str| {
        let line = format!("open {rest} --print --playground \"a page.html\"");
        succeed(folder.path(), &line).trim().to_owned()
    };
    let page = print("");
    assert!(page.starts_with("file:///") && page.ends_with("/a%20page.html"), "{page}");
    let item = print("reascan --split a1_test --index 3 --seed 7");
    assert_eq!(item, format!("{page}#recipe=reascan&seed=7&split=a1_test&index=3"));
    fs::write(folder.path().join("mine.toml"), "family = \"gscan\" # & more").unwrap();
    assert_eq!(print("mine.toml"), format!("{page}#toml=family%20%3D%20%22gscan%22%20%23%20%26%20more"));
}

/// What a copy of the page brings along.
fn brought(page: &str) -> serde_json::Value {
    let after = page.split_once("var wampimuk = ").expect("something brought along").1;
    let text = after.split_once(";</script>").expect("a script that ends").0;
    serde_json::from_str(text).expect("JSON")
}

#[test]
fn a_copy_of_the_page_holds_the_item() {
    let folder = tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    let read = |name: &str| fs::read_to_string(place(name)).unwrap();
    fs::write(place("page.html"), "<html><head></head><body></body></html>").unwrap();
    let open = |rest: &str| {
        succeed(folder.path(), &format!("open {rest} --print --playground page.html")).trim().to_owned()
    };
    let address = open("gscan-demo --split test --index 3 --out item.html");
    assert!(address.starts_with("file:///") && address.ends_with("/item.html"), "{address}");
    let page = read("item.html");
    assert!(page.starts_with("<html><head>\n") && page.ends_with("</head><body></body></html>"), "{page}");
    assert_eq!(brought(&page)["fragment"], "#recipe=gscan-demo&split=test&index=3");
    // What a dataset was made from, and where an item of a file stands.
    succeed(folder.path(), "generate gscan-demo --seed 5 --limit 3 --format jsonl --out data");
    assert!(open("data --split test --index 3").ends_with("#recipe=gscan-demo&seed=5&split=test&index=3"));
    let file = walk(&place("data")).into_iter().find(|path| path.contains("/test-")).unwrap();
    assert!(open(&file).ends_with("#recipe=gscan-demo&seed=5&split=test"), "{file}");
    // Predictions come along, whatever they say.
    let line = r#"{"split":"test","index":3,"prediction":"</script><script>alert(1)</script>"}"#;
    let header = r#"{"wampimuk":"predictions","format":1,"recipe":"gscan-demo","data_seed":5}"#;
    fs::write(place("said.jsonl"), format!("{header}\n{line}\n")).unwrap();
    open("said.jsonl --out said.html");
    let page = read("said.html");
    assert!(!page.contains("alert(1)</script>"), "{page}");
    let brought = brought(&page);
    assert_eq!(brought["fragment"], "#recipe=gscan-demo&seed=5");
    assert_eq!(brought["file"]["text"], format!("{header}\n{line}\n"));
    let again = wampimuk(folder.path(), "open gscan --out item.html --print --playground page.html");
    assert!(again.code == 2 && again.stderr.contains("--force"), "{}", again.stderr);
}

fn walk(folder: &std::path::Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    entries
        .flat_map(|path| match path.is_dir() {
            true => walk(&path),
            false => vec![path.to_str().expect("UTF-8").to_owned()],
        })
        .collect()
}

#[test]
fn what_the_page_would_refuse_is_refused() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("page.html"), "").unwrap();
    fs::write(folder.path().join("nothing.jsonl"), "nonsense\n").unwrap();
    let refusals = [
        ("gscan-demo --split tset", "did you mean `test`?"),
        ("gscan-demo --split test --index 280", "there is no item 280 of `test`: it has 280 items"),
        ("gscan-demo --index 280", "there is no item 280 of `test`"),
        ("gscan --seed 9007199254740992", "browsers keep numbers up to 9007199254740991"),
        ("nothing.jsonl", "this is no JSON object"),
        (".", "without a manifest.json"),
        ("gscan --out item.html", "is not the playground"),
    ];
    for (rest, said) in refusals {
        let ran = wampimuk(folder.path(), &format!("open {rest} --print --playground page.html"));
        assert!(ran.code == 2 && ran.stderr.contains(said), "{rest}: {}", ran.stderr);
    }
}

#[test]
fn what_is_missing_is_said() {
    let folder = tempdir().unwrap();
    let nowhere = wampimuk(folder.path(), "open gscan --print --playground nowhere.html");
    assert!(
        nowhere.code == 2 && nowhere.stderr.contains("no playground at nowhere.html"),
        "{}",
        nowhere.stderr
    );
    fs::write(folder.path().join("page.html"), "").unwrap();
    let unknown = wampimuk(folder.path(), "open gscna --print --playground page.html");
    assert!(unknown.code == 2 && unknown.stderr.contains("did you mean `gscan`?"), "{}", unknown.stderr);
    let alone = wampimuk(folder.path(), "open --index 3 --print --playground page.html");
    assert_eq!(alone.code, 2, "an index of no recipe: {}", alone.stderr);
}

#[cfg(unix)]
mod browsers {
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;
    use std::process::{Command, Output};

    use super::*;

    /// An opener that keeps the address that it is given, and ends with this code.
    fn opener(folder: &Path, name: &str, code: i32) {
        let text = format!("#!/bin/sh\nprintf %s \"$*\" > {}/asked-{name}\nexit {code}\n", folder.display());
        let path = folder.join("bin").join(name);
        fs::create_dir_all(folder.join("bin")).expect("a folder");
        fs::write(&path, text).expect("a script");
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a script that may run");
    }

    fn open(folder: &Path) -> Output {
        fs::write(folder.join("page.html"), "<html><head></head></html>").expect("a page");
        fs::create_dir_all(folder.join("temporary")).expect("a folder");
        Command::new(env!("CARGO_BIN_EXE_wampimuk"))
            .args(["open", "gscan-demo", "--split", "test", "--index", "3", "--playground", "page.html"])
            .current_dir(folder)
            .env("PATH", folder.join("bin"))
            .env("TMPDIR", folder.join("temporary"))
            .output()
            .expect("the binary runs")
    }

    const USUAL: &str = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };

    #[test]
    fn the_browser_gets_the_page_with_the_item() {
        let folder = tempdir().unwrap();
        opener(folder.path(), USUAL, 0);
        let ran = open(folder.path());
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        let asked = fs::read_to_string(folder.path().join(format!("asked-{USUAL}"))).unwrap();
        let place = Path::new(asked.strip_prefix("file://").unwrap());
        assert_eq!(
            brought(&fs::read_to_string(place).unwrap())["fragment"],
            "#recipe=gscan-demo&split=test&index=3"
        );
        // Nobody else reads what somebody looks at.
        assert_eq!(fs::metadata(place).unwrap().permissions().mode() & 0o077, 0);
    }

    #[test]
    fn without_a_browser_the_address_is_said() {
        let folder = tempdir().unwrap();
        let nothing = open(folder.path());
        opener(folder.path(), USUAL, 3);
        for ran in [nothing, open(folder.path())] {
            let said = String::from_utf8_lossy(&ran.stderr).into_owned();
            assert_eq!(ran.status.code(), Some(3), "{said}");
            assert!(said.contains(USUAL) && said.contains("open this by hand: file:///"), "{said}");
        }
    }

    /// Desktops differ: where the usual opener is missing or fails, another one is asked.
    #[cfg(not(target_os = "macos"))]
    #[test]
    fn another_opener_is_asked() {
        let folder = tempdir().unwrap();
        opener(folder.path(), "xdg-open", 3);
        opener(folder.path(), "gio", 0);
        assert!(open(folder.path()).status.success());
        let asked = fs::read_to_string(folder.path().join("asked-gio")).unwrap();
        assert!(asked.starts_with("open file:///"), "{asked}");
    }
}
