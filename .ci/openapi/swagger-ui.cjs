// Opens a document in Swagger UI, in a browser that is simulated, and sees that every operation is
// shown, and that nothing is said to be wrong.
const { readFileSync } = require("node:fs");
const { JSDOM, VirtualConsole } = require("jsdom");

const spec = JSON.parse(readFileSync(process.argv[2], "utf8"));
const wanted = Object.values(spec.paths ?? {}).flatMap((item) => Object.values(item)).map((own) => own.operationId);
const said = [];
const console_ = new VirtualConsole();
console_.on("error", (...words) => said.push(words.join(" ")));
console_.on("jsdomError", (error) => said.push(String(error)));
const page = new JSDOM('<!doctype html><div id="ui"></div>', {
  runScripts: "outside-only",
  pretendToBeVisual: true,
  url: "http://localhost/",
  virtualConsole: console_,
});
// What a simulated browser has not.
page.window.scrollTo = () => {};
page.window.eval(readFileSync(require.resolve("swagger-ui-dist/swagger-ui-bundle.js"), "utf8"));
page.window.SwaggerUIBundle({
  spec,
  dom_id: "#ui",
  docExpansion: "list",
  onComplete: () => setTimeout(look, 0),
});
let looks = 0;
function look() {
  const document = page.window.document;
  const shown = [...document.querySelectorAll(".opblock")].map((block) => block.id);
  const missing = wanted.filter((id) => !shown.some((block) => block.endsWith(`-${id}`)));
  // It draws in steps, whose number is none of ours.
  if (missing.length > 0 && ++looks < 600) return setTimeout(look, 100);
  const errors = [...document.querySelectorAll(".errors-wrapper .error-message, .errors .error")].map((e) => e.textContent);
  const wrong = [...missing.map((id) => `${id} is not shown`), ...errors, ...said];
  wrong.forEach((text) => console.error(`Swagger UI: ${text}`));
  process.exit(wrong.length > 0 ? 1 : 0);
}
