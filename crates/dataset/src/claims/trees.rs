//! Checks what a file says about the phrases of a command.

use wampimuk_command::{Certificate, ClauseVariant, Command, Lexicon, Register, Surface, pattern};

use super::Check;
use crate::compact::{PhraseClaim, TreeClaims};
use crate::original::expression;
use crate::record::OriginalClaims;
use crate::view::ItemView;

impl Check {
    /// Compares every phrase, what is necessary of it, and the variants of the meaning.
    pub(super) fn trees(
        &mut self,
        claims: &TreeClaims,
        item: &ItemView<'_>,
        target: usize,
        certificate: &Certificate,
    ) {
        self.field("pattern", &claims.pattern, &pattern(&item.command.phrase));
        let derived = PhraseClaim::all(item.command, item.lexicon, certificate.necessity);
        for (recorded, derived) in claims.phrases.iter().zip(&derived) {
            if recorded != derived {
                self.field("phrases", &recorded.to_string(), &derived.to_string());
            }
        }
        let count = |phrases: usize| format!("{phrases} phrases");
        self.field("phrases", &count(claims.phrases.len()), &count(derived.len()));
        let holds = |variant: &ClauseVariant| certificate.holds_with(*variant, target);
        let variants: Vec<ClauseVariant> = ClauseVariant::ALL.into_iter().filter(holds).collect();
        let names = |variants: &[ClauseVariant]| {
            variants.iter().map(|variant| variant.name()).collect::<Vec<_>>().join(", ")
        };
        self.field("variants", &names(&claims.variants), &names(&variants));
    }

    /// Compares what ReaSCAN's own files say of a command.
    pub(super) fn original_trees(&mut self, claims: &OriginalClaims, command: &Command, lexicon: &Lexicon) {
        self.field("command", &claims.command, &command.field(lexicon, Surface::Reascan, Register::Words));
        self.field("meaning", &claims.meaning, &command.field(lexicon, Surface::Reascan, Register::Meanings));
        let shape = pattern(&command.phrase);
        for (field, recorded) in [("derivation", &claims.derivation), ("grammer_pattern", &claims.pattern)] {
            self.field(field, recorded.as_ref().unwrap_or(&shape), &shape);
        }
        if let Some(recorded) = &claims.verb {
            self.field("verb_in_command", recorded, command.deed(lexicon).name());
        }
        if let Some(recorded) = &claims.manner {
            let manner = command.adverb.map_or("", |adverb| &lexicon.adverbs[usize::from(adverb)].word.name);
            self.field("adverb_in_command", recorded, manner);
        }
        let expressions: Vec<String> =
            command.phrase.nodes().iter().map(|node| expression(node.phrase, lexicon)).collect();
        if let Some(recorded) = &claims.referred_target {
            self.field("referred_target", recorded, &expressions[0]);
        }
        if !claims.expressions.is_empty() {
            self.field("object_expression", &claims.expressions.join("; "), &expressions.join("; "));
        }
    }
}
