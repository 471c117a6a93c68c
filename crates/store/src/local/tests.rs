use std::io::Write;
use std::sync::Barrier;

use super::*;
use crate::{Store, StoreError};

fn store() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path().join("set").to_str().unwrap()).unwrap();
    (folder, store)
}

/// All files below a folder, temporary ones included.
fn everything(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path.display().to_string());
            }
        }
    }
    files
}

#[test]
fn files_appear_complete_or_not_at_all() {
    let (folder, store) = store();
    store.put("a/b.txt", b"old").unwrap();
    let mut upload = store.create("a/b.txt").unwrap();
    upload.write_all(b"new").unwrap();
    upload.flush().unwrap();
    assert_eq!(everything(folder.path()).len(), 2, "the temporary file is elsewhere");
    assert_eq!(store.list("").unwrap(), ["a/b.txt"], "and not listed");
    drop(upload);
    assert_eq!(everything(folder.path()).len(), 1, "it goes with its owner");
    assert_eq!(store.read("a/b.txt", 3).unwrap().unwrap(), b"old");

    let mut upload = store.create("a/b.txt").unwrap();
    upload.write_all(b"ab").unwrap();
    upload.write_all(b"c").unwrap();
    let stamp = upload.finish().unwrap();
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!((stamp.bytes, stamp.sha256.as_str(), stamp.etag), (3, abc, None));
    assert_eq!(store.digest("a/b.txt").unwrap(), Some((3, abc.into())));
    assert_eq!(store.info("a/b.txt").unwrap(), Some(FileInfo { bytes: 3, etag: None }));
    assert!(matches!(store.read("a/b.txt", 2), Err(StoreError::TooLong { max: 2, .. })));
}

#[test]
fn long_files_are_those_that_were_written() {
    let (_folder, store) = store();
    let bytes: Vec<u8> = (0..1_000_003_u32).map(|index| (index % 251) as u8).collect();
    for step in [1, 7, 4096, 262_143, 262_144, 262_145, 600_000] {
        let mut upload = store.create("x").unwrap();
        bytes.chunks(step.max(bytes.len() / 10_000)).for_each(|chunk| upload.append(chunk).unwrap());
        let stamp = upload.finish().unwrap();
        assert_eq!(fs::read(store.local_path("x").unwrap()).unwrap(), bytes, "{step}");
        assert_eq!(store.digest("x").unwrap(), Some((stamp.bytes, stamp.sha256)), "{step}");
    }
}

#[test]
fn asking_leaves_no_trace() {
    let (folder, store) = store();
    assert_eq!(store.info("a").unwrap(), None);
    assert_eq!(store.digest("a/b").unwrap(), None);
    assert_eq!(store.read("a", 9).unwrap(), None);
    assert!(store.list("").unwrap().is_empty());
    assert!(!store.remove("a/b").unwrap());
    store.clear(WORKSHOP).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn names_that_point_elsewhere_are_refused() {
    let (_folder, store) = store();
    assert!(matches!(store.create("../x"), Err(StoreError::Name { .. })));
    assert!(matches!(store.put_new("/x", b""), Err(StoreError::Name { .. })));
    assert!(matches!(store.clear(""), Err(StoreError::Name { .. })));
    assert!(matches!(store.claim("a//b"), Err(StoreError::Name { .. })));
}

#[test]
fn notes_are_files_too() {
    let (folder, store) = store();
    store.note("a/b.json", b"old").unwrap();
    let stamp = store.note("a/b.json", b"new").unwrap();
    assert_eq!(store.digest("a/b.json").unwrap(), Some((3, stamp.sha256)));
    assert_eq!(store.read("a/b.json", 3).unwrap().unwrap(), b"new");
    assert_eq!(everything(folder.path()).len(), 1, "nothing else is left");
    assert!(matches!(store.note("../x", b""), Err(StoreError::Name { .. })));
}

#[test]
fn of_many_one_is_first() {
    let (folder, store) = store();
    let barrier = Barrier::new(8);
    let first: Vec<bool> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8_u8)
            .map(|thread| {
                let (store, barrier) = (&store, &barrier);
                scope.spawn(move || {
                    barrier.wait();
                    store.put_new("job.json", &[thread; 1000]).unwrap()
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let winner = first.iter().position(|first| *first).unwrap();
    assert_eq!(first.iter().filter(|first| **first).count(), 1);
    assert_eq!(store.read("job.json", 1000).unwrap().unwrap(), [winner as u8; 1000]);
    assert_eq!(everything(folder.path()).len(), 1);
}

#[test]
fn a_claim_keeps_others_out_until_it_is_gone() {
    let (_folder, store) = store();
    let claim = store.claim("train/0").unwrap();
    assert!(claim.is_some());
    assert!(store.claim("train/0").unwrap().is_none());
    assert!(store.claim("train/1").unwrap().is_some(), "another piece of work");
    drop(claim);
    assert!(store.claim("train/0").unwrap().is_some());
}

/// A lock on a file that has lost its name keeps nobody out, so nobody may believe to have it.
#[test]
fn claims_outlive_a_cleared_workshop() {
    let (_folder, store) = store();
    let old = store.claim("x").unwrap();
    store.clear(WORKSHOP).unwrap();
    let new = store.claim("x").unwrap();
    assert!(old.is_some() && new.is_some());
    drop(old);
    assert!(store.claim("x").unwrap().is_none(), "the second is as good as any");
}

#[test]
fn what_a_dead_owner_left_is_swept_away() {
    let (folder, store) = store();
    let temporary = folder.path().join("set").join(WORKSHOP).join(TEMPORARY);
    fs::create_dir_all(&temporary).unwrap();
    for name in
        ["data%2Fa-0.parquet.Xy1.part", "data%2Fa-0.parquet.Xy2.part", "data%2Fa-0.parquet.b.Xy3.part"]
    {
        fs::write(temporary.join(name), "half").unwrap();
    }
    let claim = store.claim("data/a-0.parquet").unwrap();
    assert!(claim.is_some());
    let left: Vec<_> = fs::read_dir(&temporary).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["data%2Fa-0.parquet.b.Xy3.part"], "the other file's");
}

#[test]
fn removing_takes_empty_folders_along() {
    let (folder, store) = store();
    store.put("data/a/x", b"1").unwrap();
    store.put("data/b/y", b"2").unwrap();
    assert!(store.remove("data/a/x").unwrap());
    assert!(!folder.path().join("set/data/a").exists());
    assert_eq!(store.list("data").unwrap(), ["data/b/y"]);
    assert!(!store.remove("data/a/x").unwrap());
    assert_eq!(store.list("").unwrap(), ["data/b/y"]);
    store.clear(WORKSHOP).unwrap();
    assert!(!folder.path().join("set").join(WORKSHOP).exists());
}

/// A disk that is no longer mounted leaves an empty folder behind.
#[test]
fn a_folder_that_has_gone_is_not_made_again() {
    let (folder, store) = store();
    let mut upload = store.create("a").unwrap();
    upload.append(b"1").unwrap();
    fs::rename(folder.path().join("set"), folder.path().join("elsewhere")).unwrap();
    assert!(matches!(store.put("b", b"2"), Err(StoreError::Vanished { .. })));
    assert!(!folder.path().join("set").exists());
    fs::create_dir(folder.path().join("set")).unwrap();
    assert!(matches!(upload.finish(), Err(StoreError::Vanished { .. })));
    assert!(matches!(store.claim("b"), Err(StoreError::Vanished { .. })));
    assert_eq!(fs::read_dir(folder.path().join("set")).unwrap().count(), 0);
}

#[test]
fn a_cleared_draft_says_so() {
    let (_folder, store) = store();
    let mut upload = store.create("a").unwrap();
    upload.append(b"1").unwrap();
    store.clear(WORKSHOP).unwrap();
    assert!(matches!(upload.finish(), Err(StoreError::Cleared { .. })));
    assert_eq!(store.info("a").unwrap(), None);
}

#[test]
fn a_file_in_the_way_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    let store = Store::open(file.to_str().unwrap()).unwrap();
    let message = store.put("a", b"").unwrap_err().to_string();
    assert!(message.contains("file") && message.contains("cannot be created"), "{message}");
    assert_eq!(fs::read(&file).unwrap(), b"");
}

#[test]
fn files_are_taken_over() {
    let (_one, from) = store();
    let (_two, copies) = store();
    let (_three, links) = store();
    let stamp = from.put("data/x", b"abc").unwrap();
    assert_eq!(copies.copy_from(&from, "data/x").unwrap(), stamp);
    assert!(copies.copy_from(&from, "data/y").is_err());
    assert_eq!(copies.list("").unwrap(), ["data/x"]);
    if links.link_from(&from, "data/x").unwrap() {
        from.put("data/x", b"new").unwrap();
        assert_eq!(links.read("data/x", 9).unwrap().unwrap(), b"abc", "files are replaced, never changed");
    }
}
