import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { Redis } from "ioredis";
import { type Child, commandNotFound, startChild } from "../../src/demo/child.ts";
import { type LocalRedis, freePort, removeDataOf } from "../../src/demo/redis.ts";

/** A Redis that saves every change before it responds, so it can be killed. */
export interface DurableRedis extends LocalRedis {
  /** The id of its process. */
  pid(): Promise<number>;
  /** Kills it with -9. */
  kill(): Promise<void>;
  /** Starts it again, at the same port and with every confirmed change. */
  start(): Promise<void>;
}

/** Starts one in its own directory. Undefined if `redis-server` is not installed. */
export async function startDurableRedis(): Promise<DurableRedis | undefined> {
  const directory = await mkdtemp(join(tmpdir(), "quartermaster-durable-redis-"));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  const begin = () => startChild("redis-server", optionsOf(port, directory));
  let server = begin();

  async function start(): Promise<void> {
    server = begin();
    await untilReady(url, server);
  }
  async function close(): Promise<void> {
    await server.stop(0);
    await removeDataOf(directory);
  }
  const isThere = await untilReady(url, server);
  if (!isThere) {
    await close();
    return undefined;
  }
  return {
    url,
    kind: "redis-server",
    pid: () => processOf(url),
    async kill() {
      process.kill(await processOf(url), "SIGKILL");
      await server.ended;
    },
    start,
    close,
  };
}

function optionsOf(port: number, directory: string): string[] {
  return [
    ["--port", String(port)],
    ["--bind", "127.0.0.1"],
    ["--dir", directory],
    ["--save", ""],
    ["--appendonly", "yes"],
    ["--appendfsync", "always"],
    ["--maxmemory-policy", "noeviction"],
    ["--logfile", join(directory, "log")],
  ].flat();
}

/** False if there is no such command. */
async function untilReady(url: string, { ended }: Child): Promise<boolean> {
  const client = new Redis(url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
  client.on("error", () => {});
  const isMissing = ended.then(({ code }) => {
    if (code === commandNotFound) return true;
    throw new Error("Redis ended before it was ready.");
  });
  try {
    return !(await Promise.race([isMissing, client.ping().then(() => false)]));
  } finally {
    // Its later outcome does not matter.
    isMissing.catch(() => {});
    client.disconnect();
  }
}

async function processOf(url: string): Promise<number> {
  const client = new Redis(url);
  const [, id] = /process_id:(\d+)/.exec(await client.info("server")) ?? [];
  client.disconnect();
  return Number(id);
}
