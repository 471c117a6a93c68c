//! One example, as ReaSCAN writes it.

use wampimuk_command::{
    Example, Lexicon, ObjectRoles, PatternNode, Phrase, Register, Relation, Surface, WordClass, pattern,
};
use wampimuk_grid::print_actions;

use super::OriginalWriteError;
use super::distractors;
use super::json::Json;
use super::render::Renderer;

/// The words of a phrase, without article and clauses: "small red circle".
pub(crate) fn expression(phrase: &Phrase, lexicon: &Lexicon) -> String {
    let at = usize::from;
    let size = phrase.size.map(|size| lexicon.sizes[at(size)].extreme.name());
    let colour = phrase.colour.map(|colour| lexicon.colours[at(colour)].name.as_str());
    let noun = phrase.noun.map_or("object", |noun| &lexicon.nouns[at(noun)].word.name);
    let words: Vec<&str> = size.into_iter().chain(colour).chain([noun]).collect();
    words.join(" ")
}

/// The name of a phrase, or of an object.
pub(super) fn label(number: usize) -> String {
    format!("$OBJ_{number}")
}

/// The original's tag of a relation.
pub(super) const fn tag(relation: Relation) -> &'static str {
    match relation {
        Relation::SameRow => "$SAME_ROW",
        Relation::SameColumn => "$SAME_COLUMN",
        Relation::SameColour => "$SAME_COLOR",
        Relation::SameShape => "$SAME_SHAPE",
        Relation::SameSize => "$SAME_SIZE",
        Relation::Inside => "$IS_INSIDE",
    }
}

/// The original's tag of a word.
pub(super) const fn word_tag(class: WordClass) -> &'static str {
    match class {
        WordClass::Size => "$SIZE",
        WordClass::Colour => "$COLOR",
        WordClass::Noun => "$SHAPE",
    }
}

/// Which words a phrase has: "$SIZE $COLOR $SHAPE", or "$ABS_SHAPE" for "object".
fn word_tags(phrase: &Phrase) -> String {
    let adjectives = [WordClass::Size, WordClass::Colour].into_iter().filter(|class| class.is_in(phrase));
    let noun = if phrase.noun.is_some() { "$SHAPE" } else { "$ABS_SHAPE" };
    adjectives.map(word_tag).chain([noun]).collect::<Vec<_>>().join(" ")
}

/// The order in which the original would have placed the objects: those that the command mentions, phrase by phrase, then
/// group by group. Where it is not known what objects are for, the target comes first.
pub(super) fn order(example: &Example, cast: &ObjectRoles) -> Vec<usize> {
    let mut order: Vec<usize> = (0..example.world.objects().len()).collect();
    if cast.parts.len() == order.len() {
        order.sort_by_key(|&object| {
            let part = cast.parts[object];
            (part.group, part.phrase.unwrap_or(u8::MAX))
        });
    } else {
        order.sort_by_key(|&object| object != example.target);
    }
    order
}

/// An edge of the relation graph: `["$OBJ_0", "$OBJ_1"]`.
pub(super) fn edge(parent: usize, child: usize, json: &mut Json) {
    json.open(b'[');
    for number in [parent, child] {
        json.element();
        json.text(&label(number));
    }
    json.close(b']');
}

impl Renderer {
    /// The members of an example's object. Fields about distractors are left out where the cast says nothing.
    pub(super) fn reascan(
        &self,
        example: &Example,
        cast: &ObjectRoles,
        json: &mut Json,
    ) -> Result<(), OriginalWriteError> {
        let Example { command, world, actions, .. } = example;
        let lexicon = &self.lexicon;
        let nodes = command.phrase.nodes();
        let (shape, order) = (pattern(&command.phrase), order(example, cast));
        let text = |key: &str, value: &str, json: &mut Json| {
            json.key(key);
            json.text(value);
        };
        text("command", &command.field(lexicon, Surface::Reascan, Register::Words), json);
        text("grammer_pattern", &shape, json);
        text("meaning", &command.field(lexicon, Surface::Reascan, Register::Meanings), json);
        text("derivation", &shape, json);
        json.key("situation");
        self.situation(example, order.iter().copied(), json)?;
        text("target_commands", &print_actions(actions), json);
        text("verb_in_command", command.deed(lexicon).name(), json);
        let manner = command.adverb.map_or("", |adverb| &lexicon.adverbs[usize::from(adverb)].word.name);
        text("adverb_in_command", manner, json);
        text("referred_target", &expression(&command.phrase, lexicon), json);
        map("object_pattern_map", &nodes, word_tags, json);
        json.key("relation_map");
        json.open(b'[');
        for (child, node) in nodes.iter().enumerate() {
            if let Some((parent, relation)) = node.parent {
                json.element();
                json.open(b'[');
                json.element();
                edge(parent, child, json);
                json.element();
                json.text(tag(relation));
                json.close(b']');
            }
        }
        json.close(b']');
        map("object_expression", &nodes, |phrase| expression(phrase, lexicon), json);
        let objects = world.objects().len();
        json.key("n_object");
        json.number(objects);
        json.key("n_distractor");
        json.number(objects.saturating_sub(nodes.len()));
        if !cast.groups.is_empty() {
            distractors::members(example, cast, &order, lexicon, json);
        }
        Ok(())
    }
}

/// What is to be said of each phrase, by its name.
fn map(key: &str, nodes: &[PatternNode<'_>], say: impl Fn(&Phrase) -> String, json: &mut Json) {
    json.key(key);
    json.open(b'{');
    for (number, node) in nodes.iter().enumerate() {
        json.key(&label(number));
        json.text(&say(node.phrase));
    }
    json.close(b'}');
}
