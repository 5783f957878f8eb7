//! Signatures of reports, as `ssh-keygen -Y sign` makes them and `ssh-keygen -Y verify` accepts them.
//!
//! A signature says whose key signed the file. It says nothing about the server.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use ssh_key::{Fingerprint, HashAlg, LineEnding, PrivateKey, PublicKey, SshSig};
use webdata_suite::report::{RECORD, SIGNATURE, replace};

/// What the signature is for, by the name that `ssh-keygen` suggests for files.
const NAMESPACE: &str = "file";

/// A private key that signs reports.
pub(super) struct Signer(PrivateKey);

impl Signer {
    /// Reads a private key, such as `~/.ssh/id_ed25519`.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let key = PrivateKey::read_openssh_file(path).with_context(|| {
            format!("--sign {}: it is no private key as `ssh-keygen` writes it", path.display())
        })?;
        if key.is_encrypted() {
            bail!(
                "--sign {}: the key has a passphrase, which is not asked for; give a key of its own for \
                 reports: ssh-keygen -t ed25519 -N '' -f report-key",
                path.display()
            );
        }
        let signer = Self(key);
        // Before the run, since not every kind of key can sign here.
        signer.signature(b"").with_context(|| {
            format!("--sign {}: give an Ed25519 or ECDSA P-256 key", path.display())
        })?;
        Ok(signer)
    }

    /// Signs the record in a report folder, and puts the signature beside it.
    pub(super) fn sign(&self, folder: &Path) -> Result<()> {
        let record = fs::read(folder.join(RECORD)).context("cannot read the report to sign it")?;
        let path = folder.join(SIGNATURE);
        replace(folder, &path, &self.signature(&record)?)
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn signature(&self, text: &[u8]) -> Result<String> {
        let signature = self.0.sign(NAMESPACE, HashAlg::Sha512, text)?;
        Ok(signature.to_pem(LineEnding::LF)?)
    }
}

/// Checks the signature beside a report, and returns the fingerprint of the key that made it, which is one
/// of those in `signers`: public keys as `ssh-keygen` writes them, one to a line.
///
/// # Errors
/// When there is no signature, or none of these keys made it for this report; the outer error is one of
/// the file of signers.
pub(super) fn signed_by(report: &Path, signers: &Path) -> Result<Result<Fingerprint>> {
    let place = || format!("--signer {}", signers.display());
    let text = fs::read_to_string(signers).with_context(place)?;
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let keys = lines.map(|line| PublicKey::from_openssh(line).map_err(|error| anyhow!(error)));
    let keys: Vec<PublicKey> = keys
        .collect::<Result<_>>()
        .context("a line is no public key; write one as in id_ed25519.pub: `ssh-ed25519 AAAA…`")
        .with_context(place)?;
    if keys.is_empty() {
        bail!("{}: there is no public key in it", place());
    }
    Ok(signer_of(report, &keys))
}

fn signer_of(report: &Path, keys: &[PublicKey]) -> Result<Fingerprint> {
    let path = signature_path(report);
    let text = fs::read_to_string(&path)
        .with_context(|| format!("there is no signature {}", path.display()))?;
    let signature: SshSig = text
        .parse()
        .with_context(|| format!("{} is no signature of `ssh-keygen -Y sign`", path.display()))?;
    let record = fs::read(report).context("cannot read the report")?;
    let made = |key: &&PublicKey| key.verify(NAMESPACE, &record, &signature).is_ok();
    let key = keys.iter().find(made).context("no key of the signers signed this report")?;
    Ok(key.fingerprint(HashAlg::Sha256))
}

/// Where the signature of a report stands: beside it, with `.sig` behind its name.
fn signature_path(report: &Path) -> PathBuf {
    let mut path = report.as_os_str().to_owned();
    path.push(".sig");
    path.into()
}
