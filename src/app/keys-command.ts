import { z } from "zod";
import { product } from "./features.ts";
import { AppError, attempt } from "../lib/errors.ts";
import {
  type Rotation,
  type SealedCount,
  countSealed,
  rotateKeys,
} from "../platform/secrets/rotation/rotate.ts";
import { plural } from "../lib/text.ts";
import { type SealingKey, createSealer } from "../platform/secrets/seal.ts";
import { withSecretFiles } from "./config/config.ts";
import { settings } from "./config/variables.ts";
import { connectRedis } from "../platform/redis/connect.ts";
import { redisServerIn } from "./reach.ts";

/** The output for the person who ran the command, and whether it worked. */
export interface Output {
  lines: string[];
  isDone: boolean;
}

const usage = [
  "npm run keys -- list     shows how many secrets each key of ENCRYPTION_KEYS encrypts",
  "npm run keys -- rotate   encrypts everything with the first key, while the app runs",
];

const Environment = z.object({ ENCRYPTION_KEYS: settings.ENCRYPTION_KEYS });

/** Runs `list` or `rotate` with the app's environment. */
export async function keysCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Output> {
  const [command] = args;
  if (args.length !== 1 || (command !== "list" && command !== "rotate")) return failed(usage);
  const { data, error } = Environment.safeParse(withSecretFiles(environment).environment);
  if (error) return failed(error.issues.map(({ path, message }) => `${path.join(".")} ${message}`));
  const run = command === "list" ? list : rotate;
  return withRedis(environment, (redis) => run(redis, data.ENCRYPTION_KEYS));
}

type Connection = ReturnType<typeof connectRedis>;

/** Connects to Redis for one command. Its failure becomes a sentence. */
async function withRedis(
  environment: Parameters<typeof redisServerIn>[0],
  work: (redis: Connection) => Promise<Output>,
): Promise<Output> {
  const server = await attempt(async () => redisServerIn(environment));
  if (server instanceof AppError) return failed([server.message]);
  const redis = connectRedis(server, () => undefined);
  try {
    await new Promise<void>((resolve, reject) => {
      redis.once("ready", resolve);
      redis.once("error", reject);
    });
    return await work(redis);
  } catch (error) {
    if (error instanceof AppError) return failed([error.message]);
    // Redis' error repeats the arguments, which include an encrypted text.
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    return failed([`Can't reach Redis (${typeof code === "string" ? code : "no answer"}). Check REDIS_URL.`]);
  } finally {
    redis.disconnect();
  }
}

async function list(redis: Connection, keys: readonly SealingKey[]): Promise<Output> {
  const counts = await countSealed(redis, product.sealed);
  const known = keys.map(({ id }) => id);
  const unknown = counts.map(({ keyId }) => keyId).filter((id) => !known.includes(id));
  return {
    isDone: true,
    lines: [...known, ...new Set(unknown)].flatMap((id, index) => [
      `${id} (${roleOf(index, known.length)}): ${textsIn(counts.filter(({ keyId }) => keyId === id))}`,
      ...counts
        .filter(({ keyId }) => keyId === id)
        .map(({ what, texts }) => `  ${what ?? "in unknown places"}: ${texts}`),
    ]),
  };
}

function roleOf(index: number, known: number): string {
  if (index === 0) return "encrypts and decrypts";
  return index < known ? "decrypts" : "not in ENCRYPTION_KEYS";
}

function textsIn(counts: readonly SealedCount[]): string {
  return plural(
    counts.reduce((sum, { texts }) => sum + texts, 0),
    "secret",
  );
}

async function rotate(redis: Connection, keys: readonly SealingKey[]): Promise<Output> {
  const [first, ...others] = keys.map(({ id }) => id);
  if (first === undefined) return failed(usage);
  const { resealed, left } = await rotateKeys(redis, {
    sealer: createSealer(keys),
    firstKeyId: first,
    locations: product.sealed,
  });
  const lines = [
    ...[...resealed].map(([what, texts]) => `${what}: ${texts} encrypted again`),
    ...left.map(({ key, why }) => `${key} is unchanged. ${why}`),
  ];
  return { isDone: left.length === 0, lines: [...lines, outcome(first, others, left)] };
}

function outcome(first: string, others: readonly string[], left: Rotation["left"]): string {
  if (left.length > 0) {
    return `Everything else is encrypted with ${first}. Keep the other keys in ENCRYPTION_KEYS and run this again.`;
  }
  const done = `Everything is encrypted with ${first}.`;
  if (others.length === 0) return done;
  return `${done} Once every replica has had ${first} first for an hour, remove ${others.join(", ")} from ENCRYPTION_KEYS and restart.`;
}

/** The output of a command that did nothing. */
function failed(lines: readonly string[]): Output {
  return { lines: [...lines], isDone: false };
}
