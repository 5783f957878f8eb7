//! Abuses the reference server, which runs as a process of its own, over raw sockets.
//!
//! During and after every abuse, the server responds, keeps each update that it confirmed, treats
//! no other bytes as a request, and bounds its memory.

mod check;
mod requests;
mod sockets;
#[cfg(unix)]
mod stop;
mod webhooks;

use check::{Abuse, check};

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn survives_each_abuse() {
    let tables: [&[Abuse]; 4] =
        [&requests::FRAMING, &requests::PATHS, &requests::SIZES, &sockets::ALL];
    check(tables.concat());
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn disconnects_clients_that_take_too_long() {
    check(sockets::SLOW.to_vec());
}

#[test]
#[ignore = "takes long; `cargo xtask ci` runs it"]
fn survives_hostile_webhook_receivers() {
    check(webhooks::ALL.to_vec());
}
