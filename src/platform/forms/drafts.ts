import { z } from "zod";
import { dayInSeconds } from "../../lib/duration.ts";
import { JsonText } from "../../lib/json.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { script } from "../redis/script.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";

/** A half-filled form, saved so closing Slack loses nothing. */
export const Draft = z.object({
  formId: z.string(),
  form: z.string(),
  userId: z.string(),
  /** The channel of the command, for the announcement. Absent if it was opened from App Home. */
  channelId: z.string().optional(),
  /** What it stems from, if others ask later how its request went. */
  origin: z.string().optional(),
  /** Where its person was last asked whether to continue it. */
  offeredIn: z.string().optional(),
  /** The modal that shows it. */
  viewId: z.string().optional(),
  /** The modal that its person closed last. */
  closedViewId: z.string().optional(),
  /** Rises with every failed submission, so a repeated click on one view stays one request. */
  attempt: z.number().int(),
  /** The name of its step. */
  step: z.string(),
  /** The input so far, by field. Secrets are sealed. */
  values: z.record(z.string(), z.unknown()),
  /** The fetched facts. */
  facts: z.record(z.string(), z.unknown()),
  /** Rises when we fill in values, so inputs show them and not the earlier input. */
  filling: z.number().int(),
  /** The inputs that facts replaced since `filling` rose, by block id. */
  replaced: z.array(z.string()).optional(),
  /** The words of its person's sentence that no field has. */
  leftOut: z.array(z.string()).optional(),
  /** The block in which its person last gave a field its value. */
  givenIn: z.record(z.string(), z.string()).optional(),
  /** The problems shown below its fields, until they are mended. */
  warned: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  /** The hash of the last agreement, and its attempt. Saved before it is accepted. */
  agreed: z.object({ attempt: z.number().int(), hash: z.string() }).optional(),
  /** True once this attempt was accepted. */
  submitted: z.boolean(),
  /** True if its person had an earlier draft, which stays their present one. */
  isBeside: z.boolean().optional(),
  /** True once it has input that could be lost. */
  touched: z.boolean(),
  /** The time of its newest change, by Slack's clock. */
  typedAt: z.string().optional(),
  savedAt: z.iso.datetime(),
  /** How often it was saved. Absent before the first time. */
  revision: z.number().int().optional(),
});
export type Draft = z.infer<typeof Draft>;

const DraftText = JsonText.pipe(Draft);

// Events of one form come at the same time, to several replicas with different clocks. The revision decides.
const saveUnlessOutrun = script(`
local revision = tonumber(redis.call('hget', KEYS[1], 'revision') or '0')
if revision ~= tonumber(ARGV[3]) then return 0 end
redis.call('hset', KEYS[1], 'draft', ARGV[2], 'revision', revision + 1)
redis.call('expire', KEYS[1], ARGV[4])
if ARGV[5] == '1' then
  redis.call('set', KEYS[2], ARGV[1], 'EX', ARGV[4])
elseif redis.call('get', KEYS[2]) == ARGV[1] then
  redis.call('del', KEYS[2])
end
return 1`);

/** One workspace's drafts in Redis, for a day: a hash each, and a pointer to each person's present draft. */
export function drafts(redis: RedisClient, workspaceId: string) {
  /** Also undefined if another version of the app wrote it in another shape. */
  async function find(formId: string): Promise<Draft | undefined> {
    const key = keys.draft(workspaceId, formId);
    const [stored, revision] = await reachingRedis(() => redis.hmget(key, "draft", "revision"));
    // A form of another version counts as gone. It must not prevent a new one.
    const { data } = DraftText.safeParse(stored);
    return data && { ...data, revision: Number(revision) };
  }

  return {
    find,
    /**
     * Saves it, and makes it its person's present draft by default. False if it has changed since it was
     * read. Nothing is saved then.
     */
    async save({ revision = 0, ...draft }: Draft, { isPresent } = { isPresent: true }): Promise<boolean> {
      const { formId, userId } = draft;
      const at = [keys.draft(workspaceId, formId), keys.presentDraft(workspaceId, userId)];
      const args = [formId, JSON.stringify(draft), revision, ttlInSeconds.draft, isPresent ? 1 : 0];
      return (await reachingRedis(() => saveUnlessOutrun(redis, at, args))) === 1;
    },
    /** Keeps one for three more days. Does nothing if it is gone. */
    async keepLonger(formId: string): Promise<void> {
      await reachingRedis(() => redis.expire(keys.draft(workspaceId, formId), 3 * dayInSeconds));
    },
    /** A person's present draft. */
    async current(userId: string): Promise<Draft | undefined> {
      const formId = await reachingRedis(() => redis.get(keys.presentDraft(workspaceId, userId)));
      return formId === null ? undefined : find(formId);
    },
  };
}

/** What `drafts` makes. */
export type Drafts = ReturnType<typeof drafts>;
