//! Charts of points and tables of shares.

use proptest::prelude::*;
use wampimuk_draw::{
    BelowChance, HeatCell, HeatRow, HeatTable, Line, Point, Scatter, Shape, heat_table, heat_table_text,
    line_chart, scatter,
};

fn table() -> HeatTable {
    let cell = |share, framed, poor| Some(HeatCell { share, framed, poor });
    HeatTable {
        title: "3 supporting lines".into(),
        parts: ["MOVE", "POSS", "GIVE"].map(String::from).to_vec(),
        columns: ["where-P", "yes-no"].map(String::from).to_vec(),
        rows: vec![
            HeatRow { parts: vec![true], cells: vec![cell(1.0, true, BelowChance::No), None] },
            HeatRow {
                parts: vec![true, false, true],
                cells: vec![cell(0.9999, false, BelowChance::No), cell(0.02, false, BelowChance::Surely)],
            },
            HeatRow { parts: vec![], cells: vec![None, cell(0.3, true, BelowChance::Perhaps)] },
        ],
        frame: "seen in training".into(),
    }
}

#[test]
fn a_table_of_shares_as_text() {
    let plain = heat_table_text(&table(), false);
    assert_eq!(
        plain,
        "3 supporting lines\n\
         \u{20}          where-P  yes-no\n\
         MOVE        [100]      ·\n\
         MOVE+GIVE     99       2 ▼\n\
         –              ·     [30]▽\n\
         [ ] seen in training   ▼ poorer than a guess   ▽ poorer than a guess, perhaps by bad luck\n"
    );
    let coloured = heat_table_text(&table(), true);
    let mut stripped = String::new();
    for (i, part) in coloured.split('\x1b').enumerate() {
        stripped.push_str(if i == 0 { part } else { part.split_once('m').expect("an escape").1 });
    }
    let trimmed: Vec<&str> = stripped.lines().map(str::trim_end).collect();
    assert_eq!(trimmed, plain.lines().collect::<Vec<_>>(), "colour adds escapes and nothing else");
}

#[test]
fn a_table_of_shares_as_a_picture() {
    let picture = heat_table(&table());
    let texts: Vec<&str> = picture
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Text { content, .. } => Some(content.as_str()),
            _ => None,
        })
        .collect();
    for text in ["MOVE", "where-P", "100", "99", "2", "30", "seen in training", "poorer than a guess"] {
        assert!(texts.contains(&text), "{text} in {texts:?}");
    }
    let dots = picture.shapes.iter().filter(|shape| matches!(shape, Shape::Circle { .. })).count();
    assert_eq!(dots, 3, "one for each part of each row");
    assert!(picture.to_png(1.0).expect("a picture of this size").starts_with(b"\x89PNG"));
}

#[test]
fn names_of_points_do_not_cover_each_other() {
    let point = |name: &str, x, y| Point { name: name.into(), x, y, series: 0 };
    let chart = Scatter {
        title: "two measurements".into(),
        across: "one".into(),
        upright: "other".into(),
        points: vec![point("first", 64.0, 35.0), point("second", 64.1, 35.1), point("third", 89.0, 80.0)],
        trend: Some((1.0, -20.0)),
        ..Scatter::default()
    };
    let names: Vec<(f32, f32)> = scatter(&chart)
        .shapes
        .iter()
        .filter_map(|shape| match shape {
            Shape::Text { x, y, content, .. } if ["first", "second", "third"].contains(&content.as_str()) => {
                Some((*x, *y))
            }
            _ => None,
        })
        .collect();
    assert_eq!(names.len(), 3);
    assert!((names[0].0 - names[1].0).abs() > 10.0 || (names[0].1 - names[1].1).abs() > 8.0, "{names:?}");
}

#[test]
fn a_line_has_a_gap_where_a_point_is_missing() {
    let line = Line {
        name: "loss".into(),
        points: vec![(0.0, 4.0), (1.0, 3.0), (2.0, f64::NAN), (3.0, 2.0), (4.0, 1.0)],
        intervals: vec![(3.5, 4.5), (2.5, 3.5)],
        is_dashed: false,
    };
    let chart = line_chart("a training", ("updates", "loss"), &[line]);
    let filled = |shape: &&Shape| matches!(shape, Shape::Circle { .. });
    assert_eq!(chart.shapes.iter().filter(filled).count(), 4);
    let paths = chart.shapes.iter().filter(|shape| matches!(shape, Shape::Path { .. })).count();
    assert_eq!(paths, 3, "the rules and two pieces of the line");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn strange_numbers_make_pictures_all_the_same(values in proptest::collection::vec(any::<f64>(), 0..12)) {
        let pairs: Vec<(f64, f64)> = values.iter().copied().zip(values.iter().rev().copied()).collect();
        let line = Line { name: "line".into(), points: pairs.clone(), intervals: pairs.clone(), is_dashed: values.len() % 2 == 0 };
        let points = pairs.iter().enumerate().map(|(i, &(x, y))| Point { name: i.to_string(), x, y, series: i });
        let trend = pairs.first().copied();
        let dots = Scatter { points: points.collect(), trend, ..Scatter::default() };
        let cells = values.iter().map(|&share| Some(HeatCell { share, ..HeatCell::default() })).collect();
        let heat = HeatTable {
            columns: values.iter().map(f64::to_string).collect(),
            rows: vec![HeatRow { parts: vec![true; 9], cells }],
            ..HeatTable::default()
        };
        for picture in [line_chart("", ("", ""), &[line]), scatter(&dots), heat_table(&heat)] {
            let svg = picture.to_svg();
            prop_assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
        heat_table_text(&heat, true);
    }
}
