import { pino } from "pino";
import { expect, test } from "vitest";
import { type AuditEntry, type AuditLog, loggedAudit } from "../../../src/platform/audit/log.ts";

const entry: AuditEntry = {
  at: "2026-11-20T10:00:00.000Z",
  userId: "U1",
  action: "hook.rotate",
  subject: "checkout",
  result: "done",
};

/** The lines of a log at level warn while an entry is recorded. */
async function linesOf(record: AuditLog["record"]): Promise<object[]> {
  const lines: object[] = [];
  const log = pino(
    { level: "warn" },
    { write: (line: string) => void lines.push(Object(JSON.parse(line))) },
  ).child({ workspaceId: "T1" });
  const audit = loggedAudit({ record, read: async () => [], following: async () => [] }, log);
  await audit.record(entry).catch(() => undefined);
  return lines;
}

test("each entry is one line of the log at any log level", async () => {
  const lines = await linesOf(async () => undefined);
  expect(lines).toMatchObject([{ ...entry, audit: true, workspaceId: "T1", msg: "audit" }]);
});

test("an entry that isn't saved is logged as an error", async () => {
  const lines = await linesOf(() => Promise.reject(new Error("Redis is away.")));
  expect(lines).toMatchObject([{ ...entry, audit: true, level: 50, msg: "couldn't keep an audit entry" }]);
});
