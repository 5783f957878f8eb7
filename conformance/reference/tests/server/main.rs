//! Tests of the reference server and its dashboard.

mod dashboard;
mod served;
mod service;
