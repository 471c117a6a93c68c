use super::{FamilyCheck, FamilyFacts, GSCAN, REASCAN};

pub(super) const FACTS: FamilyFacts = FamilyFacts {
    family: "reascan",
    summary: "Commands with relative clauses such as \"walk to the circle that is in the same row as the blue square and \
              inside of the big box\" in grid worlds full of distractors. Each clause is needed to tell the target from \
              something that looks like it.",
    purpose: "To measure whether models compose relations between objects, not only words for one object. ReaSCAN \
              answers what gSCAN leaves open: its commands can be understood without their structure, most objects \
              beside the target do not matter, and many words are not needed.",
    instance: "A command as a list of words and as a tree of phrases and relations, a square grid with the agent's cell \
               and heading, the objects (boxes may hold others) with the part each plays, and which of them the command \
               refers to.",
    label: "The sequence of actions that carries the command out: turning, walking, pushing, pulling, staying.",
    sampling: "A sample of the commands of each pattern, numbered without being listed, in worlds built around them. \
               Commands for which no world exists are listed by the program with the reason, never replaced. An item \
               does not depend on how many others are made.",
    splits: "A hold-out is a predicate over command, objects and relations. Train holds no item of which it is true. No \
             two items of the dataset share command, agent cell and target cell, so no split leaks into another. Each \
             hold-out has a dev part to select on and a test part to report on.",
    certificate: "A program derives target and actions from command and world alone, under three readings of \"small\" \
                  and \"big\"; the columns say which words and clauses are needed and why each object is there. A \
                  second program that shares no code with the first agrees in tests.",
    relations: "Items of one command share its words; nothing else relates them.",
    noise: "No label is noisy. Recipes whose names end in -released repeat the published procedure, where labels may rest \
            on readings that are not the only ones.",
    people: "No.",
    used_for: "ReaSCAN has been used in papers on compositional generalisation and grounding since 2021.",
    uses: "Training and testing models of grounded language on action sequences; resolution of referring expressions \
           (the view reference); reinforcement learning in the same worlds; vision, with pictures of the worlds.",
    not_for: "Claims about natural language or real robots: grammar, words and worlds are tiny. Hold-outs are for testing: \
              training on them leaves nothing to measure.",
    biases: "Patterns, relations and words are as frequent as the recipe says; the agent faces east.",
    limitations: &[
        "A word other than a clause may be idle: in the recipe reascan most words that describe are; reascan-words asks \
         that each be needed.",
        "The hold-out of three clauses rests on reading \"and\" as one level; a learner could read it otherwise.",
        "Things of the held-out kinds may stand in training worlds as distractors: novel is that one is the target.",
        "Recipes whose names end in -released repeat the published procedure, artifacts included.",
    ],
    erratum: "In the first release of the published data, tests of single patterns repeat items of train (94 %), what is \
              in the same row mostly stands in column 0, and the target is the first object of every list. None of these \
              holds here unless the recipe's name contains -released. No error of this dataset is known.",
    checks: &[
        FamilyCheck {
            command: "verify",
            finds: "labels that do not follow, splits that are not as defined, repetitions",
        },
        FamilyCheck { command: "stats", finds: "counts, duplicates, equivalents of train in other splits" },
        FamilyCheck {
            command: "audit",
            finds: "idle words and clauses, shortcuts and what a guess gets right (chance)",
        },
    ],
    task_categories: &["robotics", "reinforcement-learning"],
    tags: &["reascan", "grounded-language", "grid-world", "relational-reasoning"],
    papers: &[&REASCAN, &GSCAN],
};
