//! Text files of the Dyna-bAbI kit: read, written back, solved and compared. Skipped where the files are not at hand.

mod files;

use std::error::Error;

use wampimuk_babi::{Kind, Passages, Solver, Spacing, Status};
use wampimuk_story::SupportStyle;

/// The parts of the kit's data; of mix(T12) only those that are at hand.
const PARTS: [(&str, &[&str]); 4] = [
    ("mix_T7", &["1_wwo", "2_wo", "3_wp"]),
    ("mix_T12", &["1_yn", "3_wo", "5_list"]),
    ("diverse_T7", &DIVERSE),
    ("diverse_T12", &["10_yn", "11_negate", "12_indef", "13_counting", "14_list"]),
];

/// Parts that diverse(T7) and diverse(T12) have in common.
const DIVERSE: [&str; 9] =
    ["1_wp", "2_wo", "3_wwo", "4_give_wo", "5_give_wp", "6_give", "7_coref", "8_compound", "9_conj"];

fn texts() -> Vec<String> {
    let parts = PARTS.iter().flat_map(|(set, parts)| parts.iter().map(move |part| (*set, *part)));
    let parts = parts.chain(DIVERSE.iter().map(|part| ("diverse_T12", *part)));
    let names = parts.flat_map(|(set, part)| {
        ["train", "valid", "test"].map(|split| format!("kit/{set}/{part}/{split}.txt.gz"))
    });
    let texts: Vec<String> = names.filter_map(|name| files::file(&name)).collect();
    if texts.is_empty() {
        eprintln!("skipped: no files of the kit");
    }
    texts
}

/// Solves a file and compares answers, and the supports of what somebody carries; how many questions it has.
fn compare(text: &str) -> Result<usize, Box<dyn Error>> {
    let solver = Solver { style: SupportStyle::History, ..Solver::default() };
    let mut written = String::new();
    let mut questions = 0;
    for found in Passages::of(text) {
        let passage = found?.passage;
        passage.write(&mut written, Spacing::Tab);
        for (solution, (_, asked)) in solver.solve(&passage)?.iter().zip(passage.questions()) {
            questions += 1;
            assert!(solution.complete && solution.status != Status::Unknown, "{asked:?} {solution:?}");
            assert!(solution.kind.same_answer(&solution.answer, &asked.answer), "{asked:?} {solution:?}");
            if matches!(solution.kind, Kind::Counting | Kind::List) {
                assert_eq!(solution.supporting, asked.support, "{asked:?}");
            }
        }
    }
    assert!(written == text, "written otherwise");
    Ok(questions)
}

#[test]
fn the_kits_answers_are_ours() {
    let texts = texts();
    let questions: usize = texts.iter().map(|text| compare(text).unwrap()).sum();
    assert!(texts.is_empty() || questions == 3962, "{questions} questions in {} files", texts.len());
}

/// The kit puts files together with an empty line after each.
#[test]
fn combined_files_have_empty_lines() {
    let texts = texts();
    let combined: String = texts.iter().map(|text| format!("{text}\n")).collect();
    let apart = texts.iter().flat_map(|text| Passages::of(text)).map(|found| found.unwrap().passage);
    assert!(Passages::of(&combined).map(|found| found.unwrap().passage).eq(apart));
}
