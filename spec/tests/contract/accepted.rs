//! The accepted differences between the contract's text and the pages, each with its reason, in
//! `accepted.toml`.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::comparison::Difference;
use crate::facts::ACCEPTED_FILE as FILE;

const HEADER: &str = "\
# Where the pages of spec/v2 differ from the contract text as it was transcribed, and why.
# Written by `cargo xtask spec-diff --accept \"why\"`.
";

/// The accepted differences.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Accepted {
    #[serde(default)]
    difference: Vec<Entry>,
}

/// A difference, and the reason why the page is right.
#[derive(Debug, Serialize, Deserialize)]
struct Entry {
    #[serde(flatten)]
    difference: Difference,
    reason: String,
}

impl Accepted {
    /// Reads the file in a folder. Without the file, no difference is accepted.
    pub(crate) fn read(folder: &Path) -> Result<Self, String> {
        match fs::read_to_string(folder.join(FILE)) {
            Ok(text) => toml::from_str(&text).map_err(|error| format!("{FILE}: {error}")),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(format!("{FILE}: {error}")),
        }
    }

    /// Writes the file.
    pub(crate) fn write(&self, folder: &Path) -> Result<(), String> {
        let text = toml::to_string(self).map_err(|error| format!("{FILE}: {error}"))?;
        let text = if self.difference.is_empty() { String::new() } else { format!("\n{text}") };
        fs::write(folder.join(FILE), format!("{HEADER}{text}"))
            .map_err(|error| format!("{FILE}: {error}"))
    }

    /// Accepts all differences: new ones for `reason`, known ones for their own reasons. Removes the entries
    /// of differences that no longer exist.
    pub(crate) fn accept(&mut self, differences: &[Difference], reason: &str) {
        let entry = |difference: &Difference| Entry {
            difference: difference.clone(),
            reason: self.reason(difference).unwrap_or(reason).to_owned(),
        };
        self.difference = differences.iter().map(entry).collect();
    }

    fn reason(&self, difference: &Difference) -> Option<&str> {
        let entry = self.difference.iter().find(|entry| entry.difference == *difference);
        entry.map(|entry| entry.reason.as_str())
    }

    /// Lists every difference, with the reason why it was accepted.
    pub(crate) fn render(&self, differences: &[Difference]) -> String {
        let mut text = format!("{} differences from the contract text\n", differences.len());
        for difference in differences {
            let Difference { place, contract, page } = difference;
            let _ = writeln!(text, "  {place}");
            for (sign, statement) in [("-", contract), ("+", page)] {
                if let Some(statement) = statement {
                    let _ = writeln!(text, "    {sign} {statement}");
                }
            }
            let _ = match self.reason(difference) {
                Some(reason) => writeln!(text, "    accepted: {reason}"),
                None => writeln!(text, "    NOT ACCEPTED"),
            };
        }
        text
    }

    /// Returns what to do; empty if every difference is accepted and every entry has a difference.
    pub(crate) fn problems(&self, differences: &[Difference]) -> String {
        let new = differences.iter().filter(|difference| self.reason(difference).is_none());
        let gone = self.difference.iter().filter(|entry| !differences.contains(&entry.difference));
        let mut text = String::new();
        for Difference { place, .. } in new {
            let _ = writeln!(text, "{place}: the page differs from the contract text");
        }
        for Entry { difference: Difference { place, .. }, .. } in gone {
            let _ = writeln!(
                text,
                "{place}: {FILE} has an entry for a difference that no longer exists"
            );
        }
        if !text.is_empty() {
            text.push_str(
                "Correct the page; or, if the contract has changed, run \
                 `cargo xtask spec-diff --accept \"why\"`, which brings spec/tests/contract/accepted.toml \
                 up to date.\n",
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Accepted;
    use crate::comparison::Difference;

    fn difference(place: &str, page: &str) -> Difference {
        let contract = Some("256".to_owned());
        Difference { place: place.to_owned(), contract, page: Some(page.to_owned()) }
    }

    #[test]
    fn each_difference_is_accepted_with_its_own_reason() {
        let mut accepted = Accepted::default();
        let early = [difference("a", "200")];
        let late = [early[0].clone(), difference("b", "100")];
        assert!(accepted.problems(&early).starts_with("a: the page differs"));
        accepted.accept(&early, "early");
        assert_eq!(accepted.problems(&early), "");
        let again = accepted.problems(&[difference("a", "201")]);
        assert!(
            again.contains("a: the page differs")
                && again.contains("a difference that no longer exists")
        );
        accepted.accept(&late, "late");
        assert_eq!(accepted.problems(&late), "");
        assert_eq!(
            late.each_ref().map(|difference| accepted.reason(difference)),
            [Some("early"), Some("late")]
        );
        accepted.accept(&[], "none");
        assert!(accepted.difference.is_empty());
    }
}
