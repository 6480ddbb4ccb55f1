import { z } from "zod";
import type { RedisClient } from "../redis/connect.ts";
import type { Metrics } from "../../lib/metrics.ts";
import { minuteMs } from "../../lib/duration.ts";
import { jobPrefixOf } from "../redis/keys.ts";
import { script } from "../redis/script.ts";

/** The names of the queues that the gauges about schedules and approvals are read from. */
const [schedules, approvals] = ["schedules", "approvals"];

/** A schedule's job is started within seconds. */
const lateMs = minuteMs;
/** Enough for any workspace, and read within a millisecond or two. */
const mostApprovals = 1_000;

// KEYS: wait, delayed, active. ARGV: prefix of jobs, now, how long an item must be due, most open items to read. All
// times are in ms. Returns the number of due items and since when the first of them is due; then the number of open
// items and since when the oldest of them is open. BullMQ's score of a delayed item is its time times 4096. An item
// in `wait` is due since its last step, plus the wait that step asked for.
const backlogScript = script(`
local now, most = tonumber(ARGV[2]), tonumber(ARGV[4])
local function times(id)
  local read = redis.call("HMGET", ARGV[1] .. id, "timestamp", "processedOn", "delay")
  local added, started, delay = tonumber(read[1] or now), tonumber(read[2] or 0), tonumber(read[3] or 0)
  return added, math.min(now, math.max(added, started) + delay)
end
local until_ = (now - tonumber(ARGV[3])) * 4096
local due, since = redis.call("ZCOUNT", KEYS[2], 0, until_), now
local first = redis.call("ZRANGE", KEYS[2], 0, 0, "WITHSCORES")
if due > 0 then since = math.floor(tonumber(first[2]) / 4096) end
local waiting = redis.call("LLEN", KEYS[1])
local oldest = redis.call("LINDEX", KEYS[1], -1)
if oldest then
  local _, from = times(oldest)
  if now - from >= tonumber(ARGV[3]) then
    due = due + waiting
    since = math.min(since, from)
  end
end
local open, opened = 0, now
if most > 0 then
  open = waiting + redis.call("ZCARD", KEYS[2]) + redis.call("LLEN", KEYS[3])
  for _, id in ipairs(redis.call("ZRANGE", KEYS[2], 0, most - 1)) do
    opened = math.min(opened, (times(id)))
  end
end
return { due, since, open, opened }
`);

const Answer = z.tuple([z.number(), z.number(), z.number(), z.number()]);

interface Options {
  /** A connection for short commands. */
  redis: RedisClient;
  /** The names of all queues. */
  queues: readonly string[];
  metrics: Pick<Metrics, "backlog" | "schedulesLate" | "approvals">;
  now: () => Date;
}

/**
 * Makes the reading of what waits in the queues: one short script for each, however many workspaces there are. What
 * cannot be read is absent. Never fails.
 */
export function backlogReading({ redis, queues, metrics, now }: Options): () => Promise<void> {
  async function read(queue: string, atMs: number, dueForMs = 0, mostOpen = 0) {
    const prefix = `${jobPrefixOf(redis.isCluster, queue)}:${queue}:`;
    const keys = ["wait", "delayed", "active"].map((part) => prefix + part);
    const args = [prefix, atMs, dueForMs, mostOpen];
    // The connection logs its own trouble.
    const answer = await backlogScript(redis, keys, args).catch(() => undefined);
    const [due, since, open, opened] = Answer.safeParse(answer).data ?? [];
    if (due === undefined || since === undefined || open === undefined || opened === undefined)
      return undefined;
    return {
      due: { waiting: due, oldestSeconds: (atMs - since) / 1_000 },
      open: { waiting: open, oldestSeconds: (atMs - opened) / 1_000 },
    };
  }

  async function readQueue(queue: string, atMs: number): Promise<void> {
    const mostOpen = queue === approvals ? mostApprovals : 0;
    const found = await read(queue, atMs, queue === schedules ? lateMs : 0, mostOpen);
    metrics.backlog(queue, found?.due);
    if (queue === schedules) metrics.schedulesLate(found?.due);
    if (queue === approvals) metrics.approvals(found?.open);
  }

  return async () => {
    const atMs = now().getTime();
    await Promise.all(queues.map((queue) => readQueue(queue, atMs)));
  };
}
