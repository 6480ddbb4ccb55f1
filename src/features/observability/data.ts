import { z } from "zod";
import type { Alert } from "../../platform/cloud/observability/alert.ts";
import type { Dashboard } from "../../platform/cloud/observability/dashboard.ts";
import { type Source, sourceId, sourceName } from "../../platform/cloud/observability/source.ts";
import { stateOf } from "./alert-rules/state.ts";
import type { NamedTarget } from "./target.ts";

const service = z.string().describe("The service, or the connection of a stand-alone server");
const unreadable = z.int().describe("How many of them the product can't read");

/** A service's alert rules for programs. */
export const AlertRules = z.object({
  service,
  rules: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        state: z.string().describe("Firing, OK or another word, which may be the server's"),
        updatedAt: z.string().optional().describe("When it was changed last"),
      }),
    )
    .describe("As the server lists them"),
  unreadable,
});

/** All alert rules that the server lists. */
export function alertRulesData(
  target: NamedTarget,
  alerts: readonly Alert[],
  unread: number,
  now: Date,
): z.output<typeof AlertRules> {
  const rules = alerts.map((alert) => ({
    id: alert.id,
    name: alert.name ?? "",
    state: stateOf(alert, now).words,
    updatedAt: alert.updatedAt ?? undefined,
  }));
  return { service: target.name, rules, unreadable: unread };
}

/** A service's dashboards for programs. */
export const Dashboards = z.object({
  service,
  dashboards: z
    .array(
      z.object({
        id: z.string(),
        name: z.string(),
        tags: z.array(z.string()).describe("Its tags"),
        tiles: z.array(z.string()).describe("The names of its tiles"),
      }),
    )
    .describe("By name"),
  unreadable,
});

/** All dashboards that were found. */
export function dashboardsData(
  target: NamedTarget,
  dashboards: readonly Dashboard[],
  unread: number,
): z.output<typeof Dashboards> {
  const listed = dashboards.map(({ id, name, tags, tiles }) => ({
    id,
    name: name ?? "",
    tags: tags ?? [],
    tiles: (tiles ?? []).map((tile) => tile.name ?? ""),
  }));
  return { service: target.name, dashboards: listed, unreadable: unread };
}

/** A service's data sources for programs. Their other fields may hold secrets. */
export const Sources = z.object({
  service,
  sources: z
    .array(
      z.object({
        id: z.string().optional(),
        name: z.string().optional(),
        kind: z.string().optional().describe("Its kind, in the server's word"),
      }),
    )
    .describe("As the server lists them"),
  unreadable,
});

/** All sources that the server lists. */
export function sourcesData(
  target: NamedTarget,
  sources: readonly Source[],
  unread: number,
): z.output<typeof Sources> {
  const listed = sources.map((source) => {
    const kind = source["kind"] ?? source["type"];
    return {
      id: sourceId(source),
      name: sourceName(source),
      kind: typeof kind === "string" ? kind : undefined,
    };
  });
  return { service: target.name, sources: listed, unreadable: unread };
}
