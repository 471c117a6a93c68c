//! What predictions for commands in grid worlds show.
