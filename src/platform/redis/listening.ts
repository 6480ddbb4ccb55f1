import { z } from "zod";
import { attempt } from "../../lib/errors.ts";
import { type RedisClient, reachingRedis } from "./connect.ts";
import { keys } from "./keys.ts";
import { script } from "./script.ts";

/** How often each process notes that it listens. */
const usualEveryMs = 2_000;
/** Notes further apart than this leave a gap: the process or Redis stood still. */
const gapMs = 3 * usualEveryMs;
/** The clocks of two processes differ by less than this. */
const clocksMs = 5_000;
/** A process that ended is listed for so long, for a late look. */
const listedMs = 600_000;

// The times are those of the processes, as in all that they receive. A process takes over the past of another one that
// listened when it was there already, so a process after another counts as one, and a gap between them as a gap. KEYS:
// processes. ARGV: id, now, gap, difference of clocks, how long to list, 1 if deliveries may have failed since the last
// note. The field "failed" has the time of the latest such note.
const noteScript = script(`
local id, now, gap, clocks, listed = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5])
local function read(text)
  local started, since, at = string.match(text or '', '^(%d+) (%d+) (%d+)$')
  return tonumber(started), tonumber(since), tonumber(at)
end
local all = redis.call('HGETALL', KEYS[1])
local started, since, at = read(redis.call('HGET', KEYS[1], id))
if not at or now - at > gap then started, since = now, now end
for index = 1, #all, 2 do
  local _, otherSince, otherAt = read(all[index + 1])
  if otherAt and now - otherAt > listed then redis.call('HDEL', KEYS[1], all[index])
  elseif otherAt and all[index] ~= id and otherAt >= started + clocks then since = math.min(since, otherSince) end
end
redis.call('HSET', KEYS[1], id, string.format('%.0f %.0f %.0f', started, since, now))
if ARGV[6] == '1' then redis.call('HSET', KEYS[1], 'failed', string.format('%.0f', now)) end
return 1`);

const Note = z.string().transform((text) => {
  const [, since = 0, at = 0] = text.split(" ").map(Number);
  return { sinceMs: since, atMs: at };
});

/** Since when deliveries could arrive without a break, as known at a time. */
export interface Listened {
  /** Each process's time without a break, with those before it. */
  spans: readonly { sinceMs: number; atMs: number }[];
  /** When a process last noted that deliveries may have failed. */
  failedAtMs: number | undefined;
}

/**
 * Since when some process has listened without a break until a time, in Unix milliseconds. Undefined if it is not known
 * yet, because no process has noted that it listened at that time.
 */
export function listenedSinceMs({ spans, failedAtMs }: Listened, untilMs: number): number | undefined {
  const until = spans.filter(({ atMs }) => atMs >= untilMs).map(({ sinceMs }) => sinceMs);
  return until.length === 0 ? undefined : Math.max(Math.min(...until), failedAtMs ?? -Infinity);
}

/** The times at which processes listened, in Redis. */
export function listening(redis: RedisClient) {
  const key = keys.listening();
  return {
    /** Notes that a process listens. `mayHaveFailed`: since its last note, a delivery may have met no answer. */
    async note(id: string, nowMs: number, mayHaveFailed: boolean): Promise<void> {
      const args = [id, nowMs, gapMs, clocksMs, listedMs, mayHaveFailed ? 1 : 0];
      await reachingRedis(() => noteScript(redis, [key], args));
    },
    async read(): Promise<Listened> {
      const { failed, ...notes } = await reachingRedis(() => redis.hgetall(key));
      return {
        spans: Object.values(notes).map((text) => Note.parse(text)),
        failedAtMs: failed === undefined ? undefined : Number(failed),
      };
    },
  };
}

interface Parts {
  redis: RedisClient;
  id: string;
  now: () => Date;
  /** The time between two notes. Tests move the clock. */
  everyMs?: number | undefined;
}

/** Notes at intervals that this process listens, once it has begun to. */
export function listeningProcess({ redis, id, now, everyMs = usualEveryMs }: Parts) {
  const notes = listening(redis);
  let timer: NodeJS.Timeout | undefined;
  let mayHaveFailed = false;

  async function note(): Promise<void> {
    const told = mayHaveFailed;
    mayHaveFailed = false;
    const outcome = await attempt(() => notes.note(id, now().getTime(), told));
    // Redis is away, so deliveries fail too. The next note says so.
    if (outcome instanceof Error) mayHaveFailed = true;
  }

  return {
    /** The process takes deliveries from now on. */
    begin(): void {
      timer = setInterval(() => void note(), everyMs).unref();
      void note();
    },
    /** A delivery failed, and it was not its sender's fault. */
    failed(): void {
      mayHaveFailed = true;
    },
    /** The process takes no more deliveries. */
    async end(): Promise<void> {
      if (timer === undefined) return;
      clearInterval(timer);
      await note();
    },
  };
}
