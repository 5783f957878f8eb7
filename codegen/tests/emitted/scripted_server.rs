//! A local HTTP server with scripted responses, and a client's pace that records waits instead of sleeping.
//! The tests of emitted clients share this module, which knows no contract.

#![expect(clippy::expect_used, reason = "a test may panic if its setup fails")]

use std::io::Read as _;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use flate2::Compression;
use flate2::read::{GzEncoder, ZlibEncoder};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use webdata_runtime::client::{Pace, Wait};

/// A received request.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct ReceivedRequest {
    pub(crate) method: String,
    pub(crate) path: String,
    /// The names, in lower case, and the values.
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: String,
}

impl ReceivedRequest {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let header = self.headers.iter().find(|(key, _)| key == name);
        header.map(|(_, value)| value.as_str())
    }
}

/// A scripted response.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) body: Vec<u8>,
    /// Whether the server keeps the connection open without responding.
    pub(crate) silent: bool,
    /// Whether the server closes the connection without responding.
    pub(crate) lost: bool,
    /// Whether the body never ends. Such a response has no `Content-Length`.
    pub(crate) endless: bool,
}

impl Reply {
    #[expect(clippy::needless_pass_by_value, reason = "callers pass strings and JSON")]
    pub(crate) fn new(status: u16, body: impl ToString) -> Self {
        let (headers, body) = (Vec::new(), body.to_string().into_bytes());
        Self { status, headers, body, silent: false, lost: false, endless: false }
    }

    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    /// Compresses the body, in the content coding `gzip` or `deflate`.
    pub(crate) fn compressed(mut self, coding: &str) -> Self {
        let mut compressed = Vec::new();
        let read = match coding {
            "gzip" => {
                GzEncoder::new(&self.body[..], Compression::fast()).read_to_end(&mut compressed)
            }
            _ => ZlibEncoder::new(&self.body[..], Compression::fast()).read_to_end(&mut compressed),
        };
        read.expect("memory is read");
        self.body = compressed;
        self.with("Content-Encoding", coding)
    }
}

/// A server that runs until the test's runtime ends.
pub(crate) struct ScriptedServer {
    pub(crate) base_url: String,
    requests: Arc<Mutex<Vec<ReceivedRequest>>>,
}

impl ScriptedServer {
    /// Starts a server whose responses come from `reply`, given the request and the number of earlier ones.
    pub(crate) async fn start(
        reply: impl Fn(&ReceivedRequest, usize) -> Reply + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = listener.local_addr().expect("the listener has an address");
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (log, reply) = (Arc::clone(&requests), Arc::new(reply));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (log, reply) = (Arc::clone(&log), Arc::clone(&reply));
                tokio::spawn(async move {
                    let mut stream = BufReader::new(stream);
                    let request = read(&mut stream).await;
                    let before = {
                        let mut log = log.lock().unwrap_or_else(PoisonError::into_inner);
                        log.push(request.clone());
                        log.len() - 1
                    };
                    write(stream.into_inner(), &reply(&request, before)).await;
                });
            }
        });
        Self { base_url: format!("http://{address}"), requests }
    }

    /// Starts a server that sends the same response to every request.
    pub(crate) async fn always(reply: Reply) -> Self {
        Self::start(move |_, _| reply.clone()).await
    }

    /// Returns the received requests.
    pub(crate) fn requests(&self) -> Vec<ReceivedRequest> {
        self.requests.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

async fn read(stream: &mut BufReader<TcpStream>) -> ReceivedRequest {
    let (mut request, mut length) = (ReceivedRequest::default(), 0);
    let mut line = String::new();
    while stream.read_line(&mut line).await.is_ok_and(|read| read > 2) {
        let text = line.trim_end();
        if request.method.is_empty() {
            let mut words = text.split(' ').map(str::to_owned);
            request.method = words.next().unwrap_or_default();
            request.path = words.next().unwrap_or_default();
        } else if let Some((name, value)) = text.split_once(": ") {
            let name = name.to_ascii_lowercase();
            if name == "content-length" {
                length = value.parse().expect("a length");
            }
            request.headers.push((name, value.to_owned()));
        }
        line.clear();
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await.expect("the client sends the whole body");
    request.body = String::from_utf8(body).expect("the body is UTF-8");
    request
}

async fn write(mut stream: TcpStream, reply: &Reply) {
    if reply.silent {
        std::future::pending::<()>().await;
    }
    if reply.lost {
        return;
    }
    let mut text = format!("HTTP/1.1 {} Scripted\r\n", reply.status);
    if !reply.endless {
        text.push_str(&format!("Content-Length: {}\r\n", reply.body.len()));
    }
    for (name, value) in &reply.headers {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    text.push_str("Connection: close\r\n\r\n");
    let bytes = [text.as_bytes(), &reply.body].concat();
    // The client may close the connection early.
    let mut open = stream.write_all(&bytes).await.is_ok();
    while reply.endless && open {
        open = stream.write_all(b", 0").await.is_ok();
    }
}

/// A pace that records waits instead of sleeping. The jitter is half of its maximum.
#[derive(Debug, Clone, Default)]
pub(crate) struct RecordedPace(Arc<Mutex<Vec<Duration>>>);

impl RecordedPace {
    /// Returns the waits in seconds.
    pub(crate) fn seconds(&self) -> Vec<f64> {
        let waits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        waits.iter().map(Duration::as_secs_f64).collect()
    }
}

impl Pace for RecordedPace {
    fn wait(&self, time: Duration) -> Wait<'_> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(time);
        Box::pin(async {})
    }

    fn jitter(&self, maximum: Duration) -> Duration {
        maximum / 2
    }
}
