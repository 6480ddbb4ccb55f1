import { expect, test } from "vitest";
import { Credits } from "../../../../src/lib/money.ts";
import { afterCheck, lateChangesReply } from "../../../../src/features/costs/reports/follow.ts";

const today = "2026-11-22";
const messageRef = { channelId: "C1", ts: "1" };

/** A report of these days after a check that found these amounts. True marks a final one. */
function look(said: Record<string, string>, now: Record<string, [string, boolean]>, day = today) {
  const provisional = Object.entries(said).map(([each, credits]) => ({ day: each, said: credits }));
  const report = { from: "2026-11-16", to: "2026-11-22", messageRef, provisional };
  const found = Object.entries(now).map(
    ([each, [total, locked]]) => [each, { total: new Credits(total), locked }] as const,
  );
  return afterCheck(report, new Map(found), day);
}

const again = { call: "costs_show" };

test("a final day that changed by more than 5 percent is posted, up or down", () => {
  const { provisional, changed } = look(
    { "2026-11-18": "100", "2026-11-19": "100" },
    { "2026-11-18": ["105.01", true], "2026-11-19": ["94.99", true] },
  );
  expect(provisional).toEqual([]);
  expect(changed).toEqual([
    { day: "2026-11-18", said: "100", final: "105.01" },
    { day: "2026-11-19", said: "100", final: "94.99" },
  ]);
});

test("a final day within 5 percent is no longer followed, and nothing is posted", () => {
  const { provisional, changed } = look({ "2026-11-18": "100" }, { "2026-11-18": ["105", true] });
  expect(provisional).toEqual([]);
  expect(changed).toBeUndefined();
});

test("a day that is not final is still followed, even after a large change", () => {
  const { provisional, changed } = look({ "2026-11-18": "100" }, { "2026-11-18": ["200", false] });
  expect(provisional).toEqual([{ day: "2026-11-18", said: "100" }]);
  expect(changed).toBeUndefined();
});

test("a provisional day is followed for 45 days", () => {
  const open = { "2026-11-18": ["200", false] } satisfies Record<string, [string, boolean]>;
  expect(look({ "2026-11-18": "100" }, open, "2027-01-02").provisional).toHaveLength(1);
  expect(look({ "2026-11-18": "100" }, open, "2027-01-03").provisional).toEqual([]);
});

test("costs on a day without costs before are posted, unless they round to 0.00", () => {
  expect(look({ "2026-11-18": "0" }, { "2026-11-18": ["3", true] }).changed).toHaveLength(1);
  expect(look({ "2026-11-18": "0" }, { "2026-11-18": ["0", true] }).changed).toBeUndefined();
  expect(look({ "2026-11-18": "0.011" }, { "2026-11-18": ["0.0121", true] }).changed).toBeUndefined();
});

test("one day is posted as a sentence with rounded amounts", () => {
  const { text } = lateChangesReply([{ day: "2026-11-19", said: "48.1100001", final: "52.1" }], again);
  expect(text).toBe("*19 Nov* is final: 52.10 credits, 8.3% more than the 48.11 above.");
});

test("several days are posted as a list, and a day without costs before has no percentage", () => {
  const { text } = lateChangesReply(
    [
      { day: "2026-11-18", said: "100", final: "90" },
      { day: "2026-11-19", said: "0", final: "3" },
    ],
    again,
  );
  expect(text.split("\n")).toEqual([
    "These days are final:",
    "• *18 Nov*: 90.00 credits, 10.0% less than the 100.00 above",
    "• *19 Nov*: 3.00 credits, more than the 0.00 above",
  ]);
});
