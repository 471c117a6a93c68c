//! Objects as a reader sees them: without the parts they play.

use wampimuk_core::{Field, Sink, Type};
use wampimuk_grid::{Cell, Object};

/// What is kept of an object.
const OBJECT: [&str; 5] = ["shape", "colour", "size", "row", "column"];

/// The column of objects without the parts they play.
pub(crate) fn plain_objects(column: &Field) -> Option<Field> {
    let Type::List(element) = &column.ty else { return None };
    let Type::Struct(parts) = &**element else { return None };
    let kept = OBJECT.map(|name| parts.iter().find(|part| part.name == name).cloned());
    let kept: Option<Vec<Field>> = kept.into_iter().collect();
    Some(Field { ty: Type::List(Box::new(Type::Struct(kept?))), ..column.clone() })
}

/// Writes objects into such a column.
pub(crate) fn write_objects(objects: &[Object], sink: &mut dyn Sink) {
    sink.list(objects.len());
    for &Object { shape, colour, size, cell: Cell { row, column }, .. } in objects {
        sink.word(shape.into());
        sink.word(colour.into());
        sink.uint(size.into());
        sink.uint(row.into());
        sink.uint(column.into());
    }
}
