//! The state file: one JSON document, which is locked for one server, read, and replaced atomically.
//!
//! This module rejects every file that is not a state of the served contract, and never overwrites such a file.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use webdata_spec::Spec;

use crate::service::backend::Backend;
use crate::shared::Shared;
use crate::world::{Origin, Saved};

/// The suffix of a file that is being written.
const UNFINISHED: &str = ".unfinished";

/// The number of the current document format.
const FORMAT: u64 = 4;

/// A problem with a state file, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum StateFileError {
    /// The path is a folder or another thing that is no file.
    #[error("it is not an ordinary file; name an ordinary file, which need not exist yet")]
    NoFile,
    /// The file is read-only.
    #[error("it is read-only; make it writable, or name another file")]
    ReadOnly,
    /// Another server has locked the file.
    #[error("another server keeps its state there; stop that one, or name another file")]
    Locked,
    /// The file cannot be read.
    #[error("it cannot be read: {0}; fix that, or name another file")]
    Read(io::Error),
    /// The file cannot be written.
    #[error("it cannot be written: {0}; fix that, or name another file")]
    Write(io::Error),
    /// The content is not a saved state.
    #[error("it holds no state: {0}; name another file, or move this one away to start anew")]
    Content(serde_json::Error),
    /// The state has another document format.
    #[error(
        "its format is {found}, and this server reads {own}; start the server that wrote it, or move it away to start anew"
    )]
    Format {
        /// The format number of the file.
        found: u64,
        /// The format number that this server reads.
        own: u64,
    },
    /// The state belongs to another contract.
    #[error(
        "it is the state of another contract ({found}) than the served one ({own}); serve that contract, or move it away to start anew"
    )]
    Contract {
        /// A description of the contract in the file.
        found: String,
        /// A description of the served contract.
        own: String,
    },
}

/// A state file, which is locked for one server while this value exists.
#[derive(Debug)]
pub(super) struct StateFile {
    path: PathBuf,
    /// The path of the file that is being written. Only the server that holds the lock writes it.
    unfinished: PathBuf,
    /// The lock is a file of its own, since each write replaces the state file. `None` once the lock is
    /// released.
    lock: Shared<Option<File>>,
}

impl StateFile {
    /// Locks a file, which need not exist.
    pub(super) fn open(path: &Path) -> Result<Self, StateFileError> {
        let path = resolve_links(path).map_err(StateFileError::Read)?;
        match fs::metadata(&path) {
            Ok(about) if !about.is_file() => return Err(StateFileError::NoFile),
            Ok(about) if about.permissions().readonly() => return Err(StateFileError::ReadOnly),
            Ok(_) => {}
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(StateFileError::Read(error)),
        }
        let beside = |end: &str| {
            let mut name = path.file_name().ok_or(StateFileError::NoFile)?.to_owned();
            name.push(end);
            Ok(path.with_file_name(name))
        };
        let (lock, unfinished) = (beside(".lock")?, beside(UNFINISHED)?);
        let lock = File::options()
            .create(true)
            .truncate(false)
            .write(true)
            .open(lock)
            .map_err(StateFileError::Write)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StateFileError::Locked),
            Err(TryLockError::Error(error)) => return Err(StateFileError::Write(error)),
        }
        Ok(Self { path, unfinished, lock: Shared::new(Some(lock)) })
    }

    /// Returns the content of the file, if it exists.
    pub(super) fn read(&self) -> Result<Option<Vec<u8>>, StateFileError> {
        match fs::read(&self.path) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(StateFileError::Read(error)),
        }
    }

    /// Replaces the file atomically: a reader finds either the old state or the new state, whole.
    pub(super) fn write(&self, state: &impl Serialize) -> io::Result<()> {
        let lock = self.lock.lock();
        if lock.is_none() {
            return Err(io::Error::other("the server has stopped"));
        }
        let mut options = File::options();
        options.write(true).create(true).truncate(true);
        // The state has secrets of webhooks.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut writer = BufWriter::new(options.open(&self.unfinished)?);
        serde_json::to_writer(&mut writer, state)?;
        writer.write_all(b"\n")?;
        // The new file must be on the disk before it replaces the old one.
        writer.into_inner()?.sync_data()?;
        fs::rename(&self.unfinished, &self.path)
    }

    /// Releases the lock; later writes fail.
    pub(super) fn release(&self) {
        drop(self.lock.lock().take());
    }

    /// Formats the message that the state could not be written.
    pub(super) fn describe(&self, error: &io::Error) -> String {
        format!("the state cannot be written to {}: {error}", self.path.display())
    }
}

/// Resolves symbolic links, also if their target does not exist, so that a write keeps the link itself.
fn resolve_links(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        // Cyclic links are reported with another error kind.
        Err(error) if error.kind() == ErrorKind::NotFound => match fs::read_link(path) {
            Ok(target) => resolve_links(&path.parent().unwrap_or(Path::new("")).join(target)),
            Err(_) => Ok(path.to_owned()),
        },
        error => error,
    }
}

/// The part of a document that decides whether the rest can be read.
#[derive(Debug, Deserialize)]
struct Head {
    format: u64,
    contract: Option<Origin>,
}

/// Captures the current state of a server.
pub(super) fn capture(backend: &Backend) -> Saved {
    let origin = Origin::new(&backend.contract.spec);
    backend.world.save(FORMAT, origin, backend.behaviour.save())
}

/// Parses the saved state of a contract.
pub(super) fn read(bytes: &[u8], spec: &Spec) -> Result<Saved, StateFileError> {
    let head: Head = parse(bytes)?;
    if head.format != FORMAT {
        return Err(StateFileError::Format { found: head.format, own: FORMAT });
    }
    let own_origin = Origin::new(spec);
    if let Some(saved) = head.contract.filter(|saved| *saved != own_origin) {
        return Err(StateFileError::Contract {
            found: saved.describe(),
            own: own_origin.describe(),
        });
    }
    let saved: Saved = parse(bytes)?;
    if saved.clock.now().is_none() {
        let error = serde::de::Error::custom("its clock is not in the years 0 to 9999");
        return Err(StateFileError::Content(error));
    }
    Ok(saved)
}

/// Parses a JSON text.
fn parse<'t, T: Deserialize<'t>>(bytes: &'t [u8]) -> Result<T, StateFileError> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    // A saved body is nested deeper in the document than it was in its request.
    deserializer.disable_recursion_limit();
    let read = T::deserialize(&mut deserializer);
    let read = read.and_then(|read| deserializer.end().map(|()| read));
    read.map_err(StateFileError::Content)
}
