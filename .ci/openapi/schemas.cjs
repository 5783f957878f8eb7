// Validates bodies by fragments of a file of JSON Schemas: schemas.cjs FILE BODIES
// Each row of BODIES, which is JSON, has a fragment, a valid body and a broken one.
const assert = require("node:assert/strict");
const { readFileSync } = require("node:fs");
const Ajv = require("ajv/dist/2020");

const [schemas, rows] = [JSON.parse(readFileSync(process.argv[2])), JSON.parse(process.argv[3])];
// The contract has formats and `x-` keywords of its own.
const ajv = new Ajv({ strict: false, validateFormats: false }).addSchema(schemas);
for (const [fragment, valid, broken] of rows) {
  const isValid = ajv.getSchema(schemas.$id + fragment);
  assert(isValid(valid), `${fragment}: ${JSON.stringify(valid)} is rejected`);
  assert(!isValid(broken), `${fragment}: ${JSON.stringify(broken)} is accepted`);
}
