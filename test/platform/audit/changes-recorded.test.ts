import { createServer } from "node:http";
import { observability } from "../../../src/features/observability/index.ts";
import { product } from "../../../src/app/features.ts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { importForm } from "../../../src/features/alerts/hooks/settings/import-form.ts";
import { settingsHash, yamlOf } from "../../../src/features/alerts/hooks/settings/settings.ts";
import { type ReferenceCloud, startReferenceCloud } from "@quartermaster/reference-cloud";
import type { LocalSlack } from "@quartermaster/local-slack";
import { startSlack } from "../../../src/demo/start-sandbox.ts";
import type { AuditEntry } from "../../../src/platform/audit/log.ts";
import { listening } from "../../support/listening.ts";
import { useRedis } from "../../support/redis.ts";
import {
  type RecordingFixture,
  furnish,
  incidentId,
  recordingFixture,
  unknownRequestId,
  workflowRequestId,
} from "./fixture.ts";
import { actionIds } from "../../../src/features/alerts/message/status.ts";
import { rowsIn } from "../../support/rows.ts";

const redis = useRedis();
let cloud: ReferenceCloud;
let slack: LocalSlack;
let fixture: RecordingFixture;

beforeAll(async () => {
  cloud = await startReferenceCloud({ rateLimit: false });
  slack = await startSlack({ page: false, rateLimitPosts: false });
  fixture = await recordingFixture({ redis: redis.client, cloud, slack });
});
beforeEach(() => furnish(fixture, { redis: redis.client, cloud, slack }));
afterAll(async () => void (await Promise.all([fixture.close(), cloud.close(), slack.close()])));

/** A command's audit entry, as its action and subject, the command, and the command that must come before it. */
const changing = rowsIn(
  `
  preset.delete small staging <- /db create presets delete small staging yes
  service.add orders prod <- /db services add 0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10 orders prod <- /db services forget orders prod yes
  service.add web analytics <- /db services add all
  service.ignore web analytics <- /db services add none
  service.forget orders prod <- /db services forget orders prod yes
  expiry.set orders prod <- /db services expires orders prod 7d
  expiry.set orders prod <- /db services expires orders prod 2026-12-31
  hours.set orders prod <- /db services hours orders prod 08:00-19:00 Mon-Fri Europe/Berlin
  owner.set orders prod <- /db services owner orders prod @ada team payments
  concerns.set <- /db services owner digest on
  backup-watch.set orders prod <- /db backups watch orders prod #databases max-age 26h
  backup-watch.remove orders prod <- /db backups watch stop orders prod <- /db backups watch orders prod #databases max-age 26h
  report.set <- /db costs schedule every monday at 9 Europe/Berlin
  report.set <- /db costs schedule weekly to me
  report.remove <- /db costs schedule stop mine <- /db costs schedule weekly to me
  report.remove <- /db costs schedule stop 1 <- /db costs schedule daily
  budget.set all services <- /db costs budget set 500 monthly
  budget.set orders prod <- /db costs budget set 1,500.50 weekly orders prod in #databases
  budget.set payments <- /db costs budget set 800 monthly team payments
  budget.remove orders prod <- /db costs budget remove 2
  hook.create alerts <- /db alerts hooks create #alerts
  hook.create checkout <- /db alerts hooks create #alerts checkout signed <- /db alerts hooks delete checkout checkout
  hook.test checkout <- /db alerts hooks test checkout
  hook.rotate checkout <- /db alerts hooks rotate checkout
  hook.rotate checkout <- /db alerts hooks rotate checkout done <- /db alerts hooks rotate checkout
  hook.pause checkout <- /db alerts hooks pause checkout
  hook.resume checkout <- /db alerts hooks resume checkout <- /db alerts hooks pause checkout
  hook.broadcast checkout <- /db alerts hooks broadcast checkout on
  hook.unmute checkout <- /db alerts hooks unmute checkout 1
  hook.map checkout <- /db alerts hooks map checkout title=alert.name state=alert.status key=alert.id
  hook.map checkout <- /db alerts hooks map checkout off
  hook.fallback checkout <- /db alerts hooks fallback checkout #databases
  hook.escalate checkout <- /db alerts hooks escalate checkout @oncall after 15
  hook.maintenance checkout <- /db alerts hooks maintenance checkout Sat 02:00-04:00 weekly Europe/Berlin
  hook.maintenance checkout <- /db alerts hooks maintenance checkout 2026-11-28 22:00 for 2h critical passes
  hook.maintenance checkout <- /db alerts hooks maintenance checkout for 2h
  hook.maintenance checkout <- /db alerts hooks maintenance checkout end <- /db alerts hooks maintenance checkout for 2h
  hook.heartbeat nightly-backup <- /db alerts hooks heartbeat nightly-backup every 1d grace 1h <- /db alerts hooks create #alerts nightly-backup
  hook.observe checkout <- /db alerts hooks observe checkout default orders prod
  hook.rules checkout <- /db alerts hooks rules checkout add title "payments" severity critical to #night
  hook.rules checkout <- /db alerts hooks rules checkout remove 1
  hook.delete checkout <- /db alerts hooks delete checkout checkout
  noise.set all hooks <- /db alerts noise weekly #alerts
  noise.set checkout <- /db alerts noise checkout weekly #alerts Europe/Berlin
  noise.remove all hooks <- /db alerts noise off #alerts <- /db alerts noise weekly #alerts
  alert.acknowledge Disk full <- /db alerts ack disk full
  alert.snooze Disk full <- /db alerts snooze 1 2h <- /db alerts
  dead-letter.replay Disk full <- /db alerts dead replay all
  dead-letter.drop Disk full <- /db alerts dead drop 0f8c2a00 yes
  connection.default production <- /db admin connections default production
  connection.price production <- /db admin connections price production 0.30 EUR
  connection.rename production <- /db admin connections rename acme to production <- /db admin connections remove production production
  connection.remove acme <- /db admin connections remove acme acme
  access.grant Sam Rivera <- /db admin access grant @sam operator
  access.grant @oncall <- /db admin access grant @oncall operator
  access.grant #databases <- /db admin access grant #databases viewer
  access.revoke Sam Rivera <- /db admin access revoke @sam yes
  access.limit operator <- /db admin access limit operator providers=aws regions=eu-west-1,eu-central-1 memory=96
  access.limit operator <- /db admin access limit operator expires=7d longest=30d deletes=14d
  access.limit operator <- /db admin access limit operator name="dev *" addresses=required world=no
  access.limit operator <- /db admin access limit operator off yes
  person.erase <- /db admin people erase @sam yes
  approval.set <- /db admin approvals set #db-approvals by @dba
  approval.set <- /db admin approvals set #db-approvals by @dba quorum 2 when role operator memory over 64
  approval.set <- /db admin approvals set #db-approvals by @dba price over 500 credits a month
  hard-limit.set <- /db admin approvals deny price over 500 credits a month
  hard-limit.set <- /db admin approvals deny team over budget
  approval.off <- /db admin approvals off yes <- /db admin approvals set #db-approvals by @dba
  workflow.approve nightly staging <- /db admin approvals workflow approve nightly staging preset small staging requester @ada
  workflow.withdraw nightly staging <- /db admin approvals workflow withdraw nightly staging <- /db admin approvals workflow approve nightly staging preset small staging requester @ada
  audit-mirror.set <- /db admin audit mirror #audit
  audit-mirror.remove <- /db admin audit mirror off yes <- /db admin audit mirror #audit
`,
  " <- ",
);

/** Commands that read but sound like changes, questions that wait for an answer, trials, and mistakes. */
const misleading = [
  "/db alerts hooks rules checkout",
  "/db alerts hooks rules checkout remove 99",
  "/db alerts hooks rules checkout ad",
  "/db alerts hooks delete checkout",
  "/db alerts hooks delete checkout wrong",
  "/db alerts hooks delete chekcout",
  "/db alerts hooks map checkout",
  "/db alerts hooks rotate checkout done",
  "/db alerts hooks mutes checkout",
  "/db alerts hooks unmute checkout 99",
  "/db alerts hooks pause none",
  "/db alerts hooks resume checkout",
  "/db alerts hooks observe checkout nothing like it",
  "/db alerts hooks try checkout title disk",
  "/db alerts hooks import checkout",
  "/db admin access limit operator",
  "/db admin access limit operator memory=lots",
  "/db admin access grant unknown operator",
  "/db admin access revoke @noor",
  "/db admin access revoke @noor yes",
  "/db admin connections default none",
  "/db admin connections remove none none",
  "/db services forget none",
  "/db create presets delete none",
  "/db costs budget remove 99",
  "/db costs budget set lots",
  "/db costs schedule stop 99",
  "/db backups watch stop none",
  "/db alerts noise off #databases",
  "/db alerts noise weekly in Berlinn",
  "/db alerts ack none",
  "/db alerts mute 1 2h",
  "/db alerts dead drop none",
  "/db alerts dead drop 0f8c2a00",
  "/db alerts delete none orders prod",
  "/db alerts test none orders prod",
  "/db alerts posts-to none checkout orders prod",
  "/db admin approvals of",
  "/db admin approvals workflow",
  "/db admin approvals workflow withdraw none",
  "/db admin approvals workflow approve nightly staging",
  "/db admin audit mirror",
  "/db admin audit mirror off",
];

/** Recorded even if nothing changes: it replaces the cloud's earlier answer. */
const reread = "/db costs reread last month";

const examples = product.commands.flatMap((command) => command.examples);
const readOnly = [
  ...examples.filter((line) => line !== reread && !changing.some(([, changes]) => changes === line)),
  ...product.commands.map(({ name }) => `/db ${name}`),
  ...misleading,
];

test.each(changing)("%s is the record of “%s”, which changes something", async (record, line = "", first) => {
  if (first) await fixture.type(first);
  const { said, changed, recorded } = await fixture.type(line);
  expect({ said, changed }).not.toEqual({ said, changed: [] });
  expect(recorded.map(inShort)).toEqual([record]);
  for (const entry of recorded) expect(entry).toMatchObject({ result: "done", userId: fixture.ada });
});

test("a read, a question, a trial and a mistake change nothing and are not recorded", async () => {
  for (const line of new Set(readOnly)) {
    const { said, changed, recorded } = await fixture.type(line);
    expect({ line, said, changed, recorded }).toEqual({ line, said, changed: [], recorded: [] });
  }
});

test("reading costs again is recorded with its person, the days and how many changed", async () => {
  const { recorded } = await fixture.type(reread);
  expect(recorded).toMatchObject([
    {
      action: "costs.reread",
      subject: expect.stringMatching(/^\d{4}-\d\d-01 to \d{4}-\d\d-\d\d$/),
      result: "done",
      userId: fixture.ada,
      after: { connection: "default", days: expect.any(Number), changed: expect.any(Number) },
    },
  ]);
});

test("a refused command is recorded with the name of its subject", async () => {
  const noor = slack.users.find(({ name }) => name === "Noor Haddad")?.id ?? "";
  const { changed, recorded } = await fixture.type("/db alerts hooks delete CHECKOUT checkout", noor);
  expect(changed).toEqual([]);
  expect(recorded).toMatchObject([
    { action: "hook.delete", subject: "checkout", result: "refused", userId: noor },
  ]);
});

test("a refusal is not recorded with words that name nothing", async () => {
  const noor = slack.users.find(({ name }) => name === "Noor Haddad")?.id ?? "";
  const { recorded } = await fixture.type("/db alerts hooks delete a-secret-by-mistake", noor);
  expect(recorded).toMatchObject([{ action: "hook.delete", result: "refused" }]);
  expect(JSON.stringify(recorded)).not.toContain("a-secret-by-mistake");
});

const unusualDay = JSON.stringify({ connection: "default", day: "2026-11-20" });

/** A click's audit entries. */
const interactionCases: { actionId: string; value: string; records: string[] }[] = [
  { actionId: actionIds.acknowledge, value: incidentId, records: ["alert.acknowledge Disk full"] },
  { actionId: actionIds.snooze, value: `1h ${incidentId}`, records: ["alert.snooze Disk full"] },
  { actionId: actionIds.resolve, value: incidentId, records: ["alert.resolve Disk full"] },
  {
    actionId: actionIds.mute,
    value: incidentId,
    records: ["alert.mute Disk full"],
  },
  { actionId: "noise:mute-now", value: incidentId, records: ["alert-rule.mute Checkout errors"] },
  { actionId: "unusual-expected", value: unusualDay, records: ["unusual-day.expect all services"] },
  { actionId: "workflow-create", value: workflowRequestId, records: ["service.request by workflow"] },
  { actionId: "workflow-decline", value: workflowRequestId, records: ["service.decline by workflow"] },
  { actionId: "unknown-was-not", value: unknownRequestId, records: ["service.create unknown"] },
];

test.each(interactionCases)("a click on $actionId changes something, and is recorded", async (interact) => {
  const { said, changed, recorded } = await fixture.interact(interact.actionId, interact.value);
  expect({ said, changed }).not.toEqual({ said, changed: [] });
  expect(recorded.map(inShort)).toEqual(interact.records);
});

test("a click that only shows or asks something, or finds nothing, changes nothing and is not recorded", async () => {
  const all = product.interactions;
  const changes = new Set(interactionCases.map(({ actionId }) => actionId));
  const values = [
    "",
    "none",
    "{}",
    incidentId,
    unknownRequestId,
    `mute ${incidentId}`,
    `history ${incidentId}`,
  ];
  for (const { actionId } of all) {
    for (const value of changes.has(actionId) ? values.slice(0, 3) : values) {
      const { changed, recorded } = await fixture.interact(actionId, value);
      expect({ actionId, value, changed, recorded }).toEqual({ actionId, value, changed: [], recorded: [] });
    }
  }
});

const request = { name: "new one", provider: "aws", region: "eu-west-1" };

/** A form for a setting of the only hook. */
function setting(name: string, values: Record<string, unknown>) {
  return {
    async run(fixture: RecordingFixture) {
      const [hook] = await fixture.context.hooks.list();
      if (!hook) throw new Error("There is no hook.");
      return fixture.submit(formNamed(name), values, { hookId: hook.id, hookName: hook.name });
    },
    records: ["hook.change checkout"],
  };
}

/** How each form's last step is submitted, and its audit entries. */
const submissions: Record<
  string,
  { run: (fixture: RecordingFixture) => ReturnType<RecordingFixture["submit"]>; records: string[] }
> = {
  "create-service": {
    run: (fixture) => fixture.submit(formNamed("create-service"), request, { connections: ["default"] }),
    records: ["service.request new one"],
  },
  "save-preset": {
    async run(fixture) {
      const source = await fixture.submit(formNamed("create-service"), request, { connections: ["default"] });
      return fixture.submit(formNamed("save-preset"), { presetName: "fresh" }, { source: source.formId });
    },
    records: ["preset.save fresh"],
  },
  "service-id": {
    run: (fixture) =>
      fixture.submit(
        formNamed("service-id"),
        { serviceId: "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10" },
        { requestId: unknownRequestId },
      ),
    records: ["service.resolve unknown"],
  },
  "add-services": {
    run: (fixture) =>
      fixture.submit(
        formNamed("add-services"),
        { services: ["found"], team: "payments" },
        { found: [{ serviceId: "found", name: "ledger", connection: "default" }] },
      ),
    records: ["service.add ledger", "owner.set ledger"],
  },
  "service-owner": {
    async run(fixture) {
      const [service] = await fixture.context.services.list();
      if (!service) throw new Error("There is no service.");
      const { serviceId, name, connection } = service;
      return fixture.submit(
        formNamed("service-owner"),
        { team: "payments" },
        { serviceId, name, connection },
      );
    },
    records: ["owner.set orders prod"],
  },
  "service-teams": {
    async run(fixture) {
      const rows = (await fixture.context.services.list()).map(({ serviceId, name, connection }) => ({
        serviceId,
        name,
        connection,
      }));
      return fixture.submit(formNamed("service-teams"), { team1: "payments" }, { rows });
    },
    records: ["owner.set orders prod"],
  },
  "hand-over": {
    async run(fixture) {
      const [hook] = await fixture.context.hooks.list();
      if (!hook) throw new Error("There is no hook.");
      const facts = { hookId: hook.id, hookName: hook.name, kind: "pagerduty", address: "" };
      return fixture.submit(formNamed("hand-over"), { routingKey: "0".repeat(32) }, facts);
    },
    records: ["hook.change checkout"],
  },
  rota: {
    async run(fixture) {
      const [hook] = await fixture.context.hooks.list();
      if (!hook) throw new Error("There is no hook.");
      const calendar = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n";
      const feed = await listening(createServer((__, response) => void response.end(calendar)));
      const facts = { hookId: hook.id, hookName: hook.name };
      const done = await fixture.submit(formNamed("rota"), { address: feed.url }, facts);
      await feed.close();
      return done;
    },
    records: ["hook.change checkout"],
  },
  "new-token": {
    run: (fixture) =>
      fixture.submit(formNamed("new-token"), { name: "laptop", access: "read" }, { isReadOnly: false }),
    records: ["token.create laptop"],
  },
  "snooze-alert": {
    run: (fixture) =>
      fixture.submit(formNamed("snooze-alert"), { until: "2 h" }, { incidentId, timeZone: "UTC" }),
    records: ["alert.snooze Disk full"],
  },
  "hook-rule": setting("hook-rule", { title: "payments", severity: "critical", mute: true }),
  "hook-fallback": setting("hook-fallback", { channel: "C0INCIDEN1" }),
  "hook-escalation": setting("hook-escalation", { group: "S0ONCALL02", minutes: 20 }),
  "hook-source": setting("hook-source", { source: "orders prod" }),
  "hook-mapping": setting("hook-mapping", { title: "alert.name", state: "alert.status" }),
  "hook-maintenance": setting("hook-maintenance", { when: "for 2h", passes: true }),
  "hook-heartbeat": setting("hook-heartbeat", { every: "5m", grace: "2m" }),
  "import-hook": {
    async run(fixture) {
      const [hook] = await fixture.context.hooks.list();
      if (!hook) throw new Error("There is no hook.");
      const part1 = await yamlOf({ ...hook, rules: [] });
      const facts = { hookId: hook.id, hookName: hook.name, hash: settingsHash(hook), parts: 1 };
      return fixture.submit(importForm, { part1 }, facts);
    },
    records: ["hook.change checkout"],
  },
};

/** Their submissions become jobs or proposals, which record the outcome. */
const recordedLater = new Set([
  "deny-approval",
  "change-service",
  "delete-service",
  "apply-file",
  ...(observability.forms ?? []).map(({ name }) => name),
]);

function formNamed(name: string) {
  const form = product.forms.find((one) => one.name === name);
  if (!form) throw new Error(`There is no form ${name}.`);
  return form;
}

test.each(Object.entries(submissions))(
  "the form %s changes something, and is recorded",
  async (_, { run, records }) => {
    const { changed, recorded } = await run(fixture);
    expect(changed).not.toEqual([]);
    expect(recorded.map(inShort)).toEqual(records);
  },
);

test("every form is in that table, or its job records it", () => {
  const names = product.forms.map(({ name }) => name).filter((name) => !recordedLater.has(name));
  expect(names.toSorted()).toEqual(Object.keys(submissions).toSorted());
});

function inShort({ action, subject }: AuditEntry): string {
  return subject === undefined ? action : `${action} ${subject}`;
}
