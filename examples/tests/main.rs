//! Tests of the examples, in one program.

mod client;
mod mock;
mod vendor_server;
mod webhook_receiver;
