import { createMetrics } from "../lib/metrics.ts";
import { appVersion } from "../lib/version.ts";
import { dataVersions } from "../platform/redis/schema.ts";
import { product } from "./features.ts";

/** The queues that no feature declares as one of its jobs. */
const otherQueues = ["ingestion", "outboxes", "erasures"];

/** The names of all queues. */
export const queueNames: readonly string[] = [...product.jobs.map(({ name }) => name), ...otherQueues];

/** The metrics of this process. */
export function productMetrics(now: () => Date) {
  return createMetrics({
    commands: product.commands,
    queues: queueNames,
    build: {
      version: appVersion,
      dataVersion: String(dataVersions.writes),
      nodeVersion: navigator.userAgent.replace("Node.js/", ""),
    },
    nowMs: () => now().getTime(),
  });
}
