//! Makes strings of a length from a pattern. Tries no more than a number of ways, so that a pattern
//! that has no string of the length is done with soon.

use regex_syntax::hir::{Class, Hir, HirKind, Repetition};

/// How many parts of a pattern are tried.
const BUDGET: u32 = 100_000;

/// Returns a string of so many characters that a pattern matches.
pub(in crate::derive) fn of_length(pattern: &str, length: usize) -> Option<String> {
    let hir = regex_syntax::parse(pattern).ok()?;
    Speller { budget: BUDGET }.spell(&hir, length)
}

struct Speller {
    budget: u32,
}

impl Speller {
    fn spell(&mut self, hir: &Hir, length: usize) -> Option<String> {
        self.budget = self.budget.checked_sub(1)?;
        match hir.kind() {
            HirKind::Empty | HirKind::Look(_) => (length == 0).then(String::new),
            HirKind::Literal(literal) => {
                let text = String::from_utf8(literal.0.to_vec()).ok()?;
                (text.chars().count() == length).then_some(text)
            }
            HirKind::Class(Class::Unicode(class)) => {
                let has = |c: &char| class.iter().any(|own| (own.start()..=own.end()).contains(c));
                let usual = ['a', 'A', '0', '-'].into_iter().find(has);
                let first = usual.or_else(|| Some(class.iter().next()?.start()))?;
                (length == 1).then(|| first.to_string())
            }
            HirKind::Class(Class::Bytes(_)) => None,
            HirKind::Capture(capture) => self.spell(&capture.sub, length),
            HirKind::Alternation(ways) => ways.iter().find_map(|way| self.spell(way, length)),
            HirKind::Concat(parts) => self.concat(parts, length),
            HirKind::Repetition(repetition) => self.repeat(repetition, 0, length),
        }
    }

    fn concat(&mut self, parts: &[Hir], length: usize) -> Option<String> {
        let Some((first, rest)) = parts.split_first() else {
            return (length == 0).then(String::new);
        };
        let properties = first.properties();
        let most = properties.maximum_len().unwrap_or(length).min(length);
        let least = properties.minimum_len().unwrap_or(0).div_ceil(4);
        (least..=most).find_map(|own| {
            let first = self.spell(first, own)?;
            Some(first + &self.concat(rest, length - own)?)
        })
    }

    fn repeat(&mut self, own: &Repetition, times: u32, length: usize) -> Option<String> {
        if times >= own.min && length == 0 {
            return Some(String::new());
        }
        if own.max.is_some_and(|most| times >= most) {
            return None;
        }
        let least = usize::from(times >= own.min);
        (least..=length).find_map(|first| {
            let text = self.spell(&own.sub, first)?;
            Some(text + &self.repeat(own, times + 1, length - first)?)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::of_length;

    #[test]
    fn strings_have_the_length_and_match() {
        for (pattern, length, found) in [
            ("^[A-Z]{2}-[0-9]+$", 6, Some("AA-000")),
            ("^[A-Z]{2}-[0-9]+$", 3, None),
            ("^(ab)+$", 4, Some("abab")),
            ("^(ab)+$", 5, None),
            ("^(a|bcd)x?$", 4, Some("bcdx")),
            ("^[^a]$", 1, Some("A")),
            ("^$", 0, Some("")),
        ] {
            assert_eq!(of_length(pattern, length).as_deref(), found, "{pattern} {length}");
        }
    }
}
