// Sends a table of requests to the mock and to Prism with the mock's own document, which must agree on
// each: whether it is taken, or refused for want of a key, for what it says, or for where it goes.
// Prism's proxy, before the mock, must find no response that the document does not allow.
// agree.mjs MOCK PRISM PROXY
const [mock, prism, proxy] = process.argv.slice(2);
// The monitor that no other client here has changed.
const { VALID_KEY: key, FIXTURE_2: monitor } = process.env;
const nobody = "00000000-0000-4000-8000-000000000000";
const update = (body) => ["PATCH", `/v2/monitor/${monitor}`, body];
const table = [
  ["taken", update({ name: "Price watch" })],
  ["taken", update({ goal: null })],
  ["taken", update({ status: "paused", retentionDays: 30 })],
  ["taken", update({ schedule: { cron: "17 3 * * *", timezone: "Europe/Berlin" } })],
  ["taken", update({ schedule: { text: "every day at 9:00" } })],
  ["taken", update({ targets: [{ type: "scrape", urls: ["https://example.com/"] }] })],
  ["taken", update({ targets: [{ type: "crawl", url: "https://example.com/" }] })],
  ["taken", ["POST", "/v2/scrape", { url: "https://example.com/", formats: ["markdown"] }]],
  ["taken", ["POST", "/v2/agent", { maxCredits: 100 }]],
  ["refused", update({})],
  ["refused", update({ name: "x".repeat(257) })],
  ["refused", update({ name: 1 })],
  ["refused", update({ status: "deleted" })],
  ["refused", update({ retentionDays: 366 })],
  ["refused", update({ schedule: {} })],
  ["refused", update({ schedule: { cron: "17 3 * * *", text: "every day" } })],
  ["refused", update({ targets: [] })],
  ["refused", update({ targets: [{ type: "map", url: "https://example.com/" }] })],
  ["refused", update({ targets: [{ type: "scrape", url: "https://example.com/" }] })],
  ["refused", ["POST", "/v2/scrape", {}]],
  ["refused", ["PATCH", "/v2/monitor/not-a-uuid", { name: "Price watch" }]],
  ["unauthorized", ["PATCH", `/v2/monitor/${monitor}`, { name: "Price watch" }, null]],
  ["unauthorized", ["GET", `/v2/agent/${nobody}`, undefined, null]],
  ["unknown", ["PATCH", `/monitor/${monitor}`, { name: "Price watch" }]],
  ["unknown", ["POST", "/v2/elsewhere", {}]],
];

const kind = (status) => {
  if (status >= 200 && status < 300) return "taken";
  return { 400: "refused", 422: "refused", 401: "unauthorized", 404: "unknown" }[status] ?? `status ${status}`;
};

async function ask(base, [method, path, body, token = key]) {
  const headers = { accept: "application/json" };
  if (token) headers.authorization = `Bearer ${token}`;
  if (body !== undefined) headers["content-type"] = "application/json";
  const response = await fetch(base + path, { method, headers, body: JSON.stringify(body) });
  return { kind: kind(response.status), violations: response.headers.get("sl-violations"), text: await response.text() };
}

const wrong = [];
for (const [expected, request] of table) {
  const said = JSON.stringify(request);
  for (const [name, base] of [["the mock", mock], ["Prism", prism]]) {
    const answer = await ask(base, request);
    if (answer.kind !== expected) wrong.push(`${said}: ${name} says ${answer.kind} rather than ${expected}: ${answer.text}`);
  }
  if (expected === "taken") {
    const answer = await ask(proxy, request);
    if (answer.kind !== expected || answer.violations) wrong.push(`${said}: by proxy ${answer.kind}: ${answer.violations ?? answer.text}`);
  }
}
wrong.forEach((text) => console.error(text));
if (wrong.length > 0) process.exit(1);
console.log(`real-clients: Prism and the mock agree on ${table.length} requests`);
