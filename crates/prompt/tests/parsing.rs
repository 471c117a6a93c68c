//! Answers survive every style, and no text is too odd or too long for the parser.

use proptest::prelude::*;
use wampimuk_grid::{Action, Cell};
use wampimuk_prompt::{Answer, ParseMode, PromptView, Unparsed, parse, read};

fn view() -> impl Strategy<Value = PromptView> {
    prop::sample::select(PromptView::ALL.to_vec())
}

/// Text that looks like what models say.
fn chatter() -> impl Strategy<Value = String> {
    let pieces = [
        "<answer>",
        "</answer>",
        "Answer:",
        "\nAnswer: ",
        "**",
        "```",
        "\n",
        "walk",
        "turn left",
        "turn",
        ",",
        " ",
        "[",
        "]",
        "row",
        "column",
        "3",
        "-1",
        "kitchen",
        "the",
        "\u{e4}\u{df}\u{1F600}",
        "_",
        "\"",
        ":",
        "{",
        "}",
        "\r\n",
        ";",
        "->",
        "\u{0}",
    ];
    prop::collection::vec(prop::sample::select(pieces.to_vec()), 0..40).prop_map(|pieces| pieces.concat())
}

fn actions() -> impl Strategy<Value = Vec<Action>> {
    prop::collection::vec(prop::sample::select(Action::ALL.to_vec()), 1..40)
}

/// A list of actions in one of many styles.
fn styled(actions: &[Action], style: usize) -> String {
    let names: Vec<String> = actions.iter().map(|action| action.name().to_string()).collect();
    match style {
        0 => names.join(", "),
        1 => names.join(" "),
        2 => names.join("\n"),
        3 => names.join(",").replace(' ', "_"),
        4 => names.join(" -> ").to_uppercase(),
        5 => format!("{names:?}"),
        6 => format!("{}.", names.join("; ").replace(' ', "  ")),
        _ => names.join(", ").replace("turn ", "turn-"),
    }
}

/// An answer marked in one of many ways.
fn marked(answer: &str, mark: usize) -> String {
    match mark {
        0 => format!("Answer: {answer}"),
        1 => format!("I think so.\n\n**Answer:** {answer}"),
        2 => format!("<answer>{answer}</answer>"),
        3 => format!("Answer: stay\nor rather <answer>\n{answer}\n</answer> (I hope)"),
        4 => format!("Final answer:\n```\n{answer}\n```\n\nDone."),
        _ => format!("### Answer:\n\n{answer}\n\nThat is all."),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics(text in any::<String>(), view in view()) {
        parse(&text, view);
        read(&text, view, ParseMode::Strict);
        read(&text, view, ParseMode::Lenient);
    }

    #[test]
    fn no_chatter_panics(text in chatter(), view in view()) {
        let strict = read(&text, view, ParseMode::Strict);
        let lenient = read(&text, view, ParseMode::Lenient);
        // Lenience only helps where nothing is marked.
        prop_assert!(strict == lenient || strict == Answer::Unparsed(Unparsed::Missing), "{strict:?} {lenient:?}");
    }

    #[test]
    fn actions_survive_every_style(actions in actions(), style in 0..8usize, mark in 0..6usize) {
        // Several lines can only stand where a block or a tag is read.
        prop_assume!(style != 2 || mark >= 2);
        let text = marked(&styled(&actions, style), mark);
        prop_assert_eq!(read(&text, PromptView::Actions, ParseMode::Strict), Answer::Actions(actions), "{}", text);
    }

    #[test]
    fn cells_survive_every_style(row in 0..32u8, column in 0..32u8, style in 0..4usize, mark in 0..6usize) {
        let text = match style {
            0 => format!("row {row}, column {column}"),
            1 => format!("({row}, {column})"),
            2 => format!("column {column}, row {row}"),
            _ => format!("{{\"row\": {row}, \"column\": {column}}}"),
        };
        let text = marked(&text, mark);
        prop_assert_eq!(read(&text, PromptView::Reference, ParseMode::Strict), Answer::Cell(Cell::new(row, column)), "{}", text);
    }

    #[test]
    fn words_survive_case_order_of_marks_and_articles(
        words in prop::collection::vec("[b-z]{2,8}", 1..4).prop_filter("and", |words| !words.contains(&"and".to_string())),
        mark in 0..6usize,
    ) {
        let spoken: Vec<String> = words.iter().map(|word| format!("the {}", word.to_uppercase())).collect();
        let text = marked(&spoken.join(" and "), mark);
        prop_assert_eq!(read(&text, PromptView::Answer, ParseMode::Strict), Answer::Words(words), "{}", text);
    }

    /// One action more, one less, or another one is another list: nothing is repaired.
    #[test]
    fn damage_is_noticed(actions in actions(), at in any::<prop::sample::Index>(), other in 0..6usize) {
        let at = at.index(actions.len());
        let mut damaged = actions.clone();
        damaged[at] = Action::ALL[other];
        let text = marked(&styled(&damaged, 0), 0);
        prop_assert_eq!(read(&text, PromptView::Actions, ParseMode::Strict) == Answer::Actions(actions.clone()), damaged == actions);
    }
}

/// Anything that is not linear would not come to an end here.
#[test]
fn megabytes_of_nonsense_are_read_in_no_time() {
    const COUNT: usize = 400_000;
    for piece in [
        "<answer>",
        "</answer>",
        "<answer></answer>",
        "Answer:\n",
        "\nAnswer:",
        "**",
        "```\n",
        "_",
        "walk ",
        "turn ",
        "[",
        "1 ",
        "row ",
        "a,",
        "\n",
        "<",
        "\u{1F600}",
    ] {
        let text = piece.repeat(COUNT);
        for view in PromptView::ALL {
            read(&text, view, ParseMode::Lenient);
            read(&format!("Answer: {text}"), view, ParseMode::Strict);
            read(&format!("<answer>{text}</answer>"), view, ParseMode::Strict);
        }
    }
    let long = format!("Answer: {}", "walk ".repeat(COUNT));
    assert!(
        matches!(read(&long, PromptView::Actions, ParseMode::Strict), Answer::Actions(list) if list.len() == COUNT)
    );
}
