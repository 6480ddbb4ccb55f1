import { readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { Redis, type RedisOptions } from "ioredis";
import { type Child, startChild } from "../../../src/demo/child.ts";
import { freePort } from "../../../src/demo/redis.ts";
import { until } from "../until.ts";

/** The server's command: REDIS_SERVER=valkey-server runs the same tests on Valkey. */
export const serverCommand = process.env["REDIS_SERVER"] ?? "redis-server";

/** One server or sentinel in a process of its own. */
export interface RedisNode {
  readonly port: number;
  readonly isRunning: boolean;
  /** Kills it with -9. */
  kill(): Promise<void>;
  /** Stops its process with SIGSTOP: its connections stay open, and it answers nothing. */
  hang(): Promise<void>;
  /** Lets its process go on. */
  goOn(): Promise<void>;
  /** Starts it again, with everything it kept. */
  start(): Promise<void>;
  close(): Promise<void>;
}

type LinesOf = (port: number) => readonly string[] | Promise<readonly string[]>;

/** Starts a node that keeps its files in a directory. `linesOf` makes its configuration. */
export async function startNode(
  directory: string,
  linesOf: LinesOf,
  args: readonly string[] = [],
): Promise<RedisNode> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryNode(directory, linesOf, args);
    } catch (error) {
      // Another program may have taken its port since it was found free.
      if (attempt === 3 || !String(error).includes("Address already in use")) throw error;
    }
  }
}

async function tryNode(directory: string, linesOf: LinesOf, args: readonly string[]): Promise<RedisNode> {
  const port = await freePort();
  const path = (ending: string) => join(directory, `${port}.${ending}`);
  const common = [
    "bind 127.0.0.1",
    `dir ${directory}`,
    `pidfile ${path("pid")}`,
    `logfile ${path("log")}`,
    "protected-mode no",
  ];
  // A sentinel keeps its state there.
  await writeFile(path("conf"), [...common, ...(await linesOf(port))].join("\n"));
  let running: Child | undefined;

  /** Its process's id, once it has written all of it. */
  async function processId(): Promise<number | undefined> {
    const text = await readFile(path("pid"), "utf8").catch(() => "");
    return text.endsWith("\n") ? Number(text) : undefined;
  }
  async function start(): Promise<void> {
    // A killed process leaves its id, and a new one listens before it writes its own.
    await rm(path("pid"), { force: true });
    const child = startChild(serverCommand, [path("conf"), ...args]);
    child.stdout.resume();
    child.stderr.resume();
    running = child;
    let hasEnded = false;
    void child.ended.then(() => (hasEnded = true));
    await until(async () => {
      if (hasEnded) throw new Error(await readFile(path("log"), "utf8").catch(() => "It wrote no log."));
      return (await processId()) !== undefined && listens(port);
    });
  }
  async function signal(name: NodeJS.Signals): Promise<void> {
    const id = await processId();
    if (id === undefined) throw new Error(`The server at port ${port} has no process.`);
    process.kill(id, name);
  }
  async function end(): Promise<void> {
    const child = running;
    if (!child) return;
    running = undefined;
    await signal("SIGKILL");
    await child.ended;
  }

  await start();
  return {
    port,
    get isRunning() {
      return running !== undefined;
    },
    kill: end,
    hang: () => signal("SIGSTOP"),
    goOn: () => signal("SIGCONT"),
    start,
    // There is nothing to save, and a graceful stop takes a tenth of a second.
    close: end,
  };
}

/** A test's own client never gives up a command before the test does. */
export const patient = { retryStrategy: () => 50, maxRetriesPerRequest: null };

/** Asks one node by a connection of its own, which doesn't try again. */
export async function inOne<Result>(
  port: number,
  work: (redis: Redis) => Promise<Result>,
  options: RedisOptions = {},
): Promise<Result> {
  const redis = new Redis({ ...options, port, host: "127.0.0.1", retryStrategy: () => null });
  redis.on("error", () => {});
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}

/** The lines of a server that keeps each change before it answers. */
export function durableLines(port: number): string[] {
  return [
    'save ""',
    "appendonly yes",
    "appendfsync always",
    `appenddirname append-${port}`,
    "maxmemory-policy noeviction",
    "repl-diskless-sync-delay 0",
    "repl-ping-replica-period 1",
  ];
}

async function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true));
    socket.once("error", () => resolve(false));
    socket.once("close", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
