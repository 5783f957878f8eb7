//! Improves what prettyplease writes: lines that fit on one are joined, imports fill their lines and are sorted. This
//! module knows lines, and no Rust beyond brackets.

/// The maximum length of a line, in characters.
const WIDTH: usize = 100;

/// Returns formatted code with fewer lines.
pub(crate) fn tidy(code: &str) -> String {
    let mut lines: Vec<String> = code.lines().map(str::to_owned).collect();
    undent_chains(&mut lines);
    while join_next(&mut lines) || merge_next(&mut lines) {}
    pack_imports(&mut lines);
    sort_imports(&mut lines);
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

/// Joins the first group of lines that fits on one; returns whether there is one.
fn join_next(lines: &mut Vec<String>) -> bool {
    let found = (0..lines.len()).find_map(|start| joined(lines, start));
    let Some((range, line)) = found else { return false };
    lines.splice(range, [line]);
    true
}

/// Returns the lines of a group that begins at a line, and the line that they are together, if it is short enough.
fn joined(lines: &[String], start: usize) -> Option<(std::ops::Range<usize>, String)> {
    let first = &lines[start];
    if is_comment(first) {
        return None;
    }
    if let Some(chained) = lines.get(start + 1)
        && chained.trim_start().starts_with('.')
        && !first.trim_start().starts_with('.')
        && !first.ends_with(['{', ';', '}', ','])
    {
        let end = lines[start + 1..].iter().take_while(|line| line.trim_start().starts_with('.'));
        return whole(lines, start..start + 1 + end.count(), "");
    }
    let (closing, between) = match first.chars().last()? {
        '(' => (')', ""),
        '[' => (']', ""),
        '<' => ('>', ""),
        '{' if is_literal(first) => ('}', " "),
        _ => return None,
    };
    let end = lines[start + 1..].iter().position(|line| indent(line) <= indent(first))?;
    let last = lines.get(start + 1 + end)?;
    let is_closed = indent(last) == indent(first) && last.trim_start().starts_with(closing);
    is_closed.then(|| whole(lines, start..start + 2 + end, between))?
}

/// Returns whether the brace at the end of a line begins the fields of a value.
fn is_literal(line: &str) -> bool {
    let before = line.trim_end_matches('{').trim();
    let name = before.rsplit([' ', '(', '&', '[', ':']).next().unwrap_or_default();
    let words =
        ["impl", "fn", "mod", "enum", "struct", "trait", "match", "else", "use", "for", "if"];
    let is_item =
        before.split([' ', '(']).any(|word| words.contains(&word)) || before.contains("->");
    name.starts_with(|c: char| c.is_ascii_uppercase()) && !is_item && !before.ends_with("=>")
}

/// Returns the lines as one, without the comma at its end, if no line is a comment or a block.
fn whole(
    lines: &[String],
    range: std::ops::Range<usize>,
    between: &str,
) -> Option<(std::ops::Range<usize>, String)> {
    let part = &lines[range.clone()];
    let inner = &part[1..];
    let plain = |line: &String| {
        !is_comment(line)
            && !line.trim_start().starts_with('#')
            && line.matches('"').count().is_multiple_of(2)
    };
    let simple = |line: &String| !line.ends_with('{') && !line.ends_with(['(', '[', '<', ';']);
    let (last, middle) = inner.split_last()?;
    if !part.iter().all(plain) || !middle.iter().all(simple) {
        return None;
    }
    let is_chain = last.trim_start().starts_with('.');
    let mut line = part[0].clone();
    if !is_chain {
        line.push_str(between);
    }
    for (at, next) in middle.iter().enumerate() {
        let is_last = at + 1 == middle.len();
        let text = next.trim_start();
        if text.starts_with('.') {
            line.truncate(line.trim_end().len());
        }
        match (is_chain, is_last) {
            (true, _) => line.push_str(text),
            (false, false) => line.extend([text, " "]),
            (false, true) => line.extend([text.trim_end_matches(','), between]),
        }
    }
    line.push_str(last.trim_start());
    (line.chars().count() <= WIDTH).then_some((range, line))
}

/// Removes the further indentation that prettyplease gives the arguments of a call before a chain.
fn undent_chains(lines: &mut [String]) {
    for start in 0..lines.len() {
        let at = indent(&lines[start]);
        let opens = lines[start].ends_with('(') && !is_comment(&lines[start]);
        if !opens || lines.get(start + 1).is_none_or(|next| indent(next) != at + 8) {
            continue;
        }
        let end = lines[start + 1..].iter().position(|line| indent(line) == at + 4);
        for line in lines.iter_mut().skip(start + 1).take(end.map_or(0, |end| end + 1)) {
            line.drain(..4);
        }
    }
}

/// Merges the brackets of the first group whose only member is a group, as in `(&[`; returns whether there is one.
fn merge_next(lines: &mut Vec<String>) -> bool {
    let found = (0..lines.len()).find_map(|start| merged(lines, start));
    let Some((range, group)) = found else { return false };
    lines.splice(range, group);
    true
}

/// Returns the lines of a group that begins at a line, and the lines of its only member within its brackets.
fn merged(lines: &[String], start: usize) -> Option<(std::ops::Range<usize>, Vec<String>)> {
    let (first, second) = (&lines[start], lines.get(start + 1)?);
    let opens = |line: &str| line.ends_with(['(', '[', '{']) && !is_comment(line);
    if !first.ends_with(['(', '[']) || !opens(first) || !opens(second) || second.contains("=> ") {
        return None;
    }
    let at = indent(first);
    let inner = lines[start + 2..].iter().position(|line| indent(line) <= at + 4)?;
    let (close, last) = (start + 2 + inner, start + 3 + inner);
    let (closing, end) = (lines.get(close)?, lines.get(last)?);
    let is_whole = indent(second) == at + 4
        && indent(closing) == at + 4
        && closing.trim_start().trim_end_matches(',').chars().all(|c| ")]}".contains(c))
        && indent(end) == at
        && end.trim_start().starts_with([')', ']']);
    if !is_whole {
        return None;
    }
    let mut group = vec![format!("{first}{}", second.trim_start())];
    group.extend(lines[start + 2..close].iter().map(|line| line.get(4..).unwrap_or("").to_owned()));
    let closing = closing.trim_end_matches(',').trim_start();
    group.push(format!("{}{closing}{}", &end[..at], end.trim_start()));
    Some((start..last + 1, group))
}

/// Fills the lines of lists of imports.
fn pack_imports(lines: &mut Vec<String>) {
    let mut at = 0;
    while at < lines.len() {
        let is_list =
            lines[at].trim_start_matches("pub ").starts_with("use ") && lines[at].ends_with('{');
        let end = lines[at..].iter().position(|line| line == "};");
        if let (true, Some(end)) = (is_list, end) {
            let words: Vec<String> = lines[at + 1..at + end]
                .iter()
                .flat_map(|line| line.split(", "))
                .map(|word| word.trim().trim_end_matches(',').to_owned())
                .filter(|word| !word.is_empty())
                .collect();
            let head = lines[at].clone();
            let one = format!("{head}{}}};", words.join(", "));
            let mut packed = vec![head, "   ".to_owned()];
            for word in &words {
                let last = packed.len() - 1;
                if packed[last].len() + word.len() + 2 > WIDTH {
                    packed.push("   ".to_owned());
                }
                let last = packed.len() - 1;
                packed[last].push_str(&format!(" {word},"));
            }
            packed.push("};".to_owned());
            if one.len() <= WIDTH {
                packed = vec![one];
            }
            lines.splice(at..=at + end, packed);
        }
        at += 1;
    }
}

/// Sorts each group of imports without attributes as rustfmt does: `super` first, names by their parts.
fn sort_imports(lines: &mut [String]) {
    let is_import =
        |line: &String| line.trim_start_matches("pub ").starts_with("use ") && line.ends_with(';');
    let mut start = 0;
    while start < lines.len() {
        let count = lines[start..].iter().take_while(|line| is_import(line)).count();
        lines[start..start + count].iter_mut().for_each(sort_names);
        lines[start..start + count].sort_by_key(|line| {
            let path = line.trim_start_matches("pub ").trim_start_matches("use ").to_owned();
            let names = path.trim_end_matches(';').replace("{", "\u{7f}{");
            (!path.starts_with("super"), names)
        });
        start += count.max(1);
    }
}

/// Sorts the names of an import in one line: `self` first, then types, then others.
fn sort_names(line: &mut String) {
    let Some((head, names)) = line.split_once('{') else { return };
    let Some(names) = names.strip_suffix("};").filter(|names| !names.contains(['{', '}'])) else {
        return;
    };
    let mut names: Vec<&str> = names.split(", ").collect();
    names.sort_by_key(|name| (!name.starts_with("self"), *name));
    *line = format!("{head}{{{}}};", names.join(", "));
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

fn indent(line: &str) -> usize {
    if line.trim().is_empty() { usize::MAX } else { line.len() - line.trim_start().len() }
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn lines_are_joined_and_imports_sorted() {
        for (code, expected) in [
            ("f(\n    a,\n    b,\n);\n", "f(a, b);\n"),
            ("A {\n    b: 1,\n    c: 2,\n};\n", "A { b: 1, c: 2 };\n"),
            ("let a = b\n    .c()\n    .d();\n", "let a = b.c().d();\n"),
            (
                "f(\n    &[\n        // Why.\n        a,\n    ],\n);\n",
                "f(&[\n    // Why.\n    a,\n]);\n",
            ),
            // A block, a comment and a long line stay as they are.
            ("fn f(\n    a: A,\n) {\n    g();\n}\n", "fn f(a: A) {\n    g();\n}\n"),
            ("f(\n    // Why.\n    a,\n);\n", "f(\n    // Why.\n    a,\n);\n"),
            (
                "use c::{b, A, self};\npub use a::{\n    b,\n};\nuse super::d;\n",
                "use super::d;\npub use a::{b};\nuse c::{self, A, b};\n",
            ),
        ] {
            assert_eq!(tidy(code), expected, "{code}");
        }
        let long = format!("f(\n    {},\n    b,\n);\n", "a".repeat(100));
        assert_eq!(tidy(&long), long);
    }
}
