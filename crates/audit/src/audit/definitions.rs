//! What the words of an audit mean: a sentence or two for every table and every line of it.

/// What the words about readers and findings mean, of any items.
const OF_BOTH: [&str; 4] = [
    "Floors: how often readers without understanding are right. A model's score means something above them.",
    "Learnt readers: logistic regression and boosted trees that rank the candidates by features; the better of both is shown. \
     They are lower bounds of what can be had without understanding.",
    "Interval: Wilson's, at 95 %.",
    "p: the chance of so much or more if nothing were wrong, corrected by Holm's rule for all comparisons of the report.",
];

/// What the words about commands mean.
const OF_COMMANDS: [&str; 21] = [
    "Chance: a blind choice among the objects that commands of the pattern can be about. A guesser who uses words of the command \
     chooses blindly among the objects that these words describe. Chance among the nameable: a blind choice among the objects \
     that a command of the pattern could be about in this world; without clauses, those that words fit alone.",
    "Order bound: 1/m for a command whose words have m grammatical orders of different meaning, averaged. Grammatical is what \
     keeps the rules that all commands of the data keep.",
    "Vote: each order that refers to exactly one object of the world votes for it; unique: only those that do so under \
     every reading of small and big; promised: only those that also keep every promise that the data keep.",
    "Leak: train has the item, or has it but for other objects: the same command, actions and target cell, and a target that \
     looks the same.",
    "Known answer: train has an equivalent item, with the same command, actions and target cell, whose target looks different.",
    "Findings: the checks of ReaSCAN's authors and some more, for each split; the reading of small and big is in the title.",
    "Labels: whether the recorded actions do what the command asks of the recorded target. Canonical actions go along the \
     columns first.",
    "Referents: the objects that the command can mean, under one reading of small and big. Existential: smaller (bigger) than \
     some other of its class; superlative: the smallest (biggest) of its class; colour-blind: of its noun, whatever the colour. A \
     class is what the phrase says beside the size.",
    "Colour and noun: whether both are needed in commands that have both. By words: without one of them the target is still the \
     only referent; sizes left aside: no other kind of object in the world has that colour (that shape).",
    "Idle words: words, or clauses, without which the command has the same referents.",
    "Idle clauses: the same, by relation.",
    "Word order: whether the words in another order make another command, and one with other referents.",
    "Distractors: all objects but the target. They are relevant for reference if who misses one word takes them for a referent, or \
     if the command means something else without them; in the way if the actions are others without them; else irrelevant.",
    "What the file gives away: how often the target has the most frequent place in the list of objects, where agents face, and \
     the share of targets that would have to move to stand evenly in all cells (χ²: Pearson's statistic).",
    "Commands of the form: figures by pattern, which is the shape of a command: which phrase depends on which by which relation.",
    "Shortcuts: how often somebody finds the target who leaves out a part of the command: all of it, the clauses, the head, size \
     words, nouns or colour words.",
    "Pivots: the objects that stand in for \"a blue circle\" in \"in the same row as a blue circle\", by column (or row). Evenly \
     placed ones give nothing away.",
    "Sizes: whether small and big have more than two sizes to choose from, and whether a sized phrase means one in between.",
    "Articles: ReaSCAN's rule is \"the\" for the head, and for other phrases \"the\" if their own words fit one object, else \
     \"a\".",
    "Target is the referent: the target is the only object that the command can mean, under each choice of meaning.",
    "Boxes: by their extent they contain what lies inside of their frame, else what stands in their cell; as objects they count \
     among those that \"object\" can mean.",
];

/// What the words about stories mean.
const OF_STORIES: [&str; 8] = [
    "Chance, majority: always the most frequent answer to questions of the kind.",
    "Leak: train has the question after the same lines, word by word or in other words.",
    "Questions and their answers: recorded answers beside those that follow from the story. Wrong answer: another one follows; no \
     answer follows: the story leaves it open; ambiguous: its words fit several occasions; not solved: a line before makes no \
     sense.",
    "Supports of right answers: recorded lines beside those that show the answer. Insufficient: who knows these lines only does \
     not know the answer; lacks an antecedent: the line that explains a pronoun is missing; redundant: fewer of them do; not \
     smallest: none can be left out, but there is a smaller set; the history: all lines in which somebody had a hand, which is \
     how some tasks were published.",
    "Contradictions: lines that cannot be true together with those before.",
    "Suspects: the first questions and lines with each flaw.",
    "Shortcuts: how often a guess gives the recorded answer. Question only: the most frequent answer to that very question; passage \
     only: the word that stands where answers mostly stand, counted from the end; last place: the place named last; last sentence \
     about: what the last sentence with the first name of the question says.",
    "Learnt from: the split from which guesses were learnt; itself, where there is no train.",
];

/// All that concern a page about commands.
pub(super) fn of_commands() -> impl Iterator<Item = &'static str> {
    OF_BOTH.into_iter().chain(OF_COMMANDS)
}

/// All that concern a page about stories.
pub(super) fn of_stories() -> impl Iterator<Item = &'static str> {
    OF_BOTH.into_iter().chain(OF_STORIES)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use wampimuk_families::find;

    use crate::{DatasetAudit, floors, fresh};

    fn audited(recipe: &str) -> DatasetAudit {
        let found = find(recipe, &[]).expect("it is shipped").expect("it can be read");
        fresh(&*found.dataset(0).expect("it can be made"), recipe, "dev", 20, &()).expect("it can be audited")
    }

    /// Every table has a title whose first words are defined, and so has every check in the tables of patterns.
    #[test]
    fn every_table_is_defined() {
        for recipe in ["gscan-demo", "reascan-1rc", "mix-t2"] {
            let audit = audited(recipe);
            let page = audit.page(recipe).html();
            let tables = [floors::tables(audit.floors(), true), audit.tables()].concat();
            let mut words = BTreeSet::new();
            for table in &tables {
                let title = table.title.split([':', ',', '(']).next().unwrap_or_default();
                words.insert(title.trim().to_owned());
                if table.columns.first().is_some_and(|column| column == "check") {
                    words.extend(
                        table.rows.iter().map(|row| row[0].clone()).filter(|check| !check.is_empty()),
                    );
                }
            }
            for word in words {
                let first = word.split_once(" $").map_or(&*word, |(first, _)| first);
                let first = ["Floors", "Distractors", "Referents"]
                    .into_iter()
                    .find(|short| first.starts_with(short))
                    .unwrap_or(first);
                let mut letters = first.chars();
                let capital: String =
                    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
                assert!(page.contains(&format!("{capital}: ")), "{recipe}: {capital} is not defined");
            }
        }
    }
}
