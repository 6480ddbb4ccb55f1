import { describe, expect, it } from "vitest";
import { at, done, firing, found, live, snoozed } from "./alert-events.ts";

/** The API gives a state that we do not know. */
function said(word: string, minutes: number) {
  return found("unknown", minutes, undefined, word);
}

describe("an answer of the API", () => {
  it.each([
    ["over", "api", "resolved: as the API says"],
    ["deleted", "deleted", "deleted"],
  ] as const)("%s: ends its incident", (what, how, line) => {
    const { last, incident, lines } = live([firing(0), found(what, 2)]);
    expect(last.change).toBe("changed");
    expect(incident).toMatchObject({ state: "resolved", resolved: { how, atMs: at(2) } });
    expect(lines.at(-1)).toBe(line);
  });

  it.each([
    ["silenced", "silenced"],
    ["unknown", "unverified"],
  ] as const)("%s: leaves it open, with one line for any number of answers", (what, line) => {
    const { all, incident, lines } = live([firing(0), found(what, 1), found(what, 2), found(what, 3)]);
    expect(all.map((each) => each?.change)).toEqual(["new", "changed", "unchanged", "unchanged"]);
    expect(incident).toMatchObject({ state: "firing", revision: 2, truth: { found: what, atMs: at(3) } });
    expect(lines).toEqual(["(fired)", line]);
  });

  it("firing: takes an earlier answer back, and changes nothing without one", () => {
    const { all, incident } = live([firing(0), found("firing", 1), found("silenced", 2), found("firing", 3)]);
    expect(all.map((each) => each?.change)).toEqual(["new", "unchanged", "changed", "changed"]);
    expect(incident.truth).toEqual({ found: "firing", atMs: at(3) });
  });

  it("ends a snoozed incident too", () => {
    const { incident } = live([firing(0), snoozed(1, 60), found("over", 2)]);
    expect(incident.state).toBe("resolved");
    expect(incident.snoozed).toBeUndefined();
  });

  it.each(["over", "deleted"] as const)(
    "%s: does not end an incident with an event after the request",
    (what) => {
      const { last, incident } = live([firing(0), firing(3), found(what, 2)]);
      expect(last.change).toBe("unchanged");
      expect(incident.state).toBe("firing");
    },
  );

  it("shows another unknown word of the API without a line", () => {
    const { all, lines } = live([firing(0), said("PENDING", 1), said("PENDING", 2), said("ERROR", 3)]);
    expect(all.map((each) => each?.change)).toEqual(["new", "changed", "unchanged", "changed"]);
    expect(lines).toEqual(["(fired)", "unverified: PENDING"]);
  });

  it("does not change a resolved incident", () => {
    expect(live([firing(0), done("resolve", 1), found("silenced", 2)]).last.change).toBe("unchanged");
  });

  it("is forgotten if the incident fires again", () => {
    expect(
      live([firing(0), found("silenced", 1), done("resolve", 2), firing(3)]).incident.truth,
    ).toBeUndefined();
  });
});
