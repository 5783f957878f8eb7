//! A server that sends the same response to every request, on loopback and a free port.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

use webdata_spec::model::Level;
use webdata_suite::Suite;
use webdata_suite::plan::Selection;
use webdata_suite::report::Report;
use webdata_suite::run::Runner;

/// The longest time that a request may take to arrive.
const TIME_LIMIT: Duration = Duration::from_secs(10);

/// The response.
#[derive(Clone, Copy)]
pub(crate) struct CannedResponse {
    /// The status line after the HTTP version.
    pub(crate) status: &'static str,
    /// Header lines, each with its CRLF.
    pub(crate) headers: &'static str,
    pub(crate) body: &'static str,
}

impl CannedResponse {
    /// Starts a server whose thread ends with the test's process.
    pub(crate) fn start(self) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("an address");
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                self.respond(&mut stream).expect("the client waits for the response");
            }
        });
        address
    }

    fn respond(self, stream: &mut TcpStream) -> std::io::Result<()> {
        drop(read_request(stream)?);
        let Self { status, headers, body } = self;
        let length = body.len();
        write!(
            stream,
            "HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        )
    }
}

/// Returns an address that no server listens on. The port is reserved, so no other test gets it.
pub(crate) fn unused_address() -> SocketAddr {
    SocketAddr::from(([127, 0, 0, 1], 1))
}

/// Runs a case against the server at an address.
pub(crate) fn report(suite: &Suite, address: &SocketAddr, case: &str) -> Report {
    // The canned server ignores keys and identities, so those of a reference server serve here.
    let (runtime, _reference, mut target) = crate::reference_server::start(suite, 1);
    target.connection.base_url = format!("http://{address}");
    let filters = vec![case.to_owned()];
    let selection = Selection { filters, exact: true, ..Selection::default() };
    let plan = suite.plan(&target, &selection).unwrap();
    suite.run(plan, target, Level::Must, Runner::Threads(1), runtime.handle()).unwrap()
}

/// Reads one request whole, because closing a connection with unread data resets it, and returns its bytes.
pub(crate) fn read_request(stream: &mut TcpStream) -> std::io::Result<Vec<u8>> {
    stream.set_read_timeout(Some(TIME_LIMIT))?;
    let (mut request, mut part) = (Vec::new(), [0; 4096]);
    loop {
        if let Some(end) = request.windows(4).position(|part| part == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&request[..end]).to_lowercase();
            let length = head.lines().find_map(|line| line.strip_prefix("content-length:"));
            let length: usize = length.and_then(|length| length.trim().parse().ok()).unwrap_or(0);
            if request.len() >= end + 4 + length {
                return Ok(request);
            }
        }
        match stream.read(&mut part)? {
            0 => return Ok(request),
            read => request.extend(&part[..read]),
        }
    }
}
