import { product } from "../../../../src/app/features.ts";
import { expect, test } from "vitest";
import type { Role } from "../../../../src/platform/access/role.ts";
import { Connection } from "../../../../src/features/connections/records.ts";
import { validateView } from "../../../../src/sandbox/slack/validate/index.ts";
import type { CloudFacts, HomeFacts } from "../../../../src/features/workspace/home/facts.ts";
import { homeView } from "../../../../src/features/workspace/home/view.ts";
import { hookRecord, incidentRecord } from "../../../support/alerts.ts";

const fresh: HomeFacts = {
  userId: "U1",
  role: "admin",
  connections: [],
  standard: undefined,
  services: [],
  draft: undefined,
  hooks: [],
  incidents: { incidents: [], total: 0, hasHooks: false },
  pending: [],
  grants: 0,
  deadLetters: 0,
};

const connection = Connection.parse({
  name: "default",
  kind: "managed",
  baseUrl: "https://api.example.com",
  organizationId: "acme",
  keyIdRef: "env:KEY_ID",
  keySecretRef: "env:KEY_SECRET",
  wireNames: { engineVersion: "engineVersion", credits: "credits", observability: "observability" },
});
const at = "2026-11-20T10:00:00.000Z";
const unreachable = [{ channelId: "C2", reason: "is archived", at }];

/** As much of everything as a workspace may have, and more. */
const busy: HomeFacts = {
  ...fresh,
  connections: Array.from({ length: 20 }, (_, number) => ({
    connection: { ...connection, name: `cloud ${number}` },
    health: { outcome: "refused" as const, at },
  })),
  standard: "cloud 0",
  services: Array.from({ length: 200 }, (_, number) => ({
    name: `service ${number} ${"&".repeat(45)}`,
    serviceId: `s-${number}`,
    connection: number === 1 ? "another" : "default",
    addedBy: "U1",
    addedAt: at,
  })),
  hooks: Array.from({ length: 60 }, (_, number) =>
    hookRecord({ id: `h${number}`, name: "<".repeat(60), unreachable }),
  ),
  incidents: {
    incidents: Array.from({ length: 300 }, (_, number) =>
      incidentRecord({ id: `i${number}`, openedAtMs: number }),
    ),
    total: 4_321,
    hasHooks: true,
  },
  grants: 7,
  deadLetters: 3,
};
const clouds: CloudFacts = {
  states: new Map([["s-0", "partially_running"]]),
  told: new Set(["default"]),
  month: "*12 credits* so far this month.",
};

function shown(facts: HomeFacts, told?: CloudFacts): string {
  const view = homeView(facts, product, told);
  expect(validateView(view)).toBeNull();
  return JSON.stringify(view.blocks);
}

function commandsIn(role: Role, facts = busy): string[] {
  const blocks = shown({ ...facts, role }, clouds);
  return [...blocks.matchAll(/"value":"([^"]*)"/g)].map(([, command = ""]) => command);
}

test("a new workspace is told what to set up, a step after the other, and which one is next", () => {
  const blocks = shown(fresh);
  expect(blocks).toContain("Steps done: 0 of 3.");
  expect(blocks).toContain("1. Connect a database cloud: next.");
  expect(blocks).toContain("2. Say who may do what: to do.");
});

test("a step that is done says so in words, and once all are done nothing more is said of setting up", () => {
  const connected = { ...fresh, connections: busy.connections.slice(0, 1), standard: "cloud 0" };
  expect(shown(connected)).toContain("1. Connect a database cloud: done.");
  expect(shown(connected)).toContain("2. Say who may do what: next.");
  expect(shown({ ...connected, grants: 1, hooks: [hookRecord()] })).not.toContain("Set up");
});

test("a group with nothing in it leaves no divider behind", () => {
  for (const facts of [fresh, busy]) {
    const types = homeView(facts, product).blocks.map(({ type }) => type);
    const isDoubled = types.some((type, index) => type === "divider" && types[index + 1] === "divider");
    expect([types[0] === "divider", isDoubled, types.at(-1) === "divider"]).toEqual([false, false, false]);
  }
});

test("the fullest Home is within Slack's limits, and counts what is left out", () => {
  const blocks = shown(busy, clouds);
  expect(homeView(busy, product, clouds).blocks.length).toBeLessThanOrEqual(100);
  expect(blocks).toContain("And 170 more services");
  expect(blocks).toContain("4,321 alerts");
  expect(blocks).toContain("12 credits");
});

test("a service has its state in words, and what is not known of it is said", () => {
  const blocks = shown(busy, clouds);
  expect(blocks).toContain("partially running");
  expect(blocks).toContain("The cloud does not list it.");
  expect(blocks).toContain("Its state could not be read just now.");
  expect(shown(busy)).not.toContain("could not be read just now");
});

test("each role is offered what it may do and nothing else", () => {
  expect(commandsIn("viewer")).toContain("costs last 7 days");
  expect(commandsIn("viewer")).not.toContain("create");
  expect(commandsIn("operator")).toContain("create");
  expect(commandsIn("operator")).not.toContain("audit");
  expect(commandsIn("admin")).toEqual(
    expect.arrayContaining(["audit", "access", "hook list", "connections", "alerts dead"]),
  );
  expect(commandsIn("viewer", fresh)).not.toContain("connect");
  expect(commandsIn("admin", fresh)).toContain("connect");
});

test("admins alone see broken routes, and whoever may do nothing is told who can help", () => {
  expect(shown(busy)).toContain("3 alerts could not be shown in Slack");
  expect(shown({ ...busy, role: "operator" })).not.toContain("could not be shown in Slack");
  expect(shown({ ...busy, role: undefined })).toContain("You may do nothing with Quartermaster here yet.");
});
