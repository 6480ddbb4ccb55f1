import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type RuleNoise, noiseCounter } from "../../../../src/features/oncall/noise/report.ts";
import type { Occurrence } from "../../../../src/features/alerts/incident/advance.ts";
import type { Incident } from "../../../../src/features/alerts/incident/record.ts";
import { minuteMs } from "../../../../src/lib/duration.ts";
import { incidentRecord } from "../../../support/alerts.ts";
import {
  acknowledged,
  at,
  done,
  firing,
  found,
  live,
  over,
  snoozed,
} from "../../alerts/incident/alert-events.ts";

/** The noise of incidents that arrived when they were opened. */
function noise(...incidents: Incident[]): RuleNoise[] {
  const counter = noiseCounter();
  for (const incident of incidents) counter.add(incident, incident.openedAtMs);
  return counter.rules();
}

const only = (...occurrences: Occurrence[]) => noise(live(occurrences).incident)[0];

describe("an alert counts", () => {
  test("as over by itself if its sender resolved it within five minutes", () => {
    expect(only(firing(0), over(5))?.briefly).toBe(1);
    expect(only(firing(0), over(6))?.briefly).toBe(0);
    expect(only(firing(0), found("over", 3))?.briefly).toBe(1);
    expect(only(firing(0), done("resolve", 1))?.briefly).toBe(0);
    expect(only(firing(0))?.briefly).toBe(0);
  });

  test("as flapped if the state machine said that it flaps, also when that is over", () => {
    const changes = [0, 1, 2, 3, 4].map((minutes) => (minutes % 2 === 0 ? firing(minutes) : over(minutes)));
    expect(only(...changes)?.flapped).toBe(0);
    expect(only(...changes, over(5))?.flapped).toBe(1);
    expect(only(...changes, over(5), { kind: "tick", atMs: at(60) })?.flapped).toBe(1);
  });

  test("as answered if a person acknowledged, snoozed or resolved it, and not if one muted it", () => {
    for (const answer of [acknowledged(1), snoozed(1, 9), done("resolve", 1)])
      expect(only(firing(0), answer, over(20))?.unanswered).toBe(0);
    expect(only(firing(0), done("mute", 1), over(20))).toMatchObject({ unanswered: 1, muted: 1 });
    expect(only(firing(0), done("resolve", 1), firing(2))?.unanswered).toBe(0);
  });

  test("with the time until the first person acknowledged it", () => {
    const twice = [firing(0), acknowledged(3), acknowledged(9, "U2")];
    expect(only(...twice)?.medianToAcknowledgeMs).toBe(3 * minuteMs);
    expect(only(...twice, over(10), firing(11), acknowledged(19))?.medianToAcknowledgeMs).toBe(3 * minuteMs);
  });

  test("as unanswered only if it was posted", () => {
    const held = incidentRecord({ held: { sinceMs: 0 } });
    expect(noise(held)[0]).toMatchObject({ fired: 1, unanswered: 0 });
    const released = incidentRecord({ held: { sinceMs: 0, untilMs: held.openedAtMs + 60 * minuteMs } });
    expect(noise(released)[0]).toMatchObject({ fired: 1, unanswered: 1 });
  });

  test("the same when its history is long", () => {
    const many = Array.from({ length: 200 }, (_, index) => snoozed(30 + index, 40 + index));
    const long = only(firing(0), acknowledged(2), done("mute", 3), ...many, over(400));
    expect(long).toMatchObject({ acknowledged: 1, muted: 1, medianToAcknowledgeMs: 2 * minuteMs });
  });
});

/** An alert that was acknowledged after so many minutes. */
function after(id: string, minutes: number): Incident {
  const atMs = incidentRecord().openedAtMs + minutes * minuteMs;
  return incidentRecord({ id, history: [{ n: 1, atMs, what: "acknowledged" }] });
}

test("the median is the middle one, and of an even number the mean of the two in the middle", () => {
  expect(noise(after("a", 9), after("b", 1), after("c", 2))[0]?.medianToAcknowledgeMs).toBe(2 * minuteMs);
  expect(noise(after("a", 9), after("b", 1))[0]?.medianToAcknowledgeMs).toBe(5 * minuteMs);
  expect(noise(incidentRecord())[0]?.medianToAcknowledgeMs).toBeUndefined();
});

const step = fc.constantFrom(
  (minutes: number) => firing(minutes),
  (minutes: number) => over(minutes),
  (minutes: number) => acknowledged(minutes, `U${minutes % 3}`),
  (minutes: number) => snoozed(minutes, minutes + 3),
  (minutes: number) => done("resolve", minutes),
  (minutes: number) => done("release", minutes),
  (minutes: number) => done("mute", minutes),
  (minutes: number): Occurrence => ({ kind: "tick", atMs: at(minutes) }),
);
const courses = fc.array(
  fc.record({
    rule: fc.constantFrom("CPU", "Disk", "Lag"),
    steps: fc.array(fc.tuple(step, fc.integer({ min: 0, max: 4 })), { maxLength: 150 }),
  }),
  { minLength: 1, maxLength: 8 },
);

/** A course's incident, and all its states on the way. */
function courseOf({ steps }: { steps: [(minutes: number) => Occurrence, number][] }) {
  let minutes = 0;
  const { all, incident } = live([firing(0), ...steps.map(([make, more]) => make((minutes += more)))]);
  const states = all.flatMap((each) => (each?.incident.id === incident.id ? [each] : []));
  return { incident, states: states.map(({ incident: each }) => each) };
}

test("the counts of any histories equal a count that watched every step", () => {
  fc.assert(
    fc.property(courses, (all) => {
      const counter = noiseCounter();
      const naive = new Map<string, { fired: number; facts: Record<string, number>; waits: number[] }>();
      for (const [index, { rule, steps }] of all.entries()) {
        const { incident, states } = courseOf({ steps });
        const arrivedAtMs = states[0]?.openedAtMs ?? 0;
        counter.add(
          { ...incident, id: `i${index}`, latest: { ...incident.latest, alertName: rule } },
          arrivedAtMs,
        );
        const ever = (is: (state: Incident) => boolean) => states.some(is);
        const acknowledgement = states.find(
          ({ history }) => history.at(-1)?.what === "acknowledged",
        )?.acknowledged;
        const seen = naive.get(rule) ?? { fired: 0, facts: {}, waits: [] };
        const isAnswered =
          acknowledgement !== undefined ||
          ever(({ state }) => state === "snoozed") ||
          ever(({ resolved }) => resolved?.how === "person");
        const facts = {
          acknowledged: acknowledgement !== undefined,
          flapped: ever(({ isFlapping }) => isFlapping),
          muted: ever(({ history }) => history.at(-1)?.what === "muted"),
          unanswered: !isAnswered,
          briefly:
            incident.resolved?.how === "sender" &&
            incident.resolved.atMs - incident.openedAtMs <= 5 * minuteMs,
        };
        seen.fired += 1;
        for (const [name, is] of Object.entries(facts))
          seen.facts[name] = (seen.facts[name] ?? 0) + Number(is);
        if (acknowledgement) seen.waits.push(acknowledgement.atMs - arrivedAtMs);
        naive.set(rule, seen);
      }
      const rules = counter.rules();
      expect(rules.map(({ alertName }) => alertName).toSorted()).toEqual([...naive.keys()].toSorted());
      for (const rule of rules) {
        const { fired, facts, waits } = naive.get(rule.alertName) ?? {};
        expect(rule).toMatchObject({ fired, ...facts });
        const sorted = waits?.toSorted((a, b) => a - b) ?? [];
        const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
        const mean = middle.reduce((sum, wait) => sum + wait, 0) / middle.length;
        expect(rule.medianToAcknowledgeMs).toEqual(middle.length === 0 ? undefined : mean);
      }
    }),
    { numRuns: 150 },
  );
});

function one(id: string, alertName: string, isAnswered: boolean): Incident {
  const latest = { ...incidentRecord().latest, alertName };
  return incidentRecord({ id, latest, history: isAnswered ? [{ n: 1, atMs: 0, what: "acknowledged" }] : [] });
}

test("the worst rules have the most alerts that no one answered, then fired most", () => {
  const answered = ["b1", "b2", "b3"].map((id) => one(id, "busy", true));
  const all = [
    ...answered,
    one("a1", "quiet", true),
    one("c1", "noisy", false),
    one("d1", "noisier", false),
    one("d2", "noisier", false),
  ];
  expect(noise(...all).map(({ alertName }) => alertName)).toEqual(["noisier", "noisy", "busy", "quiet"]);
});
