import { describe, expect, it } from "vitest";
import { judgeBackups } from "../../../../src/features/backups/judgement/judge.ts";
import { formatJudgement } from "../../../../src/features/backups/judgement/format.ts";
import type { Backup } from "../../../../src/platform/cloud/services/backup.ts";
import { backup, failed, mixed, now } from "../wire.ts";
import { hourMs } from "../../../../src/lib/duration.ts";

function told(backups: readonly Backup[]): string {
  return formatJudgement(judgeBackups(backups, now)).replaceAll("\n", " ");
}

function daily(days: number, first = 3): Backup[] {
  return Array.from({ length: days }, (_, index) => backup(first + index * 24));
}

function lastOf(sizeInBytes: number): Backup[] {
  return [backup(3, { sizeInBytes }), ...daily(8, 27)];
}

const running = { status: "in_progress", finishedAt: undefined };

describe("the judgement of a service's backups", () => {
  it("shows the age of the last good one, and the usual size and duration", () => {
    expect(told(daily(10))).toBe("Last good backup 3 hours ago. Usually 45 GiB in 7 min.");
    expect(judgeBackups(daily(10), now)).toMatchObject({ health: "fine", warnings: [] });
  });

  it("has a usual size and duration for each kind", () => {
    expect(told(mixed(5))).toBe(
      "Last good backup 2 hours ago. Usually full 45 GiB in 7 min, incremental 1 GiB in 30 s.",
    );
  });

  it("ignores a single far longer and larger backup in the usual size and duration", () => {
    const odd = backup(27, { sizeInBytes: 2 ** 50, durationInSeconds: 90_000 });
    expect(told([...daily(9, 51), odd, backup(3)])).toBe(
      "Last good backup 3 hours ago. Usually 45 GiB in 7 min.",
    );
  });

  it.each([
    [1, "The last backup failed 3 hours ago."],
    [3, "The last 3 backups failed, the newest 3 hours ago."],
  ])("warns if the last %i failed", (count, warning) => {
    const backups = daily(8).map((each, index) => (index < count ? backup(3 + index * 24, failed) : each));
    expect(told(backups)).toContain(warning);
    expect(judgeBackups(backups, now).health).toBe("broken");
  });

  it("warns of a long silence only after more than a week", () => {
    expect(judgeBackups([backup(7 * 24)], now).warnings).toEqual([]);
    expect(judgeBackups([backup(7 * 24 + 0.01)], now).warnings).toMatchObject([{ about: "silent" }]);
  });

  it("gives no warning of a failure before a good one, even while another one runs", () => {
    const backups = [backup(0.1, running), backup(6), backup(12, failed)];
    expect(judgeBackups(backups, now).warnings).toEqual([]);
  });

  it("warns of one that is overdue by the usual interval, but not of one that is a little late", () => {
    expect(judgeBackups(daily(8, 30), now).warnings).toEqual([]);
    expect(told(daily(8, 40))).toContain(
      "The last backup started 40 hours ago. Usually one starts every 24 hours.",
    );
    const everySix = Array.from({ length: 20 }, (_, index) => backup(10 + index * 6));
    expect(told(everySix)).toContain(
      "The last backup started 10 hours ago. Usually one starts every 6 hours.",
    );
  });

  it("finds the usual interval even if a few backups are missing", () => {
    const missing = new Set([2, 3, 9]);
    const left = Array.from({ length: 28 }, (_, index) => index).filter((index) => !missing.has(index));
    expect(told(left.map((index) => backup(40 + index * 24)))).toContain(
      "Usually one starts every 24 hours.",
    );
  });

  it.each([
    ["night", 12, (hours: number) => hours % 24 >= 12],
    ["weekend", 40, (hours: number) => hours % 168 >= 40],
  ])("allows for an hourly schedule's pause each %s, and warns of a longer one", (_, pause, isMade) => {
    const hours = Array.from({ length: 24 * 16 }, (__, ago) => ago).filter(isMade);
    const backups = hours.map((ago) => backup(ago));
    expect(told(backups)).not.toContain("Usually one starts");
    const later = new Date(now.getTime() + 2.6 * hourMs);
    expect(judgeBackups(backups, later).warnings).toMatchObject([{ about: "overdue", everyMs: hourMs }]);
    expect(judgeBackups(backups, later).warnings[0]).toHaveProperty("lastAgoMs", (pause + 2.6) * hourMs);
  });

  it("warns if one kind is missing while the other continues", () => {
    const backups = mixed(8).filter(({ type }, index) => type !== "full" || index > 16);
    expect(told(backups)).toContain(
      "The last full backup started 4 days ago. Usually one starts every 24 hours.",
    );
    expect(judgeBackups(backups, now).health).toBe("warned");
  });

  it("needs more than three backups for a usual interval, so earlier ones are not overdue", () => {
    for (const backups of [daily(1), daily(2), daily(3, 30)]) {
      expect(judgeBackups(backups, now)).toHaveProperty("warnings", []);
    }
    expect(told([backup(24 * 9)])).toBe("Last good backup 9 days ago. No backup started for 9 days.");
  });

  it("warns if the newest of its kind is less than half as large as usual, but not at half", () => {
    expect(told(lastOf(20 * 2 ** 30))).toContain(
      "The newest full backup has 20 GiB, less than half the usual 45 GiB.",
    );
    expect(judgeBackups(lastOf(22.5 * 2 ** 30), now).warnings).toEqual([]);
    expect(judgeBackups(lastOf(0), now).health).toBe("warned");
  });

  it("does not compare the size of a small kind with that of a large one", () => {
    expect(judgeBackups(mixed(8), now).warnings).toEqual([]);
  });

  const undated = "There are good backups. No good backup has a time, so I can't tell how old they are.";
  it.each([
    [[], "No backups yet."],
    [[backup(1, failed)], "No good backup: the only one failed."],
    [[3, 27, 51, 75].map((hours) => backup(hours, failed)), "No good backup: all 4 failed."],
    [[backup(0.1, running)], "No good backup yet. One is running."],
    [[backup(1, { status: "archiving" })], "No good backup."],
    [[backup(1, { startedAt: "soon", finishedAt: null })], undated],
    [[backup(1, { status: undefined })], "Last good backup 1 hour ago."],
    [[backup(-0.05)], "Last good backup less than a minute ago."],
    [[backup(-48)], undated],
  ])("has a sentence for each situation: %#", (backups, sentence) => {
    expect(told(backups)).toBe(sentence);
  });

  it("warns if the age of all good backups is unknown", () => {
    expect(judgeBackups([backup(1, { startedAt: "soon", finishedAt: null })], now).health).toBe("warned");
    expect(judgeBackups([backup(1, { startedAt: "soon", finishedAt: null }), backup(2)], now).health).toBe(
      "fine",
    );
  });

  it("lists several warnings one after the other", () => {
    const backups = [backup(50, failed), backup(74, { sizeInBytes: 1 }), ...daily(8, 98)];
    expect(told(backups)).toBe(
      "Last good backup 3 days ago. Usually 45 GiB in 7 min. The last backup failed 2 days ago. The last backup started 2 days ago. Usually one starts every 24 hours. The newest full backup has 1 byte, less than half the usual 45 GiB.",
    );
  });
});
