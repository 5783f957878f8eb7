"""Fails for a class whose name a generator has made up by counting: numbered.py DOCUMENT FILE..."""

import ast
import json
import re
import sys


def names(node):
    """The names that the document gives: of its schemas, and all titles."""
    if isinstance(node, dict):
        yield from (title for title in [node.get("title")] if isinstance(title, str))
        yield from (name for inner in node.values() for name in names(inner))
    elif isinstance(node, list):
        yield from (name for inner in node for name in names(inner))


with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)
given = {name.lower() for name in [*document["components"]["schemas"], *names(document)]}
wrong = []
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and re.search(r"\d$", node.name) and node.name.lower() not in given:
            wrong.append(f"{path}: {node.name} is a number of its generator's; give it a title")
print("\n".join(wrong))
sys.exit(bool(wrong))
