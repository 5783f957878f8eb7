//! What is done to everything at once: a reset, and a clock that is moved.
//!
//! It must not know what a part of the world keeps.

use super::backend::Backend;
use super::checks::schedule;
use super::{agents, resources};
use crate::contract::schema::Properties;
use crate::world::clock::TooFar;

/// Puts everything back as it was at the start.
pub(crate) fn reset(backend: &Backend) {
    let world = &backend.world;
    // A check that is being carried out ends before.
    let _turn = world.checks.turn();
    world.reset();
    for (name, team) in world.fixtures.all() {
        // With a seed it is the one that the fixture has; what is drawn next is as it was then.
        let _ = world.chance.identities.next();
        let id = Properties::from_iter([("id".to_owned(), name.id.into())]);
        // It is of a kind that the server knows, since it was created once.
        drop(resources::create(backend, &name.type_name, team, id));
    }
    world.checks.alarm.wake();
}

/// Moves the clock ahead, and carries out everything that is due by then.
///
/// # Errors
/// When the clock would come past the year 9999; then nothing happens.
pub(crate) fn advance(backend: &Backend, seconds: u32) -> Result<(), TooFar> {
    backend.world.clock.advance(seconds)?;
    agents::charge(backend);
    schedule::run_due(backend);
    backend.world.checks.alarm.wake();
    Ok(())
}
