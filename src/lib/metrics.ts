import { alertMetrics, hookMetrics } from "./metrics/alerts.ts";
import { mcpMetrics } from "./metrics/mcp.ts";
import { modelMetrics } from "./metrics/model.ts";
import { outsideMetrics } from "./metrics/outside.ts";
import { type Build, runtimeMetrics } from "./metrics/runtime.ts";
import { type Family, exposition } from "./metrics/series.ts";
import { type CountedCommand, slackMetrics } from "./metrics/slack.ts";
import { storeMetrics } from "./metrics/store.ts";

export { type RefusalReason, refusalReasons } from "./metrics/alerts.ts";

/** The names that are labels, and what identifies the running code. */
interface Options {
  commands?: readonly CountedCommand[];
  queues?: readonly string[];
  build?: Build;
  nowMs?: () => number;
}

/**
 * Counts what this process does, as plain numbers. Nothing of a workspace, a channel, a hook or a person is in them,
 * and no secret. Every label has few values, so the number of series is bounded.
 */
export type Metrics = ReturnType<typeof createMetrics>;

/** Makes metrics that all begin at 0. */
export function createMetrics({
  commands = [],
  queues = [],
  build = unknownBuild,
  nowMs = Date.now,
}: Options = {}) {
  const hooks = hookMetrics();
  const alerts = alertMetrics(nowMs);
  const slack = slackMetrics(commands);
  const mcp = mcpMetrics();
  const model = modelMetrics();
  const outside = outsideMetrics();
  const store = storeMetrics(queues);
  const runtime = runtimeMetrics(build);
  const surfaces = [hooks, alerts, slack, mcp, model, outside, store, runtime];
  const families: readonly Family[] = surfaces.flatMap((surface): readonly Family[] => surface.families);
  const readers: (() => Promise<void>)[] = [];

  return {
    ...hooks.meters,
    ...alerts.meters,
    ...slack.meters,
    ...mcp.meters,
    ...model.meters,
    ...outside.meters,
    ...store.meters,
    /** Adds work before each scrape, for gauges that must be read. If it fails, the scrape goes on. */
    beforeScrape: (read: () => Promise<void>): void => void readers.push(read),
    /** All families, with what they say. */
    families,
    /** All metrics, and those of the process, in Prometheus' text format. */
    async exposition(): Promise<{ contentType: string; text: string }> {
      alerts.beforeScrape();
      await Promise.allSettled([runtime.beforeScrape(), ...readers.map((read) => read())]);
      return { contentType: "text/plain; version=0.0.4; charset=utf-8", text: exposition(families) };
    },
  };
}

const unknownBuild: Build = { version: "unknown", dataVersion: "unknown", nodeVersion: "unknown" };
