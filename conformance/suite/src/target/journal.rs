//! Notes what a run creates on the server, in a file beside its reports, so that what a killed run left behind can be
//! removed later.
//!
//! Each run has a file of its own, which it locks. A line is written once something is created, and another once it is
//! removed. The file is removed as soon as nothing is left.

use std::collections::BTreeMap;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use serde::{Deserialize, Serialize};
use webdata_cases::case::KeyName;

const PREFIX: &str = "created-";
const SUFFIX: &str = ".jsonl";

/// The maximum size of a journal that is read, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// Something that a run has to remove.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// A resource that a recipe created.
    Provided(ProvidedResource),
    /// A resource that a case created.
    Created(CreatedResource),
    /// What the command of `setup` made, which the command of `teardown` removes.
    Setup,
}

/// A resource that a recipe created.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct ProvidedResource {
    /// The path parameter.
    pub parameter: String,
    /// The identity, after those of its parents.
    pub id: String,
    /// The state that it was created for, if it is no fixture.
    pub state: Option<String>,
    /// The values of further path parameters.
    pub parameters: BTreeMap<String, String>,
    /// The error that the key provokes with which the resource was created, if that was not the valid key.
    pub provoked: Option<String>,
}

/// A resource that a case created by an operation of the contract.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct CreatedResource {
    /// The operation that deletes the resource.
    pub delete_operation: String,
    /// The identity.
    pub identity: String,
    /// The path parameters of the request that created the resource.
    pub parents: Vec<(String, String)>,
    /// The key of that request.
    pub key: KeyName,
}

/// A line of the file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Line {
    /// Something was created on a server.
    Made { server: String, entry: Entry },
    /// Something that an earlier line names was removed.
    Removed(Entry),
}

/// Notes what a run creates and removes.
#[derive(Debug)]
pub struct Journal {
    folder: PathBuf,
    /// The base URL of the server.
    server: String,
    state: Mutex<JournalState>,
}

#[derive(Debug, Default)]
struct JournalState {
    file: Option<(File, PathBuf)>,
    left: Vec<Entry>,
}

impl Journal {
    /// Returns a journal about a server. Its file is created with the first entry.
    #[must_use]
    pub fn new(folder: &Path, server: &str) -> Self {
        Self { folder: folder.to_owned(), server: server.to_owned(), state: Mutex::default() }
    }

    /// Notes that something was created.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&self, entry: &Entry) -> io::Result<()> {
        let mut state = self.state.lock();
        if state.file.is_none() {
            fs::create_dir_all(&self.folder)?;
            let mut builder = tempfile::Builder::new();
            let (file, path) =
                builder.prefix(PREFIX).suffix(SUFFIX).tempfile_in(&self.folder)?.keep()?;
            file.lock()?;
            state.file = Some((file, path));
        }
        state.left.push(entry.clone());
        let line = Line::Made { server: self.server.clone(), entry: entry.clone() };
        state.file.as_mut().map_or(Ok(()), |(file, _)| write_line(file, &line))
    }

    /// Notes that something was removed. If the file cannot be written, a later removal finds nothing on the server.
    pub fn remove(&self, entry: &Entry) {
        let mut state = self.state.lock();
        if !take_last(&mut state.left, |left| left == entry) {
            return;
        }
        if state.left.is_empty() {
            if let Some((file, path)) = state.file.take() {
                // Open files cannot be removed on every system.
                drop(file);
                drop(fs::remove_file(path));
            }
        } else if let Some((file, _)) = &mut state.file {
            drop(write_line(file, &Line::Removed(entry.clone())));
        }
    }

    /// Returns the file, if something is left.
    #[must_use]
    pub fn path(&self) -> Option<PathBuf> {
        self.state.lock().file.as_ref().map(|(_, path)| path.clone())
    }
}

/// Takes the last matching item out of a list, and returns whether there was one.
fn take_last<T>(list: &mut Vec<T>, is_match: impl Fn(&T) -> bool) -> bool {
    let place = list.iter().rposition(is_match);
    place.map(|place| list.remove(place)).is_some()
}

/// Writes a line at once, so that a kill at any moment leaves whole lines.
fn write_line(file: &mut File, line: &Line) -> io::Result<()> {
    let mut text = serde_json::to_string(line)?;
    text.push('\n');
    file.write_all(text.as_bytes())
}

/// The journal of a run that has ended and left something behind.
pub struct AbandonedJournal {
    /// The file.
    pub path: PathBuf,
    /// What is left, each with the base URL of its server, in the order of creation.
    pub left: Vec<(String, Entry)>,
    /// Locked while the entries are removed.
    file: File,
}

impl AbandonedJournal {
    /// Reads the journals of a folder whose runs have ended.
    ///
    /// # Errors
    /// If a journal cannot be read.
    pub fn read_all(folder: &Path) -> io::Result<Vec<Self>> {
        let files = match fs::read_dir(folder) {
            Ok(files) => files,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let mut found = Vec::new();
        for file in files {
            let file = file?;
            let name = file.file_name();
            let name = name.to_string_lossy();
            if name.starts_with(PREFIX) && name.ends_with(SUFFIX) {
                found.extend(Self::read(file.path())?);
            }
        }
        found.sort_by(|left, right| left.path.cmp(&right.path));
        Ok(found)
    }

    /// Reads a journal; returns `None` if its run goes on.
    fn read(path: PathBuf) -> io::Result<Option<Self>> {
        let file = fs::OpenOptions::new().read(true).append(true).open(&path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(error)) => return Err(error),
        }
        let (mut text, mut left) = (String::new(), Vec::<(String, Entry)>::new());
        // Some systems let only the handle that has the lock read.
        (&file).take(MAX_BYTES).read_to_string(&mut text)?;
        for line in text.lines() {
            // A full disk may cut the last line.
            match serde_json::from_str(line) {
                Ok(Line::Made { server, entry }) => left.push((server, entry)),
                Ok(Line::Removed(removed)) => {
                    take_last(&mut left, |(_, entry)| *entry == removed);
                }
                Err(_) => {}
            }
        }
        Ok(Some(Self { path, left, file }))
    }

    /// Notes that an entry was removed. The file is removed with the last one.
    ///
    /// # Errors
    /// If the file cannot be written or removed.
    pub fn remove(&mut self, entry: &Entry) -> io::Result<()> {
        take_last(&mut self.left, |(_, left)| left == entry);
        if self.left.is_empty() {
            fs::remove_file(&self.path)
        } else {
            write_line(&mut self.file, &Line::Removed(entry.clone()))
        }
    }
}
