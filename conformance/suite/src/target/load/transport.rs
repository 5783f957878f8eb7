//! Converts the connection settings of a target file: the proxy, and the certificates of both sides.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use reqwest::Url;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};

use super::TargetReader;
use crate::target::file::{TextFile, TlsFile};
use crate::target::{ClientIdentity, Proxy, TargetError, Transport};

impl TargetReader<'_> {
    pub(super) fn proxy(&mut self, written: TextFile) -> Option<Proxy> {
        if matches!(&written, TextFile::Plain(text) if text == "none") {
            return Some(Proxy::None);
        }
        let proxy = self.text(written, "the URL of the proxy")?;
        let reason = match Url::parse(proxy.reveal()) {
            Err(_) => Some("it is not a URL"),
            Ok(url) if !matches!(url.scheme(), "http" | "https") => {
                Some("its scheme is neither http nor https")
            }
            Ok(url) if proxy.secret().is_none() && url.password().is_some() => {
                Some("it contains a password; put it into an environment variable")
            }
            Ok(_) => None,
        };
        if let Some(reason) = reason {
            self.note(TargetError::Proxy(reason));
        }
        Some(Proxy::At(proxy))
    }

    pub(super) fn tls(&mut self, written: TlsFile) -> Transport {
        let mut transport = Transport {
            accepts_any_certificate: written.accept_any_certificate,
            ..Transport::default()
        };
        let wrong =
            |path: &Path, reason: String| TargetError::Tls { path: path.to_owned(), reason };
        if let Some((path, pem)) = written.ca_file.and_then(|path| self.read(&path)) {
            match certificates(&pem) {
                Some(authorities) => transport.authorities = authorities,
                None => self.note(wrong(&path, "it contains no certificate in PEM".to_owned())),
            }
        }
        match (written.client_certificate_file, written.client_key_file) {
            (None, None) => {}
            (Some(certificate), Some(key)) => {
                let (certificate, key) = (self.read(&certificate), self.read(&key));
                if let (Some((path, certificate)), Some((_, key))) = (certificate, key) {
                    let reason = "it and the key are not a client certificate in PEM";
                    let made = identity(&certificate, &key);
                    transport.identity =
                        self.ok_or_note(made.ok_or_else(|| wrong(&path, reason.into())));
                }
            }
            _ => self.note(TargetError::HalfIdentity),
        }
        transport
    }

    fn read(&mut self, path: &Path) -> Option<(PathBuf, Vec<u8>)> {
        let path = self.folder.join(path);
        let read = fs::read(&path);
        let read = read
            .map_err(|cause| TargetError::Tls { path: path.clone(), reason: cause.to_string() });
        Some((path, self.ok_or_note(read)?))
    }
}

/// Returns the certificates of a PEM file, or `None` if it has none, or one that cannot be read.
fn certificates(pem: &[u8]) -> Option<Vec<CertificateDer<'static>>> {
    let certificates: Vec<_> =
        CertificateDer::pem_slice_iter(pem).collect::<Result<_, _>>().ok()?;
    (!certificates.is_empty()).then_some(certificates)
}

fn identity(certificate: &[u8], key: &[u8]) -> Option<Arc<ClientIdentity>> {
    let chain = certificates(certificate)?;
    let key = PrivateKeyDer::from_pem_slice(key).ok()?;
    Some(Arc::new(ClientIdentity { chain, key }))
}
