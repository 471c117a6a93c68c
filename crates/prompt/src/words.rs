//! Small pieces of English.

/// "a", or "an" before a vowel.
pub(crate) fn article(next: &str) -> &'static str {
    if next.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']) { "an" } else { "a" }
}

/// "red, green or blue".
pub(crate) fn listed<S: AsRef<str>>(words: &[S], last: &str) -> String {
    match words {
        [] => String::new(),
        [only] => only.as_ref().to_string(),
        [first @ .., end] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} {last} {}", first.join(", "), end.as_ref())
        }
    }
}

/// The same with a capital at the beginning.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// How every prompt says where the answer is to stand.
pub(crate) fn how_to_answer(example: &str) -> String {
    format!(
        "You may think aloud first. End with a line that begins with `Answer:`, for example\nAnswer: {example}\n\
         or put the answer between <answer> and </answer>. Only the last one counts."
    )
}
