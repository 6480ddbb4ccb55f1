import { randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Redis } from "ioredis";
import { type Child, commandNotFound, startChild } from "./child.ts";

/** A Redis for some time. */
export interface LocalRedis {
  url: string;
  /** The given Redis, our own `redis-server`, or its stand-in in JavaScript. */
  kind: "given" | "redis-server" | "js-redis-server";
  /** Ends the started server. A given Redis keeps running. */
  close(): Promise<void>;
}

/**
 * Uses the Redis at `url` if it answers, or starts a private `command` with further options, or its stand-in in
 * JavaScript.
 */
export async function startRedis({
  url,
  command = "redis-server",
  options = [],
}: { url?: string; command?: string; options?: string[] } = {}): Promise<LocalRedis> {
  if (url && (await answers(url))) return { url, kind: "given", close: async () => {} };
  return (await startRedisServer(command, options)) ?? (await startStandIn());
}

async function answers(url: string): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: 1_000, retryStrategy: () => null });
  // The rejection below reports the failure too.
  redis.on("error", () => {});
  try {
    await redis.connect();
    await redis.ping();
    return true;
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}

/** Removes a server's directory. A child that a server forked may outlive it and still write there. */
export async function removeDataOf(directory: string): Promise<void> {
  await rm(directory, { recursive: true, force: true, maxRetries: 10 });
}

/** A private server. Undefined if the command is not installed, or does not start after several tries. */
async function startRedisServer(
  command: string,
  options: readonly string[],
  tries = 3,
): Promise<LocalRedis | undefined> {
  const directory = await mkdtemp(join(tmpdir(), "quartermaster-redis-"));
  const port = await freePort();
  const server = startChild(command, [...serverOptions(port, directory), ...options]);
  server.stderr.resume();

  async function close(): Promise<void> {
    // It has nothing to save, and a graceful stop takes a tenth of a second.
    await server.stop(0);
    await removeDataOf(directory);
  }

  if (await isReady(server)) return { url: `redis://127.0.0.1:${port}`, kind: "redis-server", close };
  await close();
  const { code } = await server.ended;
  // Another program may have taken the port in the meantime.
  return code === commandNotFound || tries === 1 ? undefined : startRedisServer(command, options, tries - 1);
}

/** Systems give higher ports to outgoing connections, and could give one away before it is listened on. */
const [lowest, highest] = [20_000, 32_000];

/** How a system refuses a port that another program has, or that is kept for others. */
const taken = new Set(["EADDRINUSE", "EACCES"]);

/** The wanted port if it is free, or else any free one. 0 means any. */
export async function freePort(wanted = 0): Promise<number> {
  let port = wanted;
  while (port === 0 || !(await isFree(port))) port = randomInt(lowest, highest);
  return port;
}

/** Some systems let one program use a port on one address while another uses it on all. */
async function isFree(port: number): Promise<boolean> {
  return (await canListen(port, "127.0.0.1")) && (await canListen(port));
}

async function canListen(port: number, host?: string): Promise<boolean> {
  const server = createServer().listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    if (error instanceof Error && "code" in error && taken.has(String(error.code))) return false;
    throw error;
  }
  server.close();
  await once(server, "close");
  return true;
}

/** It writes nothing to disk, evicts nothing (the queue needs that), and is not reachable from outside. */
function serverOptions(port: number, directory: string): string[] {
  return [
    ["--port", String(port)],
    ["--bind", "127.0.0.1"],
    ["--dir", directory],
    ["--save", ""],
    ["--appendonly", "no"],
    ["--maxmemory-policy", "noeviction"],
  ].flat();
}

async function isReady(server: Child): Promise<boolean> {
  for await (const line of createInterface({ input: server.stdout })) {
    if (line.includes("Ready to accept connections")) break;
  }
  // All its output must be read, or it would block one day.
  server.stdout.resume();
  return !server.stdout.readableEnded;
}

async function startStandIn(): Promise<LocalRedis> {
  // Loaded only if it is needed.
  const { startRedisStandIn } = await import("./redis-stand-in.ts");
  return { kind: "js-redis-server", ...(await startRedisStandIn()) };
}
