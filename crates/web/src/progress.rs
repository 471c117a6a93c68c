//! Progress of long work, told to the page while it goes on. Where there is no page, nobody is told.

#[cfg(not(target_family = "wasm"))]
pub(crate) type Page = ();

#[cfg(target_family = "wasm")]
pub(crate) use page::Page;

#[cfg(target_family = "wasm")]
mod page {
    use std::sync::Mutex;

    use wampimuk_core::{Stopped, Watch};

    use crate::memory::wampimuk_progress;

    /// Tells the page how far the work is. It is never stopped here: the page ends the whole worker.
    #[derive(Debug, Default)]
    pub(crate) struct Page(Mutex<Stage>);

    #[derive(Debug, Default)]
    struct Stage {
        name: String,
        done: u64,
        items: u64,
    }

    impl Watch for Page {
        fn begin(&self, stage: &str, items: Option<u64>) {
            if let Ok(mut now) = self.0.lock() {
                *now = Stage { name: stage.to_owned(), done: 0, items: items.unwrap_or(0) };
                now.tell();
            }
        }

        fn done(&self, items: u64) -> Result<(), Stopped> {
            if let Ok(mut now) = self.0.lock() {
                now.done += items;
                now.tell();
            }
            Ok(())
        }
    }

    impl Stage {
        fn tell(&self) {
            wampimuk_progress(self.name.as_ptr(), self.name.len(), self.done, self.items);
        }
    }
}
