import { expect, test } from "vitest";
import { settledByMs } from "../../../../src/features/services/lost-response/read-list.ts";

const lostAt = "2026-11-20T10:00:00.000Z";

test.each([
  ["a minute after the answer was lost", { answered: false, settleMs: 60_000 }, 60_000],
  ["5 s after the server itself said that it failed", { answered: true, settleMs: 60_000 }, 5_000],
  ["no later than operators allow, for that", { answered: true, settleMs: 1_000 }, 1_000],
])("a service that is not there %s will not be", (_, { answered, settleMs }, afterMs) => {
  const told = { answered, succeeded: false, message: "", asked: false };
  const unknown = { status: "unknown", sentAt: lostAt, lostAt, ...told } as const;
  const context = { limits: { cloudTimeoutMs: 30_000, settleMs, requestsPerWindow: 10 } };
  expect(settledByMs(unknown, context)).toBe(Date.parse(lostAt) + afterMs);
});
