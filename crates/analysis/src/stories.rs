//! What predictions for questions about stories show.
