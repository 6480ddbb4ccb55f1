import { HookRecord } from "../../../support/alerts.ts";
import { randomBytes } from "node:crypto";
import * as fc from "fast-check";
import type { AppContext } from "../../../../src/app/context.ts";
import { product } from "../../../../src/app/features.ts";
import { createStore } from "../../../../src/app/store.ts";
import { SealingKeys, createSealer } from "../../../../src/platform/secrets/seal.ts";
import type { RedisClient } from "../../../../src/platform/redis/connect.ts";
import type { z } from "zod";
import { type Hook, ruleDays } from "../../../../src/features/alerts/hooks/record.ts";
import { NoiseSchedule } from "../../../../src/features/oncall/noise/schedule.ts";
import { BackupWatchSchedule } from "../../../../src/features/backups/watch/schedule.ts";
import { BudgetSchedule } from "../../../../src/features/costs/budget/schedule.ts";
import { ReportSchedule } from "../../../../src/features/costs/reports/schedule.ts";
import { ExpirySchedule } from "../../../../src/features/lifecycle/expiry/schedule.ts";
import { HoursSchedule, isWholeDays } from "../../../../src/features/lifecycle/hours/schedule.ts";
import { Ownership } from "../../../../src/features/owners/record.ts";
import { ApprovalPolicy } from "../../../../src/features/services/approval/policy/record.ts";
import { HardLimits } from "../../../../src/features/services/hard-limits/record.ts";
import { Preset } from "../../../../src/features/services/presets/presets.ts";
import { AuditMirrorSchedule, mirrorId } from "../../../../src/features/workspace/audit/mirror.ts";
import { currency as knownCurrency, positiveAmount } from "../../../../src/lib/kinds.ts";
import { CreditPrice } from "../../../../src/lib/money.ts";
import { CreateLimits } from "../../../../src/platform/access/create-limits.ts";
import { Grant } from "../../../../src/platform/access/grants.ts";
import type { Schedule } from "../../../../src/platform/jobs/schedules/kept-schedules.ts";
import { arbitraryOf, without } from "../../../support/arbitrary-of.ts";

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

/** Slack's own names: each person and group is called after its id. */
const slackPeople = {
  find: async (userId: string) => ({
    userId,
    handle: userId.toLowerCase(),
    name: userId === "U012AB" ? "Ada Park" : `Person ${userId}`,
    teamIds: [],
    isAdmin: false,
    isOrganizationAdmin: false,
    isGuest: false,
    isGone: false,
    isBot: false,
  }),
  groups: async () => [{ id: "S0DBA01", handle: "dba" }],
};

/** A workspace's records in Redis, with all that its code parts use. */
export function workspaceIn(redis: RedisClient, workspaceId: string): AppContext {
  let ids = 0;
  const parts = {
    ...createStore(redis).workspace(workspaceId),
    codeParts: product.codeParts,
    workspaceId,
    sealer: sealer.forWorkspace(workspaceId),
    pagerDutyUrl: "https://events.pagerduty.com",
    allowedHosts: ["rota.example", "pager.example", "even.example", "odd.example"],
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
    people: slackPeople,
  };
  // Holds all that the parts use. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return parts as unknown as AppContext;
}

/** The records of one part of the file: how any are made from their schema, kept, and read again. */
interface PartRecords {
  schema: z.ZodObject;
  /** The nth record of a workspace: any, but as the product would keep it. */
  some(n: number): fc.Arbitrary<Fields>;
  /** The same record with another field, as the product would keep it. */
  mended(record: Fields, n: number): Fields;
  put(record: Fields, n: number, context: AppContext): Promise<unknown>;
  all(context: AppContext): Promise<readonly unknown[]>;
  /** The most that a workspace has. */
  most: number;
}

export type Fields = Record<string, unknown>;

function records<S extends z.ZodObject>(
  schema: S,
  how: {
    most?: number;
    mended?(record: z.output<S>, n: number): object;
    put(record: z.output<S>, n: number, context: AppContext): Promise<unknown>;
    all(context: AppContext): Promise<readonly unknown[]>;
  },
): PartRecords {
  const mended = (record: Fields, n: number): Fields => ({
    ...(how.mended?.(schema.parse(record), n) ?? record),
  });
  return {
    schema,
    mended,
    some: (n) => arbitraryOf(schema).map((record) => mended(schema.parse(record), n)),
    put: (record, n, context) => how.put(schema.parse(record), n, context),
    all: (context) => how.all(context),
    most: how.most ?? 3,
  };
}

function schedules<S extends z.ZodType<Schedule> & z.ZodObject>(
  schema: S,
  mended: (record: z.output<S>) => object = (record) => record,
): PartRecords {
  return records(schema, {
    mended: (record, n) => ({ ...mended(record), id: `s${n}` }),
    put: (record, _, context) => context.schedules.add(record),
    all: (context) => context.schedules.list<Schedule>(schema),
  });
}

function handover(given: Hook["handover"]) {
  if (!given) return undefined;
  const { kind, userId, at } = given;
  const stamp = { userId, at };
  const name = given.keyRef.length % 2 === 0 ? "even" : "odd";
  return kind === "webhook"
    ? {
        kind,
        keyRef: "env:KEY",
        addressRef: `env:ADDRESS_${name.toUpperCase()}`,
        host: `${name}.example`,
        ...stamp,
      }
    : {
        kind,
        keyRef: `env:KEY_${name}`,
        answersRef: given.answersRef && "env:ANSWERS",
        host: "events.pagerduty.com",
        ...stamp,
      };
}

function hookAsKept(hook: Hook, n: number) {
  const { rules, maintenance = [], rota } = hook;
  return {
    ...hook,
    id: `T1-${n}`,
    name: `hook-${n}`,
    secrets: [{ hash: "x", createdAt: hook.createdAt }],
    unreachable: undefined,
    handover: handover(hook.handover),
    rota: rota && { ...rota, addressRef: "env:ADDRESS_ROTA", host: "rota.example" },
    maintenance:
      maintenance.length === 0
        ? undefined
        : maintenance.map(({ when, ...window }) => ({
            ...window,
            when: when.kind === "once" ? { ...when, untilMs: when.fromMs + when.untilMs } : when,
          })),
    rules: rules
      .map((rule) =>
        rule.mute
          ? { ...rule, channelId: undefined, mentionGroupId: undefined, setSeverity: undefined }
          : rule,
      )
      .map((rule) => {
        const days = ruleDays.filter((day) => rule.time?.days?.includes(day));
        return { ...rule, time: rule.time && { ...rule.time, days: days.length === 0 ? undefined : days } };
      })
      .filter((rule) => Object.values(rule).some((value) => value !== undefined)),
  };
}

const roles = ["viewer", "operator", "admin"] as const;
const presetFields = [{ tier: "development" }, { provider: "aws", region: "us-east-1" }, {}];

/** The records of each part of the file. */
export const recordsByPart: Readonly<Record<string, PartRecords>> = {
  hooks: records(HookRecord, {
    mended: hookAsKept,
    put: (hook, _, { hooks }) => hooks.add(hook),
    all: ({ hooks }) => hooks.list(),
  }),
  presets: records(Preset, {
    mended: (preset, n) => ({
      ...preset,
      name: `p${n}`,
      fields: presetFields[JSON.stringify(preset.fields).length % presetFields.length],
    }),
    put: (preset, _, { presets }) => presets.change(preset.name, () => preset),
    all: ({ presets }) => presets.list(),
  }),
  access: records(Grant, {
    mended: (grant, n) => ({
      ...grant,
      kind: (["user", "group", "channel"] as const)[n % 3],
      id: `${"USC"[n % 3]}000${n}`,
    }),
    put: (grant, _, { grants }) => grants.set(`${grant.kind}:${grant.id}`, grant),
    all: ({ grants }) => grants.list(),
  }),
  limits: records(CreateLimits, {
    put: (limits, n, { createLimits }) => createLimits.set(roles[n % 3] ?? "admin", limits),
    all: async ({ createLimits }) => (await createLimits.list()).map(({ limits }) => limits),
  }),
  approvals: records(ApprovalPolicy, {
    most: 1,
    put: (policy, _, { approvalPolicies }) => approvalPolicies.set("policy", policy),
    all: async ({ approvalPolicies }) => [await approvalPolicies.find()].filter((each) => each !== undefined),
  }),
  hardLimits: records(HardLimits, {
    most: 1,
    mended: (limits) => (limits.price ? limits : { ...limits, teamOverBudget: true }),
    put: (limits, _, { hardLimits }) => hardLimits.set("deny", limits),
    all: async ({ hardLimits }) => [await hardLimits.find()].filter((each) => each !== undefined),
  }),
  prices: records(CreditPrice, {
    most: clouds.length,
    mended: ({ amount, currency }) => ({
      amount: positiveAmount.read(amount) ?? "0.30",
      currency: knownCurrency.read(currency) ?? "EUR",
    }),
    put: (price, n, { creditPrices }) => creditPrices.set(clouds[n] ?? "", price),
    all: async ({ creditPrices }) => [...(await creditPrices.all()).values()],
  }),
  owners: records(Ownership, {
    mended: (owner, n) => ({
      ...owner,
      serviceId: `service-${n}`,
      ownerId: owner.ownerId ?? (owner.team ? undefined : "U0OWNER"),
    }),
    put: (owner, _, { owners }) => owners.set(owner.serviceId, owner),
    all: ({ owners }) => owners.list(),
  }),
  budgets: schedules(BudgetSchedule, (budget) => (budget.service ? { ...budget, team: undefined } : budget)),
  reports: schedules(ReportSchedule, (report) => ({
    ...report,
    by: report.isByTeam ? "service" : report.by,
    on: report.every === "weekly" ? report.on : undefined,
    isPage: report.every === "monthly" ? report.isPage : undefined,
    focus: report.every === "monthly" ? report.focus : undefined,
  })),
  watches: schedules(BackupWatchSchedule, (watch) => ({
    ...watch,
    maxAgeMs: 3_600_000 + (watch.maxAgeMs % 1_000) * 60_000,
  })),
  noiseReports: schedules(NoiseSchedule, (report) => ({ ...report, connection: "" })),
  hours: schedules(HoursSchedule, (hours) => ({
    ...hours,
    to:
      hours.to === hours.from && !isWholeDays(hours)
        ? hours.from === "12:00"
          ? "13:00"
          : "12:00"
        : hours.to,
  })),
  expiries: schedules(ExpirySchedule),
  auditLog: records(AuditMirrorSchedule, {
    most: 1,
    mended: (mirror) => ({ ...mirror, id: mirrorId, connection: "default" }),
    put: (mirror, _, context) => context.schedules.add(mirror),
    all: (context) => context.schedules.list(AuditMirrorSchedule),
  }),
};

/** Any records of each part. */
export const generatedRecords = fc.record(
  Object.fromEntries(
    Object.entries(recordsByPart).map(([part, { most, ...made }]) => [
      part,
      fc
        .integer({ min: 0, max: most })
        .chain((count) => fc.tuple(...Array.from({ length: count }, (_, n) => made.some(n)))),
    ]),
  ),
);

/** Keeps records in a workspace. */
export async function keepRecords(
  byPart: Readonly<Record<string, readonly Fields[]>>,
  context: AppContext,
): Promise<void> {
  for (const [part, all] of Object.entries(byPart))
    for (const [n, record] of all.entries()) await recordsByPart[part]?.put(record, n, context);
}

/** All that a workspace keeps of each part, without what the file leaves out, in any order. */
export async function keptRecords(context: AppContext): Promise<Record<string, string[]>> {
  const each = product.codeParts.map(async ({ name, leftOut }) => {
    const part = recordsByPart[name];
    const all = (await part?.all(context)) ?? [];
    const kept = all.map((record) =>
      JSON.stringify(part && without(part.schema, record, Object.keys(leftOut))),
    );
    return [name, kept.toSorted()] as const;
  });
  return Object.fromEntries(await Promise.all(each));
}
