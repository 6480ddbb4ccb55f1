import { Cluster, Redis, type RedisOptions } from "ioredis";
import { AppError } from "../../lib/errors.ts";
import { connectorTo } from "./connector.ts";
import { type RedisTrouble, forbiddenCommand, redisTrouble } from "./errors.ts";
import type { RedisServer } from "./server.ts";

/** Knows whether a write survives a crash or a failover of Redis. */
export interface Durability {
  /**
   * False if Redis does not confirm in time that it keeps this record safely, or has another one by then. True if it
   * confirms, or cannot confirm anything. Fails as `upstream` if Redis can't be reached.
   */
  isKept(key: string, value: string): Promise<boolean>;
}

/** A connection to Redis, of any kind. */
export type RedisClient = Redis | Cluster;

/**
 * The longest wait for a Redis command. Slack wants its answer within 3 s. A shorter wait would fail while this
 * process is busy, for example with loading code.
 */
const usualTimeoutMs = 2_000;

/**
 * A server that hangs closes no connection. So one on which something is asked and nothing arrives for this time is
 * left. The longest command on it, a confirmation, takes 3 s.
 */
const hangsMs = 5_000;
/** The longest that a command on a patient connection may wait, such as a worker's for a job. */
export const longestWaitMs = 10_000;

interface ShortOptions {
  /** For one command. */
  timeoutMs?: number;
  /**
   * Writes each command at once, and not all of a turn of the event loop together. That costs more processor time, but
   * Redis works on a command while this process makes the next one.
   */
  isEager?: boolean;
}

type Definition = Parameters<Redis["defineCommand"]>[1];

/** A script as commands. They run on the connection that they are called on, so they fit every connection. */
interface Made {
  definition: Definition;
  commands: object;
  scriptsSet: object;
}

/** By name. */
const made = new Map<string, Made>();

/**
 * A connection to Redis that makes a library's script into commands once for all connections. BullMQ has 60 scripts, and
 * defines all of them on each of its connections. Each worker has one. That would be a tenth of a start.
 */
class SharedScriptsRedis extends Redis {
  constructor(options: RedisOptions) {
    // The default, which the types of all commands are for.
    super({ ...options, replyMapping: "legacy" });
  }

  override defineCommand(name: string, definition: Definition): void {
    const known = made.get(name);
    if (known && isSame(known.definition, definition)) {
      Object.assign(this, known.commands);
      Object.assign(this.scriptsSet, known.scriptsSet);
      return;
    }
    super.defineCommand(name, definition);
    made.set(name, {
      definition,
      commands: pick(this, [name, `${name}Buffer`]),
      scriptsSet: pick(this.scriptsSet, [name]),
    });
  }

  override duplicate(override?: Partial<RedisOptions>): Redis {
    return new SharedScriptsRedis({ ...this.options, ...override });
  }
}

function isSame(one: Definition, other: Definition): boolean {
  return one.lua === other.lua && one.numberOfKeys === other.numberOfKeys && one.readOnly === other.readOnly;
}

function pick(from: object, names: readonly string[]): object {
  return Object.fromEntries(names.map((name): [string, unknown] => [name, Reflect.get(from, name)]));
}

/**
 * A connection that writes all commands of one turn of the event loop to its socket at once. A write for each would cost
 * more than the rest of a short command.
 */
class BatchingRedis extends SharedScriptsRedis {
  #isGathering = false;

  override sendCommand(...sent: Parameters<Redis["sendCommand"]>): unknown {
    if (!this.#isGathering && this.status === "ready") this.#gather();
    return super.sendCommand(...sent);
  }

  #gather(): void {
    const { stream } = this;
    this.#isGathering = true;
    stream.cork();
    setImmediate(() => {
      this.#isGathering = false;
      stream.uncork();
    });
  }

  override duplicate(override?: Partial<RedisOptions>): Redis {
    return new BatchingRedis({ ...this.options, ...override });
  }
}

/** Connects to Redis for short commands. Commands fail within two seconds instead of queueing. Reconnects forever. */
export function connectRedis(
  server: RedisServer,
  onError: (error: Error) => void,
  { timeoutMs = usualTimeoutMs, isEager = false }: ShortOptions = {},
): RedisClient {
  const options: RedisOptions = {
    ...commonOptions(server, onError),
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    socketTimeout: Math.min(2 * timeoutMs + 1_000, hangsMs),
  };
  return watched(
    server.kind === "cluster"
      ? clusterOf(server, options, timeoutMs, { enableOfflineQueue: false })
      : new (isEager ? SharedScriptsRedis : BatchingRedis)({ ...options, enableOfflineQueue: false }),
    onError,
  );
}

/** Connects to Redis for commands that wait, such as a worker's. They wait while Redis is away. */
export function connectPatiently(server: RedisServer, onError: (error: Error) => void): RedisClient {
  const options: RedisOptions = {
    ...commonOptions(server, onError),
    maxRetriesPerRequest: null,
    socketTimeout: longestWaitMs + 2_000,
  };
  return watched(
    server.kind === "cluster" ? clusterOf(server, options, patienceMs) : new SharedScriptsRedis(options),
    onError,
  );
}

/** Connects to listen to a channel. In a cluster every node hears of each message. */
export function connectListener(server: RedisServer, onError: (error: Error) => void): Redis {
  const options = commonOptions(server, onError);
  // A listener subscribes itself after a reconnection.
  const listening = { maxRetriesPerRequest: null, autoResubscribe: false };
  const redis = new Redis({
    ...options,
    ...listening,
    Connector: connectorTo(server, connectTimeoutMs, { toAny: true }),
  });
  redis.on("error", onError);
  return redis;
}

/** For TCP, TLS, the login and what must be read for it. */
const connectTimeoutMs = 5_000;
const retryDelay = (attempt: number) => Math.min(attempt * 100, 1_000);

/** What is read or awaited only if Redis' user may. */
const spareCommands = new Set(["config", "config|get", "wait", "waitaof"]);

/** BullMQ copies these for its own connections. */
function commonOptions(server: RedisServer, onError: (error: Error) => void): RedisOptions {
  const [first] = server.kind === "single" ? server.hosts : [];
  return {
    ...first,
    db: server.database,
    ...(server.kind === "sentinel" && { name: server.masterName }),
    Connector: connectorTo(server, connectTimeoutMs),
    maxLoadingRetryTime: 500,
    retryStrategy: retryDelay,
    // Called with each refusal. After a failover, old connections may stay with a read-only server. The refused
    // command is not repeated here, because it may be part of a transaction. The caller gets the error and repeats
    // it.
    reconnectOnError(error) {
      const trouble = redisTrouble(error);
      if (trouble !== "away" && !spareCommands.has(forbiddenCommand(error) ?? "")) onError(error);
      return trouble === "read-only" || trouble === "refused";
    },
  };
}

/** How long a patient command waits for a slot that moves. */
const patienceMs = 30_000;
/** A command with several keys of a slot that moves is tried again ten times a second, with three redirections each. */
const redirectionsASecond = 30;
/** A command to a master that is away uses up the same redirections. It is to fail before its time is over. */
const retryWhenAwayMs = 25;

/** A cluster's client keeps a connection to each node, and follows the slots. */
function clusterOf(
  { hosts }: RedisServer,
  { db: _database, retryStrategy: _strategy, ...redisOptions }: RedisOptions,
  waitMs: number,
  ways: { enableOfflineQueue?: boolean } = {},
): Cluster {
  return new Cluster([...hosts], {
    ...ways,
    maxRedirections: (redirectionsASecond * waitMs) / 1_000,
    retryDelayOnFailover: retryWhenAwayMs,
    retryDelayOnClusterDown: retryWhenAwayMs,
    redisOptions,
    clusterRetryStrategy: retryDelay,
    slotsRefreshInterval: 2_000,
    slotsRefreshTimeout: 2_000,
    // A certificate is for a name, not for its IP.
    dnsLookup: (name, done) => done(null, name),
  });
}

function watched(redis: RedisClient, onError: (error: Error) => void): RedisClient {
  redis.on("error", onError);
  // What is wrong with one node of a cluster.
  if (redis instanceof Cluster) redis.on("node error", onError);
  return redis;
}

/** Turns a failure of Redis into an AppError. AppErrors pass. */
export async function reachingRedis<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof AppError ? error : storeFailure(error, "nothing was done");
  }
}

/** A failure of Redis for people, with its consequence, as in "nothing was done". */
export function storeFailure(error: unknown, outcome: string): AppError {
  const { happened, advice } = troubles[redisTrouble(error)];
  const details = { happened: `${happened}.`, cause: error };
  return new AppError("upstream", `${happened}, so ${outcome}. ${advice}`, details);
}

const isAway = {
  happened: "Quartermaster can't reach its own storage right now",
  advice: "Please try again in a minute.",
};

const troubles: Record<RedisTrouble, { happened: string; advice: string }> = {
  away: isAway,
  // The connection leaves it at once.
  "read-only": isAway,
  refused: isAway,
  untrusted: isAway,
  down: isAway,
  hung: isAway,
  forbidden: {
    happened: "Quartermaster's storage refuses a command",
    advice: "Its operator finds in the log which one, and how to allow it.",
  },
  full: {
    happened: "Quartermaster's storage is full",
    advice: "Ask its operator to give Redis more memory, then try again.",
  },
  unsaved: {
    happened: "Quartermaster's storage can't write to its disk",
    advice: "Ask its operator to free some space there, then try again.",
  },
};

/** The connections for records. */
export interface RedisConnections {
  /** For commands that people wait for. */
  main: RedisClient;
  /** For alerts, because no command that a person waits for may be behind many of theirs. */
  alerts: RedisClient;
  /** Proves that writes are safe. */
  durability: Durability;
}
