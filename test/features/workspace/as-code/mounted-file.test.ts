import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { followFile, workspaceFileCheck } from "../../../../src/features/workspace/as-code/mounted-file.ts";
import { recordsGuardedByFile } from "../../../../src/platform/as-code/managed.ts";
import { addSchedule, removeSchedule } from "../../../../src/platform/audit/schedule-changes.ts";
import { ExpirySchedule, expiryKind } from "../../../../src/features/lifecycle/expiry/schedule.ts";
import { BudgetSchedule, budgetKind } from "../../../../src/features/costs/budget/schedule.ts";
import { createStore } from "../../../../src/app/store.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import { product } from "../../../../src/app/features.ts";
import { answered } from "../../alerts/hooks/fixture.ts";
import { useRedis } from "../../../support/redis.ts";
import { connectClouds, workspaceIn } from "./generated.ts";

const redis = useRedis();
let folder: string;
let path: string;
let lines: string[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "workspace-file-"));
  path = join(folder, "workspace.yaml");
  lines = [];
});
afterEach(() => rm(folder, { recursive: true }));

const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });

async function follow(workspaceFile = path): Promise<void> {
  await followFile({
    contextOf: here,
    config: { workspaceFile },
    installs: { ownership: { own: async () => ({ workspaceId: "T1" }) } },
    store: createStore(redis.client),
    log,
  });
}

function here(workspaceId = "T1"): AppContext {
  return { ...workspaceIn(redis.client, workspaceId), log, allowedHosts: ["pager.example"] };
}

/** The workspace as people's handlers have it. */
function forPeople(): AppContext {
  const context = here();
  return { ...context, ...recordsGuardedByFile(product.codeParts, context) };
}

/** The same with what asks Slack for the zone of a person. */
function asked(): AppContext {
  const people = forPeople();
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all that a command asks Slack for
  return { ...people, messenger: { timeZoneOf: async () => "UTC" } } as unknown as AppContext;
}

const file = `version: 1
access:
  person U1: { role: operator, name: ada }
approvals: {}
budgets:
  - { owner: U1, channelId: C1, connection: default, every: monthly, credits: "500" }
hooks:
  checkout: { channel: C1, owner: U1 }
limits: {}
owners:
  s1: { name: orders, connection: default, owner: U1 }
presets: {}
`;

test("only the records that a file may manage are replaced, so nothing else of a handler's context is lost", () => {
  const held = Object.keys(recordsGuardedByFile(product.codeParts, here()));
  expect(held).toContain("hooks");
  expect(held).not.toContain("cloudOf");
  expect(held).not.toContain("pictures");
  expect(held).not.toContain("audit");
});

test("a file is applied once, and again when it changes", async () => {
  await writeFile(path, file);
  await follow();
  await follow();
  expect((await here().hooks.list()).map(({ name }) => name)).toEqual(["checkout"]);
  expect(lines.filter((line) => line.includes("applied the workspace file"))).toHaveLength(1);
  const entries = await here().audit.read({ limit: 50 });
  expect(entries.filter(({ action }) => action === "workspace.apply")).toHaveLength(1);
  await writeFile(path, file.replace("operator", "viewer"));
  await follow();
  expect((await here().grants.list()).map(({ role }) => role)).toEqual(["viewer"]);
});

test("people can't change the parts that the file has, through any record", async () => {
  await writeFile(path, file);
  await follow();
  const people = forPeople();
  const [hook] = await people.hooks.list();
  const [budget] = await people.schedules.list(BudgetSchedule);
  if (!hook || !budget) throw new Error("The file wasn't applied.");
  const at = "2026-11-26T09:00:00.000Z";
  const grant = {
    kind: "user",
    id: "U2",
    name: "sam",
    role: "admin",
    grantedBy: "U2",
    grantedAt: at,
  } as const;
  const policy = { channelId: "C1", groupId: "S1", groupName: "dba", quorum: 1, setBy: "U2", setAt: at };
  const owner = {
    connection: "default",
    serviceId: "s1",
    name: "orders",
    ownerId: "U2",
    since: at,
    by: "U2",
  };
  const attempts = [
    () => people.hooks.change(hook.id, (present) => ({ ...present, channelId: "C9" })),
    () => people.hooks.remove(hook.id),
    () => people.hooks.add({ ...hook, id: "T1-other", name: "other" }),
    () => people.grants.set(`${grant.kind}:${grant.id}`, grant),
    () => people.grants.set("user:U1", undefined),
    () => people.createLimits.set("operator", { totalMemoryGb: 8 }),
    () => people.presets.set("small", { name: "small", fields: {}, savedBy: "U2", savedAt: at }),
    () => people.approvalPolicies.set("policy", policy),
    () => people.owners.set("s1", owner),
    () => people.owners.set("s1", undefined),
    () => addSchedule(budgetKind, { ...budget, id: "b2", channelId: "C2" }, people),
    () => people.schedules.change(budget, (present) => ({ ...present, credits: "1" })),
    () => removeSchedule(budgetKind, budget, people),
  ];
  for (const attempt of attempts) await expect(attempt()).rejects.toThrow("managed by a file");
  const [check] = [await workspaceFileCheck(here())].flat();
  expect(check).toMatchObject({ status: "right" });
});

test("a hook that a file manages begins no countdown when people want beats from it", async () => {
  await writeFile(path, file);
  await follow();
  const people = forPeople();
  const [hook] = await people.hooks.list();
  if (!hook) throw new Error("The file wasn't applied.");
  const ada = { workspaceId: "T1", userId: "U1" };
  await expect(answered(`heartbeat ${hook.id} every 5m`, people, ada)).rejects.toThrow("managed by a file");
  expect(await here().heartbeats.find(hook.id)).toBeUndefined();
});

test("what the app notes in its records isn't a change, and mutes and other owners stay people's", async () => {
  await writeFile(path, file);
  await follow();
  const people = forPeople();
  const [hook] = await people.hooks.list();
  const [budget] = await people.schedules.list(BudgetSchedule);
  if (!hook || !budget) throw new Error("The file wasn't applied.");
  const at = "2026-11-26T09:00:00.000Z";
  await people.hooks.change(hook.id, (present) => ({
    ...present,
    muted: { key: { title: "loud", userId: "U1", at } },
  }));
  await people.schedules.change(budget, (present) => ({
    ...present,
    state: { ...present.state, judged: [] },
  }));
  await people.owners.set("s2", {
    connection: "default",
    serviceId: "s2",
    name: "new",
    ownerId: "U2",
    since: at,
    by: "U2",
  });
  expect([await workspaceFileCheck(here())].flat()).toMatchObject([{ status: "right" }]);
});

test("a broken file changes nothing, and the log and the doctor say at which line it is broken", async () => {
  await writeFile(path, file);
  await follow();
  await writeFile(path, file.replace("version: 1", "version: 1\nbogus: 1"));
  await follow();
  await follow();
  expect(await here().hooks.list()).toHaveLength(1);
  await expect(forPeople().grants.set("user:U1", undefined)).rejects.toThrow("managed by a file");
  expect([await workspaceFileCheck(here())].flat()).toMatchObject([
    { status: "wrong", says: expect.stringContaining("Line 2: `bogus` isn't a setting here.") },
  ]);
  expect(lines.filter((line) => line.includes('"line":2'))).toHaveLength(1);
});

test("a file that wants what can't be here changes nothing, says why at its line, and is applied once it can be", async () => {
  const prices = "prices:\n  acme: { amount: '0.30', currency: EUR }\n";
  await writeFile(path, `${file}${prices}`);
  await follow();
  await follow();
  expect(await here().hooks.list()).toEqual([]);
  expect(await here().managedParts.find()).toMatchObject({
    parts: {},
    problems: [
      { line: 14, message: expect.stringContaining("There is no connection “acme” to a database cloud") },
    ],
  });
  expect(lines.filter((line) => line.includes('"line":14'))).toHaveLength(1);
  await connectClouds(here());
  await follow();
  expect(await here().creditPrices.of("acme")).toEqual({ amount: "0.30", currency: "EUR" });
  expect(await here().hooks.list()).toHaveLength(1);
});

test("people plan maintenance although a file manages the hook, unless the file has its windows", async () => {
  await writeFile(path, file);
  await follow();
  const weekly = "Sat 02:00-04:00 weekly UTC";
  const plan = async () => {
    const [hook] = await here().hooks.list();
    if (!hook) throw new Error("The file wasn't applied.");
    return answered(`maintenance ${hook.id} ${weekly}`, asked(), { workspaceId: "T1", userId: "U1" });
  };
  await plan();
  const [planned] = await here().hooks.list();
  expect(planned?.maintenance).toHaveLength(1);
  await writeFile(path, file.replace("owner: U1 }\nlimits", "owner: U1, maintenance: [] }\nlimits"));
  await follow();
  const [managed] = await here().hooks.list();
  expect(managed?.maintenance).toBeUndefined();
  await expect(plan()).rejects.toThrow("managed by a file");
});

function withWebhook(host: string): string {
  const handover = `{ to: webhook, host: ${host}, key: "env:KEY_A", address: "env:ADDRESS_PAGER" }`;
  return file.replace("owner: U1 }\nlimits", `owner: U1, handover: ${handover} }\nlimits`);
}

test("a hand-over from a file leads where the file says, and none of its references is another's", async () => {
  await writeFile(path, withWebhook("else.example"));
  await follow();
  expect((await here().managedParts.find())?.problems).toMatchObject([
    { message: "The address of this hand-over doesn't lead to else.example." },
  ]);
  await writeFile(path, withWebhook("pager.example"));
  await follow();
  const [hook] = await here().hooks.list();
  expect(hook?.handover).toMatchObject({ kind: "webhook", keyRef: "env:KEY_A", host: "pager.example" });
});

function withEnd(at: string): string {
  return `${file}expiries:\n  - { owner: U1, channelId: C1, connection: default, service: { serviceId: s1, name: orders }, expiresAt: "${at}" }\n`;
}

test("an end that is over isn't set by a file, so no service stops at once", async () => {
  await writeFile(path, withEnd("2026-11-26T08:00:00Z"));
  await follow();
  expect((await here().managedParts.find())?.problems).toMatchObject([
    { line: 14, message: "The end of orders is over. Choose a later one, or leave it out." },
  ]);
  await writeFile(path, withEnd("2026-12-26T08:00:00Z"));
  await follow();
  const [expiry] = await here().schedules.list(ExpirySchedule);
  if (!expiry) throw new Error("The file wasn't applied.");
  await expect(removeSchedule(expiryKind, expiry, forPeople())).rejects.toThrow("managed by a file");
  await addSchedule(
    expiryKind,
    { ...expiry, id: "expiry-s2", service: { serviceId: "s2", name: "new" } },
    forPeople(),
  );
});

test("the doctor tells what differs from the file", async () => {
  await writeFile(path, file);
  await follow();
  await here().grants.set("user:U1", undefined);
  expect([await workspaceFileCheck(here())].flat()).toMatchObject([
    { status: "wrong", says: expect.stringContaining("1 thing differs from the file: role ada") },
  ]);
});

test("a file may have several workspaces by their ids", async () => {
  await writeFile(
    path,
    "workspaces:\n  T1:\n    version: 1\n    limits: {}\n  T2:\n    version: 1\n    access: {}\n",
  );
  await follow();
  expect(Object.keys((await here("T2").managedParts.find())?.parts ?? {})).toEqual(["access"]);
});

test("without the file, people manage everything again", async () => {
  await writeFile(path, file);
  await follow();
  await followFile({
    contextOf: here,
    config: { workspaceFile: undefined },
    installs: { ownership: { own: async () => undefined } },
    store: createStore(redis.client),
    log,
  });
  await forPeople().grants.set("user:U1", undefined);
  expect(await here().grants.list()).toEqual([]);
});

test("a channel that the file names by its old id is the one with the new id, and the log says so", async () => {
  await here().movedChannels.learn({ from: "C1", to: "C9" });
  await writeFile(path, file);
  await follow();
  expect((await here().hooks.list()).map(({ channelId }) => channelId)).toEqual(["C9"]);
  expect(lines.join("")).toContain("names channels by their old ids");
});
