use super::FamilyFacts;

/// What holds for every family.
pub(super) const FACTS: FamilyFacts = FamilyFacts {
    family: "",
    summary: "Items of a benchmark that a program made from a recipe.",
    purpose: "To measure compositional generalisation under control.",
    instance: "See the table of columns in the dataset card.",
    label: "See the table of columns in the dataset card.",
    sampling: "A sample of what the recipe allows. An item does not depend on how many others are made.",
    splits: "See the table of splits in the dataset card. A hold-out is a predicate that is true of no training item.",
    certificate: "A program derives every label from the item alone.",
    relations: "See the table of columns in the dataset card.",
    noise: "No label is noisy.",
    people: "No.",
    used_for: "Nothing is known.",
    uses: "Training and testing models on the task.",
    not_for: "Claims about natural language: the language is small and artificial.",
    biases: "What is frequent is what the recipe makes frequent.",
    limitations: &["The language is small and artificial."],
    erratum: "No error is known.",
    checks: &[],
    task_categories: &["other"],
    tags: &[],
    papers: &[],
};
