import type { Hono } from "hono";
import type { Metrics } from "../../lib/metrics.ts";
import { feature } from "../../platform/feature.ts";
import type { RouteParts } from "../../platform/http/web.ts";
import type { RateLimits } from "../../platform/redis/rate-limits.ts";
import { programsCheck } from "./check.ts";
import type { McpContext, McpSettings } from "./context.ts";
import { approveAction, denyAction, openAction } from "./offers/interactions.ts";
import { tokensCommand, tokensTab } from "./tokens/command.ts";
import * as texts from "./texts.ts";

export const mcp = feature<McpContext>({
  name: "mcp",
  commands: [tokensCommand],
  adminTabs: [tokensTab],
  interactions: [approveAction, openAction, denyAction],
  checks: [{ area: texts.area, run: programsCheck }],
  routes: serveMcp,
});

/** What the route needs of the app. */
type McpRouteParts = RouteParts<McpContext> & {
  mcp: McpSettings;
  publicUrl: string;
  rateLimits: RateLimits;
  inFlight: { track<T>(work: () => Promise<T>): Promise<T> };
  metrics: Metrics;
  now: () => Date;
};

/** Serves `/mcp` if the operator wants it. Its code loads with the first request. */
function serveMcp(app: Hono, parts: RouteParts<McpContext> & Partial<McpRouteParts>): void {
  const { mcp: settings, publicUrl, rateLimits, inFlight, metrics, now } = parts;
  if (!settings?.isOn || publicUrl === undefined || !rateLimits || !inFlight || !metrics || !now) return;
  const needs = { ...parts, publicUrl, rateLimits, inFlight, metrics, now };
  let answering: Promise<(request: Request) => Promise<Response>> | undefined;
  app.all("/mcp", async (http) => {
    answering ??= import("./serve/http.ts").then(({ mcpRoute }) => mcpRoute(needs));
    return (await answering)(http.req.raw);
  });
}
