//! Texts with places to fill in: `{{name}}`.

/// The template with every `{{name}}` replaced. What is filled in is not looked at again, so a text from a recipe cannot
/// smuggle in a place; a place without a value stays, and tests look for that.
pub(super) fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::with_capacity(2 * template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        out.push_str(before);
        let found = after.split_once("}}").and_then(|(name, then)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((value, then))
        });
        match found {
            Some((value, then)) => {
                out.push_str(value.trim_end_matches('\n'));
                rest = then;
            }
            None => {
                out.push_str("{{");
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn places_are_filled_once() {
        let values = [("a", "{{b}}\n"), ("b", "x")];
        assert_eq!(fill("{{a}}, {{b}}; {{c}} {{", &values), "{{b}}, x; {{c}} {{");
    }
}
