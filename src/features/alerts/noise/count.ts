import { median } from "../../../lib/median.ts";
import { minuteMs } from "../../../lib/duration.ts";
import type { HistoryEntry, Incident } from "../incident/record.ts";
import { isOfPerson } from "../incident/step.ts";
import { isHeld } from "../maintenance/record.ts";

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
