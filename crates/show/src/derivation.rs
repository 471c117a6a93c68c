//! How an item comes about: ReaSCAN's Figure 6.

use wampimuk_command::{Certificate, GridFamily, Relation, RelationEdge, RelationGraphs, Scene, pattern};
use wampimuk_dataset::ItemView;
use wampimuk_draw::Picture;

use crate::grid::{graphs_of, name_of, reading, scene, sentence};
use crate::look::look;
use crate::{Kind, Options, ShowError};

/// The steps of an item: a pattern, a command, a world, the graphs of both, and how many objects the command refers to.
#[derive(Debug)]
pub struct Derivation {
    /// The pattern of its command.
    pub pattern: String,
    /// The command.
    pub command: String,
    /// How many objects its world has.
    pub objects: usize,
    /// How many relations hold between them; what holds both ways is one.
    pub relations: usize,
    /// How many of them the command refers to.
    pub referents: u32,
    /// The graph of the command, the item, and the graph of its world.
    pub picture: Picture,
}

/// How this item of a recipe comes about.
///
/// # Errors
/// If there is no such item.
pub fn derivation(dataset: &dyn GridFamily, split: usize, index: u64) -> Result<Derivation, ShowError> {
    let made = dataset.grid_items().make(split, index)?.clone();
    let view = ItemView::made(name_of(dataset, split), &made, dataset.lexicon());
    let (options, look) = (Options::new(Kind::Svg), look(view.lexicon));
    let scenes = [scene(&view, &look, &options)?];
    let (phrase, reading) = (&view.command.phrase, reading(&view));
    let graphs = RelationGraphs::new(phrase, view.world, view.lexicon, reading, None);
    let is_first = |edge: &RelationEdge, relation: &Relation| edge.from < edge.to || !relation.is_symmetric();
    let relations = |edge: &RelationEdge| edge.relations.iter().filter(|of| is_first(edge, of)).count();
    let certificate = Certificate::new(view.command, &Scene::new(view.world), view.lexicon, reading);
    Ok(Derivation {
        pattern: pattern(phrase),
        command: sentence(&view),
        objects: view.world.objects().len(),
        relations: graphs.world.edges.iter().map(relations).sum(),
        referents: certificate.referents[reading as usize].count_ones(),
        picture: graphs_of(&[view], &scenes, &look)?,
    })
}
