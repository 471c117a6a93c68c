//! Where commands are used. The index knows them by their hashes: all commands of a recipe together take many times the memory
//! of their places, and each can be made again to be compared.

use std::hash::{DefaultHasher, Hash, Hasher};

use wampimuk_command::{Command, Determiner, Phrase};

use crate::plan::SplitPlan;

/// Where the commands of a plan are used.
#[derive(Debug)]
pub(crate) struct CommandUses {
    /// In the order of hashes, and those of one hash in the order of the plan.
    uses: Vec<CommandUse>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct CommandUse {
    hash: u64,
    split_group: u32,
    place: u32,
}

impl CommandUses {
    pub(crate) fn new(plan: &SplitPlan) -> Self {
        let mut uses =
            Vec::with_capacity(plan.split_groups.iter().map(|group| group.pool.entries.len()).sum());
        for (split_group, group) in plan.split_groups.iter().enumerate() {
            let each = group.pool.entries.iter().enumerate().map(|(place, &entry)| CommandUse {
                hash: hash(&bare(plan.command(entry))),
                // Four billion entries would fill any memory before.
                split_group: split_group as u32,
                place: place as u32,
            });
            uses.extend(each);
        }
        uses.sort_unstable();
        Self { uses }
    }

    /// The split groups and entries in which a command is used, whatever its articles are.
    pub(crate) fn of(&self, plan: &SplitPlan, command: &Command) -> Vec<(usize, usize)> {
        let command = bare(command.clone());
        let hash = hash(&command);
        let start = self.uses.partition_point(|found| found.hash < hash);
        let alike = self.uses[start..].iter().take_while(|found| found.hash == hash);
        let places = alike.map(|found| (found.split_group as usize, found.place as usize));
        places
            .filter(|&(group, place)| {
                bare(plan.command(plan.split_groups[group].pool.entries[place])) == command
            })
            .collect()
    }
}

fn hash(command: &Command) -> u64 {
    let mut hasher = DefaultHasher::new();
    command.hash(&mut hasher);
    hasher.finish()
}

/// The command without its articles: they depend on the world.
fn bare(mut command: Command) -> Command {
    fn without(phrase: &mut Phrase) {
        phrase.determiner = Determiner::A;
        phrase.clauses.iter_mut().for_each(|clause| without(&mut clause.phrase));
    }
    without(&mut command.phrase);
    command
}
