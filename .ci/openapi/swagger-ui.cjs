// Opens an OpenAPI document in Swagger UI, in the simulated browser jsdom. Exits with 1 if an operation is not shown
// or an error is.
//
// Usage: swagger-ui.cjs DOCUMENT
const { readFileSync } = require("node:fs");
const { JSDOM, VirtualConsole } = require("jsdom");

const spec = JSON.parse(readFileSync(process.argv[2], "utf8"));
const wanted = Object.values(spec.paths ?? {}).flatMap((item) => Object.values(item)).map((own) => own.operationId);
const logged = [];
const console_ = new VirtualConsole();
console_.on("error", (...words) => logged.push(words.join(" ")));
console_.on("jsdomError", (error) => logged.push(String(error)));
const page = new JSDOM('<!doctype html><div id="ui"></div>', {
  runScripts: "outside-only",
  pretendToBeVisual: true,
  url: "http://localhost/",
  virtualConsole: console_,
});
// jsdom does not implement `scrollTo`.
page.window.scrollTo = () => {};
page.window.eval(readFileSync(require.resolve("swagger-ui-dist/swagger-ui-bundle.js"), "utf8"));
page.window.SwaggerUIBundle({
  spec,
  dom_id: "#ui",
  docExpansion: "list",
  onComplete: () => setTimeout(check, 0),
});
let attempts = 0;
function check() {
  const document = page.window.document;
  const shown = [...document.querySelectorAll(".opblock")].map((block) => block.id);
  const missing = wanted.filter((id) => !shown.some((block) => block.endsWith(`-${id}`)));
  // Swagger UI draws in several steps, so wait for at most 60 seconds.
  if (missing.length > 0 && ++attempts < 600) return setTimeout(check, 100);
  const errors = [...document.querySelectorAll(".errors-wrapper .error-message, .errors .error")].map((e) => e.textContent);
  const wrong = [...missing.map((id) => `${id} is not shown`), ...errors, ...logged];
  wrong.forEach((text) => console.error(`Swagger UI: ${text}`));
  process.exit(wrong.length > 0 ? 1 : 0);
}
