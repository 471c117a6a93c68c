//! Links of the site lead somewhere: to a file that is there, and to a place on that page.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use super::{files, read};
use crate::Result;

/// Follows the links of all pages, but those of pages under `leave_out`; returns how many there are.
pub(super) fn check(site: &Path, leave_out: &Path) -> Result<usize> {
    let files = files(site)?;
    let relative = |path: &PathBuf| path.strip_prefix(site).unwrap_or(path).to_owned();
    let known: BTreeSet<PathBuf> = files.iter().map(relative).collect();
    let mut pages = BTreeMap::new();
    for path in known.iter().filter(|path| path.extension().is_some_and(|ending| ending == "html")) {
        if !path.starts_with(leave_out) {
            pages.insert(path.clone(), read(&site.join(path))?);
        }
    }
    // What is shown for addresses that lead nowhere stands at any of them, and so cannot link from where it is.
    pages.remove(Path::new("404.html"));
    let (mut checked, mut broken) = (0, Vec::new());
    for (page, text) in &pages {
        for link in links(text) {
            checked += 1;
            if let Err(reason) = follow(page, &link, &known, &pages) {
                broken.push(format!("{}: {link}: {reason}", page.display()));
            }
        }
    }
    if broken.is_empty() {
        return Ok(checked);
    }
    let count = broken.len();
    broken.truncate(20);
    Err(format!("{count} of {checked} links lead nowhere\n  {}", broken.join("\n  ")))
}

/// The links of a page to other files of the site. What a script or a style says is none.
fn links(html: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut rest = html;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        let Some(end) = rest.find('>') else { break };
        let tag = &rest[..end];
        rest = &rest[end + 1..];
        for attribute in [" href=\"", " src=\""] {
            let value = tag.split_once(attribute).and_then(|(_, rest)| rest.split('"').next());
            found.extend(value.map(|value| value.replace("&amp;", "&")).filter(|link| is_local(link)));
        }
        for quiet in ["script", "style"] {
            let opens = tag.strip_prefix(quiet).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
            if let Some(end) = rest.find(&format!("</{quiet}")).filter(|_| opens) {
                rest = &rest[end..];
            }
        }
    }
    found
}

/// Whether a link stays on the site.
fn is_local(link: &str) -> bool {
    let scheme = link.split(['/', '#', '?']).next().is_some_and(|first| first.contains(':'));
    !scheme && !link.starts_with("//") && !link.is_empty()
}

fn follow(
    page: &Path,
    link: &str,
    known: &BTreeSet<PathBuf>,
    pages: &BTreeMap<PathBuf, String>,
) -> std::result::Result<(), &'static str> {
    let (address, anchor) = link.split_once('#').unwrap_or((link, ""));
    let path = plain(address.split('?').next().unwrap_or_default());
    let target = match path.is_empty() {
        true => page.to_owned(),
        false => below(&page.with_file_name(path)).ok_or("it leaves the site")?,
    };
    if !known.contains(&target) {
        return Err("there is no such file");
    }
    let anchor = plain(anchor);
    // The playground's fragments say what it is to show.
    let is_place = !anchor.is_empty() && target != Path::new("playground.html");
    match pages.get(&target).filter(|_| is_place) {
        Some(text) if !text.contains(&format!("id=\"{anchor}\"")) => {
            Err("there is no such place on that page")
        }
        _ => Ok(()),
    }
}

/// A path without `..`.
fn below(path: &Path) -> Option<PathBuf> {
    let mut below = PathBuf::new();
    for part in path.components() {
        match part {
            Component::Normal(name) => below.push(name),
            Component::CurDir => {}
            Component::ParentDir => {
                if !below.pop() {
                    return None;
                }
            }
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(below)
}

/// A part of an address as it is meant: `%20` is a space.
fn plain(escaped: &str) -> String {
    let bytes = escaped.as_bytes();
    let digit = |at: usize| bytes.get(at).and_then(|&byte| char::from(byte).to_digit(16));
    let (mut plain, mut at) = (Vec::new(), 0);
    while let Some(&byte) = bytes.get(at) {
        let code = (byte == b'%').then(|| digit(at + 1).zip(digit(at + 2))).flatten();
        let code = code.and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
        plain.push(code.unwrap_or(byte));
        at += if code.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&plain).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_found_where_they_are() {
        let html = r#"<a class="x" href="a.html#b&amp;c">x</a><script src="s.js">'<a href="no.html">'</script>
            <img src="i.svg"><a href="https://far.away/">x</a><a href="mailto:x">x</a><a href="data:,">x</a>"#;
        assert_eq!(links(html), ["a.html#b&c", "s.js", "i.svg"]);
    }

    #[test]
    fn what_leads_nowhere_is_found() {
        let known = ["index.html", "guide/a b.html"].map(PathBuf::from).into_iter().collect();
        let pages = [(PathBuf::from("index.html"), r#"<h1 id="top">"#.to_owned())].into_iter().collect();
        let from = |page: &str, link: &str| follow(Path::new(page), link, &known, &pages);
        assert_eq!(from("guide/a b.html", "../index.html?x#top"), Ok(()));
        assert_eq!(from("index.html", "guide/a%20b.html"), Ok(()));
        assert_eq!(from("index.html", "#top"), Ok(()));
        assert!(from("index.html", "#bottom").is_err());
        assert!(from("index.html", "guide/b.html").is_err());
        assert!(from("index.html", "../index.html").is_err());
        assert!(from("index.html", "/index.html").is_err());
    }
}
