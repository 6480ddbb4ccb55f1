import { product } from "../../src/app/features.ts";
import { expect, test } from "vitest";

const id = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";

/** A valid line for every subcommand, by the role that it needs. */
const lines = {
  viewer: [
    "admin",
    "connections",
    "presets",
    "presets show small",
    "presets after small",
    "services",
    "services list",
    "services terraform",
    "services terraform orders prod",
    "services expires",
    "services hours orders",
    "owner",
    "owner list 41",
    "owner digest on",
    "owner orders prod",
    "backups",
    "backups orders",
    "backups orders page 2",
    `backups details orders ${id}`,
    "backups watch list",
    "backups watch",
    "costs",
    "costs last 7 days by metric",
    "costs csv last month",
    "costs share last month",
    "costs focus last month",
    "costs savings",
    "costs anomalies",
    "costs october vs september",
    "costs month october",
    "costs schedule",
    "costs schedule list",
    "costs schedule weekly to me",
    "costs schedule stop mine",
    "budget",
    "budget list",
    "hook",
    "hook list",
    "hook show checkout",
    "hook mutes checkout",
    "hook maintenance checkout",
    "hook try checkout",
    "hook replay checkout 24h",
    "hook export checkout",
    "oncall",
    "oncall checkout",
    "alerts",
    "alerts trace 0f8c2a",
    "alerts timeline 0f8c2a",
    "alerts noise",
    "alerts noise checkout last week",
    "alerts dead",
    "alerts orders prod",
    "alerts unacknowledged",
    "alerts orders prod mine page 2",
    "alerts rules orders prod",
    "alerts list 11 orders prod",
    "alerts show 6f0c orders prod",
    "hook rules checkout",
    'hook rules "demo alerts" from 11',
    "sources orders prod",
    "dashboards orders prod",
    "dashboards list 2",
    "dashboards find a",
    "dashboards show a",
    "dashboards tiles 2 a",
    "access",
    "approvals",
    "approvals deny",
    "connections",
    "tokens",
    "tokens create laptop",
    "tokens revoke laptop",
  ],
  operator: [
    "create",
    "create small",
    "presets delete small",
    `services add ${id} orders`,
    "services add",
    "services add all",
    "services forget orders",
    "owner orders prod <@U1|ada>",
    "owner orders prod me team payments",
    "owner orders prod none",
    "services expires orders 7d",
    "services hours orders 08:00-19:00",
    "services hours orders off",
    "services wake orders",
    "services change orders",
    "services stop orders",
    "services start orders",
    "services delete orders",
    `backups restore orders ${id}`,
    "backups watch orders",
    "backups watch stop orders",
    "costs schedule daily",
    "costs focus monthly",
    "costs schedule stop 1",
    "costs schedule  remove 1",
    "budget set 500",
    "budget remove 1",
    "hook create #alerts",
    "hook test checkout",
    "hook rotate checkout",
    "hook pause checkout",
    "hook resume checkout",
    "hook delete checkout checkout",
    "hook map checkout title=a",
    "hook fallback checkout off",
    "hook escalate checkout off",
    "hook maintenance checkout Sat 02:00-04:00 weekly Europe/Berlin",
    "hook maintenance checkout for 2h",
    "hook maintenance checkout off 1",
    "hook maintenance checkout end",
    "hook heartbeat checkout every 5m grace 2m",
    "hook heartbeat checkout off",
    "hook handover checkout pagerduty",
    "hook handover checkout off",
    "hook rota checkout",
    "hook rota checkout off",
    "hook broadcast checkout on",
    "hook observe checkout off",
    "hook unmute checkout 1",
    "hook rules checkout add title a mute",
    'hook rules "checkout"add title a mute',
    "hook rules checkout up 2",
    "hook import checkout",
    "alerts noise weekly <#C1|alerts>",
    "alerts noise checkout off",
    "alerts ack all",
    "alerts acknowledge disk full",
    "alerts snooze 1 2h",
    "alerts mute disk full",
    "alerts dead replay all",
    "dashboards create orders prod",
    "dashboards edit a",
    "dashboards duplicate a",
    "dashboards delete a",
    "dashboards add-tile a",
    "dashboards change-tile a b",
    "dashboards remove-tile a b",
    "alerts create orders prod",
    "alerts edit 6f0c orders prod",
    "alerts duplicate 6f0c orders prod",
    "alerts delete 6f0c orders prod",
    "alerts test 6f0c orders prod",
    "alerts posts-to 6f0c checkout orders prod",
  ],
  admin: [
    "services add none",
    "admin export",
    "admin apply",
    "access grant <@U1> operator",
    "access revoke <@U1>",
    "access limit operator off",
    "people erase <@U1>",
    "access limit list",
    "approvals set <#C1> by <!subteam^S1> when role operator",
    "approvals off",
    "approvals deny price over 500 credits a month",
    "approvals deny team over budget",
    "approvals deny off",
    "connect",
    "doctor",
    "connections default acme",
    "connections rename acme to north",
    "connections price acme 0.30 EUR",
    "connections rotate acme",
    "connections remove acme",
  ],
};

test.each(Object.entries(lines))("these commands need the role %s", (role, typed) => {
  const needs = typed.map((line) => {
    const reading = product.readCommand(line);
    return [line, "run" in reading ? reading.entry.access : reading.reply.text];
  });
  expect(needs).toEqual(typed.map((line) => [line, role]));
});

test("the table of lines has every command", () => {
  const held = new Set(
    Object.values(lines).flatMap((typed) => typed.flatMap((line) => line.split(" ").slice(0, 2))),
  );
  // A new command needs a line there, or is in the table of another test.
  const elsewhere = new Set(["audit"]);
  expect(
    product.commands.map(({ name }) => name).filter((name) => !held.has(name) && !elsewhere.has(name)),
  ).toEqual([]);
});

test("buttons that only show something are for viewers, and all others for operators", () => {
  const all = product.interactions;
  const showing = all.filter(({ access }) => access === "viewer").map(({ actionId }) => actionId);
  expect(showing.toSorted()).toEqual([
    "alerts:details",
    "alerts:more",
    "alerts:open-line",
    "alerts:page-back",
    "alerts:page-next",
    "alerts:rule",
    "alerts:storm-all",
    // For members of the approvers' group at that moment, with any role.
    "approval-approve",
    "approval-deny",
    "ask-not-this",
    // For the service's owner with any role, and for operators.
    "expiry:keep",
    "expiry:keep-day",
    "expiry:keep-week",
    // For the person of the token that proposed it, with the role that the change takes.
    "noise:raise",
    "offer-approve",
    "offer-create",
    "offer-deny",
    "offer-open",
    // A link that Slack opened itself.
    "opened",
    // For operators and the people who were asked for a new owner.
    "owner-handover",
    // For the requester only, with any role.
    "show-password",
    // For the requester only, who declines the question.
    "workflow-decline",
  ]);
});

test("each form needs its role", () => {
  const byName = product.forms.map(({ name, access }) => [name, access]);
  expect(Object.fromEntries(byName)).toMatchObject({
    "create-service": "operator",
    "save-preset": "operator",
    "service-id": "operator",
    "import-hook": "operator",
    "snooze-alert": "operator",
    "create-alert": "operator",
    "edit-alert": "operator",
    "delete-alert": "operator",
  });
  expect(byName.filter(([, access]) => access === "viewer")).toEqual([
    // Opened by “Deny”, and so for approvers only.
    ["deny-approval", "viewer"],
    // Everyone makes their own.
    ["new-token", "viewer"],
  ]);
});
