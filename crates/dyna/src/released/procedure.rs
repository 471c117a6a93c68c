//! The released way of filling a split: stories are told one after another, questions are asked, and filters keep what they
//! want until there is enough.
//!
//! What is kept depends on everything that was kept before, so nothing can be made out of turn. But every story is told from
//! a random stream of its own, so what was kept is a list of numbers: [`Filled`] has six bytes for a question, and tells any
//! story again when it is wanted.

use std::ops::Range;

use thiserror::Error;
use wampimuk_core::{RecipeError, Role, Stream, StreamKey};
use wampimuk_story::{Lexicon, Object, Question, Story, Wording};

use super::ask::{Claim, Kind, Kinds};
use super::defect::Defects;
use super::engine::Engine;
use super::filter::{Filter, Filters};
use super::order::Order;
use crate::choice::Weights;
use crate::narrative::wordings;
use crate::recipe::{Part, Recipe, ReleasedFilter, ReleasedPart};
use crate::scheme::{Scheme, Source, StoryScheme};
use crate::teller::Teller;

/// Words for lines: a story has at most `64 * WORDS` sentences.
pub const WORDS: usize = 4;

/// The most sentences. A story that comes to no question by then is given up.
const LONGEST: usize = 64 * WORDS;

/// After this many stories in a row without any question, no further one is told.
const HOPELESS: u32 = 10_000;

/// The most questions of a part and role: their numbers are kept in lists.
const MOST: u64 = 20_000_000;

/// Why a split cannot be filled.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FillError {
    /// The recipe cannot be followed.
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    /// Questions can never be asked.
    #[error("part `{0}`: {HOPELESS} stories in a row without a question")]
    Hopeless(String),
}

/// What the released procedure keeps for a part of a split.
#[derive(Debug)]
pub struct Filled {
    setting: Setting,
    /// The story that each question belongs to.
    attempts: Vec<u32>,
    /// Which of the story's questions it is.
    claims: Vec<u16>,
    told: u32,
    passed: Vec<usize>,
}

/// A story that was kept, with everything that was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retold {
    /// The story, up to its last question.
    pub story: Story,
    /// How its sentences are worded.
    pub wordings: Vec<Wording>,
    /// The questions that are kept of it, in their order, each with the number of sentences before it.
    pub asked: Vec<(usize, Claim<WORDS>)>,
    /// Which of them was wanted.
    pub item: usize,
}

/// Fills a part of the splits with a role: what the original would make for them.
///
/// Sizes count questions that pass a filter on their own merits or, where there are no filters, stories. So there may be more
/// questions than a recipe asks for, and, where filters give up, fewer. Where the last story has more than is asked for, it
/// is cut; the original is not so exact.
///
/// # Errors
/// If the part is not one of the released procedure, or never comes to a question.
pub fn fill(recipe: &Recipe, part: usize, role: Role, seed: u64) -> Result<Filled, FillError> {
    let setting = Setting::new(recipe, part, role, seed)?;
    let of_role = recipe.splits.iter().filter(|split| split.role == role);
    let wanted: u64 = of_role.filter_map(|split| split.parts.get(&setting.name)).sum();
    if wanted > MOST {
        let message = format!("part `{}`: {wanted} questions for {}", setting.name, role.name());
        let hint = format!("the released procedure keeps the numbers of all: at most {MOST}");
        return Err(RecipeError::new(message).hint(hint).into());
    }
    let mut filled =
        Filled { setting, attempts: Vec::new(), claims: Vec::new(), told: 0, passed: Vec::new() };
    filled.fill(wanted as usize)?;
    Ok(filled)
}

impl Filled {
    fn fill(&mut self, wanted: usize) -> Result<(), FillError> {
        let mut desk = Desk::new(&self.setting);
        let mut filters = (!self.setting.filters.is_empty())
            .then(|| Filters::new(self.setting.filters.iter().map(|(filter, _)| filter.clone())));
        let mut of_filter = vec![0; self.setting.filters.len()];
        let (mut count, mut fruitless) = (0, 0);
        while count < wanted && filters.as_ref().is_none_or(Filters::active) && self.told < u32::MAX {
            let attempt = self.told;
            self.told += 1;
            self.setting.tell(attempt, &mut desk);
            if self.claims.len() as u64 > MOST {
                let message = format!("part `{}`: more than {MOST} questions", self.setting.name);
                return Err(RecipeError::new(message).hint("ask for fewer stories, or less of each").into());
            }
            fruitless = if desk.claims.is_empty() { fruitless + 1 } else { 0 };
            if fruitless == HOPELESS {
                return Err(FillError::Hopeless(self.setting.name.clone()));
            }
            match &mut filters {
                None => {
                    count += usize::from(!desk.claims.is_empty());
                    (0..desk.claims.len()).for_each(|claim| self.keep(attempt, claim));
                }
                Some(filters) => {
                    let in_time = self.setting.in_time(&desk);
                    let Some(kept) = filters.offer(&desk.story, &desk.claims[..in_time]) else { continue };
                    // the original takes whole stories, and so a question too many now and then
                    let enough = self.setting.filters[kept.filter].0.enough;
                    let room = (wanted - count).min(enough.saturating_sub(of_filter[kept.filter]));
                    let passed = &kept.claims[..kept.claims.len().min(room)];
                    count += passed.len();
                    of_filter[kept.filter] += passed.len();
                    let always = self.setting.filters[kept.filter].1;
                    for (claim, asked) in desk.claims.iter().enumerate() {
                        if passed.contains(&claim) || always.has(Kind::of(asked.question)) {
                            self.keep(attempt, claim);
                        }
                    }
                }
            }
        }
        self.passed = of_filter;
        Ok(())
    }

    fn keep(&mut self, attempt: u32, claim: usize) {
        if let Ok(claim) = u16::try_from(claim) {
            self.attempts.push(attempt);
            self.claims.push(claim);
        }
    }

    /// How many questions there are.
    pub fn len(&self) -> usize {
        self.claims.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.claims.is_empty()
    }

    /// How many stories were told to find them.
    pub fn told(&self) -> u32 {
        self.told
    }

    /// How many questions passed each filter on their own merits.
    pub fn passed(&self) -> &[usize] {
        &self.passed
    }

    /// The words of these stories.
    pub fn lexicon(&self) -> &Lexicon {
        &self.setting.story.lexicon
    }

    /// The questions that are of the same story as a question, as a range; empty if there is no such question.
    pub fn siblings(&self, item: usize) -> Range<usize> {
        let Some(&attempt) = self.attempts.get(item) else { return 0..0 };
        self.attempts.partition_point(|&other| other < attempt)
            ..self.attempts.partition_point(|&other| other <= attempt)
    }

    /// Tells the story of a question again; `None` if there is no such question.
    pub fn story(&self, item: usize) -> Option<Retold> {
        let &attempt = self.attempts.get(item)?;
        let mut desk = Desk::new(&self.setting);
        let mut stream = self.setting.tell(attempt, &mut desk);
        let kept = self.siblings(item);
        let asked = self.claims[kept.clone()]
            .iter()
            .filter_map(|&claim| {
                let claim = usize::from(claim);
                Some((*desk.after.get(claim)?, desk.claims.get(claim)?.clone()))
            })
            .collect();
        let wordings = wordings(&desk.story, self.lexicon(), 0, &mut stream);
        Some(Retold { story: desk.story, wordings, asked, item: item - kept.start })
    }
}

/// The kinds of [`Part::ask`](crate::recipe::Part::ask), in its order.
const ASKED: [Kind; 7] = [
    Kind::WherePerson,
    Kind::WhereObject,
    Kind::WhereWasObject,
    Kind::YesNo,
    Kind::Counting,
    Kind::List,
    Kind::Giving,
];

/// Weights are counted in these parts, as those of [`StoryScheme`].
const PARTS: f64 = 10_000.0;

/// A part, made ready.
#[derive(Debug)]
struct Setting {
    name: String,
    story: Box<StoryScheme>,
    key: StreamKey,
    /// The weights of kinds, in the order of [`ASKED`].
    asks: Weights<7>,
    exhaustive: bool,
    every_place: bool,
    questions: usize,
    before: usize,
    /// What each filter passes on its own merits, and the kinds that it keeps besides.
    filters: Vec<(Filter, Kinds)>,
    /// Where a story has several questions, the most sentences before those that may pass.
    in_time: Option<usize>,
    order: Order,
}

impl Setting {
    fn new(recipe: &Recipe, part: usize, role: Role, seed: u64) -> Result<Setting, RecipeError> {
        let part = recipe
            .generate
            .parts
            .get(part)
            .ok_or_else(|| RecipeError::new(format!("there is no part {part}")))?;
        let wrong = |what: &str| RecipeError::new(format!("part `{}`: {what}", part.name));
        let released = part.released.clone().unwrap_or_default();
        let scheme = Scheme::new(&asked_part(part, &released), &recipe.generate)?;
        let Source::Story(story) = scheme.source else {
            return Err(wrong("the released procedure tells of people, objects and places only"));
        };
        let several = part.questions > 1;
        let limit = released.filters.first().and_then(|filter| filter.sentences);
        if several && released.filters.iter().any(|filter| filter.sentences != limit) {
            return Err(wrong("where a story has several questions, all filters have the same `sentences`"));
        }
        for filter in &released.filters {
            if let Some([from, to]) = filter.support.filter(|[from, to]| from > to) {
                return Err(wrong(&format!("`support = [{from}, {to}]` lets nothing pass")));
            }
        }
        let filter = |filter: &ReleasedFilter| made_filter(filter, several);
        Ok(Setting {
            name: part.name.clone(),
            key: StreamKey::new(&recipe.digest(), &format!("released/{}/{}", part.name, role.name()), seed),
            asks: story.asks,
            exhaustive: released.exhaustive,
            every_place: released.every_place,
            questions: part.questions as usize,
            before: part.before as usize,
            filters: released.filters.iter().map(filter).collect(),
            in_time: limit.filter(|_| several).map(|limit| limit as usize),
            order: Order::of_names(&story.lexicon),
            story,
        })
    }

    /// How many of the questions, from the first on, come early enough for the filters.
    fn in_time(&self, desk: &Desk) -> usize {
        self.in_time.map_or(desk.claims.len(), |limit| desk.after.partition_point(|&after| after <= limit))
    }

    /// Tells a story and asks its questions. Returns the stream from which its words are drawn.
    fn tell(&self, attempt: u32, desk: &mut Desk) -> Stream {
        let mut stream = self.key.stream(u64::from(attempt));
        desk.begin(&mut stream);
        let mut gap = 0;
        while desk.claims.len() < self.questions {
            if gap >= self.before && self.comes(&mut stream) && self.ask(desk, &mut stream) {
                gap = 0;
                continue;
            }
            let told = desk.story.len();
            if told + 2 > LONGEST || !desk.tell(&self.story, &mut stream) {
                desk.give_up();
                break;
            }
            gap += desk.story.len() - told;
        }
        stream
    }

    /// Whether a question comes now.
    fn comes(&self, stream: &mut Stream) -> bool {
        let chance = self.story.chance;
        f64::from(chance) >= PARTS || stream.below(PARTS as u32) < chance
    }

    /// Asks one question, or all; `false` if there is none.
    fn ask(&self, desk: &mut Desk, stream: &mut Stream) -> bool {
        let before = desk.claims.len();
        let Desk { teller, engine, story, claims, after } = desk;
        if self.exhaustive {
            for kind in Kind::ALL {
                let weight =
                    ASKED.iter().position(|&asked| asked == kind).map_or(0, |place| self.asks.of(place));
                if weight > 0 && self.every_place {
                    engine.askable(kind, claims);
                } else if weight > 0 {
                    engine.exhaustive(kind, |who| teller.truth().person(who), stream, claims);
                }
            }
        } else {
            // about carrying, anybody is asked once somebody has something
            let carried = (0..story.cast().objects())
                .any(|object| teller.truth().holder(Object(object as u8)).is_some());
            let can = |kind: Kind| match kind {
                Kind::Counting | Kind::List => carried,
                _ => engine.can_ask(kind),
            };
            let kind = self
                .asks
                .draw_among((0..ASKED.len()).filter(|&place| can(ASKED[place])), stream)
                .map(|place| ASKED[place]);
            claims.extend(kind.and_then(|kind| match kind {
                Kind::Counting => engine.claim(Question::HowMany(*stream.choose(&self.order.people))),
                Kind::List => engine.claim(Question::Carrying(*stream.choose(&self.order.people))),
                _ => engine.random(kind, stream),
            }));
        }
        after.resize(claims.len(), story.len());
        claims.len() > before
    }
}

/// The part with the questions that nobody asked for, and without what the released procedure does not heed.
fn asked_part(part: &Part, released: &ReleasedPart) -> Part {
    let mut part = part.clone();
    part.ask.where_person += released.leak.where_person;
    part.ask.where_object += released.leak.where_object;
    part.filters.clear();
    part.shares.clear();
    part
}

/// A filter, and the kinds that it keeps besides. As these neither pass on their own merits nor count, the filter does not
/// get to know of them.
fn made_filter(filter: &ReleasedFilter, several: bool) -> (Filter, Kinds) {
    let always: Kinds = filter.always.iter().copied().collect();
    let named = if filter.kinds.is_empty() { Kinds::ALL } else { filter.kinds.iter().copied().collect() };
    let usual = Filter::default();
    let limit = |limit: Option<u32>, usual: usize| limit.map_or(usual, |limit| limit as usize);
    let made = Filter {
        sizes: filter.support.map_or(usual.sizes, |[least, most]| (least as usize, most as usize)),
        kinds: Kind::ALL.into_iter().filter(|&kind| named.has(kind) && !always.has(kind)).collect(),
        always: Kinds::NONE,
        required: filter.all.iter().copied().collect(),
        longest: if several { usual.longest } else { limit(filter.sentences, usual.longest) },
        per_signature: limit(filter.per_pattern, usual.per_signature),
        enough: limit(filter.enough, usual.enough),
        patience: filter.patience as usize,
    };
    (made, always)
}

/// What one needs to tell a story, used for one after another.
struct Desk {
    teller: Teller,
    engine: Engine<WORDS>,
    story: Story,
    claims: Vec<Claim<WORDS>>,
    /// How many sentences come before each question.
    after: Vec<usize>,
}

impl Desk {
    fn new(setting: &Setting) -> Desk {
        let cast = setting.story.cast;
        Desk {
            teller: Teller::new(cast),
            engine: Engine::new(&cast, setting.order.clone(), Defects::RELEASED),
            story: Story::empty(cast),
            claims: Vec::new(),
            after: Vec::new(),
        }
    }

    fn begin(&mut self, stream: &mut Stream) {
        self.story.clear();
        self.claims.clear();
        self.after.clear();
        self.engine.restart();
        self.teller.begin(stream);
    }

    /// Tells the next thing, and has the engine read it; `false` if there is nothing to tell.
    fn tell(&mut self, scheme: &StoryScheme, stream: &mut Stream) -> bool {
        let told = self.story.len();
        self.teller.next(&scheme.telling, usize::MAX, &mut self.story, stream).is_some()
            && self.story.sentences()[told..].iter().all(|sentence| self.engine.tell(sentence).is_ok())
    }

    /// A story that comes to nothing has no questions.
    fn give_up(&mut self) {
        self.claims.clear();
        self.after.clear();
    }
}
