//! The columns of a batch, looked up once by name and type, then read row by row.

use std::ops::Range;
use std::path::Path;

use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Int32Type};
use arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, PrimitiveArray, RecordBatch, StringArray, StructArray,
};
use arrow_buffer::OffsetBuffer;

use crate::error::ReadError;

/// A column of one type, without missing values.
pub(crate) trait Column: Sized {
    /// The name of the type.
    fn expected() -> String;
    /// The column, if it is of this type.
    fn of(array: &dyn Array) -> Option<Self>;
}

impl<T: ArrowPrimitiveType> Column for PrimitiveArray<T> {
    fn expected() -> String {
        T::DATA_TYPE.to_string()
    }

    fn of(array: &dyn Array) -> Option<Self> {
        array.as_primitive_opt().cloned()
    }
}

impl Column for BooleanArray {
    fn expected() -> String {
        "Boolean".into()
    }

    fn of(array: &dyn Array) -> Option<Self> {
        array.as_boolean_opt().cloned()
    }
}

/// Texts, plain or with a dictionary.
pub(crate) enum Strings {
    Plain(StringArray),
    Dictionary(DictionaryArray<Int32Type>, StringArray),
}

impl Column for Strings {
    fn expected() -> String {
        "Utf8".into()
    }

    fn of(array: &dyn Array) -> Option<Self> {
        if let Some(plain) = array.as_string_opt() {
            return Some(Self::Plain(plain.clone()));
        }
        let dictionary = array.as_dictionary_opt::<Int32Type>()?;
        Some(Self::Dictionary(dictionary.clone(), dictionary.values().as_string_opt()?.clone()))
    }
}

impl Strings {
    pub(crate) fn value(&self, at: usize) -> &str {
        match self {
            Self::Plain(values) => values.value(at),
            Self::Dictionary(keys, values) => values.value(keys.keys().value(at) as usize),
        }
    }
}

/// Lists of values.
pub(crate) struct Lists<T> {
    offsets: OffsetBuffer<i32>,
    pub(crate) values: T,
}

impl<T: Column> Column for Lists<T> {
    fn expected() -> String {
        format!("List({})", T::expected())
    }

    fn of(array: &dyn Array) -> Option<Self> {
        let list = array.as_list_opt::<i32>()?;
        Some(Self { offsets: list.offsets().clone(), values: complete(list.values())? })
    }
}

impl<T> Lists<T> {
    /// Where the elements of a row are.
    pub(crate) fn range(&self, row: usize) -> Range<usize> {
        self.offsets[row] as usize..self.offsets[row + 1] as usize
    }
}

/// The structs of a list, whose parts are columns of their own.
struct Structs(StructArray);

impl Column for Structs {
    fn expected() -> String {
        "Struct".into()
    }

    fn of(array: &dyn Array) -> Option<Self> {
        array.as_struct_opt().cloned().map(Self)
    }
}

fn complete<T: Column>(array: &dyn Array) -> Option<T> {
    T::of(array).filter(|_| array.null_count() == 0)
}

/// Columns by their names: those of a batch, or the parts of structs in one of them.
#[derive(Clone, Copy)]
pub(crate) struct Columns<'b> {
    path: &'b Path,
    /// What names of parts begin with.
    within: Option<&'b str>,
    source: Source<'b>,
}

#[derive(Clone, Copy)]
enum Source<'b> {
    Batch(&'b RecordBatch),
    Structs(&'b StructArray),
}

impl<'b> Columns<'b> {
    pub(crate) fn of(path: &'b Path, batch: &'b RecordBatch) -> Self {
        Self { path, within: None, source: Source::Batch(batch) }
    }

    fn array(self, name: &str) -> Option<&'b ArrayRef> {
        match self.source {
            Source::Batch(batch) => batch.column_by_name(name),
            Source::Structs(structs) => structs.column_by_name(name),
        }
    }

    /// A column that has to be there.
    pub(crate) fn get<T: Column>(self, name: &str) -> Result<T, ReadError> {
        self.find(name)?.ok_or_else(|| {
            let fields = match self.source {
                Source::Batch(batch) => batch.schema_ref().fields(),
                Source::Structs(structs) => structs.fields(),
            };
            let names: Vec<&str> = fields.iter().map(|field| field.name().as_str()).collect();
            self.wrong(name, T::expected(), format!("only {}", names.join(", ")))
        })
    }

    /// A column that not all files have.
    pub(crate) fn find<T: Column>(self, name: &str) -> Result<Option<T>, ReadError> {
        let column = |array: &ArrayRef| {
            complete(array).ok_or_else(|| {
                let nulls = if array.null_count() > 0 { " with missing values" } else { "" };
                self.wrong(name, T::expected(), format!("{}{nulls}", array.data_type()))
            })
        };
        self.array(name).map(column).transpose()
    }

    /// A column of lists of structs, which has to be there.
    pub(crate) fn structs<T>(
        self,
        name: &str,
        parts: impl FnOnce(Columns<'_>) -> Result<T, ReadError>,
    ) -> Result<Lists<T>, ReadError> {
        self.parts_of(name, self.get(name)?, parts)
    }

    /// A column of lists of structs that not all files have.
    pub(crate) fn find_structs<T>(
        self,
        name: &str,
        parts: impl FnOnce(Columns<'_>) -> Result<T, ReadError>,
    ) -> Result<Option<Lists<T>>, ReadError> {
        self.find(name)?.map(|lists| self.parts_of(name, lists, parts)).transpose()
    }

    fn parts_of<T>(
        self,
        name: &str,
        Lists { offsets, values: Structs(structs) }: Lists<Structs>,
        parts: impl FnOnce(Columns<'_>) -> Result<T, ReadError>,
    ) -> Result<Lists<T>, ReadError> {
        let columns = Columns { path: self.path, within: Some(name), source: Source::Structs(&structs) };
        Ok(Lists { offsets, values: parts(columns)? })
    }

    fn wrong(self, name: &str, expected: String, found: String) -> ReadError {
        let column = self.within.map_or_else(|| name.to_owned(), |outer| format!("{outer}.{name}"));
        ReadError::Column { path: self.path.to_owned(), column, expected, found }
    }
}
