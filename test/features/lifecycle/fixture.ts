import { agreedClock } from "../../../src/platform/redis/shared-clock.ts";
import { clockOf } from "../../../src/lib/clock.ts";
import { randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import { pino } from "pino";
import type { AppContext } from "../../../src/app/context.ts";
import { createStore } from "../../../src/app/store.ts";
import { advanceChange } from "../../../src/features/lifecycle/changes/advance.ts";
import { advanceExpiry } from "../../../src/features/lifecycle/expiry/advance.ts";
import { ExpirySchedule } from "../../../src/features/lifecycle/expiry/schedule.ts";
import { advanceHours } from "../../../src/features/lifecycle/hours/advance.ts";
import { HoursSchedule } from "../../../src/features/lifecycle/hours/schedule.ts";
import { hourMs } from "../../../src/lib/duration.ts";
import { AppError, isAppError } from "../../../src/lib/errors.ts";
import type { Role } from "../../../src/platform/access/role.ts";
import type { Reply } from "../../../src/platform/blocks/reply.ts";
import type { CloudClient, Departure } from "../../../src/platform/cloud/client.ts";
import type { Operation } from "../../../src/platform/cloud/operation.ts";
import type { ScheduleStep } from "../../../src/platform/jobs/schedules/schedules.ts";
import type { Step } from "../../../src/platform/jobs/worker.ts";
import { peopleOf } from "../../support/people.ts";
import { inProcess, startProcess } from "../observability/changes/mortal-process.ts";

/** A service in the simulated cloud. */
interface FakeService {
  id: string;
  name: string;
  state: string;
}

/** A command or a deletion that the cloud carried out. */
interface Effect {
  at: Date;
  serviceId: string;
  what: "start" | "stop" | "delete";
}

/** A message that was posted. */
interface Posted {
  at: Date;
  channelId: string;
  text: string;
  mark: string | undefined;
  reply: Reply;
}

/** A workspace with a clock, a cloud and Slack that the test controls, and a real Redis. Three replicas share it. */
export interface LifecycleFixture {
  now: Date;
  readonly context: AppContext;
  readonly services: Map<string, FakeService>;
  readonly effects: Effect[];
  readonly posted: Posted[];
  /** False for a server without the operations. */
  servesChanges: boolean;
  /** The last good backup of each service. Undefined for none. */
  backupAt: string | undefined;
  /** False while the backups can't be read. */
  readsBackups: () => boolean;
  /** How many backups failed, or may have failed, since. */
  failedSince: number;
  unclearSince: number;
  /** The archived channels, and the people with deactivated accounts: Slack refuses posts there. */
  readonly unreachable: Set<string>;
  /** The roles of people. By default operators. */
  readonly roles: Map<string, Role>;
  /** The share of outside calls at which a process dies, and of requests that lose their answer. */
  dies: () => boolean;
  loses: () => boolean;
  readonly deaths: number;
  /** Nothing is done between these times, because Redis is away. */
  outages: { from: Date; to: Date }[];
  /** No schedule waits longer, as in the product, where it is an hour. */
  longestWaitMs: number;
  /** Gets the changes that are accepted, in place of the queue. */
  takesChange?: (changeId: string, item: unknown) => void;
  addService(name: string, state?: string): Promise<string>;
  /** Lets the replicas work until a time. */
  runUntil(time: Date): Promise<void>;
}

function lost(): AppError {
  return new AppError("upstream", "The cloud's answer didn't arrive.", { outcomeUnknown: true });
}

/** Starts an empty workspace T1 at a time, with its own simulated cloud or another one. */
export function lifecycleFixture(
  redis: Redis,
  start: string,
  cloud?: Pick<CloudClient, "call">,
): LifecycleFixture {
  const store = createStore(redis).workspace("T1");
  const services = new Map<string, FakeService>();
  const effects: Effect[] = [];
  const posted: Posted[] = [];
  const roles = new Map<string, Role>();
  const unreachable = new Set<string>();
  const admins = ["UADMIN"];
  const items = new Map<string, { item: unknown; dueMs: number }>();
  const dueMs = new Map<string, number>();
  let deaths = 0;

  async function call(
    { method, path }: Operation,
    input: { serviceId: string; body?: { command?: "start" | "stop" } },
    options?: { departure?: Departure },
  ): Promise<unknown> {
    const service = services.get(input.serviceId);
    if (method !== "GET" && !fixture.servesChanges)
      throw new AppError("missing", "The cloud doesn't support this (404).", { unserved: true });
    if (!service) throw new AppError("missing", "The cloud can't find it (404).");
    if (method === "GET") return { ...service };
    await options?.departure?.pass();
    if (fixture.loses()) throw lost();
    const what = method === "DELETE" ? "delete" : (input.body?.command ?? "start");
    if (method !== "DELETE" && !path.endsWith("/state")) throw new Error("not simulated");
    const state = what === "stop" ? "stopped" : "running";
    if (what !== "delete" && service.state === state)
      throw new AppError("user", `The cloud didn't accept this (400): it cannot ${what} now.`);
    effects.push({ at: fixture.now, serviceId: service.id, what });
    if (what === "delete") services.delete(service.id);
    else service.state = state;
    if (fixture.loses()) throw lost();
    return { ...service };
  }

  const messenger = {
    async post(channelId: string, reply: Reply, options?: { mark?: string }) {
      if (fixture.unreachable.has(channelId))
        throw new AppError("forbidden", "The channel is archived.", { code: "is_archived" });
      posted.push({ at: fixture.now, channelId, text: reply.text, mark: options?.mark, reply });
      return { channelId, ts: String(posted.length) };
    },
    async findMarked(channelId: string, mark: string) {
      const index = posted.findIndex((each) => each.mark === mark && each.channelId === channelId);
      return index === -1 ? undefined : { channelId, ts: String(index + 1) };
    },
    update: async () => undefined,
    updateModal: async () => "gone" as const,
    async whisper(channelId: string, _userId: string, reply: Reply) {
      posted.push({ at: fixture.now, channelId, text: reply.text, mark: undefined, reply });
    },
    timeZoneOf: async () => "Europe/Berlin",
    people: peopleOf({ admins, gone: unreachable }),
  };
  const serviceChanges = {
    async accept(id: string, item: unknown) {
      if (fixture.takesChange) return fixture.takesChange(id, item);
      if (!items.has(id))
        items.set(id, { item: JSON.parse(JSON.stringify(item)), dueMs: fixture.now.getTime() });
    },
    wake: async () => undefined,
  };
  const scheduleQueue = {
    async wake(_id: string, { scheduleId }: { scheduleId: string }) {
      dueMs.set(scheduleId, fixture.now.getTime());
    },
    ensure: async () => undefined,
  };
  const facts = async (of: readonly { serviceId: string }[]) =>
    new Map(
      (fixture.readsBackups() ? of : []).map(({ serviceId }) => [
        serviceId,
        [
          {
            label: "Last backup",
            text: "",
            data: {
              lastGoodBackupAt: fixture.backupAt,
              failedBackupsSince: fixture.failedSince,
              unclearBackupsSince: fixture.unclearSince,
            },
          },
        ],
      ]),
    );

  function contextIn(process: ReturnType<typeof startProcess>): AppContext {
    const part = <Part extends object>(given: Part) => inProcess(given, process);
    const parts = {
      ...store,
      schedules: part(store.schedules),
      services: part(store.services),
      owners: part(store.owners),
      serviceChangeLog: part(store.serviceChangeLog),
      serviceHolds: part(store.serviceHolds),
      audit: part(store.audit),
      createLimits: store.createLimits,
      posts: store.posts,
      workspaceId: "T1",
      messenger: part(messenger),
      serviceChanges: part(serviceChanges),
      scheduleQueue: part(scheduleQueue),
      cloudOf: () => (cloud ? part(cloud) : part({ call })),
      factsOf: facts,
      access: {
        roleOf: async ({ userId }: { userId: string }) => roles.get(userId) ?? "operator",
        demand: async () => undefined,
      },
      limits: { cloudTimeoutMs: 30_000, settleMs: 60_000, requestsPerWindow: 10 },
      now: () => fixture.now,
      clock: agreedClock(() => fixture.now),
      moment: clockOf(() => fixture.now),
      newId: randomUUID,
      log: pino({ level: "silent" }),
    };
    // Holds all that these steps use. A whole context would need a whole app.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return parts as unknown as AppContext;
  }
  const immortal = contextIn(startProcess(() => false));

  /** Another process repeats what one that died had begun. Its holds run out. */
  async function afterDeath(): Promise<void> {
    deaths += 1;
    const held = [
      ...(await redis.keys("qm:{T1}:service-hold:*")),
      ...(await redis.keys("qm:{T1}:post-hold:*")),
    ];
    if (held.length > 0) await redis.del(...held);
  }

  async function step<Result>(work: (context: AppContext) => Promise<Result>): Promise<Result | "died"> {
    const process = startProcess(fixture.dies);
    const result = await Promise.race([
      work(contextIn(process)),
      process.ended.then(() => "died" as const),
    ]).catch((error: unknown) => {
      if (isAppError(error, "limited", "upstream")) return "died" as const;
      throw error;
    });
    if (result === "died") await afterDeath();
    return result;
  }

  async function stepSchedule(id: string): Promise<void> {
    const found = await store.schedules.find(id);
    if (!found) {
      dueMs.delete(id);
      return;
    }
    const taken: ScheduleStep | "died" = await step(async (context) => {
      if (found.kind === "hours") return advanceHours(HoursSchedule.parse(found), context);
      return advanceExpiry(ExpirySchedule.parse(found), context);
    });
    if (taken === "done") dueMs.delete(id);
    else dueMs.set(id, later(taken === "died" ? 1_000 : Math.min(taken.againInMs, fixture.longestWaitMs)));
  }

  async function stepChange(id: string): Promise<void> {
    const kept = items.get(id);
    if (!kept) return;
    const taken: Step | "died" = await step((context) => advanceChange(() => context)(id, kept.item));
    if (taken === "done") items.delete(id);
    else kept.dueMs = later(taken === "died" ? 1_000 : taken === "next" ? 0 : taken.againInMs);
  }

  function later(ms: number): number {
    return fixture.now.getTime() + Math.max(0, ms);
  }

  async function adopt(): Promise<void> {
    for (const id of await store.schedules.ids()) if (!dueMs.has(id)) dueMs.set(id, fixture.now.getTime());
  }

  const fixture: LifecycleFixture = {
    now: new Date(start),
    context: immortal,
    services,
    effects,
    posted,
    servesChanges: true,
    backupAt: start,
    readsBackups: () => true,
    failedSince: 0,
    unclearSince: 0,
    unreachable,
    roles,
    dies: () => false,
    loses: () => false,
    get deaths() {
      return deaths;
    },
    outages: [],
    longestWaitMs: hourMs,
    async addService(name, state = "running") {
      const id = randomUUID();
      services.set(id, { id, name, state });
      await store.services.add({
        name,
        serviceId: id,
        connection: "default",
        addedBy: "UADA",
        addedAt: fixture.now.toISOString(),
      });
      return id;
    },
    async runUntil(time) {
      await adopt();
      for (;;) {
        const all = [
          ...[...dueMs].map(([id, at]) => ({ at, take: () => stepSchedule(id) })),
          ...[...items].map(([id, { dueMs: at }]) => ({ at, take: () => stepChange(id) })),
        ].toSorted((a, b) => a.at - b.at);
        const next = all[0];
        if (!next || next.at > time.getTime()) break;
        let at = Math.max(next.at, fixture.now.getTime());
        const outage = fixture.outages.find(({ from, to }) => at >= from.getTime() && at < to.getTime());
        if (outage) at = outage.to.getTime();
        if (at > time.getTime()) break;
        fixture.now = new Date(at);
        await next.take();
      }
      fixture.now = time;
    },
  };
  return fixture;
}
