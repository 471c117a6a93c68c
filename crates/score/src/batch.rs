//! Many answers on several cores.

use wampimuk_core::in_parts;
use wampimuk_families::Dataset;
use wampimuk_prompt::{Answer, ParseMode, PromptView};

use crate::{Judge, JudgeError, Judgement};

/// An answer to an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ItemAnswer<A> {
    /// The number of the item's split.
    pub split: usize,
    /// Its index in the split.
    pub index: u64,
    /// The answer: an [`&Answer`](Answer), or the text of a language model.
    pub answer: A,
}

/// Judges answers on this many threads. The judgements come in the order of the claims, whatever the number of threads.
pub fn judge_all(
    dataset: &dyn Dataset,
    claims: &[ItemAnswer<&Answer>],
    threads: usize,
) -> Vec<Result<Judgement, JudgeError>> {
    judge_each(dataset, claims, threads, |judge, claim| judge.judge(claim.split, claim.index, claim.answer))
}

/// Judges what language models said, on this many threads. See [`Judge::judge_text`].
pub fn judge_texts(
    dataset: &dyn Dataset,
    claims: &[ItemAnswer<&str>],
    view: PromptView,
    mode: ParseMode,
    threads: usize,
) -> Vec<Result<Judgement, JudgeError>> {
    judge_each(dataset, claims, threads, |judge, claim| {
        judge.judge_text(claim.split, claim.index, claim.answer, view, mode)
    })
}

type Verdict = Result<Judgement, JudgeError>;

fn judge_each<A: Sync>(
    dataset: &dyn Dataset,
    claims: &[ItemAnswer<A>],
    threads: usize,
    verdict: impl Fn(&mut Judge<'_>, &ItemAnswer<A>) -> Verdict + Sync,
) -> Vec<Verdict> {
    let judge_part = |part: &[ItemAnswer<A>]| -> Vec<Verdict> {
        let mut judge = Judge::new(dataset);
        part.iter().map(|claim| verdict(&mut judge, claim)).collect()
    };
    in_parts(threads, claims, judge_part).into_iter().flatten().collect()
}
