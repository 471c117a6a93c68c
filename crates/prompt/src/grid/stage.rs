//! Commands that are carried out step by step.

use wampimuk_command::{GridFamily, GridItem, Lexicon};
use wampimuk_grid::World;

use super::scene::View;
use super::{GridContext, Page, Phrasing, acting, listing, meaning, scene, section};
use crate::{PromptForm, PromptView, Style};

/// An item as an agent is told about it who carries it out step by step: the rules and the first view, then a view after
/// each turn.
#[derive(Clone, Debug)]
pub struct Stage {
    form: PromptForm,
    /// How far the agent sees.
    sight: Option<u8>,
    opening: String,
    /// The numbers of the objects in the order in which they are listed.
    order: Vec<usize>,
    lexicon: Lexicon,
}

impl Stage {
    /// The stage of an item. With `sight`, the agent sees so many rows and columns in each direction, has to find the
    /// object, and may go as it likes. `protocol` says how it acts.
    pub fn new(
        family: &dyn GridFamily,
        item: &GridItem,
        form: PromptForm,
        sight: Option<u8>,
        protocol: &str,
    ) -> Self {
        let GridItem { example, id, .. } = item;
        let context = GridContext::from(family);
        let phrasing = Phrasing::own(&context, &example.command);
        let order = listing::order(&example.world, *id);
        let page = Page {
            context,
            example,
            objects: &listing::in_order(&example.world, &order),
            letters: None,
            phrasing: &phrasing,
            style: Style { form, view: PromptView::Actions, instructions: true },
        };
        let mut text =
            "You are in a grid world and are given a command. Carry it out step by step.\n".to_owned();
        section(&mut text, "The world", scene::rules(&page, sight));
        section(&mut text, "What the command is about", meaning::rules(&page));
        section(&mut text, "What actions do", acting::actions(&page));
        let rules = if sight.is_some() { acting::aims(&page) } else { acting::rules(&page) };
        section(&mut text, "How the command is carried out", rules);
        let first = page.view(sight).with_command(form, &phrasing.command);
        let opening = format!("{text}\n{protocol}\n\n{first}");
        Self { form, sight, opening, order, lexicon: context.lexicon.clone() }
    }

    /// The rules, how to act, the first view and the command.
    pub fn opening(&self) -> &str {
        &self.opening
    }

    /// What the agent sees of a world that its actions have led to.
    pub fn view(&self, world: &World) -> String {
        let objects = listing::in_order(world, &self.order);
        View { lexicon: &self.lexicon, world, objects: &objects, letters: None, sight: self.sight }
            .text(self.form)
    }
}
