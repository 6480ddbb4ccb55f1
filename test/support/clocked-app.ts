import process from "node:process";
import { z } from "zod";
import { start } from "../../src/start.ts";

/** The product as src/main.ts starts it, by the clock of the process that started this one. */
const Move = z.object({ aheadMs: z.number() });

let aheadMs = Number(process.env["TEST_CLOCK_AHEAD_MS"]);
process.on("message", (message) => (aheadMs = Move.parse(message).aheadMs));

const started = await start(process.env, {
  now: () => new Date(Date.now() + aheadMs),
  longestOrderWaitMs: 100,
});
if ("problem" in started) {
  process.stderr.write(`${started.problem}\n`);
  process.exit(1);
}
process.once("SIGTERM", () => void started.stop().then(() => process.exit(0)));
