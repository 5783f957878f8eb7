//! Changes of the whole server: a reset, and moves of the clock.
//!
//! This module does not know the data of any part of the world.

use super::backend::Backend;
use super::resources;
use crate::contract::schema::Properties;
use crate::web_data::agents;
use crate::web_data::checks::schedule;
use crate::world::clock::ClockLimitExceeded;

/// The most checks that run at their own times while the clock is moved: a day of checks every five minutes,
/// with a margin.
const MAX_CHECKS: usize = 300;

/// Resets the server to its state at the start.
pub(crate) fn reset(backend: &Backend) {
    let world = &backend.world;
    // Waits for a running check to end.
    let _turn = world.checks.lock();
    world.reset();
    for (name, team) in world.fixtures.all() {
        let id = Properties::from_iter([("id".to_owned(), name.id.into())]);
        // The kind is known, since the resource was created before.
        drop(resources::create(backend, &name.type_name, team, id));
    }
    world.checks.alarm.wake();
}

/// Moves the clock ahead and runs everything that is due by then, each at its time. After the maximum number
/// of checks, the remaining ones run once, at the end.
///
/// # Errors
/// Fails without any change if the clock would pass the year 9999.
pub(crate) fn advance(backend: &Backend, seconds: u32) -> Result<(), ClockLimitExceeded> {
    let (clock, checks) = (&backend.world.clock, &backend.world.checks);
    // While the turn is held, no other task runs checks or moves the clock.
    let turn = checks.lock();
    let moved = clock.ahead(seconds)?;
    let mut carried_out = 0;
    while carried_out < MAX_CHECKS {
        let next = schedule::next(backend);
        let Some(next) = next.filter(|next| moved.now().is_some_and(|end| *next <= end)) else {
            break;
        };
        clock.move_to(next);
        agents::charge(backend);
        let ran = schedule::run_due_checks(backend, &turn).len();
        if ran == 0 {
            break;
        }
        carried_out += ran;
    }
    clock.set(moved);
    agents::charge(backend);
    schedule::run_due_checks(backend, &turn);
    drop(turn);
    checks.alarm.wake();
    Ok(())
}
