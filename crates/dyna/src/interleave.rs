//! Long stories: sentences about other people in between.
//!
//! The other people go from place to place and meet nobody; what they do is told like everything else. Supports are
//! derived again from the long story, so nothing has to be argued about what the other people change.

use wampimuk_core::Stream;
use wampimuk_story::{Cast, Event, Person, Place, Sentence, Story};

/// A story with sentences about other people in between, and where each of its own sentences went.
#[derive(Clone, Debug)]
pub struct InterleavedStory {
    /// The long story.
    pub story: Story,
    /// The new line of each old line.
    pub lines: Vec<usize>,
}

/// Adds this many sentences about the people of `cast` beyond those of the story, at places drawn by chance, but neither
/// before a pronoun nor within the first two sentences: how a story begins decides what it is for.
pub fn interleave(
    story: &Story,
    cast: Cast,
    sentences: usize,
    stream: &mut Stream,
) -> Option<InterleavedStory> {
    let own = story.cast().people();
    let others = cast.people().checked_sub(own).filter(|&others| others > 0)?;
    let places = cast.places().len();
    let gaps: Vec<usize> = (story.len().min(2)..=story.len())
        .filter(|&gap| story.sentences().get(gap).is_none_or(|sentence| sentence.antecedent.is_none()))
        .collect();
    let mut before = vec![0usize; story.len() + 1];
    for _ in 0..sentences {
        before[*stream.choose(&gaps)] += 1;
    }
    let mut at: Vec<usize> = (0..others).map(|_| stream.index(places)).collect();
    let mut woven = Story::empty(cast);
    let mut lines = Vec::with_capacity(story.len());
    for (gap, &count) in before.iter().enumerate() {
        for _ in 0..count {
            let who = stream.index(others);
            let step = if places > 1 { 1 + stream.index(places - 1) } else { 0 };
            at[who] = (at[who] + step) % places;
            let who_goes = Person((own + who) as u8);
            woven.push(Sentence::new(who_goes, Event::Move(Place(at[who] as u8)))).ok()?;
        }
        if let Some(sentence) = story.sentences().get(gap) {
            lines.push(woven.len());
            let antecedent = sentence.antecedent.map(|line| lines[line]);
            woven.push(Sentence { antecedent, ..*sentence }).ok()?;
        }
    }
    Some(InterleavedStory { story: woven, lines })
}
