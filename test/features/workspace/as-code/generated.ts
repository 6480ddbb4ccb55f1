import { randomBytes } from "node:crypto";
import * as fc from "fast-check";
import type { AppContext } from "../../../../src/app/context.ts";
import { product } from "../../../../src/app/features.ts";
import { createStore } from "../../../../src/app/store.ts";
import { createSealer } from "../../../../src/platform/secrets/seal.ts";
import { SealingKeys } from "../../../../src/platform/secrets/sealing-keys.ts";
import type { RedisClient } from "../../../../src/platform/redis/connect.ts";
import { hostileNames } from "../../../platform/blocks/hostile.ts";

const sealer = createSealer(SealingKeys.parse(`k1:${randomBytes(32).toString("base64")}`));

/** A workspace's records in Redis, with all that its code parts use. */
export function workspaceIn(redis: RedisClient, workspaceId: string): AppContext {
  let ids = 0;
  const parts = {
    ...createStore(redis).workspace(workspaceId),
    codeParts: product.codeParts,
    workspaceId,
    sealer: sealer.forWorkspace(workspaceId),
    scheduleQueue: { wake: async () => undefined, ensure: async () => undefined },
    newId: () => `id-${workspaceId}-${(ids += 1)}`,
    now: () => new Date("2026-11-26T09:00:00Z"),
  };
  // Holds all that the parts use. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parts as unknown as AppContext;
}

const id = (first: string) => fc.stringMatching(/^[A-Z0-9]{8}$/).map((rest) => first + rest);
const name = fc.stringMatching(/^[a-z][a-z0-9._-]{0,20}$/);
const anyText = fc.oneof(
  fc.string({ minLength: 1, maxLength: 40 }),
  fc.constantFrom(
    ...hostileNames.filter((each) => each.trim() !== "").map((each) => each.slice(0, 60)),
    "yes",
    "1e3",
    "- a: b",
    "#x",
  ),
);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));
const zone = fc.constantFrom("Europe/Berlin", "UTC", "America/New_York");
const severity = fc.constantFrom("critical", "warning", "info");
const clean = anyText.map((text) => text.trim()).filter((text) => text !== "");

const rule = fc
  .record(
    {
      title: clean,
      group: clean,
      severity,
      time: fc.record({ from: clock, to: clock, zone }),
      channel: id("C"),
      mention: id("S"),
    },
    { requiredKeys: [] },
  )
  .filter((each) => Object.keys(each).length > 0);

const hook = fc.record(
  {
    channel: id("C"),
    broadcasts: fc.boolean(),
    rules: fc.array(rule, { maxLength: 4 }),
    owner: id("U"),
    muted: fc.uniqueArray(
      fc.record({ alert: anyText.filter((key) => key !== "__proto__"), title: anyText }),
      {
        selector: ({ alert }) => alert,
        maxLength: 3,
      },
    ),
    escalation: fc.record({ group: id("S"), afterMinutes: fc.integer({ min: 1, max: 1_440 }) }),
    observes: fc.record({ connection: name, serviceId: fc.uuid() }),
    heartbeat: fc.record({
      everySeconds: fc.integer({ min: 30, max: 3_600 }),
      graceSeconds: fc.integer({ min: 0, max: 600 }),
    }),
    isPaused: fc.constant(true),
  },
  { requiredKeys: ["channel", "broadcasts", "rules", "owner", "muted"] },
);

const service = fc.record({ serviceId: fc.uuid(), name: clean });
const ofSchedule = { owner: id("U"), channelId: id("C"), connection: name };
const unlike = { maxLength: 4, selector: (each: { channelId: string }) => each.channelId };
const presetName = name.map((each) => each.slice(0, 20));

/** A workspace as a file has it. Each part may be empty. */
export const generatedWorkspaces = fc.record({
  hooks: fc.dictionary(name, hook, { maxKeys: 4 }),
  presets: fc.dictionary(
    presetName,
    fc.record({
      description: optional(name),
      fields: fc.dictionary(name, fc.oneof(anyText, fc.integer(), fc.boolean())),
    }),
    { maxKeys: 3 },
  ),
  access: fc.dictionary(
    fc.oneof(
      id("U").map((each) => `person ${each}`),
      id("S").map((each) => `group ${each}`),
    ),
    fc.record({ role: fc.constantFrom("viewer", "operator", "admin"), name: anyText }),
    { maxKeys: 4 },
  ),
  limits: fc.dictionary(
    fc.constantFrom("viewer", "operator"),
    fc.record(
      { providers: fc.constant(["aws"]), totalMemoryGb: fc.integer({ min: 8, max: 512 }) },
      { requiredKeys: ["totalMemoryGb"] },
    ),
  ),
  approvals: fc.dictionary(
    fc.constant("policy"),
    fc.record({
      channelId: id("C"),
      groupId: id("S"),
      groupName: anyText,
      quorum: fc.integer({ min: 1, max: 10 }),
    }),
  ),
  budgets: fc.uniqueArray(
    fc.record({
      ...ofSchedule,
      every: fc.constantFrom("daily", "weekly", "monthly"),
      credits: fc.integer({ min: 1, max: 10_000 }).map(String),
      service: optional(service),
    }),
    unlike,
  ),
  reports: fc.uniqueArray(
    fc.record({
      ...ofSchedule,
      every: fc.constantFrom("daily", "weekly", "monthly"),
      at: clock,
      timeZone: zone,
      by: fc.constantFrom("service", "metric", "day"),
    }),
    unlike,
  ),
  watches: fc.uniqueArray(
    fc.record({ ...ofSchedule, service, maxAgeHours: fc.integer({ min: 1, max: 10_000 }).map((n) => n / 4) }),
    unlike,
  ),
  noiseReports: fc.uniqueArray(
    fc.record({ owner: id("U"), channelId: id("C"), hook: optional(name), timeZone: zone }),
    { maxLength: 3, selector: ({ channelId, hook }) => `${channelId} ${hook}` },
  ),
  hours: fc.uniqueArray(
    fc.record({
      ...ofSchedule,
      service,
      from: clock,
      to: clock,
      days: fc.constant([1, 2, 5]),
      timeZone: zone,
    }),
    { maxLength: 2, selector: (each) => each.service.serviceId },
  ),
  auditLog: fc.array(fc.record({ owner: id("U"), channelId: id("C") }), { maxLength: 1 }),
  owners: fc.dictionary(
    fc.uuid(),
    fc.record({
      name: clean,
      connection: name,
      owner: id("U"),
      team: optional(fc.record({ kind: fc.constant("name"), name: clean })),
    }),
    { maxKeys: 4 },
  ),
});
