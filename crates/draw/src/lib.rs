//! Pictures of worlds and charts: for a paper, a report, a terminal.
//!
//! * An [`Appearance`] says how the numbers of a lexicon look. A [`GridScene`] says what to show of a world: a title, a ringed
//!   target, the part each object plays, relations, the gold path and a predicted one, attention.
//! * A [`Picture`] is a short list of primitives. Everything is laid out once, as a picture; SVG and PNG are two
//!   spellings of the same list, which is why they agree. Charts ([`bar_chart`], [`grouped_bars`], [`heat_grid`],
//!   [`heat_table()`], [`line_chart`], [`scatter()`]) and contact sheets ([`sheet`]) are pictures too, and so are graphs
//!   of relations ([`graph()`]), riddles of inputs and outputs ([`riddle`]), grids of colours ([`arc_grid()`]), pictures
//!   side by side ([`panels`]), and stories as timelines of who is where ([`timeline()`]).
//! * A [`Painter`] draws many worlds as plain pixels, for models that look at pictures.
//! * [`gif()`] shows an action list being carried out, [`replay`] what a model says and looks at, step by step; [`text`], [`timeline_text`] and [`heat_table_text`] draw in a terminal.
//!
//! ```
//! use wampimuk_draw::{Appearance, GridScene, png, svg, text};
//! use wampimuk_grid::{Agent, Cell, Heading, Object, World};
//!
//! let look = Appearance::from_names(&["circle", "square", "cylinder"], &["red", "green", "yellow", "blue"]);
//! let mut world = World::new(3, Agent { cell: Cell::new(2, 0), heading: Heading::North })?;
//! let target = world.place(Object::solid(0, 0, 2, Cell::new(0, 1)))?;
//! let scene = GridScene::new(&world, &look).title("walk to the red circle").target(target)?;
//! assert!(svg(&scene).starts_with("<svg"));
//! assert!(png(&scene, 2.0)?.starts_with(b"\x89PNG"));
//! assert_eq!(
//!     text(&scene, false),
//!     "walk to the red circle\n\
//!      ┌─────┬─────┬─────┐\n\
//!      │     │*R2● │     │\n\
//!      ├─────┼─────┼─────┤\n\
//!      │     │     │     │\n\
//!      ├─────┼─────┼─────┤\n\
//!      │  ▲  │     │     │\n\
//!      └─────┴─────┴─────┘\n\
//!      R red  ● circle  1, 2, … size\n\
//!      ▲ agent  * target\n"
//! );
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing here reads a file, a font or a clock: the same scene gives the same bytes. Nothing here fails on a strange
//! world either; what could contradict itself (attention for another grid, a target that is not there) is refused when
//! the scene is put together.

mod animation;
mod appearance;
mod arc_grid;
mod bars;
mod colour;
mod compose;
mod curve;
mod error;
mod font;
mod graph;
mod grid;
mod heat;
mod heat_matrix;
mod heat_table;
mod indexed_png;
mod label_placement;
mod legend;
mod lines;
mod link;
mod object;
mod painter;
mod palette;
mod picture;
mod plot;
mod raster;
mod scale;
mod scatter;
mod scene;
mod scene_picture;
mod shade;
mod sprite;
mod svg;
mod terminal;
mod tikz;
mod timeline;
mod trail;
mod words;

pub use animation::{MAX_FRAMES, Step, gif, replay};
pub use appearance::{Appearance, DrawnShape};
pub use arc_grid::{ARC_COLOURS, arc_grid};
pub use bars::{Measured, bar_chart, grouped_bars, measured_bars};
pub use colour::Rgb;
pub use compose::{panels, riddle, riddle_of};
pub use error::DrawError;
pub use font::Weight;
pub use graph::{Edge, Graph, Icon, Layout, MAX_NODES, Node, NodeKind, graph};
pub use heat::heat_grid;
pub use heat_matrix::heat_matrix;
pub use heat_table::{BelowChance, HeatCell, HeatRow, HeatTable, heat_table, heat_table_text};
pub use lines::{Line, line_chart};
pub use painter::{CELL_PIXELS, Painter};
pub use picture::{Anchor, Paint, Picture, Segment, Shape, Stroke};
pub use scatter::{Point, Scatter, scatter};
pub use scene::GridScene;
pub use scene_picture::sheet;
pub use shade::Shade;
pub use terminal::text;
pub use timeline::{
    LineMark, MAX_MOMENTS, MAX_PLACES, MAX_STAYS, MAX_TRACKS, Moment, Stay, Timeline, TimelineError, Track,
    TrackKind, timeline, timeline_text,
};

/// The scene as an SVG document.
pub fn svg(scene: &GridScene<'_>) -> String {
    Picture::of(scene).to_svg()
}

/// The scene as a PNG file with `scale` pixels to the unit; 2 suits screens, 4 suits paper.
pub fn png(scene: &GridScene<'_>, scale: f32) -> Result<Vec<u8>, DrawError> {
    Picture::of(scene).to_png(scale)
}
