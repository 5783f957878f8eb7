//! The tables of this service on the dashboard.

use super::agents;
use super::service::WebData;
use crate::service::table::{Cell, Column, MAX_ROWS, Table};

/// Returns the table of jobs, the newest first.
pub(super) fn jobs(service: &WebData) -> Table {
    let (jobs, now) = (service.state.jobs.all(), service.world.clock.now());
    let more = jobs.len().saturating_sub(MAX_ROWS);
    let rows = jobs.into_iter().rev().take(MAX_ROWS).map(|(id, job)| {
        let state = agents::state(&service.contract, job.phase(now)).to_owned();
        vec![
            Cell::Moment(job.started.format("%Y-%m-%d %H:%M:%S").to_string()),
            Cell::Team(job.team.name().to_owned()),
            Cell::State(state, !job.has_ended(now)),
            Cell::Number(job.credits_used(now)),
            Cell::Identity(id),
        ]
    });
    Table {
        name: "jobs".to_owned(),
        title: "Agent jobs".to_owned(),
        columns: vec![
            Column::text("Started"),
            Column::text("Team"),
            Column::text("State"),
            Column::number("Credits"),
            Column::text("Identity"),
        ],
        rows: rows.collect(),
        more,
        list: "agents".to_owned(),
    }
}
