//! Keeps the rows of an audit, so that an interrupted audit can be resumed.
//!
//! The journal gets a line for each mutant when its hunt ends. The first line is the subject of the audit; an
//! audit of another subject starts a new journal.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use webdata_suite::report::replace_file;

use crate::document::{Row, Subject};

/// The journal of one audit.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    file: Mutex<File>,
}

impl Journal {
    /// Opens the journal in a folder, and returns its rows if they are of the same subject.
    ///
    /// # Errors
    /// When the journal cannot be read or written.
    pub fn open(folder: &Path, subject: &Subject) -> io::Result<(Self, Vec<Row>)> {
        fs::create_dir_all(folder)?;
        let path = folder.join("journal.jsonl");
        let rows = rows_of_subject(&path, subject).unwrap_or_default();
        // The file is written again, since the last line of an interrupted audit may be incomplete.
        let mut text = line(subject)?;
        for row in &rows {
            text.push_str(&line(row)?);
        }
        replace_file(folder, &path, &text)?;
        let file = OpenOptions::new().append(true).open(&path)?;
        Ok((Self { path, file: Mutex::new(file) }, rows))
    }

    /// Adds a row.
    ///
    /// # Errors
    /// When the row cannot be written.
    pub fn add(&self, row: &Row) -> io::Result<()> {
        let line = line(row)?;
        self.file.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes())
    }

    /// Deletes the journal at the end of an audit.
    ///
    /// # Errors
    /// When the journal cannot be deleted.
    pub fn end(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }
}

fn line(entry: &impl Serialize) -> io::Result<String> {
    let mut text = serde_json::to_string(entry)?;
    text.push('\n');
    Ok(text)
}

/// Returns the rows of a journal if it has the same subject. The rows end at an incomplete line.
fn rows_of_subject(path: &Path, subject: &Subject) -> Option<Vec<Row>> {
    let mut lines = BufReader::new(File::open(path).ok()?).lines();
    let first: Subject = serde_json::from_str(&lines.next()?.ok()?).ok()?;
    let rows = lines.map_while(|line| serde_json::from_str(&line.ok()?).ok());
    (first == *subject).then(|| rows.collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::MutantStatus;

    fn subject(exemptions: &str) -> Subject {
        let [contract, suite, mutants, program] = ["c", "s", "m", "p"].map(str::to_owned);
        Subject { contract, companions: exemptions.to_owned(), suite, mutants, program }
    }

    fn row(id: &str) -> Row {
        Row {
            id: id.to_owned(),
            clause: webdata_spec::model::ClauseId::new("Thing.name.maxLength"),
            description: "It is wrong.".to_owned(),
            family: "limits".to_owned(),
            habit: None,
            status: MutantStatus::Equivalent("alike".to_owned()),
            named_by: 2,
            noticed_by: Vec::new(),
        }
    }

    #[test]
    fn an_interrupted_audit_is_resumed() {
        let folder = tempfile::tempdir().expect("a folder");
        let open =
            |exemptions| Journal::open(folder.path(), &subject(exemptions)).expect("a journal");
        let (journal, known) = open("one");
        assert_eq!(known, []);
        journal.add(&row("first")).expect("written");
        drop(journal);
        let (journal, known) = open("one");
        assert_eq!(known, [row("first")]);
        journal.add(&row("second")).expect("written");
        drop(journal);
        // The file ends in the middle of a line.
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
        assert_eq!(known, [], "other exemptions give other results");
        journal.end().expect("ended");
        assert!(!path.exists());
    }
}
