//! A server with TLS, whose authority is its own, and which asks for a client's certificate.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::serve::Listener;
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::server::WebPkiClientVerifier;
use tokio_rustls::rustls::{RootCertStore, ServerConfig};
use tokio_rustls::server::TlsStream;

use crate::any_server::command::Bench;
use crate::any_server::front::{Front, open};

/// An authority, and a certificate of it for a server and for a client.
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
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        (params.signed_by(&key, &self.issuer).unwrap(), key)
    }
}

struct Secure {
    listener: TcpListener,
    acceptor: TlsAcceptor,
}

impl Listener for Secure {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Self::Io, Self::Addr) {
        loop {
            let Ok((stream, address)) = self.listener.accept().await else { continue };
            // Whoever cannot show what is asked for is not let in.
            if let Ok(stream) = self.acceptor.accept(stream).await {
                return (stream, address);
            }
        }
    }

    fn local_addr(&self) -> std::io::Result<Self::Addr> {
        self.listener.local_addr()
    }
}

fn serve(front: &Front, authority: &Authority) -> String {
    // A second call finds the provider in place, which is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut roots = RootCertStore::empty();
    roots.add(authority.der.der().clone()).unwrap();
    let verifier = WebPkiClientVerifier::builder(Arc::new(roots)).build().unwrap();
    let (certificate, key) = authority.certify("127.0.0.1");
    let key = PrivateKeyDer::Pkcs8(PrivatePkcs8KeyDer::from(key.serialize_der()));
    let config = ServerConfig::builder()
        .with_client_cert_verifier(verifier)
        .with_single_cert(vec![certificate.der().clone()], key)
        .unwrap();
    let router = front.server.router();
    front.runtime.block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let acceptor = TlsAcceptor::from(Arc::new(config));
        tokio::spawn(async { axum::serve(Secure { listener, acceptor }, router).await });
        format!("https://{address}")
    })
}

#[test]
fn certificates_are_looked_at_and_shown() {
    let front = open();
    let authority = Authority::new();
    let base_url = serve(&front, &authority);
    let (certificate, key) = authority.certify("suite.example");
    let ids = format!("'{}', '{}'", front.monitor(), front.monitor());
    let ca = "ca-file = 'ca.pem'\n";
    let client = "client-certificate-file = 'client.pem'\nclient-key-file = 'client.key'\n";
    let table = [
        (format!("{ca}{client}"), 0, "verdict    partial"),
        (ca.to_owned(), 2, "CertificateRequired"),
        (client.to_owned(), 2, "error: the connection: "),
        (
            format!("accept-any-certificate = true\n{client}"),
            0,
            "warning: `accept-any-certificate` is set",
        ),
    ];
    for (tls, expected, says) in table {
        let rest = format!("[fixtures]\nmonitorId = [{ids}]\n[tls]\n{tls}");
        let bench = Bench::new(&front, &base_url, "timeout-seconds = 5", &rest)
            .with("ca.pem", &authority.pem)
            .with("client.pem", &certificate.pem())
            .with("client.key", &key.serialize_pem());
        let (code, text) = bench.run(&["updateMonitor::name::"]);
        assert_eq!(code, expected, "{tls}: {text}");
        assert!(text.contains(says), "{tls}: {text}");
    }
}
