import process from "node:process";
import { z } from "zod";
import { usualStormLimits } from "../../src/features/alerts/storm/storm.ts";
import type { Painter } from "../../src/platform/pictures/painter.ts";
import { AppError } from "../../src/lib/errors.ts";
import { start } from "../../src/app/start.ts";
import { slowPainter } from "./slow-painter.ts";

/** The product as src/main.ts starts it, by the clock of the process that started this one. */
const Move = z.object({ aheadMs: z.number() });

let aheadMs = Number(process.env["TEST_CLOCK_AHEAD_MS"]);
process.on("message", (message) => (aheadMs = Move.parse(message).aheadMs));
// Whoever started it is gone: a worker of tests is told to end with a signal, and has no time to end others.
process.once("disconnect", () => process.exit(1));

/** Charts cost more than all else that a run over a year does, and an answer is whole without one. */
const noPainter: Painter = {
  prepare() {},
  paint: () => Promise.reject(new AppError("upstream", "No charts are drawn here.")),
  close: async () => undefined,
};

const noStorms = { ...usualStormLimits, waiting: Infinity, aMinute: Infinity };

const started = await start(process.env, {
  now: () => new Date(Date.now() + aheadMs),
  longestScheduleWaitMs: 100,
  ...(process.env["TEST_PACE_MS"] && { paceMs: Number(process.env["TEST_PACE_MS"]) }),
  ...(process.env["TEST_WITHOUT_STORMS"] && { storms: noStorms }),
  painter: process.env["TEST_WITHOUT_CHARTS"] ? noPainter : slowPainter(),
});
if ("problem" in started) {
  process.stderr.write(`${started.problem}\n`);
  process.exit(1);
}
process.once("SIGTERM", () => void started.stop().then(() => process.exit(0)));
