import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { type FedShift, readCalendar } from "../../../../src/features/oncall/rota/calendar.ts";

const folder = join(import.meta.dirname, "feeds");
const Expected = z.record(
  z.string(),
  z.strictObject({
    /** Who is on call at these moments. */
    at: z.record(z.string(), z.array(z.string())),
    now: z.string().default("2026-11-28T15:00:00Z"),
    leftOut: z.array(z.string()).default([]),
    /** Those that aren't known for sure. */
    zones: z.array(z.string()).default([]),
  }),
);
const expected = Expected.parse(JSON.parse(readFileSync(join(folder, "expected.json"), "utf8")));
const backMs = 86_400_000;

function onCallAt(shifts: readonly FedShift[], ms: number): string[] {
  const present = shifts.filter(({ fromMs, toMs }) => fromMs <= ms && ms < toMs);
  return [...new Set(present.map(({ email = "" }) => email))].toSorted();
}

// As calendars and rotas of many makers write them, and as they break.
test.each(Object.entries(expected))("%s says who is on call, and what can't be read", (name, feed) => {
  const nowMs = Date.parse(feed.now);
  const { shifts, leftOut, zones } = readCalendar(readFileSync(join(folder, name), "utf8"), nowMs);
  const moments = Object.keys(feed.at).filter((at) => Date.parse(at) >= nowMs - backMs);
  expect(Object.fromEntries(moments.map((at) => [at, onCallAt(shifts, Date.parse(at))]))).toEqual(
    Object.fromEntries(moments.map((at) => [at, feed.at[at]?.toSorted()])),
  );
  expect({ leftOut, zones: zones.map((zone) => zone.name) }).toEqual({
    leftOut: feed.leftOut,
    zones: feed.zones,
  });
});

test("each feed in the folder has its right values", () => {
  const feeds = readdirSync(folder).filter((name) => name.endsWith(".ics"));
  expect(feeds.toSorted()).toEqual(Object.keys(expected).toSorted());
});
