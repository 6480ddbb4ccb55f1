import type { Redis } from "ioredis";
import { z } from "zod";
import { JsonText } from "../../lib/json.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import { reachingRedis } from "../redis/connect.ts";

/** A half-filled form, kept so that closing Slack loses nothing. */
export const Draft = z.object({
  formId: z.string(),
  form: z.string(),
  userId: z.string(),
  /** Where `/db` was typed, and where the outcome is announced; absent when the form was opened from App Home. */
  channelId: z.string().optional(),
  /** Where its person was last asked whether to go on with it. */
  offeredIn: z.string().optional(),
  /** The modal it was last drawn in. */
  viewId: z.string().optional(),
  /** The modal that its person closed last. */
  closedViewId: z.string().optional(),
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
  /** What stands below its fields as wrong, until it is mended. */
  warned: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  /** What was last agreed to, by its hash, and in which attempt: written before it is accepted. */
  agreed: z.object({ attempt: z.number().int(), hash: z.string() }).optional(),
  /** True once this attempt was accepted. */
  submitted: z.boolean(),
  /** True where its person had left another one, which stays their present draft. */
  isBeside: z.boolean().optional(),
  /** True once there is something to lose. */
  touched: z.boolean(),
  /** When the newest change was made in it, by Slack's clock. */
  typedAt: z.string().optional(),
  savedAt: z.iso.datetime(),
  /** How often it was saved; absent in one that is not kept yet. */
  revision: z.number().int().optional(),
});
export type Draft = z.infer<typeof Draft>;

const DraftText = JsonText.pipe(Draft);

/** Keeps one workspace's drafts for a day, and which one each person was last at. */
export interface Drafts {
  /**
   * Keeps it, and as its person's present draft unless it is said not to be one. False where it was saved by somebody
   * else since it was read: what is kept then stays as it is.
   */
  save(draft: Draft, how?: { isPresent: boolean }): Promise<boolean>;
  /** Undefined as well where another version of the app has written it, in another shape. */
  find(formId: string): Promise<Draft | undefined>;
  /** Keeps one for another three days, or not at all where it is gone. */
  keepLonger(formId: string): Promise<void>;
  /** The draft a person was last at. */
  current(userId: string): Promise<Draft | undefined>;
}

// Events of one form come at the same time, and to several replicas, whose clocks differ: the revision decides.
const saveUnlessOutrun = `
local revision = tonumber(redis.call('hget', KEYS[1], 'revision') or '0')
if revision ~= tonumber(ARGV[3]) then return 0 end
redis.call('hset', KEYS[1], 'draft', ARGV[2], 'revision', revision + 1)
redis.call('expire', KEYS[1], ARGV[4])
if ARGV[5] == '1' then
  redis.call('set', KEYS[2], ARGV[1], 'EX', ARGV[4])
elseif redis.call('get', KEYS[2]) == ARGV[1] then
  redis.call('del', KEYS[2])
end
return 1`;

/** The drafts of one workspace in Redis: a hash each, and a pointer for each person. */
export function drafts(redis: Redis, workspaceId: string): Drafts {
  async function find(formId: string): Promise<Draft | undefined> {
    const key = keys.draft(workspaceId, formId);
    const [stored, revision] = await reachingRedis(() => redis.hmget(key, "draft", "revision"));
    return stored ? readDraft(stored, Number(revision)) : undefined;
  }

  return {
    find,
    async save({ revision = 0, ...draft }, { isPresent } = { isPresent: true }) {
      const { formId, userId } = draft;
      const at = [keys.draft(workspaceId, formId), keys.presentDraft(workspaceId, userId)];
      const args = [formId, JSON.stringify(draft), revision, ttlInSeconds.draft, isPresent ? 1 : 0];
      return (await reachingRedis(() => redis.eval(saveUnlessOutrun, 2, ...at, ...args))) === 1;
    },
    async keepLonger(formId) {
      await reachingRedis(() => redis.expire(keys.draft(workspaceId, formId), 3 * ttlInSeconds.draft));
    },
    async current(userId) {
      const formId = await reachingRedis(() => redis.get(keys.presentDraft(workspaceId, userId)));
      return formId === null ? undefined : find(formId);
    },
  };
}

/** A form of another version is as good as gone: nobody must be kept from opening a new one. */
function readDraft(stored: string, revision: number): Draft | undefined {
  const { data } = DraftText.safeParse(stored);
  return data && { ...data, revision };
}
