import type { AlertsContext } from "../context.ts";
import type { Hook } from "../hooks/record.ts";
import { type RuleNoise, noiseCounter } from "./count.ts";
import type { Week } from "./week.ts";

/** What the rules of a workspace, or of one of its hooks, did in a week. */
export interface NoiseReport {
  week: Week;
  /** Set for the report about one hook. */
  hook?: Hook | undefined;
  /** The hooks of the rules, by id. */
  hooks: ReadonlyMap<string, Hook>;
  /** The worst first. */
  rules: RuleNoise[];
  medianToAcknowledgeMs: number | undefined;
  /** Set if more alerts came than a report counts: it counts those after this time, and all of them. */
  afterMs?: number | undefined;
  /** How many alerts are left out because their records can't be read. */
  unreadable: number;
}

/** How many incidents to read at once: few round trips, and little memory. */
const readAtOnce = 200;

/** Counts a week's alerts again, from the records of all incidents that began in it. */
export async function noiseReport(
  { hooks, begunAlerts, incidents }: Pick<AlertsContext, "hooks" | "begunAlerts" | "incidents">,
  week: Week,
  hook?: Hook,
): Promise<NoiseReport> {
  const counted = hook ? [hook] : await hooks.list();
  const ids = counted.map(({ id }) => id);
  const { alerts, afterMs } = await begunAlerts.between(ids, week.sinceMs, week.untilMs);
  const counter = noiseCounter();
  let unreadable = alerts.length;
  for (let from = 0; from < alerts.length; from += readAtOnce) {
    const some = new Map(alerts.slice(from, from + readAtOnce).map(({ id, atMs }) => [id, atMs]));
    for (const incident of await incidents.many([...some.keys()])) {
      counter.add(incident, some.get(incident.id) ?? incident.openedAtMs);
      unreadable -= 1;
    }
  }
  return {
    week,
    hook,
    hooks: new Map(counted.map((each) => [each.id, each])),
    rules: counter.rules(),
    medianToAcknowledgeMs: counter.medianToAcknowledgeMs(),
    afterMs,
    unreadable,
  };
}
