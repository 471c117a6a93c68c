//! What describes a dataset to people and machines: a dataset card, Croissant metadata, a datasheet.
