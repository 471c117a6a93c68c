//! The papers' baselines, one file each, written in the operations of [`wampimuk_nn`].

pub mod m_lstm;
