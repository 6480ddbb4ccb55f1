import { describe, expect, it } from "vitest";
import { nextTimerMs } from "../../../../src/features/alerts/incident/advance.ts";
import type { Hook } from "../../../../src/features/alerts/hooks/record.ts";
import {
  acknowledged,
  at,
  done,
  escalating,
  event,
  firing,
  found,
  hook,
  live,
  meet,
  mutedHook,
  over,
  snoozed,
  tick,
} from "./alert-events.ts";

const everyTwo = { windowMs: 120_000 };

const days = (count: number) => count * 24 * 60;

/** The next timer, without the one for 30 days without news. */
function timerOf({ incident }: Pick<ReturnType<typeof live>, "incident">, own: Hook = hook) {
  const timerMs = nextTimerMs(incident, own);
  return timerMs !== undefined && timerMs < at(days(30)) ? timerMs : undefined;
}

it("an incident without anything due has no timer", () => {
  expect(timerOf(live([firing(0)]))).toBeUndefined();
  expect(timerOf(live([firing(0), over(1)], escalating), escalating)).toBeUndefined();
});

describe("the mention", () => {
  it("is due once, some time after the incident opened", () => {
    expect(timerOf(live([firing(0)], escalating), escalating)).toBe(at(5));
    const events = live([firing(0), tick(4), tick(5), tick(6), tick(60)], escalating);
    expect(events.lines).toEqual(["(fired)", "mentioned"]);
    expect(events.incident.history.at(-1)).toMatchObject({ groupId: "S1", atMs: at(5) });
    expect(timerOf(events, escalating)).toBeUndefined();
  });

  it("counts its time from the receipt, also of a late event", () => {
    expect(timerOf(live([event(0, {}, 20)], escalating), escalating)).toBe(at(25));
  });

  it.each([
    ["acknowledged", acknowledged(4)],
    ["snoozed", snoozed(4, 60)],
    ["resolved by its sender", over(4)],
    ["resolved by a person", done("resolve", 4)],
  ])("does not happen if the incident is %s before", (_, occurrence) => {
    expect(live([firing(0), occurrence, tick(6)], escalating).lines).not.toContain("mentioned");
  });

  it("does not happen a second time in the same incident", () => {
    const events = live([firing(0), tick(5), over(6), firing(7), tick(30)], escalating);
    expect(events.lines.filter((line) => line === "mentioned")).toHaveLength(1);
  });

  it("comes after a snooze once the whole time has passed again", () => {
    const events = live([firing(0), snoozed(1, 60), tick(60)], escalating);
    expect(events.lines.at(-1)).toBe("snooze over");
    expect(timerOf(events, escalating)).toBe(at(65));
  });

  it("of a rule happens at once, also for a later event that fits the rule, and not twice", () => {
    expect(live([firing(0)], hook, { mentionGroupId: "S2" }).lines).toEqual(["(fired)", "mentioned"]);
    const plain = live([firing(0)], escalating).incident;
    const risen = meet(plain, firing(1), escalating, "i2", { mentionGroupId: "S2" })?.incident;
    expect(risen?.history.at(-1)).toMatchObject({ what: "mentioned", groupId: "S2" });
    expect(risen?.mention).toBeUndefined();
    const once = meet(risen, firing(2), escalating, "i3", { mentionGroupId: "S2" })?.incident;
    expect(once?.history.at(-1)?.atMs).toBe(at(1));
  });

  it("of a rule does not happen if a person has acknowledged the incident", () => {
    const taken = live([firing(0), acknowledged(1)]).incident;
    const repeat = meet(taken, firing(2), hook, "i2", { mentionGroupId: "S2" })?.incident;
    expect(repeat?.history.at(-1)?.what).toBe("acknowledged");
  });

  it("does not happen while a person or a rule mutes the incident", () => {
    const { incident } = live([firing(0)], escalating);
    expect(timerOf({ incident }, { ...escalating, muted: mutedHook.muted })).toBeUndefined();
    const dropped = meet(incident, tick(5), escalating, "i2", { isMuted: true });
    expect(dropped).toMatchObject({ change: "unchanged", incident: { revision: 1 } });
    expect(dropped && timerOf(dropped, escalating)).toBeUndefined();
  });

  it("names the hook's present group, and does not happen if the hook has none", () => {
    const { incident } = live([firing(0)], escalating);
    const other = { ...hook, escalation: { groupId: "S9", afterMinutes: 5 } };
    expect(meet(incident, tick(5), other)?.incident.history.at(-1)?.groupId).toBe("S9");
    expect(timerOf({ incident })).toBeUndefined();
    expect(meet(incident, tick(5), hook)?.change).toBe("unchanged");
  });

  it("waits while its alert is silenced in the console", () => {
    const silenced = live([firing(0), found("silenced", 1), tick(10)], escalating);
    expect(silenced.lines).not.toContain("mentioned");
    expect(timerOf(silenced, escalating)).toBeUndefined();
    expect(
      live([firing(0), found("silenced", 1), found("firing", 9), tick(10)], escalating).lines.at(-1),
    ).toBe("mentioned");
  });
});

describe("the reminder", () => {
  it("comes once, 30 minutes after the acknowledgement, to its person", () => {
    expect(timerOf(live([firing(0), acknowledged(1)]))).toBe(at(31));
    const events = live([firing(0), acknowledged(1), tick(30), tick(31), tick(90)]);
    expect(events.lines).toEqual(["(fired)", "acknowledged", "reminded"]);
    expect(events.incident.history.at(-1)).toMatchObject({ userId: "U1", atMs: at(31) });
  });

  it("comes once more if another person takes the incident over", () => {
    const events = live([firing(0), acknowledged(1), tick(31), acknowledged(40, "U2"), tick(70)]);
    expect(events.incident.history.at(-1)).toMatchObject({ what: "reminded", userId: "U2" });
  });

  it("does not come if the incident is resolved, snoozed or silenced in the console", () => {
    expect(timerOf(live([firing(0), acknowledged(1), over(2)]))).toBeUndefined();
    expect(timerOf(live([firing(0), acknowledged(1), snoozed(2, 90)]))).toBe(at(90));
    expect(timerOf(live([firing(0), acknowledged(1), found("silenced", 2)]))).toBeUndefined();
  });

  it("is left out if the incident is muted", () => {
    const events = live([firing(0), acknowledged(1)]);
    const next = meet(events.incident, tick(31), mutedHook);
    expect(next?.change).toBe("unchanged");
    expect(next && timerOf(next, mutedHook)).toBeUndefined();
  });
});

describe("an incident without news", () => {
  it("is presumed to be over after three intervals", () => {
    expect(timerOf(live([firing(0, everyTwo), firing(2, everyTwo)]))).toBe(at(8));
    const events = live([firing(0, everyTwo), tick(5), tick(6)]);
    expect(events.incident).toMatchObject({ state: "resolved", resolved: { how: "presumed", atMs: at(6) } });
    expect(events.lines).toEqual(["(fired)", "presumed over"]);
  });

  it.each([1, 1_000, 29_999, 60_000])(
    "is presumed to be over after 5 minutes at the soonest, also with windows of %i ms",
    (windowMs) => {
      const events = live([firing(0, { windowMs }), firing(1, { windowMs }), tick(5.9)]);
      expect(events.incident.state).toBe("firing");
      expect(timerOf(events)).toBe(at(6));
      expect(meet(events.incident, tick(6))?.incident.resolved?.how).toBe("presumed");
    },
  );

  it("is presumed to be over also if acknowledged, but not soon without a known interval", () => {
    expect(live([firing(0, everyTwo), acknowledged(1), tick(6)]).incident.state).toBe("resolved");
    expect(live([firing(0), tick(10_000)]).incident.state).toBe("firing");
  });

  it("also takes the interval from the API", () => {
    expect(timerOf(live([firing(0), found("firing", 1, 120_000)]))).toBe(at(7));
  });

  it("has news if the API says that it fires", () => {
    const events = live([firing(0, everyTwo), found("firing", 2.5), tick(6)]);
    expect(events.incident.state).toBe("firing");
    expect(timerOf(events)).toBe(at(8.5));
  });

  it("is presumed to be over only after its snooze", () => {
    const events = live([firing(0, everyTwo), snoozed(1, 60), tick(30), tick(60)]);
    expect(events.lines).toEqual(["(fired)", "snoozed", "snooze over", "presumed over"]);
  });

  it("is not presumed to be over while it is silenced in the console, because then nothing is sent", () => {
    expect(timerOf(live([firing(0, everyTwo), found("silenced", 1)]))).toBeUndefined();
  });

  it.each([
    ["one that fires", [firing(0)], 0],
    ["one that a person acknowledged", [firing(0), acknowledged(5)], 5],
    ["one that was acknowledged and taken back", [firing(0), acknowledged(5), done("release", 9)], 9],
    ["one that was seen again", [firing(0), firing(days(20))], days(20)],
    ["one that the API said fires", [firing(0), found("firing", days(20))], days(20)],
    ["one that is silenced in the console", [firing(0), found("silenced", days(2))], days(2)],
    ["one that the API does not know", [firing(0), found("unknown", days(2))], 0],
    ["one with an ended snooze", [firing(0), snoozed(1, days(30)), tick(days(30))], days(30)],
  ])("is presumed to be over after 30 days: %s", (_, occurrences, sinceMinutes) => {
    const events = live(occurrences);
    const dueMinutes = sinceMinutes + days(30);
    expect(nextTimerMs({ ...events.incident, acknowledged: undefined }, hook)).toBe(at(dueMinutes));
    expect(meet(events.incident, tick(dueMinutes - 1))?.incident.state).toBe(events.incident.state);
    const ended = meet(events.incident, tick(dueMinutes))?.incident;
    expect(ended?.resolved).toEqual({ how: "presumed", atMs: at(dueMinutes) });
    expect(ended?.history.at(-1)).toMatchObject({ what: "presumed over" });
  });

  it("is not presumed to be over during any snooze", () => {
    const events = live([firing(0), snoozed(1, days(45)), tick(days(44))]);
    expect(events.incident.state).toBe("snoozed");
    expect(nextTimerMs(events.incident, hook)).toBe(at(days(45)));
  });

  it("fires again with the next event", () => {
    const events = live([firing(0, everyTwo), tick(6), firing(6, everyTwo)]);
    expect(events.incident).toMatchObject({ id: "i1", state: "firing" });
    expect(events.lines.at(-1)).toBe("fired again");
  });
});

describe("flapping", () => {
  const six = [firing(0), over(1), firing(2), over(3), firing(4), over(5)];

  it("means more than 4 changes within 10 minutes, and gets one line for all of them", () => {
    expect(live(six.slice(0, 5)).incident.isFlapping).toBe(false);
    const events = live([...six, firing(6), over(7)]);
    expect(events.incident.isFlapping).toBe(true);
    expect(events.lines).toEqual([
      "(fired)",
      "resolved",
      "fired again",
      "resolved",
      "fired again",
      "(resolved)",
      "flapping",
      "(fired again)",
      "(resolved)",
    ]);
  });

  it("does not mean as many changes in a longer time", () => {
    const slow = six.map((_, index) => (index % 2 ? over(index * 3) : firing(index * 3)));
    expect(live(slow).incident.isFlapping).toBe(false);
  });

  it("ends if 10 minutes hold 4 changes or less", () => {
    const events = live(six);
    expect(timerOf(events)).toBe(at(11));
    expect(live([...six, tick(10.9)]).last.change).toBe("unchanged");
    const calm = live([...six, tick(11)]);
    expect(calm.incident).toMatchObject({ isFlapping: false, state: "resolved" });
    expect(calm.lines.at(-1)).toBe("flapping over");
    expect(timerOf(calm)).toBeUndefined();
  });

  it("does not follow from actions of people", () => {
    const people = [0, 2, 4, 6, 8].flatMap((minute) => [firing(minute + 0.5), done("resolve", minute + 1)]);
    expect(live(people).incident.isFlapping).toBe(false);
  });
});
