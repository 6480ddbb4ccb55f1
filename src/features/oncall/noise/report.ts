import { isHeld, type HistoryEntry, type Hook, type Incident, isOfPerson } from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import { median } from "../../../lib/median.ts";
import { minuteMs } from "../../../lib/duration.ts";
import { type Day, addDays, startOf } from "../../../lib/day.ts";
import { localDay, localTime } from "../../../lib/time.ts";
import { z } from "zod";
import { day, time } from "../../../platform/commands/found.ts";

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
  { hooks, startedAlerts, incidents }: Pick<OncallContext, "hooks" | "startedAlerts" | "incidents">,
  week: Week,
  hook?: Hook,
): Promise<NoiseReport> {
  const counted = hook ? [hook] : await hooks.list();
  const ids = counted.map(({ id }) => id);
  const { alerts, afterMs } = await startedAlerts.between(ids, week.sinceMs, week.untilMs);
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

/** What one rule did in a time. A rule is what gives the alerts of a hook one name. */
export interface RuleNoise {
  hookId: string;
  alertName: string;
  /** How many of its alerts began. */
  fired: number;
  acknowledged: number;
  /** Those that their sender resolved within five minutes. */
  briefly: number;
  flapped: number;
  /** Those that a person muted, alone or with their rule. */
  muted: number;
  /** Those that were posted and that no one acknowledged, snoozed or resolved. */
  unanswered: number;
  /** From when they arrived until the first person acknowledged them. */
  medianToAcknowledgeMs?: number | undefined;
  /** The id of its latest alert. */
  latestId: string;
}

/** An alert counts as over by itself if it lasts at most this long. */
const brieflyMs = 5 * minuteMs;

/** What one incident adds to its rule's noise. */
function noiseOf(incident: Incident, arrivedAtMs: number) {
  const { history, resolved, openedAtMs, held } = incident;
  const first = (what: HistoryEntry["what"]) => history.find((line) => line.what === what);
  const acknowledgedAtMs = first("acknowledged")?.atMs;
  // People can react once it is posted.
  const postedAtMs = Math.max(arrivedAtMs, held?.untilMs ?? arrivedAtMs);
  const isEndedByPerson =
    resolved?.how === "person" || history.some((line) => line.what === "resolved" && isOfPerson(line));
  const isEndedBySender = resolved?.how === "sender" || resolved?.how === "api";
  const isAnswered = acknowledgedAtMs !== undefined || first("snoozed") !== undefined || isEndedByPerson;
  return {
    toAcknowledgeMs: acknowledgedAtMs === undefined ? undefined : Math.max(0, acknowledgedAtMs - postedAtMs),
    isBrief: isEndedBySender && resolved.atMs - openedAtMs <= brieflyMs,
    isFlapped: first("flapping") !== undefined,
    isMuted: first("muted") !== undefined,
    isAnswered,
    isUnanswered: !isAnswered && !isHeld(incident),
  };
}

/** True if a person acknowledged, snoozed or resolved an incident. */
export function isAnswered(incident: Incident): boolean {
  return noiseOf(incident, incident.openedAtMs).isAnswered;
}

/** A rule's noise while it is counted. */
interface Counted {
  rule: RuleNoise;
  waitsMs: number[];
  latestAtMs: number;
}

/** Counts incidents by their rules, one after the other: only the counts stay in memory. */
export function noiseCounter() {
  const all = new Map<string, Counted>();
  return {
    add(incident: Incident, arrivedAtMs: number): void {
      const { hookId, latest, id } = incident;
      const key = `${hookId} ${latest.alertName}`;
      const counted = all.get(key) ?? newRule(hookId, latest.alertName);
      const { rule, waitsMs } = counted;
      const noise = noiseOf(incident, arrivedAtMs);
      rule.fired += 1;
      rule.acknowledged += Number(noise.toAcknowledgeMs !== undefined);
      rule.briefly += Number(noise.isBrief);
      rule.flapped += Number(noise.isFlapped);
      rule.muted += Number(noise.isMuted);
      rule.unanswered += Number(noise.isUnanswered);
      if (noise.toAcknowledgeMs !== undefined) waitsMs.push(noise.toAcknowledgeMs);
      if (arrivedAtMs >= counted.latestAtMs) {
        rule.latestId = id;
        counted.latestAtMs = arrivedAtMs;
      }
      all.set(key, counted);
    },
    /** The worst first: those with the most alerts that no one answered, then those that fired most. */
    rules: (): RuleNoise[] =>
      [...all.values()]
        .map(({ rule, waitsMs }) => ({ ...rule, medianToAcknowledgeMs: median(waitsMs) }))
        .toSorted(worseFirst),
    /** The same of all rules together. */
    medianToAcknowledgeMs: () => median([...all.values()].flatMap(({ waitsMs }) => waitsMs)),
  };
}

function newRule(hookId: string, alertName: string): Counted {
  const none = { fired: 0, acknowledged: 0, briefly: 0, flapped: 0, muted: 0, unanswered: 0 };
  return { rule: { hookId, alertName, ...none, latestId: "" }, waitsMs: [], latestAtMs: -Infinity };
}

function worseFirst(a: RuleNoise, b: RuleNoise): number {
  return (
    b.unanswered - a.unanswered ||
    b.fired - a.fired ||
    (a.alertName < b.alertName ? -1 : Number(a.alertName > b.alertName)) ||
    (a.hookId < b.hookId ? -1 : 1)
  );
}

/** A week from Monday to Sunday on a zone's clocks. It ends before `untilMs`. */
export interface Week {
  from: Day;
  to: Day;
  sinceMs: number;
  untilMs: number;
  timeZone: string;
}

/** The week that a moment is in, or with -1 the one before it. */
export function weekOf(moment: Date, timeZone: string, weeks: 0 | -1 = 0): Week {
  const from = addDays(startOf("week", localDay(moment, timeZone)), 7 * weeks);
  const midnight = (day: Day) => localTime(day, "00:00", timeZone).getTime();
  return {
    from,
    to: addDays(from, 6),
    sinceMs: midnight(from),
    untilMs: midnight(addDays(from, 7)),
    timeZone,
  };
}

/** The noise report for programs. */
export const NoiseData = z.object({
  from: day.describe("The Monday that the week begins with"),
  to: day.describe("Its Sunday"),
  timeZone: z.string().describe("The zone of the week"),
  countedSince: time.optional().describe("Set if too many alerts came. Older ones are not counted"),
  rules: z
    .array(
      z.object({
        rule: z.string().describe("The name of its alerts"),
        hook: z.string().optional().describe("The hook that they came through"),
        fired: z.int().describe("How many of its alerts began"),
        unanswered: z.int().describe("Those that no one acknowledged, snoozed or resolved"),
        acknowledged: z.int().describe("How many alerts people acknowledged"),
        overWithin5Minutes: z.int().describe("Those that their sender resolved that soon"),
        flapped: z.int().describe("How many alerts began and ended in quick succession"),
        muted: z.int().describe("Those that a person muted"),
        medianSecondsToAcknowledge: z.number().optional().describe("Absent if no one acknowledged any"),
      }),
    )
    .describe("The ones with most unanswered alerts first, at most 100"),
});

const mostForPrograms = 100;

/** A report as data. */
export function noiseData({ week, hooks, rules, afterMs }: NoiseReport): z.output<typeof NoiseData> {
  return {
    from: week.from,
    to: week.to,
    timeZone: week.timeZone,
    countedSince: afterMs === undefined ? undefined : new Date(afterMs).toISOString(),
    rules: rules.slice(0, mostForPrograms).map((rule) => ({
      rule: rule.alertName,
      hook: hooks.get(rule.hookId)?.name,
      fired: rule.fired,
      unanswered: rule.unanswered,
      acknowledged: rule.acknowledged,
      overWithin5Minutes: rule.briefly,
      flapped: rule.flapped,
      muted: rule.muted,
      medianSecondsToAcknowledge:
        rule.medianToAcknowledgeMs === undefined ? undefined : rule.medianToAcknowledgeMs / 1_000,
    })),
  };
}

/** A time zone as people read it. */
export function zoneName(timeZone: string): string {
  return /^[+-]/.test(timeZone) ? `UTC${timeZone}` : timeZone;
}
