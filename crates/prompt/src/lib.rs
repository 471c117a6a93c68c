//! Items as text for language models, and the answers in what they say.
