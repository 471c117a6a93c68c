//! The longest sentences and questions that a part of a recipe can tell.
//!
//! Models learn a weight for each position of a word, so the number of positions must be known before the first story.
//! A sample of stories could miss a part of a recipe that is rare or comes last. So the bound is derived from the weights of
//! actions and questions instead.

use wampimuk_babi::Kind;
use wampimuk_dyna::ask::KINDS;
use wampimuk_dyna::recipe::Part;
use wampimuk_dyna::scheme::StoryScheme;
use wampimuk_story::{Event, Lexicon, Object, Person, Place, Question, Sentence, Wording};

/// Of everything that is told, a sentence or question with as many tokens as any of its kind. `tokens` counts those of a
/// name; `there` is whether "there" may follow.
pub(super) fn longest_texts(
    story: &StoryScheme,
    part: &Part,
    there: bool,
    tokens: &dyn Fn(&str) -> usize,
) -> Vec<String> {
    let lexicon = &story.lexicon;
    let most = |names: &mut dyn Iterator<Item = &String>| {
        let counted = names.map(|name| tokens(name)).enumerate();
        counted.max_by_key(|&(_, tokens)| tokens).map_or(0, |(number, _)| number as u8)
    };
    let person = Person(most(&mut lexicon.people.iter().map(|person| &person.name)));
    let referred = Person(most(&mut lexicon.people.iter().map(|person| &person.pronoun)));
    let (object, place) =
        (Object(most(&mut lexicon.objects.iter())), Place(most(&mut lexicon.places.iter())));
    let mut texts = Vec::new();
    for sentence in sentences(story, [person, referred], object, place) {
        let prefixes = if sentence.antecedent.is_some() { lexicon.prefixes.len() } else { 1 };
        for verb in 0..lexicon.synonyms(sentence.event) {
            let wordings = (0..prefixes).map(|prefix| Wording { verb, prefix, there });
            texts.extend(wordings.map(|wording| lexicon.write(&sentence, wording)));
        }
    }
    texts.extend(questions(story, part, lexicon, person, object, place));
    texts
}

fn sentences(
    story: &StoryScheme,
    [person, referred]: [Person; 2],
    object: Object,
    place: Place,
) -> Vec<Sentence> {
    let [go, grab, drop, give, coref, conj, compound, negate, indef] =
        story.telling.actions.all().map(|weight| weight > 0);
    let second = story.telling.coref.all().map(|weight| coref && weight > 0);
    let [is_not, is] = story.telling.negate.all().map(|weight| negate && weight > 0);
    let alone = [go, grab, drop];
    let events = [Event::Move(place), Event::Grab(object), Event::Drop(object)];
    let mut told = Vec::new();
    let mut tell = |is_told: bool, sentence: Sentence| told.extend(is_told.then_some(sentence));
    for ((event, alone), second) in events.into_iter().zip(alone).zip(second) {
        tell(alone || second, Sentence::new(person, event));
        tell(second, Sentence { antecedent: Some(0), ..Sentence::new(referred, event) });
    }
    tell(give, Sentence::new(person, Event::Give(object, person)));
    tell(is_not, Sentence::new(person, Event::IsNot(place)));
    tell(is, Sentence::new(person, Event::Is(place)));
    tell(indef, Sentence::new(person, Event::Either(place, place)));
    let both = Sentence::new(person, Event::Move(place)).and(person);
    tell(conj || compound, both);
    tell(compound, Sentence { antecedent: Some(0), ..both });
    told
}

fn questions(
    story: &StoryScheme,
    part: &Part,
    lexicon: &Lexicon,
    person: Person,
    object: Object,
    place: Place,
) -> Vec<String> {
    let asked =
        KINDS.into_iter().zip(story.asks.all()).filter(|(_, weight)| *weight > 0).map(|(kind, _)| kind);
    let rephrased = part.rephrase.then_some(Kind::YesNo);
    let kinds = asked.chain(part.inject.iter().map(|&name| name.into())).chain(rephrased);
    let of_kind = |kind: Kind| match kind {
        Kind::WherePerson => vec![Question::WherePerson(person)],
        Kind::WhereObject => vec![Question::WhereObject(object)],
        Kind::WhereWasObject => vec![Question::WhereWas(object, place)],
        Kind::YesNo => vec![Question::IsIn(person, place)],
        Kind::Counting => vec![Question::HowMany(person)],
        Kind::List => vec![Question::Carrying(person)],
        Kind::Giving => vec![
            Question::WhoGaveTo(object, person),
            Question::WhoGave(object),
            Question::WhoReceived(object),
            Question::GaveToWhom(person, object),
            Question::GaveWhat(person, person),
        ],
        _ => Vec::new(),
    };
    kinds.flat_map(of_kind).map(|question| lexicon.ask(question)).collect()
}
