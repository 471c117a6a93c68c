//! What readers of commands see of each object of a world.
//!
//! A row has sections, and a reader sees some of them. Nothing here knows the target.

use std::ops::Range;

use wampimuk_command::{Example, Lexicon, Phrase, Relation, Scene, Semantics};
use wampimuk_grid::{Form, Object};

use super::orders::Votes;

/// A part of the features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    /// The object by itself.
    Own,
    /// The object among the others.
    World,
    /// Its place in the list.
    List,
    /// The words of the command, in no order, beside the object.
    Bag,
    /// The same beside the others and their relations.
    BagWorld,
    /// The words of the head phrase beside the object.
    Head,
    /// The same beside the others.
    HeadWorld,
    /// Votes of the orders of the command's words.
    Votes,
}

const SECTIONS: usize = 8;

/// Rows of features, and where their sections are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    pub rows: Vec<Vec<u8>>,
    ends: [usize; SECTIONS],
}

impl Rows {
    /// The columns of some sections.
    pub fn columns(&self, sections: &[Section]) -> Vec<usize> {
        sections.iter().flat_map(|&section| self.range(section)).collect()
    }

    fn range(&self, section: Section) -> Range<usize> {
        let number = section as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        start..self.ends[number]
    }

    pub fn width(&self) -> usize {
        self.ends[SECTIONS - 1]
    }
}

/// The words of a command, in no order.
struct Bag {
    colours: Vec<u8>,
    nouns: Vec<u8>,
    objects: u8,
    sizes: [u8; 2],
    relations: [u8; 6],
    phrases: u8,
}

impl Bag {
    fn of(head: &Phrase, lexicon: &Lexicon) -> Self {
        fn walk(phrase: &Phrase, lexicon: &Lexicon, bag: &mut Bag) {
            bag.phrases = bag.phrases.saturating_add(1);
            bag.colours.extend(phrase.colour);
            bag.nouns.extend(phrase.noun);
            bag.objects += u8::from(phrase.noun.is_none());
            if let Some(size) = phrase.size.and_then(|size| lexicon.sizes.get(usize::from(size))) {
                bag.sizes[size.extreme as usize] += 1;
            }
            for clause in &phrase.clauses {
                bag.relations[clause.relation as usize] += 1;
                walk(&clause.phrase, lexicon, bag);
            }
        }
        let mut bag = Self {
            colours: Vec::new(),
            nouns: Vec::new(),
            objects: 0,
            sizes: [0; 2],
            relations: [0; 6],
            phrases: 0,
        };
        walk(head, lexicon, &mut bag);
        bag
    }
}

fn count(set: u64) -> u8 {
    set.count_ones() as u8
}

fn times(things: &[u8], thing: u8) -> u8 {
    things.iter().filter(|&&other| other == thing).count() as u8
}

/// What the objects of a world have in common with others.
struct Seen<'a> {
    scene: &'a Scene<'a>,
    objects: &'a [Object],
    semantics: Semantics,
    colours: [u64; 256],
    shapes: [u64; 256],
}

impl<'a> Seen<'a> {
    fn new(scene: &'a Scene<'a>, objects: &'a [Object], semantics: Semantics) -> Self {
        let (mut colours, mut shapes) = ([0; 256], [0; 256]);
        for (number, object) in objects.iter().enumerate() {
            colours[usize::from(object.colour)] |= 1 << number;
            shapes[usize::from(object.shape)] |= 1 << number;
        }
        Self { scene, objects, semantics, colours, shapes }
    }

    fn related(&self, relation: Relation, object: usize) -> u64 {
        self.scene.related(relation, object, self.semantics)
    }

    /// The objects whose colour, or shape, is one of these.
    fn any(classes: &[u64; 256], among: &[u8]) -> u64 {
        among.iter().fold(0, |set, &class| set | classes[usize::from(class)])
    }

    fn where_(&self, holds: impl Fn(&Object) -> bool) -> u64 {
        let numbered = self.objects.iter().enumerate();
        numbered.filter(|(_, object)| holds(object)).fold(0, |set, (number, _)| set | 1 << number)
    }
}

/// The features of all objects of an example's world.
pub(crate) fn rows(
    example: &Example,
    scene: &Scene<'_>,
    (lexicon, semantics): (&Lexicon, Semantics),
    votes: Option<&Votes>,
) -> Rows {
    let objects = example.world.objects();
    let seen = Seen::new(scene, objects, semantics);
    let phrase = &example.command.phrase;
    let bag = Bag::of(phrase, lexicon);
    let mut found = Rows { rows: vec![Vec::with_capacity(160); objects.len()], ends: [0; SECTIONS] };
    let mut counts = Vec::with_capacity(objects.len());
    for number in 0..objects.len() {
        own(&seen, number, &mut found.rows[number]);
        found.ends[Section::Own as usize] = found.rows[number].len();
        counts.push(world(&seen, number, example, &mut found.rows[number]));
    }
    let fits_of: Vec<[u8; 4]> = (0..objects.len()).map(|number| fitness(&seen, &bag, number)).collect();
    for number in 0..objects.len() {
        let row = &mut found.rows[number];
        // How many objects have more of each.
        for (place, &mine) in counts[number].iter().enumerate() {
            row.push(counts.iter().filter(|other| other[place] > mine).count() as u8);
        }
        found.ends[Section::World as usize] = row.len();
        let after = objects.len() - 1 - number;
        row.extend([number.min(63) as u8, after.min(63) as u8]);
        found.ends[Section::List as usize] = row.len();
        bag_alone(&bag, &objects[number], row);
        found.ends[Section::Bag as usize] = row.len();
        bag_and_world(&seen, &bag, number, row);
        // How many objects fit the words better, and how many as well.
        for (place, &mine) in fits_of[number].iter().enumerate() {
            let others = || fits_of.iter().map(|fits| fits[place]);
            row.extend([mine, others().filter(|&other| other > mine).count() as u8]);
            row.push(others().filter(|&other| other == mine).count() as u8);
        }
        found.ends[Section::BagWorld as usize] = row.len();
        head_alone(phrase, &objects[number], lexicon, row);
        found.ends[Section::Head as usize] = row.len();
        head_and_world(&seen, phrase, &bag, number, lexicon, row);
        found.ends[Section::HeadWorld as usize] = row.len();
        ballot(votes, number, row);
        found.ends[Section::Votes as usize] = row.len();
    }
    found
}

fn own(seen: &Seen<'_>, number: usize, row: &mut Vec<u8>) {
    let object = &seen.objects[number];
    let frame = u8::from(object.form == Form::Frame);
    row.extend([object.shape, object.colour, object.size, object.cell.row, object.cell.column, frame]);
}

/// The object among the others; gives the numbers of objects that share something with it.
fn world(seen: &Seen<'_>, number: usize, example: &Example, row: &mut Vec<u8>) -> [u8; 10] {
    let object = &seen.objects[number];
    let me = 1u64 << number;
    let by = |relation| seen.related(relation, number);
    let (same_row, same_column) = (by(Relation::SameRow), by(Relation::SameColumn));
    let (colour, shape, size) = (by(Relation::SameColour), by(Relation::SameShape), by(Relation::SameSize));
    let boxes = by(Relation::Inside);
    let inside = match object.form {
        Form::Frame => seen.where_(|other| object.covers(other.cell)) & !me,
        Form::Solid => 0,
    };
    let near_twins = (colour & shape & !size) | (colour & size & !shape) | (shape & size & !colour);
    let counts = [
        count(same_row),
        count(same_column),
        count(colour),
        count(shape),
        count(size),
        count(colour & shape),
        count(colour & shape & size),
        count(near_twins),
        count(same_row) + count(same_column),
        count(colour) + count(shape) + count(size),
    ];
    row.extend(counts);
    let frames = seen.where_(|other| other.form == Form::Frame);
    let (smaller, bigger) =
        (seen.where_(|other| other.size < object.size), seen.where_(|other| other.size > object.size));
    row.extend([
        count(boxes),
        count(inside),
        count(frames),
        seen.objects.len() as u8,
        count(same_row & frames),
        count(same_column & frames),
        count((same_row | same_column) & colour),
        count((same_row | same_column) & shape),
        count((same_row | same_column) & size),
        count((same_row | same_column) & near_twins),
        count(shape & smaller),
        count(shape & bigger),
        count(colour & shape & smaller),
        count(colour & shape & bigger),
        count(colour & smaller),
        count(colour & bigger),
        count(smaller),
        count(bigger),
    ]);
    let agent = example.world.agent().cell;
    let gap = |one: u8, other: u8| one.abs_diff(other);
    row.extend([
        agent.distance(object.cell),
        gap(agent.row, object.cell.row),
        gap(agent.column, object.cell.column),
        u8::from(object.cell.row > agent.row) * 2 + u8::from(object.cell.column > agent.column),
    ]);
    let nearest = |set: u64| {
        let numbered = seen.objects.iter().enumerate().filter(|(other, _)| set >> other & 1 == 1);
        numbered.map(|(_, other)| other.cell.distance(object.cell)).min().unwrap_or(63)
    };
    row.extend([nearest(!me), nearest(colour), nearest(shape), nearest(frames & !me)]);
    let edge = example.world.side().saturating_sub(1);
    let rim = [object.cell.row, object.cell.column].map(|place| u8::from(place == 0 || place == edge));
    row.push(rim[0] + rim[1]);
    counts
}

fn bag_alone(bag: &Bag, object: &Object, row: &mut Vec<u8>) {
    row.extend([
        times(&bag.colours, object.colour),
        times(&bag.nouns, object.shape),
        bag.objects,
        bag.sizes[0],
        bag.sizes[1],
        // Sizes go from 1 to 4 in the papers: words and size as one number.
        (bag.sizes[0].min(1) + 2 * bag.sizes[1].min(1)) * 8 + object.size.min(7),
        bag.phrases,
        bag.colours.len() as u8,
        bag.nouns.len() as u8,
        times(&bag.colours, object.colour).min(1) * 2 + times(&bag.nouns, object.shape).min(1),
    ]);
    row.extend(bag.relations);
}

/// What is left of the words for the other phrases if an object takes those that fit it.
struct Rest {
    colours: Vec<u8>,
    nouns: Vec<u8>,
    /// The objects that one of the colours, and one of the nouns, fits.
    strict: u64,
    /// The same, where phrases without a colour word fit any colour, and "object" any noun.
    loose: u64,
    /// Whether the object can be described by some of the words.
    fits: bool,
}

impl Rest {
    fn of(seen: &Seen<'_>, bag: &Bag, object: &Object) -> Self {
        let without = |words: &[u8], own: u8| {
            let mut left = words.to_vec();
            let place = left.iter().position(|&word| word == own);
            place.map(|place| left.remove(place));
            (left, place.is_some())
        };
        let (colours, has_colour) = without(&bag.colours, object.colour);
        let (nouns, has_noun) = without(&bag.nouns, object.shape);
        let others = usize::from(bag.phrases).saturating_sub(1);
        let (coloured, shaped) = (Seen::any(&seen.colours, &colours), Seen::any(&seen.shapes, &nouns));
        let loose_colour = if colours.len() < others { u64::MAX } else { coloured };
        let loose_noun = if nouns.len() < others { u64::MAX } else { shaped };
        let fits =
            (has_noun || bag.objects > 0) && (has_colour || bag.colours.len() < usize::from(bag.phrases));
        Self { colours, nouns, strict: coloured & shaped, loose: loose_colour & loose_noun, fits }
    }
}

/// How well an object could be the target, by four counts.
fn fitness(seen: &Seen<'_>, bag: &Bag, number: usize) -> [u8; 4] {
    let object = &seen.objects[number];
    let rest = Rest::of(seen, bag, object);
    if !rest.fits {
        return [0; 4];
    }
    let present = || Relation::ALL.into_iter().filter(|relation| bag.relations[*relation as usize] > 0);
    let satisfied =
        |set: u64| present().filter(|relation| seen.related(*relation, number) & set != 0).count() as u8;
    let (strict, loose) = (satisfied(rest.strict), satisfied(rest.loose));
    let words = times(&bag.colours, object.colour).min(1) + times(&bag.nouns, object.shape).min(1);
    // A size word needs something to compare with.
    let same = seen.related(Relation::SameShape, number);
    let compared = |extreme: usize, set: u64| u8::from(bag.sizes[extreme] == 0 || same & set != 0);
    let sizes = compared(0, seen.where_(|other| other.size > object.size))
        + compared(1, seen.where_(|other| other.size < object.size));
    [1 + strict, 1 + loose, 1 + loose * 3 + words, 1 + (loose * 3 + sizes) * 3 + words]
}

fn bag_and_world(seen: &Seen<'_>, bag: &Bag, number: usize, row: &mut Vec<u8>) {
    let object = &seen.objects[number];
    let rest = Rest::of(seen, bag, object);
    let (rest_colours, rest_nouns, both) = (&rest.colours, &rest.nouns, rest.strict);
    let coloured = Seen::any(&seen.colours, rest_colours);
    let shaped = Seen::any(&seen.shapes, rest_nouns);
    let (mut satisfied, mut partners) = (0, 0u64);
    for relation in Relation::ALL {
        let present = bag.relations[relation as usize] > 0;
        let related = if present { seen.related(relation, number) } else { 0 };
        let told = |set: u64| if present { 1 + count(related & set) } else { 0 };
        row.extend([told(u64::MAX), told(coloured), told(shaped), told(both), told(rest.loose)]);
        satisfied += u8::from(related & both != 0);
        partners |= related;
    }
    let explained = |classes: &[u64; 256], words: &[u8]| {
        words.iter().filter(|&&word| classes[usize::from(word)] & partners != 0).count() as u8
    };
    let kind = seen.related(Relation::SameColour, number) & seen.related(Relation::SameShape, number);
    let shape = seen.related(Relation::SameShape, number);
    let (smaller, bigger) =
        (seen.where_(|other| other.size < object.size), seen.where_(|other| other.size > object.size));
    let sized = |present: u8, set: u64| if present > 0 { 1 + count(set).min(3) } else { 0 };
    row.extend([
        satisfied,
        count(partners & both),
        explained(&seen.shapes, rest_nouns),
        explained(&seen.colours, rest_colours),
        (rest_nouns.len() as u8).saturating_sub(explained(&seen.shapes, rest_nouns)),
        (rest_colours.len() as u8).saturating_sub(explained(&seen.colours, rest_colours)),
        count(kind),
        count(both),
        u8::from(rest.fits),
        satisfied * 2 + u8::from(rest.fits),
        sized(bag.sizes[0], kind & bigger),
        sized(bag.sizes[0], shape & bigger),
        sized(bag.sizes[1], kind & smaller),
        sized(bag.sizes[1], shape & smaller),
    ]);
}

/// 0: there is no such word; 1: it fits; 2: it does not.
fn fits<T: PartialEq>(word: Option<T>, own: T) -> u8 {
    word.map_or(0, |word| if word == own { 1 } else { 2 })
}

fn head_alone(head: &Phrase, object: &Object, lexicon: &Lexicon, row: &mut Vec<u8>) {
    let size = head.size.and_then(|size| lexicon.sizes.get(usize::from(size)));
    let size = size.map_or(0, |size| 1 + size.extreme as u8);
    let (colour, noun) = (fits(head.colour, object.colour), fits(head.noun, object.shape));
    row.extend([colour, noun, size * 8 + object.size.min(7), colour * 3 + noun]);
}

fn head_and_world(
    seen: &Seen<'_>,
    head: &Phrase,
    bag: &Bag,
    number: usize,
    lexicon: &Lexicon,
    row: &mut Vec<u8>,
) {
    let fitting = seen.scene.own_words(head, lexicon, seen.semantics);
    let is_one = fitting >> number & 1 == 1;
    let mut rest = (bag.colours.clone(), bag.nouns.clone());
    for (words, own) in [(&mut rest.0, head.colour), (&mut rest.1, head.noun)] {
        if let Some(place) = words.iter().position(|word| Some(*word) == own) {
            words.remove(place);
        }
    }
    let both = Seen::any(&seen.colours, &rest.0) & Seen::any(&seen.shapes, &rest.1);
    let either = Seen::any(&seen.colours, &rest.0) | Seen::any(&seen.shapes, &rest.1);
    let present = || Relation::ALL.into_iter().filter(|relation| bag.relations[*relation as usize] > 0);
    let satisfied =
        |set: u64| present().filter(|relation| seen.related(*relation, number) & set != 0).count() as u8;
    row.extend([
        u8::from(is_one),
        if is_one { count(fitting) } else { 0 },
        u8::from(is_one) * 8 + satisfied(both),
        u8::from(is_one) * 8 + satisfied(either),
    ]);
}

fn ballot(votes: Option<&Votes>, number: usize, row: &mut Vec<u8>) {
    let Some(votes) = votes else {
        row.extend([0; 3]);
        return;
    };
    let own = votes.all.get(number).copied().unwrap_or(0);
    let most = votes.all.iter().max().copied().unwrap_or(0).max(1);
    let sum: u32 = votes.all.iter().sum::<u32>().max(1);
    row.extend([own.min(63) as u8, (own * 20 / most) as u8, (own * 40 / sum) as u8]);
}

#[cfg(test)]
mod tests {
    use wampimuk_command::{Reading, parse};
    use wampimuk_grid::{Agent, Cell, World};

    use super::*;

    fn example(target: usize) -> Example {
        let lexicon = Lexicon::reascan();
        let mut world = World::new(6, Agent::default()).expect("a world");
        for (noun, colour, row, column) in
            [("circle", 0, 2, 1), ("circle", 0, 4, 4), ("square", 1, 2, 5), ("square", 2, 0, 0)]
        {
            let noun = lexicon.noun(noun).expect("a noun");
            world.place(Object::solid(noun, colour, 2, Cell::new(row, column))).expect("a free cell");
        }
        let text = "push the red circle that is in the same row as a blue square";
        Example { command: parse(text, &lexicon).expect("a command"), world, target, actions: Vec::new() }
    }

    fn rows_of(example: &Example) -> Rows {
        let lexicon = Lexicon::reascan();
        rows(example, &Scene::new(&example.world), (&lexicon, Reading::Existential.into()), None)
    }

    #[test]
    fn nothing_knows_the_target() {
        assert_eq!(rows_of(&example(0)).rows, rows_of(&example(3)).rows);
    }

    /// By hand: of the two red circles, one has a blue square in its row.
    #[test]
    fn words_find_their_partners() {
        let lexicon = Lexicon::reascan();
        let example = example(0);
        let scene = Scene::new(&example.world);
        let seen = Seen::new(&scene, example.world.objects(), Reading::Existential.into());
        let bag = Bag::of(&example.command.phrase, &lexicon);
        let fits: Vec<u8> = (0..4).map(|number| fitness(&seen, &bag, number)[0]).collect();
        // The blue square has a red circle in its row, too; the green one is no head, for both colours are others.
        assert_eq!(fits, [2, 1, 2, 0]);
    }

    #[test]
    fn sections_are_parts_of_a_row() {
        let rows = rows_of(&example(0));
        assert!(rows.rows.iter().all(|row| row.len() == rows.width()));
        let head = rows.columns(&[Section::Head]);
        let colours: Vec<u8> = rows.rows.iter().map(|row| row[head[0]]).collect();
        assert_eq!(colours, [1, 1, 2, 2]);
    }
}
