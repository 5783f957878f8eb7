"""Reports classes that a generator has named by counting, such as `Target1`.

Usage: numbered.py DOCUMENT FILE... Exits with 1 if a class of the Python FILEs ends in a digit and
DOCUMENT, an OpenAPI document, has no schema and no title of that name.
"""

import ast
import json
import re
import sys


def titles(node):
    """Yields every title in the document."""
    if isinstance(node, dict):
        yield from (title for title in [node.get("title")] if isinstance(title, str))
        yield from (name for inner in node.values() for name in titles(inner))
    elif isinstance(node, list):
        yield from (name for inner in node for name in titles(inner))


with open(sys.argv[1], encoding="utf-8") as file:
    document = json.load(file)
given = {name.lower() for name in [*document["components"]["schemas"], *titles(document)]}
wrong = []
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        tree = ast.parse(file.read())
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and re.search(r"\d$", node.name) and node.name.lower() not in given:
            wrong.append(f"{path}: the generator has numbered {node.name}; give its schema a title")
print("\n".join(wrong))
sys.exit(bool(wrong))
