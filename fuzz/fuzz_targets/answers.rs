//! What language models say. An answer that was found and is written plainly is found again, and a judge takes whatever was said.

#![no_main]

use std::cell::RefCell;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use wampimuk_families::{Dataset, require};
use wampimuk_prompt::{Answer, ParseMode, PromptView, parse, read};
use wampimuk_score::Judge;

/// Datasets whose items are made at once. Those of riddles take milliseconds; their answers are grids, which are read all the same.
static DATASETS: LazyLock<[Box<dyn Dataset>; 2]> = LazyLock::new(|| {
    let made = |name: &str| require(name, &[]).and_then(|found| found.dataset(0));
    ["gscan-walk", "mix-t7"].map(|name| made(name).expect("a shipped recipe"))
});

thread_local! {
    static JUDGES: RefCell<Vec<Judge<'static>>> =
        RefCell::new(DATASETS.iter().map(|dataset| Judge::new(&**dataset)).collect());
}

const VIEWS: [PromptView; 4] =
    [PromptView::Actions, PromptView::Reference, PromptView::Answer, PromptView::Output];

fuzz_target!(|text: &str| {
    for view in VIEWS {
        for mode in [ParseMode::Strict, ParseMode::Lenient, ParseMode::Whole] {
            let answer = read(text, view, mode);
            if let Some(plain) = plain(&answer) {
                assert_eq!(parse(&plain, view), answer, "{plain}");
            }
        }
    }
    JUDGES.with_borrow_mut(|judges| {
        for (judge, view) in judges.iter_mut().zip([PromptView::Actions, PromptView::Answer]) {
            judge.judge_text(0, 0, text, view, ParseMode::Whole).expect("there is an item 0");
        }
    });
});

/// An answer as prompts ask for it. Words are left out: what is quoted in one would have to be quoted again.
fn plain(answer: &Answer) -> Option<String> {
    match answer {
        Answer::Actions(actions) if actions.is_empty() => Some("nothing".into()),
        Answer::Actions(actions) => {
            Some(actions.iter().map(|action| action.name()).collect::<Vec<_>>().join(", "))
        }
        Answer::Cell(cell) => Some(format!("row {}, column {}", cell.row, cell.column)),
        Answer::Grid(rows) if rows.iter().all(|row| !row.is_empty()) && !rows.is_empty() => {
            let line = |row: &Vec<u64>| row.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
            Some(rows.iter().map(line).collect::<Vec<_>>().join("\n"))
        }
        Answer::Grid(_) | Answer::Words(_) | Answer::Unparsed(_) => None,
    }
}
