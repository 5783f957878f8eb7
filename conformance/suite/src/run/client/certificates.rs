//! Decides which certificates of a server are accepted, and explains rejections with their remedy.
//!
//! Only the certificates that the target names are accepted in addition to the system's.

use std::error::Error as StdError;
use std::io;
use std::sync::Arc;

use reqwest::ClientBuilder;
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::verify_server_name;
use rustls::crypto::CryptoProvider;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{
    AlertDescription, CertificateError, ClientConfig, DigitallySignedStruct, Error, InvalidMessage,
    OtherError, SignatureScheme,
};
use rustls_platform_verifier::Verifier;

use crate::target::Transport;

/// Returns a builder of HTTP clients for a target, which needs no cryptography provider of the process.
pub(crate) fn client_builder(transport: &Transport) -> Result<ClientBuilder, Error> {
    // The suite judges the content coding, so it decodes bodies itself, whatever features of reqwest another crate of
    // the program enables.
    let builder = reqwest::Client::builder().no_gzip().no_deflate().no_brotli().no_zstd();
    Ok(builder.tls_backend_preconfigured(client_config(transport)?))
}

/// Returns the configuration of TLS for a target.
pub(super) fn client_config(transport: &Transport) -> Result<ClientConfig, Error> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let verifier = Arc::new(CertificateVerifier::new(transport, Arc::clone(&provider)));
    let builder = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .dangerous()
        .with_custom_certificate_verifier(verifier);
    let mut config = match &transport.identity {
        Some(identity) => {
            builder.with_client_auth_cert(identity.chain.clone(), identity.key.clone_key())?
        }
        None => builder.with_no_client_auth(),
    };
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}

/// Returns what is wrong with the certificates or the protocols of a connection, and the remedy, if the TLS library
/// names the cause.
pub(super) fn explain(error: &reqwest::Error) -> Option<(&'static str, &'static str)> {
    let error = tls_error(error)?;
    match error {
        Error::AlertReceived(AlertDescription::CertificateRequired) => {
            return Some((
                "the server demands a client certificate (CertificateRequired)",
                "name one with `client-certificate-file` and `client-key-file` in `[tls]` of the target file",
            ));
        }
        Error::AlertReceived(AlertDescription::NoApplicationProtocol) => {
            return Some((
                "the server does not speak HTTP/1.1 (NoApplicationProtocol)",
                "have the server, or a proxy before it, offer HTTP/1.1 beside HTTP/2",
            ));
        }
        Error::InvalidMessage(InvalidMessage::InvalidContentType) => {
            return Some((
                "something responds there, but not with TLS (InvalidContentType)",
                "write `http://` in place of `https://` if it speaks HTTP, or correct the port",
            ));
        }
        _ => {}
    }
    if is_authority(error) {
        return Some((
            "the certificate of the server is that of an authority, such as `openssl req -x509` makes",
            "name this very certificate with `ca-file` in `[tls]` of the target file, or have the \
             server show one that an authority has signed",
        ));
    }
    is_of_unknown_issuer(error).then_some((
        "no authority that this machine trusts has signed the certificate of the server (UnknownIssuer)",
        "name its authority, or the certificate itself, with `ca-file` in `[tls]` of the target file",
    ))
}

/// Returns the error of the TLS library inside another error.
fn tls_error<'e>(error: &'e (dyn StdError + 'static)) -> Option<&'e Error> {
    if let Some(certificate_error) = error.downcast_ref() {
        return Some(certificate_error);
    }
    // The source of an I/O error skips the error that it contains.
    let io_error = error.downcast_ref::<io::Error>();
    match io_error.and_then(io::Error::get_ref) {
        Some(held) => tls_error(held),
        None => tls_error(error.source()?),
    }
}

/// Returns whether a certificate was rejected because no trusted authority has signed it.
fn is_of_unknown_issuer(error: &Error) -> bool {
    matches!(error, Error::InvalidCertificate(CertificateError::UnknownIssuer))
}

/// Returns whether a certificate was rejected because it is that of an authority.
fn is_authority(error: &Error) -> bool {
    let Error::InvalidCertificate(CertificateError::Other(OtherError(cause))) = error else {
        return false;
    };
    cause.downcast_ref() == Some(&webpki::Error::CaUsedAsEndEntity)
}

/// Accepts the certificates of the system's authorities and of those that a target names, and the named certificates
/// themselves, even those of authorities or signed by unknown ones; or any certificate, for `accept-any-certificate`
/// only.
#[derive(Debug)]
struct CertificateVerifier {
    /// An error where the system has no authorities. Only connections with TLS fail for it.
    authorities: Result<Verifier, Error>,
    named: Vec<CertificateDer<'static>>,
    accepts_any: bool,
    schemes: Vec<SignatureScheme>,
}

impl CertificateVerifier {
    fn new(transport: &Transport, provider: Arc<CryptoProvider>) -> Self {
        let named = transport.authorities.clone();
        let schemes = provider.signature_verification_algorithms.supported_schemes();
        let authorities = Verifier::new_with_extra_roots(named.clone(), provider);
        Self { authorities, named, accepts_any: transport.accepts_any_certificate, schemes }
    }

    fn authorities(&self) -> Result<&Verifier, Error> {
        let remedy = "install the certificates of authorities, as the package ca-certificates does, or name the \
                      server's with `ca-file` in `[tls]` of the target file";
        self.authorities.as_ref().map_err(|error| match error {
            Error::General(cause) => Error::General(format!("{cause}; {remedy}")),
            other => other.clone(),
        })
    }
}

impl ServerCertVerifier for CertificateVerifier {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        server_name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        if self.accepts_any {
            return Ok(ServerCertVerified::assertion());
        }
        let verified = self.authorities()?.verify_server_cert(
            end_entity,
            intermediates,
            server_name,
            ocsp_response,
            now,
        );
        // The dates are right: a certificate that expired has another error. And accepting it gives nobody a new
        // power: whoever has the key of a named authority could sign a certificate that is accepted anyway.
        match verified {
            Err(error)
                if (is_authority(&error) || is_of_unknown_issuer(&error))
                    && self.named.iter().any(|certificate| certificate == end_entity) =>
            {
                verify_server_name(&ParsedCertificate::try_from(end_entity)?, server_name)?;
                Ok(ServerCertVerified::assertion())
            }
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        if self.accepts_any {
            Ok(HandshakeSignatureValid::assertion())
        } else {
            self.authorities()?.verify_tls12_signature(message, certificate, signature)
        }
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        if self.accepts_any {
            Ok(HandshakeSignatureValid::assertion())
        } else {
            self.authorities()?.verify_tls13_signature(message, certificate, signature)
        }
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.schemes.clone()
    }
}
