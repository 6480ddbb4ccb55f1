import type { Redis } from "ioredis";
import type { Durability } from "./durability.ts";

/** What records are kept through. */
export interface RedisConnections {
  /** For what people wait for. */
  main: Redis;
  /** For many short commands at once, as alerts need. It may batch them. */
  batching: Redis;
  /** Proves that writes are safe. */
  durability: Durability;
}
