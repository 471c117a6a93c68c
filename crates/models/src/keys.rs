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
    let mut schema = schema_for!(T).to_value();
    shorten(&mut schema);
    schema
}

/// Writes numbers that are of 32 bits as they were written in the source: 0.3, not 0.30000001192092896.
fn shorten(value: &mut Value) {
    match value {
        Value::Number(number) => {
            let short = number.as_f64().filter(|_| number.is_f64()).and_then(|own| {
                let small = own as f32;
                if f64::from(small) == own { small.to_string().parse::<f64>().ok() } else { None }
            });
            if let Some(short) = short.and_then(serde_json::Number::from_f64) {
                *number = short;
            }
        }
        Value::Array(all) => all.iter_mut().for_each(shorten),
        Value::Object(all) => all.values_mut().for_each(shorten),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ARCHITECTURES;

    #[test]
    fn defaults_are_as_short_as_they_were_written() {
        let of = |key: &str| model_schema("m-lstm").unwrap()["properties"][key]["default"].to_string();
        assert_eq!([of("encoder_dropout"), of("auxiliary")], ["0.3", "0.0"]);
        for (name, _) in ARCHITECTURES {
            let text = model_schema(name).unwrap().to_string();
            assert!(!text.contains("0000000"), "{name}: {text}");
        }
    }
}
