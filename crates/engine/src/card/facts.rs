//! What is true of a family, whatever the recipe: one table for each.

mod gscan;
mod other;
mod reascan;
mod riddle;
mod stories;

/// What the files say of a family. Sentences, in plain words, each with its full stop.
#[derive(Debug)]
pub struct FamilyFacts {
    /// The family's name.
    pub family: &'static str,
    /// What an item is, in a few sentences.
    pub summary: &'static str,
    /// Why there is such a benchmark, and what gap it fills.
    pub purpose: &'static str,
    /// What one item consists of.
    pub instance: &'static str,
    /// What the label of an item is.
    pub label: &'static str,
    /// What larger set the items are drawn from, and how.
    pub sampling: &'static str,
    /// How splits are made, and why they do not leak.
    pub splits: &'static str,
    /// Why labels are right.
    pub certificate: &'static str,
    /// How items are related to each other.
    pub relations: &'static str,
    /// Errors, noise, repetitions.
    pub noise: &'static str,
    /// Whether people occur.
    pub people: &'static str,
    /// What the benchmark has been used for.
    pub used_for: &'static str,
    /// What it is good for.
    pub uses: &'static str,
    /// What it must not be used for.
    pub not_for: &'static str,
    /// What is more frequent than it would be in the world.
    pub biases: &'static str,
    /// What is known to be wrong or missing.
    pub limitations: &'static [&'static str],
    /// What was wrong with the published data, and what became of it here.
    pub erratum: &'static str,
    /// Commands that look for trouble.
    pub checks: &'static [FamilyCheck],
    /// The Hub's names of the tasks.
    pub task_categories: &'static [&'static str],
    /// Words to find it by.
    pub tags: &'static [&'static str],
    /// What to cite.
    pub papers: &'static [&'static PaperFacts],
}

/// A command that looks for trouble in a dataset.
#[derive(Debug)]
pub struct FamilyCheck {
    /// The command, without the path of the dataset.
    pub command: &'static str,
    /// What it finds.
    pub finds: &'static str,
}

/// A paper.
#[derive(Debug)]
pub struct PaperFacts {
    /// The key in a bibliography.
    pub key: &'static str,
    /// BibTeX's kind of entry.
    pub kind: &'static str,
    /// The title.
    pub title: &'static str,
    /// The authors, as BibTeX wants them.
    pub authors: &'static str,
    /// Where it appeared, as BibTeX's key and value.
    pub venue: (&'static str, &'static str),
    /// When.
    pub year: u16,
    /// Where to read it.
    pub url: &'static str,
}

impl PaperFacts {
    /// The paper as a BibTeX entry.
    pub fn bibtex(&self) -> String {
        let Self { key, kind, title, authors, venue: (place, venue), year, url } = self;
        format!(
            "@{kind}{{{key},\n  title = {{{title}}},\n  author = {{{authors}}},\n  {place} = {{{venue}}},\n  \
             year = {{{year}}},\n  url = {{{url}}}\n}}"
        )
    }
}

/// The facts of a family. One that is not known here has those that hold for all.
pub fn facts(family: &str) -> &'static FamilyFacts {
    const KNOWN: [&FamilyFacts; 4] = [&gscan::FACTS, &reascan::FACTS, &riddle::FACTS, &stories::FACTS];
    KNOWN.into_iter().find(|facts| facts.family == family).unwrap_or(&other::FACTS)
}

const GSCAN: PaperFacts = PaperFacts {
    key: "ruis2020gscan",
    kind: "inproceedings",
    title: "A Benchmark for Systematic Generalization in Grounded Language Understanding",
    authors: "Ruis, Laura and Andreas, Jacob and Baroni, Marco and Bouchacourt, Diane and Lake, Brenden M.",
    venue: ("booktitle", "Advances in Neural Information Processing Systems 33"),
    year: 2020,
    url: "https://arxiv.org/abs/2003.05161",
};

const REASCAN: PaperFacts = PaperFacts {
    key: "wu2021reascan",
    kind: "inproceedings",
    title: "{ReaSCAN}: Compositional Reasoning in Language Grounding",
    authors: "Wu, Zhengxuan and Kreiss, Elisa and Ong, Desmond C. and Potts, Christopher",
    venue: (
        "booktitle",
        "Proceedings of the Neural Information Processing Systems Track on Datasets and Benchmarks 1",
    ),
    year: 2021,
    url: "https://arxiv.org/abs/2109.08994",
};

const ARC: PaperFacts = PaperFacts {
    key: "chollet2019measure",
    kind: "article",
    title: "On the Measure of Intelligence",
    authors: "Chollet, Fran{\\c{c}}ois",
    venue: ("journal", "arXiv preprint arXiv:1911.01547"),
    year: 2019,
    url: "https://arxiv.org/abs/1911.01547",
};

const BABI: PaperFacts = PaperFacts {
    key: "weston2016babi",
    kind: "inproceedings",
    title: "Towards {AI}-Complete Question Answering: A Set of Prerequisite Toy Tasks",
    authors: "Weston, Jason and Bordes, Antoine and Chopra, Sumit and Rush, Alexander M. and \
              van Merri{\\\"e}nboer, Bart and Joulin, Armand and Mikolov, Tomas",
    venue: ("booktitle", "4th International Conference on Learning Representations"),
    year: 2016,
    url: "https://arxiv.org/abs/1502.05698",
};

const DYNA: PaperFacts = PaperFacts {
    key: "tamari2022dynababi",
    kind: "inproceedings",
    title: "{Dyna-bAbI}: unlocking {bAbI}'s potential with dynamic synthetic benchmarking",
    authors: "Tamari, Ronen and Richardson, Kyle and Kahlon, Noam and Sar-Shalom, Aviad and Liu, Nelson F. and \
              Tsarfaty, Reut and Shahaf, Dafna",
    venue: ("booktitle", "Proceedings of the 11th Joint Conference on Lexical and Computational Semantics"),
    year: 2022,
    url: "https://arxiv.org/abs/2112.00086",
};
