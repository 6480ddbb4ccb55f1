import type { Redis } from "ioredis";
import { z } from "zod";
import { keys } from "./keys.ts";
import { reachingRedis } from "./redis.ts";

/** One change, or one look at a secret: who did what where, and what came of it. It holds no secret. */
export const AuditEntry = z.object({
  at: z.iso.datetime(),
  /** A Slack user; "app" for what the app did by itself. */
  userId: z.string(),
  /** Where they did it, if in a channel. */
  channelId: z.string().optional(),
  /** The kind of thing and what was done with it, as in "service.create", "hook.rotate", "password.show". */
  action: z.string().regex(/^[a-z][a-z-]*\.[a-z][a-z-]*$/),
  /** The name or id of what it was done with. */
  subject: z.string().max(300).optional(),
  before: z.json().optional(),
  after: z.json().optional(),
  result: z.enum(["done", "refused", "failed"]),
  /** Why it was refused or failed, or more on what was done, for people. */
  detail: z.string().max(1_000).optional(),
  /** Our id of a request to create a service, or the other server's id of its request. */
  requestId: z.string().optional(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

/** What is remembered of who did what in one workspace; only added to. */
export interface AuditLog {
  /** Fails as `upstream` where it cannot be written: who asked then decides whether the change may go on. */
  record(entry: AuditEntry): Promise<void>;
}

/** The audit log of one workspace: a stream in Redis. */
export function auditLog(redis: Redis, workspaceId: string): AuditLog {
  return {
    async record(entry) {
      await reachingRedis(() => redis.xadd(keys.audit(workspaceId), "*", "entry", JSON.stringify(entry)));
    },
  };
}
