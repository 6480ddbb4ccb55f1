import { beforeAll, expect, test } from "vitest";
import { extended } from "../../../src/lib/cache.ts";
import type { BackupWatchSchedule } from "../../../src/features/backups/watch/schedule.ts";
import { callerIn, dataOf } from "../../support/data-of.ts";
import { useTestEnvironment } from "../../support/environment.ts";
import { doneBackups, serviceNamed } from "../../support/reference-server.ts";

const environment = useTestEnvironment({ environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }) });
const read = (name: string, args = {}) => dataOf(callerIn(environment), name, args);
const listing = { match: { operation: "listBackups" } };
const answered = (...result: unknown[]) => ({
  kind: "status",
  status: 200,
  body: { result },
  times: 1,
  ...listing,
});
let orders = "";

/** A service of its own for each test, because a list of backups is kept for a minute. */
async function know(name: string, serviceId: string = crypto.randomUUID()): Promise<void> {
  const added = { addedBy: "U0ADAPARK1", addedAt: "2026-01-20T10:00:00.000Z" };
  await callerIn(environment).context.services.add({ name, serviceId, connection: "default", ...added });
}

beforeAll(async () => {
  orders = (await serviceNamed(environment, "orders prod")).id;
});

test("a workspace without services or watches has empty lists", async () => {
  expect(await read("backups_overview")).toMatchObject({ services: [], total: 0 });
  expect(await read("backup_watches_list")).toEqual({ watches: [], total: 0 });
});

test.each([
  ["backups_overview", {}],
  ["backups_list", { service: "orders prod" }],
  ["backups_show", { service: "orders prod", backup: "5c1d7e2a-31b4-4c8e-8a55-0a9b8c7d6e5f" }],
])("without a connection, %s says to programs what people read", async (name, args) => {
  const { context, asker } = callerIn(environment);
  const connections = { ...context.connections, list: async () => [] };
  await expect(
    dataOf({ context: extended(context, { connections }), asker }, name, args),
  ).rejects.toMatchObject({
    kind: "user",
    message: expect.stringContaining("Connect a database cloud first."),
  });
});

test("a service's backups come in pages with what they are worth, and each has its details", async () => {
  await know("orders prod", orders);
  const first = await read("backups_list", { service: "orders prod" });
  const [newest = ""] = await doneBackups(environment, orders);
  expect(first).toMatchObject({
    service: "orders prod",
    serviceId: orders,
    health: "fine",
    lastGoodBackupAt: expect.any(String),
    counts: { good: expect.any(Number) },
    warnings: [],
    unreadable: 0,
    next: { service: orders, page: 2 },
  });
  expect(first["backups"]).toHaveLength(10);
  const last = await read("backups_list", { service: orders, page: 999 });
  expect(last["next"]).toBeUndefined();
  expect(await read("backups_show", { service: "orders prod", backup: newest })).toMatchObject({
    id: newest,
    service: "orders prod",
    state: "done",
    sizeBytes: expect.any(Number),
    durationSeconds: expect.any(Number),
    isRestorable: true,
    iamRoleArn: expect.stringContaining("arn:aws"),
  });
  expect(await read("backups_overview")).toMatchObject({
    services: [{ name: "orders prod", health: "fine", warnings: [] }],
    total: 1,
  });
});

test("a service without backups is broken, and one that its cloud refuses is unknown with the reason", async () => {
  await know("empty");
  await know("refused");
  await environment.faults(answered());
  expect(await read("backups_list", { service: "empty" })).toMatchObject({
    health: "broken",
    counts: { all: 0 },
    backups: [],
    total: 0,
  });
  await environment.faults({ kind: "status", status: 403, ...listing });
  const { services } = await read("backups_overview");
  expect(services).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: "refused", health: "unknown", problem: expect.any(String) }),
    ]),
  );
});

test("backups that cannot be read are counted, and the others are listed", async () => {
  await know("partial");
  const good = { id: "b1", status: "done", startedAt: "not a time", sizeInBytes: -1 };
  await environment.faults(answered(good, { id: 7 }, { nonsense: true }));
  const found = await read("backups_list", { service: "partial" });
  expect(found).toMatchObject({ backups: [{ id: "b1", state: "done" }], total: 1, unreadable: 2 });
  expect(found["unreadableIds"]).toEqual(["7"]);
});

const at = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString();

const backup = (id: string, daysAgo: number, facts: object) => ({
  id,
  type: "full",
  startedAt: at(daysAgo),
  ...facts,
});

test("warnings have their times and sizes", async () => {
  await know("warned");
  await environment.faults(
    answered(
      backup("b1", 3, { status: "error" }),
      backup("b2", 4, { status: "done", sizeInBytes: 1 }),
      backup("b3", 5, { status: "done", sizeInBytes: 1_000 }),
      backup("b4", 6, { status: "done", sizeInBytes: 1_000 }),
      backup("b5", 7, { status: "done", sizeInBytes: 1_000 }),
    ),
  );
  expect(await read("backups_list", { service: "warned" })).toMatchObject({
    health: "broken",
    warnings: [
      { about: "failed", inARow: 1, lastAt: expect.any(String) },
      { about: "overdue", usualEveryHours: 24 },
      { about: "shrunken", kind: "full", sizeBytes: 1, usualSizeBytes: 1_000 },
    ],
  });
});

test("watches have what their last check found", async () => {
  const { context } = callerIn(environment);
  const watch: BackupWatchSchedule = {
    id: "w1",
    kind: "backup-watch",
    service: { serviceId: orders, name: "orders & <prod>" },
    connection: "default",
    channelId: "C1",
    createdBy: "U1",
    createdAt: "2026-11-20T10:00:00.000Z",
    maxAgeMs: 26 * 3_600_000,
    state: {},
  };
  const now = watch.createdAt;
  const states: BackupWatchSchedule["state"][] = [
    {},
    { nextCheckAt: now },
    { nextCheckAt: now, breach: { number: 1, maxAgeMs: 1, failed: 0, lastGoodAt: now } },
    { nextCheckAt: now, breach: { number: 1, maxAgeMs: 1, failed: 0 } },
    { unreadable: { since: now } },
  ];
  const watches = states.map((state, index) => ({ ...watch, id: `w${index}`, state }));
  const schedules = { ...context.schedules, list: async () => watches };
  // Only its list is used.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const listed = extended(context, { schedules: schedules as unknown as typeof context.schedules });
  const found = await dataOf({ ...callerIn(environment), context: listed }, "backup_watches_list");
  expect(found).toMatchObject({
    total: 5,
    watches: [
      { number: 1, service: "orders & <prod>", maxAgeHours: 26, status: "not_checked" },
      { number: 2, status: "ok" },
      { number: 3, status: "too_old", lastGoodBackupAt: now },
      { number: 4, status: "no_good_backup" },
      { number: 5, status: "unreadable", unreadableSince: now },
    ],
  });
});
