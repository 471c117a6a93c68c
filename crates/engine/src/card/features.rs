//! Columns as Hugging Face's `datasets` describes them.

use wampimuk_core::{Field, Type};

use super::yaml::Yaml;

/// How bytes stand in the files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bytes {
    /// As they are: a column of pictures is one.
    Raw,
    /// As text in base64.
    Base64,
}

/// The columns as `features` of a dataset card.
///
/// Lists of plain values are written `sequence`, which all versions of the library read; newer ones write `list`.
pub(super) fn features(fields: &[Field], bytes: Bytes) -> Yaml {
    let feature = |field: &Field| {
        let shape = match field {
            Field { name: "image", ty: Type::Bytes, .. } if bytes == Bytes::Raw => image(),
            field => shape(&field.ty, bytes),
        };
        Yaml::Map(vec![("name", Yaml::text(field.name)), shape])
    };
    Yaml::List(fields.iter().map(feature).collect())
}

/// Pictures have a palette; models want the colours.
fn image() -> (&'static str, Yaml) {
    let mode = Yaml::Map(vec![("mode", Yaml::text("RGB"))]);
    ("dtype", Yaml::Map(vec![("image", mode)]))
}

fn shape(ty: &Type, bytes: Bytes) -> (&'static str, Yaml) {
    let name = match ty {
        Type::Bool => "bool",
        Type::U8 => "uint8",
        Type::U32 => "uint32",
        Type::U64 => "uint64",
        Type::Text | Type::Word(_) => "string",
        Type::Bytes if bytes == Bytes::Base64 => "string",
        Type::Bytes => "binary",
        Type::Struct(fields) => return ("struct", features(fields, bytes)),
        Type::List(element) => {
            return match &**element {
                Type::Struct(fields) => ("list", features(fields, bytes)),
                element => match shape(element, bytes) {
                    ("dtype", name) => ("sequence", name),
                    (key, inner) => ("sequence", Yaml::Map(vec![(key, inner)])),
                },
            };
        }
    };
    ("dtype", Yaml::text(name))
}
