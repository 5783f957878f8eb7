"""Makes the calls of CALLS.json, one after the other, with firecrawl-py. Prints the outcome of each call
as a line of JSON, which `page.py` compares with the expected one.

Usage: python.py CALLS.json. Needs the variables that `webdata-conformance serve` exports.
"""

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
# The package builds these models before it sends a request.
REQUEST_MODELS = {"ScrapeOptions", "MonitorUpdateRequest", "MonitorSchedule"}


def snake(name):
    return re.sub(r"([A-Z]+)", lambda found: "_" + found[1].lower(), name)


def substitute(value, names):
    """Replaces each `$NAME` in a value with the value of that name."""
    if isinstance(value, str):
        return re.sub(r"\$([A-Z_0-9]+)", lambda found: names[found[1]], value)
    if isinstance(value, list):
        return [substitute(item, names) for item in value]
    if isinstance(value, dict):
        return {name: substitute(item, names) for name, item in value.items()}
    return value


def prepare(step, names):
    """Sends a request that a call needs first, and keeps properties of the response under the names of `take`."""
    headers = {"Content-Type": "application/json"}
    if "key" in step:
        headers["Authorization"] = "Bearer " + names[step["key"]]
    body = json.dumps(substitute(step["body"], names)).encode() if "body" in step else None
    url = BASE + substitute(step["path"], names)
    request = urllib.request.Request(url, body, headers, method=step["method"])
    with urllib.request.urlopen(request) as response:
        received = json.loads(response.read() or b"null")
    for name, member in step.get("take", {}).items():
        names[name] = received[member]


def arguments(members):
    return {snake(name): value for name, value in members.items()}


def call(operation, client, argument):
    if operation == "updateMonitor":
        return client.update_monitor(argument["id"], **arguments(argument["body"]))
    if operation == "scrape":
        return client.scrape(argument["url"], **arguments(argument["options"]))
    if operation == "startAgent":
        return client.start_agent(**arguments(argument["body"]))
    if operation == "agentStatus":
        return client.get_agent_status(argument["id"])
    if operation == "agentTrace":
        return client.get_agent_trace(argument["id"])
    if operation == "agentSnapshot":
        return client.get_agent_snapshot(argument["id"], argument["snapshotId"])
    if operation == "cancelAgent":
        return client.cancel_agent(argument["id"])
    if operation == "listMonitors":
        return client.list_monitors()
    raise KeyError(operation)


def missing(value, row):
    """Returns the expected properties that a result lacks, or "a result" if its type is not the declared one."""
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
        value = call(row["operation"], client, substitute(row["call"], names))
    except FirecrawlError as error:
        return {"status": error.status_code, "text": str(error), "code": error.code}
    except ValidationError as error:
        return {"unsent" if error.title in REQUEST_MODELS else "unread": str(error)}
    except (TypeError, ValueError) as error:
        return {"unsent": str(error)}
    absent = missing(value, row)
    return {"unread": "without " + ", ".join(absent)} if absent else {"read": True}


for row in json.load(open(sys.argv[1], encoding="utf-8")):
    print(json.dumps(outcome(row)), flush=True)
