import { describe, expect, it } from "vitest";
import { Incident, storedIncident } from "../../../../src/features/alerts/incident/record.ts";
import {
  acknowledged,
  at,
  done,
  escalating,
  firing,
  heard,
  live,
  meet,
  moved,
  mutedHook,
  over,
  snoozed,
  tick,
  unclear,
} from "./alert-events.ts";

it.each([acknowledged(1), snoozed(1, 9), done("mute", 1), moved(1, "C2"), tick(1)])(
  "an action without an incident changes nothing",
  (occurrence) => {
    expect(meet(undefined, occurrence)).toBeUndefined();
  },
);

describe("an acknowledgement", () => {
  it("notes the person and is urgent", () => {
    const { last, incident } = live([firing(0), acknowledged(1)]);
    expect(last).toMatchObject({ change: "changed", isUrgent: true });
    expect(incident).toMatchObject({ state: "acknowledged", acknowledged: { userId: "U1", atMs: at(1) } });
    expect(incident.history.at(-1)).toMatchObject({ what: "acknowledged", userName: "name of U1" });
  });

  it("changes nothing the second time by the same person; another person takes it over", () => {
    const again = live([firing(0), acknowledged(1), acknowledged(2)]);
    expect(again.last.change).toBe("unchanged");
    expect(again.incident).toMatchObject({ revision: 2, acknowledged: { atMs: at(1) } });
    const other = live([firing(0), acknowledged(1), acknowledged(2, "U2")]);
    expect(other.incident.acknowledged).toEqual({ userId: "U2", atMs: at(2) });
  });

  it("ends a snooze", () => {
    const { incident } = live([firing(0), acknowledged(1), snoozed(2, 60), acknowledged(3)]);
    expect(incident).toMatchObject({ state: "acknowledged", acknowledged: { atMs: at(3) } });
    expect(incident.snoozed).toBeUndefined();
  });

  it("stays during repeats, and does not change a resolved incident", () => {
    expect(live([firing(0), acknowledged(1), firing(2)]).incident.state).toBe("acknowledged");
    expect(live([over(0), acknowledged(1)]).last).toMatchObject({
      change: "unchanged",
      incident: { state: "resolved" },
    });
  });
});

describe("a snooze", () => {
  it("notes its end, its person and its reason", () => {
    const { last, incident, lines } = live([firing(0), snoozed(1, 60, "known")]);
    expect(last.isUrgent).toBe(true);
    expect(incident).toMatchObject({
      state: "snoozed",
      snoozed: { userId: "U1", atMs: at(1), untilMs: at(60), reason: "known", heldBack: 0 },
    });
    expect(lines.at(-1)).toBe("snoozed: known");
  });

  it("holds repeats back and shows their count", () => {
    const { last, incident } = live([firing(0), snoozed(1, 60), firing(2), { ...firing(3), times: 4 }]);
    expect(last).toMatchObject({ change: "changed", suppressed: "snoozed", isUrgent: false });
    expect(incident).toMatchObject({ snoozed: { heldBack: 5 }, times: 6 });
  });

  it("holds a changed word back", () => {
    expect(live([firing(0), snoozed(1, 60), unclear(2, "ERROR")]).lines.at(-1)).toBe("(word changed: ERROR)");
  });

  it("does not hold a resolve back", () => {
    const { last, incident, lines } = live([firing(0), snoozed(1, 60), over(2)]);
    expect(last.suppressed).toBeUndefined();
    expect(incident.state).toBe("resolved");
    expect(incident.snoozed).toBeUndefined();
    expect(lines.at(-1)).toBe("resolved");
  });

  it("ends by itself, and notes the number held back", () => {
    const { last, incident } = live([firing(0), snoozed(1, 60), firing(2), tick(60)]);
    expect(last.change).toBe("changed");
    expect(incident.state).toBe("firing");
    expect(incident.history.at(-1)).toMatchObject({ what: "snooze over", heldBack: 1 });
  });

  it("ends in the state before: an acknowledgement stays", () => {
    expect(live([firing(0), acknowledged(1), snoozed(2, 60), tick(60)]).incident).toMatchObject({
      state: "acknowledged",
      acknowledged: { userId: "U1" },
    });
  });

  it("does not end before its time", () => {
    expect(live([firing(0), snoozed(1, 60), tick(59)]).last.change).toBe("unchanged");
  });

  it("keeps its count if a person extends it", () => {
    const { incident } = live([firing(0), snoozed(1, 60), firing(2), snoozed(3, 90)]);
    expect(incident.snoozed).toMatchObject({ untilMs: at(90), heldBack: 1 });
  });
});

describe("a release", () => {
  it("takes back the acknowledgement and the snooze", () => {
    const { incident, last } = live([firing(0), acknowledged(1), snoozed(2, 60), done("release", 3)]);
    expect(last.isUrgent).toBe(true);
    expect(incident.state).toBe("firing");
    expect([incident.acknowledged, incident.snoozed]).toEqual([undefined, undefined]);
  });

  it("does not change a firing or a resolved incident", () => {
    expect(live([firing(0), done("release", 1)]).last.change).toBe("unchanged");
    expect(live([firing(0), done("resolve", 1), done("release", 2)]).incident.state).toBe("resolved");
  });

  it("restarts the time to escalate", () => {
    const { incident } = live([firing(0), acknowledged(1), done("release", 20)], escalating);
    expect(incident.mention).toEqual({ groupId: "S1", atMs: at(25) });
  });
});

describe("what happened where it was handed over", () => {
  const there = [firing(0), tick(6)];

  it.each([undefined, "U1", "U2"])("ends an acknowledgement of there, whoever ended it: %s", (by) => {
    const before = live([...there, heard("acknowledged", 7, "U1")], escalating);
    expect(before.incident).toMatchObject({ state: "acknowledged", acknowledged: { userId: "U1" } });
    const { incident, last } = live(
      [...there, heard("acknowledged", 7, "U1"), heard("released", 9, by)],
      escalating,
    );
    expect(last.isUrgent).toBe(true);
    expect([incident.state, incident.acknowledged]).toEqual(["firing", undefined]);
    expect(incident.mention).toEqual({ groupId: "S1", atMs: at(14) });
  });

  it("leaves what someone here acknowledged, also after someone there", () => {
    const { last } = live([...there, acknowledged(7), heard("released", 9)], escalating);
    expect(last.change).toBe("unchanged");
    const over = [...there, heard("acknowledged", 7), acknowledged(8), heard("released", 9)];
    expect(live(over, escalating).incident.acknowledged).toEqual({ userId: "U1", atMs: at(8) });
  });

  it("stays ended after a snooze that began meanwhile", () => {
    const { incident } = live(
      [...there, heard("acknowledged", 7), snoozed(8, 60), heard("released", 9), tick(60)],
      escalating,
    );
    expect(incident.state).toBe("firing");
  });

  it("names someone whom Slack doesn't know, and no one is reminded", () => {
    const { incident } = live([...there, heard("acknowledged", 7), tick(60)], escalating);
    expect(incident.acknowledged).toMatchObject({ userId: undefined, name: "Noor in PagerDuty" });
    expect(incident.history.some(({ what }) => what === "reminded")).toBe(false);
    const stored = storedIncident(incident);
    expect(stored.acknowledged).toMatchObject({ userId: "" });
    expect(Incident.parse(stored).acknowledged?.userId).toBeUndefined();
  });

  it("opens again what was resolved there, and nothing else", () => {
    const again = live([...there, heard("resolved", 7), heard("reopened", 9)], escalating);
    expect(again.incident).toMatchObject({ state: "firing", mention: { atMs: at(14) } });
    expect(again.lines.at(-1)).toBe("fired again: reopened by Noor in PagerDuty");
    expect(live([...there, done("resolve", 7), heard("reopened", 9)]).last.change).toBe("unchanged");
    expect(live([...there, over(7), heard("reopened", 9)]).last.change).toBe("unchanged");
  });
});

describe("a mute", () => {
  it("is a line of history", () => {
    const { last, lines } = live([firing(0), done("mute", 1)]);
    expect(last).toMatchObject({ change: "changed", isUrgent: true });
    expect(lines.at(-1)).toBe("muted");
  });

  it("suppresses later events, but the state goes on", () => {
    const before = live([firing(0), done("mute", 1)]).incident;
    const repeat = meet(before, firing(2, { severity: "critical" }), mutedHook);
    expect(repeat).toMatchObject({ change: "changed", suppressed: "muted", isUrgent: false });
    expect(repeat?.incident).toMatchObject({ times: 2, severity: "critical" });
    const end = meet(repeat?.incident, over(3), mutedHook);
    expect(end).toMatchObject({ suppressed: "muted", incident: { state: "resolved" } });
    const again = meet(end?.incident, firing(4), mutedHook);
    expect(again?.incident.state).toBe("firing");
    expect(again?.incident.history.slice(2).every(({ isQuiet }) => isQuiet)).toBe(true);
  });
});

describe("a move", () => {
  it("notes the reason", () => {
    const { last, incident, lines } = live([firing(0), moved(1, "C2")]);
    expect(last).toMatchObject({ change: "changed", isUrgent: false });
    expect(incident.channelId).toBe("C2");
    expect(lines.at(-1)).toBe("moved: C1 is archived");
  });

  it("to the same channel changes nothing", () => {
    expect(live([firing(0), moved(1, "C1")]).last.change).toBe("unchanged");
  });
});

describe("history", () => {
  it("keeps the latest lines, 100 in all, and the first of each kind that reports count", () => {
    const actions = Array.from({ length: 150 }, (_, index) => snoozed(index, index + 1));
    const { history } = live([firing(0), ...actions]).incident;
    expect(history).toHaveLength(100);
    expect([history[0]?.n, history[1]?.n, history.at(-1)?.n]).toEqual([2, 53, 151]);
    expect([history[0]?.what, history[0]?.atMs]).toEqual([history[1]?.what, at(0)]);
  });
});
