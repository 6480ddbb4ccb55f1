import { describe, expect, it } from "vitest";
import {
  acknowledged,
  at,
  done,
  escalating,
  event,
  firing,
  found,
  live,
  meet,
  mutedHook,
  over,
  unclear,
} from "./alert-events.ts";

describe("a resolve of the sender", () => {
  it("ends an incident at its own time", () => {
    const { last, incident, lines } = live([firing(0), event(2, { state: "resolved" }, 7)]);
    expect(last.change).toBe("changed");
    expect(incident).toMatchObject({ state: "resolved", resolved: { atMs: at(2), how: "sender" }, times: 2 });
    expect(lines).toEqual(["(fired)", "resolved"]);
  });

  it("is counted if it comes twice", () => {
    const { incident, lines } = live([firing(0), over(2), over(3)]);
    expect(incident).toMatchObject({ resolved: { atMs: at(2) }, times: 3 });
    expect(lines).toEqual(["(fired)", "resolved"]);
  });

  it("after a person's resolve is a line for the details", () => {
    const { incident, lines } = live([firing(0), done("resolve", 1), over(2), over(3)]);
    expect(incident.resolved).toMatchObject({ how: "person", userId: "U1", atMs: at(1) });
    expect(lines).toEqual(["(fired)", "resolved", "(resolved: by its sender too)"]);
  });

  it("confirms a presumed end", () => {
    const presumed = live([firing(0, { windowMs: 60_000 }), { kind: "tick", atMs: at(5) }, over(4)]);
    expect(presumed.incident.resolved).toMatchObject({ how: "sender", atMs: at(4) });
  });
});

describe("firing after the end", () => {
  it("within 10 minutes continues the same incident without its acknowledgement", () => {
    const { incident, lines } = live([firing(0), acknowledged(1), over(2), firing(12)]);
    expect(incident).toMatchObject({ id: "i1", state: "firing", openedAtMs: at(0) });
    expect(incident.acknowledged).toBeUndefined();
    expect(incident.resolved).toBeUndefined();
    expect(lines).toEqual(["(fired)", "acknowledged", "resolved", "fired again"]);
  });

  it("later begins a new incident, in the present channel of its hook", () => {
    const { incident, last } = live([firing(0, { severity: "error" }), over(2), firing(12.1)]);
    expect(last.change).toBe("new");
    expect(incident).toMatchObject({
      id: "i3",
      state: "firing",
      openedAtMs: at(12.1),
      times: 1,
      revision: 1,
    });
    expect(incident.severity).toBeUndefined();
  });

  it("is measured by the sender's clock, not by arrival", () => {
    expect(live([firing(0), over(2), event(5, {}, 60)]).incident.id).toBe("i1");
    expect(live([firing(0), event(2, { state: "resolved" }, 30), event(31, {}, 31)]).incident.id).toBe("i3");
  });

  it("later ignores late events of the previous incident, except for the count", () => {
    const { incident } = live([firing(0), over(2), firing(20), event(1, {}, 21)]);
    expect(incident).toMatchObject({ id: "i3", openedAtMs: at(20), times: 2 });
  });

  it("restarts the time to escalate", () => {
    const { incident } = live([firing(0), over(2), firing(4)], escalating);
    expect(incident.mention).toEqual({ groupId: "S1", atMs: at(9) });
  });

  it("opens no new incident if it is muted", () => {
    const { incident } = live([firing(0), over(2)]);
    expect(meet(incident, firing(30), mutedHook)).toBeUndefined();
  });

  it("does not follow from an unclear event, unless the end is long ago", () => {
    expect(live([firing(0), over(2), unclear(5, "PENDING")]).incident).toMatchObject({
      state: "resolved",
      times: 3,
    });
    expect(live([firing(0), over(2), unclear(30, "ERROR")]).incident).toMatchObject({
      id: "i3",
      state: "firing",
    });
  });

  it("follows from an unclear event of a sender that never gives a state", () => {
    const { incident, lines } = live([unclear(0), done("resolve", 2), unclear(5)]);
    expect(incident.state).toBe("firing");
    expect(lines).toContain("fired again");
  });
});

describe("an incident that a person resolved", () => {
  it("notes the person and is urgent", () => {
    const { last, incident } = live([firing(0), done("resolve", 2)]);
    expect(last).toMatchObject({ change: "changed", isUrgent: true });
    expect(incident.history.at(-1)).toMatchObject({ what: "resolved", userId: "U1" });
  });

  it("stays resolved while windows repeat that began before", () => {
    const repeat = firing(3, { startsAtMs: at(1.5), value: "99" });
    const { incident, last, lines } = live([firing(0, { value: "90" }), done("resolve", 2), repeat]);
    expect(incident).toMatchObject({ state: "resolved", times: 2, latest: { value: "90" } });
    expect(last.change).toBe("changed");
    expect(lines).toEqual(["(fired)", "resolved"]);
  });

  it("fires again for a window that began after", () => {
    const repeat = firing(4, { startsAtMs: at(3) });
    const { incident, lines } = live([firing(0), done("resolve", 2), repeat]);
    expect(incident).toMatchObject({ id: "i1", state: "firing" });
    expect(lines.at(-1)).toBe("fired again");
  });

  it("begins a new incident long after", () => {
    expect(live([firing(0), done("resolve", 2), firing(30)]).incident.id).toBe("i3");
  });
});

describe("an incident that the API ended", () => {
  it("fires again for a newer event, even if its window ended before the request to the API", () => {
    const { incident } = live([firing(0), found("over", 2), event(1.9, {}, 3)]);
    expect(incident.state).toBe("firing");
  });
});
