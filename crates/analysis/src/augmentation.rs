//! An augmented train set: the figures of gSCAN's Appendix C beside the published ones, and the card of the dataset.

use std::fmt::Write as _;

use serde_json::{Value, json};
use wampimuk_audit::{Table, thousands};
use wampimuk_core::{Family, ItemError, in_parallel};
use wampimuk_engine::DatasetPlan;
use wampimuk_gscan::geca::{
    Augmented, Figures, GecaFindings, PUBLISHED, PUBLISHED_AUGMENTED, TARGETS, census,
};

const WHY_NOT: &str = "The published set cannot be made again: no code for gSCAN was released, and what had to be new about \
                       a pair, how objects were written and how pairs were applied is not said. Of the choices here, \
                       --filter compose --linearise symbols --mode replace comes nearest for gscan-released. None has \
                       red squares that no command calls red, as the published table does, although the paper's own \
                       example does call one so: either commands stayed as they were there, or the count read a field \
                       that was not brought up to date.";

const DOUBT: &str = "Actions of rewritten items are those of the items they were made of, and need not carry out the \
                     command.";

/// What was found, and the figures of train before and after.
#[derive(Debug)]
pub struct Augmentation {
    options: String,
    findings: GecaFindings,
    before: Figures,
    after: Figures,
}

impl Augmentation {
    /// Counts train before and after.
    ///
    /// # Errors
    /// If an item cannot be made.
    pub fn new(augmented: &Augmented) -> Result<Self, ItemError> {
        let train = augmented.train();
        let figures = |&of_base: &bool| {
            if of_base { census(augmented.base(), train) } else { census(augmented, train) }
        };
        let mut counted = in_parallel(2, &[true, false], figures).into_iter();
        let mut next = || counted.next().unwrap_or_else(|| census(augmented, train));
        let (before, after) = (next()?, next()?);
        Ok(Self { options: augmented.options().text(), findings: augmented.findings(), before, after })
    }

    /// All of it, for people.
    pub fn text(&self) -> String {
        format!("{}\n{}\n{DOUBT}\n\n{WHY_NOT}", self.table().to_text(), self.findings())
    }

    fn table(&self) -> Table {
        let columns = ["train", "published", "here", "augmented, published", "augmented, here"];
        let mut table = Table::new(format!("Appendix C of the gSCAN paper ({})", self.options), &columns);
        let all = [PUBLISHED, self.before, PUBLISHED_AUGMENTED, self.after];
        let mut row = |name: String, figure: &dyn Fn(&Figures) -> u64| {
            let figures = all.iter().map(|figures| thousands(figure(figures)));
            table.row(std::iter::once(name).chain(figures));
        };
        row("examples".into(), &|figures| figures.examples);
        row("unique examples".into(), &|figures| figures.unique);
        row("unique examples per command".into(), &|figures| figures.per_command);
        for (number, (colour, shape)) in TARGETS.iter().enumerate() {
            row(format!("{colour} {shape}s, placed"), &|figures| figures.targets[number].placed);
            row(format!("{colour} {shape}s, referred to by colour"), &|figures| {
                figures.targets[number].referred
            });
        }
        table
    }

    fn findings(&self) -> String {
        let GecaFindings { pairs, novel, strange, agreeing, sources, replaced, added } = self.findings;
        let count = |number: usize| thousands(number as u64);
        let strange = match strange {
            0 => String::new(),
            strange => format!(" and {} that are none of the language and were left out", count(strange)),
        };
        format!(
            "{} pairs of command and target in train give {} new ones{strange}; in {} of them, noun and colour fit the \
             object. {} items could be rewritten; {} were in their place, and {} copies were added.",
            count(pairs),
            count(novel - self.findings.strange),
            count(agreeing),
            thousands(sources),
            thousands(replaced),
            thousands(added)
        )
    }

    /// The same, for programs.
    pub fn json(&self) -> Value {
        let GecaFindings { pairs, novel, strange, agreeing, sources, replaced, added } = self.findings;
        json!({
            "options": self.options,
            "findings": {
                "pairs": pairs,
                "novel": novel,
                "strange": strange,
                "agreeing": agreeing,
                "sources": sources,
                "replaced": replaced,
                "added": added,
            },
            "train": { "published": figures(&PUBLISHED), "here": figures(&self.before) },
            "augmented": { "published": figures(&PUBLISHED_AUGMENTED), "here": figures(&self.after) },
            "remark": WHY_NOT,
        })
    }

    /// The card of the dataset.
    pub fn card(&self, plan: &DatasetPlan, augmented: &Augmented) -> String {
        let (name, ending) = (&plan.config, plan.format.ending());
        let mut card = format!("---\nconfigs:\n- config_name: {name}\n  data_files:\n");
        for portion in &plan.portions {
            let split = &portion.name;
            let _ = writeln!(card, "  - split: {split}\n    path: data/{name}/{split}-*.{ending}");
        }
        let _ = write!(
            card,
            "---\n\n# {name}\n\nA gSCAN dataset whose train was augmented by GECA ({}; seed {}): pairs of command and target \
             that were\ncomposed of training pairs, applied to training items.\n\n**Labels of train may be wrong.** {DOUBT} \
             The column `augmented` marks them, `source` is\nthe index of the item in the recipe's own train, `template` \
             says which template was filled. `readings` and `necessary`\nsay of each item what is true of it, \
             and that its target is the only referent is not among it unless a reading is\nlisted. All other splits are as the recipe \
             makes them.\n\n```text\n{}```\n\n{}\n\n{WHY_NOT}\n\n## Columns\n\n",
            self.options,
            augmented.seed(),
            self.table().to_text(),
            self.findings(),
        );
        for field in &augmented.schema().fields {
            let _ = writeln!(card, "- `{}`: {}", field.name, field.doc);
        }
        card
    }
}

fn figures(figures: &Figures) -> Value {
    let targets: serde_json::Map<String, Value> = TARGETS
        .iter()
        .zip(&figures.targets)
        .map(|((colour, shape), shown)| {
            (format!("{colour} {shape}"), json!({ "placed": shown.placed, "referred": shown.referred }))
        })
        .collect();
    json!({
        "examples": figures.examples,
        "unique": figures.unique,
        "per_command": figures.per_command,
        "targets": targets,
    })
}
