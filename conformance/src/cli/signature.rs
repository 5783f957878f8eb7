//! Signs reports as `ssh-keygen -Y sign` does, and checks signatures as `ssh-keygen -Y verify` does.
//!
//! A signature proves whose key signed the file. It proves nothing about the server.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, Result, anyhow, bail};
use ssh_key::{Fingerprint, HashAlg, LineEnding, PrivateKey, PublicKey, SshSig};
use webdata_suite::report::{RECORD, SIGNATURE, replace_file};

/// The namespace of the signature, which `ssh-keygen` suggests for files.
const NAMESPACE: &str = "file";

/// A private key that signs reports.
pub(super) struct Signer(PrivateKey);

impl Signer {
    /// Reads a private key, such as `~/.ssh/id_ed25519`.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let place = || format!("--sign {}", path.display());
        // The sources of this error repeat its text, so only the text is kept.
        let key = PrivateKey::read_openssh_file(path).map_err(|error| {
            if let ssh_key::Error::Io(kind) = error {
                return anyhow!("{}: cannot read the file: {}", place(), io::Error::from(kind));
            }
            let problem = "the file is not a private key in the format of `ssh-keygen`";
            let remedy = "make one: ssh-keygen -t ed25519 -N '' -f report-key";
            anyhow!("{}: {problem} ({error}); {remedy}", place())
        })?;
        if key.is_encrypted() {
            bail!(
                "{}: the key has a passphrase, and this command cannot ask for it; make a key for reports: \
                 ssh-keygen -t ed25519 -N '' -f report-key",
                place()
            );
        }
        let signer = Self(key);
        // Tried before the run, since not every kind of key can sign here.
        signer.signature(b"").map_err(|error| {
            let remedy = "give an Ed25519 or ECDSA P-256 key";
            anyhow!("{}: this kind of key cannot sign here ({error}); {remedy}", place())
        })?;
        Ok(signer)
    }

    /// Signs the record in a report folder, and writes the signature beside it.
    pub(super) fn sign(&self, folder: &Path) -> Result<()> {
        let record = fs::read(folder.join(RECORD)).context("cannot read the report to sign it")?;
        let path = folder.join(SIGNATURE);
        replace_file(folder, &path, &self.signature(&record)?)
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn signature(&self, text: &[u8]) -> Result<String> {
        let signature = self.0.sign(NAMESPACE, HashAlg::Sha512, text)?;
        Ok(signature.to_pem(LineEnding::LF)?)
    }
}

/// Checks the signature beside a report, and returns the fingerprint of the key that made it. The key must be
/// one of those in `signers`: public keys in the format of `ssh-keygen`, one per line.
///
/// # Errors
/// The outer error is about the file of signers. The inner error says that there is no signature, or that
/// none of these keys made it for this report.
pub(super) fn signed_by(report: &Path, signers: &Path) -> Result<Result<Fingerprint>> {
    let place = || format!("--signer {}", signers.display());
    let text = fs::read_to_string(signers).context("cannot read the file").with_context(place)?;
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    // The sources of this error repeat its text, so only the text is kept.
    let keys = lines.map(|line| {
        PublicKey::from_openssh(line).map_err(|error| {
            let remedy = "write a key per line as in id_ed25519.pub: `ssh-ed25519 AAAA…`";
            anyhow!("{}: a line is not a public key ({error}); {remedy}", place())
        })
    });
    let keys = keys.collect::<Result<Vec<PublicKey>>>()?;
    if keys.is_empty() {
        bail!("{}: the file has no public key; write one as in id_ed25519.pub", place());
    }
    Ok(signer_of(report, &keys))
}

fn signer_of(report: &Path, keys: &[PublicKey]) -> Result<Fingerprint> {
    let path = signature_path(report);
    let text = fs::read_to_string(&path)
        .with_context(|| format!("there is no signature {}", path.display()))?;
    let signature = text.parse::<SshSig>().map_err(|error| {
        anyhow!("{} is not a signature of `ssh-keygen -Y sign`: {error}", path.display())
    })?;
    let record = fs::read(report).context("cannot read the report")?;
    let made = |key: &&PublicKey| key.verify(NAMESPACE, &record, &signature).is_ok();
    let key = keys.iter().find(made).context("none of the signers signed this report")?;
    Ok(key.fingerprint(HashAlg::Sha256))
}

/// Returns the path of a report's signature: the path of the report with `.sig` at its end.
fn signature_path(report: &Path) -> PathBuf {
    let mut path = report.as_os_str().to_owned();
    path.push(".sig");
    path.into()
}
