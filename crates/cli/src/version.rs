//! Which program this is.

/// The version, and the commit that it was built from; the version alone if that was without git, or not for use.
pub const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), env!("WAMPIMUK_COMMIT"));

/// The same with the program's name.
pub const PROGRAM: &str = concat!("wampimuk ", env!("CARGO_PKG_VERSION"), env!("WAMPIMUK_COMMIT"));
