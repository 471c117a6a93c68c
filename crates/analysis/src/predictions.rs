//! Predictions in files: JSON lines, one for each item.
