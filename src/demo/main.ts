import { enableCompileCache } from "node:module";
import { inspect, parseArgs } from "node:util";
import { AppError } from "../lib/errors.ts";
import type { Ports } from "./start-sandbox.ts";

const example = "npm run demo -- --port 4000";

/** Used if they are free: four in a row from `--port`, PORT or 3000 on. */
function wantedPorts(): Ports {
  const wanted = portWord() ?? (process.env["PORT"] || "3000");
  const first = /^\d{1,5}$/.test(wanted) ? Number(wanted) : 0;
  if (first === 0 || first > 65_532)
    throw new AppError("user", `The port must be the first of four, as in: ${example}`);
  return { app: first, slack: first + 1, cloud: first + 2, emptySlack: first + 3 };
}

function portWord(): string | undefined {
  try {
    return parseArgs({ options: { port: { type: "string" } } }).values.port;
  } catch {
    throw new AppError("user", `The demo takes only a port, as in: ${example}`);
  }
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

// A closing terminal takes our output away, which must not prevent an orderly stop.
process.stdout.on("error", () => {});

try {
  const ports = wantedPorts();
  say("Starting Quartermaster and everything around it …");
  enableCompileCache();
  // The rest takes a second to load.
  const { demo } = await import("./demo.ts");
  await demo(ports, say);
  process.exit(0);
} catch (error) {
  say(error instanceof AppError ? error.message : inspect(error));
  process.exit(1);
}
