import { createReadStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { z } from "zod";
import { AppError } from "../lib/errors.ts";
import { plural } from "../lib/text.ts";
import type { RedisClient } from "../platform/redis/connect.ts";
import { dataVersions, markerOf } from "../platform/redis/schema.ts";
import type { SealingKey } from "../platform/secrets/sealing-keys.ts";
import { type StateCounts, stateCounter } from "../platform/state/counts.ts";
import { stateLines } from "../platform/state/export.ts";
import { fileIdOf, openLines, sealLines } from "../platform/state/file.ts";
import { importState } from "../platform/state/import.ts";
import { withSecretFiles } from "./config/secret-files.ts";
import { settings } from "./config/variables.ts";
import { type Output, failed, withRedis } from "./keys-command.ts";

const usage = [
  "npm run state -- export FILE                   writes everything to a new file, encrypted",
  "npm run state -- import FILE                   loads a file into a Redis without these workspaces",
  "npm run state -- export FILE --workspace T1    the same with one workspace",
];

const Arguments = z.union([
  z.tuple([z.enum(["export", "import"]), z.string()]),
  z.tuple([z.enum(["export", "import"]), z.string(), z.literal("--workspace"), z.string()]),
]);
const Environment = z.object({ ENCRYPTION_KEYS: settings.ENCRYPTION_KEYS });

/** Runs `export` or `import` with the app's environment. */
export async function stateCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Output> {
  const { data: read } = Arguments.safeParse(args);
  if (!read) return failed(usage);
  const { data, error } = Environment.safeParse(withSecretFiles(environment).environment);
  if (error) return failed(error.issues.map(({ path, message }) => `${path.join(".")} ${message}`));
  const [command, file, , workspaceId] = read;
  const run = command === "export" ? exportTo : importFrom;
  const asked = { file, workspaceId, keys: data.ENCRYPTION_KEYS };
  return withRedis(environment, async (redis) => reaching(file, () => run({ redis, ...asked })));
}

interface Asked {
  redis: RedisClient;
  file: string;
  workspaceId: string | undefined;
  keys: readonly SealingKey[];
}

/** Its connection reports each failure, and the command that fails for it says so. */
const onRedisError = () => undefined;

async function exportTo({ redis, file, workspaceId, keys: [key] }: Asked): Promise<Output> {
  if (!key) return failed(["There is no key to encrypt with."]);
  const { counts, count } = stateCounter();
  async function* counted() {
    const data = markerOf(dataVersions);
    for await (const line of stateLines({ redis, workspaceId, data, now: () => new Date(), onRedisError })) {
      count(line);
      yield JSON.stringify(line);
    }
  }
  // The file gets its name when it is whole. Only its owner may read it.
  const unfinished = `${file}.unfinished`;
  await (await open(file, "wx", 0o600)).close();
  try {
    const output = await open(unfinished, "w", 0o600);
    try {
      for await (const bytes of sealLines(counted(), key)) await output.writeFile(bytes);
      await output.sync();
    } finally {
      await output.close();
    }
    await rename(unfinished, file);
  } catch (error) {
    await Promise.all([unfinished, file].map((path) => rm(path, { force: true })));
    throw error;
  }
  return {
    isDone: true,
    lines: [...countLines(counts), `Exported to ${file}, encrypted with the key ${key.id}. Keep both.`],
  };
}

async function importFrom({ redis, file, workspaceId, keys }: Asked): Promise<Output> {
  const bytes = () => createReadStream(file);
  const counts = await importState({
    redis,
    read: () => openLines(bytes(), keys),
    fileId: await fileIdOf(bytes()),
    workspaceId,
    versions: dataVersions,
    onRedisError,
  });
  const lines = countLines(counts);
  if (counts.size === 0 && workspaceId !== undefined)
    return failed(["This file has no such workspace. Nothing was imported."]);
  return { isDone: true, lines: [...lines, `Imported ${file}. Start Quartermaster.`] };
}

function countLines(counts: StateCounts): string[] {
  const ofNone = "of no workspace";
  const sorted = [...counts].toSorted(([one], [other]) => one.localeCompare(other));
  return sorted.map(
    ([id, found]) =>
      `${id === "" ? ofNone : id}: ${plural(found.keys, "key")}, ${plural(found.jobs, "waiting job")}`,
  );
}

/** Fails as `user` if the file can't be opened. */
async function reaching(file: string, work: () => Promise<Output>): Promise<Output> {
  try {
    return await work();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EEXIST")
      throw new AppError("user", `${file} exists already. Name a new file.`, { cause: error });
    if (code === "ENOENT" || code === "EACCES")
      throw new AppError("user", `Can't open ${file} (${code}).`, { cause: error });
    throw error;
  }
}
