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

/** The clouds that each workspace is connected to. A file has no connections. */
const clouds = ["acme", "beta"];

/** Connects a workspace to its clouds. */
export async function connectClouds({ connections }: AppContext): Promise<void> {
  for (const name of clouds)
    await connections.save({
      name,
      kind: "managed",
      baseUrl: "https://cloud.example",
      organizationId: "org",
      keyIdRef: "env:KEY_ID",
      keySecretRef: "env:KEY_SECRET",
      wireNames: { engineVersion: "engineVersion", credits: "Credits", observability: "observability" },
    });
}

/** A workspace's records in Redis, with all that its code parts use. */
export function workspaceIn(redis: RedisClient, workspaceId: string): AppContext {
  let ids = 0;
  const parts = {
    ...createStore(redis).workspace(workspaceId),
    codeParts: product.codeParts,
    workspaceId,
    sealer: sealer.forWorkspace(workspaceId),
    pagerDutyUrl: "https://events.pagerduty.com",
    // References lead to texts with their own names, and an address to its host.
    secrets: {
      assertMine: async () => undefined,
      resolve: async (reference: string) =>
        reference.startsWith("env:ADDRESS_")
          ? `https://${reference.slice(12).toLowerCase()}.example/x`
          : reference,
      discard: async () => undefined,
    },
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

const reference = (first: string) => fc.stringMatching(/^[A-Z]{3,8}$/).map((rest) => `env:${first}_${rest}`);
const webhook = reference("ADDRESS").chain((address) =>
  fc.record({
    to: fc.constant("webhook"),
    host: fc.constant(`${address.slice(12).toLowerCase()}.example`),
    key: reference("KEY"),
    address: fc.constant(address),
  }),
);
const rota = reference("ADDRESS").map((address) => ({
  host: `${address.slice(12).toLowerCase()}.example`,
  address,
}));
const pagerDuty = fc.record(
  { to: fc.constant("pagerduty"), key: reference("KEY"), answers: reference("ANSWERS") },
  { requiredKeys: ["to", "key"] },
);
const moment = fc
  .date({ min: new Date("2026-12-01T00:00:00Z"), max: new Date("2028-01-01T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString());
const passing = { criticalPasses: fc.constant(true) };
const window = fc.oneof(
  fc.record(
    { kind: fc.constant("once"), from: moment, until: moment, ...passing },
    { requiredKeys: ["kind", "from", "until"] },
  ),
  fc.record(
    {
      kind: fc.constant("weekly"),
      days: fc.constant(["sat", "sun"]),
      from: clock,
      to: clock,
      zone,
      ...passing,
    },
    { requiredKeys: ["kind", "days", "from", "to", "zone"] },
  ),
);

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
    handover: fc.oneof(webhook, pagerDuty),
    rota,
    maintenance: fc.array(window, { maxLength: 3 }),
    isPaused: fc.constant(true),
  },
  { requiredKeys: ["channel", "broadcasts", "rules", "owner", "muted", "maintenance"] },
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
      focus: optional(fc.constantFrom("1.2", "1.3")),
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
  expiries: fc.uniqueArray(
    fc.record({
      ...ofSchedule,
      service,
      expiresAt: moment,
      role: optional(fc.constantFrom("viewer", "operator")),
    }),
    { maxLength: 2, selector: (each) => each.service.serviceId },
  ),
  prices: fc.dictionary(
    fc.constantFrom(...clouds),
    fc.record({
      amount: fc.integer({ min: 1, max: 100_000 }).map((amount) => String(amount / 1_000)),
      currency: fc.constantFrom("EUR", "USD", "JPY"),
    }),
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
