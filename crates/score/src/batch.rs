//! Many answers on several cores.

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
    in_parallel(dataset, claims, threads, |judge, claim| judge.judge(claim.split, claim.index, claim.answer))
}

/// Judges what language models said, on this many threads. See [`Judge::judge_text`].
pub fn judge_texts(
    dataset: &dyn Dataset,
    claims: &[ItemAnswer<&str>],
    view: PromptView,
    mode: ParseMode,
    threads: usize,
) -> Vec<Result<Judgement, JudgeError>> {
    in_parallel(dataset, claims, threads, |judge, claim| {
        judge.judge_text(claim.split, claim.index, claim.answer, view, mode)
    })
}

type Verdict = Result<Judgement, JudgeError>;

fn in_parallel<A: Sync>(
    dataset: &dyn Dataset,
    claims: &[ItemAnswer<A>],
    threads: usize,
    verdict: impl Fn(&mut Judge<'_>, &ItemAnswer<A>) -> Verdict + Sync,
) -> Vec<Verdict> {
    let judge_part = |part: &[ItemAnswer<A>]| -> Vec<Verdict> {
        let mut judge = Judge::new(dataset);
        part.iter().map(|claim| verdict(&mut judge, claim)).collect()
    };
    let size = claims.len().div_ceil(threads.max(1)).max(1);
    if size >= claims.len() {
        return judge_part(claims);
    }
    std::thread::scope(|scope| {
        let parts: Vec<_> = claims.chunks(size).map(|part| scope.spawn(|| judge_part(part))).collect();
        let join = |part: std::thread::ScopedJoinHandle<'_, Vec<Verdict>>| match part.join() {
            Ok(verdicts) => verdicts,
            Err(panic) => std::panic::resume_unwind(panic),
        };
        parts.into_iter().flat_map(join).collect()
    })
}
