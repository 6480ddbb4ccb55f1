import { describe, expect, it } from "vitest";
import { at, event, firing, hook, live, meet, over, unclear } from "./life.ts";

describe("a first event", () => {
  it("opens an incident that fires, where its hook's channel is", () => {
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

  it("is urgent where it is critical", () => {
    expect(live([firing(0, { severity: "critical" })]).last.isUrgent).toBe(true);
    expect(live([over(0, { severity: "critical" })]).last.isUrgent).toBe(false);
  });

  it("opens one that fires also where it is unclear, with its word", () => {
    const { incident, lines } = live([unclear(0, "NO_DATA")]);
    expect(incident).toMatchObject({ state: "firing", latest: { stateWord: "NO_DATA" } });
    expect(lines).toEqual(["(fired: NO_DATA)"]);
  });

  it("opens one that is resolved already by a resolve, since what was accepted reaches the channel", () => {
    const { last, incident } = live([over(3)]);
    expect(last.change).toBe("new");
    expect(incident).toMatchObject({ state: "resolved", resolved: { atMs: at(3), how: "sender" } });
  });

  it("says of a resolve that came first since when it had fired, if the resolve tells", () => {
    const { incident } = live([over(60, { startsAtMs: at(0), endsAtMs: at(60) })]);
    expect(incident).toMatchObject({ openedAtMs: at(0), latestAtMs: at(60), resolved: { atMs: at(60) } });
    expect(incident.history).toMatchObject([{ what: "resolved", atMs: at(60) }]);
    const window = { startsAtMs: at(59), endsAtMs: at(60), windowMs: 60_000 };
    expect(live([over(60, window)]).incident.openedAtMs).toBe(at(60));
    const later = live([over(60, { startsAtMs: at(90) })]);
    expect(later.incident.openedAtMs).toBe(at(60));
  });

  it("shows a firing that arrives after such a resolve as over, with both lines", () => {
    const { incident, lines } = live([over(60, { startsAtMs: at(0) }), event(0, { startsAtMs: at(0) }, 61)]);
    expect(incident).toMatchObject({ state: "resolved", openedAtMs: at(0), times: 2 });
    expect(lines).toEqual(["(resolved)", "(fired)"]);
  });

  it("counts as often as a flood received it", () => {
    expect(
      live([
        { ...firing(0), times: 40 },
        { ...firing(1), times: 2 },
      ]).incident.times,
    ).toBe(42);
  });

  it("is as bad as a rule of the hook says, else as the event does", () => {
    expect(live([firing(0, { severity: "info" })], hook, { severity: "error" }).incident.severity).toBe(
      "error",
    );
  });

  it("opens nothing where it is muted", () => {
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

  it("is counted soon after another one, and is a new incident later", () => {
    expect(live([firing(0, test), firing(9, test)]).incident).toMatchObject({ id: "i1", times: 2 });
    expect(live([firing(0, test), firing(11, test)]).incident).toMatchObject({ id: "i2", times: 1 });
  });

  it("is no part of what fires in earnest", () => {
    expect(live([firing(0, test), firing(1)]).incident).toMatchObject({ id: "i2", state: "firing" });
    expect(live([firing(0), firing(1, test)]).incident).toMatchObject({
      id: "i1",
      state: "firing",
      times: 2,
    });
  });
});

describe("a repeat", () => {
  it("shows with its count, value and time, and is no line of history", () => {
    const { last, incident, lines } = live([firing(0, { value: "90" }), firing(1, { value: "95" })]);
    expect(last).toMatchObject({ change: "changed", isUrgent: false });
    expect(last.suppressed).toBeUndefined();
    expect(incident).toMatchObject({ revision: 2, times: 2, latest: { value: "95" }, lastSeenAtMs: at(1) });
    expect(lines).toEqual(["(fired)"]);
  });

  it("tells of a word that is neither firing nor resolved, and of the way back", () => {
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

  it("says nothing where a sender never gives a state", () => {
    expect(live([unclear(0), unclear(1)]).lines).toEqual(["(fired)"]);
  });
});

describe("order is by the sender's clock", () => {
  it("so that an older event changes no state and no text, but is counted", () => {
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

  it("so that what arrives late of a firing one says since when it fires", () => {
    expect(live([firing(2), event(1, {}, 6)]).incident.openedAtMs).toBe(at(1));
  });

  it("so that a resolve which arrives before its firing stays, and the firing is shown as over", () => {
    const { incident, lines } = live([over(5), event(1, {}, 6)]);
    expect(incident).toMatchObject({
      state: "resolved",
      openedAtMs: at(1),
      resolved: { atMs: at(5) },
      times: 2,
    });
    expect(lines).toEqual(["(resolved)", "(fired)"]);
  });

  it("so that a late resolve ends nothing that fired after it", () => {
    expect(live([firing(0), firing(5), event(4, { state: "resolved" }, 6)]).incident.state).toBe("firing");
  });

  it("so that a late resolve ends what was only unclear since", () => {
    const { incident } = live([firing(0), unclear(5, "PENDING"), event(4, { state: "resolved" }, 6)]);
    expect(incident).toMatchObject({ state: "resolved", latest: { stateWord: "PENDING" } });
  });

  it("and of equal times by arrival", () => {
    expect(live([firing(1), over(1)]).incident.state).toBe("resolved");
    expect(live([over(1), firing(1)]).incident.state).toBe("firing");
  });

  it("and where a sender has no clock, by when it was received", () => {
    const unclocked = { ...firing(9, { atMs: undefined, state: "resolved" }), receivedAtMs: at(4) };
    expect(live([firing(2), unclocked]).incident).toMatchObject({
      state: "resolved",
      resolved: { atMs: at(4) },
    });
    expect(live([firing(5), unclocked]).incident.state).toBe("firing");
  });
});
