//! Stories as timelines of who is where.

use std::path::Path;

use proptest::prelude::*;
use wampimuk_draw::{
    Anchor, LineMark, MAX_MOMENTS, MAX_PLACES, MAX_STAYS, MAX_TRACKS, Moment, Picture, Shape, Stay, Timeline,
    TimelineError, Track, TrackKind, timeline, timeline_text,
};

/// Three people, a lantern and a map, with everything that a timeline can show.
fn story() -> Timeline {
    let moments = vec![
        Moment::default(),
        Moment::told("1", "Ada walked to the kitchen."),
        Moment::told("2", "Ada picked up the lantern.").supporting(),
        Moment::told("3", "Ben is either in the garden or in the attic."),
        Moment::told("4", "Ada carried the lantern out to the garden, since the evening was warm.")
            .supporting(),
        Moment::told("5", "Cleo is not in the garden."),
        Moment::told("6", "Ada handed the lantern to Ben.").supporting(),
        Moment::told("7", "Ben went up to the attic.").supporting(),
        Moment::asked("8", "Where is the lantern?", "attic"),
        Moment::told("9", "Cleo came back from the library, where she had been all day."),
        Moment::told("10", "Ben put the lantern down."),
        Moment::asked("11", "Where was Cleo before she came back?", "library"),
    ];
    let tracks = vec![
        Track::person(
            "Ada",
            vec![Stay::anywhere(0, 1), Stay::known(1, 4, "kitchen"), Stay::known(4, 12, "garden")],
        ),
        Track::person(
            "Ben",
            vec![
                Stay::anywhere(0, 3),
                Stay::one_of(3, 6, ["garden", "attic"]),
                Stay::known(6, 7, "garden"),
                Stay::known(7, 12, "attic"),
            ],
        ),
        Track::person(
            "Cleo",
            vec![
                Stay::known(0, 9, "library").in_hindsight(),
                Stay::one_of(9, 12, ["kitchen", "garden", "attic"]),
            ],
        ),
        Track::object(
            "lantern",
            vec![
                Stay::anywhere(0, 1),
                Stay::known(1, 2, "kitchen").in_hindsight(),
                Stay::known(2, 4, "kitchen").held_by("Ada"),
                Stay::known(4, 6, "garden").held_by("Ada"),
                Stay::known(6, 7, "garden").held_by("Ben"),
                Stay::known(7, 10, "attic").held_by("Ben"),
                Stay::known(10, 12, "attic"),
            ],
        ),
        Track::object("map", vec![Stay::anywhere(0, 12)]),
    ];
    Timeline { moments, tracks }
}

/// A story of this many lines in which somebody walks in each.
fn long(lines: usize, tracks: usize) -> Timeline {
    let mut moments = vec![Moment::default()];
    moments.extend(
        (1..=lines).map(|i| Moment::told(i.to_string(), format!("Person {} walked on.", i % tracks))),
    );
    let track = |t: usize| {
        let mut starts = vec![0];
        starts.extend((1..=lines).filter(|i| i % tracks == t));
        let ends = starts.iter().skip(1).copied().chain([lines + 1]);
        let stays = starts.iter().zip(ends).map(|(&from, to)| match from % 3 {
            0 => Stay::one_of(from, to, ["hall", "cellar"]),
            _ => Stay::known(from, to, format!("room {}", from % 20)),
        });
        Track::person(format!("Person {t}"), stays.collect())
    };
    Timeline { moments, tracks: (0..tracks).map(track).collect() }
}

fn texts(picture: &Picture) -> Vec<&str> {
    let mut texts = Vec::new();
    for shape in &picture.shapes {
        if let Shape::Text { content, .. } = shape {
            texts.push(content.as_str());
        }
    }
    texts
}

fn without_escapes(text: &str) -> String {
    let mut pieces = text.split('\x1b');
    let mut out = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        out.push_str(piece.split_once('m').map_or("", |(_, rest)| rest));
    }
    out.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// The picture as a file that can be looked at.
fn keep(name: &str, bytes: &[u8]) -> std::io::Result<()> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("timeline");
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join(name), bytes)
}

#[test]
fn the_terminal_shows_a_story() {
    insta::assert_snapshot!(timeline_text("Lantern in the attic", &story(), 100, false).unwrap());
}

#[test]
fn eighty_columns_are_enough() {
    insta::assert_snapshot!(timeline_text("", &story(), 80, false).unwrap());
}

#[test]
fn tracks_without_room_stand_in_tables_below_each_other() {
    insta::assert_snapshot!(timeline_text("", &story(), 48, false).unwrap());
}

#[test]
fn the_svg_of_a_story() {
    insta::assert_snapshot!(timeline("Lantern in the <attic>", &story()).unwrap().to_svg());
}

#[test]
fn the_png_of_a_story() {
    for (name, story) in [("story", story()), ("long", long(60, 12)), ("empty", Timeline::default())] {
        let png = timeline("Lantern in the attic", &story).unwrap().to_png(2.0).unwrap();
        assert!(png.starts_with(b"\x89PNG"));
        keep(&format!("{name}.png"), &png).unwrap();
        keep(&format!("{name}.ansi"), timeline_text("", &story, 100, true).unwrap().as_bytes()).unwrap();
    }
}

/// Nearly the rectangles that texts fill, without those that are empty.
fn areas(picture: &Picture) -> Vec<(f32, f32, f32, f32, &str)> {
    let area = |shape| {
        let &Shape::Text { x, y, size, anchor, ref content, .. } = shape else { return None };
        let width = 0.45 * size * content.chars().count() as f32;
        let left = match anchor {
            Anchor::Start => x,
            Anchor::Middle => x - width / 2.0,
            Anchor::End => x - width,
        };
        Some((left, y - 0.7 * size, left + width, y, content.as_str()))
    };
    picture.shapes.iter().filter_map(area).filter(|area| !area.4.is_empty()).collect()
}

#[test]
fn no_text_collides_or_is_cut_off() {
    for story in [story(), long(30, 9)] {
        let picture = timeline("Lantern in the attic", &story).unwrap();
        let areas = areas(&picture);
        for (i, a) in areas.iter().enumerate() {
            assert!(
                a.0 >= 0.0 && a.1 >= 0.0 && a.2 <= picture.width && a.3 <= picture.height,
                "cut off: {a:?}"
            );
            for b in &areas[..i] {
                assert!(a.2 <= b.0 || b.2 <= a.0 || a.3 <= b.1 || b.3 <= a.1, "{a:?} collides with {b:?}");
            }
        }
    }
}

#[test]
fn every_place_and_every_holder_is_written_without_colours() {
    let story = story();
    let picture = timeline("", &story).unwrap();
    let texts = texts(&picture);
    let count = |text: &str| texts.iter().filter(|&&other| other == text).count();
    // Two bars of people or things in the kitchen that say so alone, one in somebody's hands; and the legend.
    assert_eq!((count("kitchen"), count("kitchen or")), (4, 1));
    assert_eq!((count("with Ada"), count("with Ben")), (2, 2));
    assert_eq!((count("→ attic"), count("→ library"), count("Where is the lantern?")), (1, 1, 1));
}

#[test]
fn control_characters_reach_nobody() {
    let nasty = "\u{1b}[31mA\u{7}\u{9b}2J\u{202e}\r\n<b>&";
    let stay = Stay::known(0, 2, nasty).held_by(nasty);
    let story = Timeline {
        moments: vec![Moment::told(nasty, nasty).supporting(), Moment::asked(nasty, nasty, nasty)],
        tracks: vec![Track::object(nasty, vec![stay]), Track::person(nasty, Vec::new())],
    };
    let text = timeline_text(nasty, &story, 80, false).unwrap();
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()) && !text.contains('\u{202e}'), "{text:?}");
    let text = without_escapes(&timeline_text(nasty, &story, 80, true).unwrap());
    assert!(text.chars().all(|c| c == '\n' || !c.is_control()), "{text:?}");
    let svg = timeline(nasty, &story).unwrap().to_svg();
    assert!(svg.contains("&lt;b&gt;&amp;") && !svg.contains("<b>") && !svg.contains('\u{1b}'));
}

#[test]
fn the_largest_story_is_drawn_and_larger_ones_are_refused() {
    let largest = long(MAX_MOMENTS - 1, MAX_TRACKS);
    let picture = timeline("", &largest).unwrap();
    assert!(picture.to_png(1.0).is_err_and(|error| error.to_string().contains("too large")));
    assert!(picture.to_svg().len() < 12 << 20);
    assert!(timeline_text("", &largest, 80, false).unwrap().lines().count() > MAX_MOMENTS);

    let too_many = |what, found, limit| Err(TimelineError::TooMany { what, found, limit });
    let check = |story: &Timeline| timeline_text("", story, 80, false).map(|_| ());
    assert_eq!(check(&long(MAX_MOMENTS, 2)), too_many("moments", MAX_MOMENTS + 1, MAX_MOMENTS));
    assert_eq!(check(&long(2, MAX_TRACKS + 1)), too_many("tracks", MAX_TRACKS + 1, MAX_TRACKS));
    let stays = vec![Stay::anywhere(0, 1); MAX_STAYS + 1];
    let story = Timeline { moments: vec![Moment::default()], tracks: vec![Track::person("Ada", stays)] };
    assert_eq!(check(&story), too_many("stays", MAX_STAYS + 1, MAX_STAYS));
    let of_places = |count: usize| {
        let stay = Stay::one_of(0, 1, (0..count).map(|i| format!("room {i}")));
        Timeline { moments: vec![Moment::default()], tracks: vec![Track::person("Ada", vec![stay])] }
    };
    assert_eq!(check(&of_places(MAX_PLACES)), Ok(()));
    assert_eq!(check(&of_places(MAX_PLACES + 1)), too_many("places", MAX_PLACES + 1, MAX_PLACES));
}

#[test]
fn stays_that_contradict_the_story_are_refused() {
    let refused = |stays: Vec<Stay>| {
        let story =
            Timeline { moments: vec![Moment::default(); 3], tracks: vec![Track::person("Ada", stays)] };
        timeline("", &story).err()
    };
    let track = || "Ada".to_string();
    let outside = |from, to| Some(TimelineError::Stay { track: track(), from, to, moments: 3 });
    assert_eq!(refused(vec![Stay::anywhere(1, 4)]), outside(1, 4));
    assert_eq!(refused(vec![Stay::anywhere(1, 1)]), outside(1, 1));
    let twice = vec![Stay::anywhere(0, 2), Stay::anywhere(1, 3)];
    assert_eq!(refused(twice), Some(TimelineError::Order { track: track(), from: 1, until: 2 }));
    assert_eq!(refused(vec![Stay::anywhere(0, 1), Stay::anywhere(2, 3)]), None);
}

/// Names as they should not be, and a few that come again.
fn names() -> impl Strategy<Value = String> {
    prop_oneof![any::<String>(), "[a-c]{1,2}", "[a-z ]{0,40}"]
}

fn stay(moments: usize) -> impl Strategy<Value = Stay> {
    let places = prop::collection::vec(names(), 0..7);
    (0..=moments, 0..=moments + 1, places, any::<bool>(), prop::option::of(names())).prop_map(
        |(from, to, places, learned_later, holder)| Stay { from, to, places, learned_later, holder },
    )
}

fn track(moments: usize) -> impl Strategy<Value = Track> {
    let kind = prop_oneof![Just(TrackKind::Person), Just(TrackKind::Object)];
    (names(), kind, prop::collection::vec(stay(moments), 0..6)).prop_map(|(name, kind, stays)| Track {
        name,
        kind,
        stays,
    })
}

fn moment() -> impl Strategy<Value = Moment> {
    let mark = prop_oneof![Just(LineMark::None), Just(LineMark::Supporting), Just(LineMark::Question)];
    (names(), names(), mark, prop::option::of(names())).prop_map(|(number, text, mark, answer)| Moment {
        number,
        text,
        mark,
        answer,
    })
}

fn anything() -> impl Strategy<Value = Timeline> {
    (0..8_usize).prop_flat_map(|moments| {
        let tracks = prop::collection::vec(track(moments), 0..6);
        (prop::collection::vec(moment(), moments), tracks)
            .prop_map(|(moments, tracks)| Timeline { moments, tracks })
    })
}

/// The same with what would be refused taken out.
fn mended(mut story: Timeline) -> Timeline {
    let moments = story.moments.len();
    for track in &mut story.tracks {
        let mut until = 0;
        track.stays.retain(|stay| {
            let good = stay.from >= until && stay.from < stay.to && stay.to <= moments;
            until = if good { stay.to } else { until };
            good
        });
    }
    story
}

/// The sign that the terminal should show, found without looking at how it is drawn.
fn expected_sign(track: &Track, moment: usize) -> char {
    let Some(stay) = track.stays.iter().find(|stay| (stay.from..stay.to).contains(&moment)) else {
        return ' ';
    };
    let mut places = stay.places.clone();
    places.sort();
    places.dedup();
    match (places.len(), stay.learned_later) {
        (0, _) => '·',
        (1, false) => '┃',
        (1, true) => '╎',
        (_, false) => '▒',
        (_, true) => '░',
    }
}

proptest! {
    #[test]
    fn nothing_panics(story in anything(), title in any::<String>(), width in 0..200_usize, colour: bool) {
        let picture = timeline(&title, &story);
        let text = timeline_text(&title, &story, width, colour);
        prop_assert_eq!(picture.as_ref().err(), text.as_ref().err());
    }

    #[test]
    fn what_is_in_order_is_drawn(story in anything().prop_map(mended), width in 0..140_usize) {
        let picture = timeline("", &story).unwrap();
        prop_assert!(picture.to_png(0.5).is_ok());
        prop_assert!(picture.to_svg().ends_with("</svg>\n"));
        let plain = timeline_text("", &story, width, false).unwrap();
        prop_assert!(plain.chars().all(|c| c == '\n' || !c.is_control()));
        if plain.chars().all(|c| c.is_ascii() || "─┃╎▒░·…→".contains(c)) {
            for line in plain.lines() {
                prop_assert!(line.chars().count() <= width.max(40), "{}", line);
            }
        }
        let coloured = without_escapes(&timeline_text("", &story, width, true).unwrap());
        let table = |text: &str| text.rfind('─').map(|end| text[..end].to_string());
        prop_assert_eq!(table(&plain), table(&coloured));
    }

    #[test]
    fn the_table_says_what_the_data_says(mut story in anything().prop_map(mended)) {
        for (i, moment) in story.moments.iter_mut().enumerate() {
            *moment = Moment::told(format!("{i}"), "x");
        }
        for (t, track) in story.tracks.iter_mut().enumerate() {
            track.name = format!("T{t}");
            for stay in &mut track.stays {
                stay.holder = stay.holder.as_ref().map(|_| "Ada".to_string());
                stay.places.iter_mut().for_each(|place| *place = format!("p{}", place.len() % 3));
            }
        }
        let text = timeline_text("", &story, 400, false).unwrap();
        let lines: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
        let heading: String = lines[0].iter().collect();
        let mut seen = 0;
        for line in &lines[1..] {
            // The second line of a moment has no number.
            let Some(moment) = line.get(2).and_then(|c| c.to_digit(10)).filter(|_| line[0] == ' ') else { continue };
            seen += 1;
            for (t, track) in story.tracks.iter().enumerate() {
                let Some(column) = heading.find(&format!("T{t}")) else { continue };
                let column = column - usize::from(track.kind == TrackKind::Object);
                let sign = line.get(column).copied().unwrap_or(' ');
                prop_assert_eq!(sign, expected_sign(track, moment as usize), "{} of\n{}", track.name, text);
            }
        }
        prop_assert_eq!(seen, story.moments.len());
    }
}
