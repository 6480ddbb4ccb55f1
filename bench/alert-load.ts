import { execFile } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";

/** Unique alerts to post for a while. */
export const AlertLoad = z.object({
  url: z.string(),
  /** Used in rotation. */
  paths: z.array(z.string()).min(1),
  secret: z.string(),
  /** Makes this run's alerts differ from other runs'. */
  run: z.string(),
  /** The number of alerts. Each fires in one window after the other. By default each fires once. */
  alerts: z.number().optional(),
  connections: z.number(),
  seconds: z.number(),
  /** The number of alerts a second. By default each follows a response. */
  perSecond: z.number().optional(),
});
export type AlertLoad = z.infer<typeof AlertLoad>;

const AlertLoadResult = z.object({ p50Ms: z.number(), p99Ms: z.number(), perSecond: z.number() });

/** The measurements. */
export type AlertLoadResult = z.infer<typeof AlertLoadResult>;

const runScript = promisify(execFile);

/** Posts alerts from a separate process. Every response must be 202. */
export async function postAlerts(load: AlertLoad): Promise<AlertLoadResult> {
  const script = fileURLToPath(import.meta.resolve("./alert-load-process.ts"));
  const { stdout } = await runScript(process.execPath, [script, JSON.stringify(load)]);
  return AlertLoadResult.parse(JSON.parse(stdout));
}
