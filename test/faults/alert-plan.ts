import { seededBetween } from "@quartermaster/reference-cloud/seeded-random";
import type { AlertNews } from "./alert-post.ts";
import { minuteMs } from "../../src/lib/duration.ts";

/** The final state of one incident in Slack. */
export interface PlannedIncident {
  state: "Firing" | "Resolved";
  /** The number of its events. */
  times: number;
  /** The expected texts of its thread, in this order. */
  changes: ("resolved" | "fired again")[];
}

/** One group of an alert: its events in the order of sending, and the resulting incidents. */
export interface PlannedGroup {
  group: string;
  news: readonly AlertNews[];
  incidents: readonly PlannedIncident[];
}

/** An alert that fires again after this time is another incident. */
const longGapMinutes = 15;
const outOfOrderShare = 0.15;
const anotherIncidentShare = 0.1;

/**
 * A group's history from a seed: it fires, repeats, is resolved, fires again, mostly within ten minutes, and is cut
 * off somewhere. Changes are so far apart that it never counts as flapping. Some events are sent after later ones.
 */
export function planGroup(seed: string, group: string, count: number, endMs: number): PlannedGroup {
  const alertName = `Orders of ${group.split("-")[0]}`;
  const draw = (low: number, high: number, ...key: (string | number)[]) =>
    Math.floor(seededBetween(low, high, seed, group, ...key));
  const steps: { state: AlertNews["state"]; minute: number }[][] = [];
  let minute = 0;
  for (let run = 0, left = count; left > 0; run += 1) {
    const firing = Math.min(left, draw(3, 8, run, "firing"));
    const isOver = left > firing;
    const isAnother = seededBetween(0, 1, seed, group, run, "another") < anotherIncidentShare;
    const plan = run === 0 || isAnother ? [] : (steps.pop() ?? []);
    if (isAnother && run > 0) minute += longGapMinutes;
    for (let n = 0; n < firing; n += 1) plan.push({ state: "ALERT", minute: minute++ });
    if (isOver) plan.push({ state: "OK", minute: minute++ });
    steps.push(plan);
    minute += draw(3, 8, run, "gap");
    left -= firing + (isOver ? 1 : 0);
  }
  const news = steps.map((plan) =>
    plan.map(({ state, minute: at }): AlertNews => {
      return { alertName, group, state, endsAtMs: endMs - (minute - at) * minuteMs };
    }),
  );
  return { group, news: news.flatMap((plan) => shuffled(plan, seed)), incidents: news.map(incidentOf) };
}

/** Sends some events after later ones, but never a resolve, which would change the outcome. */
function shuffled(plan: readonly AlertNews[], seed: string): AlertNews[] {
  const sent = [...plan];
  for (let index = 0; index + 1 < sent.length; index += 1) {
    const [early, late] = [sent[index], sent[index + 1]];
    if (!early || !late || early.state === "OK") continue;
    if (seededBetween(0, 1, seed, early.group, early.endsAtMs, "late") > outOfOrderShare) continue;
    [sent[index], sent[index + 1]] = [late, early];
    index += 1;
  }
  return sent;
}

function incidentOf(plan: readonly AlertNews[]): PlannedIncident {
  const changes = plan.flatMap(({ state }, index): PlannedIncident["changes"] => {
    const before = plan[index - 1]?.state;
    if (before === undefined || before === state) return [];
    return [state === "OK" ? "resolved" : "fired again"];
  });
  const state = plan.at(-1)?.state === "OK" ? "Resolved" : "Firing";
  return { state, times: plan.length, changes };
}
