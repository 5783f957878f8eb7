//! The circumstances of scrapes and agent jobs, set up on a running server.

mod jobs;
mod scrapes;
