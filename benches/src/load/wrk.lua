-- Repeats one PATCH request, and prints the figures as one line of numbers.
-- The arguments are the key and the body; the URL is an argument of wrk itself.
function init(arguments)
  wrk.method = "PATCH"
  wrk.headers["Authorization"] = "Bearer " .. arguments[1]
  wrk.headers["Content-Type"] = "application/json"
  wrk.body = arguments[2]
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.timeout
  io.write(string.format("figures %d %d %d %d %d %d\n", summary.requests, summary.duration,
    errors.status, failed, latency:percentile(50), latency:percentile(99)))
end
