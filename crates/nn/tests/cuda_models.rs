//! Every model computes on the GPU what it computes on the processor: the loss, the gradients of all tensors, and what it
//! answers. Where there is no GPU the tests say that they were skipped.

#[path = "cuda_support/compare.rs"]
mod compare;

use compare::{Function, assert_close, compare, device};
use wampimuk_core::{Digest, Stream, StreamKey};
use wampimuk_models::{
    ARCHITECTURES, AnswerOptions, Architecture, Data, Model, ModelVisitor, Task, with_model,
};
use wampimuk_nn::{DropoutSeed, Graph, Tape, cuda};

type Failure = Box<dyn std::error::Error>;

/// What models learn from: the first that suits.
const RECIPES: [&str; 3] = ["gscan-demo", "babi", "dyna-babi"];
const NOISE: DropoutSeed = DropoutSeed { seed: 2, step: 9, part: 1 };

struct Loss<'a, M: Model> {
    model: &'a M,
    part: &'a M::Batch,
}

impl<M: Model> Function for Loss<'_, M> {
    fn of<G: Graph>(&self, graph: &mut G) -> (G::Var, Vec<G::Var>) {
        (self.model.loss(graph, self.part, 1.0 / M::labels(self.part).max(1) as f32), Vec::new())
    }
}

struct Check<'d>(&'d cuda::Device);

impl Check<'_> {
    fn model<A: Architecture>(&self, recipe: &str, options: A::Options) -> Result<(), Failure> {
        let task = A::task(Data::of_recipe(recipe, &[], 0)?, &options)?;
        let params = A::create(&task, &options, stream())?;
        let model = A::find(&params, &options)?;
        let train = task.splits().iter().position(|split| split.name == "train").unwrap_or(0);
        for part in task.maker(1)?.make(train, &(0..4).collect::<Vec<u64>>(), 1)? {
            let part = &part.batch;
            for noise in [None, Some(NOISE)] {
                compare(A::NAME, self.0, &params, noise, &Loss { model: &model, part })?;
            }
            let weights = self.0.weights(&params)?;
            let mut tape = cuda::Tape::new(self.0, &weights, None);
            let how = AnswerOptions { most: 12, attention: true };
            let found = model.answer(&mut tape, part, how);
            tape.check()?;
            let expected = model.answer(&mut Tape::new(&params, None), part, how);
            assert_eq!(found.len(), expected.len(), "{}", A::NAME);
            for (row, (found, expected)) in found.iter().zip(&expected).enumerate() {
                let [found, expected] = [found, expected].map(|answer| task.answer_text(part, row, answer));
                assert_eq!(found.words, expected.words, "{}", A::NAME);
                for (found, expected) in
                    [(&found.command, &expected.command), (&found.world, &expected.world)]
                {
                    assert_close(A::NAME, &found.concat(), &expected.concat());
                }
            }
        }
        Ok(())
    }
}

impl ModelVisitor for Check<'_> {
    type Out = Result<(), String>;

    fn visit<A: Architecture>(self) -> Self::Out {
        let mut failures = Vec::new();
        for recipe in RECIPES {
            let Ok(options) = serde_json::from_str("{}") else {
                eprintln!("SKIPPED: {} has no usual options", A::NAME);
                return Ok(());
            };
            match self.model::<A>(recipe, options) {
                Ok(()) => return Ok(()),
                Err(failure) => failures.push(format!("{recipe}: {failure}")),
            }
        }
        Err(failures.join("; "))
    }
}

fn stream() -> Stream {
    StreamKey::new(&Digest::of(b"a comparison"), "weights", 0).stream(0)
}

#[test]
fn all_models() {
    let Some(device) = device(None) else { return };
    let failures: Vec<String> = ARCHITECTURES
        .iter()
        .filter_map(|(name, _)| {
            let outcome = with_model(name, Check(&device)).and_then(|outcome| outcome);
            outcome.err().map(|failure| format!("{name}: {failure}"))
        })
        .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
