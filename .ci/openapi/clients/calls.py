"""Calls the mock with two packages that were generated from its OpenAPI document.

`client`, by openapi-python-client, sends most requests. `models`, by datamodel-code-generator, writes
and reads the last body. Both are in the working directory. Needs BASE_URL, VALID_KEY and FIXTURE_1 in
the environment.
"""

import os
from uuid import UUID

import httpx
import models
from client import AuthenticatedClient
from client.api.agents import agent_status, agent_trace, start_agent
from client.api.monitors import update_monitor
from client.models import (
    AgentRequest,
    AgentStarted,
    AgentStatus,
    ErrorBody,
    MonitorResponse,
    MonitorScheduleCron,
    MonitorScheduleText,
    MonitorUpdate,
    ScrapeTarget,
)

base, key, monitor = (os.environ[name] for name in ("BASE_URL", "VALID_KEY", "FIXTURE_1"))
client = AuthenticatedClient(base_url=base, token=key)

for schedule in (MonitorScheduleCron(cron="17 3 * * *"), MonitorScheduleText(text="every day at 9:00")):
    target = ScrapeTarget(type_="scrape", urls=["https://example.com/pricing"])
    body = MonitorUpdate(schedule=schedule, targets=[target])
    response = update_monitor.sync(client=client, monitor_id=UUID(monitor), body=body)
    assert isinstance(response, MonitorResponse), response
    assert str(response.data.id) == monitor
    assert isinstance(response.data.targets[0], ScrapeTarget)

rejected = update_monitor.sync_detailed(
    client=client, monitor_id=UUID(monitor), body=MonitorUpdate(retention_days=366)
)
assert rejected.status_code == 400, rejected
assert isinstance(rejected.parsed, ErrorBody) and rejected.parsed.success is False

started = start_agent.sync(client=client, body=AgentRequest(max_credits=100))
assert isinstance(started, AgentStarted), started
status = agent_status.sync(client=client, job_id=started.id)
assert isinstance(status, AgentStatus) and status.status
assert agent_trace.sync_detailed(client=client, job_id=started.id).status_code == 200

update = models.MonitorUpdate.model_validate(
    {"schedule": {"text": "every hour"}, "targets": [{"type": "search", "queries": ["prices"]}], "goal": "Prices"}
)
response = httpx.patch(
    f"{base}/v2/monitor/{monitor}",
    headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
    content=update.model_dump_json(exclude_unset=True),
)
assert response.status_code == 200, response.text
read = models.MonitorResponse.model_validate_json(response.content)
assert isinstance(read.data.targets[0].root, models.SearchTarget), read.data.targets
print("real-clients: the Python clients have called the mock")
