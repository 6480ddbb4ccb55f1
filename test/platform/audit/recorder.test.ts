import { product } from "../../../src/app/features.ts";
import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import { recordChange } from "../../../src/platform/commands/command.ts";
import { type Doing, withAudit } from "../../../src/platform/audit/recorder.ts";
import type { AppContext } from "../../../src/app/context.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { createStore } from "../../../src/app/store.ts";
import { addHook, changeHookIfThere, removeKnownHook } from "../../../src/features/alerts/hooks/parts.ts";
import { takeAction } from "../../../src/features/alerts/actions/target.ts";
import { acceptRequest, type Submission } from "../../../src/features/services/provisioning/submission.ts";
import { budgetKind } from "../../../src/features/costs/budget/schedule.ts";
import { mirrorKind } from "../../../src/features/workspace/audit/mirror.ts";
import { RoleRefusal } from "../../../src/platform/access/access.ts";
import { addSchedule, changeSchedule, removeSchedule } from "../../../src/platform/audit/schedule-changes.ts";
import { ServiceRequest } from "../../../src/platform/cloud/services/request.ts";
import { alertEvent, hookRecord, incidentRecord } from "../../support/alerts.ts";
import { useRedis } from "../../support/redis.ts";

const redis = useRedis();
const now = () => new Date("2026-11-20T10:00:00.000Z");
const doing: Doing = { userId: "U1", userName: "ada", channelId: "C9", action: "hook.rotate" };
let accepted: string[];
let context: AppContext;

beforeEach(() => {
  accepted = [];
  const parts = {
    ...createStore(redis.client).workspace("T1"),
    access: {
      demand: async (_: object, needed: string) => {
        if (needed === "admin") throw new RoleRefusal("admin", "Ask an admin.");
      },
    },
    scheduleQueue: { ensure: async () => undefined, wake: async () => undefined },
    creations: { accept: async (id: string) => void accepted.push(id) },
    recordsGuardedByFile: () => ({}),
    ingestSoon: () => undefined,
    now,
    log: pino({ level: "silent" }),
  };
  // Enough for the recorder. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  context = parts as unknown as AppContext;
});

async function entries() {
  return (await context.audit.read({ limit: 99 })).map(({ id, at, ...entry }) => {
    expect([id, at]).toEqual([`${now().getTime()}-${id.split("-")[1]}`, now().toISOString()]);
    return entry;
  });
}

async function does(run: (context: AppContext) => Promise<unknown>, other: Partial<Doing> = {}) {
  await withAudit({ ...doing, ...other }, context, product.subjectsOf, run).catch(() => undefined);
  return entries();
}

const secrets = [{ hash: "a-digest", createdAt: now().toISOString(), sealed: "a-sealed-secret" }];
const hook = hookRecord({ id: "T1-h1", secrets, broadcasts: false });

const incident = incidentRecord({ id: "i1", latest: alertEvent({ title: "High latency" }) });

test("a change is recorded with its person, channel and subject, and only the fields that changed", async () => {
  await context.hooks.add(hook);
  const [entry] = await does((on) => changeHookIfThere(hook, on, (old) => ({ ...old, channelId: "C2" })));
  expect(entry).toEqual({
    userId: "U1",
    userName: "ada",
    channelId: "C9",
    action: "hook.rotate",
    subject: "checkout",
    before: { channelId: "C1" },
    after: { channelId: "C2" },
    result: "done",
  });
});

test("no hash and no sealed secret of a hook is recorded", async () => {
  const recorded = await does(async (on) => {
    await addHook(hook, on);
    await changeHookIfThere(hook, on, (old) => ({
      ...old,
      secrets: [{ hash: "another-digest", createdAt: "2026-11-20T11:00:00.000Z" }],
    }));
    await removeKnownHook(hook, on);
  });
  expect(recorded).toHaveLength(3);
  expect(JSON.stringify(recorded)).not.toMatch(/digest"?:|a-digest|another-digest|a-sealed/);
});

test("a refusal is recorded once, with the needed role", async () => {
  const recorded = await does(({ access }) => access.demand({ userId: "U1" }, "admin"), {
    action: "connection.remove",
  });
  expect(recorded).toMatchObject([
    { action: "connection.remove", result: "refused", detail: "Needs the admin role." },
  ]);
});

/** The store, with a failure for each new hook. */
function failingWith(error: unknown) {
  context.hooks.add = async () => {
    throw error;
  };
  return does((on) => addHook(hook, on), { action: "hook.create" });
}

test("a failed write is recorded with its reason and the other server's request id", async () => {
  const failure = new AppError("upstream", "Redis did not answer.", { requestId: "r-1" });
  expect(await failingWith(failure)).toMatchObject([
    {
      action: "hook.create",
      subject: "checkout",
      result: "failed",
      detail: "Redis did not answer.",
      requestId: "r-1",
    },
  ]);
});

test("a write that failed by a bug is recorded without its message, which may hold anything", async () => {
  const [entry] = await failingWith(new Error("a secret"));
  expect(entry).toMatchObject({ result: "failed", detail: "Something went wrong in the app itself." });
});

test.each(["user", "missing", "conflict", "limited"] as const)(
  "what the store refuses as %s is not recorded",
  async (kind) => expect(await failingWith(new AppError(kind, "No."))).toEqual([]),
);

test("a command that changes nothing is not recorded, whether it succeeds or fails", async () => {
  await does(async () => "asked whether to delete it", { action: "hook.delete" });
  await does(() => Promise.reject(new AppError("missing", "There is no such hook.")));
  await does(() => Promise.reject(new AppError("upstream", "The cloud did not answer.")));
  await does(() => Promise.reject(new Error("a mistake of ours")));
  await does(async (on) => changeHookIfThere(hook, on, (old) => old));
  await does(async (on) => removeKnownHook(hook, on));
  expect(await entries()).toEqual([]);
});

test("schedules and actions on incidents are recorded, and a schedule's progress is not", async () => {
  const at = now().toISOString();
  const schedule = {
    id: "budget-1",
    kind: "budget" as const,
    channelId: "C1",
    connection: "default",
    createdBy: "U1",
    createdAt: at,
    every: "monthly" as const,
    credits: "500",
    state: { periods: [], judged: [] },
  };
  const recorded = await does(async (on) => {
    await addSchedule(budgetKind, schedule, on);
    await changeSchedule(budgetKind, schedule, on, (old) => ({ ...old, credits: "600" }));
    await changeSchedule(budgetKind, schedule, on, (old) => ({
      ...old,
      state: { ...old.state, checkedAt: at },
    }));
    await removeSchedule(budgetKind, schedule, on);
    await takeAction(on, incident, {
      kind: "action",
      verb: "snooze",
      incidentId: "i1",
      atMs: 1,
      userId: "U1",
      untilMs: 0,
      reason: "known",
    });
  });
  expect(recorded.map(({ action }) => action).toReversed()).toEqual([
    "budget.set",
    "budget.set",
    "budget.remove",
    "alert.snooze",
  ]);
  expect(recorded[2]).toMatchObject({ before: { credits: "500" }, after: { credits: "600" } });
  expect(recorded[0]).toMatchObject({
    detail: "known",
    after: { incidentId: "i1", until: "1970-01-01T00:00:00.000Z" },
  });
});

test("schedules and alerts are recorded under the names that people use, and not under their ids", async () => {
  const schedule = {
    id: "audit-mirror",
    kind: "audit-mirror" as const,
    channelId: "C1",
    connection: "default",
    createdBy: "U1",
    createdAt: now().toISOString(),
    state: { after: "0-0" },
  };
  const recorded = await does(async (on) => {
    await addSchedule(mirrorKind, schedule, on);
    await takeAction(on, incident, {
      kind: "action",
      verb: "resolve",
      incidentId: "i1",
      atMs: 1,
      userId: "U1",
    });
  });
  expect(recorded.map(({ subject }) => subject)).toEqual(["High latency", undefined]);
});

test("a ready entry gets its person's name and channel too", async () => {
  const entry = { at: now().toISOString(), action: "approval.set", result: "done" } as const;
  const recorded = await does(async ({ audit }) => {
    await audit.record({ ...entry, userId: "U1" });
    await audit.record({ ...entry, userId: "U2" });
  });
  expect(recorded.map(({ userName, channelId }) => [userName, channelId])).toEqual([
    [undefined, undefined],
    ["ada", "C9"],
  ]);
});

const submission: Submission = {
  workspaceId: "T1",
  userId: "U2",
  userName: "bea",
  channelId: "C3",
  connection: "default",
  request: ServiceRequest.parse({ name: "orders", minReplicaMemoryGb: 8 }),
  sealedEncryptionKey: "sealed-key",
};

test("a request is recorded before it is accepted, without its sealed key", async () => {
  const [entry] = await does((on) => acceptRequest("r1", submission, on));
  expect(entry).toMatchObject({
    userId: "U2",
    channelId: "C3",
    action: "service.request",
    subject: "orders",
    requestId: "r1",
    after: {
      name: "orders",
      minReplicaMemoryGb: 8,
      encryptionKey: "given, not kept here",
      connection: "default",
    },
  });
  expect(JSON.stringify(entry)).not.toContain("sealed-key");
  expect(accepted).toEqual(["r1"]);
});

test("a request that cannot be recorded is not accepted and not reported as done", async () => {
  context.audit.record = () => Promise.reject(new AppError("upstream", "Redis is away."));
  const accepting = withAudit(doing, context, product.subjectsOf, (on) =>
    acceptRequest("r1", submission, on),
  );
  await expect(accepting).rejects.toThrow("Redis is away.");
  expect(accepted).toEqual([]);
});

test.each<[string, (on: AppContext) => Promise<unknown>]>([
  ["a change", (on) => addHook(hook, on)],
  ["a change by a command", (on) => recordChange({ action: "access.limit" }, on, { userId: "U1" })],
])("%s that cannot be recorded is reported as done and not recorded", async (_, run) => {
  context.audit.record = () => Promise.reject(new AppError("upstream", "Redis is away."));
  const doingIt = withAudit(doing, context, product.subjectsOf, run);
  await expect(doingIt).rejects.toThrow("Done, but I couldn't write it to the audit log.");
});
