//! What is done to everything at once: a reset, and a clock that is moved.
//!
//! It must not know what a part of the world keeps.

use super::backend::Backend;
use super::checks::schedule;
use super::{agents, resources};
use crate::contract::schema::Properties;
use crate::world::clock::TooFar;

/// The most checks that are carried out at their times while the clock is moved: a day of checks every
/// five minutes, and some more.
const MOST_CHECKS: usize = 300;

/// Puts everything back as it was at the start.
pub(crate) fn reset(backend: &Backend) {
    let world = &backend.world;
    // A check that is being carried out ends before.
    let _turn = world.checks.lock();
    world.reset();
    for (name, team) in world.fixtures.all() {
        let id = Properties::from_iter([("id".to_owned(), name.id.into())]);
        // It is of a kind that the server knows, since it was created once.
        drop(resources::create(backend, &name.type_name, team, id));
    }
    world.checks.alarm.wake();
}

/// Moves the clock ahead, and carries out everything that is due by then, each at its time. What is
/// due after so many checks is carried out once, at the end.
///
/// # Errors
/// When the clock would come past the year 9999; then nothing happens.
pub(crate) fn advance(backend: &Backend, seconds: u32) -> Result<(), TooFar> {
    let (clock, checks) = (&backend.world.clock, &backend.world.checks);
    // Nobody else checks or moves the clock until the end.
    let turn = checks.lock();
    let moved = clock.ahead(seconds)?;
    let mut carried_out = 0;
    while carried_out < MOST_CHECKS {
        let next = schedule::next(backend);
        let Some(next) = next.filter(|next| moved.now().is_some_and(|end| *next <= end)) else {
            break;
        };
        clock.move_to(next);
        agents::charge(backend);
        let done = schedule::run_due_in(backend, &turn).len();
        if done == 0 {
            break;
        }
        carried_out += done;
    }
    clock.set(moved);
    agents::charge(backend);
    schedule::run_due_in(backend, &turn);
    drop(turn);
    checks.alarm.wake();
    Ok(())
}
