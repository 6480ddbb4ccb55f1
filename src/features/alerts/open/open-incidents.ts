import type { AlertsContext } from "../context.ts";
import { type Hook, muteOf } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";
import type * as texts from "./texts.ts";

/** The most open incidents to read of each hook, because a storm may leave thousands. */
const mostOfHook = 300;

/** The open incidents of a workspace. */
export interface OpenIncidents {
  /** First the firing ones, then the acknowledged, snoozed and muted ones; of each the newest first. */
  incidents: Incident[];
  hooks: ReadonlyMap<string, Hook>;
  /** Also counts the incidents that were not read. */
  total: number;
  hasHooks: boolean;
}

/** What is done about an open incident. */
export type Group = keyof typeof texts.groupNames;
export const groups: readonly Group[] = ["firing", "acknowledged", "snoozed", "muted"];

/** Reads the open incidents of all hooks, at most so many of each hook, the last seen first. */
export async function openIncidents(
  { hooks, incidents }: Pick<AlertsContext, "hooks" | "incidents">,
  most = mostOfHook,
): Promise<OpenIncidents> {
  const all = await hooks.list();
  const byId = new Map(all.map((hook) => [hook.id, hook]));
  const ids = await Promise.all(all.map(({ id }) => incidents.open(id)));
  const found = await Promise.all(ids.map((ofHook) => incidents.many(ofHook.slice(0, most))));
  const open = found.flat().filter(({ state }) => state !== "resolved");
  const rank = (incident: Incident) => groups.indexOf(groupOf(incident, byId.get(incident.hookId)));
  const unread = ids.reduce((sum, ofHook) => sum + Math.max(0, ofHook.length - most), 0);
  return {
    incidents: open.toSorted((a, b) => rank(a) - rank(b) || b.openedAtMs - a.openedAtMs),
    hooks: byId,
    total: open.length + unread,
    hasHooks: all.length > 0,
  };
}

/** What is done about an incident. */
export function groupOf({ state, key, latest }: Incident, hook: Hook | undefined): Group {
  if (hook && muteOf(hook, { key, alertName: latest.alertName })) return "muted";
  return state === "resolved" ? "firing" : state;
}
