//! Parts of tasks.

use super::super::check::weight;
use super::super::config::{COREF, ENDLESS, FilterConfig, QUESTIONS, TaskConfig, TasksConfig};
use super::super::never::never;
use super::super::{KitError, OneOrMany, Warning};
use super::kinds as kinds_named;
use crate::recipe::{
    Actions, Ask, Asking, Aspect, ConceptName, Condition, Coref, Leak, Negate, Part, ReleasedFilter,
    ReleasedPart, Vocabulary,
};

/// What both manners have in common: what is told, to whom, and when questions come.
pub(super) fn telling(task: &TaskConfig, words: &Vocabulary, part: &mut Part) {
    let params = &task.story_params;
    let told = |action: &str| params.weight(action);
    part.actions = Some(Actions {
        go: told("move"),
        grab: told("grab"),
        drop: told("drop"),
        give: told("give"),
        coref: told("coref"),
        conj: told("conj"),
        compound: told("compound"),
        negate: told("negate"),
        indef: told("indef"),
    });
    if params.tells("coref") {
        let [go, grab, drop] = COREF.map(|action| weight(&params.coref, &params.coref_distribution, action));
        part.coref = Coref { go, grab, drop };
    }
    if let (true, &[negative, positive]) = (params.tells("negate"), params.negate_distribution.as_slice()) {
        part.negate = Negate { negative, positive };
    }
    part.questions = params.n_questions;
    part.before = params.actions_before_question;
    part.chance = params.question_probability.min(1.0);
    let game = &task.game_variables;
    let some = |ours: &[String], all: &[String]| if ours == all { Vec::new() } else { ours.to_vec() };
    let people: Vec<String> = words.people.iter().map(|person| person.name.clone()).collect();
    part.people = some(&game.persons, &people);
    part.objects = some(&game.objects, &words.objects);
    part.places = some(&game.locations, &words.places);
}

fn ask(weight: impl Fn(&str) -> f64) -> Ask {
    Ask {
        where_person: weight("where_person"),
        where_object: weight("where_object"),
        where_was_object: weight("where_was_object"),
        yes_no: weight("yes_no"),
        counting: weight("counting"),
        list: weight("list"),
        giving: weight("giving"),
    }
}

/// The place of a filter in the file.
pub(super) fn filter_path(path: &str, task: &TaskConfig, number: usize) -> String {
    match task.filter_config {
        Some(OneOrMany::Many(_)) => format!("{path}.filter_config[{number}]"),
        _ => format!("{path}.filter_config"),
    }
}

/// The kinds that a filter passes; `None` for all.
fn valid(filter: &FilterConfig) -> Option<Vec<&str>> {
    let kinds: Vec<&str> = filter.valid_q_types.iter().map(String::as_str).collect();
    (kinds != ["all"]).then_some(kinds)
}

fn number(value: u64) -> u32 {
    u32::try_from(value).unwrap_or(u32::MAX)
}

/// As a number, unless it is as good as none.
fn limit(value: u64) -> Option<u32> {
    (value < ENDLESS).then(|| number(value))
}

fn range([least, most]: [u64; 2]) -> [u32; 2] {
    [number(least), number(most)]
}

/// What the kit does. There is no limit to the sizes but theirs.
pub(super) fn released(
    path: &str,
    task: &TaskConfig,
    part: &mut Part,
    warnings: &mut Vec<Warning>,
) -> Result<Option<u64>, KitError> {
    let params = &task.story_params;
    part.ask = ask(|kind| params.ask_weight(kind));
    let mut filters = Vec::new();
    for (number, filter) in task.filters().iter().enumerate() {
        let path = filter_path(path, task, number);
        if !filter.filter_each_q {
            return Err(KitError::new(
                format!("{path}.filter_each_q"),
                "stories cannot be kept with all questions",
            )
            .hint("true"));
        }
        filters.push(released_filter(&path, filter, warnings));
    }
    let leak = |kind: &str| {
        params.leaked().into_iter().find(|(leaked, _)| *leaked == kind).map_or(0.0, |(_, weight)| weight)
    };
    part.released = Some(ReleasedPart {
        exhaustive: params.exhaustive,
        every_place: params.extra_exh_yes_no,
        leak: Leak { where_person: leak("where_person"), where_object: leak("where_object") },
        filters,
    });
    Ok(None)
}

fn released_filter(path: &str, filter: &FilterConfig, warnings: &mut Vec<Warning>) -> ReleasedFilter {
    let kinds = valid(filter).unwrap_or_default();
    let all: Vec<Aspect> =
        filter.required_supp_fact_types.iter().filter_map(|fact| Aspect::from_name(fact)).collect();
    let impossible = all.len() < filter.required_supp_fact_types.len();
    if impossible {
        warnings.push(Warning::new(
            format!("{path}.required_supp_fact_types"),
            "the filter never passes anything",
        ));
    }
    ReleasedFilter {
        kinds: kinds_named(&kinds),
        support: (filter.num_supp_fact_range != FilterConfig::ANY_SUPPORT)
            .then(|| range(filter.num_supp_fact_range)),
        all,
        sentences: limit(filter.max_len),
        always: kinds_named(&filter.always_pass_q_types),
        per_pattern: if impossible { Some(0) } else { limit(filter.max_stories_per_sig) },
        enough: limit(filter.max_pass),
        patience: number(filter.max_fail),
    }
}

/// What the file asks for. Returns how many questions its filters want together.
pub(super) fn certified(
    path: &str,
    task: &TaskConfig,
    config: &TasksConfig,
    part: &mut Part,
    warnings: &mut Vec<Warning>,
) -> Result<Option<u64>, KitError> {
    let params = &task.story_params;
    let asked: Vec<&str> = QUESTIONS.into_iter().filter(|kind| params.ask_weight(kind) > 0.0).collect();
    part.asking = if params.exhaustive { Asking::Any } else { Asking::One };
    let longest = task.filters().iter().map(|filter| filter.max_len).max();
    part.overshoot = longest.is_none_or(|longest| longest > u64::from(part.before));
    let is_one_length = part.questions == 1 && part.chance == 1.0 && !part.overshoot;
    let counts_proofs = task.writer(config).second_engine;
    if task.filters().is_empty() {
        part.ask = ask(|kind| params.ask_weight(kind));
        return Ok(None);
    }
    let (mut passing, mut always): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
    let (mut wanted, mut shares) = (0_u64, Vec::new());
    for (number, filter) in task.filters().iter().enumerate() {
        let path = filter_path(path, task, number);
        let support = filter.num_supp_fact_range;
        let named = valid(filter);
        let may = |kind: &&str| named.as_ref().is_none_or(|named| named.contains(kind));
        let kinds: Vec<&str> =
            asked.iter().copied().filter(may).filter(|kind| !never(kind, support, params)).collect();
        if kinds.is_empty() || filter.max_pass == 0 || filter.max_fail == 0 {
            let [least, most] = support;
            warnings.push(Warning::new(
                path,
                format!("left out: no question asked here can have {least} to {most} supporting lines"),
            ));
            continue;
        }
        if filter.max_len < u64::from(part.before) {
            let (most, before) = (filter.max_len, part.before);
            warnings.push(Warning::new(
                format!("{path}.max_len"),
                format!(
                    "left out: at most {most} sentences, and {before} are told before the first question"
                ),
            ));
            continue;
        }
        if !filter.filter_each_q {
            warnings.push(Warning::new(format!("{path}.filter_each_q"), "only questions that pass are kept"));
        }
        if filter.max_stories_per_sig < ENDLESS {
            let message = "patterns are not counted: stories are drawn independently of each other";
            warnings.push(Warning::new(format!("{path}.max_stories_per_sig"), message));
        }
        part.filters.push(Condition {
            kinds: kinds_named(&kinds),
            support: (support != FilterConfig::ANY_SUPPORT).then(|| range(support)),
            all: filter.required_supp_fact_types.iter().filter_map(|fact| concept_name(fact)).collect(),
            proofs: (counts_proofs && filter.counts_proofs())
                .then(|| range([filter.min_paths, filter.max_paths])),
            sentences: limit(filter.max_len).filter(|_| !is_one_length),
            ..Condition::default()
        });
        passing.extend(kinds);
        always.extend(filter.always_pass_q_types.iter().map(String::as_str));
        wanted = wanted.saturating_add(filter.max_pass);
        shares.push(filter.max_pass.min(params.samples));
    }
    if part.filters.is_empty() {
        return Err(KitError::new(format!("{path}.filter_config"), "no filter can ever pass a question"));
    }
    // a filter for everything that is asked needs no list of kinds
    let everything = kinds_named(&passing);
    part.filters
        .iter_mut()
        .filter(|filter| filter.kinds == everything)
        .for_each(|filter| filter.kinds.clear());
    part.ask = ask(|kind| if passing.contains(&kind) { params.ask_weight(kind) } else { 0.0 });
    let left_out: Vec<&str> =
        asked.iter().copied().filter(|kind| !passing.contains(kind) && !always.contains(kind)).collect();
    if !left_out.is_empty() {
        let message = format!("{}: not asked, as no filter passes it", left_out.join(", "));
        warnings.push(Warning::new(format!("{path}.story_params.questions"), message));
    }
    always.retain(|kind| asked.contains(kind) && !passing.contains(kind));
    if !always.is_empty() {
        part.inject = kinds_named(&always);
        let message = "questions that always pass are added to the others, and count";
        warnings.push(Warning::new(format!("{path}.filter_config"), message));
    }
    let divisor = shares.iter().copied().fold(0, gcd).max(1);
    shares.iter_mut().for_each(|share| *share /= divisor);
    if shares.iter().any(|share| *share != 1) {
        part.shares = shares.into_iter().map(number).collect();
    }
    Ok(Some(wanted))
}

fn gcd(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { gcd(other, one % other) }
}

/// In this sense, `coref` and `compound` are what they say.
fn concept_name(name: &str) -> Option<ConceptName> {
    Some(match name {
        "move" => ConceptName::Move,
        "grab" => ConceptName::Grab,
        "drop" => ConceptName::Drop,
        "give" => ConceptName::Give,
        "negate" => ConceptName::Negate,
        "indef" => ConceptName::Indef,
        "co_ref" | "coref" => ConceptName::Coref,
        "conj" => ConceptName::Conj,
        "compound" => ConceptName::Compound,
        _ => return None,
    })
}
