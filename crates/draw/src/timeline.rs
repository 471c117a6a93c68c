//! A story as a timeline of who is where.
//!
//! The lines of the story run from top to bottom; beside them, everybody and everything has a column with a bar for
//! each stay. The data is plain, so that anything can be drawn that knows of lines, names and places.
//!
//! Colour is never the only sign: the name of the place stands where a bar begins, and what is known, what is one of
//! several places, what is only known in hindsight and what is not known at all differ in how they are drawn.

mod chart;
mod label;
mod places;
mod printed;
mod rows;
mod table;

use crate::Picture;

use places::Places;

/// The most moments a timeline may have: ten thousand lines, and the moment before them.
pub const MAX_MOMENTS: usize = 10_001;
/// The most tracks a timeline may have.
pub const MAX_TRACKS: usize = 64;
/// The most places a timeline may name.
pub const MAX_PLACES: usize = 256;
/// The most stays a timeline may have, over all its tracks.
pub const MAX_STAYS: usize = 32_768;

/// A story, and where everybody and everything is.
///
/// ```
/// use wampimuk_draw::{Moment, Stay, Timeline, Track, timeline, timeline_text};
///
/// let story = Timeline {
///     moments: vec![
///         Moment::default(),
///         Moment::told("1", "Ada walked to the kitchen.").supporting(),
///         Moment::asked("2", "Where is Ada?", "kitchen"),
///     ],
///     tracks: vec![Track::person("Ada", vec![Stay::anywhere(0, 1), Stay::known(1, 3, "kitchen")])],
/// };
/// assert!(timeline("Where is Ada?", &story)?.to_svg().starts_with("<svg"));
/// assert_eq!(
///     timeline_text("", &story, 80, false)?,
///     "     story                       Ada\n\
///      ─────────────────────────────────────────\n\
///      \u{20}                                ·\n\
///      * 1  Ada walked to the kitchen.  ┃kitchen\n\
///      ? 2  Where is Ada?               ┃\n\
///      \u{20}    → kitchen                   ┃\n\
///      ─────────────────────────────────────────\n\
///      ┃ known  · anywhere  * supports the answer  ? question\n"
/// );
/// # Ok::<(), wampimuk_draw::TimelineError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Timeline {
    /// One for each line of the story, and one before it.
    pub moments: Vec<Moment>,
    /// One for each person and each object.
    pub tracks: Vec<Track>,
}

/// A line of the story, and the moment after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// The number of the line, as it is printed; may be empty.
    pub number: String,
    /// The sentence, or the question; empty for the moment before the story.
    pub text: String,
    /// What is pointed out about it.
    pub mark: LineMark,
    /// The answer, if the line is a question that has one.
    pub answer: Option<String>,
}

/// What is pointed out about a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LineMark {
    /// Nothing.
    #[default]
    None,
    /// That the answer rests on it.
    Supporting,
    /// That it is the question.
    Question,
}

/// A person or an object, and where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Track {
    /// What it is called.
    pub name: String,
    /// Whether it is a person or an object.
    pub kind: TrackKind,
    /// Where it is, in the order of time. Moments that no stay covers are left empty.
    pub stays: Vec<Stay>,
}

/// What a track is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TrackKind {
    /// A person, who walks and carries.
    #[default]
    Person,
    /// Something, which is carried.
    Object,
}

/// Being in one place for a while.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stay {
    /// The first moment of it.
    pub from: usize,
    /// The first moment after it.
    pub to: usize,
    /// The place if there is one; the possible places if there are several; anywhere if there are none.
    pub places: Vec<String>,
    /// Whether only a later line tells it.
    pub learned_later: bool,
    /// Who carries it.
    pub holder: Option<String>,
}

impl Moment {
    /// A sentence.
    pub fn told(number: impl Into<String>, text: impl Into<String>) -> Self {
        Self { number: number.into(), text: text.into(), ..Self::default() }
    }

    /// A question and its answer.
    pub fn asked(number: impl Into<String>, text: impl Into<String>, answer: impl Into<String>) -> Self {
        Self { mark: LineMark::Question, answer: Some(answer.into()), ..Self::told(number, text) }
    }

    /// The same line as one that the answer rests on.
    #[must_use]
    pub fn supporting(self) -> Self {
        Self { mark: LineMark::Supporting, ..self }
    }
}

impl Track {
    /// A person.
    pub fn person(name: impl Into<String>, stays: Vec<Stay>) -> Self {
        Self { name: name.into(), kind: TrackKind::Person, stays }
    }

    /// An object.
    pub fn object(name: impl Into<String>, stays: Vec<Stay>) -> Self {
        Self { name: name.into(), kind: TrackKind::Object, stays }
    }
}

impl Stay {
    /// In this place, and no other.
    pub fn known(from: usize, to: usize, place: impl Into<String>) -> Self {
        Self { places: vec![place.into()], ..Self::anywhere(from, to) }
    }

    /// In one of these places.
    pub fn one_of<S: Into<String>>(from: usize, to: usize, places: impl IntoIterator<Item = S>) -> Self {
        Self { places: places.into_iter().map(Into::into).collect(), ..Self::anywhere(from, to) }
    }

    /// Nobody can tell where.
    pub fn anywhere(from: usize, to: usize) -> Self {
        Self { from, to, ..Self::default() }
    }

    /// The same stay, told by a later line only.
    #[must_use]
    pub fn in_hindsight(self) -> Self {
        Self { learned_later: true, ..self }
    }

    /// The same stay, held by a person.
    #[must_use]
    pub fn held_by(self, holder: impl Into<String>) -> Self {
        Self { holder: Some(holder.into()), ..self }
    }
}

/// Why a timeline cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TimelineError {
    /// More of something than is drawn.
    #[error("a timeline of {found} {what} is too large: at most {limit} are drawn; show a part of the story")]
    TooMany {
        /// `moments`, `tracks`, `stays` or `places`.
        what: &'static str,
        /// How many there are.
        found: usize,
        /// The most that are drawn.
        limit: usize,
    },
    /// A stay that is empty, or that lasts longer than the story.
    #[error("a stay of {track} lasts from moment {from} to before {to}: expected a part of 0 to {moments}")]
    Stay {
        /// The name of the track.
        track: String,
        /// Its first moment.
        from: usize,
        /// The first moment after it.
        to: usize,
        /// How many moments there are.
        moments: usize,
    },
    /// Two stays at once, or out of order.
    #[error(
        "a stay of {track} begins at moment {from}, but the one before it lasts until {until}: order them by time"
    )]
    Order {
        /// The name of the track.
        track: String,
        /// The first moment of the stay.
        from: usize,
        /// The end of the stay before it.
        until: usize,
    },
}

/// The timeline as a picture, under a title that may be empty.
///
/// Bars are solid where a place is known, hatched in the colours of the places where it is one of several, light with a
/// dashed edge where it is known in hindsight only, and a dotted line where nothing is known. A dark edge shows that an
/// object is carried.
pub fn timeline(title: &str, timeline: &Timeline) -> Result<Picture, TimelineError> {
    let places = timeline.check()?;
    Ok(chart::draw(&printed::clean(title), timeline, &places))
}

/// The timeline as lines of text, under a title that may be empty.
///
/// It is made to fit into `width` columns, of which it needs 40: names of places are shortened, which the legend
/// explains, and where that is not enough, tracks stand in several tables below each other. Tracks without any place are
/// only named. With `colour` the same text is coloured with 24-bit escapes; without it there are no escapes at all.
pub fn timeline_text(
    title: &str,
    timeline: &Timeline,
    width: usize,
    colour: bool,
) -> Result<String, TimelineError> {
    let places = timeline.check()?;
    Ok(table::print(&printed::clean(title), timeline, &places, width, colour))
}

impl Timeline {
    /// The places, if everything else is as it should be.
    fn check(&self) -> Result<Places, TimelineError> {
        let stays = self.tracks.iter().map(|track| track.stays.len()).sum();
        within("moments", self.moments.len(), MAX_MOMENTS)?;
        within("tracks", self.tracks.len(), MAX_TRACKS)?;
        within("stays", stays, MAX_STAYS)?;
        for track in &self.tracks {
            track.check(self.moments.len())?;
        }
        let places = Places::of(self);
        within("places", places.len(), MAX_PLACES)?;
        Ok(places)
    }
}

impl Track {
    fn check(&self, moments: usize) -> Result<(), TimelineError> {
        let mut until = 0;
        for &Stay { from, to, .. } in &self.stays {
            let track = || printed::clean(&self.name);
            if from >= to || to > moments {
                return Err(TimelineError::Stay { track: track(), from, to, moments });
            }
            if from < until {
                return Err(TimelineError::Order { track: track(), from, until });
            }
            until = to;
        }
        Ok(())
    }
}

fn within(what: &'static str, found: usize, limit: usize) -> Result<(), TimelineError> {
    if found <= limit { Ok(()) } else { Err(TimelineError::TooMany { what, found, limit }) }
}
