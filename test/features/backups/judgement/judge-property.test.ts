import * as fc from "fast-check";
import { expect, test } from "vitest";
import { judgeBackups } from "../../../../src/features/backups/judgement/judge.ts";
import { formatJudgement } from "../../../../src/features/backups/judgement/format.ts";
import { Backup } from "../../../../src/platform/cloud/services/backup.ts";
import { hostileNames } from "../../../platform/blocks/hostile.ts";
import { backup, mixed, now } from "../wire.ts";
import { hourMs } from "../../../../src/lib/duration.ts";

const time = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .integer({ min: -30 * 24, max: 24 })
      .map((hours) => new Date(now.getTime() + hours * hourMs).toISOString()),
  },
  fc.constantFrom(
    undefined,
    null,
    "",
    "soon",
    "2026-02-31T00:00:00Z",
    "+275760-09-13T00:00:00.000Z",
    "0000-01-01",
  ),
);
const amount = fc.oneof(fc.nat(), fc.constantFrom(undefined, null, -1, 0, "12", Number.MAX_VALUE, 2 ** 60));
const wire = fc.record(
  {
    id: fc.uuid(),
    startedAt: time,
    finishedAt: time,
    sizeInBytes: amount,
    durationInSeconds: amount,
    status: fc.constantFrom("done", "error", "in_progress", "archiving", "", null, "__proto__"),
    type: fc.oneof(fc.constantFrom("full", "incremental", "FULL ", null), fc.constantFrom(...hostileNames)),
  },
  { requiredKeys: ["id"] },
);
const backups = fc.array(wire, { maxLength: 60 }).map((all) => all.map((each) => Backup.parse(each)));

test("the judgement of any backups is plain text", () => {
  fc.assert(
    fc.property(backups, (all) => {
      const line = formatJudgement(judgeBackups(all, now), { short: true });
      expect(line).not.toMatch(/NaN|Infinity|undefined|[<>]|\n/);
    }),
  );
});

test("the order of the backups changes nothing", () => {
  const shuffled = backups.chain((all) =>
    fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
  );
  fc.assert(
    fc.property(shuffled, ([all, otherwise]) => {
      expect(judgeBackups(otherwise, now)).toEqual(judgeBackups(all, now));
    }),
  );
});

test("right after a good backup there is no warning of an overdue or a missing backup", () => {
  fc.assert(
    fc.property(backups, (all) => {
      const { lastGoodAgoMs, warnings } = judgeBackups([...all, backup(0)], now);
      expect(lastGoodAgoMs).toBe(0);
      expect(warnings.filter((each) => each.about === "overdue" && each.kind === undefined)).toEqual([]);
      expect(warnings.map(({ about }) => about)).not.toContain("silent");
    }),
  );
});

test("an overdue backup stays overdue as time passes", () => {
  fc.assert(
    fc.property(backups, fc.nat({ max: 60 * 24 }), (all, hours) => {
      const past = all.filter(
        ({ startedAt = "", finishedAt = "" }) =>
          Date.parse(startedAt) < now.getTime() && !(Date.parse(finishedAt) > now.getTime()),
      );
      const isOverdue = (at: Date) =>
        judgeBackups(past, at).warnings.some((each) => each.about === "overdue" && each.kind === undefined);
      const later = new Date(now.getTime() + hours * hourMs);
      expect(!isOverdue(now) || isOverdue(later)).toBe(true);
    }),
  );
});

test("ten thousand backups are judged within a second", () => {
  const before = process.cpuUsage();
  judgeBackups(mixed(2_500), now);
  // CPU time, because other tests run at the same time.
  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
});
