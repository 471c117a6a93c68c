use super::*;
use crate::StoryItems;

fn wish(worst: usize) -> Wish {
    Wish { worst, size: 20 }
}

fn base() -> Recipe {
    let text = "family = \"stories\"
title = \"a base\"
[generate]
[[generate.parts]]
name = \"wp\"
before = 8
actions = { move = 1, grab = 1, drop = 1, give = 1 }
ask = { where_person = 1 }
filters = [{ support = [1, 1] }]
[[splits]]
name = \"test\"
role = \"test\"
parts = { wp = 10 }
";
    Recipe::parse(text).unwrap()
}

fn names(scores: &Scores) -> Vec<String> {
    scores.worst().into_iter().map(|(cell, _)| cell.to_string()).collect()
}

#[test]
fn the_interval_is_wilsons() {
    let close = |score: Score, (least, most): (f64, f64)| {
        let (low, high) = score.interval();
        assert!((low - least).abs() < 1e-4 && (high - most).abs() < 1e-4, "{low} {high}");
    };
    // figures of textbooks
    close(Score { correct: 0.0, total: 10.0 }, (0.0, 0.2775));
    close(Score { correct: 50.0, total: 100.0 }, (0.4038, 0.5962));
    close(Score { correct: 1.0, total: 1.0 }, (0.2065, 1.0));
}

#[test]
fn rare_cells_do_not_dominate() {
    let scores = Scores::parse(
        "{\"kind\":\"where_person\",\"composition\":\"MOVE\",\"correct\":false}
{\"kind\":\"where_person\",\"composition\":[\"MOVE\",\"GIVE\"],\"correct\":40,\"total\":100}
{\"kind\":\"where-O\",\"composition\":\"GIVE+MOVE\",\"accuracy\":0.9,\"count\":50}",
    )
    .unwrap();
    let expected = ["where_person over MOVE+GIVE", "where_person over MOVE", "where_object over MOVE+GIVE"];
    assert_eq!(names(&scores), expected);
}

#[test]
fn all_forms_say_the_same() {
    let lines = Scores::parse(
        "{\"kind\":\"yes_no\",\"composition\":[\"MOVE\"],\"correct\":true}
{\"kind\":\"yes_no\",\"composition\":[\"MOVE\"],\"correct\":false, \"id\": 3}\n",
    );
    let list = Scores::parse("[{\"kind\":\"yes-no\",\"composition\":\"move\",\n\"correct\":1,\"total\":2}]");
    let table = Scores::parse("kind,composition,accuracy,count\nyes_no,MOVE,0.5,2\n");
    let single = Scores::parse("kind,note,composition,correct\nyes_no,\"a, b\",MOVE,1\nyes_no,,MOVE,0\n");
    assert_eq!(lines, list);
    assert_eq!(lines, table);
    assert_eq!(lines, single);
    assert_eq!(lines.unwrap().worst()[0].1, Score { correct: 1.0, total: 2.0 });
    let sized = "kind,composition,support,correct\nyes_no,MOVE,1,true\nyes_no,MOVE,2,true\nyes_no,MOVE,,true";
    assert_eq!(Scores::parse(sized).unwrap().len(), 3);
}

#[test]
fn wrong_entries_are_named_by_line_field_and_what_was_expected() {
    let refused = |text: &str| Scores::parse(text).unwrap_err().to_string();
    let line = |fields: &str| {
        refused(&format!("{{\"kind\":\"list\",\"composition\":\"GRAB\",\"correct\":true}}\n{{{fields}}}"))
    };
    assert_eq!(refused(""), "line 1: expected scores, found nothing");
    assert_eq!(
        line("\"kind\":\"path\",\"composition\":\"MOVE\",\"correct\":true"),
        "line 2: `kind`: expected one of where_person, where_object, where_was_object, yes_no, counting, list, giving, \
         found \"path\""
    );
    assert!(
        line("\"kind\":\"list\",\"correct\":true")
            .starts_with("line 2: `composition`: expected a list of concepts")
    );
    assert!(line("\"kind\":\"list\",\"composition\":\"MOVE+FLY\"").ends_with("found \"FLY\""));
    assert!(
        line("\"kind\":\"list\",\"composition\":\"MOVE\"")
            .starts_with("line 2: `correct`: expected true or false")
    );
    assert!(
        line("\"kind\":\"list\",\"composition\":\"MOVE\",\"correct\":3,\"total\":2")
            .contains("from 0 to the total of 2")
    );
    assert!(line("\"kind\":\"list\",\"composition\":\"MOVE\",\"correct\":3").contains("`total`"));
    assert!(
        line("\"kind\":\"list\",\"composition\":\"MOVE\",\"accuracy\":71.5")
            .contains("a share from 0 to 1, found 71.5")
    );
    assert!(
        line("\"kind\":\"list\",\"composition\":\"MOVE\",\"accuracy\":1,\"count\":0").contains("above 0")
    );
    assert!(
        line("\"kind\":\"list\",\"composition\":\"MOVE\",\"support\":0,\"correct\":true")
            .contains("`support`")
    );
    assert!(refused("{\"kind\":\"list\"").starts_with("line 1: expected a JSON object"));
    assert!(refused("[3]").starts_with("element 1: expected a JSON object, found 3"));
    assert!(refused("[]").contains("at least one score"));
    assert!(refused("kind,accuracy\nlist,1").contains("line 1: `composition`: expected a column"));
    assert!(
        refused("kind,composition,correct\nlist,GRAB")
            .contains("line 2: expected 3 columns, as in the header, found 2")
    );
    assert!(refused("kind,composition\nlist,\"GRAB").contains("a quote that does not end"));
}

#[test]
fn cells_become_conditions() {
    let condition = |composition: &str, more: &str| {
        let text = format!("{{\"kind\":\"list\",\"composition\":\"{composition}\",\"correct\":false{more}}}");
        let scores = Scores::parse(&text).unwrap();
        scores.worst()[0].0.condition(scores.paper)
    };
    let fine = condition("MOVE+GRAB", ",\"support\":[3,5]");
    assert_eq!((fine.support, &fine.all), (Some([2, 2]), &vec![ConceptName::Move, ConceptName::Grab]));
    assert!(fine.none.contains(&ConceptName::Drop) && fine.none.contains(&ConceptName::Is));
    assert!(!fine.none.contains(&ConceptName::Poss), "it would forbid GRAB");
    let paper = condition("MOVE+POSS", "");
    assert_eq!(paper.all, [ConceptName::Move, ConceptName::Poss]);
    for inside in [ConceptName::Is, ConceptName::Grab, ConceptName::Drop] {
        assert!(!paper.none.contains(&inside), "{inside:?}");
    }
    assert_eq!(paper.none.len(), 6);
}

#[test]
fn the_worst_cells_become_parts_that_can_be_told() {
    let scores = Scores::parse(
        "kind,composition,support,correct,total
where_person,MOVE+GIVE,,10,100
where_person,INDEF,,20,100
where_person,MOVE,1,70,100
where_person,MOVE+GRAB,,100,100
",
    )
    .unwrap();
    let proposal = propose(&scores, &base(), wish(9)).unwrap();
    let parts: Vec<&str> = proposal.recipe.generate.parts.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(parts, ["wp_move_give", "wp_move_s1"]);
    assert_eq!(proposal.left_out.len(), 1, "nobody says either … or");
    assert!(proposal.left_out[0].0.starts_with("where_person over INDEF"), "{:?}", proposal.left_out);
    let text = proposal.text().unwrap();
    assert!(
        text.contains("# where_person over MOVE+GIVE: 10.0 % of 100 right (95 %: 5.5 to 17.4)\n"),
        "{text}"
    );
    assert_eq!(Recipe::parse(&text).unwrap(), proposal.recipe);
    let stories = Stories::new(proposal.recipe, 0).unwrap();
    let mut worker = stories.worker();
    for story in 0..40 {
        let (narrative, part) = worker.story(0, story).unwrap();
        let composition = &narrative.told.solutions[0].composition;
        assert_eq!(composition, if part == "wp_move_s1" { &["MOVE"][..] } else { &["MOVE", "GIVE"] });
    }
    let one = propose(&scores, &base(), wish(1)).unwrap();
    assert_eq!(one.recipe.generate.parts.len(), 1);
}

#[test]
fn nothing_to_target_is_an_error() {
    let perfect = Scores::parse("kind,composition,correct\nlist,GRAB,true\n").unwrap();
    assert!(propose(&perfect, &base(), wish(3)).unwrap_err().to_string().contains("below 100 %"));
    let elsewhere = Scores::parse("kind,composition,correct\nlist,INDEF,false\n").unwrap();
    let error = propose(&elsewhere, &base(), wish(3)).unwrap_err().to_string();
    assert!(error.contains("none of the worst") && error.contains("list over INDEF"), "{error}");
}
