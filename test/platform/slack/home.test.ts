import { product } from "../../../src/app/features.ts";
import { pino } from "pino";
import { expect, test } from "vitest";
import type { Role } from "../../../src/platform/access/role.ts";
import { Connection } from "../../../src/features/connections/connection.ts";
import { validateView } from "@quartermaster/local-slack/validate";
import type { AppContext } from "../../../src/app/context.ts";
import type { Hook } from "../../../src/features/alerts/hooks/record.ts";
import type { Incident } from "../../../src/features/alerts/incident/record.ts";
import type { ConnectionHealth } from "../../../src/features/connections/health.ts";
import type { KnownService } from "../../../src/features/connections/known-services.ts";
import { AppError } from "../../../src/lib/errors.ts";
import { readServiceFacts } from "../../../src/platform/commands/service-facts.ts";
import * as texts from "../../../src/platform/slack/texts.ts";
import { lineOfButton } from "../../support/pressed.ts";
import { undelivered } from "../../../src/features/alerts/home.ts";
import { notListed, stateUnknown } from "../../../src/features/connections/home.ts";
import { unreadable as monthUnreadable } from "../../../src/features/costs/home.ts";
import { homeView } from "../../../src/platform/slack/home.ts";
import { alertEvent, hookRecord, incidentRecord } from "../../support/alerts.ts";
import { z } from "zod";

/** A workspace's stored records. */
interface HomeFacts {
  role: Role | undefined;
  connections: { connection: Connection; health: ConnectionHealth }[];
  services: KnownService[];
  hooks: Hook[];
  incidents: Incident[];
  openInAll: number;
  grants: number;
  deadLetters: number;
  schedules: unknown[];
}

const fresh: HomeFacts = {
  role: "admin",
  connections: [],
  services: [],
  hooks: [],
  incidents: [],
  openInAll: 0,
  grants: 0,
  deadLetters: 0,
  schedules: [],
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

/** More of everything than a workspace may have. */
const busy: HomeFacts = {
  ...fresh,
  connections: Array.from({ length: 20 }, (_, number) => ({
    connection: { ...connection, name: `cloud ${number}` },
    health: { outcome: "refused" as const, at },
  })),
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
  incidents: Array.from({ length: 300 }, (_, number) =>
    incidentRecord({ id: `i${number}`, openedAtMs: number }),
  ),
  openInAll: 4_321,
  grants: 7,
  deadLetters: 3,
};

/** A workspace with these facts. Its cloud lists only the services of the connection "default". */
function contextWith({
  role,
  connections,
  services,
  hooks,
  incidents,
  openInAll,
  grants,
  deadLetters,
  schedules,
}: HomeFacts) {
  const parts = {
    access: { effectiveRoleOf: async () => ({ role }) },
    connections: {
      list: async () => connections.map((each) => each.connection),
      chosen: async () => undefined,
    },
    creditPrices: { of: async () => undefined },
    connectionHealth: {
      all: async () => new Map(connections.map((each) => [each.connection.name, each.health])),
    },
    services: { list: async () => services },
    owners: { readable: async () => [] },
    installation: { url: undefined, missingScopes: async () => [] },
    hooks: { list: async () => hooks },
    incidents: {
      open: async (hookId: string) =>
        hookId === hooks[0]?.id ? Array.from({ length: openInAll }, (_, number) => `i${number}`) : [],
      many: async (ids: string[]) => (ids.length > 0 ? incidents : []),
    },
    schedules: { list: async () => schedules },
    approvals: { pending: async () => [], list: async () => [] },
    drafts: { current: async () => undefined },
    grants: { list: async () => Array.from({ length: grants }) },
    deadLetters: { list: async () => Array.from({ length: deadLetters }) },
    servicesSince: async (name: string) => {
      if (name !== "default") throw new AppError("upstream", "It is away.");
      return [{ id: "s-0", state: "partially_running" }];
    },
    unadded: async () => ({ services: [], source: "list", unread: [], alerted: [] }),
    ledgerOf: () => ({
      fetch: async () => {
        throw new AppError("upstream", "The costs are not understood.", { succeeded: true });
      },
    }),
    cloudOf: () => ({
      call: async (_: object, { serviceId }: { serviceId: string }) =>
        serviceId === "s-0" ? [{ id: "b1", status: "done", startedAt: at }] : [],
    }),
    now: () => new Date(at),
    log: pino({ level: "silent" }),
  };
  // All that Home uses; a whole context would need a whole app around it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = parts as unknown as AppContext;
  context.factsOf = (of) => readServiceFacts(product.serviceFacts, of, context);
  return context;
}

function viewOf(facts: HomeFacts, isWhole = false) {
  return homeView("U1", contextWith(facts), product, isWhole);
}

async function shown(facts: HomeFacts, isWhole = false): Promise<string> {
  const view = await viewOf(facts, isWhole);
  expect(validateView(view)).toBeNull();
  return JSON.stringify(view.blocks);
}

async function commandsIn(role: Role, facts = busy): Promise<string[]> {
  const blocks = await shown({ ...facts, role }, true);
  const values = [...blocks.matchAll(/"value":("(?:[^"\\]|\\.)*")/g)];
  const commands = values.map(([, value = ""]) => z.string().parse(JSON.parse(value)));
  return commands.map((command) => (command.startsWith("{") ? lineOfButton(command) : command));
}

test("a new workspace sees the steps of its set-up, and which one is next", async () => {
  const blocks = await shown(fresh);
  expect(blocks).toContain(texts.stepsDone(0, 3));
  expect(blocks).toContain("*1. Connect a database cloud* (next)");
  expect(blocks).toContain("*2. Choose who can do what* (to do)");
});

test("a completed step is marked in words, and the set-up disappears when all steps are completed", async () => {
  const connected = { ...fresh, connections: busy.connections.slice(0, 1) };
  expect(await shown(connected)).toContain(texts.doneStep(1, "Connect a database cloud"));
  expect(await shown(connected)).toContain("*2. Choose who can do what* (next)");
  expect(await shown({ ...connected, grants: 1, hooks: [hookRecord()] })).not.toContain(texts.setup);
});

test("an empty group leaves no divider", async () => {
  for (const facts of [fresh, busy]) {
    const types = (await viewOf(facts)).blocks.map(({ type }) => type);
    const isDoubled = types.some((type, index) => type === "divider" && types[index + 1] === "divider");
    expect([types[0] === "divider", isDoubled, types.at(-1) === "divider"]).toEqual([false, false, false]);
  }
});

test("the fullest Home is within Slack's limits, and counts what it leaves out", async () => {
  const blocks = await shown(busy, true);
  expect((await viewOf(busy, true)).blocks.length).toBeLessThanOrEqual(100);
  expect(blocks).toContain("And 190 more services");
  expect(blocks).toContain("4,321 open alerts");
  expect(blocks).toContain(monthUnreadable("The costs are not understood."));
});

test("a service shows its state in words, and says what is unknown", async () => {
  const blocks = await shown(busy, true);
  expect(blocks).toContain("partially running");
  expect(blocks).toContain(notListed);
  expect(blocks).toContain(stateUnknown);
  expect(await shown(busy)).not.toContain(stateUnknown);
});

test("each role sees exactly the buttons that it may use", async () => {
  expect(await commandsIn("viewer")).toContain("services");
  expect(await commandsIn("viewer")).not.toContain("create");
  expect(await commandsIn("operator")).toContain("create");
  expect(await commandsIn("operator")).not.toContain("admin audit");
  expect(await commandsIn("admin")).toEqual(
    expect.arrayContaining([
      "admin audit",
      "admin access",
      "alerts hooks list",
      "admin connections",
      "alerts undelivered",
    ]),
  );
  expect(await commandsIn("viewer", fresh)).not.toContain("admin connect");
  expect(await commandsIn("admin", fresh)).toContain("admin connect");
});

test("only admins see broken routes, and a person without a role reads who can help", async () => {
  expect(await shown(busy)).toContain(undelivered(3));
  expect(await shown({ ...busy, role: "operator" })).not.toContain(undelivered(3));
  expect(await shown({ ...busy, role: undefined })).toContain(texts.noRole);
});

test("services come first, then open alerts, then costs, and admin things last", async () => {
  const blocks = await shown(busy, true);
  const headers = [...blocks.matchAll(/"type":"header","text":\{"type":"plain_text","text":"([^"]*)"/g)].map(
    ([, text]) => text,
  );
  expect(headers).toEqual(["Services", "Open alerts", "Costs this month", "Connections", "Admin"]);
});

test("a service shows its last backup in the reader's zone", async () => {
  const blocks = await shown(busy, true);
  expect(blocks).toContain(`Last backup: <!date^${new Date(at).getTime() / 1_000}`);
  expect(blocks).toContain("Last backup: none yet");
});

test("an open alert on Home says which group it is about", async () => {
  const blocks = await shown({
    ...busy,
    incidents: ["service:orders", "service:search"].map((group) =>
      incidentRecord({ id: group, latest: alertEvent({ group }) }),
    ),
    openInAll: 2,
  });
  expect(blocks).toContain("service:orders · since ");
  expect(blocks).toContain("service:search · since ");
});

test("Home offers to create a service only when a database cloud is connected", async () => {
  expect(await shown(fresh)).not.toContain('"style":"primary"');
  expect(await shown({ ...fresh, connections: busy.connections.slice(0, 1) })).toContain('"style":"primary"');
});

test("what no one could be told is on everyone's Home", async () => {
  const expiry = {
    id: "expiry-s1",
    kind: "expiry",
    service: { serviceId: "s1", name: "orders dev" },
    connection: "default",
    channelId: "C1",
    createdBy: "U1",
    createdAt: at,
    expiresAt: at,
    setAt: at,
    setBy: "U1",
    state: {},
  };
  const untold = { since: at, what: "No one could be told that it ends, so it isn't stopped." };
  const blocks = await shown({ ...fresh, role: "viewer", schedules: [{ ...expiry, untold }] });
  expect(blocks).toContain("No one could be told");
  expect(blocks).toContain(
    "The end of *orders dev*: No one could be told that it ends, so it isn't stopped.",
  );
  expect(await shown({ ...fresh, schedules: [expiry] })).not.toContain("No one could be told");
});
