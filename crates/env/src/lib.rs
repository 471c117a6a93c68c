//! Commands in grid worlds as environments to act in, one or many at a time.
