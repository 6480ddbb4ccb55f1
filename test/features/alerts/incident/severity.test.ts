import { describe, expect, it } from "vitest";
import { event, firing, hook, live, snoozed } from "./alert-events.ts";

describe("an incident's severity", () => {
  it("is the highest of its events", () => {
    const { incident } = live([firing(0, { severity: "error" }), firing(1, { severity: "warning" })]);
    expect(incident.severity).toBe("error");
  });

  it("adds a line if it rises, also in the channel if the hook broadcasts", () => {
    const rise = [
      firing(0, { severity: "warning" }),
      firing(1, { severity: "error" }),
      firing(2, { severity: "error" }),
    ];
    const quiet = live(rise);
    expect(quiet.lines).toEqual(["(fired)", "severity rose: error"]);
    expect(quiet.incident.history.at(-1)?.isBroadcast).toBeUndefined();
    expect(live(rise, { ...hook, broadcasts: true }).incident.history.at(-1)?.isBroadcast).toBe(true);
  });

  it("adds no line the first time, unless it is critical", () => {
    expect(live([firing(0), firing(1, { severity: "error" })]).lines).toEqual(["(fired)"]);
    expect(live([firing(0), firing(1, { severity: "critical" })]).lines).toEqual([
      "(fired)",
      "severity rose: critical",
    ]);
  });

  it("is urgent if it becomes critical", () => {
    const { all } = live(
      [0, 1, 2].map((minute) => firing(minute, { severity: minute ? "critical" : "error" })),
    );
    expect(all.map((each) => each?.isUrgent)).toEqual([false, true, false]);
  });

  it("breaks through a snooze if it becomes critical, and the incident stays snoozed", () => {
    const { last, incident, lines } = live([
      firing(0, { severity: "error" }),
      snoozed(1, 60),
      firing(2, { severity: "critical" }),
    ]);
    expect(last).toMatchObject({ change: "changed", isUrgent: true });
    expect(last.suppressed).toBeUndefined();
    expect(incident).toMatchObject({ state: "snoozed", snoozed: { heldBack: 0 } });
    expect(lines.at(-1)).toBe("severity rose: critical");
  });

  it("is held back by a snooze if it stays below critical", () => {
    const { last, lines } = live([
      firing(0, { severity: "info" }),
      snoozed(1, 60),
      firing(2, { severity: "error" }),
    ]);
    expect(last.suppressed).toBe("snoozed");
    expect(lines.at(-1)).toBe("(severity rose: error)");
  });

  it("is not changed by a late event", () => {
    const late = event(1, { severity: "critical" }, 3);
    expect(live([firing(2, { severity: "info" }), late]).incident.severity).toBe("info");
  });
});
