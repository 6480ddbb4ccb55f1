import { product } from "../../../src/app/features.ts";
import { pino } from "pino";
import { beforeEach, expect, test } from "vitest";
import { withAudit } from "../../../src/platform/audit/with-audit.ts";
import type { Doing } from "../../../src/platform/audit/recorder.ts";
import type { AppContext } from "../../../src/app/context.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { createStore } from "../../../src/app/store.ts";
import { keys } from "../../../src/platform/redis/keys.ts";
import { alertEvent, incidentRecord } from "../../support/alerts.ts";
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
        if (needed === "admin") throw new AppError("forbidden", "Ask an admin.");
      },
    },
    creations: { accept: async (id: string) => void accepted.push(id) },
    ingestSoon: () => undefined,
    now,
    log: pino({ level: "silent" }),
  };
  // All that is recorded; a whole context would need a whole app around it.
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
  await withAudit({ ...doing, ...other }, context, product.audited, run).catch(() => undefined);
  return entries();
}

const hook = {
  id: "T1-h1",
  name: "checkout",
  channelId: "C1",
  ownerId: "U1",
  createdAt: now().toISOString(),
  secrets: [{ hash: "a-digest", createdAt: now().toISOString(), sealed: "a-sealed-secret" }],
  broadcasts: false,
  rules: [],
  muted: {},
};

test("a change is recorded with who, where and what, before and after, and nothing that did not change", async () => {
  await context.hooks.add(hook);
  const [entry] = await does(({ hooks }) => hooks.change(hook.id, (old) => ({ ...old, channelId: "C2" })));
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

test("no digest and no sealed secret of a hook is recorded", async () => {
  const recorded = await does(async ({ hooks }) => {
    await hooks.add(hook);
    await hooks.change(hook.id, (old) => ({
      ...old,
      secrets: [{ hash: "another-digest", createdAt: "2026-11-20T11:00:00.000Z" }],
    }));
    await hooks.remove(hook.id);
  });
  expect(recorded).toHaveLength(3);
  expect(JSON.stringify(recorded)).not.toMatch(/digest"?:|a-digest|another-digest|a-sealed/);
});

test("a role that is too little is recorded as refused, once, and what it takes", async () => {
  const recorded = await does(({ access }) => access.demand({ userId: "U1" }, "admin"), {
    action: "connection.remove",
  });
  expect(recorded).toMatchObject([
    { action: "connection.remove", result: "refused", detail: "It takes the role admin." },
  ]);
});

/** The store, of which hooks cannot be added. */
function failingWith(error: unknown) {
  context.hooks.add = async () => {
    throw error;
  };
  return does(({ hooks }) => hooks.add(hook), { action: "hook.create" });
}

test("a write that broke off is recorded with its reason and the other server's id", async () => {
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

test("a write that broke off by a mistake of ours is recorded without its words, which may hold anything", async () => {
  const [entry] = await failingWith(new Error("a secret"));
  expect(entry).toMatchObject({ result: "failed", detail: "Something went wrong in the app itself." });
});

test.each(["user", "missing", "conflict", "limited"] as const)(
  "what the store refuses as %s is not recorded",
  async (kind) => expect(await failingWith(new AppError(kind, "No."))).toEqual([]),
);

test("what changes nothing is not recorded, whether it succeeds or fails, and whatever it is called", async () => {
  await does(async () => "asked whether to delete it", { action: "hook.delete" });
  await does(() => Promise.reject(new AppError("missing", "There is no such hook.")));
  await does(() => Promise.reject(new AppError("upstream", "The cloud did not answer.")));
  await does(() => Promise.reject(new Error("a mistake of ours")));
  await does(async ({ hooks }) => hooks.change("T1-none", (old) => old));
  await does(async ({ hooks }) => hooks.remove("T1-none"));
  expect(await entries()).toEqual([]);
});

test("services, presets, orders, incidents and dead letters are recorded where they are changed", async () => {
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
    await on.services.add({ name: "orders", serviceId: "s-1", addedBy: "U1", addedAt: at });
    await on.services.forget("orders");
    await on.presets.save({ name: "small", fields: { name: "x" }, savedBy: "U1", savedAt: at });
    await on.presets.delete("small");
    await on.schedules.add(schedule);
    await on.schedules.change(schedule, (old) => ({ ...old, credits: "600" }));
    // How far it has come is no change of what was ordered.
    await on.schedules.change(schedule, (old) => ({ ...old, state: { ...old.state, lookedAt: at } }));
    await on.schedules.remove(schedule.id);
    await on.inbox.addAction("T1-h1", {
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
    "service.add",
    "service.forget",
    "preset.save",
    "preset.delete",
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

test("orders and alerts are on record under what people call them, and not under their ids", async () => {
  const incident = incidentRecord({ id: "i1", latest: alertEvent({ title: "High latency" }) });
  await redis.client.set(keys.incident("T1", "i1"), JSON.stringify(incident));
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
    await on.schedules.add(schedule);
    await on.inbox.addAction("T1-h1", {
      kind: "action",
      verb: "resolve",
      incidentId: "i1",
      atMs: 1,
      userId: "U1",
    });
  });
  expect(recorded.map(({ subject }) => subject)).toEqual(["High latency", undefined]);
});

test("an entry that a part makes itself has its person's name and place all the same", async () => {
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

test("a request is recorded before it is accepted, without its sealed key", async () => {
  const item = {
    userId: "U2",
    channelId: "C3",
    request: { name: "orders", minReplicaMemoryGb: 8 },
    sealedEncryptionKey: "sealed-key",
  };
  const [entry] = await does(({ creations }) => creations.accept("r1", item));
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

test("a request that cannot be recorded is not accepted, and is not called done", async () => {
  context.audit.record = () => Promise.reject(new AppError("upstream", "Redis is away."));
  const accepting = withAudit(doing, context, product.audited, ({ creations }) =>
    creations.accept("r1", { userId: "U2", request: {} }),
  );
  await expect(accepting).rejects.toThrow("Redis is away.");
  expect(accepted).toEqual([]);
});

test("a change that cannot be recorded is told as done and not recorded", async () => {
  context.audit.record = () => Promise.reject(new AppError("upstream", "Redis is away."));
  const doingIt = withAudit(doing, context, product.audited, ({ hooks }) => hooks.add(hook));
  await expect(doingIt).rejects.toThrow("This was done, but could not be written into the audit log.");
});
