//! The reference server: what it answers, its dashboard, and the state that it keeps in a file.

mod dashboard;
mod served;
mod service;
mod state;
