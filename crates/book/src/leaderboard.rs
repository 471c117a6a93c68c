//! The leaderboard: what is stored of models, as tables and charts.

use wampimuk_analysis::leaderboard::{Leaderboard, MEANING};

use crate::markdown::text;
use crate::pages::{MARK, Pages};

/// Adds a page, and a chart for each recipe that there are entries of.
pub fn pages(pages: &mut Pages) {
    let board = Leaderboard::shipped();
    let mut page = format!(
        "{MARK}# Leaderboard\n\n{}\n\n`wampimuk leaderboard` prints these tables, and adds a line from a file of predictions: see \
         [its page](../reference/leaderboard.md).\n",
        text(MEANING)
    );
    let shown = board.tables().into_iter().zip(board.trainings()).zip(board.pictures());
    for (number, ((scores, trainings), picture)) in shown.enumerate() {
        let chart = format!("leaderboard/{number}.svg");
        page.push_str(&format!(
            "\n## {}\n\n{}\n![{}]({number}.svg)\n\n{}",
            text(&scores.title),
            scores.to_markdown(),
            text(&scores.title),
            trainings.to_markdown()
        ));
        pages.insert(chart.into(), picture.to_svg());
    }
    pages.insert("leaderboard/README.md".into(), page);
}
