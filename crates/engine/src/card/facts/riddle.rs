use super::{ARC, FamilyCheck, FamilyFacts, REASCAN};

pub(super) const FACTS: FamilyFacts = FamilyFacts {
    family: "riddle",
    summary: "Riddles in the layout of the Abstract Reasoning Corpus: pairs of worlds, before and after, behind which \
              stands one sentence (\"the circle that is inside of the box becomes red\"). Find the rule, and say what \
              becomes of one more world.",
    purpose: "To measure whether a model finds a compositional rule from few examples, where it is known which rule was \
              meant and which others would do. The idea is the abstract-reasoning variant that ReaSCAN's authors sketch.",
    instance: "Several pairs of input and output worlds, a test input, the command that selects an object and the \
               operation that changes it.",
    label: "The test output; beside it the rule, as command and operation.",
    sampling: "A sample of the commands of the recipe's patterns with operations as frequent as the recipe says, in worlds \
               built around them. An item does not depend on how many others are made.",
    splits: "A hold-out is a predicate over command and operation. Train holds no item of which it is true. No two splits \
             share a pair of command and operation, nor a world.",
    certificate: "A program derives every output anew, and looks at all other commands that explain the pairs: no \
                  shorter one selects anything else in the test input; of those as long, the columns say how many there \
                  are and how many agree.",
    relations: "None.",
    noise: "No label is noisy. Several rules may explain the pairs; the columns count them.",
    people: "No.",
    used_for: "It is new.",
    uses: "Testing abstraction and reasoning from few examples; testing whether a model can name the rule it follows.",
    not_for: "Claims about human-like abstraction in general: the rules come from one small language.",
    biases: "Patterns, relations, words and operations are as frequent as the recipe says.",
    limitations: &[
        "Every rule is one command and one operation; there is no counting, no symmetry, no repetition.",
        "Rules that are not sentences of this language are not looked for.",
    ],
    erratum: "No error is known.",
    checks: &[FamilyCheck {
        command: "verify",
        finds: "outputs that do not follow, rules that do not explain the pairs",
    }],
    task_categories: &["other"],
    tags: &["arc", "abstract-reasoning", "program-induction", "grid-world"],
    papers: &[&REASCAN, &ARC],
};
