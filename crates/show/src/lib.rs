//! Pictures of items of any family: terminal, SVG, PNG, GIF.
