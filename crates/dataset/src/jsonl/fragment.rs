//! Short pieces of text and a buffer to which they are appended quickly.
//!
//! A copy whose length is known at compile time is two vector moves; one of unknown length is a call. So a fragment is
//! stored in a block of fixed size, the whole block is copied, and the length advances by what counts.

const BLOCK: usize = 32;

/// A piece of text that is appended often.
#[derive(Clone, Debug)]
pub(super) struct Fragment {
    block: [u8; BLOCK],
    len: usize,
    /// What does not fit the block.
    rest: Box<[u8]>,
}

impl Fragment {
    pub(super) fn new(text: &[u8]) -> Self {
        let (head, rest) = text.split_at(text.len().min(BLOCK));
        let mut block = [0; BLOCK];
        block[..head.len()].copy_from_slice(head);
        Self { block, len: head.len(), rest: rest.into() }
    }
}

/// Bytes with room for a block at the end.
#[derive(Clone, Debug, Default)]
pub(super) struct Buffer {
    bytes: Vec<u8>,
    pub(super) len: usize,
}

impl Buffer {
    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }

    #[inline]
    pub(super) fn push(&mut self, fragment: &Fragment) {
        if self.bytes.len() < self.len + BLOCK {
            self.grow(BLOCK);
        }
        self.bytes[self.len..self.len + BLOCK].copy_from_slice(&fragment.block);
        self.len += fragment.len;
        if !fragment.rest.is_empty() {
            self.extend(&fragment.rest);
        }
    }

    pub(super) fn extend(&mut self, text: &[u8]) {
        if self.bytes.len() < self.len + text.len() {
            self.grow(text.len());
        }
        self.bytes[self.len..self.len + text.len()].copy_from_slice(text);
        self.len += text.len();
    }

    pub(super) fn set(&mut self, at: usize, byte: u8) {
        self.bytes[at] = byte;
    }

    #[cold]
    fn grow(&mut self, room: usize) {
        let wanted = (self.len + room).max(2 * self.bytes.len()).max(4096);
        self.bytes.resize(wanted, 0);
    }
}
