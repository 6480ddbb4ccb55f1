import process from "node:process";
import { usualStormLimits } from "../src/features/alerts/storm/storm.ts";
import { start } from "../src/app/start.ts";

// The product without pauses between posts in a channel, and without storm summaries in place of messages.
const storms = { ...usualStormLimits, waiting: Infinity, aMinute: Infinity };
const app = await start(process.env, { paceMs: 0, storms });
if ("problem" in app) throw new Error(app.problem);
process.once("SIGTERM", () => process.exit(0));
