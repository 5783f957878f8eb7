"""Calls the mock with the Python client that was generated from its document, and reads what comes
back with the models that another generator has made of it.

The folder that it is run in has both: `client` and `models`.
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
    answer = update_monitor.sync(client=client, monitor_id=UUID(monitor), body=body)
    assert isinstance(answer, MonitorResponse), answer
    assert str(answer.data.id) == monitor
    assert isinstance(answer.data.targets[0], ScrapeTarget)

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
answer = httpx.patch(
    f"{base}/v2/monitor/{monitor}",
    headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
    content=update.model_dump_json(exclude_unset=True),
)
assert answer.status_code == 200, answer.text
read = models.MonitorResponse.model_validate_json(answer.content)
assert isinstance(read.data.targets[0].root, models.SearchTarget), read.data.targets
print("real-clients: the Python clients have called the mock")
