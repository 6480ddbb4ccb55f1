import type { AlertsContext } from "../context.ts";
import type { Incident } from "../incident/record.ts";

/** Of each hook, so many of the open incidents are looked at: in a storm there may be thousands. */
const mostOfHook = 300;

/** The open incidents of a workspace. */
export interface OpenIncidents {
  /** The newest first in each channel, and the channel with the newest first. */
  incidents: Incident[];
  /** With those that were not looked at. */
  total: number;
  hasHooks: boolean;
}

/** Reads the open incidents of all hooks; of a hook with very many, those that were heard of last. */
export async function openIncidents({
  hooks,
  incidents,
}: Pick<AlertsContext, "hooks" | "incidents">): Promise<OpenIncidents> {
  const all = await hooks.list();
  const ids = await Promise.all(all.map(({ id }) => incidents.open(id)));
  const found = await Promise.all(ids.map((ofHook) => incidents.many(ofHook.slice(0, mostOfHook))));
  const newestFirst = found
    .flat()
    .filter(({ state }) => state !== "resolved")
    .toSorted((a, b) => b.openedAtMs - a.openedAtMs);
  const unlooked = ids.reduce((sum, ofHook) => sum + Math.max(0, ofHook.length - mostOfHook), 0);
  return {
    incidents: [...Map.groupBy(newestFirst, ({ channelId }) => channelId).values()].flat(),
    total: newestFirst.length + unlooked,
    hasHooks: all.length > 0,
  };
}
