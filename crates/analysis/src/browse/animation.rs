//! Answers as animations: the way, and where the model looks.

use wampimuk_draw::Step;
use wampimuk_show::{Options as Look, command_tokens, replayed};
use wampimuk_source::ItemView;

use super::commands::refused;
use super::said::Token;
use crate::error::Error;
use crate::predictions::Attention;

/// The most steps that are animated; models that never end repeat themselves.
const STEPS: usize = 150;

/// An animated GIF of an answer, and what is to be said about it.
pub(super) fn animation(
    item: &ItemView<'_>,
    attention: Option<&Attention>,
    tokens: &[Token],
    look: &Look,
) -> Result<(Vec<u8>, Option<String>), Error> {
    let mut remarks = Vec::new();
    let none = Attention::default();
    let Attention { command, world } = attention.unwrap_or(&none);
    let mut words = command_tokens(item);
    // The originals' encoders read a mark before the command and one after it.
    let looked_at = command.first().map_or(words.len(), Vec::len);
    if looked_at == words.len() + 2 {
        words.insert(0, "(start)".to_owned());
        words.push("(end)".to_owned());
    }
    let (cells, count) = (usize::from(item.world.side()).pow(2), words.len());
    let fits = |rows: &[Vec<f32>], expected: usize, what: &str, remarks: &mut Vec<String>| {
        let wrong = rows.iter().find(|row| row.len() != expected);
        remarks.extend(wrong.map(|row| {
            format!("the attention on the {what} is not drawn: {} weights for {expected}", row.len())
        }));
        wrong.is_none()
    };
    let on_words = if fits(command, count, "command", &mut remarks) { &command[..] } else { &[] };
    let on_world = if fits(world, cells, "world", &mut remarks) { &world[..] } else { &[] };
    if tokens.len() > STEPS {
        remarks.push(format!("the first {STEPS} of {} steps", tokens.len()));
    }
    let row = |rows: &'_ [Vec<f32>], step: usize| -> Vec<f32> { rows.get(step).cloned().unwrap_or_default() };
    let rows: Vec<(Vec<f32>, Vec<f32>)> =
        (0..tokens.len().min(STEPS)).map(|step| (row(on_world, step), row(on_words, step))).collect();
    let steps: Vec<Step<'_>> = tokens
        .iter()
        .zip(&rows)
        .map(|((said, action), (world, words))| Step { said, action: *action, world, words })
        .collect();
    let gif = replayed(item, &words, &steps, look).map_err(refused)?;
    Ok((gif, (!remarks.is_empty()).then(|| remarks.join("; "))))
}
