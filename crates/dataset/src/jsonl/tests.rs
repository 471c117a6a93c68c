use wampimuk_core::{Field, ItemId, Schema, Sink, Type};

use super::JsonLines;

fn words(names: &[&str]) -> Type {
    Type::Word(names.iter().map(ToString::to_string).collect())
}

fn list(element: Type) -> Type {
    Type::List(Box::new(element))
}

fn schema(fields: Vec<(&'static str, Type)>) -> Schema {
    Schema { fields: fields.into_iter().map(|(name, ty)| Field::new(name, ty, "")).collect() }
}

fn text(lines: &JsonLines) -> &str {
    std::str::from_utf8(lines.bytes()).unwrap()
}

#[test]
fn every_type_has_its_form() {
    let point = Type::Struct(vec![Field::new("x", Type::U8, ""), Field::new("y", Type::U64, "")]);
    let schema = schema(vec![
        ("yes", Type::Bool),
        ("text", Type::Text),
        ("id", Type::Text),
        ("png", Type::Bytes),
        ("a \"long\" name that does not fit into one block", words(&["é", "\n", "walk"])),
        ("points", list(point.clone())),
        ("rows", list(list(Type::U32))),
        ("point", point),
        ("tags", list(words(&["a", "b"]))),
    ]);
    let mut lines = JsonLines::new(&schema);
    for round in 0..2 {
        lines.bool(round == 0);
        lines.text("q\"\u{1}");
        lines.id(ItemId(0xab));
        Sink::bytes(&mut lines, b"\x89PNG");
        lines.word(1);
        lines.list(2);
        for value in [1, 2, 3, u64::MAX] {
            lines.uint(value);
        }
        lines.list(3);
        lines.list(2);
        lines.uint(7);
        lines.uint(8);
        lines.list(0);
        lines.list(1);
        lines.uint(9);
        lines.uint(255);
        lines.uint(256);
        if round == 0 {
            lines.words(&[1, 0]);
        } else {
            lines.word_list(&mut std::iter::empty());
        }
        lines.end();
    }
    let [first, second] = text(&lines).lines().collect::<Vec<_>>()[..] else { panic!("two lines") };
    assert_eq!(
        first,
        r#"{"yes":true,"text":"q\"\u0001","id":"000000000000000000000000000000ab","png":"iVBORw==","a \"long\" name that does not fit into one block":"\n","points":[{"x":1,"y":2},{"x":3,"y":18446744073709551615}],"rows":[[7,8],[],[9]],"point":{"x":255,"y":256},"tags":["b","a"]}"#
    );
    assert_eq!(second, first.replace("true", "false").replace(r#"["b","a"]"#, "[]"));
    lines.clear();
    assert_eq!(text(&lines), "");
}

#[test]
fn empty_lists_inside_lists_close_what_is_around_them() {
    let element = Type::Struct(vec![Field::new("rows", list(Type::U8), "")]);
    let mut lines = JsonLines::new(&schema(vec![("items", list(element))]));
    lines.list(2);
    lines.list(0);
    lines.list(0);
    lines.end();
    lines.list(0);
    lines.end();
    assert_eq!(text(&lines), "{\"items\":[{\"rows\":[]},{\"rows\":[]}]}\n{\"items\":[]}\n");
}

#[test]
#[should_panic(expected = "got a choice")]
fn values_of_another_type_are_mistakes() {
    JsonLines::new(&schema(vec![("text", Type::Text)])).word(0);
}
