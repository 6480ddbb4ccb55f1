import { describe, expect, it } from "vitest";
import { at, event, firing, hook, live, meet, over, unclear } from "./alert-events.ts";

describe("a first event", () => {
  it("opens a firing incident in its hook's channel", () => {
    const { last, incident, lines } = live([firing(1, { severity: "warning", windowMs: 60_000 })]);
    expect(last).toMatchObject({ change: "new", isUrgent: false });
    expect(incident).toMatchObject({
      id: "i1",
      hookId: "T1-hook",
      key: "cpu",
      channelId: "C1",
      revision: 1,
      state: "firing",
      severity: "warning",
      openedAtMs: at(1),
      lastSeenAtMs: at(1),
      times: 1,
      intervalMs: 60_000,
    });
    expect(lines).toEqual(["(fired)"]);
  });

  it("is urgent if it is critical", () => {
    expect(live([firing(0, { severity: "critical" })]).last.isUrgent).toBe(true);
    expect(live([over(0, { severity: "critical" })]).last.isUrgent).toBe(false);
  });

  it("opens a firing incident also for an unclear state, with its word", () => {
    const { incident, lines } = live([unclear(0, "NO_DATA")]);
    expect(incident).toMatchObject({ state: "firing", latest: { stateWord: "NO_DATA" } });
    expect(lines).toEqual(["(fired: NO_DATA)"]);
  });

  it("opens a resolved incident for a resolve, because every accepted event reaches the channel", () => {
    const { last, incident } = live([over(3)]);
    expect(last.change).toBe("new");
    expect(incident).toMatchObject({ state: "resolved", resolved: { atMs: at(3), how: "sender" } });
  });

  it("takes the start from a resolve that has one", () => {
    const { incident } = live([over(60, { startsAtMs: at(0), endsAtMs: at(60) })]);
    expect(incident).toMatchObject({ openedAtMs: at(0), latestAtMs: at(60), resolved: { atMs: at(60) } });
    expect(incident.history).toMatchObject([{ what: "resolved", atMs: at(60) }]);
    const window = { startsAtMs: at(59), endsAtMs: at(60), windowMs: 60_000 };
    expect(live([over(60, window)]).incident.openedAtMs).toBe(at(60));
    const later = live([over(60, { startsAtMs: at(90) })]);
    expect(later.incident.openedAtMs).toBe(at(60));
  });

  it("shows a firing event after such a resolve as resolved, with both lines", () => {
    const { incident, lines } = live([over(60, { startsAtMs: at(0) }), event(0, { startsAtMs: at(0) }, 61)]);
    expect(incident).toMatchObject({ state: "resolved", openedAtMs: at(0), times: 2 });
    expect(lines).toEqual(["(resolved)", "(fired)"]);
  });

  it("counts every event of a flood", () => {
    expect(
      live([
        { ...firing(0), times: 40 },
        { ...firing(1), times: 2 },
      ]).incident.times,
    ).toBe(42);
  });

  it("has the severity of the rule, else of the event", () => {
    expect(live([firing(0, { severity: "info" })], hook, { severity: "error" }).incident.severity).toBe(
      "error",
    );
  });

  it("opens nothing if it is muted", () => {
    expect(meet(undefined, firing(0), hook, "i1", { isMuted: true })).toBeUndefined();
  });
});

describe("a test of a sender", () => {
  const test = { isTest: true, state: "unclear", stateWord: "INSUFFICIENT_DATA" } as const;

  it("is over at once, and never escalates", () => {
    const { incident } = live([firing(0, test)], { ...hook, escalation: { groupId: "S1", afterMinutes: 1 } });
    expect(incident).toMatchObject({ state: "resolved", resolved: { how: "sender" } });
    expect(incident.mention).toBeUndefined();
  });

  it("is counted soon after another one, and begins a new incident later", () => {
    expect(live([firing(0, test), firing(9, test)]).incident).toMatchObject({ id: "i1", times: 2 });
    expect(live([firing(0, test), firing(11, test)]).incident).toMatchObject({ id: "i2", times: 1 });
  });

  it("does not join a real incident", () => {
    expect(live([firing(0, test), firing(1)]).incident).toMatchObject({ id: "i2", state: "firing" });
    expect(live([firing(0), firing(1, test)]).incident).toMatchObject({
      id: "i1",
      state: "firing",
      times: 2,
    });
  });
});

describe("a repeat", () => {
  it("shows its count, value and time without a line of history", () => {
    const { last, incident, lines } = live([firing(0, { value: "90" }), firing(1, { value: "95" })]);
    expect(last).toMatchObject({ change: "changed", isUrgent: false });
    expect(last.suppressed).toBeUndefined();
    expect(incident).toMatchObject({ revision: 2, times: 2, latest: { value: "95" }, lastSeenAtMs: at(1) });
    expect(lines).toEqual(["(fired)"]);
  });

  it("adds a line for an unclear word and for the way back", () => {
    const words = [
      firing(0, { stateWord: "ALERT" }),
      unclear(1, "NO_DATA"),
      unclear(2, "no_data"),
      firing(3),
    ];
    const { incident, lines } = live(words);
    expect(lines).toEqual(["(fired)", "word changed: NO_DATA", "word changed: firing"]);
    expect(incident.state).toBe("firing");
  });

  it("adds no line if a sender never gives a state", () => {
    expect(live([unclear(0), unclear(1)]).lines).toEqual(["(fired)"]);
  });
});

describe("the order of the sender's clock", () => {
  it("lets an older event change only the count", () => {
    const late = event(1, { title: "Old words", value: "1", severity: "critical" }, 6);
    const { last, incident, lines } = live([firing(2, { value: "2" }), late]);
    expect(last.change).toBe("changed");
    expect(incident).toMatchObject({
      times: 2,
      lastSeenAtMs: at(6),
      latest: { title: "CPU is high", value: "2" },
    });
    expect(incident.severity).toBeUndefined();
    expect(lines).toEqual(["(fired)"]);
  });

  it("lets a late event move the start of a firing incident", () => {
    expect(live([firing(2), event(1, {}, 6)]).incident.openedAtMs).toBe(at(1));
  });

  it("keeps a resolve that arrives before its firing event", () => {
    const { incident, lines } = live([over(5), event(1, {}, 6)]);
    expect(incident).toMatchObject({
      state: "resolved",
      openedAtMs: at(1),
      resolved: { atMs: at(5) },
      times: 2,
    });
    expect(lines).toEqual(["(resolved)", "(fired)"]);
  });

  it("lets a late resolve not end an incident that fired after it", () => {
    expect(live([firing(0), firing(5), event(4, { state: "resolved" }, 6)]).incident.state).toBe("firing");
  });

  it("lets a late resolve end an incident that was only unclear since", () => {
    const { incident } = live([firing(0), unclear(5, "PENDING"), event(4, { state: "resolved" }, 6)]);
    expect(incident).toMatchObject({ state: "resolved", latest: { stateWord: "PENDING" } });
  });

  it("is the order of arrival for equal times", () => {
    expect(live([firing(1), over(1)]).incident.state).toBe("resolved");
    expect(live([over(1), firing(1)]).incident.state).toBe("firing");
  });

  it("is the order of receipt for a sender without a clock", () => {
    const unclocked = { ...firing(9, { atMs: undefined, state: "resolved" }), receivedAtMs: at(4) };
    expect(live([firing(2), unclocked]).incident).toMatchObject({
      state: "resolved",
      resolved: { atMs: at(4) },
    });
    expect(live([firing(5), unclocked]).incident.state).toBe("firing");
  });
});
