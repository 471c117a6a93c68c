use super::{BABI, DYNA, FamilyCheck, FamilyFacts};

pub(super) const FACTS: FamilyFacts = FamilyFacts {
    family: "stories",
    summary: "Little stories of people who go from place to place and pass things on, each with a question whose answer \
              follows from some of its sentences. Every answer comes with all minimal sets of sentences that show it.",
    purpose: "To measure whether a model combines facts of a text, and to make new tests for what it fails at. bAbI \
              gave tasks one by one; Dyna-bAbI asks whether models that solve each can combine them.",
    instance: "The sentences before a question, the question, the answer, the sentences that support it, and of what \
               kinds they are.",
    label: "The answer, and the sentences it rests on.",
    sampling: "A sample of the stories that the recipe's teller can tell. A story is told, and kept if it passes the \
               recipe's filters; nothing else enters its distribution. An item does not depend on how many others are \
               made.",
    splits: "Whether a story may be in train, dev or test is decided by a hash of its beginning, whatever the recipe and \
             the seed: a training story shares its beginning with no test story of any dataset of this family. A \
             hold-out is a predicate over what answers rest on.",
    certificate: "A program computes exactly what a reader can know, and all minimal supports of the answer. In tests a \
                  second program, which lists all worlds, agrees.",
    relations: "Questions of one story share the number of the story.",
    noise: "No answer is noisy. Short stories of one role may be equal by chance. Recipes whose names end in -released \
            repeat the released procedure: some of its answers and supports do not follow, which the status says.",
    people: "No. The people are invented; their first names come from the recipe.",
    used_for: "bAbI has been used in hundreds of papers since 2015, Dyna-bAbI since 2021.",
    uses: "Training and testing models that read; probing which combinations of facts they miss; making the next \
           training set from what they miss.",
    not_for: "Claims about reading in general: sentences come from templates, and real texts are richer. A model that \
              does well here should be shown to do well on natural text too; one that does badly has a gap.",
    biases: "Names, places and things are exchanged at random. Kinds of question are as frequent as the recipe says.",
    limitations: &[
        "Sentences come from templates and sound so.",
        "In some tasks the answer can be guessed from the question or the last sentences; `wampimuk audit` says how \
         often.",
        "Stories that were taken from published files are those files' own, and so is their licence (bAbI: CC BY 3.0).",
        "Recipes whose names end in -released repeat the released procedure, wrong answers included.",
    ],
    erratum: "Of the published bAbI stories some have answers or supports that do not follow (reported for tasks 3, 4, 5, \
              17 and 19); `wampimuk verify` lists them for any copy. No error of this dataset is known.",
    checks: &[
        FamilyCheck { command: "verify", finds: "answers and supports that do not follow, repetitions" },
        FamilyCheck { command: "stats", finds: "counts, duplicates, kinds of question and of support" },
        FamilyCheck {
            command: "audit",
            finds: "poor supports, shortcuts and what a guess gets right (chance)",
        },
    ],
    task_categories: &["question-answering"],
    tags: &["babi", "dyna-babi", "reading-comprehension", "multi-hop-reasoning"],
    papers: &[&DYNA, &BABI],
};
