//! The log of `serve` on standard error: a line for each request, and errors about the state file.
//!
//! The log never delays the server: requests that come faster than lines can be written are only counted.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use anstyle::{AnsiColor, Color, Style};
use anyhow::{Context, Result};
use clap::ValueEnum;
use jiff::Zoned;
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio::sync::watch;
use webdata_reference::{Exchange, Exchanges, FeedItem, Team};
use webdata_suite::{Printable, Untrusted};

use super::super::output::{warn, warn_in_lines};

/// The longest time for writing the last lines after the server has stopped.
const LAST_LINES: Duration = Duration::from_secs(1);

/// The format of the log and of the output at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A line for people.
    Text,
    /// A JSON object per line.
    Json,
}

/// A running log.
pub(super) struct Log {
    /// Signals that the server has stopped as requested.
    stopped: Sender<()>,
    /// Signals that the last line was written.
    ended: Receiver<()>,
}

impl Log {
    /// Starts to write the requests of a server.
    pub(super) fn start(mut exchanges: Exchanges, format: Format, runtime: Handle) -> Result<Self> {
        let (end, ended) = channel::<()>();
        let (stopped, last) = channel();
        // The log has its own thread, so that a blocked terminal does not block the server.
        let thread = thread::Builder::new().name("log".to_owned()).spawn(move || {
            while let Some(heard) = runtime.block_on(exchanges.next()) {
                warn_in_lines(&line(&heard, format));
            }
            // This line is written here too, so that no other thread waits for a blocked terminal.
            if last.recv().is_ok() {
                warn(match format {
                    Format::Text => "stopped",
                    Format::Json => r#"{"event":"stopped"}"#,
                });
            }
            drop(end);
        });
        thread.context("cannot start the thread that writes the log")?;
        Ok(Self { stopped, ended })
    }

    /// Waits until the log of a stopped server is written. With `is_well`, the last line says that the server
    /// stopped as requested.
    pub(super) fn end(self, is_well: bool) {
        let Self { stopped, ended } = self;
        if is_well {
            let _ = stopped.send(());
        }
        drop(stopped);
        // After this time the process ends, even if the lines were not written.
        let _ = ended.recv_timeout(LAST_LINES);
    }
}

/// Reports when the state file cannot be written, whether or not requests are logged.
pub(super) fn report_state_errors(
    mut unwritten: watch::Receiver<Option<String>>,
    format: Format,
    runtime: Handle,
) -> Result<()> {
    let thread = thread::Builder::new().name("state".to_owned()).spawn(move || {
        while runtime.block_on(unwritten.changed()).is_ok() {
            let why = unwritten.borrow_and_update().clone();
            warn_in_lines(&match (why, format) {
                (Some(why), Format::Text) => {
                    Printable::line(format_args!("{why}; the server keeps trying"))
                }
                (Some(why), Format::Json) => {
                    Printable::from(&json!({ "event": "state-not-written", "reason": why }))
                }
                (None, Format::Text) => Printable::line("the state file is written again"),
                (None, Format::Json) => Printable::from(&json!({ "event": "state-written" })),
            });
        }
    });
    thread.context("cannot start the thread that reports on the state file")?;
    Ok(())
}

/// Renders an event of the log as a line, or as several lines if bodies are shown.
fn line(heard: &FeedItem, format: Format) -> Printable {
    match (heard, format) {
        (FeedItem::Exchange(exchange), Format::Text) => text(exchange, &Zoned::now()),
        (FeedItem::Exchange(exchange), Format::Json) => {
            let mut event = json!({ "event": "request" });
            if let (Value::Object(event), Ok(Value::Object(members))) =
                (&mut event, serde_json::to_value(exchange.as_ref()))
            {
                event.extend(members);
            }
            Printable::from(&event)
        }
        (FeedItem::Missed(number), Format::Text) => Printable::line(format_args!(
            "({number} requests came faster than they could be logged)"
        )),
        (FeedItem::Missed(number), Format::Json) => {
            Printable::from(&json!({ "event": "missed", "requests": number }))
        }
    }
}

fn text(exchange: &Exchange, now: &Zoned) -> Printable {
    let request = &exchange.request;
    let before = format!(
        "{} {} {} ",
        now.strftime("%H:%M:%S%.3f"),
        request.method,
        Untrusted::from_display(&request.path)
    );
    let mut behind = format!(" {:.1} ms", request.milliseconds);
    let words = [request.operation.as_deref(), request.team.as_ref().map(Team::name)];
    for word in words.into_iter().flatten() {
        behind.push(' ');
        behind.push_str(word);
    }
    let mut text = Printable::default();
    let status = request.status.to_string();
    text.push_styled_line(before, (style(request.status), &status), behind);
    let bodies = [(">", &exchange.request_body), ("<", &exchange.response_body)];
    for (sign, body) in bodies {
        for (index, line) in body.iter().flat_map(|body| body.lines()).enumerate() {
            text.push_line(format_args!("  {} {line}", if index == 0 { sign } else { " " }));
        }
    }
    text
}

/// Returns the style of a status code, by its class.
fn style(number: u16) -> Style {
    let colour = match number {
        ..300 => AnsiColor::Green,
        300..400 => AnsiColor::Cyan,
        400..500 => AnsiColor::Yellow,
        500.. => AnsiColor::Red,
    };
    Style::new().fg_color(Some(Color::Ansi(colour)))
}
