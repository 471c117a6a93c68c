//! Stores under `s3://`, with a real server: `cargo xtask test` starts one. Without `WAMPIMUK_TEST_S3`, the address of
//! a server for tests, nothing is tested here, and the tests say so.
#![cfg(feature = "s3")]

use std::io::{Read, Write};
use std::sync::Barrier;

use wampimuk_store::{Store, StoreError, WORKSHOP};

/// A store of its own for each test; `None` without a server.
fn store(test: &str) -> Option<Store> {
    if std::env::var_os("WAMPIMUK_TEST_S3").is_none() {
        eprintln!("skipped: WAMPIMUK_TEST_S3 does not say where a server for tests is");
        return None;
    }
    let unique = tempfile::tempdir().ok()?;
    let unique = unique.path().file_name()?.to_str()?.trim_matches('.').to_owned();
    Store::open(&format!("s3://wampimuk-test/{test}/{unique}")).ok()
}

/// Bytes that no compression and no repetition can hide errors in.
fn bytes(count: usize) -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as u8
    };
    std::iter::repeat_with(next).take(count).collect()
}

const PART: usize = 8 << 20;

#[test]
fn objects_appear_complete_or_not_at_all() {
    let Some(store) = store("complete") else { return };
    store.put("a/b.txt", b"old").unwrap();
    let mut upload = store.create("a/b.txt").unwrap();
    upload.write_all(b"new").unwrap();
    upload.flush().unwrap();
    drop(upload);
    assert_eq!(store.read("a/b.txt", 3).unwrap().unwrap(), b"old");
    let stamp = store.put("a/b.txt", b"abc").unwrap();
    let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    assert_eq!((stamp.bytes, stamp.sha256.as_str()), (3, abc));
    let info = store.info("a/b.txt").unwrap().unwrap();
    assert_eq!((info.bytes, &info.etag), (3, &stamp.etag));
    assert!(stamp.etag.is_some());
    assert_eq!(store.digest("a/b.txt").unwrap(), Some((3, abc.into())));
    assert!(matches!(store.read("a/b.txt", 2), Err(StoreError::TooLong { .. })));
}

#[test]
fn long_objects_are_uploaded_in_parts() {
    let Some(store) = store("parts") else { return };
    let all = bytes(3 * PART + 12_345);
    for size in [0, 1, PART - 1, PART, PART + 1, 2 * PART, 3 * PART + 12_345] {
        let mut upload = store.create("x").unwrap();
        all[..size].chunks(300_001).for_each(|chunk| upload.write_all(chunk).unwrap());
        let before = store.info("x").unwrap();
        let stamp = upload.finish().unwrap();
        assert_eq!(stamp.bytes, size as u64);
        let after = store.info("x").unwrap().unwrap();
        assert_ne!(before.as_ref(), Some(&after), "it appears at the end");
        assert_eq!((after.bytes, after.etag), (size as u64, stamp.etag), "{size}");
        let mut read = Vec::new();
        store.reader("x").unwrap().unwrap().read_to_end(&mut read).unwrap();
        assert!(read == all[..size], "{size}");
        assert_eq!(store.digest("x").unwrap(), Some((stamp.bytes, stamp.sha256)), "{size}");
    }
    store.remove("x").unwrap();
    assert!(store.list(WORKSHOP).unwrap().is_empty());
}

/// A dropped upload is aborted, and so is, at the end, one whose owner was killed.
#[test]
fn started_uploads_are_taken_back() {
    let Some(store) = store("abort") else { return };
    let all = bytes(2 * PART);
    let mut dropped = store.create("dropped").unwrap();
    dropped.write_all(&all).unwrap();
    drop(dropped);
    assert_eq!(store.info("dropped").unwrap(), None);

    let mut killed = store.create("killed").unwrap();
    killed.write_all(&all).unwrap();
    store.clear(WORKSHOP).unwrap();
    let message = killed.finish().unwrap_err().to_string();
    assert!(message.contains("/killed` cannot be written") && message.contains("again"), "{message}");
    assert_eq!(store.info("killed").unwrap(), None);
    assert!(store.list("").unwrap().is_empty());
}

#[test]
fn of_many_one_is_first() {
    let Some(store) = store("first") else { return };
    let barrier = Barrier::new(6);
    let first: Vec<bool> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..6_u8)
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
    assert_eq!(first.iter().filter(|first| **first).count(), 1, "{first:?}");
    let winner = first.iter().position(|first| *first).unwrap();
    assert_eq!(store.read("job.json", 1000).unwrap().unwrap(), [winner as u8; 1000]);
    assert!(!store.put_new("job.json", b"later").unwrap());
}

#[test]
fn folders_are_listed_and_cleared() {
    let Some(store) = store("list") else { return };
    assert!(store.list("").unwrap().is_empty());
    for name in ["manifest.json", "data/b-1", "data/a-1", "database/x", ".wampimuk/job.json"] {
        store.put(name, name.as_bytes()).unwrap();
    }
    assert_eq!(store.list("data").unwrap(), ["data/a-1", "data/b-1"]);
    let all = [".wampimuk/job.json", "data/a-1", "data/b-1", "database/x", "manifest.json"];
    assert_eq!(store.list("").unwrap(), all);
    store.clear(WORKSHOP).unwrap();
    assert!(store.remove("data/b-1").unwrap() && !store.remove("data/b-1").unwrap());
    assert_eq!(store.list("").unwrap(), ["data/a-1", "database/x", "manifest.json"]);
    assert_eq!(store.info("data").unwrap(), None, "a folder is no object");
    assert!(store.claim("x").unwrap().is_some());
}

#[test]
fn long_lists_are_whole() {
    let Some(store) = store("many") else { return };
    let names: Vec<String> = (0..1050).map(|index| format!("many/{index:05}")).collect();
    std::thread::scope(|scope| {
        for names in names.chunks(200) {
            let store = &store;
            scope.spawn(move || names.iter().for_each(|name| assert!(store.put(name, b"x").is_ok())));
        }
    });
    assert_eq!(store.list("many").unwrap(), names);
}

#[test]
fn objects_and_files_are_taken_over() {
    let Some(remote) = store("copy") else { return };
    let folder = tempfile::tempdir().unwrap();
    let local = Store::open(folder.path().to_str().unwrap()).unwrap();
    let stamp = local.put("data/x", &bytes(PART + 5)).unwrap();
    assert!(!remote.link_from(&local, "data/x").unwrap());
    assert_eq!(remote.copy_from(&local, "data/x").unwrap().sha256, stamp.sha256);
    assert!(!local.link_from(&remote, "data/x").unwrap());
    local.remove("data/x").unwrap();
    assert_eq!(local.copy_from(&remote, "data/x").unwrap(), stamp);
}

/// An object that is replaced while it is read must not be read as a mixture.
#[test]
fn two_versions_are_not_mixed() {
    let Some(store) = store("mixed") else { return };
    store.put("x", &bytes(PART + 1)).unwrap();
    let mut reader = store.reader("x").unwrap().unwrap();
    reader.read_exact(&mut [0; 10]).unwrap();
    store.put("x", &vec![7; PART + 1]).unwrap();
    assert!(reader.read_to_end(&mut Vec::new()).is_err());
}

#[test]
fn errors_say_what_to_do() {
    let Some(_) = store("errors") else { return };
    let nowhere = Store::open("s3://wampimuk-no-such-bucket/x").unwrap();
    let message = nowhere.list("").unwrap_err().to_string();
    assert!(message.starts_with("`s3://wampimuk-no-such-bucket/x` cannot be listed"), "{message}");
    assert!(message.contains("create the bucket"), "{message}");
}
