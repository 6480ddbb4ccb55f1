import { onTestFinished } from "vitest";
import { type JobConnections, connectJobs } from "../../src/platform/jobs/bullmq.ts";
import { redisServerAt } from "../../src/platform/redis/server.ts";
import { until } from "./until.ts";

/** Connections for the queues at a Redis, ready, until the test ends. */
export async function connectedJobs(redisUrl: string): Promise<JobConnections> {
  const connections = connectJobs(redisServerAt(redisUrl), () => {});
  onTestFinished(() => connections.close());
  // The producer refuses while it connects, as it does while Redis is away.
  await until(() =>
    connections.ping().then(
      () => true,
      () => false,
    ),
  );
  return connections;
}
