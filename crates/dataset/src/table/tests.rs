use arrow_array::Array;
use arrow_array::cast::AsArray;

use super::*;

#[test]
fn nested_columns_line_up() {
    let words = Type::Word(vec!["a".to_string(), "b".to_string()].into());
    let element = Type::Struct(vec![
        Field::new("kind", words.clone(), ""),
        Field::new("tags", Type::List(Box::new(words)), ""),
        Field::new("row", Type::U8, ""),
    ]);
    let schema = Schema {
        fields: vec![
            Field::new("id", Type::Text, ""),
            Field::new("objects", Type::List(Box::new(element)), ""),
            Field::new("yes", Type::Bool, ""),
            Field::new("png", Type::Bytes, ""),
        ],
    };
    let mut table = Table::new(&schema);
    for round in 0..2 {
        for objects in [2, 0, 1] {
            table.id(ItemId(objects as u128));
            table.list(objects);
            for object in 0..objects {
                table.word(object);
                table.words(&[1, 1, 0][..object]);
                table.uint(object as u64 + 7);
            }
            table.bool(objects == 0);
            table.bytes(&[0xff; 3][..objects]);
            table.end();
        }
        assert_eq!(table.rows(), 3);
        let batch = table.finish().unwrap();
        assert_eq!((batch.num_rows(), table.rows()), (3, 0), "round {round}");
        let lists = batch.column(1).as_list::<i32>();
        assert_eq!(lists.offsets().as_ref(), [0, 2, 2, 3]);
        let objects = lists.values().as_struct();
        assert_eq!(objects.column(2).as_primitive::<arrow_array::types::UInt8Type>().values(), &[7, 8, 7]);
        assert_eq!(objects.column(1).as_list::<i32>().value_length(1), 1);
        assert!(batch.column(2).as_boolean().value(1));
        let pictures: Vec<_> = batch.column(3).as_binary::<i32>().iter().flatten().collect();
        assert_eq!(pictures, [&[0xff, 0xff][..], &[], &[0xff]]);
        assert_eq!(batch.column(0).as_string::<i32>().value(0), "00000000000000000000000000000002");
        assert_eq!(objects.column(0).len(), 3);
    }
}
