//! Values of a TOML text, each with its place, as serde wants them.
//!
//! `toml` can do this itself. But it reads any type in five ways (as a value, a table, an array, a date, a value with its place),
//! and each is compiled again for every type of every recipe. Recipes have tables, lists, texts, numbers and truth values; with
//! one way for all of them, what reads recipes has less than half the size.

use std::fmt::{Display, Formatter};
use std::iter::Enumerate;
use std::ops::Range;

use serde::de::value::CowStrDeserializer;
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, Expected, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use toml::Spanned;
use toml::de::{DeArray, DeInteger, DeString, DeTable, DeValue};

/// A value and where it stands.
pub(super) struct Node<'i> {
    value: DeValue<'i>,
    span: Range<usize>,
}

/// What is wrong, and where.
#[derive(Debug)]
pub(super) struct Fault {
    pub message: String,
    pub span: Option<Range<usize>>,
    /// The keys that lead to it, the innermost first; entries of lists have numbers.
    pub keys: Vec<String>,
}

impl Fault {
    fn at(mut self, span: &Range<usize>) -> Self {
        self.span.get_or_insert_with(|| span.clone());
        self
    }

    fn under(mut self, key: impl ToString) -> Self {
        self.keys.push(key.to_string());
        self
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl serde::de::Error for Fault {
    fn custom<T: Display>(message: T) -> Self {
        Self { message: message.to_string(), span: None, keys: Vec::new() }
    }
}

impl From<toml::de::Error> for Fault {
    fn from(error: toml::de::Error) -> Self {
        Self { message: error.message().trim().to_owned(), span: error.span(), keys: Vec::new() }
    }
}

impl<'i> Node<'i> {
    /// The whole of a text.
    pub fn parse(text: &'i str) -> Result<Self, Fault> {
        let table = DeTable::parse(text)?;
        let span = table.span();
        Ok(Self { value: DeValue::Table(table.into_inner()), span })
    }

    fn of(spanned: Spanned<DeValue<'i>>) -> Self {
        let span = spanned.span();
        Self { value: spanned.into_inner(), span }
    }

    /// The error that this is not what is expected.
    fn unexpected<T>(&self, expected: &dyn Expected) -> Result<T, Fault> {
        let text;
        let found = match &self.value {
            DeValue::String(text) => Unexpected::Str(text),
            DeValue::Integer(number) => match whole(number) {
                Some(number) => Unexpected::Signed(number),
                None => Unexpected::Other("a number of too many digits"),
            },
            DeValue::Float(number) => Unexpected::Float(number.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(value) => Unexpected::Bool(*value),
            DeValue::Datetime(date) => {
                text = date.to_string();
                Unexpected::Other(&text)
            }
            DeValue::Array(_) => Unexpected::Seq,
            DeValue::Table(_) => Unexpected::Map,
        };
        Err(Fault::invalid_type(found, expected))
    }

    /// Hands a value that has no parts to the visitor.
    fn single<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.value {
            DeValue::String(text) => visitor.visit_str(text),
            DeValue::Integer(number) => match whole(number) {
                Some(number) => visitor.visit_i64(number),
                None => match u64::from_str_radix(number.as_str(), number.radix()) {
                    Ok(number) => visitor.visit_u64(number),
                    Err(_) => self.unexpected(&visitor),
                },
            },
            DeValue::Float(number) => match number.as_str().parse() {
                Ok(number) => visitor.visit_f64(number),
                Err(_) => self.unexpected(&visitor),
            },
            DeValue::Boolean(value) => visitor.visit_bool(*value),
            DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => self.unexpected(&visitor),
        }
        .map_err(|fault| fault.at(&self.span))
    }
}

fn whole(number: &DeInteger<'_>) -> Option<i64> {
    i64::from_str_radix(number.as_str(), number.radix()).ok()
}

/// What can only be one kind of value asks for that kind, so that nothing is compiled for the others.
macro_rules! single {
    ($($method:ident)*) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            self.single(visitor)
        })*
    };
}

impl<'de> Deserializer<'de> for Node<'_> {
    type Error = Fault;

    single! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16
        deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string
        deserialize_bytes deserialize_byte_buf deserialize_unit deserialize_identifier
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            DeValue::Array(_) => self.deserialize_seq(visitor),
            DeValue::Table(_) => self.deserialize_map(visitor),
            _ => self.single(visitor),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let span = self.span.clone();
        match self.value {
            DeValue::Array(list) => visitor.visit_seq(Elements(list.into_iter().enumerate())),
            _ => self.unexpected(&visitor),
        }
        .map_err(|fault| fault.at(&span))
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let span = self.span.clone();
        match self.value {
            DeValue::Table(table) => visitor.visit_map(Entries { left: table.into_iter(), value: None }),
            _ => self.unexpected(&visitor),
        }
        .map_err(|fault| fault.at(&span))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.single(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let span = self.span.clone();
        match self.value {
            DeValue::String(name) => visitor.visit_enum(key(name)),
            DeValue::Table(table) if table.len() == 1 => visitor.visit_enum(Chosen(table)),
            DeValue::Table(table) => Err(not_one(table.keys().map(Spanned::get_ref), variants)),
            _ => self.unexpected(&OneOf(variants)),
        }
        .map_err(|fault| fault.at(&span))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }
}

/// The error of a table that is to have one of several keys and has none or more.
fn not_one<'n>(names: impl Iterator<Item = &'n DeString<'n>>, variants: &'static [&'static str]) -> Fault {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    let found = if names.is_empty() { "no key".to_owned() } else { names.join(" and ") };
    Fault::custom(format!("found {found}, expected {}", OneOf(variants)))
}

/// The names that a value can have.
struct OneOf(&'static [&'static str]);

impl Expected for OneOf {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        Display::fmt(self, f)
    }
}

impl Display for OneOf {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str("one of ")?;
        self.0.iter().enumerate().try_for_each(|(number, name)| {
            let comma = if number == 0 { "" } else { ", " };
            write!(f, "{comma}`{name}`")
        })
    }
}

fn key(name: DeString<'_>) -> CowStrDeserializer<'_, Fault> {
    name.into_deserializer()
}

/// The elements of a list.
struct Elements<'i>(Enumerate<<DeArray<'i> as IntoIterator>::IntoIter>);

impl<'de> SeqAccess<'de> for Elements<'_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        let Some((number, element)) = self.0.next() else { return Ok(None) };
        seed.deserialize(Node::of(element)).map(Some).map_err(|fault| fault.under(number))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// The entries of a table.
struct Entries<'i> {
    left: <DeTable<'i> as IntoIterator>::IntoIter,
    /// The key that was handed out last, and its value.
    value: Option<(DeString<'i>, Node<'i>)>,
}

impl<'de> MapAccess<'de> for Entries<'_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let Some((name, value)) = self.left.next() else { return Ok(None) };
        let span = name.span();
        let name = name.into_inner();
        self.value = Some((name.clone(), Node::of(value)));
        seed.deserialize(key(name)).map(Some).map_err(|fault| fault.at(&span))
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let entry = self.value.take();
        let (name, node) = entry.ok_or_else(|| Fault::custom("a value was asked for before its key"))?;
        let span = node.span.clone();
        seed.deserialize(node).map_err(|fault| fault.at(&span).under(name))
    }
}

/// A table with one entry: the name of a variant, and what it holds.
struct Chosen<'i>(DeTable<'i>);

impl<'de, 'i> EnumAccess<'de> for Chosen<'i> {
    type Error = Fault;
    type Variant = Held<'i>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Held<'i>), Fault> {
        let Some((name, value)) = self.0.into_iter().next() else {
            return Err(Fault::custom("expected one key, found none"));
        };
        let span = name.span();
        let name = name.into_inner();
        let variant = seed.deserialize(key(name.clone())).map_err(|fault| fault.at(&span))?;
        Ok((variant, Held { name, node: Node::of(value) }))
    }
}

/// What a variant holds.
struct Held<'i> {
    /// The name of the variant.
    name: DeString<'i>,
    node: Node<'i>,
}

impl<'i> Held<'i> {
    fn read<T>(self, read: impl FnOnce(Node<'i>) -> Result<T, Fault>) -> Result<T, Fault> {
        read(self.node).map_err(|fault| fault.under(self.name))
    }
}

impl<'de> VariantAccess<'de> for Held<'_> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        Err(Fault::custom("this variant holds nothing: write its name as a text").at(&self.node.span))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        self.read(|node| seed.deserialize(node))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.read(|node| node.deserialize_seq(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.read(|node| node.deserialize_map(visitor))
    }
}
