//! Moves of the clock: everything that is due by then is done, each at its time.

use super::agents;
use super::checks::schedule;
use super::service::WebData;
use crate::world::clock::ClockLimitExceeded;

/// The most checks that run at their own times while the clock is moved: a day of checks every five minutes,
/// with a margin.
const MAX_CHECKS: usize = 300;

/// Moves the clock ahead and runs everything that is due by then, each at its time. After the maximum number
/// of checks, the remaining ones run once, at the end.
///
/// # Errors
/// Fails without any change if the clock would pass the year 9999.
pub(super) fn advance(service: &WebData, seconds: u32) -> Result<(), ClockLimitExceeded> {
    let (clock, checks) = (&service.world.clock, &service.state.checks);
    // While the turn is held, no other task runs checks or moves the clock.
    let turn = checks.lock();
    let moved = clock.ahead(seconds)?;
    let mut carried_out = 0;
    while carried_out < MAX_CHECKS {
        let next = schedule::next(service);
        let Some(next) = next.filter(|next| moved.now().is_some_and(|end| *next <= end)) else {
            break;
        };
        clock.move_to(next);
        agents::charge(service);
        let ran = schedule::run_due_checks(service, &turn).len();
        if ran == 0 {
            break;
        }
        carried_out += ran;
    }
    clock.set(moved);
    agents::charge(service);
    schedule::run_due_checks(service, &turn);
    drop(turn);
    checks.alarm.wake();
    Ok(())
}
