//! The border to WebAssembly: texts cross it as bytes in the module's memory.
//!
//! The other side asks [`wampimuk_room`] for room, writes a request there, and calls [`wampimuk_answer`]. The answer lies at the
//! address in the upper half of the number that comes back, and the lower half is its length; it stays until the next call.
//! Meanwhile, long work tells how far it is by [`wampimuk_progress`], which the other side brings.

use std::cell::RefCell;

use crate::Session;

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

#[derive(Default)]
struct Desk {
    session: Session,
    request: Vec<u8>,
    answer: String,
}

#[cfg(target_family = "wasm")]
#[expect(unsafe_code, reason = "an import by name; it takes numbers and changes nothing here")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// How many of how many items are done in a stage, whose name lies at this address.
    pub(crate) safe fn wampimuk_progress(stage: *const u8, length: usize, done: u64, items: u64);
}

/// Room for a request of this many bytes.
#[expect(
    unsafe_code,
    reason = "an export by name; the name is unique in every program that links this crate"
)]
#[unsafe(no_mangle)]
pub extern "C" fn wampimuk_room(length: usize) -> *mut u8 {
    DESK.with_borrow_mut(|desk| {
        desk.request.clear();
        desk.request.resize(length, 0);
        desk.request.as_mut_ptr()
    })
}

/// Answers the request that was written to the room.
#[expect(
    unsafe_code,
    reason = "an export by name; the name is unique in every program that links this crate"
)]
#[unsafe(no_mangle)]
pub extern "C" fn wampimuk_answer() -> u64 {
    DESK.with_borrow_mut(|desk| {
        let request = std::mem::take(&mut desk.request);
        desk.answer = desk.session.answer(&String::from_utf8_lossy(&request));
        (desk.answer.as_ptr() as u64) << 32 | desk.answer.len() as u64
    })
}
