import { execFile } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import { signedHelp } from "./signed-help.ts";

/** What one round of load measured. */
export interface LoadResult {
  p50Ms: number;
  p99Ms: number;
  requestsPerSecond: number;
}

const Report = z.object({
  latency: z.object({ p50: z.number(), p99: z.number() }),
  requests: z.object({ average: z.number() }),
  non2xx: z.number(),
  errors: z.number(),
});

const run = promisify(execFile);

/** Asks for `/db help` over and over from `connections` at once, from a process of its own. */
export async function load(options: {
  url: string;
  signingSecret: string;
  connections: number;
  seconds: number;
}): Promise<LoadResult> {
  const { body, headers } = signedHelp(options.signingSecret);
  const settings = {
    connections: String(options.connections),
    duration: String(options.seconds),
    method: "POST",
    body,
  };
  const { stdout } = await run(process.execPath, [
    fileURLToPath(import.meta.resolve("autocannon")),
    ...Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]),
    ...Object.entries(headers).flatMap(([name, value]) => ["--headers", `${name}=${value}`]),
    "--json",
    "--no-progress",
    options.url,
  ]);
  const { latency, requests, non2xx, errors } = Report.parse(JSON.parse(stdout));
  if (non2xx + errors > 0) throw new Error(`${non2xx} answers were no 2xx, ${errors} requests failed`);
  return { p50Ms: latency.p50, p99Ms: latency.p99, requestsPerSecond: requests.average };
}
