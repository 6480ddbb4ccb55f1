import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { JsonText } from "../../lib/json.ts";
import { activator } from "../jobs/due.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { keys } from "../redis/keys.ts";
import { runningProcesses } from "../redis/processes.ts";
import { keysLike } from "../redis/scan.ts";
import {
  DataMarker,
  type DataVersions,
  beginImport,
  endImport,
  readMarker,
  refuseNewer,
} from "../redis/schema.ts";
import { Entry, writeEntry } from "./entries.ts";
import { type StateCounts, stateCounter } from "./counts.ts";
import { type StateLine, isExported, isOf, workspaceOf } from "./export.ts";
import { WaitingJob, jobAdder } from "./jobs.ts";

const Line: z.ZodType<StateLine> = z.union([
  z.object({ head: z.object({ at: z.string(), data: DataMarker }) }),
  z.object({ entry: Entry }),
  z.object({ shared: Entry }),
  z.object({ job: WaitingJob.extend({ owner: z.string().optional() }) }),
  z.object({ end: z.object({ lines: z.number() }) }),
]);
const ReadLine = JsonText.pipe(Line);

interface Options {
  redis: RedisClient;
  /** Reads the file's lines from the beginning. Fails if the file was cut or changed. */
  read: () => AsyncIterable<string>;
  /** What tells the file from others. */
  fileId: string;
  /** Only this one. */
  workspaceId?: string | undefined;
  versions: DataVersions;
  onRedisError: (error: Error) => void;
}

/**
 * Loads a state into a Redis without these workspaces. The whole file is read before the first write. Fails as `user`
 * if the file, the data's version, a process that runs or what is in Redis forbids it. If it breaks off, no process
 * starts with this Redis until the same file is imported again.
 */
export async function importState(options: Options): Promise<StateCounts> {
  const { redis, fileId, versions, onRedisError } = options;
  const { counts, data } = await survey(options);
  refuseNewer(data, versions, "in this file");
  await refuseRunning(redis);
  const before = readMarker(await reachingRedis(() => redis.get(keys.schema())));
  if (before?.importing === undefined) await refuseFilled(redis, counts);
  await beginImport(redis, { marker: data, fileId, versions });
  const jobs = jobAdder(redis, onRedisError);
  try {
    for await (const batch of batches(linesOf(options))) {
      // The entries of one key stay in order.
      const byKey = Map.groupBy(batch, (line) => ("entry" in line ? line.entry.key : ""));
      await Promise.all([...byKey.values()].map((lines) => writeLines(lines)));
    }
  } finally {
    await jobs.close();
  }
  // A round would visit them only in turn.
  await Promise.all([...counts.keys()].map((workspaceId) => activator(redis, workspaceId)()));
  await endImport(redis);
  return counts;

  async function writeLines(lines: readonly StateLine[]): Promise<void> {
    for (const line of lines) {
      if ("entry" in line) await writeEntry(redis, line.entry);
      // Other workspaces may be there.
      else if ("shared" in line) await writeEntry(redis, { ...line.shared, more: true });
      else if ("job" in line) await jobs.add(line.job);
    }
  }
}

/** Reads the whole file. */
async function survey(options: Options) {
  const { counts, count } = stateCounter();
  let data: DataMarker | undefined;
  let isWhole = false;
  for await (const line of linesOf(options)) {
    if ("head" in line) data = line.head.data;
    isWhole = "end" in line;
    count(line);
  }
  if (!data || !isWhole) throw new AppError("user", "This file has no beginning or no end.");
  return { counts, data };
}

/** The file's lines of the wanted workspace. */
async function* linesOf({ read, workspaceId }: Options): AsyncGenerator<StateLine> {
  for await (const text of read()) {
    const { data: line } = ReadLine.safeParse(text);
    if (!line) throw new AppError("user", "This file has something that this version can't read.");
    if (workspaceId === undefined || "head" in line || "end" in line) yield line;
    else if ("entry" in line && workspaceOf(line.entry.key) === workspaceId) yield line;
    else if ("job" in line && line.job.owner === workspaceId) yield line;
    else if ("shared" in line) {
      const rows = line.shared.rows.filter(([id]) => isOf(workspaceId, id));
      if (rows.length > 0) yield { shared: { ...line.shared, rows } };
    }
  }
}

const linesAtOnce = 100;

async function* batches(lines: AsyncIterable<StateLine>): AsyncGenerator<StateLine[]> {
  let batch: StateLine[] = [];
  for await (const line of lines) {
    batch.push(line);
    if (batch.length < linesAtOnce) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

async function refuseRunning(redis: RedisClient): Promise<void> {
  const { length } = await runningProcesses(redis);
  if (length === 0) return;
  const running =
    length === 1 ? "A process of Quartermaster runs" : `${length} processes of Quartermaster run`;
  const sentence = `${running} with this Redis. Stop all of them, then import.`;
  throw new AppError("user", `${sentence} One that was killed counts for 20 seconds.`);
}

async function refuseFilled(redis: RedisClient, counts: StateCounts): Promise<void> {
  for await (const found of keysLike(redis, "qm:{*}:*")) {
    const filled = found
      .filter(isExported)
      .map(workspaceOf)
      .find((id) => id !== undefined && counts.has(id));
    if (filled === undefined) continue;
    throw new AppError(
      "user",
      `Redis has data of the workspace ${filled} already. Import into one without it.`,
    );
  }
}
