//! Where in a recipe the cursor is.

/// What stands where the cursor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    /// A key of a table.
    Key,
    /// A value.
    Value,
    /// The name of a table, in brackets.
    Header,
}

/// Where the cursor is.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Context {
    pub spot: Spot,
    /// The keys that lead to the table that a key stands in, or to the value. Lists add nothing.
    pub path: Vec<String>,
    /// The keys that the table has before the cursor.
    pub taken: Vec<String>,
    /// Where the word begins that ends at the cursor, in bytes.
    pub start: usize,
}

/// A table or list that is open.
#[derive(Debug)]
struct Open {
    /// Whether it is a list.
    is_list: bool,
    /// The keys that lead to it.
    path: Vec<String>,
    taken: Vec<String>,
}

/// Reads a text up to the cursor, as far as it takes to know where that is.
struct Walker<'t> {
    rest: std::iter::Peekable<std::str::CharIndices<'t>>,
    /// The table that the last header opened.
    table: Vec<String>,
    taken: Vec<String>,
    /// Lists and tables within the value that is being read.
    open: Vec<Open>,
    /// The key that was read, after its sign.
    key: Option<Vec<String>>,
    /// The word that is being read, and where it begins.
    word: String,
    start: usize,
    header: bool,
}

impl Context {
    pub fn at(text: &str, at: usize) -> Self {
        let mut walker = Walker {
            rest: text[..at].char_indices().peekable(),
            table: Vec::new(),
            taken: Vec::new(),
            open: Vec::new(),
            key: None,
            word: String::new(),
            start: 0,
            header: false,
        };
        walker.walk(at);
        walker.context()
    }
}

impl Walker<'_> {
    fn walk(&mut self, end: usize) {
        while let Some((place, character)) = self.rest.next() {
            match character {
                '#' => while self.rest.next_if(|(_, next)| *next != '\n').is_some() {},
                '"' | '\'' => self.quoted(character, place, end),
                '\n' if self.open.is_empty() => self.end_of_line(place + 1),
                '[' if self.key.is_none() && self.open.is_empty() => {
                    self.header = true;
                    self.begin(place + 1);
                }
                ']' if self.header => {
                    if !self.word.trim().is_empty() {
                        self.table = keys(&self.word);
                        self.taken.clear();
                    }
                    self.begin(place + 1);
                }
                '=' if !self.header => {
                    let key = keys(&self.word);
                    let (table, taken) = match self.open.last_mut() {
                        Some(open) => (open.path.clone(), &mut open.taken),
                        None => (self.table.clone(), &mut self.taken),
                    };
                    // A dotted key leaves room for others that begin like it.
                    taken.extend(key.first().filter(|_| key.len() == 1).cloned());
                    self.key = Some([table, key].concat());
                    self.begin(place + 1);
                }
                '{' | '[' if !self.header => {
                    let path = self.value_path();
                    self.open.push(Open { is_list: character == '[', path, taken: Vec::new() });
                    self.key = None;
                    self.begin(place + 1);
                }
                '}' | ']' => {
                    self.open.pop();
                    self.begin(place + 1);
                }
                ',' => {
                    self.key = None;
                    self.begin(place + 1);
                }
                c if c.is_whitespace() && self.word.is_empty() => self.start = place + c.len_utf8(),
                c => self.word.push(c),
            }
        }
    }

    /// A text in quotes. One that does not end before the cursor is what is being written.
    fn quoted(&mut self, quote: char, place: usize, end: usize) {
        if self.word.is_empty() {
            self.start = place;
        }
        let is_long = {
            let mut ahead = self.rest.clone();
            ahead.next().is_some_and(|(_, c)| c == quote) && ahead.next().is_some_and(|(_, c)| c == quote)
        };
        if is_long {
            self.rest.nth(1);
        }
        let mut ends = 0;
        while let Some((_, character)) = self.rest.next() {
            match character {
                '\\' if quote == '"' => _ = self.rest.next(),
                '\n' if !is_long => return self.end_of_line(end),
                c if c == quote => {
                    ends += 1;
                    if !is_long || ends == 3 {
                        return;
                    }
                    continue;
                }
                c => self.word.push(c),
            }
            ends = 0;
        }
    }

    fn end_of_line(&mut self, next: usize) {
        (self.key, self.header) = (None, false);
        self.begin(next);
    }

    fn begin(&mut self, start: usize) {
        self.word.clear();
        self.start = start;
    }

    /// The path of the value that is being read: after its key, or as an element of a list.
    fn value_path(&self) -> Vec<String> {
        match (&self.key, self.open.last()) {
            (Some(key), _) => key.clone(),
            (None, Some(open)) => open.path.clone(),
            (None, None) => self.table.clone(),
        }
    }

    fn context(self) -> Context {
        let dots = |word: &str| word.rfind('.').map_or(0, |dot| dot + 1);
        if self.header {
            return Context { spot: Spot::Header, path: Vec::new(), taken: Vec::new(), start: self.start };
        }
        let in_list = self.open.last().is_some_and(|open| open.is_list);
        if self.key.is_some() || in_list {
            let path = self.value_path();
            return Context { spot: Spot::Value, path, taken: Vec::new(), start: self.start };
        }
        let (mut path, taken) = match self.open.into_iter().next_back() {
            Some(open) => (open.path, open.taken),
            None => (self.table, self.taken),
        };
        // Of a dotted key, the last part is being written.
        let last = dots(&self.word);
        path.extend(keys(&self.word[..last]));
        Context {
            spot: Spot::Key,
            path,
            taken: if last == 0 { taken } else { Vec::new() },
            start: self.start + last,
        }
    }
}

/// The parts of a dotted key.
fn keys(word: &str) -> Vec<String> {
    word.split('.').map(|part| part.trim().to_owned()).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> (Spot, String, usize) {
        let Context { spot, path, start, .. } = Context::at(text, text.len());
        (spot, path.join("."), start)
    }

    #[test]
    fn the_cursor_is_found() {
        assert_eq!(at(""), (Spot::Key, String::new(), 0));
        assert_eq!(at("[a.b"), (Spot::Header, String::new(), 1));
        assert_eq!(at("[a.b]\nke"), (Spot::Key, "a.b".into(), 6));
        assert_eq!(at("[[a]]\nkey = va"), (Spot::Value, "a.key".into(), 12));
        assert_eq!(at("[a]\nkey = { in = 1, ot"), (Spot::Key, "a.key".into(), 20));
        assert_eq!(at("key = [\n  \"one\",\n  \"t"), (Spot::Value, "key".into(), 19));
        assert_eq!(at("key = [{ a = 1 }, { b"), (Spot::Key, "key".into(), 20));
        assert_eq!(at("a.b.c"), (Spot::Key, "a.b".into(), 4));
        assert_eq!(at("key = \"a # b\" # [c]\nd"), (Spot::Key, String::new(), 20));
        assert_eq!(at("key = \"\"\"\n[a]\n\"\"\"\nd"), (Spot::Key, String::new(), 18));
    }

    #[test]
    fn keys_before_it_are_known() {
        let taken = |text: &str| Context::at(text, text.len()).taken;
        assert_eq!(taken("[a]\none = 1\n[b]\ntwo = 2\nthree = { four = 4 }\n"), ["two", "three"]);
        assert_eq!(taken("x = { one = 1, two = 2, "), ["one", "two"]);
    }
}
