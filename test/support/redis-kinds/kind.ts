import type { Cluster, Redis } from "ioredis";
import type { RedisNode } from "./node.ts";

/** One server; one with TLS, an own CA, client certificates and an ACL user; 3 sentinels with 1 primary and 2 replicas; 3 masters with a replica each. */
export type RedisKind = "single" | "tls" | "sentinel" | "cluster";

/** Real servers of one kind, for one test. Each keeps a change on disk before it answers. */
export interface RedisOfKind {
  readonly kind: RedisKind;
  /** The product's environment variables for it. */
  readonly settings: Record<string, string>;
  /** A connection with all rights. It follows a failover. */
  readonly client: Redis | Cluster;
  /** The present masters' own connections. One unless it is a cluster. */
  masters(): Redis[];
  /** Kills the primary with -9: in a cluster the master of this key's slot. */
  killPrimary(key?: string): Promise<void>;
  /** Stops the primary's process (SIGSTOP), and returns what lets it go on. */
  hangPrimary(key?: string): Promise<() => Promise<void>>;
  /** Waits until a replica has become the new primary and takes writes. Only Sentinel and Cluster fail over. */
  failedOver(): Promise<void>;
  /** Starts everything again that was killed. A cluster is well after that. */
  restartKilled(): Promise<void>;
  close(): Promise<void>;
}

/** What each kind has of its own. */
export type KindParts = Omit<RedisOfKind, "kind" | "close" | "killPrimary" | "hangPrimary"> & {
  readonly nodes: readonly RedisNode[];
  primaryOf(key: string): Promise<RedisNode>;
};

/** Starts the nodes that were killed. */
export async function startKilled(nodes: readonly RedisNode[]): Promise<void> {
  await Promise.all(nodes.filter((node) => !node.isRunning).map((node) => node.start()));
}
