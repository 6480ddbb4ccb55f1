import process from "node:process";
import type { start as startApp } from "../src/app/start.ts";
import { usualStormLimits } from "../src/features/alerts/storm/storm.ts";

// The product, from its bundle, without pauses between posts in a channel and without storm summaries in place of
// messages.
const bundled = new URL("../dist/start.js", import.meta.url).href;
const { start }: { start: typeof startApp } = await import(bundled);
const storms = { ...usualStormLimits, waiting: Infinity, aMinute: Infinity };
const app = await start(process.env, { paceMs: 0, storms });
if ("problem" in app) throw new Error(app.problem);
process.once("SIGTERM", () => process.exit(0));
