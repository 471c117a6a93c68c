//! The keys of settings and of models, with a sentence and a default for each.

use schemars::{JsonSchema, schema_for};
use serde_json::Value;

use crate::architecture::{Architecture, ModelVisitor, with_model};
use crate::preset::Settings;

/// The keys of settings, but for those of `model`, as a JSON Schema.
pub fn settings_schema() -> Value {
    schema::<Settings>()
}

/// The keys of `model` for the model of this name, as a JSON Schema.
///
/// # Errors
/// If there is no such model: what there is.
pub fn model_schema(name: &str) -> Result<Value, String> {
    with_model(name, Keys)
}

struct Keys;

impl ModelVisitor for Keys {
    type Out = Value;

    fn visit<A: Architecture>(self) -> Value {
        schema::<A::Options>()
    }
}

fn schema<T: JsonSchema>() -> Value {
    schema_for!(T).to_value()
}
