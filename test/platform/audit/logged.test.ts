import * as fc from "fast-check";
import { pino } from "pino";
import { expect, test } from "vitest";
import { arbitraryOf } from "../../support/arbitrary-of.ts";
import { AuditLine, loggedAudit } from "../../../src/platform/audit/line.ts";
import { AuditEntry, type AuditLog } from "../../../src/platform/audit/log.ts";

const entry: AuditEntry = {
  at: "2026-11-20T10:00:00.000Z",
  userId: "U1",
  action: "hook.rotate",
  subject: "checkout",
  result: "done",
};

/** The lines of a log at level warn while an entry is recorded. */
async function linesOf(record: AuditLog["record"], given = entry): Promise<object[]> {
  const lines: object[] = [];
  const log = pino(
    { level: "warn" },
    { write: (line: string) => void lines.push(Object(JSON.parse(line))) },
  ).child({ workspaceId: "T1" });
  const audit = loggedAudit({ record, read: async () => [], following: async () => [] }, log);
  await audit.record(given).catch(() => undefined);
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

const changed = fc.record({ before: fc.jsonValue(), after: fc.jsonValue() }, { requiredKeys: [] });
const entries = fc
  .tuple(arbitraryOf(AuditEntry.omit({ before: true, after: true })), changed)
  .map(([facts, values]) => AuditEntry.parse({ ...Object(facts), ...values }));

test("every entry becomes a line that the schema reads", async () => {
  await fc.assert(
    fc.asyncProperty(entries, fc.boolean(), async (given, isKept) => {
      const record = isKept ? async () => undefined : () => Promise.reject(new Error("Redis is away."));
      const lines = await linesOf(record, given);
      expect(lines).toHaveLength(1);
      AuditLine.parse(lines[0]);
    }),
    { numRuns: 200 },
  );
});

test.each([
  ["service.create", 1],
  ["password.show", 2],
  ["hook.rotate", 3],
  ["expiry.keep-day", 99],
  ["person.erase", 4],
])("%s is OCSF's activity %d", async (action, activity) => {
  const [line] = await linesOf(async () => undefined, { ...entry, action, result: "refused" });
  expect(line).toMatchObject({
    class_uid: 6003,
    activity_id: activity,
    type_uid: 600_300 + activity,
    severity_id: 3,
    status_id: 2,
    actor: { user: { uid: "U1" } },
    api: { operation: action },
  });
});
