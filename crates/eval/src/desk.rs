//! What is to be asked next, and of which server.
//!
//! What is asked of one server is asked in the plan's order. Several servers are asked in turn, and one that wants to be left
//! alone for a while is passed over for as long as others have something to do.

use std::sync::Arc;

use wampimuk_core::Watch;

use crate::Error;
use crate::asker::Asker;
use crate::conversation::Conversation;
use crate::host::{Host, Server};
use crate::journal::Journal;
use crate::plan::{Block, Plan};
use crate::variant::Variant;

/// A sample of a conversation that is not over.
pub(crate) struct Task {
    pub conversation: Conversation,
    pub sample: u32,
    pub about: String,
    pub model: usize,
}

/// Where tasks come from.
pub(crate) struct Desk<'p> {
    queues: Vec<Queue<'p>>,
    /// Whose turn it is.
    turn: usize,
}

impl<'p> Desk<'p> {
    /// All that is asked of these models.
    pub fn new(plan: &'p Plan, hosts: &[Host]) -> Self {
        let mut queues: Vec<Queue<'p>> = Vec::new();
        for block in &plan.blocks {
            let server = &hosts[block.model].server;
            match queues.iter_mut().find(|queue| Arc::ptr_eq(&queue.server, server)) {
                Some(queue) => queue.blocks.push(block),
                None => queues.push(Queue::new(plan, server.clone(), block)),
            }
        }
        Self { queues, turn: 0 }
    }

    /// How many samples were over before.
    pub fn known(&self) -> u64 {
        self.queues.iter().map(|queue| queue.known).sum()
    }

    /// The next conversation that is not over; `None` if there is none left.
    pub fn next(
        &mut self,
        journal: &Journal,
        hosts: &[Host],
        watch: &dyn Watch,
    ) -> Result<Option<Task>, Error> {
        let count = self.queues.len();
        let in_turn = (0..count).map(|step| (self.turn + step) % count);
        let (resting, ready): (Vec<usize>, Vec<usize>) =
            in_turn.partition(|&queue| self.queues[queue].server.rests_until().is_some());
        for queue in ready.into_iter().chain(resting) {
            if let Some(task) = self.queues[queue].next(journal, hosts, watch)? {
                self.turn = queue + 1;
                return Ok(Some(task));
            }
        }
        Ok(None)
    }
}

/// What is asked of one server.
struct Queue<'p> {
    plan: &'p Plan,
    server: Arc<Server>,
    blocks: Vec<&'p Block>,
    /// Who begins conversations about the block that is being asked about.
    asker: Option<Asker<'p>>,
    block: usize,
    item: usize,
    /// The conversation about the item, and its next sample.
    current: Option<(Conversation, u32)>,
    known: u64,
}

impl<'p> Queue<'p> {
    fn new(plan: &'p Plan, server: Arc<Server>, block: &'p Block) -> Self {
        Self { plan, server, blocks: vec![block], asker: None, block: 0, item: 0, current: None, known: 0 }
    }

    /// The next conversation that is not over; `None` if there is none left.
    fn next(&mut self, journal: &Journal, hosts: &[Host], watch: &dyn Watch) -> Result<Option<Task>, Error> {
        let plan = self.plan;
        while let Some(block) = self.blocks.get(self.block).copied() {
            if hosts[block.model].is_gone() {
                (self.block, self.item, self.asker, self.current) = (self.block + 1, 0, None, None);
                continue;
            }
            let Some(&index) = block.indices.get(self.item) else {
                (self.block, self.item, self.asker) = (self.block + 1, 0, None);
                continue;
            };
            if self.current.is_none() {
                let asker = match &mut self.asker {
                    Some(asker) => asker,
                    none => none.insert(Asker::new(plan, block)?),
                };
                self.current = asker.conversation(index)?.map(|conversation| (conversation, 0));
            }
            // Where there is nothing to ask, nothing is left to be done.
            let samples = plan.study.samples;
            let Some((conversation, next)) = &mut self.current else {
                self.item += 1;
                watch.done(u64::from(samples))?;
                continue;
            };
            while *next < samples {
                let sample = *next;
                *next += 1;
                // An answer in one piece need not be read again to know that it is there.
                let is_known = conversation.play().is_none() && journal.has(conversation.key(sample));
                let mut conversation = conversation.clone();
                if !is_known {
                    journal.replay(&mut conversation, sample)?;
                }
                if is_known || conversation.is_over() {
                    self.known += 1;
                    watch.done(1)?;
                    continue;
                }
                let about = about(plan, block, index, sample)?;
                return Ok(Some(Task { conversation, sample, about, model: block.model }));
            }
            (self.item, self.current) = (self.item + 1, None);
        }
        Ok(None)
    }
}

/// Who is asked about what, for those who read a journal.
fn about(plan: &Plan, block: &Block, index: u64, sample: u32) -> Result<String, Error> {
    let (model, data) = (&plan.study.models[block.model].name, &plan.data[block.data].name);
    let variant = match block.variant {
        Variant::Item => String::new(),
        other => format!("/{}", other.name()),
    };
    Ok(format!("{model}/{data}/{}/{index}{variant}#{sample}", plan.split_name(block)?))
}
