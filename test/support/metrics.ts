import { freePort } from "../../src/demo/redis.ts";
import type { TestEnvironment } from "./environment.ts";

/** Restarts the app with its metrics on a port. Returns a way to read their lines. */
export async function restartWithMetrics(
  environment: Pick<TestEnvironment, "environment" | "restartApp">,
): Promise<() => Promise<string[]>> {
  const port = await freePort();
  environment.environment["METRICS_PORT"] = String(port);
  await environment.restartApp();
  return async () => (await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).split("\n");
}
