//! Output grids of riddles.

use wampimuk_prompt::Answer;
use wampimuk_riddle::Riddle;

use super::{AnswerFault, Judgement};

pub(super) fn judge(riddle: &Riddle, answer: &Answer) -> Judgement {
    let right = riddle.grid(&riddle.test.output).unwrap_or_default();
    let cells = right.iter().map(Vec::len).sum();
    let Answer::Grid(given) = answer else { return Judgement::other(cells, answer) };
    if *given == right {
        return Judgement::right(cells);
    }
    let (rows, columns) = (given.len(), given.first().map_or(0, Vec::len));
    if rows != right.len() || given.iter().zip(&right).any(|(given, right)| given.len() != right.len()) {
        return Judgement::wrong(cells, AnswerFault::Side { rows, columns, side: right.len() });
    }
    let pairs = || {
        let rows = given.iter().zip(&right).enumerate();
        rows.flat_map(|(row, (given, right))| {
            given
                .iter()
                .zip(right)
                .enumerate()
                .map(move |(column, (given, right))| (row, column, given == right))
        })
    };
    let equal = pairs().filter(|(_, _, equal)| *equal).count();
    let (row, column) = pairs().find(|(_, _, equal)| !equal).map_or((0, 0), |(row, column, _)| (row, column));
    Judgement {
        accuracy: equal as f64 / cells.max(1) as f64,
        ..Judgement::wrong(cells, AnswerFault::Code { row, column })
    }
}
