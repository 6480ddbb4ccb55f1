import { pino } from "pino";
import type { Redis } from "ioredis";
import type { Reply } from "../../../src/blocks/reply.ts";
import type { CostRecord } from "../../../src/cloud/usage-cost.ts";
import type { WorkspaceContext } from "../../../src/context.ts";
import type { CostLedger } from "../../../src/costs/ledger/ledger.ts";
import type { Messenger } from "../../../src/delivery/messenger.ts";
import { type AppError, isAppError } from "../../../src/errors.ts";
import { type Day, addDays, daysFrom, utcDay } from "../../../src/lib/day.ts";
import { advanceDigest } from "../../../src/standing-orders/digest/advance.ts";
import type { OrderStep } from "../../../src/standing-orders/index.ts";
import type { DigestOrder } from "../../../src/store/standing-orders/digest.ts";
import { createStore } from "../../../src/store/store.ts";

/** A message in a channel or in direct messages, and when it was posted. */
export interface Posted {
  channelId: string;
  threadTs?: string;
  text: string;
  at: Date;
}

/** One digest with a clock, a cloud and a channel in the test's own hands, and a real Redis. */
export interface Room {
  now: Date;
  /** What everything costs on a day, and whether that is final, at a time. */
  costs: (day: Day, now: Date) => { total: number; locked: boolean };
  readonly posted: Posted[];
  /** What the cloud or the channel refuses everything with. */
  failing: { cloud?: AppError; channel?: AppError };
  /** The process dies before or after the call of something outside that is counted next but so many. */
  dieAt: number | undefined;
  /** True where nothing goes on after a death before the clock was moved on by hand. */
  staysDead: boolean;
  /** How often it could have died so far. */
  readonly chances: number;
  order(): Promise<DigestOrder | undefined>;
  /** A step as the engine takes it: waiting or dying, it is taken again. */
  step(): Promise<OrderStep>;
  /** Steps at every time that the order asks for, until that time. */
  runUntil(time: string | Date): Promise<void>;
}

/** Costs that are final two days later, and then 2 percent higher; 10 percent on every fifth day. */
function settlingCosts(day: Day, now: Date): { total: number; locked: boolean } {
  const locked = utcDay(now) > addDays(day, 2);
  const change = isLateChange(day) ? 1.1 : 1.02;
  return { total: locked ? Math.round(10_000 * change) / 100 : 100, locked };
}

/** True for a day whose change is worth a word. */
export function isLateChange(day: Day): boolean {
  return (Date.parse(day) / 86_400_000) % 5 === 0;
}

class Death extends Error {}

/** Begins a digest in an empty Redis, at a time. */
export async function digestRoom(
  redis: Redis,
  start: string,
  wish: Partial<DigestOrder> = {},
): Promise<Room> {
  const store = createStore(redis).workspace("T1");
  const order: DigestOrder = {
    id: "d1",
    kind: "digest",
    connection: "default",
    channelId: "C1",
    createdBy: "U1",
    createdAt: new Date(start).toISOString(),
    every: "daily",
    at: "09:00",
    timeZone: "Europe/Berlin",
    by: "service",
    state: {},
    ...wish,
  };
  await store.standingOrders.add(order);
  const marks: (string | undefined)[] = [];
  let chances = 0;

  /** The same, but it may be where the process dies. */
  function mortal<Part extends object>(part: Part): Part {
    return new Proxy(part, {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return async (...given: unknown[]): Promise<unknown> => {
          chance();
          const answer: unknown = await Reflect.apply(value, target, given);
          chance();
          return answer;
        };
      },
    });
  }
  function chance(): void {
    chances += 1;
    if (chances === room.dieAt) throw new Death();
  }

  const messenger: Pick<Messenger, "post" | "findMarked"> = {
    async post(channelId, { text }: Reply, { mark, threadTs } = {}) {
      if (room.failing.channel && channelId === order.channelId) throw room.failing.channel;
      room.posted.push({ channelId, text, at: room.now, ...(threadTs === undefined ? {} : { threadTs }) });
      return { channelId, ts: String(marks.push(mark)) };
    },
    async findMarked(channelId, mark) {
      const index = marks.indexOf(mark);
      return index === -1 ? undefined : { channelId, ts: String(index + 1) };
    },
  };
  const fetching = mortal({
    async fetch() {
      if (room.failing.cloud) throw room.failing.cloud;
    },
  });
  const ledger: CostLedger = {
    fetch: () => fetching.fetch(),
    async *days({ from, to }) {
      for (const day of daysFrom(from, to)) {
        const { total, locked } = room.costs(day, room.now);
        yield { day, locked, records: total === 0 ? [] : [record(day, total, locked)] };
      }
    },
  };
  const parts = {
    ...store,
    standingOrders: mortal(store.standingOrders),
    posts: mortal(store.posts),
    workspaceId: "T1",
    messenger: mortal(messenger),
    ledgerOf: () => ledger,
    consoleOf: async () => ({
      service: () => undefined,
      day: (day: Day) => `https://console.example.com/${day}`,
    }),
    pictures: { blockOf: async () => undefined },
    now: () => room.now,
    log: pino({ level: "silent" }),
  };
  // All that a step of a digest uses; a whole context would need a whole app around it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = parts as unknown as WorkspaceContext;

  async function present(): Promise<DigestOrder | undefined> {
    const found = await store.standingOrders.find(order.id);
    return found?.kind === "digest" ? found : undefined;
  }
  async function step(): Promise<OrderStep> {
    const found = await present();
    if (!found) return "done";
    try {
      return await advanceDigest(found, context);
    } catch (error) {
      if (!(error instanceof Death) && !isAppError(error, "limited")) throw error;
      if (error instanceof Death && room.staysDead) return "done";
      // As it is when the time has passed in which a lost post may still arrive.
      const holds = await redis.keys("*post-hold*");
      if (holds.length > 0) await redis.del(...holds);
      return step();
    }
  }
  const room: Room = {
    now: new Date(start),
    costs: settlingCosts,
    posted: [],
    failing: {},
    dieAt: undefined,
    staysDead: false,
    get chances() {
      return chances;
    },
    order: present,
    step,
    async runUntil(time) {
      const end = new Date(time);
      for (;;) {
        const next = await step();
        if (next === "done") return;
        const at = new Date(room.now.getTime() + Math.max(1, next.againInMs));
        if (at > end) break;
        room.now = at;
      }
      room.now = end;
    },
  };
  return room;
}

function record(date: Day, totalCredits: number, locked: boolean): CostRecord {
  const entity = { entityId: "s1", entityName: "orders prod", entityType: "service", serviceId: "s1" };
  return {
    ...entity,
    dataWarehouseId: "w1",
    date,
    totalCredits,
    metrics: { computeCredits: totalCredits },
    locked,
  };
}
