import { clockOf } from "../../../../src/lib/clock.ts";
import type { Redis } from "ioredis";
import { pino } from "pino";
import type { Reply } from "../../../../src/platform/blocks/reply.ts";
import type { CostRecord } from "../../../../src/platform/cloud/costs/usage.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import type { CostLedger } from "../../../../src/features/costs/ledger/ledger.ts";
import type { Messenger } from "../../../../src/platform/jobs/messenger.ts";
import { AppError, isAppError } from "../../../../src/lib/errors.ts";
import { type Day, daysFrom } from "../../../../src/lib/day.ts";
import type { ScheduleStep } from "../../../../src/platform/jobs/schedules/schedules.ts";
import { product } from "../../../../src/app/features.ts";
import type { Schedule } from "../../../../src/platform/jobs/schedules/kept-schedules.ts";
import { createStore } from "../../../../src/app/store.ts";
import { peopleOf } from "../../../support/people.ts";
import { mortal } from "../../../support/mortal.ts";

/** A message with its channel and time. */
export interface Posted {
  channelId: string;
  threadTs?: string;
  mark: string;
  text: string;
  at: Date;
}

/** The costs of a day, as the cloud reports them at a time. */
export type Costs = (day: Day, now: Date) => { locked: boolean; records: CostRecord[] };

/** A workspace's schedules with a clock, a cloud and channels that the test controls, and a real Redis. */
export interface ScheduleFixture {
  now: Date;
  readonly context: AppContext;
  readonly posted: Posted[];
  /** The files in threads. */
  readonly shared: { name: string; threadTs: string | undefined; text: string }[];
  /** The texts of changed messages. */
  readonly edited: string[];
  /** The failure of every call to the cloud, of every post in a channel, or of every file. */
  readonly refusals: { cloud?: AppError; channel?: AppError; files?: AppError };
  /** The people with deactivated accounts. */
  readonly gone: Set<string>;
  /** True if a process dies now, before or after an outside call. */
  dies: () => boolean;
  /** The number of deaths. */
  readonly deaths: number;
  /** True if nothing goes on after a death until the test moves the clock. */
  staysDead: boolean;
  /** Takes a step in this many processes at once, until none of them dies. Returns the outcome of the first. */
  step(id: string, processes?: number): Promise<ScheduleStep>;
  /** Takes such a step of every schedule. */
  look(processes?: number): Promise<void>;
}

class Death extends Error {}

/** Starts with these schedules in a workspace of its own, at a time. */
export async function scheduleFixture(
  redis: Redis,
  { workspaceId, start, costs }: { workspaceId: string; start: string; costs: Costs },
  given: readonly Schedule[],
): Promise<ScheduleFixture> {
  const store = createStore(redis).workspace(workspaceId);
  for (const schedule of given) await store.schedules.add(schedule);
  let deaths = 0;

  function chance(): void {
    if (!fixture.dies()) return;
    deaths += 1;
    throw new Death();
  }

  const gone = new Set<string>();
  const posted: Posted[] = [];
  const edited: string[] = [];
  const shared: ScheduleFixture["shared"] = [];
  const messenger: Pick<Messenger, "post" | "findMarked" | "update" | "share" | "isShared" | "people"> = {
    people: peopleOf({ admins: ["UADMIN"], gone }),
    async share({ name, bytes }, { threadTs }) {
      if (fixture.refusals.files) throw fixture.refusals.files;
      shared.push({ name, threadTs, text: bytes.toString() });
    },
    isShared: async (fileName, _since, { ts }) =>
      shared.some(({ name, threadTs }) => name === fileName && threadTs === ts),
    async update(_place, { text }) {
      edited.push(text);
    },
    async post(channelId, { text }: Reply, { mark = "", threadTs } = {}) {
      if (fixture.refusals.channel && channelId.startsWith("C")) throw fixture.refusals.channel;
      if (gone.has(channelId)) throw new AppError("missing", "Slack refused this (user_disabled).");
      posted.push({
        channelId,
        mark,
        text,
        at: fixture.now,
        ...(threadTs === undefined ? {} : { threadTs }),
      });
      return { channelId, ts: String(posted.length) };
    },
    async findMarked(channelId, mark) {
      const index = posted.findIndex((one) => one.channelId === channelId && one.mark === mark);
      return index === -1 ? undefined : { channelId, ts: String(index + 1) };
    },
  };
  const ledger: CostLedger = {
    async fetch() {
      chance();
      if (fixture.refusals.cloud) throw fixture.refusals.cloud;
      chance();
    },
    reread: async () => ({ days: [], changed: [] }),
    async *days({ from, to }) {
      for (const day of daysFrom(from, to)) yield { day, ...costs(day, fixture.now) };
    },
  };
  const parts = {
    ...store,
    schedules: mortal(store.schedules, chance),
    posts: mortal(store.posts, chance),
    unusualDays: mortal(store.unusualDays, chance),
    workspaceId,
    messenger: mortal(messenger, chance),
    ledgerOf: () => ledger,
    consoleOf: async () => ({ service: () => undefined, day: () => undefined }),
    pictures: { prepare: () => undefined, blockOf: async () => undefined },
    now: () => fixture.now,
    moment: clockOf(() => fixture.now),
    log: pino({ level: "silent" }),
  };
  // All that a step uses. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = parts as unknown as AppContext;

  /** Undefined if the process died, or must wait for one that did. */
  async function trial(id: string): Promise<ScheduleStep | undefined> {
    const schedule = await store.schedules.find(id);
    try {
      return schedule ? await kindOf(schedule).advance(schedule, context) : "done";
    } catch (error) {
      if (error instanceof Death && fixture.staysDead) return "done";
      if (error instanceof Death || isAppError(error, "limited")) return undefined;
      throw error;
    }
  }
  async function step(id: string, processes = 1): Promise<ScheduleStep> {
    const [first, ...others] = await Promise.all(Array.from({ length: processes }, () => trial(id)));
    if (first !== undefined && !others.includes(undefined)) return first;
    // A lost post can no longer arrive.
    const holds = await redis.keys(`*{${workspaceId}}*post-hold*`);
    if (holds.length > 0) await redis.del(...holds);
    return step(id, processes);
  }

  const fixture: ScheduleFixture = {
    now: new Date(start),
    context,
    posted,
    shared,
    edited,
    refusals: {},
    gone,
    dies: () => false,
    staysDead: false,
    step,
    get deaths() {
      return deaths;
    },
    async look(processes = 1) {
      for (const id of await store.schedules.ids()) await step(id, processes);
    },
  };
  return fixture;
}

function kindOf({ kind }: Schedule) {
  const found = product.schedules.find((each) => each.kind === kind);
  if (!found) throw new Error(`no schedules of the kind ${kind}`);
  return found;
}
