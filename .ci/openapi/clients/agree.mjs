// Sends a table of requests to the mock, and to Prism with the mock's own document. Both must treat each request
// alike: accepted, rejected by validation, unauthorized, or not found. Prism's proxy in front of the mock must find
// every response of an accepted request valid.
//
// Usage: agree.mjs MOCK PRISM PROXY, each a base URL. Needs VALID_KEY and FIXTURE_2 in the environment.
const [mock, prism, proxy] = process.argv.slice(2);
// FIXTURE_1 is changed by the other clients of .ci/real-clients.
const { VALID_KEY: key, FIXTURE_2: monitor } = process.env;
const unknownJob = "00000000-0000-4000-8000-000000000000";
const update = (body) => ["PATCH", `/v2/monitor/${monitor}`, body];
const table = [
  ["accepted", update({ name: "Price watch" })],
  ["accepted", update({ goal: null })],
  ["accepted", update({ status: "paused", retentionDays: 30 })],
  ["accepted", update({ schedule: { cron: "17 3 * * *", timezone: "Europe/Berlin" } })],
  ["accepted", update({ schedule: { text: "every day at 9:00" } })],
  ["accepted", update({ targets: [{ type: "scrape", urls: ["https://example.com/"] }] })],
  ["accepted", update({ targets: [{ type: "crawl", url: "https://example.com/" }] })],
  ["accepted", ["POST", "/v2/scrape", { url: "https://example.com/", formats: ["markdown"] }]],
  ["accepted", ["POST", "/v2/agent", { maxCredits: 100 }]],
  ["rejected", update({})],
  ["rejected", update({ name: "x".repeat(257) })],
  ["rejected", update({ name: 1 })],
  ["rejected", update({ status: "deleted" })],
  ["rejected", update({ retentionDays: 366 })],
  ["rejected", update({ schedule: {} })],
  ["rejected", update({ schedule: { cron: "17 3 * * *", text: "every day" } })],
  ["rejected", update({ targets: [] })],
  ["rejected", update({ targets: [{ type: "map", url: "https://example.com/" }] })],
  ["rejected", update({ targets: [{ type: "scrape", url: "https://example.com/" }] })],
  ["rejected", ["POST", "/v2/scrape", {}]],
  ["rejected", ["PATCH", "/v2/monitor/not-a-uuid", { name: "Price watch" }]],
  ["unauthorized", ["PATCH", `/v2/monitor/${monitor}`, { name: "Price watch" }, null]],
  ["unauthorized", ["GET", `/v2/agent/${unknownJob}`, undefined, null]],
  ["not found", ["PATCH", `/monitor/${monitor}`, { name: "Price watch" }]],
  ["not found", ["POST", "/v2/elsewhere", {}]],
];

const kind = (status) => {
  if (status >= 200 && status < 300) return "accepted";
  return { 400: "rejected", 422: "rejected", 401: "unauthorized", 404: "not found" }[status] ?? `status ${status}`;
};

async function send(base, [method, path, body, token = key]) {
  const headers = { accept: "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const received = await fetch(base + path, { method, headers, body: JSON.stringify(body) });
  return { kind: kind(received.status), violations: received.headers.get("sl-violations"), text: await received.text() };
}

const wrong = [];
for (const [expected, request] of table) {
  const shown = JSON.stringify(request);
  for (const [name, base] of [["the mock", mock], ["Prism", prism]]) {
    const response = await send(base, request);
    if (response.kind !== expected) wrong.push(`${shown}: ${name} responds ${response.kind} instead of ${expected}: ${response.text}`);
  }
  if (expected === "accepted") {
    const response = await send(proxy, request);
    if (response.kind !== expected || response.violations) wrong.push(`${shown}: through the proxy ${response.kind}: ${response.violations ?? response.text}`);
  }
}
wrong.forEach((text) => console.error(text));
if (wrong.length > 0) process.exit(1);
console.log(`real-clients: Prism and the mock agree on ${table.length} requests`);
