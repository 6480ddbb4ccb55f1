import type { ModalView } from "@slack/types";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { slackDate } from "../../../../src/platform/blocks/date.ts";
import { validateView } from "@quartermaster/local-slack/validate";
import { hostileNames } from "../../../platform/blocks/hostile.ts";
import { hookOf, incidentOf, minutesIn } from "../message/incident-of.ts";
import { mrkdwnOf } from "../message/mrkdwn-in.ts";
import { actionFixture } from "./fixture.ts";
import { bodyPages, detailsView } from "../../../../src/features/alerts/actions/details.ts";
import { alertGone } from "../../../../src/features/alerts/actions/texts.ts";
import { noMoreKept } from "../../../../src/features/alerts/message/texts.ts";
import { actionIds } from "../../../../src/features/alerts/message/status.ts";
import { unicodeText } from "../../../support/unicode-text.ts";

function said({ blocks }: ModalView): string {
  return mrkdwnOf(blocks).join("\n");
}

test("details show everything: state, times, whole text, history and origin", async () => {
  const history = [
    { n: 1, atMs: minutesIn(0), what: "fired" as const, isQuiet: true as const },
    { n: 2, atMs: minutesIn(6), what: "acknowledged" as const, userId: "UADA" },
  ];
  const latest = { startsAtMs: minutesIn(0), endsAtMs: minutesIn(1), link: "https://console.example.com/1" };
  const fixture = actionFixture({ incident: incidentOf({ history, intervalMs: 60_000 }, latest) });
  expect(await fixture.interact(actionIds.details, "i1")).toEqual([]);
  const [view] = fixture.views;
  const text = view && said(view);
  for (const part of [
    ":red_circle: *Firing: Checkout errors*",
    `Evaluated from ${slackDate(new Date(minutesIn(0)))} to ${slackDate(new Date(minutesIn(1)))}`,
    "Evaluated every 1 min",
    "```\n12 lines found\n```",
    "acknowledged by <@UADA>.",
    "<https://console.example.com/1|Open in the console>",
    "Hook Shop alerts, format structured\nAlert id `i1`\nKey `evt-1`",
  ]) {
    expect(text).toContain(part);
  }
  expect(text).not.toContain("Page 1");
});

test.each([
  [{ latestAtMs: minutesIn(5) }, { startsAtMs: minutesIn(4), endsAtMs: minutesIn(5) }, false],
  [{ latestAtMs: minutesIn(5) }, { startsAtMs: minutesIn(3), endsAtMs: minutesIn(4) }, true],
  [{ latestAtMs: minutesIn(5) }, {}, true],
])("the sender's latest time is shown unless it is the end of the window", async (...given) => {
  const [incident, latest, isSaid] = given;
  const fixture = actionFixture({ incident: incidentOf(incident, latest) });
  await fixture.interact(actionIds.details, "i1");
  expect(fixture.views.map(said).join("").includes("Latest: ")).toBe(isSaid);
});

test("a long text has pages, and each click shows another one in the same modal", async () => {
  const body = Array.from({ length: 2_000 }, (_, index) => `line ${index} ${"x".repeat(30)}`).join("\n");
  const fixture = actionFixture({ incident: incidentOf({}, { body }) });
  await fixture.interact(actionIds.details, "i1");
  await fixture.interact(actionIds.pageNext, "1 i1", { viewId: "V1" });
  await fixture.interact(actionIds.pageBack, "0 i1", { viewId: "V1" });
  await fixture.interact(actionIds.pageNext, "99 i1", { viewId: "V1" });
  const numbers = fixture.views.map((view) => /Page \d+ of \d+/.exec(said(view))?.[0]);
  expect(numbers).toEqual(["Page 1 of 3", "Page 2 of 3", "Page 1 of 3", "Page 3 of 3"]);
  const pages = fixture.views.map((view) => JSON.stringify(view).match(/(?<="value":")\d+(?= i1")/g));
  expect(pages).toEqual([["1"], ["0", "2"], ["1"], ["1"]]);
  expect(fixture.views.map((view) => validateView(view))).toEqual([null, null, null, null]);
});

test("details of an alert with a long text show the whole text", async () => {
  const incident = incidentOf({}, { body: "the beginning", wholeBody: { hash: "d", bytes: 40_000 } });
  const fixture = actionFixture({ incident, whole: "the beginning, the middle and the end" });
  await fixture.interact(actionIds.details, "i1");
  expect(fixture.views.map(said).join("")).toContain("the beginning, the middle and the end");
});

test("details say if the rest of a long text is gone", async () => {
  const incident = incidentOf({}, { body: "the beginning", wholeBody: { hash: "d", bytes: 40_000 } });
  const fixture = actionFixture({ incident, whole: undefined });
  await fixture.interact(actionIds.details, "i1");
  const text = fixture.views.map(said).join("");
  expect(text).toContain("the beginning");
  expect(text).toContain(noMoreKept(40));
});

test("a page of an alert that is gone says so in the modal", async () => {
  const fixture = actionFixture({ incident: undefined });
  await fixture.interact(actionIds.pageNext, "1 i1", { viewId: "V1" });
  expect(fixture.views.map(said).join("")).toContain(alertGone());
});

test("impossible times are left out", () => {
  const incident = incidentOf({ openedAtMs: 1e300 }, { startsAtMs: -1e300 });
  const text = said(detailsView({ incident, hook: hookOf() }));
  expect(text).toContain("*Since*\nan unknown time");
  expect(text).not.toContain("Evaluated from");
});

const anyText = fc
  .array(fc.oneof(fc.constantFrom(...hostileNames, "```", "&", "\n"), unicodeText()), {
    maxLength: 20,
  })
  .chain((pieces) => fc.constantFrom(1, 50).map((times) => pieces.join("").repeat(times)));

function letters(text: string): string {
  return text.replace(/[^a-z]/gi, "");
}

test("the pages of any text hold all of it in blocks that Slack takes", () => {
  fc.assert(
    fc.property(anyText, (body) => {
      const pages = bodyPages(body);
      expect(pages.flat().every((piece) => piece.length <= 2_900)).toBe(true);
      const shown = pages.flat().map((piece) => piece.replace(/&(?:amp|lt|gt);/g, ""));
      expect(letters(shown.join(""))).toBe(letters(body));
    }),
    { numRuns: 60 },
  );
});

test("every page of the details of any alert keeps Slack's limits", () => {
  const short = (length: number) => anyText.map((text) => text.slice(0, length) || "x");
  fc.assert(
    fc.property(short(500), short(500), anyText, fc.nat({ max: 5 }), (title, key, body, page) => {
      const history = Array.from({ length: 100 }, (_, index) => ({
        n: index + 1,
        atMs: minutesIn(index),
        what: "snoozed" as const,
        note: title,
        userId: "UADA",
      }));
      const link = `https://console.example.com/${key}`;
      const incident = incidentOf({ key, history }, { title, key, body, group: title, link });
      expect(validateView(detailsView({ incident, hook: hookOf() }, page))).toBeNull();
    }),
    { numRuns: 60 },
  );
});
