import * as fc from "fast-check";
import { expect, test } from "vitest";
import { nextTimerMs, type Occurrence } from "../../../../src/features/alerts/incident/advance.ts";
import { type Incident, Incident as Stored } from "../../../../src/features/alerts/incident/record.ts";
import {
  acknowledged,
  at,
  done,
  escalating,
  event,
  found,
  live,
  meet,
  moved,
  mutedHook,
  snoozed,
  tick,
} from "./alert-events.ts";
import type { ReceivedEvent } from "../../../../src/features/alerts/receive/inbox-entries.ts";

const minute = fc.integer({ min: 0, max: 40 });
const severity = fc.constantFrom("info", "warning", "critical", undefined);
const arrivals = (states: readonly ReceivedEvent["event"]["state"][]) =>
  fc.array(
    fc
      .tuple(minute, fc.constantFrom(...states), severity)
      .map(([at, state, severity]) => event(at, { state, severity, stateWord: `${state} ${at % 3}` })),
    { minLength: 1, maxLength: 12 },
  );

test("the latest event by the sender's clock gives the state, in any order of arrival", () => {
  fc.assert(
    fc.property(arrivals(["firing", "resolved"]), (events) => {
      const { incident } = live(events);
      const latest = events.reduce((a, b) => ((b.event.atMs ?? 0) >= (a.event.atMs ?? 0) ? b : a));
      expect(incident.state).toBe(latest.event.state);
      expect(incident.latest).toEqual(latest.event);
      expect(incident.openedAtMs).toBeLessThanOrEqual(incident.latestAtMs);
    }),
    { numRuns: 300 },
  );
});

test("with unclear events too, any order of arrival ends like the order of the sender's clock", () => {
  fc.assert(
    fc.property(arrivals(["firing", "resolved", "unclear"]), (events) => {
      const inOrder = events.toSorted((a, b) => (a.event.atMs ?? 0) - (b.event.atMs ?? 0));
      expect(live(events).incident).toMatchObject({
        state: live(inOrder).incident.state,
        latest: inOrder.at(-1)?.event,
      });
    }),
    { numRuns: 300 },
  );
});

test("every event is counted once over all incidents of a key", () => {
  fc.assert(
    fc.property(arrivals(["firing", "resolved", "unclear"]), (events) => {
      const last = new Map(live(events).all.map((each) => [each?.incident.id, each?.incident.times ?? 0]));
      expect([...last.values()].reduce((a, b) => a + b)).toBe(events.length);
    }),
  );
});

const anything: fc.Arbitrary<(minutes: number) => Occurrence> = fc.oneof(
  fc.tuple(fc.integer({ min: -15, max: 1 }), fc.constantFrom("firing", "resolved", "unclear"), severity).map(
    ([late, state, severity]) =>
      (minutes: number) =>
        event(minutes + late, { state, severity, windowMs: 60_000 }, minutes),
  ),
  fc.constantFrom(
    tick,
    acknowledged,
    (minutes: number) => acknowledged(minutes, "U2"),
    (minutes: number) => snoozed(minutes, minutes + 15),
    (minutes: number) => done("resolve", minutes),
    (minutes: number) => done("release", minutes),
    (minutes: number) => done("mute", minutes),
    (minutes: number) => found("over", minutes),
    (minutes: number) => found("silenced", minutes),
    (minutes: number) => found("unknown", minutes),
    (minutes: number) => found("firing", minutes, 120_000),
    (minutes: number) => moved(minutes, `C${minutes % 3}`),
  ),
);
const story = fc.array(fc.tuple(fc.integer({ min: 0, max: 8 }), anything), { minLength: 1, maxLength: 40 });

/** Applies occurrences one after the other, some minutes apart, and checks each step. */
function play(steps: readonly [number, (minutes: number) => Occurrence][], check: Check): void {
  let present: Incident | undefined;
  let minutes = 0;
  for (const [wait, occurrence] of steps) {
    minutes += wait;
    const own = minutes % 5 === 4 ? { ...escalating, muted: mutedHook.muted } : escalating;
    const advanced = meet(present, occurrence(minutes), own, `i${minutes}-${wait}`);
    if (advanced) check(present, advanced.incident, { minutes, change: advanced.change });
    present = advanced?.incident ?? present;
  }
}

type Check = (
  before: Incident | undefined,
  after: Incident,
  seen: { minutes: number; change: string },
) => void;

test("in any history, changes raise the revision, lines count up, and the store can keep the incident", () => {
  fc.assert(
    fc.property(story, (steps) => {
      play(steps, (before, after, { change }) => {
        expect(Stored.parse(JSON.parse(JSON.stringify(after)))).toEqual(after);
        const lines = after.history.map(({ n }) => n);
        expect(lines).toEqual(lines.map((_, index) => (lines[0] ?? 0) + index));
        const first = { id: after.id, revision: 0, history: [] };
        const known = change === "new" || !before ? first : before;
        expect(after.id).toBe(known.id);
        expect(after.revision - known.revision).toBe(change === "unchanged" ? 0 : 1);
        expect(after.history.at(-1)?.n ?? 0).toBeGreaterThanOrEqual(known.history.at(-1)?.n ?? 0);
      });
    }),
  );
});

test("a tick applies all due timers, so the next one is in the future", () => {
  fc.assert(
    fc.property(story, fc.integer({ min: 0, max: 100 }), (steps, late) => {
      play(steps, (_, incident) => {
        let present = incident;
        for (let count = 0; count < 10; count++) {
          const timerMs = nextTimerMs(present, escalating);
          if (timerMs === undefined) return;
          const atMs = timerMs + late * 60_000;
          present = meet(present, { kind: "tick", atMs }, escalating)?.incident ?? present;
          expect(nextTimerMs(present, escalating) ?? at(1e6)).toBeGreaterThan(atMs);
        }
        expect(nextTimerMs(present, escalating)).toBeUndefined();
      });
    }),
  );
});
