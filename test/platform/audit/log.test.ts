import { beforeEach, expect, test } from "vitest";
import { ZodError } from "zod";
import { type AuditEntry, type AuditLog, auditLog } from "../../../src/platform/audit/log.ts";
import { useRedis } from "../../support/redis.ts";
import { dayMs } from "../../../src/lib/duration.ts";

const redis = useRedis();
let log: AuditLog;
const now = Date.parse("2026-11-20T10:00:00.000Z");

beforeEach(() => {
  log = auditLog(redis.client, "T1");
});

function entry(facts: Partial<AuditEntry> = {}): AuditEntry {
  return {
    at: new Date(now).toISOString(),
    userId: "U1",
    action: "hook.rotate",
    subject: "checkout",
    result: "done",
    ...facts,
  };
}

function daysAgo(days: number): string {
  return new Date(now - days * dayMs).toISOString();
}

async function subjects(query: Parameters<AuditLog["read"]>[0]): Promise<(string | undefined)[]> {
  return (await log.read(query)).map(({ subject }) => subject);
}

test("entries are read newest first, page by page, and none twice", async () => {
  for (const subject of ["a", "b", "c", "d", "e"]) await log.record(entry({ subject }));
  const first = await log.read({ limit: 2 });
  expect(first.map(({ subject }) => subject)).toEqual(["e", "d"]);
  expect(await subjects({ limit: 9, before: first[1]?.id })).toEqual(["c", "b", "a"]);
});

test("entries are found by their person, their subject or action without case, and their time", async () => {
  await log.record(entry({ at: daysAgo(3), subject: "Orders Prod", action: "service.add", userId: "U2" }));
  await log.record(entry({ at: daysAgo(2) }));
  await log.record(entry({ subject: "billing" }));
  expect(await subjects({ limit: 9, userId: "U2" })).toEqual(["Orders Prod"]);
  expect(await subjects({ limit: 9, subject: "orders  prod" })).toEqual(["Orders Prod"]);
  expect(await subjects({ limit: 9, subject: "hook" })).toEqual(["billing", "checkout"]);
  expect(await subjects({ limit: 9, subject: "service.add" })).toEqual(["Orders Prod"]);
  const [since, until] = [new Date(daysAgo(2)), new Date(now)];
  expect(await subjects({ limit: 9, since, until })).toEqual(["checkout"]);
});

test("a search goes on beyond one batch of entries", async () => {
  await log.record(entry({ subject: "the first" }));
  for (let each = 0; each < 1_100; each += 100)
    await Promise.all(Array.from({ length: 100 }, () => log.record(entry())));
  expect(await subjects({ limit: 1, subject: "the first" })).toEqual(["the first"]);
});

test("entries older than 400 days go, in whole nodes of the stream, and younger ones stay", async () => {
  for (let each = 0; each < 250; each++) await log.record(entry({ at: daysAgo(401) }));
  await log.record(entry({ at: daysAgo(399), subject: "young" }));
  await log.record(entry({ subject: "now" }));
  const left = await subjects({ limit: 999 });
  expect(left.length).toBeLessThan(150);
  expect(left.slice(0, 2)).toEqual(["now", "young"]);
});

test("entries can only be added, never changed or removed", async () => {
  expect(Object.keys(log).toSorted()).toEqual(["following", "read", "record"]);
  await log.record(entry());
  const [before] = await log.read({ limit: 1 });
  await log.record(entry({ result: "refused" }));
  expect(await log.following(undefined, 1)).toEqual([before]);
});

test("an entry from a slow clock follows the earlier ones, with its own time", async () => {
  await log.record(entry());
  await log.record(entry({ at: daysAgo(1), subject: "late" }));
  const [late] = await log.read({ limit: 1 });
  expect(late).toMatchObject({ subject: "late", at: daysAgo(1) });
});

test("the entries after one are read oldest first", async () => {
  for (const subject of ["a", "b", "c"]) await log.record(entry({ subject }));
  const [a] = await log.following(undefined, 1);
  expect((await log.following(a?.id, 9)).map(({ subject }) => subject)).toEqual(["b", "c"]);
});

test("a workspace sees only its own entries, and an unreadable one hides no other", async () => {
  await log.record(entry());
  await redis.client.xadd("qm:{T1}:audit", "*", "entry", "broken");
  expect(await auditLog(redis.client, "T2").read({ limit: 9 })).toEqual([]);
  expect(await subjects({ limit: 9 })).toEqual(["checkout"]);
});

test("an invalid entry is not recorded", async () => {
  await expect(log.record(entry({ action: "no action" }))).rejects.toThrow(ZodError);
  expect(await log.read({ limit: 9 })).toEqual([]);
});

test("a text with a secret isn't kept, wherever in an entry it is", async () => {
  const said = "why is postgresql://admin:S3cr3tPw9@db.example.com/orders slow";
  await log.record(
    entry({ subject: said, detail: said, before: [said], after: { sentence: said, services: ["orders"] } }),
  );
  const [kept] = await log.read({ limit: 1 });
  expect(JSON.stringify(kept)).not.toContain("S3cr3t");
  expect(kept?.after).toMatchObject({ services: ["orders"] });
});
