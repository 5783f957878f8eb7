"""Validates bodies by fragments of a file of JSON Schemas: schemas.py FILE BODIES

Each row of BODIES, which is JSON, has a fragment, a valid body and a broken one.
"""

import json
import sys
from pathlib import Path

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

schemas, rows = json.loads(Path(sys.argv[1]).read_text()), json.loads(sys.argv[2])
registry = Resource.from_contents(schemas) @ Registry()
for fragment, valid, broken in rows:
    validator = Draft202012Validator({"$ref": schemas["$id"] + fragment}, registry=registry)
    assert validator.is_valid(valid), f"{fragment}: {valid} is rejected"
    assert not validator.is_valid(broken), f"{fragment}: {broken} is accepted"
