"""Compares the outcomes of the SDKs' calls with the expected ones, and the table of PAGE with both.

Usage: page.py PAGE [--write] PYTHON.jsonl JAVASCRIPT.jsonl COMPILER.txt. With `--write`, the table is
written instead. Exits with 1 if an outcome is not the expected one or the table is stale. Expected errors
come from `spec/v2/errors.toml`, the SDKs' versions from the pinned requirements.

A call of `calls.json` has these properties:

- `operation`, `what`: its row and its words on the page; calls with the same outcomes share a row;
- `call`: the arguments for the SDK; `$NAME` is replaced by a value of `take` or an environment variable;
- `before`: requests that are sent first, without the SDK; `take` keeps properties of a response by name;
- `key`: the name of a key, or the key itself; by default the valid key;
- `error`: the expected row of the error catalogue; without it, a result is expected;
- `shows`, `gives`: properties that the result must have, and properties with their values;
- `python`, `javascript`: the expected outcome, if that SDK differs: `cannot` (it cannot send the
  request) or `loses` (it loses a part of the response);
- `difference`: the entry of `differences.toml` that explains the outcome.
"""

import json
import pathlib
import re
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BEGIN, END = "<!-- calls: written by .ci/real-sdks --write -->", "<!-- calls: end -->"
# For each way in which an SDK may differ: the kind of its outcome, and the words of the table.
DIFFERENT = {"cannot": ("unsent", "cannot ask"), "loses": ("unread", "loses it")}

arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
page, *results = map(pathlib.Path, arguments)
calls = json.loads((HERE / "calls.json").read_text(encoding="utf-8"))
differences = tomllib.loads((HERE / "differences.toml").read_text(encoding="utf-8"))
errors = tomllib.loads((ROOT / "spec/v2/errors.toml").read_text(encoding="utf-8"))
problems = []


def outcomes(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def apply_compiler_errors(path, found):
    """Marks the outcomes that the compiler rejects as unread. Call `n`, counted from 0, is on line n + 2."""
    text = path.read_text(encoding="utf-8")
    rejected = re.findall(r"^typed\.ts\((\d+),\d+\): error (.*)", text, re.MULTILINE)
    for line, message in rejected:
        number = int(line) - 2
        if not 0 <= number < len(found):
            problems.append(f"compiler error in line {line}: {message}")
        elif "read" in found[number]:
            found[number] = {"unread": message}


def matches(error, outcome):
    """Returns whether an outcome is the given error of the catalogue."""
    row = errors[error]
    words = (outcome.get("text") or "").lower()
    return (
        outcome.get("status") == row["status"]
        and (row.get("wording") == "free" or row.get("error", "").lower() in words)
        and all(word in words for word in row.get("errorWords", []))
        and row.get("code") in (None, outcome.get("code"))
    )


def cell(call, sdk, outcome):
    """Returns the table's words for a call. Adds a problem if the outcome is not the expected one."""
    error, difference = call.get("error"), call.get(sdk)
    if difference:
        kind, words = DIFFERENT[difference]
        as_expected = kind in outcome
    elif error:
        as_expected, words = matches(error, outcome), f"`{errors[error]['status']}`"
    else:
        as_expected, words = "read" in outcome, "reads it"
    if not as_expected:
        expected = difference or error or "a result"
        shown = json.dumps(outcome)[:400]
        problems.append(f"{sdk}: {call['operation']}, {call['what']}: expected {expected}: {shown}")
    return words


def table(found):
    versions = {
        "python": re.search(r"^firecrawl-py==(.*)$", (HERE / "requirements.txt").read_text(), re.M)[1],
        "javascript": json.loads((HERE / "package.json").read_text())["dependencies"]["firecrawl"],
    }
    rows = {}
    for number, call in enumerate(calls):
        what = call["what"]
        if name := call.get("difference"):
            what += f" ([{name}](#known-differences))"
        cells = [cell(call, sdk, found[sdk][number]) for sdk in ("python", "javascript")]
        rows.setdefault((call["operation"], *cells), []).append(what)
    lines = [
        f"| operation | calls | firecrawl-py {versions['python']} | firecrawl {versions['javascript']} (npm) |",
        "|---|---|---|---|",
    ]
    for operation in dict.fromkeys(call["operation"] for call in calls):
        for (row, python, javascript), whats in rows.items():
            if row == operation:
                lines.append(f"| `{operation}` | {'; '.join(whats)} | {python} | {javascript} |")
    lines += [
        "",
        "### Known differences",
        "",
        "| difference | what is different | who is right |",
        "|---|---|---|",
    ]
    for name, difference in differences.items():
        lines.append(f"| {name} | {difference['text']} | the contract, `{difference['clause']}` |")
    return "\n".join(lines)


python, javascript, compiler = results
found = {"python": outcomes(python), "javascript": outcomes(javascript)}
for sdk, all_of in found.items():
    if len(all_of) != len(calls):
        sys.exit(f"real-sdks: {len(all_of)} of {len(calls)} calls have an outcome with {sdk}")
apply_compiler_errors(compiler, found["javascript"])
named = {call["difference"] for call in calls if "difference" in call}
problems += [f"no call shows the difference {name}" for name in differences.keys() - named]
problems += [f"the difference {name} is not in differences.toml" for name in named - differences.keys()]
reference = (ROOT / "generated/reference.md").read_text(encoding="utf-8")
for name, difference in differences.items():
    if f"`{difference['clause']}`" not in reference:
        problems.append(f"the difference {name} names no clause: {difference['clause']}")
written = table(found)
if problems:
    sys.exit("\n".join(f"real-sdks: {problem}" for problem in problems))
text = page.read_text(encoding="utf-8")
before, _, rest = text.partition(BEGIN)
_, _, after = rest.partition(END)
whole = f"{before}{BEGIN}\n\n{written}\n\n{END}{after}"
if "--write" in sys.argv:
    page.write_text(whole, encoding="utf-8")
elif whole != text:
    sys.exit(f"real-sdks: {page} is stale; .ci/real-sdks --write writes it")
print(f"real-sdks: both SDKs read every response of {len(calls)} calls, known differences aside")
