import { expect, test } from "vitest";
import { gapOf } from "../../../../src/features/lifecycle/last-backup.ts";
import { lastBackup, lossOf } from "../../../../src/features/lifecycle/change/delete-form.ts";

const at = "2026-11-20T03:00:00.000Z";
const good = { at, failedSince: 0, unclearSince: 0, isRead: true };

test.each([
  [good, "2026-11-20T02:00:00Z", "it has all data"],
  [good, "2026-11-20T04:00:00Z", "The service ran after it, or may have."],
  [good, undefined, "The service ran after it, or may have."],
  [{ ...good, failedSince: 30 }, "2026-11-20T02:00:00Z", "30 later backups failed"],
  [{ ...good, unclearSince: 1 }, "2026-11-20T02:00:00Z", "I can't tell whether 1 later backup"],
])("before a deletion by hand, a backup %o of a service that ran until %s: %s", (backup, ranUntil, words) => {
  const gap = gapOf(backup, ranUntil === undefined ? undefined : new Date(ranUntil));
  const shown = `${lastBackup(backup, "8 days ago")} ${lossOf(gap, backup)}`;
  expect(shown).toContain(words);
  expect(shown).toContain(", 8 days ago");
  expect(shown).toContain("What changed after it is lost.");
});

test("without a good backup, or if they can't be read, the form says that nothing would be left", () => {
  const none = { failedSince: 2, unclearSince: 0, isRead: true };
  expect(lastBackup(none)).toContain("Nothing would be left of its data.");
  expect(lossOf(gapOf(none, undefined), none)).toBe("");
  const unread = { ...none, isRead: false };
  expect(lastBackup(unread)).toContain("I can't read its backups");
  expect(lossOf(gapOf(unread, undefined), unread)).toBe("");
});
