import { z } from "zod";
import { AppError, attempt } from "../../lib/errors.ts";
import { JsonText } from "../../lib/json.ts";
import { appVersion } from "../../lib/version.ts";
import { type RedisClient, reachingRedis } from "./connect.ts";
import { keys, ttlInSeconds } from "./keys.ts";
import { type DataVersions, markData, markerOf } from "./schema.ts";
import { script } from "./script.ts";

const everyMs = 5_000;
/** A process that died is listed for so long. */
const listedMs = 20_000;

// Redis' own clock, because those of the processes differ. An empty id only reads.
const beat = script(`
local time = redis.call('time')
local nowMs = time[1] * 1000 + math.floor(time[2] / 1000)
local all = redis.call('hgetall', KEYS[1])
local others = {}
for index = 1, #all, 2 do
  local atMs, process = string.match(all[index + 1], '^(%d+) (.*)$')
  if not atMs or nowMs - tonumber(atMs) > tonumber(ARGV[3]) then redis.call('hdel', KEYS[1], all[index])
  elseif all[index] ~= ARGV[1] then table.insert(others, process) end
end
if ARGV[1] ~= '' then
  redis.call('hset', KEYS[1], ARGV[1], string.format('%d %s', nowMs, ARGV[2]))
  redis.call('expire', KEYS[1], ARGV[4])
end
return others`);

const Process = z.looseObject({
  version: z.string(),
  reads: z.int(),
  /** How far its clock is ahead of Redis', if that is too far. */
  clockAheadMs: z.number().optional().catch(undefined),
});
const Processes = z.array(JsonText.pipe(Process));

/** A process that runs, and the newest data version that it reads. */
export type RunningProcess = z.infer<typeof Process>;

/** The processes that run with this Redis, or ended without a word in the last seconds. */
export function runningProcesses(redis: RedisClient): Promise<RunningProcess[]> {
  return beatOf(redis, "", "");
}

async function beatOf(redis: RedisClient, id: string, text: string): Promise<RunningProcess[]> {
  const args = [id, text, listedMs, ttlInSeconds.processes];
  return Processes.parse(await reachingRedis(() => beat(redis, [keys.processes()], args)));
}

/** Keeps a process from data that it can't read, and its data from processes that can't read it. */
export function dataGuard(
  redis: RedisClient,
  id: string,
  versions: DataVersions,
  clockFacts: () => Pick<RunningProcess, "clockAheadMs"> = () => ({}),
) {
  let others: readonly RunningProcess[] = [];
  let timer: NodeJS.Timeout | undefined;

  function text(): string {
    const facts = { version: appVersion, reads: versions.reads, ...clockFacts() };
    return JSON.stringify(facts satisfies RunningProcess);
  }

  // Is listed before it reads the marker, so of two that start at once at least one sees the other.
  const list = async () => (others = await beatOf(redis, id, text()));
  const mark = () => markData(redis, markerOf(versions), versions);

  return {
    /** Marks the data as ours. Fails as `user` if it is too new, or a process runs that could not read ours. */
    async open(): Promise<void> {
      refuseOlder(await list(), versions);
      await mark();
    },
    /** The other processes, as they were seconds ago. */
    others: () => others,
    /** Checks again every few seconds and after each reconnection. Calls `onRefused` once the data is too new. */
    watch(onRefused: (refusal: AppError) => void): void {
      const again = async () => {
        const outcome = await attempt(async () => {
          await list();
          await mark();
        });
        // Redis may be away.
        if (outcome instanceof AppError && outcome.kind === "user") onRefused(outcome);
      };
      redis.on("ready", () => void again());
      timer = setInterval(() => void again(), everyMs).unref();
    },
    /** Takes the process off the list. */
    async close(): Promise<void> {
      clearInterval(timer);
      await redis.hdel(keys.processes(), id).catch(() => undefined);
    },
  };
}

/** A process's guard. */
export type DataGuard = ReturnType<typeof dataGuard>;

function refuseOlder(others: readonly RunningProcess[], { readableFrom }: DataVersions): void {
  const older = others.find(({ reads }) => reads < readableFrom);
  if (!older) return;
  const sentence = `Quartermaster ${older.version} still runs with this Redis, and can't read what ${appVersion} writes (data version ${readableFrom}).`;
  throw new AppError(
    "user",
    `${sentence} Stop it first, or install the versions in between one after another.`,
  );
}
