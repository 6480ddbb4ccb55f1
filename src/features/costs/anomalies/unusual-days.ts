import { z } from "zod";
import { type Day, addDays } from "../../../lib/day.ts";
import { Cause } from "./causes.ts";
import { DecimalText } from "../../../lib/money.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { dayInSeconds } from "../../../lib/duration.ts";

/** The facts of an announced unusual day; amounts in credits, as decimal texts. */
export const UnusualFacts = z.object({
  day: z.iso.date(),
  direction: z.enum(["up", "down"]),
  total: DecimalText,
  /** The usual costs of this weekday. */
  usual: DecimalText,
  movers: z.array(
    z.object({
      kind: z.enum(["service", "metric"]),
      name: z.string(),
      amount: DecimalText,
      usual: DecimalText,
    }),
  ),
  service: z.object({ serviceId: z.string(), name: z.string() }).optional(),
  /** What probably caused it. Null if nothing known here happened; absent in records of earlier versions. */
  cause: Cause.nullable().optional(),
});
export type UnusualFacts = z.output<typeof UnusualFacts>;

/** The user who said that it was expected, and when. */
const Expectation = z.object({ by: z.string(), at: z.iso.datetime() });
type Expectation = z.output<typeof Expectation>;

/** An unusual day as kept in Redis. */
export interface UnusualRecord extends UnusualFacts {
  expected?: Expectation;
}

/** The channel that a day was announced in, and its costs: of one service, or of everything. */
export interface UnusualScope {
  channelId: string;
  connection: string;
  serviceId?: string | undefined;
}

const keptDays = ttlInSeconds.post / dayInSeconds;

/**
 * The unusual days of one workspace in Redis: a hash for each scope, with a field for each day and one for its
 * expectation, kept for 400 days.
 */
export function unusualDays(redis: RedisClient, workspaceId: string) {
  const keyOf = ({ channelId, connection, serviceId = "all" }: UnusualScope) =>
    keys.unusualDays(workspaceId, `${channelId}:${connection}:${serviceId}`);

  /** The records by day. */
  async function list(scope: UnusualScope): Promise<Map<string, UnusualRecord>> {
    const key = keyOf(scope);
    const fields = await reachingRedis(() => redis.hgetall(key));
    const days = Object.keys(fields).filter((field) => !field.startsWith(expectedField("")));
    return new Map(days.map((day) => [day, readUnusual(fields, day, key)]));
  }

  /** Keeps the facts of a day; the first facts of a day stay. */
  async function add(scope: UnusualScope, facts: UnusualFacts): Promise<void> {
    const key = keyOf(scope);
    await reachingRedis(async () => {
      await redis.hsetnx(key, facts.day, JSON.stringify(facts));
      await redis.expire(key, ttlInSeconds.post);
      const old = (await redis.hkeys(key)).filter((field) => dayOf(field) < addDays(facts.day, -keptDays));
      if (old.length > 0) await redis.hdel(key, ...old);
    });
  }

  return {
    list,
    add,
    /** Marks a day as expected; the first mark stays. Returns its record, or undefined if none is kept. */
    async expect(
      scope: UnusualScope,
      day: Day,
      expectation: Expectation,
    ): Promise<UnusualRecord | undefined> {
      if (!(await list(scope)).has(day)) return undefined;
      const field = expectedField(day);
      await reachingRedis(() => redis.hsetnx(keyOf(scope), field, JSON.stringify(expectation)));
      return (await list(scope)).get(day);
    },
  };
}

function readUnusual(fields: Record<string, string>, day: string, key: string): UnusualRecord {
  const facts = readRecord(UnusualFacts, fields[day] ?? "", key);
  const expected = fields[expectedField(day)];
  return expected === undefined ? facts : { ...facts, expected: readRecord(Expectation, expected, key) };
}

function expectedField(day: string): string {
  return `expected:${day}`;
}

function dayOf(field: string): Day {
  return field.slice(-"YYYY-MM-DD".length);
}
