// Calls the mock with openapi-fetch and the types that were generated from the mock's OpenAPI document. This file
// must compile, and each response must have the values that the types promise.
// Needs BASE_URL, VALID_KEY and FIXTURE_1 in the environment.
import assert from "node:assert/strict";
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

const env = (name: string): string => {
  const value = process.env[name];
  assert(value, `${name} is not set`);
  return value;
};
const baseUrl = env("BASE_URL");
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${env("VALID_KEY")}` } });
const monitorId = env("FIXTURE_1");

// Both alternatives of a schedule, and a target by its tag.
const schedules: components["schemas"]["MonitorSchedule"][] = [
  { cron: "17 3 * * *", timezone: "Europe/Berlin" },
  { text: "every day at 9:00" },
];
for (const schedule of schedules) {
  const { data, error } = await client.PATCH("/v2/monitor/{monitorId}", {
    params: { path: { monitorId } },
    body: { schedule, targets: [{ type: "scrape", urls: ["https://example.com/pricing"] }] },
  });
  assert(data, `the update was rejected: ${JSON.stringify(error)}`);
  const monitor: components["schemas"]["Monitor"] = data.data;
  assert.equal(monitor.id, monitorId);
  const target = monitor.targets[0];
  assert(target?.type === "scrape");
  // The compiler has narrowed `target` by its tag.
  assert.deepEqual(target.urls, ["https://example.com/pricing"]);
}

const started = await client.POST("/v2/agent", { body: { maxCredits: 100 } });
assert(started.data, "no agent was started");
const status = await client.GET("/v2/agent/{jobId}", { params: { path: { jobId: started.data.id } } });
assert.equal(typeof status.data?.status, "string");
const trace = await client.GET("/v2/agent/{jobId}/trace", { params: { path: { jobId: started.data.id } } });
assert.equal(trace.response.status, 200);

const scraped = await client.POST("/v2/scrape", { body: { url: "https://example.com/", formats: ["markdown"] } });
assert.equal(scraped.response.status, 200);

const rejected = await client.PATCH("/v2/monitor/{monitorId}", {
  params: { path: { monitorId } },
  body: { retentionDays: 366 },
});
assert.equal(rejected.response.status, 400);
assert.equal(rejected.error?.success, false);
console.log("real-clients: the TypeScript client has called the mock");
