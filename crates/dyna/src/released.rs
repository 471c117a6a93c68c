//! The answers and supporting facts of the released Dyna-bAbI engine, defects included.
