//! What ReaSCAN's examples say of their distractors.
//!
//! The fields are the original's, with its habits: for commands with one clause the edge is the text "null"; for a chain of
//! two it is the edge that was kept; lists are empty or hold an empty entry depending on why there is nothing to say.

use wampimuk_command::{
    DistractorGroup, Example, Extreme, Lexicon, ObjectRole, ObjectRoles, PatternNode, Phrase, Strategy,
    WordClass,
};
use wampimuk_grid::Object;

use super::json::Json;
use super::reascan::{edge, expression, label, tag, word_tag};

/// The members about distractors; `order` is the order of the objects in the file.
pub(super) fn members(
    example: &Example,
    cast: &ObjectRoles,
    order: &[usize],
    lexicon: &Lexicon,
    json: &mut Json,
) {
    let nodes = example.command.phrase.nodes();
    let groups = |strategy: Strategy| cast.groups.iter().filter(move |group| group.strategy == strategy);
    let placed = |strategy: Strategy| groups(strategy).any(|group| group.complete);
    let is_random =
        |object: usize| cast.group_of(object).is_some_and(|group| group.strategy == Strategy::Random);
    let random: Vec<usize> = (0..order.len()).filter(|&place| is_random(order[place])).collect();
    let flags = [
        // True where there are none, too.
        ("full_relation_distractor", groups(Strategy::Relation).all(|group| group.complete)),
        ("has_relation_distractor", placed(Strategy::Relation)),
        ("has_attribute_distractor", placed(Strategy::Attribute)),
        ("has_isomorphism_distractor", placed(Strategy::Isomorphism)),
        ("has_random_distractor", !random.is_empty()),
    ];
    for (key, holds) in flags {
        json.key(key);
        json.raw(if holds { "true" } else { "false" });
    }
    json.key("n_random_distractor");
    json.number(random.len());
    relations(groups(Strategy::Relation), &nodes, json);
    attribute(groups(Strategy::Attribute).next(), json);
    isomorphism(groups(Strategy::Isomorphism).next(), &nodes, lexicon, json);
    json.key("random_distractor_metadata");
    json.open(b'[');
    json.element();
    json.open(b'{');
    for place in random {
        let object = example.world.objects()[order[place]];
        let size = size_word(&object, example, &nodes, cast, lexicon).map_or("", Extreme::name);
        let colour = &lexicon.colours[usize::from(object.colour)].name;
        let shape = &lexicon.nouns[usize::from(object.shape)].word.name;
        json.key(&label(place));
        // Without a size word, its blank stays.
        json.text(&format!("{size} {colour} {shape}"));
    }
    json.close(b'}');
    json.close(b']');
}

/// The size word of a random object. It has one if the command speaks of the size of such things: they come in two sizes
/// then, that of the thing the command speaks of and the other.
fn size_word(
    object: &Object,
    example: &Example,
    nodes: &[PatternNode<'_>],
    cast: &ObjectRoles,
    lexicon: &Lexicon,
) -> Option<Extreme> {
    let player = |number: usize| {
        let part = ObjectRole { group: 0, phrase: u8::try_from(number).ok() };
        cast.parts.iter().position(|known| *known == part).map(|player| example.world.objects()[player])
    };
    let word = |by_colour: bool| {
        nodes.iter().enumerate().find_map(|(number, PatternNode { phrase, .. })| {
            let extreme = lexicon.sizes[usize::from(phrase.size?)].extreme;
            let known = player(number).filter(|known| known.shape == object.shape)?;
            let fits = match phrase.colour {
                None => !by_colour,
                Some(_) => by_colour && known.colour == object.colour,
            };
            fits.then(|| if known.size == object.size { extreme } else { extreme.opposite() })
        })
    };
    word(false).or_else(|| word(true))
}

/// An entry of a list: `{"distractor_metadata": …}`.
fn entry(json: &mut Json, content: impl FnOnce(&mut Json)) {
    json.element();
    json.open(b'{');
    json.key("distractor_metadata");
    content(json);
    json.close(b'}');
}

fn relations<'g>(
    groups: impl Iterator<Item = &'g DistractorGroup>,
    nodes: &[PatternNode<'_>],
    json: &mut Json,
) {
    json.key("relation_distractor_metadata");
    json.open(b'[');
    let mut groups = groups.peekable();
    if groups.peek().is_none() && nodes.len() > 1 {
        entry(json, |json| json.raw("{}"));
    }
    for group in groups {
        // A chain of two clauses.
        let chain = nodes.len() == 3 && nodes[2].parent.is_some_and(|(parent, _)| parent == 1);
        let child = match group.phrase {
            _ if nodes.len() == 2 => None,
            Some(_) if chain => Some(1),
            phrase => phrase.map(usize::from),
        };
        let link = child.and_then(|child| Some((child, nodes.get(child)?.parent?)));
        entry(json, |json| {
            json.open(b'{');
            json.key("edge");
            match link {
                Some((child, (parent, _))) => edge(parent, child, json),
                None => json.text("null"),
            }
            json.key("relation_old_type");
            json.text(link.map_or("null", |(_, (_, relation))| tag(relation)));
            json.key("full_set");
            json.raw("true");
            json.close(b'}');
        });
    }
    json.close(b']');
}

fn attribute(group: Option<&DistractorGroup>, json: &mut Json) {
    let modified = group.and_then(|group| Some((group.phrase?, group.word?)));
    json.key("attribute_distractor_metadata");
    json.open(b'[');
    entry(json, |json| {
        json.open(b'[');
        json.element();
        json.open(b'{');
        json.key("modified_obj");
        match modified {
            Some((phrase, _)) => json.text(&label(phrase.into())),
            None => json.raw("null"),
        }
        json.key("modified_attribute");
        match modified {
            Some((_, word)) => json.text(word_tag(word)),
            None => json.raw("null"),
        }
        json.close(b'}');
        json.close(b']');
    });
    json.close(b']');
}

fn isomorphism(
    group: Option<&DistractorGroup>,
    nodes: &[PatternNode<'_>],
    lexicon: &Lexicon,
    json: &mut Json,
) {
    json.key("isomorphism_distractor_metadata");
    json.open(b'[');
    let swap = group.and_then(|group| {
        let (one, two) = (usize::from(group.phrase?), usize::from(group.other?));
        Some((one, two, nodes.get(one)?.phrase, nodes.get(two)?.phrase, group.word?))
    });
    if let Some((one, two, first, second, word)) = swap {
        let by_colour = word == WordClass::Colour;
        entry(json, |json| {
            json.open(b'[');
            json.element();
            json.open(b'{');
            json.key("swapped_pair");
            edge(one, two, json);
            let mut pair = |key: &str, texts: [String; 2]| {
                json.key(key);
                json.open(b'[');
                for text in texts {
                    json.element();
                    json.text(&text);
                }
                json.close(b']');
            };
            pair("before_pair_obj_str", [expression(first, lexicon), expression(second, lexicon)]);
            let after = |own: &Phrase, other: &Phrase| {
                let mut own = own.clone();
                if by_colour {
                    own.colour = other.colour;
                } else {
                    (own.size, own.noun) = (other.size, other.noun);
                }
                expression(&own, lexicon)
            };
            pair("after_pair_obj_str", [after(first, second), after(second, first)]);
            // Size and noun are always exchanged together.
            for (key, shuffled) in
                [("size_shuffled", !by_colour), ("color_shuffled", by_colour), ("shape_shuffled", !by_colour)]
            {
                json.key(key);
                json.raw(if shuffled { "true" } else { "false" });
            }
            json.close(b'}');
            json.close(b']');
        });
    }
    json.close(b']');
}
