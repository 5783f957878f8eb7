"""What schemathesis has to be told about the document's own formats: their examples stand for them.

Without this it sends any text as a cron expression, and takes the refusal for a mistake of the server.
"""

import json
import os

import schemathesis
from hypothesis import strategies


def examples(node, name):
    """The examples of every schema of this format."""
    if isinstance(node, dict):
        own = node.get("examples", []) if node.get("format") == name else []
        return own + [text for inner in node.values() for text in examples(inner, name)]
    if isinstance(node, list):
        return [text for inner in node for text in examples(inner, name)]
    return []


with open(os.environ["RIVALS_DOCUMENT"], encoding="utf-8") as file:
    document = json.load(file)
for name in ("cron", "schedule-phrase", "time-zone"):
    schemathesis.openapi.format(name, strategies.sampled_from(examples(document, name)))
