//! wampimuk
