// Makes the calls of CALLS.json, one after the other, with the npm package `firecrawl`. Prints the outcome of each
// call as a line of JSON. The package does not check results at run time. For each call, a line of TYPED.ts passes
// the result to a function that takes the declared type, so that the TypeScript compiler checks it.
//
// Usage: javascript.mjs CALLS.json TYPED.ts. Needs the variables that `webdata-conformance serve` exports.

import { readFileSync, writeFileSync } from "node:fs";
import process from "node:process";
import { isDeepStrictEqual } from "node:util";
import Firecrawl, { SdkError } from "firecrawl";

const base = process.env.BASE_URL;
const [calls, typed] = process.argv.slice(2);

const types = {
  updateMonitor: "Monitor",
  scrape: "Document",
  startAgent: "AgentResponse",
  agentStatus: "AgentStatusResponse",
  agentTrace: "AgentTraceResponse",
  agentSnapshot: "AgentSnapshotResponse",
  cancelAgent: "boolean",
  listMonitors: "Monitor[]",
};

const methods = {
  updateMonitor: (client, argument) => client.updateMonitor(argument.id, argument.body),
  scrape: (client, argument) => client.scrape(argument.url, argument.options),
  startAgent: (client, argument) => client.startAgent(argument.body),
  agentStatus: (client, argument) => client.getAgentStatus(argument.id),
  agentTrace: (client, argument) => client.getAgentTrace(argument.id),
  agentSnapshot: (client, argument) => client.getAgentSnapshot(argument.id, argument.snapshotId),
  cancelAgent: (client, argument) => client.cancelAgent(argument.id),
  listMonitors: (client) => client.listMonitors(),
};

// Replaces each `$NAME` in a value with the value of that name.
function substitute(value, names) {
  const text = JSON.stringify(value ?? null);
  return JSON.parse(text.replace(/\$([A-Z_0-9]+)/g, (_, name) => names[name]));
}

// Sends a request that a call needs first, and keeps properties of the response under the names of `take`.
async function prepare(step, names) {
  const headers = { "Content-Type": "application/json" };
  if (step.key) headers.Authorization = `Bearer ${names[step.key]}`;
  const body = step.body === undefined ? undefined : JSON.stringify(substitute(step.body, names));
  const response = await fetch(base + substitute(step.path, names), { method: step.method, headers, body });
  const text = await response.text();
  if (!response.ok) throw new Error(`${step.method} ${step.path}: ${response.status} ${text}`);
  for (const [name, member] of Object.entries(step.take ?? {})) names[name] = JSON.parse(text)[member];
}

async function outcome(row, lines) {
  const names = { ...process.env };
  for (const step of row.before ?? []) await prepare(step, names);
  const key = row.key ?? "VALID_KEY";
  const client = new Firecrawl({ apiKey: names[key] ?? key, apiUrl: base });
  let value;
  try {
    value = await methods[row.operation](client, substitute(row.call, names));
  } catch (error) {
    if (error instanceof SdkError && error.status) {
      return { status: error.status, text: error.message, code: error.code };
    }
    return { unsent: error.message };
  }
  lines[lines.length - 1] = `reads<${types[row.operation]}>()(${JSON.stringify(value)});`;
  const absent = (row.shows ?? []).filter((name) => value[name] === undefined || value[name] === null);
  for (const [name, given] of Object.entries(row.gives ?? {})) {
    if (!isDeepStrictEqual(value[name], given)) absent.push(`${name} as ${JSON.stringify(given)}`);
  }
  return absent.length || value === false ? { unread: `without ${absent.join(", ")}` } : { read: true };
}

const imported = Object.values(types).filter((name) => /^\w+$/.test(name) && name !== "boolean");
const lines = [
  `import type { ${imported.join(", ")} } from "firecrawl"; declare function reads<Type>(): <Value extends Type>(value: Value) => void;`,
];
for (const row of JSON.parse(readFileSync(calls, "utf-8"))) {
  lines.push("");
  console.log(JSON.stringify(await outcome(row, lines)));
}
writeFileSync(typed, `${lines.join("\n")}\n`);
