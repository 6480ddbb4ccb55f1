import { Redis } from "ioredis";
import { z } from "zod";
import { type WorkspaceStore, createStore } from "../../../src/app/store.ts";
import { ExpirySchedule, expiryId } from "../../../src/features/lifecycle/expiry/schedule.ts";
import { createCloudClient } from "../../../src/platform/cloud/client.ts";
import { createService } from "../../../src/platform/cloud/services/service.ts";
import { neutralWireNames } from "../../../src/platform/cloud/connection.ts";
import { connectPatiently, type RedisClient } from "../../../src/platform/redis/connect.ts";
import { redisServerAt } from "../../../src/platform/redis/server.ts";
import { grantRole } from "../../support/access.ts";
import { type ClockedReplicas, startClockedReplicas } from "../../support/clocked-replicas.ts";
import { type KnownHook, putHook } from "../../support/hook.ts";
import { person } from "../../support/slack-person.ts";
import { found, until } from "../../support/until.ts";
import { type DurableRedis, startDurableRedis } from "../durable-redis.ts";
import { type Happened, type Places, directWith } from "./ledger.ts";
import { deletesAfterDays, hoursOf, maintenance } from "./plan.ts";

/** A workspace with one of everything that the calendar moves, and three replicas. */
export interface CalendarWorld extends AsyncDisposable {
  readonly replicas: ClockedReplicas;
  readonly redis: DurableRedis;
  readonly client: RedisClient;
  readonly store: WorkspaceStore;
  readonly places: Places;
  readonly alerts: KnownHook;
  readonly beats: KnownHook;
  /** Posts to a hook, until a replica takes it. */
  deliver(hook: KnownHook, body: object): Promise<void>;
  /** The states of the services that the cloud has, by name. */
  states(): Promise<ReadonlyMap<string, string>>;
  /** What the cloud carried out so far. */
  effects(): Promise<Happened[]>;
  /** Makes a service that Sam lets end after some days, and says when. */
  temporary(name: string, days: number): Promise<Date>;
  /** Deactivates an owner, with a manager. */
  leaves(name: string, manager: string): Promise<void>;
}

/** Every how many seconds the hook expects a beat. */
export const beatEverySeconds = 30;

const channels = { databases: "C0DATABAS1", incidents: "C0INCIDEN1", alerts: "C0ALERTS01" };
const Listed = z.array(z.looseObject({ id: z.string(), name: z.string(), state: z.string() }));
const Received = z.array(
  z.looseObject({
    at: z.string(),
    method: z.string(),
    path: z.string(),
    status: z.number().nullable(),
    body: z.looseObject({ command: z.string() }).optional().catch(undefined),
  }),
);

/** Starts everything at a time. Undefined without a `redis-server` that can be killed. */
export async function startCalendarWorld(time: string): Promise<CalendarWorld> {
  const redis = await startDurableRedis();
  if (!redis) throw new Error("This needs a redis-server.");
  const replicas = await startClockedReplicas(time, {
    count: 3,
    paceMs: 0,
    listenEveryMs: 50,
    redis,
    // The clock moves in steps, and a lost answer must not take long.
    settings: { CLOUD_TIMEOUT_SECONDS: "2", CLOUD_SETTLE_SECONDS: "2" },
  });
  const { slack, cloud, clock } = replicas;
  const client = connectPatiently(redisServerAt(redis.url), () => {});
  const store = createStore(client).workspace(slack.teamId);
  const ids = new Map<string, string>();

  async function states(): Promise<ReadonlyMap<string, string>> {
    const response = await fetch(`${cloud.controlUrl}/services`);
    const listed = Listed.parse(await response.json());
    for (const { id, name } of listed) ids.set(id, name);
    return new Map(listed.map(({ name, state }) => [name, state]));
  }

  async function effects(): Promise<Happened[]> {
    const response = await fetch(`${cloud.controlUrl}/requests`);
    return Received.parse(await response.json()).flatMap(({ at, method, path, status, body }) => {
      if (status === null || status >= 300 || (method !== "PATCH" && method !== "DELETE")) return [];
      const [, id = ""] = /\/services\/([^/]+)/.exec(path) ?? [];
      const verb = method === "DELETE" ? "delete" : (body?.command ?? "change");
      return [{ at: new Date(at), what: `${verb} ${ids.get(id) ?? id}` }];
    });
  }

  async function create(name: string): Promise<string> {
    const [organization] = cloud.organizations;
    if (!organization) throw new Error("The cloud has no organization.");
    const { organizationId, keyId, keySecret } = organization;
    const connection = {
      kind: "managed",
      baseUrl: cloud.url,
      organizationId,
      wireNames: neutralWireNames,
    } as const;
    const calls = createCloudClient({ connection, credentials: async () => ({ keyId, keySecret }) });
    const body = {
      name,
      provider: "aws" as const,
      region: "eu-west-1" as const,
      ipAccessList: [{ source: "203.0.113.0/24" }],
    };
    const { service } = await calls.call(createService, { body });
    await calls.close();
    if (service.id === undefined) throw new Error("The cloud told no id.");
    return service.id;
  }

  const add = (id: string, name: string) =>
    replicas.command(`/db services add ${id} ${name}`, `Added *${name}*`);

  async function temporary(name: string, days: number): Promise<Date> {
    const id = await create(name);
    await states();
    await add(id, name);
    await using sam = person(slack, "Sam Rivera");
    await sam.command("databases", `/db services expires ${name} ${days}d`);
    await sam.waitForMessage("databases", `*${name}* ends`);
    const expiry = ExpirySchedule.parse(await found(() => store.schedules.find(expiryId(id))));
    return new Date(expiry.expiresAt);
  }

  async function leaves(name: string, manager: string): Promise<void> {
    const idOf = (known: string) => slack.users.find((user) => user.name === known)?.id;
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ person: idOf(name), manager: idOf(manager), isGone: true });
    const response = await fetch(`${slack.url}/page/person`, { method: "POST", headers, body });
    if (!response.ok) throw new Error(await response.text());
  }

  async function deliver({ hook, secret }: KnownHook, body: object): Promise<void> {
    const headers = { "content-type": "application/json", authorization: `Bearer ${secret}` };
    await until(async () => {
      const url = `${replicas.url}/hooks/${hook.id}`;
      const sent = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) }).catch(
        () => undefined,
      );
      return sent?.status === 202;
    });
  }

  await states();
  for (const { id, name } of cloud.organizations[0]?.services ?? []) await add(id, name);
  await add(await create("night jobs"), "night jobs");
  await states();
  await grantRole({ redisUrl: redis.url, slack }, "Sam Rivera", "operator");
  await replicas.command(`/db admin access limit operator deletes=${deletesAfterDays}d`, "operator");
  for (const { name, from, to, days, timeZone } of hoursOf)
    await replicas.command(
      `/db services hours ${name} ${from}-${to} ${days.map((day) => day.slice(0, 3)).join(",")} ${timeZone}`,
      `*${name}* runs`,
    );
  const [ada, , noor] = slack.users;
  await replicas.command(`/db services owner web analytics <@${ada?.id}>`, "*web analytics*");
  await replicas.command(`/db services owner night jobs <@${noor?.id}>`, "*night jobs*");
  await replicas.command("/db services owner digest on", "on Mondays at 9:00");
  const inIncidents = `in <#${channels.incidents}> Europe/Berlin`;
  await replicas.command(`/db costs schedule weekly ${inIncidents}`, "Scheduled. Every week");
  await replicas.command(`/db costs schedule monthly page ${inIncidents}`, "Scheduled. Every month");
  await replicas.invite("general");
  await replicas.command("/db costs budget set 1500 monthly in <#C0GENERAL1>", "Set a ");

  const at = clock.now().toISOString();
  const { from, to, timeZone: zone } = maintenance;
  const weekly = { kind: "weekly" as const, days: ["sun" as const], from, to, zone };
  const window = { id: "w", when: weekly, userId: "U0ADAPARK1", at };
  const alerts = await putHook(redis.url, slack.teamId, {
    channelId: channels.alerts,
    maintenance: [window],
  });
  const heartbeat = { everySeconds: beatEverySeconds, graceSeconds: 0, userId: "U0ADAPARK1", at };
  const beats = await putHook(redis.url, slack.teamId, { channelId: channels.alerts, heartbeat });
  await store.maintenance.changed(alerts.hook.id, clock.now().getTime());
  await store.heartbeats.begin(beats.hook.id, heartbeat, clock.now().getTime());

  const owner = await directWith(replicas, "Sam Rivera");
  const direct = await directWith(replicas, "Ada Park");
  return {
    replicas,
    redis,
    client,
    store,
    places: { channels: [...Object.values(channels), owner, direct], owner },
    alerts,
    beats,
    deliver,
    states,
    effects,
    temporary,
    leaves,
    async [Symbol.asyncDispose]() {
      client.disconnect();
      await replicas[Symbol.asyncDispose]();
    },
  };
}

/** A connection of the test's own, for what no replica does. */
export function plainRedis({ redis }: Pick<CalendarWorld, "redis">): Redis {
  const client = new Redis(redis.url, { maxRetriesPerRequest: null });
  // It is killed now and then.
  client.on("error", () => {});
  return client;
}
