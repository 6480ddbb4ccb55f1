import { clockOf } from "../../../../src/lib/clock.ts";
import { pino } from "pino";
import type { Redis } from "ioredis";
import type { Reply } from "../../../../src/platform/blocks/reply.ts";
import type { Backup } from "../../../../src/platform/cloud/services/backup.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import type { Messenger } from "../../../../src/platform/jobs/messenger.ts";
import { AppError, isAppError } from "../../../../src/lib/errors.ts";
import { advanceBackupWatch } from "../../../../src/features/backups/watch/advance.ts";
import type { Unreadable } from "../../../../src/lib/json.ts";
import type { ScheduleStep } from "../../../../src/platform/jobs/schedules/schedules.ts";
import { BackupWatchSchedule } from "../../../../src/features/backups/watch/schedule.ts";
import { createStore } from "../../../../src/app/store.ts";
import { now as start } from "../wire.ts";
import { peopleOf } from "../../../support/people.ts";
import { hourMs } from "../../../../src/lib/duration.ts";

/** A watch with a clock, a cloud and a channel that the test controls, and a real Redis. */
export interface Fixture {
  /** Moves the clock to this many hours after the start. */
  at(hours: number): void;
  /** The cloud's answer from now on. */
  cloud: { answer: readonly (Backup | Unreadable)[] | AppError; asked: number };
  /** The posts in the channel and the owner's direct messages, as they were posted. */
  posted: string[];
  /** The same posts as they are now. */
  shown(): string[];
  /** The failure of every post in the channel. */
  channel: { failure?: AppError | undefined };
  schedule(): Promise<BackupWatchSchedule | undefined>;
  /** Lets the workspace know the service, as added at the start. */
  know(): Promise<void>;
  change(change: (schedule: BackupWatchSchedule) => BackupWatchSchedule): Promise<void>;
  /** Takes a step; undefined if it must be retried. */
  step(): Promise<ScheduleStep | undefined>;
  /** Takes steps until the schedule waits or ends. */
  finish(): Promise<ScheduleStep>;
}

const watch: BackupWatchSchedule = {
  id: "w1",
  kind: "backup-watch",
  service: { serviceId: "s1", name: "orders prod" },
  connection: "default",
  channelId: "C1",
  createdBy: "U1",
  createdAt: start.toISOString(),
  maxAgeMs: 26 * hourMs,
  state: {},
};

/** A message's text with dates in UTC. */
function said({ text }: Reply): string {
  return text.replaceAll(/<!date\^\d+\^[^|]*\|([^>]*)>/g, "$1");
}

/** Starts a watch in an empty Redis. */
export async function watchFixture(redis: Redis): Promise<Fixture> {
  const store = createStore(redis).workspace("T1");
  await store.schedules.add(watch);
  let nowMs = start.getTime();
  const cloud: Fixture["cloud"] = { answer: [], asked: 0 };
  const channel: Fixture["channel"] = {};
  const messages: { channelId: string; mark: string | undefined; text: string }[] = [];
  const posted: string[] = [];

  const messenger: Pick<Messenger, "post" | "findMarked" | "update" | "people"> = {
    people: peopleOf(),
    async post(channelId, reply, options) {
      if (channel.failure && channelId === watch.channelId) throw channel.failure;
      messages.push({ channelId, mark: options?.mark, text: said(reply) });
      posted.push(`${channelId}: ${said(reply)}`);
      return { channelId, ts: String(messages.length) };
    },
    async findMarked(channelId, mark) {
      const index = messages.findIndex((message) => message.mark === mark);
      return index === -1 ? undefined : { channelId, ts: String(index + 1) };
    },
    async update({ ts }, reply) {
      const message = messages[Number(ts) - 1];
      if (message) message.text = said(reply);
    },
  };
  async function call(): Promise<readonly (Backup | Unreadable)[]> {
    cloud.asked += 1;
    if (cloud.answer instanceof AppError) throw cloud.answer;
    return cloud.answer;
  }
  const parts = {
    ...store,
    workspaceId: "T1",
    messenger,
    cloudOf: () => ({ call }),
    now: () => new Date(nowMs),
    moment: clockOf(() => new Date(nowMs)),
    log: pino({ level: "silent" }),
  };
  // Holds all that a step of a watch uses. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = parts as unknown as AppContext;

  async function schedule(): Promise<BackupWatchSchedule | undefined> {
    const all = await store.schedules.list(BackupWatchSchedule);
    return all.find(({ id }) => id === watch.id);
  }
  async function step(): Promise<ScheduleStep | undefined> {
    const present = await schedule();
    if (!present) return "done";
    try {
      return await advanceBackupWatch(present, context);
    } catch (error) {
      if (!isAppError(error, "limited")) throw error;
      return undefined;
    }
  }
  return {
    at: (hours) => void (nowMs = start.getTime() + hours * hourMs),
    cloud,
    channel,
    posted,
    shown: () => messages.map(({ text }) => text),
    schedule,
    async know() {
      await store.services.add({
        ...watch.service,
        connection: watch.connection,
        addedBy: watch.createdBy,
        addedAt: watch.createdAt,
      });
    },
    change: async (change) => void (await store.schedules.change(watch, change)),
    step,
    async finish() {
      for (;;) {
        const outcome = await step();
        if (outcome === "done" || (outcome && outcome.againInMs > 0)) return outcome;
      }
    },
  };
}
