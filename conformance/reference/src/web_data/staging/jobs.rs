//! Agent jobs in every state, with a request for each way in which the state matters.
//!
//! This module does not decide the responses to these requests.

use chrono::TimeDelta;

use super::Stage;
use crate::service::staging::StagedRequest;
use crate::web_data::agents::{Start, new_generation, start_job};
use crate::web_data::world::job::{Ending, Generation, RunPlan};
use crate::world::teams::Team;

/// A time that is longer than any run of the suite.
const LONG: TimeDelta = TimeDelta::days(1);

impl Stage<'_, '_> {
    /// Starts jobs in every state, and adds a request for each way in which the state matters.
    pub(super) fn jobs(&mut self) {
        let ended = self.job(Team::HOME, Generation::Second, None);
        let limited = self.job(Team::HOME, Generation::Second, Some(1.0));
        let first = self.job(Team::HOME, Generation::First, None);
        let others = self.job(Team::OTHER, Generation::Second, None);
        let cancelled = self.job(Team::HOME, Generation::Second, None);
        let cancelling = self.job(Team::HOME, Generation::Second, None);
        let now = self.service.world.clock.now();
        self.service.state.jobs.change(&cancelled, |job| job.cancelled = Some(job.started));
        // The cancellation lies in the future, so that the job is being cancelled at every request.
        self.service.state.jobs.change(&cancelling, |job| job.cancelled = Some(now + LONG));
        let job = self.service.state.jobs.read(&ended);
        let snapshot = job.map(|job| job.snapshot.to_string()).unwrap_or_default();
        let unknown = self.service.world.randomness.identities.next().to_string();

        let operations = ["agentStatus", "agentTrace", "agentSnapshot", "cancelAgent"];
        for operation in operations {
            let success = format!("operations.{operation}");
            let refusal = |id: &str| format!("{success}.refusals.{id}");
            let at = |job: &str, snapshot: &str| StagedRequest {
                parameters: vec![
                    ("jobId".to_owned(), job.to_owned()),
                    ("snapshotId".to_owned(), snapshot.to_owned()),
                ],
                ..StagedRequest::default()
            };
            self.add(operation, &success, at(&ended, &snapshot));
            self.add(operation, &refusal("unknown-job"), at(&unknown, &snapshot));
            self.add(operation, &refusal("other-teams-job"), at(&others, &snapshot));
            self.add(operation, &refusal("first-generation"), at(&first, &snapshot));
            self.add(operation, &refusal("malformed-snapshot-id"), at(&ended, "no-snapshot"));
            self.add(operation, &refusal("unknown-snapshot"), at(&ended, &unknown));
        }
        let state = |id: &str| format!("lifecycles.AgentStatus.status.situations.{id}");
        let event = |name: &str| format!("events.agent-trace.{name}");
        let error = |code: &str| format!("TraceError.code.behaviour.{code}");
        let [refused, internal, orphaned] =
            [Ending::Refused, Ending::Internal, Ending::ParentFinished].map(|ends| {
                let course = RunPlan { ends, ..RunPlan::default() };
                self.job_with_course(Team::HOME, Generation::Second, course, None)
            });
        let new = self.job(Team::HOME, new_generation(&self.service.contract), None);
        let situations = [
            (
                "agentTrace",
                "service.versioning.behaviour.new-runs-second-generation".to_owned(),
                &new,
            ),
            ("cancelAgent", state("finished-run-is-cancelled"), &ended),
            ("cancelAgent", state("cancelling-run-is-cancelled"), &cancelling),
            ("agentStatus", state("cancelled-run-is-polled"), &cancelled),
            ("agentStatus", state("run-reaches-max-credits"), &limited),
            ("agentStatus", "charges.failed-agent-run".to_owned(), &internal),
            ("agentTrace", state("run-reaches-max-credits"), &limited),
            ("agentTrace", event("artifact.updated"), &ended),
            ("agentTrace", "ArtifactUpdated.snapshotId.behaviour.usable".to_owned(), &ended),
            ("agentSnapshot", "ArtifactUpdated.snapshotId.behaviour.usable".to_owned(), &ended),
            ("agentTrace", event("run.finished"), &ended),
            ("agentTrace", event("error.occurred"), &internal),
            ("agentTrace", error("cancelled"), &cancelled),
            ("agentTrace", error("credit_limit_reached"), &limited),
            ("agentTrace", error("parent_finished"), &orphaned),
            ("agentTrace", error("refused"), &refused),
            ("agentTrace", error("internal"), &internal),
        ];
        for (operation, clause, job) in situations {
            let parameters = vec![("jobId".to_owned(), job.clone())];
            self.add(operation, &clause, StagedRequest { parameters, ..StagedRequest::default() });
        }
    }

    /// Starts a job that began long ago, and returns its identity.
    fn job(&self, team: Team, generation: Generation, max_credits: Option<f64>) -> String {
        self.job_with_course(team, generation, RunPlan::default(), max_credits)
    }

    fn job_with_course(
        &self,
        team: Team,
        generation: Generation,
        course: RunPlan,
        max_credits: Option<f64>,
    ) -> String {
        let start = Start { team, generation, course, max_credits, data: None };
        start_job(self.service, start, self.service.world.clock.now() - LONG)
    }
}
