//! Changes of the whole server: a reset, and moves of the clock.
//!
//! This module does not know the data of any part of the world.

use super::backend::Backend;
use super::resources;
use crate::contract::schema::Properties;
use crate::world::clock::ClockLimitExceeded;

/// Resets the server to its state at the start.
pub(crate) fn reset(backend: &Backend) {
    let world = &backend.world;
    backend.behaviour.suspended(&mut || {
        world.reset();
        backend.behaviour.reset(world.clock.now());
        for (name, team) in world.fixtures.all() {
            // The kind is known, since the resource was created before.
            let (id, given) = (Some(name.id), Properties::new());
            drop(resources::create(backend, &name.type_name, team, id, given));
        }
    });
}

/// Moves the clock ahead, and does everything that is due by then.
///
/// # Errors
/// Fails without any change if the clock would pass the year 9999.
pub(crate) fn advance(backend: &Backend, seconds: u32) -> Result<(), ClockLimitExceeded> {
    backend.behaviour.advance(&backend.world.clock, seconds)
}
