import { execFile } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";

/** Alerts to post for a while, each like no other. */
export const AlertLoad = z.object({
  url: z.string(),
  /** By turns. */
  paths: z.array(z.string()).min(1),
  secret: z.string(),
  /** Tells this run's alerts from those of others. */
  run: z.string(),
  /** How many alerts there are, each of which fires in one window after the other; without it, each fires once. */
  alerts: z.number().optional(),
  connections: z.number(),
  seconds: z.number(),
  /** Without it, as many as are answered. */
  perSecond: z.number().optional(),
});
export type AlertLoad = z.infer<typeof AlertLoad>;

const AlertLoadResult = z.object({ p50Ms: z.number(), p99Ms: z.number(), perSecond: z.number() });

/** What it measured. */
export type AlertLoadResult = z.infer<typeof AlertLoadResult>;

const runScript = promisify(execFile);

/** Posts alerts from a process of its own; every one must be answered with 202. */
export async function postAlerts(load: AlertLoad): Promise<AlertLoadResult> {
  const script = fileURLToPath(import.meta.resolve("./alert-load-process.ts"));
  const { stdout } = await runScript(process.execPath, [script, JSON.stringify(load)]);
  return AlertLoadResult.parse(JSON.parse(stdout));
}
