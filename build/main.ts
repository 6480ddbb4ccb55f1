import process from "node:process";
import { parseArgs } from "node:util";
import { bundle, isUpToDate } from "./bundle.ts";

// `npm run build` writes dist. `npm start` does it only when something has changed.
const { values } = parseArgs({ options: { "if-changed": { type: "boolean", default: false } } });
if (!values["if-changed"] || !(await isUpToDate())) {
  for (const { name, kb } of await bundle())
    process.stdout.write(`${`${kb}`.padStart(6)} kB  dist/${name}\n`);
}
