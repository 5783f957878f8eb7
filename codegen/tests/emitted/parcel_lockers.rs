//! What the code generated for the make-believe parcel lockers does: operations of every kind, from
//! the client to the router and back.

mod end_to_end;
mod router;
mod service;
mod stored_rules;
