//! Tests of the contract of parcel lockers: operations of every kind, from the client to the router and
//! back.

mod end_to_end;
mod router;
mod service;
