//! Cheap bounds against all supports: nothing that has a proof of a wanted size is turned away.

use super::second::{Dice, invent};
use wampimuk_story::support::STEPS;
use wampimuk_story::{
    Cast, Knowledge, Masking, Object, Person, Place, ProofBounds, Question, Rules, Story, StoryReading,
    SupportStyle, Supports,
};

#[test]
fn the_smallest_support_is_within_the_bounds() {
    let (people, objects, places) = (4, 2, 4);
    let all = (0..people).flat_map(|person| {
        let person = Person(person as u8);
        let is_in = (0..places).map(move |place| Question::IsIn(person, Place(place)));
        is_in.chain([Question::WherePerson(person)])
    });
    let things = (0..objects).map(|object| Question::WhereObject(Object(object as u8)));
    let questions: Vec<Question> = all.chain(things).collect();
    // how many smallest supports are at the lower bound, at the upper bound, and without an upper bound
    let [mut least, mut most, mut open] = [[0u32; 8]; 3];
    for number in 1..=5_000_u64 {
        let mut dice = Dice(number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        (0..8).for_each(|_| _ = dice.roll(2));
        let generator = dice.roll(4) == 0;
        let rules = Rules {
            reading: if generator { StoryReading::Generator } else { StoryReading::Linguistic },
            masking: if dice.roll(2) == 0 { Masking::Fine } else { Masking::Coarse },
        };
        let lines = 6 + dice.roll(10);
        let sentences = invent(&mut dice, (people, objects, places), lines, generator);
        let story = Story::new(Cast::new(people, objects, usize::from(places)).unwrap(), sentences).unwrap();
        let known = Knowledge::of(&story, rules).unwrap();
        for &question in &questions {
            let found =
                Supports::find(&story, lines, question, rules, SupportStyle::Smallest, STEPS).unwrap();
            let Some(smallest) = found.and_then(|supports| Some(supports.minimal.first()?.len())) else {
                continue;
            };
            let (low, high) = ProofBounds::bounds(question, &story, &known, rules, SupportStyle::Smallest);
            // nothing is needed to know that somebody may be anywhere; such questions are not asked
            assert!(
                low <= smallest || smallest == 0,
                "story {number}, {question:?}: {smallest} < {low}\n{story:#?}"
            );
            assert!(smallest <= high, "story {number}, {question:?}: {smallest} > {high}\n{story:#?}");
            least[smallest.min(7)] += u32::from(low == smallest);
            most[smallest.min(7)] += u32::from(high == smallest);
            open[smallest.min(7)] += u32::from(high == usize::MAX);
        }
    }
    assert!(least[1..4].iter().all(|&count| count > 100), "{least:?}");
    assert!(most[1..4].iter().all(|&count| count > 20), "{most:?}");
    // whoever needs three lines or more has no obvious proof, mostly
    assert!(open[1] == 0 && open[3] > 100, "{open:?}");
}
