//! The reference server under abuse, as a process of its own that is met with raw sockets.
//!
//! Whatever is done to it, it goes on answering, keeps each update that it answered with success,
//! takes nothing for a request that is none, and does not grow.

mod check;
mod framing;
mod paths;
mod raw;
mod served;
mod sizes;
mod sockets;
#[cfg(unix)]
mod stop;
mod webhooks;

use check::{Abuse, check};

#[test]
fn no_abuse_harms_the_server() {
    let tables: [&[Abuse]; 4] = [&framing::ALL, &paths::ALL, &sizes::ALL, &sockets::ALL];
    check(tables.concat());
}

#[test]
fn clients_that_take_too_long_are_let_go() {
    check(sockets::SLOW.to_vec());
}

#[test]
fn webhooks_harm_neither_the_server_nor_each_other() {
    check(webhooks::ALL.to_vec());
}
