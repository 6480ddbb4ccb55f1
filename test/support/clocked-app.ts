import process from "node:process";
import { z } from "zod";
import { usualStormLimits } from "../../src/features/alerts/storm/storm.ts";
import type { Painter } from "../../src/platform/pictures/painter.ts";
import { AppError } from "../../src/lib/errors.ts";
import type { RunningApp } from "../../src/app/app.ts";
import { start } from "../../src/app/start.ts";
import { slowPainter } from "./slow-painter.ts";

const DataVersions = z.object({ writes: z.int(), readableFrom: z.int(), reads: z.int() });

/** The product as src/main.ts starts it, with the clock of the parent process. */
const Move = z.object({ aheadMs: z.number() });

let aheadMs = Number(process.env["TEST_CLOCK_AHEAD_MS"] ?? 0);
process.on("message", (message) => (aheadMs = Move.parse(message).aheadMs));
// The parent is gone. A signal ends a test worker, which then has no time to end its children.
process.once("disconnect", () => process.exit(1));

/** Charts would take most of the time of a run over a year, and an answer is complete without one. */
const noPainter: Painter = {
  prepare() {},
  paint: () => Promise.reject(new AppError("upstream", "No charts are drawn here.")),
  close: async () => undefined,
};

const noStorms = { ...usualStormLimits, waiting: Infinity, aMinute: Infinity };

/** As a later version would have it. */
const versions = process.env["TEST_DATA_VERSIONS"];

const started = await start(process.env, {
  now: () => new Date(Date.now() + aheadMs),
  longestScheduleWaitMs: 100,
  ...(process.env["TEST_LISTEN_EVERY_MS"] && {
    listenEveryMs: Number(process.env["TEST_LISTEN_EVERY_MS"]),
  }),
  ...(process.env["TEST_PACE_MS"] && { paceMs: Number(process.env["TEST_PACE_MS"]) }),
  ...(versions === undefined ? {} : { dataVersions: DataVersions.parse(JSON.parse(versions)) }),
  ...(process.env["TEST_WITHOUT_STORMS"] && { storms: noStorms }),
  painter: process.env["TEST_WITHOUT_CHARTS"] ? noPainter : slowPainter(),
});
if ("problem" in started) {
  process.stderr.write(`${started.problem}\n`);
  process.exit(1);
}
process.once("SIGTERM", () => void stop(started));

async function stop(app: RunningApp): Promise<void> {
  await app.drain();
  await app.stop();
  process.exit(0);
}
