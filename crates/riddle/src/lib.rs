//! Riddles: pairs of worlds before and after, and a world whose "after" is to be found.
