import { checkAuditLine } from "../../support/audit-lines.ts";
import { agreedClock } from "../../../src/platform/redis/shared-clock.ts";
import { product } from "../../../src/app/features.ts";
import { clockOf } from "../../../src/lib/clock.ts";
import { randomUUID } from "node:crypto";
import type { App } from "@slack/bolt";
import type { Redis } from "ioredis";
import { redisServerIn } from "../../../src/app/reach.ts";
import { pino } from "pino";
import { createMetrics } from "../../../src/lib/metrics.ts";
import { withAudit } from "../../../src/platform/audit/recorder.ts";
import type { Reply } from "../../../src/platform/blocks/reply.ts";
import { cloudAgent } from "../../../src/platform/cloud/transport/agents.ts";
import { defaultCallLimits } from "../../../src/platform/cloud/transport/exchange.ts";
import { outwardBy } from "../../../src/platform/http/outward.ts";
import { guardedAgent } from "../../../src/platform/cloud/transport/guarded-agent.ts";
import { neutralWireNames } from "../../../src/platform/cloud/connection.ts";
import { readConfig } from "../../../src/app/config/config.ts";
import { saveDraft } from "../../../src/platform/forms/save.ts";
import type { Form, FormFacts, FormValues } from "../../../src/platform/forms/form.ts";
import type { ReferenceCloud } from "@quartermaster/reference-cloud";
import type { LocalSlack } from "@quartermaster/local-slack";
import { secretsOfWorkspaces } from "../../../src/platform/secrets/workspace.ts";
import { envScheme } from "../../../src/platform/secrets/host.ts";
import { createSecrets } from "../../../src/platform/secrets/secrets.ts";
import { createSealer } from "../../../src/platform/secrets/seal.ts";
import { slackClientMaker } from "../../../src/platform/slack/web-api/clients.ts";
import { keys } from "../../../src/platform/redis/keys.ts";
import { createSignal } from "../../../src/lib/signal.ts";
import { noTracing } from "../../../src/lib/tracing/tracing.ts";
import { createStore } from "../../../src/app/store.ts";
import { workspaceContexts } from "../../../src/app/contexts.ts";
import { alertEvent, hookRecord, incidentRecord } from "../../support/alerts.ts";
import { draftOf } from "../../support/form-state.ts";
import { sandboxEnvironment } from "../../support/environment.ts";
import { contentsOf } from "../../support/redis.ts";
import { onlyRemembered } from "../../support/only-remembered.ts";
import { workspaceMessengers } from "../../../src/features/workspace/install/workspace-clients.ts";
import { actionOfForm } from "../../../src/platform/audit/phrases.ts";
import { createInFlight, listenToSlack } from "../../../src/platform/slack/app.ts";
import { stopsHere } from "../../../src/platform/redis/stops.ts";

/** Kinds of keys that change although no one changed anything, with the reason. */
const unrecorded: Readonly<Record<string, string>> = {
  ...onlyRemembered,
  "connect-link": "lets its person open a page, which records what is typed there",
  conversation: "remembers for 30 minutes what someone asked about",
  "present-draft": "names a draft",
};

/** The time of the test: before the days that examples name, which are not past then. */
const examplesAt = new Date("2026-11-26T10:00:00.000Z");

const isOperators = async () => true;

type Listener = (event: object) => Promise<void>;

/** The parts that the tests of a file share. */
interface Around {
  redis: Redis;
  cloud: ReferenceCloud;
  slack: LocalSlack;
}

/**
 * The product without its background work: all listeners with the real store, clouds and Slack, in a workspace with one
 * thing of each kind. Accepted work is only saved.
 */
export async function recordingFixture({ redis, cloud, slack }: Around) {
  const environment = {
    ...sandboxEnvironment({
      redis: { url: "redis://127.0.0.1:1" },
      cloud,
      slack,
    }),
    OBSERVABILITY_URL: cloud.standalone.appUrl,
    OBSERVABILITY_TOKEN_REF: "env:TEST_OBSERVABILITY_TOKEN",
    TEST_OBSERVABILITY_TOKEN: cloud.standalone.token,
    CLOUD_REQUESTS_PER_10_SECONDS: "100000",
    MCP: "on",
  };
  const config = readConfig(environment);
  // The audit log writes there whatever the level is.
  const log = pino({ level: "silent" }, { write: checkAuditLine });
  const workspaceId = slack.teamId;
  const store = createStore(redis);
  const sealer = createSealer(config.secrets.encryptionKeys);
  const secrets = createSecrets({ schemes: [envScheme(environment)] });
  const clients = slackClientMaker({ slackApiUrl: slack.apiUrl, log })(slack.botToken);
  const dispatcher = cloudAgent(defaultCallLimits);
  const guardedDispatcher = guardedAgent(defaultCallLimits, config);
  const queue = {
    accept: async (id: string) => void (await redis.rpush(`qm:{${workspaceId}}:accepted`, id)),
    wake: async () => {},
    ensure: async () => {},
    waiting: async () => 0,
  };
  const contextOf = workspaceContexts({
    machineTroubles: [],
    fetch,
    outward: outwardBy(guardedDispatcher, clockOf()),
    config,
    store,
    redisServer: redisServerIn(environment),
    model: undefined,
    readiness: { troubles: () => [] },
    rateLimits: { take: async () => undefined },
    secretsOf: secretsOfWorkspaces({ config, secrets, store, sealer, isOperators, newId: randomUUID }),
    sealer,
    installs: {
      clientsOf: async () => clients,
      missingScopes: async () => [],
      ownership: { isOperators },
      messengerOf: workspaceMessengers(async () => clients),
      url: undefined,
    },
    painter: { prepare: () => {}, paint: () => Promise.reject(new Error("There is no painter.")) },
    queueOf: () => queue,
    signalOf: createSignal,
    dispatcher,
    guardedDispatcher,
    metrics: createMetrics(),
    stopping: new AbortController().signal,
    now: () => examplesAt,
    clock: agreedClock(() => examplesAt),
    moment: clockOf(() => examplesAt),
    newId: randomUUID,
    tracing: noTracing,
    log,
  });
  const context = contextOf(workspaceId);

  const commands: Listener[] = [];
  const actions: { ids: unknown; listener: Listener }[] = [];
  // Takes the listeners like Bolt. The rest of Bolt would need Slack.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const bolt = {
    command: (_: string, listener: Listener) => void commands.push(listener),
    action: (ids: unknown, listener: Listener) => void actions.push({ ids, listener }),
    view: () => {},
    shortcut: () => {},
    event: () => {},
    function: () => {},
  } as unknown as App;
  listenToSlack(bolt, {
    ...product,
    contextOf,
    rateLimits: { take: async () => undefined },
    isAgent: async () => true,
    isFirst: async () => true,
    inFlight: createInFlight(),
    stops: stopsHere(),
    presses: { begin: async () => async () => undefined },
    log,
  });
  const ada = slack.users.find(({ name }) => name === "Ada Park")?.id ?? "";
  const channelOf = (name: string) => slack.channels.find((one) => one.name === name)?.id ?? "";
  const team = { id: workspaceId };

  const present = () => Promise.all([kept(redis), context.audit.read({ limit: 1_000 })]);
  /** How the last thing left the workspace. Reading all of it takes most of the time. */
  let last: Awaited<ReturnType<typeof present>> | undefined;

  /** Runs one thing. Returns the replies, the changes in Redis and the audit entries. */
  async function happens(run: (say: (reply: Reply) => Promise<void>) => Promise<void>) {
    const said: string[] = [];
    const [before, { length: recordedBefore }] = last ?? (await present());
    await run(async ({ text }) => void said.push(text));
    const [after, entries] = (last = await present());
    const names = [...new Set([...before.keys(), ...after.keys()])];
    return {
      said: said.join("\n"),
      changed: [...new Set(names.filter((key) => before.get(key) !== after.get(key)).map(kindOf))]
        .filter((kind) => !(kind in unrecorded))
        .toSorted(),
      recorded: entries.slice(0, entries.length - recordedBefore).toReversed(),
    };
  }

  return {
    begin: () => void (last = undefined),
    close: () => Promise.all([dispatcher.destroy(), guardedDispatcher.destroy()]),
    context,
    ada,
    channelOf,
    happens,
    /** Types a command in #databases, with channels, people and groups as Slack writes them. */
    type: (line: string, userId = ada) =>
      happens(async (say) => {
        const body = {
          team_id: workspaceId,
          user_id: userId,
          user_name: "ada",
          channel_id: channelOf("databases"),
          text: asSlackWrites(line.replace(/^\/db ?/, ""), slack),
          trigger_id: "none",
        };
        const ack = async (reply?: Reply) => (reply ? say(reply) : undefined);
        for (const listener of commands) await listener({ body, ack, respond: say });
      }),
    /** Submits the last step of a form, with these values. */
    async submit(form: Form, values: FormValues, facts: FormFacts = {}) {
      const at = { channelId: channelOf("databases"), userId: ada };
      const formId = randomUUID();
      const happened = await happens(async () => {
        const opened = draftOf(form, { ...at, formId, values: { ...values }, facts: { ...facts } });
        const draft = await saveDraft(form, opened, context);
        const doing = { ...at, userName: "ada", action: actionOfForm(form.name) };
        const submitted = { ...draft, viewId: "V1", userName: "ada" };
        await withAudit(doing, context, product.subjectsOf, (recorded) => form.accept(submitted, recorded));
      });
      return { ...happened, formId };
    },
    /** Clicks a button with this action_id under a message in #databases. */
    interact: (actionId: string, value: string, userId = ada) =>
      happens(async (say) => {
        const body = {
          team,
          user: { id: userId, username: "ada" },
          channel: { id: channelOf("databases") },
          message: { ts: "1.0" },
          trigger_id: "none",
          actions: [{ action_id: actionId, value }],
        };
        const listening = actions.filter(({ ids }) => ids instanceof RegExp && ids.test(actionId));
        for (const { listener } of listening) await listener({ body, ack: async () => {}, respond: say });
      }),
  };
}

export type RecordingFixture = Awaited<ReturnType<typeof recordingFixture>>;

/** The alert “Disk full” of the hook “checkout”, which is open, and couldn't be shown. */
export const incidentId = "0f8c2a00";

/** Ada's request with an unknown outcome. */
export const unknownRequestId = "unknown-1";

/** The request that a workflow asks Ada about. */
export const workflowRequestId = "workflow-Fx1";

/** Adds one thing of each kind to the workspace. */
export async function furnish(
  { begin, context, ada, channelOf }: RecordingFixture,
  { redis, cloud, slack }: Around,
): Promise<void> {
  begin();
  // Saves those of the environment, as the app does at their first use.
  await context.connections.list();
  const at = new Date().toISOString();
  const [organization] = cloud.organizations;
  const [service] = organization?.services ?? [];
  const connection = {
    kind: "managed" as const,
    baseUrl: cloud.url,
    organizationId: organization?.organizationId ?? "",
    keyIdRef: "env:TEST_KEY_ID",
    keySecretRef: "env:TEST_KEY_SECRET",
    wireNames: neutralWireNames,
  };
  const hook = hookRecord({
    id: `${slack.teamId}-checkout`,
    ownerId: ada,
    channelId: channelOf("alerts"),
    broadcasts: false,
    rules: [{ title: "disk", mute: true }],
    mapping: { title: "alert.name" },
    muted: { "id:muted": { title: "Muted alert", userId: ada, at } },
    secrets: [{ hash: "0".repeat(64), createdAt: "2026-01-01T00:00:00.000Z" }],
  });
  const schedule = {
    channelId: channelOf("databases"),
    connection: "default",
    createdBy: ada,
    createdAt: at,
  };
  const sam = slack.users.find(({ name }) => name === "Sam Rivera")?.id ?? "";
  await context.connections.add({ ...connection, name: "acme" });
  await context.connections.add({ ...connection, name: "production" });
  await context.services.add({
    name: "orders prod",
    serviceId: service?.id ?? "",
    connection: "default",
    addedBy: ada,
    addedAt: at,
  });
  await context.presets.set("small staging", {
    name: "small staging",
    fields: { region: "eu-west-1" },
    savedBy: ada,
    savedAt: at,
  });
  await context.hooks.add(hook);
  // In the form of every later write, so a write without a change leaves the text alone.
  await context.hooks.change(hook.id, (same) => ({ ...same }));
  for (const id of ["budget-1", "budget-2"])
    await context.schedules.add({
      ...schedule,
      id,
      kind: "budget",
      every: "monthly",
      credits: "400",
      ...(id === "budget-2" && { service: { serviceId: service?.id ?? "", name: "orders prod" } }),
      state: { periods: [], judged: [] },
    });
  await context.grants.set(`user:${sam}`, {
    kind: "user",
    id: sam,
    name: "Sam Rivera",
    role: "viewer",
    grantedBy: ada,
    grantedAt: at,
  });
  await context.createLimits.set("operator", { totalMemoryGb: 8 });
  const incident = incidentRecord({
    id: incidentId,
    hookId: hook.id,
    latest: alertEvent({ title: "Disk full" }),
  });
  await redis.set(keys.incident(slack.teamId, incidentId), JSON.stringify(incident));
  await redis.zadd(keys.openIncidents(slack.teamId, hook.id), Date.now(), incidentId);
  await context.unusualDays.add(
    { channelId: channelOf("databases"), connection: "default" },
    { day: "2026-11-20", direction: "up", total: "9", usual: "1", movers: [] },
  );
  await context.requests.remember(unknownRequestId, {
    workspaceId: slack.teamId,
    userId: ada,
    userName: "ada",
    request: { name: "unknown", provider: "aws", region: "eu-west-1" },
  });
  await context.requests.remember(workflowRequestId, {
    workspaceId: slack.teamId,
    userId: ada,
    userName: "a workflow",
    request: { name: "by workflow", provider: "aws", region: "eu-west-1" },
    workflow: { executionId: "Fx1", asksUntil: "2100-01-01T00:00:00.000Z" },
  });
  await context.requests.saveUnlessChanged(unknownRequestId, undefined, {
    status: "unknown",
    sentAt: at,
    lostAt: at,
    answered: false,
    succeeded: false,
    message: "No answer came.",
    asked: true,
  });
  const letter = { itemId: incidentId, channelId: hook.channelId, reason: "Slack was away.", atMs: 1 };
  await redis.hset(
    keys.deadLetters(slack.teamId),
    incidentId,
    JSON.stringify({ ...letter, attempts: 1, events: 1 }),
  );
}

/** All records of a workspace in Redis, by key. */
async function kept(redis: Redis): Promise<Map<string, string>> {
  return new Map(
    (await contentsOf(redis)).flatMap((text): [string, string][] => {
      const [key] = /qm:\{[^"]*/.exec(text) ?? [];
      return key === undefined ? [] : [[key, text]];
    }),
  );
}

function kindOf(key: string): string {
  return /^qm:\{[^}]*\}:([a-z-]+)/.exec(key)?.[1] ?? key;
}

/** Slack replaces names of channels, people and user groups with ids. */
function asSlackWrites(line: string, { channels, users }: LocalSlack): string {
  return line
    .replace(/#([a-z-]+)/g, (_, name: string) => {
      const channel = channels.find((one) => one.name === name) ?? channels[0];
      return `<#${channel?.id ?? ""}|${channel?.name ?? ""}>`;
    })
    .replace(/@(oncall|dba)/g, "<!subteam^S0ONCALL01|@oncall>")
    .replace(/@(sam|ada)/g, (_, name: string) => {
      const user = users.find((one) => one.name.toLowerCase().startsWith(name));
      return `<@${user?.id ?? ""}|${name}>`;
    });
}
