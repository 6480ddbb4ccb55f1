import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { connectionName, kept, placeId, userId } from "../../../lib/kinds.ts";
import type { ServiceLabel } from "../../../lib/names.ts";
import { keys } from "../../redis/keys.ts";
import { changeField, readRecord, readableRecords } from "../../redis/record.ts";
import { type RedisClient, reachingRedis } from "../../redis/connect.ts";

/** The fields of every schedule: its owner, channel and connection. */
export const scheduleFacts = {
  id: z.string(),
  channelId: kept(placeId),
  connection: kept(connectionName),
  createdBy: kept(userId),
  createdAt: z.iso.datetime(),
  /** What no one could be told, in plain text, and since when. What depends on it waits. */
  untold: z.object({ since: z.iso.datetime(), what: z.string() }).optional(),
};

/** Something that happens in a workspace at set times. Each kind has more fields. */
export const Schedule = z.looseObject({
  ...scheduleFacts,
  kind: z.string(),
  service: z.object({ serviceId: z.string(), name: z.string() }).optional(),
});
export type Schedule = z.output<typeof Schedule>;

/** A kind of schedule, and what people and the audit log read about one. */
export interface ScheduleKind<S extends Schedule = Schedule> {
  kind: string;
  record: z.ZodType<S>;
  /** The subject of a sentence in mrkdwn, such as "The daily cost report". */
  subject(schedule: S): string;
  /** The command that sets it again, in a channel to choose. */
  command(schedule: S): string;
  /** What the audit log keeps: the name that people call it by, and its settings without its progress. */
  audited(schedule: S): {
    subject?: string;
    facts: Readonly<Record<string, string | number | boolean | undefined>>;
  };
  /** Counts them, as in "2 budgets". Absent for a kind that needs no connection. */
  count?(count: number): string;
}

/** The workspaces that have, or had, schedules. */
export function schedulingWorkspaces(redis: RedisClient): Promise<string[]> {
  return reachingRedis(() => redis.smembers(keys.schedulingWorkspaces));
}

/** The schedules of one workspace in Redis: a hash from id to record. A schedule's service has its present label. */
export function schedules(
  redis: RedisClient,
  workspaceId: string,
  kinds: readonly Pick<ScheduleKind, "kind" | "record">[],
  labels: () => Promise<ServiceLabel> = async () => (_, name) => name,
) {
  const key = keys.schedules(workspaceId);
  const read = async (stored: string) => {
    const { kind } = readRecord(Schedule, stored, key);
    const known = kinds.find((each) => each.kind === kind);
    const schedule = readRecord(known?.record ?? z.never(), stored, key);
    return schedule.service ? relabelled(schedule, await labels()) : schedule;
  };

  /** The schedules of a kind, oldest first. Leaves out unreadable ones, for example of a newer version. */
  async function list<S extends Schedule>(record: z.ZodType<S>): Promise<S[]> {
    const stored = await reachingRedis(() => redis.hvals(key));
    // Each try of the step of an unreadable one is logged.
    const readable = readableRecords(record, stored);
    const label = readable.some((schedule) => schedule.service) ? await labels() : undefined;
    return readable
      .map((schedule) => (label ? relabelled(schedule, label) : schedule))
      .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
  }

  async function readLike<S extends Schedule>(schedule: S, stored: string): Promise<S> {
    const present = await read(stored);
    if (isLike(present, schedule)) return present;
    throw new AppError("bug", `Schedule ${schedule.id} isn't a ${schedule.kind}.`);
  }

  return {
    /** Of all schedules, including unreadable ones. */
    ids: (): Promise<string[]> => reachingRedis(() => redis.hkeys(key)),
    list,
    /** The present names of services. */
    labels,
    /** Undefined if it was removed. */
    async find(id: string): Promise<Schedule | undefined> {
      const stored = await reachingRedis(() => redis.hget(key, id));
      return stored === null ? undefined : read(stored);
    },
    async add(schedule: Schedule): Promise<void> {
      await reachingRedis(async () => {
        await redis.sadd(keys.schedulingWorkspaces, workspaceId);
        await redis.hset(key, schedule.id, JSON.stringify(schedule));
      });
    },
    /** Changes a schedule as it is at that moment. Returns the result, or undefined if it was removed. */
    change: <S extends Schedule>(schedule: S, change: (present: S) => S): Promise<S | undefined> =>
      reachingRedis(() => {
        const stored = { key, field: schedule.id, read: (text: string) => readLike(schedule, text) };
        return changeField(redis, stored, (present) => present && change(present));
      }),
    /** False if it was already gone. */
    async remove(id: string): Promise<boolean> {
      return (await reachingRedis(() => redis.hdel(key, id))) === 1;
    },
  };
}

/** A workspace's schedules. */
export type Schedules = ReturnType<typeof schedules>;

function relabelled<S extends Schedule>(schedule: S, label: ServiceLabel): S {
  if (!schedule.service) return schedule;
  const { serviceId, name } = schedule.service;
  return { ...schedule, service: { serviceId, name: label(serviceId, name) } };
}

function isLike<S extends Schedule>(schedule: Schedule, other: S): schedule is S {
  return schedule.kind === other.kind;
}
