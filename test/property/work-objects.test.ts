import * as fc from "fast-check";
import { expect, test } from "vitest";
import { alertObject } from "../../src/features/alerts/object/alert-object.ts";
import type { AlertsContext } from "../../src/features/alerts/context.ts";
import type { Incident } from "../../src/features/alerts/incident/record.ts";
import { serviceObject } from "../../src/features/services/object/service-object.ts";
import type { ServicesContext } from "../../src/features/services/context.ts";
import { AppError } from "../../src/lib/errors.ts";
import { type ObjectView, entityOf, objectAddress, objectAt } from "../../src/platform/blocks/work-object.ts";
import { validateMessage, Entity } from "@quartermaster/local-slack/validate";
import { hookRecord, incidentRecord } from "../support/alerts.ts";

const publicUrl = "https://qm.example.com";
const now = () => new Date("2026-11-26T10:00:00.000Z");

/** Texts as clouds and senders may give them. */
const text = fc.oneof(
  fc.string({ maxLength: 80, unit: "grapheme" }),
  fc.constantFrom(
    "",
    " ",
    "orders prod",
    "<!channel> & *x*",
    "line\nline",
    "\u202e\u0000",
    "é".repeat(4_000),
  ),
);
const maybe = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });
const timeMs = fc.oneof(
  fc.integer({ min: 0, max: 4e12 }),
  fc.constantFrom(-1, 0, 8.64e15, Number.NaN, Date.parse("9999-12-31T23:59:59Z")),
);

const incident: fc.Arbitrary<Incident> = fc
  .record({
    state: fc.constantFrom("firing", "acknowledged", "snoozed", "resolved"),
    title: text,
    body: text,
    value: maybe(text),
    threshold: maybe(text),
    group: maybe(text),
    link: maybe(fc.oneof(fc.webUrl(), text)),
    severity: maybe(fc.constantFrom("critical", "error", "warning", "info")),
    atMs: timeMs,
    userId: fc.constantFrom(undefined, "U1", "U0ADAPARK1"),
    name: maybe(text.map((one) => one.slice(0, 80))),
    service: maybe(fc.record({ serviceId: fc.uuid(), name: text })),
    times: fc.integer({ min: 1, max: 1e9 }),
    isFlapping: fc.boolean(),
  })
  .map(({ title, body, value, threshold, group, link, atMs, userId, name, severity, service, ...rest }) => {
    const { latest, ...known } = incidentRecord();
    return {
      ...known,
      ...rest,
      severity,
      service,
      openedAtMs: atMs,
      latest: { ...latest, title, body, value, threshold, group, link },
      acknowledged: { userId, atMs, ...(name === undefined ? {} : { name }) },
      snoozed: { userId: userId ?? "U0ADAPARK1", atMs, untilMs: atMs, heldBack: 0 },
      resolved: { atMs, how: "person", userId },
      history: [{ n: 1, atMs, what: "acknowledged", ...(name === undefined ? {} : { userName: name }) }],
    } satisfies Incident;
  });

/** What the reader of alerts uses of a context. */
function alertsContext(one: Incident, others: readonly Incident[]): AlertsContext {
  const context = {
    incidents: {
      find: async () => one,
      linkedTo: async () => others,
      messagesOf: async () => [{ channelId: "C1", ts: "1.2" }],
    },
    hooks: { find: async () => hookRecord() },
    messenger: { linkTo: async () => "https://acme.slack.com/archives/C1/p12" },
  };
  // Holds all that it uses. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return context as unknown as AlertsContext;
}

function expectValid(ref: { kind: string; id: string }, view: ObjectView | undefined): void {
  if (!view) throw new Error("There is no view.");
  const entity = entityOf(ref, view, { publicUrl, now });
  // As Slack gets it.
  const sent: unknown = JSON.parse(JSON.stringify(entity));
  const { error, data } = Entity.safeParse(sent);
  expect(error?.issues).toBeUndefined();
  expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(8_000);
  expect(data?.external_ref).toEqual({ id: ref.id, type: ref.kind });
}

test("every alert is a Work Object that Slack takes, in a channel and in a pane", async () => {
  await fc.assert(
    fc.asyncProperty(incident, fc.array(incident, { maxLength: 12 }), async (one, others) => {
      const context = alertsContext(one, others);
      const ref = { kind: "alert", id: one.id };
      const card = await alertObject.card(one.id, context);
      expectValid(ref, card?.view);
      expectValid(ref, await alertObject.pane(one.id, context));
      expect(validateMessage({ text: card?.reply.text, blocks: card?.reply.blocks })).toBeNull();
    }),
    { numRuns: 100 },
  );
});

/** A service has at most 100 characters in its name. */
const name = text.map((one) => one.slice(0, 100));

const endpoint = fc.record({
  protocol: text,
  host: fc.oneof(fc.domain(), text),
  port: fc.integer({ min: -1, max: 70_000 }),
  username: text,
});
const details = fc.record(
  {
    state: fc.oneof(fc.constantFrom("running", "partially_running", "failed"), text),
    provider: text,
    region: text,
    engineVersion: text,
    numReplicas: fc.integer(),
    minReplicaMemoryGb: fc.double({ noNaN: true, noDefaultInfinity: true }),
    idleScaling: fc.boolean(),
    idleTimeoutMinutes: fc.integer(),
    createdAt: fc.oneof(text, fc.constant("2026-01-01T00:00:00Z")),
    endpoints: fc.array(endpoint, { maxLength: 60 }),
    ipAccessList: fc.array(fc.record({ source: text }), { maxLength: 120 }),
  },
  { requiredKeys: [] },
);
const facts = fc.array(
  fc.record({
    label: fc.constantFrom("State", "This month", "Last backup", "Owner", "Open alerts", "Ends", "Hours"),
    text,
    data: fc.record(
      {
        state: text,
        ownerId: fc.constant("U1"),
        team: text,
        lastGoodBackupAt: fc.constantFrom("2026-11-26T09:00:00.000Z", "never"),
        endsAt: fc.constant("2026-12-01T00:00:00.000Z"),
        openAlerts: fc.nat(9),
        failedBackupsSince: fc.nat(2),
      },
      { requiredKeys: [] },
    ),
  }),
  { maxLength: 9 },
);

async function isAway(): Promise<never> {
  throw new AppError("upstream", "The cloud doesn't answer.");
}

test("every service is a Work Object that Slack takes, in a channel and in a pane", async () => {
  const id = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";
  await fc.assert(
    fc.asyncProperty(name, details, facts, async (called, kept, known) => {
      const service = {
        name: called,
        serviceId: id,
        connection: "default",
        addedBy: "U1",
        addedAt: now().toISOString(),
      };
      const context = {
        services: { list: async () => [service], detailsOf: async () => kept },
        factsOf: async () => new Map([[id, known]]),
        cloudOf: () => ({ call: isAway }),
        servicesSince: isAway,
        log: { info: () => {} },
        now,
      };
      // Holds all that it uses. A whole context would need a whole app.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      const whole = context as unknown as ServicesContext;
      const card = await serviceObject.card(id, whole);
      expectValid({ kind: "service", id }, card?.view);
      expectValid({ kind: "service", id }, await serviceObject.pane(id, whole));
      expect(validateMessage({ text: card?.reply.text, blocks: card?.reply.blocks })).toBeNull();
    }),
    { numRuns: 100 },
  );
});

test("an address of ours names its thing, and no other address names one", () => {
  fc.assert(
    fc.property(fc.constantFrom("service", "alert"), fc.stringMatching(/^[\w-]{1,100}$/), (kind, id) => {
      expect(objectAt(objectAddress({ kind, id }, publicUrl), publicUrl)).toEqual({ kind, id });
    }),
  );
  fc.assert(
    fc.property(fc.oneof(fc.webUrl(), fc.string()), (address) => {
      expect(objectAt(address, publicUrl)).toBeUndefined();
    }),
  );
});
