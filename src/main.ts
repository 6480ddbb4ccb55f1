import process from "node:process";
import { setFlagsFromString } from "node:v8";

// While modules load, V8 would double the space for new objects again and again, and keep it: some 13 MB that an idle
// process does not need. Once it serves, the default is back.
setFlagsFromString("--semi-space-growth-factor=1");
const { start } = await import("./start.ts");
const app = await start(process.env);
setFlagsFromString("--semi-space-growth-factor=2");

if ("problem" in app) {
  process.stderr.write(`${app.problem}\n`);
  process.exit(1);
}
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void app.stop().then(() => process.exit(0)));
}
