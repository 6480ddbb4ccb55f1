import { execFile } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";

const LoadResult = z.object({
  p50Ms: z.number(),
  p99Ms: z.number(),
  requestsPerSecond: z.number(),
  failures: z.number(),
});

/** The measurements of one round of load. */
export type LoadResult = z.infer<typeof LoadResult>;

const run = promisify(execFile);

/** Requests `/db help` repeatedly over `connections` connections, from a separate process. All must succeed. */
export async function load(options: {
  url: string;
  signingSecret: string;
  connections: number;
  seconds: number;
}): Promise<LoadResult> {
  const { url, signingSecret, connections, seconds: duration } = options;
  const script = fileURLToPath(import.meta.resolve("./load-process.ts"));
  const settings = { url, connections, duration, signingSecret };
  const { stdout } = await run(process.execPath, [script, JSON.stringify(settings)]);
  const result = LoadResult.parse(JSON.parse(stdout));
  if (result.failures > 0) throw new Error(`${result.failures} requests to ${url} failed`);
  return result;
}
