//! Servers that speak TLS: with a private certificate authority, with client certificates and with
//! self-signed certificates.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::serve::Listener;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, date_time_ymd};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::server::{WantsServerCert, WebPkiClientVerifier};
use tokio_rustls::rustls::{ConfigBuilder, RootCertStore, ServerConfig, WantsVerifier};
use tokio_rustls::server::TlsStream;

use crate::any_server::front::TargetFolder;
use crate::any_server::front::{Front, transparent_front};

/// A certificate authority that signs certificates of servers and clients.
pub(crate) struct Authority {
    pub(crate) pem: String,
    issuer: Issuer<'static, KeyPair>,
    der: rcgen::Certificate,
}

impl Authority {
    pub(crate) fn new() -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let key = KeyPair::generate().unwrap();
        let der = params.self_signed(&key).unwrap();
        Self { pem: der.pem(), issuer: Issuer::new(params, key), der }
    }

    pub(crate) fn certify(&self, name: &str) -> (rcgen::Certificate, KeyPair) {
        self.certify_with(name, |_| ())
    }

    fn certify_with(
        &self,
        name: &str,
        change: impl FnOnce(&mut CertificateParams),
    ) -> (rcgen::Certificate, KeyPair) {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        // The subject is not that of the authority.
        params.distinguished_name.push(DnType::CommonName, name);
        change(&mut params);
        (params.signed_by(&key, &self.issuer).unwrap(), key)
    }
}

struct TlsListener {
    listener: TcpListener,
    acceptor: TlsAcceptor,
}

impl Listener for TlsListener {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            let Ok((stream, address)) = self.listener.accept().await else { continue };
            // A client without the required certificate is rejected.
            if let Ok(stream) = self.acceptor.accept(stream).await {
                return (stream, address);
            }
        }
    }

    fn local_addr(&self) -> std::io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}

/// Starts a server with a certificate of the authority; clients have to present another certificate
/// of the authority.
fn serve(front: &Front, authority: &Authority) -> String {
    let mut roots = RootCertStore::empty();
    roots.add(authority.der.der().clone()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider);
    let (certificate, key) = authority.certify("127.0.0.1");
    let config = config().with_client_cert_verifier(verifier.build().unwrap());
    listen(front, config, &certificate, &key)
}

/// Returns a TLS configuration without certificates.
fn config() -> ConfigBuilder<ServerConfig, WantsVerifier> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().unwrap()
}

fn listen(
    front: &Front,
    config: ConfigBuilder<ServerConfig, WantsServerCert>,
    certificate: &rcgen::Certificate,
    key: &KeyPair,
) -> String {
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    listen_with(front, config.with_single_cert(vec![certificate.der().clone()], key).unwrap())
}

fn listen_with(front: &Front, config: ServerConfig) -> String {
    let router = front.server.router();
    front.runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        tokio::spawn(async { axum::serve(TlsListener { listener, acceptor }, router).await });
        format!("https://{address}")
    })
}

#[test]
fn checks_the_servers_certificate_and_presents_the_clients() {
    let front = transparent_front();
    let authority = Authority::new();
    let base_url = serve(&front, &authority);
    let (certificate, key) = authority.certify("suite.example");
    let ids = format!("'{}', '{}'", front.monitor(), front.monitor());
    let ca = "ca-file = 'ca.pem'\n";
    let client = "client-certificate-file = 'client.pem'\nclient-key-file = 'client.key'\n";
    let table = [
        (format!("{ca}{client}"), 0, "verdict    partial"),
        (ca.to_owned(), 2, "demands a client certificate (CertificateRequired); name one with"),
        (client.to_owned(), 2, "error: the connection: "),
        (
            format!("accept-any-certificate = true\n{client}"),
            0,
            "warning: `accept-any-certificate` is set",
        ),
    ];
    for (tls, expected, expected_output) in table {
        let rest = format!("[fixtures]\nmonitorId = [{ids}]\n[tls]\n{tls}");
        let folder = TargetFolder::new(&front, &base_url, "timeout-seconds = 5", &rest)
            .with_file("ca.pem", &authority.pem)
            .with_file("client.pem", &certificate.pem())
            .with_file("client.key", &key.serialize_pem());
        let (code, text) = folder.run(&["updateMonitor::name::"]);
        assert_eq!(code, expected, "{tls}: {text}");
        assert!(text.contains(expected_output), "{tls}: {text}");
    }
}

/// Small images have no certificates of authorities.
#[test]
fn a_machine_without_authorities_reaches_servers_that_need_none() {
    let front = transparent_front();
    let served = self_signed("127.0.0.1", |_| ());
    let over_tls = || listen(&front, config().with_no_client_auth(), &served.0, &served.1);
    let named = "[tls]\nca-file = 'ca.pem'\n";
    let any = "[tls]\naccept-any-certificate = true\n";
    let remedy =
        "No CA certificates were loaded from the system; install the certificates of authorities";
    for (base_url, tls, expected, expected_output) in [
        (front.base_url.clone(), "", 0, "verdict    partial"),
        (over_tls(), named, 0, "verdict    partial"),
        (over_tls(), any, 0, "verdict    partial"),
        (over_tls(), "", 2, remedy),
    ] {
        let rest = format!("[fixtures]\nmonitorId = ['{}']\n{tls}", front.monitor());
        let folder = TargetFolder::new(&front, &base_url, "timeout-seconds = 5", &rest)
            .with_file("ca.pem", &served.0.pem())
            .with_file("none.pem", "");
        let mut command = folder.command(&["updateMonitor::name::"]);
        command.env("SSL_CERT_FILE", "none.pem").env_remove("SSL_CERT_DIR");
        let (code, text) = folder.output_of(command);
        assert_eq!(code, expected, "{base_url} {tls}: {text}");
        assert!(text.contains(expected_output), "{base_url} {tls}: {text}");
    }
}

#[test]
fn a_server_that_speaks_only_http_2_is_named() {
    let front = transparent_front();
    let (certificate, key) = self_signed("127.0.0.1", |_| ());
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let config = config().with_no_client_auth();
    let mut config = config.with_single_cert(vec![certificate.der().clone()], key).unwrap();
    config.alpn_protocols = vec![b"h2".to_vec()];
    let base_url = listen_with(&front, config);
    let rest =
        format!("[fixtures]\nmonitorId = ['{}']\n[tls]\nca-file = 'ca.pem'\n", front.monitor());
    let folder = TargetFolder::new(&front, &base_url, "timeout-seconds = 5", &rest)
        .with_file("ca.pem", &certificate.pem());
    let (code, text) = folder.run(&["updateMonitor::name::"]);
    assert_eq!(code, 2, "{text}");
    assert!(
        text.contains("does not speak HTTP/1.1 (NoApplicationProtocol); have the server"),
        "{text}"
    );
}

/// Creates a certificate like that of `openssl req -x509`: signed with its own key, and marked as
/// an authority's.
fn self_signed(
    name: &str,
    change: impl FnOnce(&mut CertificateParams),
) -> (rcgen::Certificate, KeyPair) {
    let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    change(&mut params);
    let key = KeyPair::generate().unwrap();
    (params.self_signed(&key).unwrap(), key)
}

#[test]
fn accepts_a_certificate_of_no_known_authority_only_if_it_is_named() {
    let front = transparent_front();
    let here = "127.0.0.1";
    let authority = Authority::new();
    let issued = authority.certify(here);
    let issued_elsewhere = authority.certify("elsewhere.example");
    let is_expired = |params: &mut CertificateParams| params.not_after = date_time_ymd(2020, 1, 1);
    let issued_expired = authority.certify_with(here, is_expired);
    let served = self_signed(here, |_| ());
    let other = self_signed(here, |_| ());
    let elsewhere = self_signed("elsewhere.example", |_| ());
    let expired = self_signed(here, is_expired);
    let not_yet_valid = self_signed(here, |params| params.not_before = date_time_ymd(4000, 1, 1));
    let not_an_authority = self_signed(here, |params| params.is_ca = IsCa::NoCa);
    let both = format!("{}{}", other.0.pem(), served.0.pem());
    let is_authority =
        "is that of an authority, such as `openssl req -x509` makes; name this very certificate";
    let unknown = "(UnknownIssuer); name its authority, or the certificate itself";
    let table = [
        ("issued, named", &issued, issued.0.pem(), 0, "verdict    partial"),
        ("issued, its authority is named", &issued, authority.pem.clone(), 0, "verdict    partial"),
        ("issued, not named", &issued, String::new(), 2, unknown),
        ("issued, another is named", &issued, issued_expired.0.pem(), 2, unknown),
        (
            "issued for another host",
            &issued_elsewhere,
            issued_elsewhere.0.pem(),
            2,
            "certificate not valid for name",
        ),
        ("issued, expired", &issued_expired, issued_expired.0.pem(), 2, "certificate expired"),
        ("named", &served, served.0.pem(), 0, "verdict    partial"),
        ("named with another certificate", &served, both, 0, "verdict    partial"),
        (
            "named, not an authority's",
            &not_an_authority,
            not_an_authority.0.pem(),
            0,
            "verdict    partial",
        ),
        ("not named", &served, String::new(), 2, is_authority),
        ("another certificate is named", &served, other.0.pem(), 2, is_authority),
        ("not named, not an authority's", &not_an_authority, String::new(), 2, unknown),
        ("of another host", &elsewhere, elsewhere.0.pem(), 2, "certificate not valid for name"),
        ("expired", &expired, expired.0.pem(), 2, "certificate expired"),
        ("not valid yet", &not_yet_valid, not_yet_valid.0.pem(), 2, "certificate not valid yet"),
    ];
    for (name, (certificate, key), ca, expected, expected_output) in table {
        let base_url = listen(&front, config().with_no_client_auth(), certificate, key);
        let tls = if ca.is_empty() { "" } else { "[tls]\nca-file = 'ca.pem'\n" };
        let rest = format!("[fixtures]\nmonitorId = ['{}']\n{tls}", front.monitor());
        let folder = TargetFolder::new(&front, &base_url, "timeout-seconds = 5", &rest)
            .with_file("ca.pem", &ca);
        let (code, text) = folder.run(&["updateMonitor::name::"]);
        assert_eq!(code, expected, "{name}: {text}");
        assert!(text.contains(expected_output), "{name}: {text}");
        assert!(!text.contains("`ca-file`") || !text.contains("start the server"), "{text}");
    }
}
