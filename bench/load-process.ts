import { once } from "node:events";
import process from "node:process";
import autocannon from "autocannon";
import { z } from "zod";
import type { LoadResult } from "./load.ts";
import { percentile } from "./percentile.ts";
import { signedHelp } from "./signed-help.ts";

// A separate process, so making the load does not slow the measured app. Options in, one JSON line out.
const Options = z.object({
  url: z.string(),
  signingSecret: z.string(),
  connections: z.number(),
  duration: z.number(),
});

/** The first responses wait for this process, which still compiles its code. In four seconds these are over 1 %. */
const warmUpMs = 500;
const timesMs: number[] = [];
const { signingSecret, ...options } = Options.parse(JSON.parse(process.argv[2] ?? ""));
let asked = 0;
let answered = 0;
const startedAtMs = performance.now();
const run = autocannon({
  method: "POST",
  ...options,
  // Each has its own signature, as Slack's have. The app would ignore a replay.
  requests: [
    {
      setupRequest: (request) => ({
        ...request,
        ...signedHelp(signingSecret, `${process.pid}.${(asked += 1)}`),
      }),
    },
  ],
});
// autocannon's own histogram has whole milliseconds, which is coarse for responses of a few milliseconds.
run.on("response", (_client, _status, _bytes, timeMs) => {
  answered += 1;
  if (performance.now() - startedAtMs > warmUpMs) timesMs.push(timeMs);
});
const [summary] = await once(run, "done");

const result: LoadResult = {
  p50Ms: percentile(timesMs, 0.5),
  p99Ms: percentile(timesMs, 0.99),
  requestsPerSecond: answered / summary.duration,
  failures: summary.errors + summary.non2xx,
};
console.log(JSON.stringify(result));
