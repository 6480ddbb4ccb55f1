import * as fc from "fast-check";
import { expect, test } from "vitest";
import { teamFilter } from "../../src/features/costs/aggregate.ts";
import { amountsOfDays } from "../../src/features/costs/forecast.ts";
import { costsCsv } from "../../src/features/costs/csv.ts";
import { noTeamId, partsBy, summarizeCosts } from "../../src/features/costs/summary.ts";
import { type Team, teamKey } from "../../src/features/owners/team.ts";
import { daysFrom } from "../../src/lib/day.ts";
import { sum } from "../../src/lib/money.ts";
import { parseCostRange } from "../../src/lib/period/range.ts";
import { CostRecord } from "../../src/platform/cloud/costs/usage.ts";
import { costDays } from "../features/costs/records.ts";
import { costHistories, lastDay, spansWithin } from "./cost-histories.ts";

const days = 130;
/** Each history counts with its days that have records. */
const daysInAll = 1_000;

const teams: Team[] = [
  { kind: "group", id: "S1", name: "dba" },
  { kind: "name", name: "payments" },
  { kind: "name", name: "data" },
];
const anyTeams = fc.dictionary(fc.constantFrom("s1", "s2", "s3", "w1"), fc.constantFrom(...teams));

test("the sums of all teams and of no team are the total, exactly, on 1,000 generated days", async () => {
  const seen: string[] = [];
  const property = fc.asyncProperty(
    costHistories(days),
    anyTeams,
    spansWithin(days),
    async (history, owned, span) => {
      const records = history.map((record) => CostRecord.parse(record));
      const range = parseCostRange(`${span.from} to ${span.to}`, new Date(`${lastDay}T10:00:00Z`));
      const teamOf = (id: string) => owned[id.toLowerCase()];
      const summary = await summarizeCosts({
        range,
        current: costDays(records, range),
        previous: costDays(records, range.previous),
        teamOf,
      });
      const parts = partsBy("team", summary);
      seen.push(...daysFrom(range.from, range.to).filter((day) => records.some(({ date }) => date === day)));
      const byTeam = [
        sum(parts.map(({ total }) => total)).toFixed(),
        sum(parts.map(({ compared }) => compared)).toFixed(),
        sum(parts.map(({ previous }) => previous)).toFixed(),
        ...summary.buckets.map((_, index) => sum(parts.map(({ amounts }) => amounts[index] ?? 0)).toFixed()),
      ];
      expect(byTeam).toEqual([
        summary.total.toFixed(),
        summary.comparedTotal.toFixed(),
        summary.previousTotal.toFixed(),
        ...summary.buckets.map(({ total }) => total.toFixed()),
      ]);
      // Each team is one row, and what belongs to no team is in the row without one.
      const ids = parts.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.filter((id) => id !== noTeamId && !teams.some((team) => teamKey(team) === id))).toEqual([]);
    },
  );
  while (seen.length < daysInAll) await fc.assert(property, { numRuns: 25 });
  expect(seen.length).toBeGreaterThanOrEqual(daysInAll);
});

test("the rows of a file by team add up to the same amounts", async () => {
  const property = fc.asyncProperty(costHistories(20), anyTeams, async (history, owned) => {
    const records = history.map((record) => CostRecord.parse(record));
    const teamOf = (id: string) => owned[id.toLowerCase()];
    const range = parseCostRange(`last 30 days`, new Date(`${lastDay}T10:00:00Z`));
    const { teams: parts = [] } = await summarizeCosts({ range, current: costDays(records, range), teamOf });
    const { bytes } = await costsCsv(
      () => costDays(records, range),
      () => true,
      { teamOf },
    );
    const [header = "", ...lines] = bytes.toString("utf8").trimEnd().split("\n");
    const at = header.split(",").indexOf("team");
    const sums = new Map<string, string[]>();
    for (const cells of lines.map((line) => line.split(","))) {
      const name = cells[at] ?? "";
      sums.set(name, [...(sums.get(name) ?? []), cells.at(-1) ?? "0"]);
    }
    const inFile = [...sums].map(
      ([name, amounts]) => [name.replace(/^'/, ""), sum(amounts).toFixed()] as const,
    );
    const shown = parts.map(({ id, name, total }) => [id === noTeamId ? "" : name, total.toFixed()] as const);
    expect(new Map(inFile)).toEqual(new Map(shown));
  });
  await fc.assert(property, { numRuns: 40 });
});

test("a team's budget counts what the costs by team count for it", async () => {
  const property = fc.asyncProperty(
    costHistories(20),
    anyTeams,
    fc.constantFrom(...teams),
    async (history, owned, team) => {
      const records = history.map((record) => CostRecord.parse(record));
      const teamOf = (id: string) => owned[id.toLowerCase()];
      const range = parseCostRange(`last 30 days`, new Date(`${lastDay}T10:00:00Z`));
      const { teams: parts = [] } = await summarizeCosts({
        range,
        current: costDays(records, range),
        teamOf,
      });
      const counted = await amountsOfDays(costDays(records, range), teamFilter(team, teamOf));
      const shown = parts.find(({ id }) => id === teamKey(team))?.total.toFixed() ?? "0";
      expect(sum(counted.map(({ total }) => total)).toFixed()).toBe(shown);
    },
  );
  await fc.assert(property, { numRuns: 40 });
});
