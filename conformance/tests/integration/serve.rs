//! `serve`, for those who keep a mock running: its output, its log, and how the server stops.
mod greeting;
mod log;
mod options;
mod server_process;
mod stopping;
