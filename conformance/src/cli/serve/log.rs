//! The log of `serve`, on standard error: a line for each request, and what goes wrong with the
//! state.
//!
//! It must not hold the server up: what comes faster than it can be written is counted instead.

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

/// How long the last lines may take to be written when the server has stopped.
const LAST_LINES: Duration = Duration::from_secs(1);

/// In which form the log and the greeting are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// A line for people.
    Text,
    /// A JSON object in a line.
    Json,
}

/// A log that is being written.
pub(super) struct Log {
    /// Says that the server has stopped as it was told to.
    stopped: Sender<()>,
    /// Says that the last line was written.
    ended: Receiver<()>,
}

impl Log {
    /// Writes the requests of a server from now on.
    pub(super) fn start(mut exchanges: Exchanges, format: Format, runtime: Handle) -> Result<Self> {
        let (end, ended) = channel::<()>();
        let (stopped, last) = channel();
        // A thread of its own: a terminal that takes nothing stops none of those that serve.
        let thread = thread::Builder::new().name("log".to_owned()).spawn(move || {
            while let Some(heard) = runtime.block_on(exchanges.next()) {
                warn_in_lines(&line(&heard, format));
            }
            // Written on this thread, too: a blocked reader of the log delays nothing else.
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

    /// Waits until the requests of a server that is gone have been written, and that it has stopped,
    /// where it did as it was told to.
    pub(super) fn end(self, is_well: bool) {
        let Self { stopped, ended } = self;
        if is_well {
            let _ = stopped.send(());
        }
        drop(stopped);
        // The log ends, whether or not a reader took all lines.
        let _ = ended.recv_timeout(LAST_LINES);
    }
}

/// Tells of a state that cannot be written, whether or not requests are logged.
pub(super) fn tell_of_state(
    mut unwritten: watch::Receiver<Option<String>>,
    format: Format,
    runtime: Handle,
) -> Result<()> {
    let thread = thread::Builder::new().name("state".to_owned()).spawn(move || {
        while runtime.block_on(unwritten.changed()).is_ok() {
            let why = unwritten.borrow_and_update().clone();
            warn_in_lines(&match (why, format) {
                (Some(why), Format::Text) => {
                    Printable::line(format_args!("{why}; the server goes on trying"))
                }
                (Some(why), Format::Json) => {
                    Printable::from(&json!({ "event": "state-not-written", "reason": why }))
                }
                (None, Format::Text) => Printable::line("the state is written again"),
                (None, Format::Json) => Printable::from(&json!({ "event": "state-written" })),
            });
        }
    });
    thread.context("cannot start the thread that tells of the state")?;
    Ok(())
}

/// What a listener heard, as a line, or as several where bodies are shown.
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
            "({number} requests came faster than they could be written)"
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
        Untrusted::of(&request.path)
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

/// The style of a status, by its class.
fn style(number: u16) -> Style {
    let colour = match number {
        ..300 => AnsiColor::Green,
        300..400 => AnsiColor::Cyan,
        400..500 => AnsiColor::Yellow,
        500.. => AnsiColor::Red,
    };
    Style::new().fg_color(Some(Color::Ansi(colour)))
}
