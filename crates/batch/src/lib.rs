//! Items as arrays of numbers for training, with versioned vocabularies.
