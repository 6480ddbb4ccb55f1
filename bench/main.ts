import process from "node:process";
import { parseArgs } from "node:util";
import { bundle, isUpToDate } from "../build/bundle.ts";
import { seeToNeeds } from "../test/support/needs.ts";
import { ack } from "./ack.ts";
import { ask } from "./ask.ts";
import { chart } from "./chart.ts";
import { costs } from "./costs.ts";
import { deliver } from "./deliver.ts";
import { flood } from "./flood.ts";
import { mcp } from "./mcp.ts";
import { modal } from "./modal.ts";
import { type Pace, shortPace, wholePace } from "./pace.ts";
import { peers } from "./peers/peers.ts";
import { receive } from "./receive.ts";
import { rest } from "./rest.ts";
import { storm } from "./storm.ts";
import { traces } from "./traces.ts";

/** Every bench by its name. A new one is a file and a line here. */
const benches: Readonly<Record<string, (pace: Pace) => Promise<void>>> = {
  ack,
  ask,
  chart,
  costs,
  deliver,
  flood,
  mcp,
  modal,
  peers,
  receive,
  rest,
  storm,
  traces,
};

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { short: { type: "boolean" } },
});
const [wanted] = positionals;
const chosen = Object.entries(benches).filter(([known]) => wanted === undefined || known === wanted);

if (chosen.length === 0) {
  console.error(`There is no bench “${wanted}”. There are: ${Object.keys(benches).join(", ")}.`);
  process.exitCode = 1;
}
// With the stand-in for Redis, every figure would measure the stand-in.
if (chosen.length > 0) seeToNeeds(["redis-server"]);
// The app's benches measure what production starts.
if (chosen.length > 0 && !(await isUpToDate())) await bundle();
const pace = values.short ? shortPace : wholePace;
// A bench that waits for an answer that never comes must fail by its name.
const longestBenchMs = pace(60, 5) * 60_000;
for (const [name, run] of chosen) {
  const hangs = setTimeout(() => {
    console.error(`The bench “${name}” did not end within ${longestBenchMs / 60_000} minutes.`);
    process.exit(1);
  }, longestBenchMs);
  await run(pace);
  clearTimeout(hangs);
}
