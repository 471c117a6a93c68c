//! What an update or an answer takes of memory is known beforehand: no part of a batch is larger than its model allows, and
//! a tape holds so many numbers for each sentence or word and no more.

use wampimuk_core::{Digest, StreamKey};
use wampimuk_models::bidaf::BidafArchitecture;
use wampimuk_models::entnet::EntNetArchitecture;
use wampimuk_models::stm::StmArchitecture;
use wampimuk_models::{Architecture, BatchOrder, Data, Model, Task};
use wampimuk_nn::Tape;

type Failure = Box<dyn std::error::Error>;

/// What a GPU is asked at once.
const AT_ONCE: u64 = 8192;

/// The task of the recipe with the longest stories.
fn task<A: Architecture>(options: &A::Options) -> Result<A::Task, Failure> {
    Ok(A::task(Data::of_recipe("concat-t7", &[], 0)?, options)?)
}

/// The largest part of many updates and of one large question, by this measure, as a GPU gets them: in one part if that is
/// not too large.
fn largest<A: Architecture>(
    options: &str,
    batch: u64,
    size: fn(&<A::Model as Model>::Batch) -> usize,
) -> Result<usize, Failure> {
    let options: A::Options = serde_json::from_str(options)?;
    let task = task::<A>(&options)?;
    let mut maker = task.maker(1)?;
    let mut order = BatchOrder::new(0, task.splits()[0].len, batch);
    let updates = (0..1000).map(|update| order.items(update).into_iter().step_by(64).collect());
    let mut most = 0;
    for items in updates.chain([(0..AT_ONCE).collect::<Vec<u64>>()]) {
        let parts = maker.make(0, &items, 1)?;
        assert_eq!(parts.iter().map(|part| part.rows.len()).sum::<usize>(), items.len());
        most = parts.iter().map(|part| size(&part.batch)).fold(most, usize::max);
    }
    Ok(most)
}

/// How many numbers a tape holds for each sentence or word of a small part.
fn held<A: Architecture>(
    options: &str,
    size: fn(&<A::Model as Model>::Batch) -> usize,
) -> Result<usize, Failure> {
    let options: A::Options = serde_json::from_str(options)?;
    let task = task::<A>(&options)?;
    let params = A::create(&task, &options, StreamKey::new(&Digest::of(b"test"), "weights", 0).stream(0))?;
    let model = A::find(&params, &options)?;
    // Among them questions of the third task.
    let items: Vec<u64> = (0..4).map(|item| 18_000 + item).collect();
    let parts = task.maker(1)?.make(0, &items, 1)?;
    let mut tape = Tape::new(&params, None);
    let part = &parts.first().ok_or("there is a part")?.batch;
    model.loss(&mut tape, part, 1.0);
    Ok(tape.held() / size(part))
}

#[test]
fn no_part_is_larger_than_its_model_allows() -> Result<(), Failure> {
    let entnet = largest::<EntNetArchitecture>("{}", 512, |part| part.rows * part.sentences)?;
    assert!((1 << 14..=1 << 15).contains(&entnet), "{entnet}");
    let stm = largest::<StmArchitecture>("{}", 512, |part| part.rows * part.sentences)?;
    assert!((1280..=2560).contains(&stm), "{stm}");
    let bidaf = largest::<BidafArchitecture>("{}", 960, |part| part.words.len())?;
    assert!((1 << 15..=1 << 16).contains(&bidaf), "{bidaf}");
    Ok(())
}

/// In numbers of four bytes; the way back takes as many again.
#[test]
fn a_tape_holds_as_much_as_was_said() -> Result<(), Failure> {
    let entnet = held::<EntNetArchitecture>("{}", |part| part.rows * part.sentences)?;
    let official = held::<StmArchitecture>("{}", |part| part.rows * part.sentences)?;
    let dyna = held::<StmArchitecture>(r#"{ "size": "dyna" }"#, |part| part.rows * part.sentences)?;
    let bidaf = held::<BidafArchitecture>("{}", |part| part.words.len())?;
    let gigabytes = |held: usize, most: usize| 8.0 * (held * most) as f64 / 1e9;
    let all = [
        gigabytes(entnet, 1 << 15),
        gigabytes(official, 2560),
        gigabytes(dyna, 5120),
        gigabytes(bidaf, 1 << 16),
    ];
    println!("{all:?}");
    assert!(all.iter().zip([6.0, 14.0, 11.0, 4.0]).all(|(found, said)| *found <= said), "{all:?}");
    Ok(())
}
