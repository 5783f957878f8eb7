//! Tests of the reference server: its responses, its dashboard, and the state that it keeps in a file.

mod dashboard;
mod served;
mod service;
mod state;
