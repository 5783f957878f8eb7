//! Signatures of reports by Ed25519 keys, in the formats of OpenSSH: its private and public keys, and the signatures
//! of `ssh-keygen -Y sign` (PROTOCOL.key and PROTOCOL.sshsig in its sources).

use std::path::{Path, PathBuf};
use std::{fs, str};

use anyhow::{Context, Result, anyhow, bail};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};
use ring::digest::{SHA256, SHA512, digest};
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use webdata_suite::report::{RECORD, SIGNATURE, replace_file};

/// The kind of key that signs reports, as OpenSSH names it.
const ED25519_KEY: &str = "ssh-ed25519";
/// What a signature is for. `ssh-keygen` suggests this word for files.
const NAMESPACE: &str = "file";
/// The hash algorithm of the signatures that are made here. Those of `ssh-keygen` may also use the other one.
const HASH: &str = "sha512";
const OTHER_HASH: &str = "sha256";
/// The first bytes of a signature, and of the text that is signed.
const SIGNATURE_START: &[u8] = b"SSHSIG";
const SIGNATURE_VERSION: u32 = 1;
const SIGNATURE_LABEL: &str = "SSH SIGNATURE";
/// The first bytes of a private key.
const KEY_START: &[u8] = b"openssh-key-v1\0";
const KEY_LABEL: &str = "OPENSSH PRIVATE KEY";
/// The name of the cipher of a key without a passphrase.
const NO_CIPHER: &str = "none";
/// The number of bytes of an Ed25519 seed, which a private key has before its public key.
const SEED_BYTES: usize = 32;
/// The number of bytes of a public Ed25519 key.
const KEY_BYTES: usize = 32;
const LINE_LENGTH: usize = 70;
const MAKE_A_KEY: &str = "ssh-keygen -t ed25519 -N '' -f report-key";

/// A private key that signs reports.
pub(super) struct Signer(Ed25519KeyPair);

impl Signer {
    /// Reads a private key, such as `~/.ssh/id_ed25519`.
    ///
    /// # Errors
    /// If the file cannot be read, is no private key, or has a passphrase, or if its key is of another kind.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let place = || format!("--sign {}", path.display());
        let text = fs::read(path).context("cannot read the file").with_context(place)?;
        let key = str::from_utf8(&text).ok().and_then(|text| unarmored(KEY_LABEL, text));
        let key = key.as_deref().and_then(PrivateKey::read).with_context(|| {
            let problem = "the file is not a private key in the format of `ssh-keygen`";
            format!("{}: {problem}; make one: {MAKE_A_KEY}", place())
        })?;
        if key.is_encrypted {
            bail!(
                "{}: the key has a passphrase, and this command cannot ask for it; make a key for reports: \
                 {MAKE_A_KEY}",
                place()
            );
        }
        let pair = key.pair().with_context(|| {
            format!("{}: the file has no valid Ed25519 key; make one: {MAKE_A_KEY}", place())
        })?;
        Ok(Self(pair))
    }

    /// Signs the record in a report folder, and writes the signature beside it.
    pub(super) fn sign(&self, folder: &Path) -> Result<()> {
        let record = fs::read(folder.join(RECORD)).context("cannot read the report to sign it")?;
        let path = folder.join(SIGNATURE);
        replace_file(folder, &path, &self.signature(&record))
            .with_context(|| format!("cannot write {}", path.display()))
    }

    fn signature(&self, text: &[u8]) -> String {
        let signed = self.0.sign(&signed_text(HASH, digest(&SHA512, text).as_ref()));
        let mut bytes = SIGNATURE_START.to_vec();
        bytes.extend(SIGNATURE_VERSION.to_be_bytes());
        let key = fields(&[ED25519_KEY.as_bytes(), self.0.public_key().as_ref()]);
        let signature = fields(&[ED25519_KEY.as_bytes(), signed.as_ref()]);
        bytes.extend(fields(&[&key, NAMESPACE.as_bytes(), b"", HASH.as_bytes(), &signature]));
        armored(SIGNATURE_LABEL, &bytes)
    }
}

/// A private key as its file has it.
struct PrivateKey<'t> {
    is_encrypted: bool,
    /// Two equal numbers, then the kind, the public key, and the seed with the public key; encrypted if there is a
    /// passphrase.
    private: &'t [u8],
}

impl<'t> PrivateKey<'t> {
    fn read(bytes: &'t [u8]) -> Option<Self> {
        let mut rest = Fields(bytes.strip_prefix(KEY_START)?);
        let cipher = rest.field()?;
        let (_derivation, _options) = (rest.field()?, rest.field()?);
        // OpenSSH writes one key to a file.
        let (1, _public) = (rest.number()?, rest.field()?) else { return None };
        Some(Self { is_encrypted: cipher != NO_CIPHER.as_bytes(), private: rest.field()? })
    }

    fn pair(&self) -> Option<Ed25519KeyPair> {
        let mut rest = Fields(self.private);
        // Two numbers that say whether the passphrase was right.
        let (_, _) = (rest.number()?, rest.number()?);
        let kind = rest.field()?;
        let (public, private) = (rest.field()?, rest.field()?);
        let seed = private.get(..SEED_BYTES).filter(|_| kind == ED25519_KEY.as_bytes())?;
        Ed25519KeyPair::from_seed_and_public_key(seed, public).ok()
    }
}

/// A public Ed25519 key.
struct PublicKey(Vec<u8>);

impl PublicKey {
    /// Reads a line as in `id_ed25519.pub`; the inner `None` says that the key is of another kind.
    fn read(line: &str) -> Option<Option<Self>> {
        let mut words = line.split_ascii_whitespace();
        let (kind, encoded) = (words.next()?, words.next()?);
        let bytes = STANDARD.decode(encoded).ok()?;
        let mut rest = Fields(&bytes);
        if rest.field()? != kind.as_bytes() {
            return None;
        }
        if kind != ED25519_KEY {
            return Some(None);
        }
        let key = rest.field().filter(|key| key.len() == KEY_BYTES)?;
        Some(Some(Self(key.to_vec())))
    }

    /// Returns whether this key made a signature of a text.
    fn made(&self, signature: &ReadSignature<'_>, text: &[u8]) -> bool {
        let ReadSignature { hash, signed } = signature;
        let hashed = digest(if *hash == HASH { &SHA512 } else { &SHA256 }, text);
        let key = UnparsedPublicKey::new(&ED25519, &self.0);
        key.verify(&signed_text(hash, hashed.as_ref()), signed).is_ok()
    }

    /// Returns the fingerprint, as `ssh-keygen -l` prints it.
    fn fingerprint(&self) -> String {
        let hashed = digest(&SHA256, &fields(&[ED25519_KEY.as_bytes(), &self.0]));
        format!("SHA256:{}", STANDARD_NO_PAD.encode(hashed))
    }
}

/// The parts of a signature that are needed to verify it.
struct ReadSignature<'t> {
    hash: &'static str,
    signed: &'t [u8],
}

impl<'t> ReadSignature<'t> {
    /// Reads a signature; an error says why it is none that can be checked.
    fn read(bytes: &'t [u8]) -> Result<Self, &'static str> {
        const CUT: &str = "it ends too early";
        let start = bytes.strip_prefix(SIGNATURE_START).ok_or("it starts with something else")?;
        let mut rest = Fields(start);
        if rest.number().ok_or(CUT)? != SIGNATURE_VERSION {
            return Err("its version is not 1");
        }
        let mut field = || rest.field().ok_or(CUT);
        let (_key, namespace, _reserved, hash) = (field()?, field()?, field()?, field()?);
        if namespace != NAMESPACE.as_bytes() {
            return Err("its namespace is not `file`");
        }
        let mut hashes = [HASH, OTHER_HASH].into_iter();
        let hash = hashes.find(|known| known.as_bytes() == hash);
        let mut signature = Fields(field()?);
        if signature.field().ok_or(CUT)? != ED25519_KEY.as_bytes() {
            return Err("its key is not an Ed25519 key");
        }
        let signed = signature.field().ok_or(CUT)?;
        Ok(Self { hash: hash.ok_or("its hash algorithm is unknown")?, signed })
    }
}

/// Checks the signature beside a report, and returns the fingerprint of the key that made it. The key must be
/// one of those in `signers`: public keys in the format of `ssh-keygen`, one per line. Keys of other kinds than Ed25519
/// are passed over.
///
/// # Errors
/// The outer error is about the file of signers. The inner error says that there is no signature, or that
/// none of these keys made it for this report.
pub(super) fn signed_by(report: &Path, signers: &Path) -> Result<Result<String>> {
    let place = || format!("--signer {}", signers.display());
    let text = fs::read_to_string(signers).context("cannot read the file").with_context(place)?;
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let keys = lines.map(|line| {
        PublicKey::read(line).with_context(|| {
            let remedy = "write a key per line as in id_ed25519.pub: `ssh-ed25519 AAAA…`";
            format!("{}: a line is not a public key; {remedy}", place())
        })
    });
    let keys = keys.collect::<Result<Vec<Option<PublicKey>>>>()?;
    let keys: Vec<PublicKey> = keys.into_iter().flatten().collect();
    if keys.is_empty() {
        bail!("{}: the file has no public Ed25519 key; write one as in id_ed25519.pub", place());
    }
    Ok(signer_of(report, &keys))
}

fn signer_of(report: &Path, keys: &[PublicKey]) -> Result<String> {
    let mut path = report.as_os_str().to_owned();
    path.push(".sig");
    let path = PathBuf::from(path);
    let text = fs::read_to_string(&path)
        .with_context(|| format!("there is no signature {}", path.display()))?;
    let unreadable = |problem: &str| {
        anyhow!("{} is not a signature of `ssh-keygen -Y sign`: {problem}", path.display())
    };
    let bytes = unarmored(SIGNATURE_LABEL, &text)
        .ok_or_else(|| unreadable("it is not between `BEGIN` and `END`, in base64"))?;
    let signature = ReadSignature::read(&bytes).map_err(unreadable)?;
    let record = fs::read(report).context("cannot read the report")?;
    let made = |key: &&PublicKey| key.made(&signature, &record);
    let key = keys.iter().find(made).context("none of the signers signed this report")?;
    Ok(key.fingerprint())
}

/// Returns what a key signs of a text with this hash.
fn signed_text(algorithm: &str, hash: &[u8]) -> Vec<u8> {
    let words = fields(&[NAMESPACE.as_bytes(), b"", algorithm.as_bytes(), hash]);
    [SIGNATURE_START, &words].concat()
}

/// Encodes byte strings one after the other, each after its length.
fn fields(parts: &[&[u8]]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for part in parts {
        // No part is as long as the largest number.
        bytes.extend(u32::try_from(part.len()).unwrap_or(u32::MAX).to_be_bytes());
        bytes.extend_from_slice(part);
    }
    bytes
}

/// The part of an encoded text that is not yet read.
struct Fields<'t>(&'t [u8]);

impl<'t> Fields<'t> {
    fn number(&mut self) -> Option<u32> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u32::from_be_bytes(*number))
    }

    fn field(&mut self) -> Option<&'t [u8]> {
        let length = usize::try_from(self.number()?).ok()?;
        let (field, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(field)
    }
}

/// Writes bytes as base64 between two lines with this label.
fn armored(label: &str, bytes: &[u8]) -> String {
    let encoded = STANDARD.encode(bytes);
    let lines = encoded.as_bytes().chunks(LINE_LENGTH).map(String::from_utf8_lossy);
    format!(
        "-----BEGIN {label}-----\n{}\n-----END {label}-----\n",
        lines.collect::<Vec<_>>().join("\n")
    )
}

/// Reads base64 between two lines with this label.
fn unarmored(label: &str, text: &str) -> Option<Vec<u8>> {
    let text = text.trim().strip_prefix(&format!("-----BEGIN {label}-----"))?;
    let text = text.strip_suffix(&format!("-----END {label}-----"))?;
    STANDARD.decode(text.split_ascii_whitespace().collect::<String>()).ok()
}
