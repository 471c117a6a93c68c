use super::{FamilyCheck, FamilyFacts, GSCAN};

pub(super) const FACTS: FamilyFacts = FamilyFacts {
    family: "gscan",
    summary: "Commands such as \"push the small red square cautiously\" in grid worlds with an agent and objects. What a \
              word means depends on the world: which square is small, which object is heavy, where the target lies. \
              Hold-outs ask for combinations of what train shows only apart.",
    purpose: "To measure whether a model that has learned the parts of a language understands new combinations of them \
              in a world. gSCAN extended SCAN, which is about sequences alone, by situations in which meaning is \
              grounded.",
    instance: "A command as a list of words, a square grid with the agent's cell and heading, the objects with shape, \
               colour, size and cell, and which of them the command refers to.",
    label: "The sequence of actions that carries the command out: turning, walking, pushing, pulling, staying.",
    sampling: "A sample of all commands of the grammar in all worlds of the recipe. Placements of agent and target are \
               taken evenly from shuffled circles of all placements; objects beside the target are drawn as the paper \
               says. An item does not depend on how many others are made.",
    splits: "A hold-out is a predicate over command, target and placement. Train holds no item of which it is true. \
             Items that ask for the same actions at the same target by the same command lie in one of train, dev and \
             test. Each hold-out has a dev part to select on and a test part to report on.",
    certificate: "A program derives target and actions from command and world alone; the target is the only thing the \
                  command can refer to, and the columns say under which readings of \"small\" and \"big\" and which \
                  words are needed. A second program that shares no code with the first agrees in tests.",
    relations: "Items of one command share its words; nothing else relates them.",
    noise: "No label is noisy. Where a recipe says so (names that end in -released), items repeat as in the published \
            data; else no two items are equal.",
    people: "No.",
    used_for: "gSCAN has been used in many papers on compositional generalisation since 2020.",
    uses: "Training and testing models of grounded language on action sequences; reference resolution (the view \
           reference); reinforcement learning in the same worlds; vision, with pictures of the worlds.",
    not_for: "Claims about natural language or real robots: grammar, words and worlds are tiny. Hold-outs are for testing: \
              training on them leaves nothing to measure.",
    biases: "Words are as frequent as the grammar makes them, and targets and placements are even within each command; the \
             agent faces east unless the recipe says otherwise.",
    limitations: &[
        "Word order carries no information: a bag of words determines the meaning.",
        "In more than a third of the items of the hold-outs of red and of yellow squares, colour or shape alone would do.",
        "How many objects there are depends on the command, and so does the share that a guess gets right.",
        "Some hold-outs (directions, adverbs from few examples) may leave more than one reading open to a learner.",
        "Recipes whose names end in -released repeat the published procedure, artifacts included.",
    ],
    erratum: "In the published data, 1,952 of the 3,716 items of dev have an equivalent in train, and the target is the \
              first object of every list. Neither holds here unless the recipe's name ends in -released. No error of \
              this dataset is known.",
    checks: &[
        FamilyCheck {
            command: "verify",
            finds: "labels that do not follow, splits that are not as defined, repetitions",
        },
        FamilyCheck { command: "stats", finds: "counts, duplicates, equivalents of train in other splits" },
        FamilyCheck { command: "audit", finds: "idle words, shortcuts and what a guess gets right (chance)" },
    ],
    task_categories: &["robotics", "reinforcement-learning"],
    tags: &["gscan", "grounded-language", "grid-world", "instruction-following"],
    papers: &[&GSCAN],
};
