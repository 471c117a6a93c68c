//! Cases written as text: `tests/suite/*.txt`. The format is told at the top of `tests/suite/travel.txt`; adding a case is
//! adding lines. Every claim is checked against the fast path and against the second opinion.

mod case;
mod check;

use std::path::Path;

use case::{Case, read};

#[test]
fn every_case_of_every_file() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../suite");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    let (mut cases, mut claims, mut failures) = (0, 0, Vec::new());
    let mut names: Vec<String> = Vec::new();
    for path in &files {
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path).unwrap();
        let read: Vec<Case> = match read(&text) {
            Ok(cases) => cases,
            Err((line, error)) => {
                failures.push(format!("tests/suite/{file}:{line}: {error}"));
                continue;
            }
        };
        for case in read {
            cases += 1;
            claims += case.claims.len();
            if names.contains(&case.name) {
                failures.push(format!("tests/suite/{file}:{}: `{}` is there twice", case.line, case.name));
            }
            if case.claims.is_empty() {
                failures.push(format!("tests/suite/{file}:{}: `{}` claims nothing", case.line, case.name));
            }
            for (line, error) in check::failures(&case) {
                failures.push(format!("tests/suite/{file}:{line}: {}: {error}", case.name));
            }
            names.push(case.name);
        }
    }
    println!("{cases} cases with {claims} claims in {} files", files.len());
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
    assert!(files.len() >= 4 && cases >= 60);
}

/// The runner itself: wrong claims are reported with their line.
#[test]
fn wrong_claims_are_reported() {
    let text = "\
== a_case
command walk to a circle
grid 6
agent 1,1 east
red circle 2 at 1,3
actions ww
actions www
referents none
fails ww
fulfils w
run ww -> agent 1,2 east
replayed ww -> w ends 1,3
necessary none
";
    let cases = read(text).unwrap();
    let lines: Vec<usize> = check::failures(&cases[0]).into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, [7, 8, 9, 10, 11, 12]);
    assert_eq!(read("== x\nnonsense here").err().map(|(line, _)| line), Some(2));
    assert_eq!(read("command push a box").err().map(|(line, _)| line), Some(1));
}
