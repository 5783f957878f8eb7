//! Splits a command line as a POSIX shell does, without expanding variables.

use std::collections::BTreeSet;
use std::iter::Peekable;
use std::str::Chars;

/// Returns the words of a command line, in which each variable is written as `$NAME`, and the variables.
///
/// A line that was cut within quotes ends there.
pub(crate) fn words(line: &str) -> (Vec<String>, BTreeSet<String>) {
    let (mut words, mut variables) = (Vec::new(), BTreeSet::new());
    let mut word: Option<String> = None;
    let mut rest = line.chars().peekable();
    while let Some(character) = rest.next() {
        if character.is_ascii_whitespace() {
            words.extend(word.take());
            continue;
        }
        let word = word.get_or_insert_default();
        match character {
            '\'' => word.extend(rest.by_ref().take_while(|character| *character != '\'')),
            '"' => in_double_quotes(&mut rest, word, &mut variables),
            '\\' => word.extend(rest.next()),
            '$' => variable(&mut rest, word, &mut variables),
            _ => word.push(character),
        }
    }
    words.extend(word);
    (words, variables)
}

fn in_double_quotes(
    rest: &mut Peekable<Chars<'_>>,
    word: &mut String,
    variables: &mut BTreeSet<String>,
) {
    while let Some(character) = rest.next() {
        match character {
            '"' => return,
            '\\' => match rest.next_if(|next| matches!(next, '"' | '\\' | '`' | '$')) {
                Some(escaped) => word.push(escaped),
                None => word.push('\\'),
            },
            '$' => variable(rest, word, variables),
            _ => word.push(character),
        }
    }
}

fn variable(rest: &mut Peekable<Chars<'_>>, word: &mut String, variables: &mut BTreeSet<String>) {
    let has_braces = rest.next_if_eq(&'{').is_some();
    let mut name = String::from('$');
    while let Some(character) = rest.next_if(|character| super::continues_name(*character)) {
        name.push(character);
    }
    if has_braces {
        rest.next_if_eq(&'}');
    }
    word.push_str(&name);
    if name.len() > 1 {
        variables.insert(name);
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn command_lines_are_split_as_by_a_shell() {
        let check = |line: &str, expected: &[&str], variables: &[&str]| {
            let (words, variables_used) = words(line);
            assert_eq!(words, expected, "{line}");
            assert_eq!(variables_used.into_iter().collect::<Vec<_>>(), variables, "{line}");
        };
        check(r"curl -sS -X GET", &["curl", "-sS", "-X", "GET"], &[]);
        check(r"'it'\''s' '' $A", &["it's", "", "$A"], &["$A"]);
        check(r#""a ${KEY}x \$Z \" \x"'!'"b""#, &[r#"a $KEYx $Z " \x!b"#], &["$KEY"]);
        check(
            r#"'{"a":"'"$FROM_RESPONSE_1"'"}'"#,
            &[r#"{"a":"$FROM_RESPONSE_1"}"#],
            &["$FROM_RESPONSE_1"],
        );
        // Cut within a word.
        check(r#"-H "a $KE"#, &["-H", "a $KE"], &["$KE"]);
        check(r"-d 'a'\", &["-d", "a"], &[]);
    }
}
