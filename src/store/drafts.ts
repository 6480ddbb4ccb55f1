import type { Redis } from "ioredis";
import { z } from "zod";
import { keys, ttlInSeconds } from "./keys.ts";
import { readRecord } from "./record.ts";
import { reachingRedis } from "./redis.ts";

/** A half-filled form, kept so that closing Slack loses nothing. */
export const Draft = z.object({
  formId: z.string(),
  form: z.string(),
  userId: z.string(),
  /** Where `/db` was typed, and where the outcome is announced; absent when the form was opened from App Home. */
  channelId: z.string().optional(),
  /** The modal it was last drawn in. */
  viewId: z.string().optional(),
  /** Rises with every submission that came to nothing, so that a repeated click on one view stays one request. */
  attempt: z.number().int(),
  /** The name of the step it stands at. */
  step: z.string(),
  /** What was typed and chosen so far, by field; what is secret is sealed. */
  values: z.record(z.string(), z.unknown()),
  /** What was looked up for it. */
  facts: z.record(z.string(), z.unknown()),
  /** Rises when values were put in by us, so that inputs show them and not what was typed before. */
  filling: z.number().int(),
  /** True once this attempt was accepted. */
  submitted: z.boolean(),
  /** True once there is something to lose. */
  touched: z.boolean(),
  savedAt: z.iso.datetime(),
});
export type Draft = z.infer<typeof Draft>;

/** Keeps one workspace's drafts for a day, and which one each person was last at. */
export interface Drafts {
  /** Keeps it as its person's present draft; what was done before something that is kept already gives way. */
  save(draft: Draft): Promise<void>;
  find(formId: string): Promise<Draft | undefined>;
  /** The draft a person was last at, unless it was let go. */
  current(userId: string): Promise<Draft | undefined>;
  /** Lets go of a person's present draft if it is this one; it is still found by its id. */
  letGo(draft: Pick<Draft, "userId" | "formId">): Promise<void>;
}

// Events of one view may overtake each other; the newest has all that was typed in it.
const saveUnlessOlder = `
local at = redis.call('hget', KEYS[1], 'at')
if at and tonumber(at) > tonumber(ARGV[2]) then return 0 end
redis.call('hset', KEYS[1], 'draft', ARGV[1], 'at', ARGV[2])
redis.call('expire', KEYS[1], ARGV[3])
redis.call('set', KEYS[2], ARGV[4], 'EX', ARGV[3])
return 1`;

const deleteIfEqual = `
if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
return 0`;

/** The drafts of one workspace in Redis: a hash each, and a pointer for each person. */
export function drafts(redis: Redis, workspaceId: string): Drafts {
  async function find(formId: string): Promise<Draft | undefined> {
    const key = keys.draft(workspaceId, formId);
    const stored = await reachingRedis(() => redis.hget(key, "draft"));
    return stored === null ? undefined : readRecord(Draft, stored, key);
  }

  return {
    find,
    async save(draft) {
      const key = keys.draft(workspaceId, draft.formId);
      const present = keys.presentDraft(workspaceId, draft.userId);
      const at = Date.parse(draft.savedAt);
      await reachingRedis(() =>
        redis.eval(
          saveUnlessOlder,
          2,
          key,
          present,
          JSON.stringify(draft),
          at,
          ttlInSeconds.draft,
          draft.formId,
        ),
      );
    },
    async current(userId) {
      const formId = await reachingRedis(() => redis.get(keys.presentDraft(workspaceId, userId)));
      return formId === null ? undefined : find(formId);
    },
    async letGo({ userId, formId }) {
      await reachingRedis(() => redis.eval(deleteIfEqual, 1, keys.presentDraft(workspaceId, userId), formId));
    },
  };
}
