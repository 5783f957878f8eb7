//! What an audit already knows, so that one that was interrupted goes on where it was.
//!
//! A line for each mutant, written when its hunt ends. The first line says what was audited, and with
//! which program; another audit begins anew.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use super::Row;
use crate::mutants::Mutant;
use webdata_suite::Suite;
use webdata_suite::plan::hash;
use webdata_suite::report::replace;

/// What is audited, and with what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Subject {
    /// SHA-256 of the contract.
    pub contract: String,
    /// SHA-256 over the identities of the cases.
    pub suite: String,
    /// SHA-256 over the identities of the mutants.
    pub mutants: String,
    /// The program, by size and time.
    pub program: String,
}

impl Subject {
    pub(super) fn of(suite: &Suite, mutants: &[Mutant], program: String) -> Self {
        Self {
            contract: suite.spec.hash.clone(),
            suite: hash(suite.cases.iter().map(|case| case.id.as_str())),
            mutants: hash(mutants.iter().map(|mutant| mutant.id.as_str())),
            program,
        }
    }
}

/// The journal of one audit.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Mutex<File>,
}

impl Journal {
    /// Opens the journal in a folder, and gives what it knows already of the same subject.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn open(folder: &Path, subject: &Subject) -> io::Result<(Self, Vec<Row>)> {
        fs::create_dir_all(folder)?;
        let path = folder.join("journal.jsonl");
        let rows = known(&path, subject).unwrap_or_default();
        // Anew, since the last line of one that was interrupted may have been cut short.
        let mut text = line(subject)?;
        for row in &rows {
            text.push_str(&line(row)?);
        }
        replace(folder, &path, &text)?;
        let file = OpenOptions::new().append(true).open(&path)?;
        Ok((Self { path, file: Mutex::new(file) }, rows))
    }

    /// Keeps a row.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&self, row: &Row) -> io::Result<()> {
        let line = line(row)?;
        self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes())
    }

    /// Ends the audit: the next one begins anew.
    ///
    /// # Errors
    /// When the journal cannot be taken away.
    pub fn end(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}

fn line(entry: &impl Serialize) -> io::Result<String> {
    let mut text = serde_json::to_string(entry)?;
    text.push('\n');
    Ok(text)
}

/// The rows of a journal of this subject; none of another one. A line that was cut short ends it.
fn known(path: &Path, subject: &Subject) -> Option<Vec<Row>> {
    let mut lines = BufReader::new(File::open(path).ok()?).lines();
    let first: Subject = serde_json::from_str(&lines.next()?.ok()?).ok()?;
    let rows = lines.map_while(|line| serde_json::from_str(&line.ok()?).ok());
    (first == *subject).then(|| rows.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fate;

    fn subject(program: &str) -> Subject {
        let [contract, suite, mutants] = ["c", "s", "m"].map(str::to_owned);
        Subject { contract, suite, mutants, program: program.to_owned() }
    }

    fn row(id: &str) -> Row {
        Row {
            id: id.to_owned(),
            clause: webdata_spec::model::ClauseId::new("Thing.name.maxLength"),
            says: "It is wrong.".to_owned(),
            family: "limits".to_owned(),
            fate: Fate::Equivalent("alike".to_owned()),
            named_by: 2,
            killed_by: Vec::new(),
        }
    }

    #[test]
    fn an_audit_that_was_interrupted_goes_on() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = |program| Journal::open(folder.path(), &subject(program)).expect("a journal");
        let (journal, known) = open("one");
        assert_eq!(known, []);
        journal.add(&row("first")).expect("written");
        drop(journal);
        let (journal, known) = open("one");
        assert_eq!(known, [row("first")]);
        journal.add(&row("second")).expect("written");
        drop(journal);
        // Cut short in the middle of a line.
        let path = folder.path().join("journal.jsonl");
        let text = fs::read_to_string(&path).expect("the journal");
        fs::write(&path, &text[..text.len() - 5]).expect("written");
        let (journal, known) = open("one");
        assert_eq!(known, [row("first")]);
        journal.add(&row("third")).expect("written");
        drop(journal);
        let (journal, known) = open("one");
        assert_eq!(known, [row("first"), row("third")]);
        drop(journal);
        let (journal, known) = open("another");
        assert_eq!(known, [], "another program may find otherwise");
        journal.end().expect("ended");
        assert!(!path.exists());
    }
}
