//! Where conversations come from, in the order of the plan.

use wampimuk_core::Watch;

use crate::Error;
use crate::asker::Asker;
use crate::conversation::Conversation;
use crate::host::Host;
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
    plan: &'p Plan,
    /// Who begins conversations about the block that is being asked about.
    asker: Option<Asker<'p>>,
    block: usize,
    item: usize,
    /// The conversation about the item, and its next sample.
    current: Option<(Conversation, u32)>,
    /// Conversations that were over before.
    pub known: u64,
}

impl<'p> Desk<'p> {
    pub fn new(plan: &'p Plan) -> Self {
        Self { plan, asker: None, block: 0, item: 0, current: None, known: 0 }
    }

    /// The next conversation that is not over; `None` if there is none left.
    pub fn next(
        &mut self,
        journal: &Journal,
        hosts: &[Host],
        watch: &dyn Watch,
    ) -> Result<Option<Task>, Error> {
        let plan = self.plan;
        while let Some(block) = plan.blocks.get(self.block) {
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
