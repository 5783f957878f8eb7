"""Calls a mock through firecrawl-py, one call after the other: `python.py CALLS.json`. Prints what
came of each call, as a line of JSON. The page is `page.py`'s business."""

import json
import os
import re
import sys
import urllib.request

from firecrawl import Firecrawl
from firecrawl.v2.types import DocumentMetadata
from firecrawl.v2.utils.error_handler import FirecrawlError
from pydantic import BaseModel, ValidationError

BASE = os.environ["BASE_URL"]
# The models that the package makes before it sends anything.
OF_REQUESTS = {"ScrapeOptions", "MonitorUpdateRequest", "MonitorSchedule"}


def snake(name):
    return re.sub(r"([A-Z]+)", lambda found: "_" + found[1].lower(), name)


def filled(value, names):
    """A value with `$NAME` replaced by what the name stands for."""
    if isinstance(value, str):
        return re.sub(r"\$([A-Z_0-9]+)", lambda found: names[found[1]], value)
    if isinstance(value, list):
        return [filled(item, names) for item in value]
    if isinstance(value, dict):
        return {name: filled(item, names) for name, item in value.items()}
    return value


def prepare(step, names):
    """Sends a request that a call needs before it, and keeps what it takes from the response."""
    headers = {"Content-Type": "application/json"}
    if "key" in step:
        headers["Authorization"] = "Bearer " + names[step["key"]]
    body = json.dumps(filled(step["body"], names)).encode() if "body" in step else None
    url = BASE + filled(step["path"], names)
    request = urllib.request.Request(url, body, headers, method=step["method"])
    with urllib.request.urlopen(request) as response:
        answer = json.loads(response.read() or b"null")
    for name, member in step.get("take", {}).items():
        names[name] = answer[member]


def arguments(members):
    return {snake(name): value for name, value in members.items()}


def call(operation, client, to):
    if operation == "updateMonitor":
        return client.update_monitor(to["id"], **arguments(to["body"]))
    if operation == "scrape":
        return client.scrape(to["url"], **arguments(to["options"]))
    if operation == "startAgent":
        return client.start_agent(**arguments(to["body"]))
    if operation == "agentStatus":
        return client.get_agent_status(to["id"])
    if operation == "agentTrace":
        return client.get_agent_trace(to["id"])
    if operation == "agentSnapshot":
        return client.get_agent_snapshot(to["id"], to["snapshotId"])
    if operation == "cancelAgent":
        return client.cancel_agent(to["id"])
    if operation == "listMonitors":
        return client.list_monitors()
    raise KeyError(operation)


def missing(value, row):
    """The members that a result should have and does not; a result of another type than declared."""
    if not isinstance(value, BaseModel):
        return [] if value is True else ["a result"]
    absent = [name for name in row.get("shows", []) if getattr(value, snake(name), None) is None]
    for name, given in row.get("gives", {}).items():
        if getattr(value, snake(name), None) != given:
            absent.append(f"{name} as {given}")
    metadata = getattr(value, "metadata", None)
    if metadata is not None and not isinstance(metadata, DocumentMetadata):
        absent.append("metadata as its type")
    return absent


def outcome(row):
    names = dict(os.environ)
    for step in row.get("before", []):
        prepare(step, names)
    key = row.get("key", "VALID_KEY")
    client = Firecrawl(api_key=names.get(key, key), api_url=BASE)
    try:
        value = call(row["operation"], client, filled(row["call"], names))
    except FirecrawlError as error:
        return {"status": error.status_code, "text": str(error), "code": error.code}
    except ValidationError as error:
        return {"unsent" if error.title in OF_REQUESTS else "unread": str(error)}
    except (TypeError, ValueError) as error:
        return {"unsent": str(error)}
    absent = missing(value, row)
    return {"unread": "without " + ", ".join(absent)} if absent else {"read": True}


for row in json.load(open(sys.argv[1], encoding="utf-8")):
    print(json.dumps(outcome(row)), flush=True)
