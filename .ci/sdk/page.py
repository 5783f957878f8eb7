"""Judges what came of the calls, and writes or compares the table of the page:
`page.py PAGE [--write] PYTHON.jsonl JAVASCRIPT.jsonl COMPILER.txt`. The contract's errors come from
`spec/v2/errors.toml`; the versions from the pins.

A call of `calls.json` has these members:

- `operation`, `what`: its place in the table;
- `call`: what the SDK is given; `$NAME` stands for what a step took, or for an environment variable;
- `before`: requests that are sent first, without the SDK; `take` keeps members of a response by name;
- `key`: the name of the key, or the key itself; the valid one where it is left out;
- `error`: the row of the catalogue that is expected; without it, a result is;
- `shows`, `gives`: members that the result has, and members with their values;
- `python`, `javascript`: `cannot` or `loses`, where that SDK does otherwise;
- `difference`: the entry of `differences.toml` that explains it.
"""

import json
import pathlib
import re
import sys
import tomllib

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
BEGIN, END = "<!-- calls: written by .ci/real-sdks --write -->", "<!-- calls: end -->"
# What an SDK may do otherwise than read a result or an error, as the table of calls names it.
OTHERWISE = {"cannot": ("unsent", "cannot ask"), "loses": ("unread", "loses it")}

arguments = [argument for argument in sys.argv[1:] if argument != "--write"]
page, *results = map(pathlib.Path, arguments)
calls = json.loads((HERE / "calls.json").read_text(encoding="utf-8"))
differences = tomllib.loads((HERE / "differences.toml").read_text(encoding="utf-8"))
errors = tomllib.loads((ROOT / "spec/v2/errors.toml").read_text(encoding="utf-8"))
problems = []


def outcomes(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def compiled(path, found):
    """Takes back what the compiler refuses: it names the line, which is the call's number plus 2."""
    text = path.read_text(encoding="utf-8")
    refused = re.findall(r"^typed\.ts\((\d+),\d+\): error (.*)", text, re.MULTILINE)
    for line, message in refused:
        number = int(line) - 2
        if not 0 <= number < len(found):
            problems.append(f"the compiler says of line {line}: {message}")
        elif "read" in found[number]:
            found[number] = {"unread": message}


def fits(error, outcome):
    """Whether an outcome is an error of the catalogue."""
    row = errors[error]
    said = (outcome.get("text") or "").lower()
    return (
        outcome.get("status") == row["status"]
        and (row.get("wording") == "free" or row.get("error", "").lower() in said)
        and all(word in said for word in row.get("errorWords", []))
        and row.get("code") in (None, outcome.get("code"))
    )


def cell(call, sdk, outcome):
    """What the table says of a call; a problem where it is not what is expected."""
    error, otherwise = call.get("error"), call.get(sdk)
    if otherwise:
        kind, said = OTHERWISE[otherwise]
        as_expected = kind in outcome
    elif error:
        as_expected, said = fits(error, outcome), f"`{errors[error]['status']}`"
    else:
        as_expected, said = "read" in outcome, "reads it"
    if not as_expected:
        expected = otherwise or error or "a result"
        told = json.dumps(outcome)[:400]
        problems.append(f"{sdk}: {call['operation']}, {call['what']}: expected {expected}: {told}")
    return said


def table(found):
    lines = []
    versions = {
        "python": re.search(r"^firecrawl-py==(.*)$", (HERE / "requirements.txt").read_text(), re.M)[1],
        "javascript": json.loads((HERE / "package.json").read_text())["dependencies"]["firecrawl"],
    }
    for operation in dict.fromkeys(call["operation"] for call in calls):
        lines += [
            f"### {operation}",
            "",
            f"| call | firecrawl-py {versions['python']} | firecrawl {versions['javascript']} (npm) |",
            "|---|---|---|",
        ]
        for number, call in enumerate(calls):
            if call["operation"] == operation:
                what = call["what"]
                if name := call.get("difference"):
                    what += f" ([{name}](#known-differences))"
                cells = [cell(call, sdk, found[sdk][number]) for sdk in ("python", "javascript")]
                lines.append(f"| {what} | {cells[0]} | {cells[1]} |")
        lines.append("")
    lines += [
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
        sys.exit(f"real-sdks: {len(all_of)} of {len(calls)} calls came to an end with {sdk}")
compiled(compiler, found["javascript"])
named = {call["difference"] for call in calls if "difference" in call}
problems += [f"no call shows the difference {name}" for name in differences.keys() - named]
problems += [f"the difference {name} is not explained" for name in named - differences.keys()]
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
