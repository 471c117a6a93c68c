//! Datasets seen otherwise: the same items with more or other columns.
