import { z } from "zod";
import { AppError, isAppError } from "../../lib/errors.ts";
import { JsonText } from "../../lib/json.ts";
import type { WorkspaceContext } from "../context.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { script } from "../redis/script.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import type { Form, FormPerson, FormValues } from "./form.ts";
import { outrun as outrunText } from "./texts.ts";
import { fieldsOf, startingValues, stepNamed } from "./state.ts";

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
      await reachingRedis(() => redis.expire(keys.draft(workspaceId, formId), 3 * ttlInSeconds.draft));
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

type Reading = Pick<WorkspaceContext, "drafts" | "sealer">;
type DraftKey = Pick<Draft, "formId" | "userId">;

/** Saves a draft with its secret fields sealed. Fails as conflict if it has changed since it was read: see `onLatest`. */
export async function saveDraft(
  form: Form,
  draft: Draft,
  { drafts, sealer, now }: Reading & Pick<WorkspaceContext, "now">,
): Promise<Draft> {
  const seal = (value: unknown) =>
    typeof value === "string" && value !== "" ? sealer.seal(value, draftPurpose(draft)) : undefined;
  const values = withSecrets(form, draft.values, seal);
  const savedAt = now().toISOString();
  const isPresent = form.resumes === true && !draft.submitted && draft.isBeside !== true;
  if (!(await drafts.save({ ...draft, values, savedAt }, { isPresent }))) throw outrun();
  return { ...draft, savedAt, revision: (draft.revision ?? 0) + 1 };
}

/** A form's draft, with opened secrets, at a visible step. Undefined if it is gone, or belongs to another person. */
export async function findDraft(
  form: Form,
  { formId, userId }: DraftKey,
  { drafts, sealer }: Reading,
): Promise<Draft | undefined> {
  const kept = await drafts.find(formId);
  if (kept?.userId !== userId || kept.form !== form.name) return undefined;
  const draft = { ...kept, values: withSecrets(form, kept.values, (value) => opened(value, kept, sealer)) };
  return { ...draft, step: stepNamed(form, draft, draft.step).name };
}

const savingADraft = "saving a draft";

// More than the events of one form that can wait together after a slow moment.
const maxTries = 30;

/** Reads, changes and saves a draft. Repeats it all if another event was faster. */
export async function onLatest<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      const isOutrun = isAppError(error, "conflict") && error.operation === savingADraft;
      if (!isOutrun || tries === maxTries) throw error;
    }
  }
}

/** Changes the present draft and returns it. Undefined if it is gone, or stays unchanged. */
export async function changeDraft(
  form: Form,
  { formId, userId }: DraftKey,
  context: Reading & Pick<WorkspaceContext, "now">,
  change: (latest: Draft) => Draft | undefined,
): Promise<Draft | undefined> {
  return onLatest(async () => {
    const latest = await findDraft(form, { formId, userId }, context);
    const changed = latest && change(latest);
    return changed && saveDraft(form, changed, context);
  });
}

function outrun(): AppError {
  return new AppError("conflict", outrunText, {
    operation: savingADraft,
  });
}

/** If its key is gone, a secret must be typed again. */
function opened(value: unknown, draft: Draft, sealer: Reading["sealer"]): unknown {
  if (typeof value !== "string") return undefined;
  try {
    return sealer.open(value, draftPurpose(draft));
  } catch (error) {
    if (isAppError(error, "auth")) return undefined;
    throw error;
  }
}

/** The purpose under which a draft's secrets are sealed. */
export function draftPurpose({ formId }: Pick<Draft, "formId">): string {
  return `field of form ${formId}`;
}

function withSecrets(
  form: Form,
  values: FormValues,
  change: (value: unknown) => unknown,
): FormValues & object {
  const secret = form.steps.flatMap(fieldsOf).filter((field) => field.secret && field.name in values);
  return { ...values, ...Object.fromEntries(secret.map(({ name }) => [name, change(values[name])])) };
}

/** A new draft with the given values. Not saved yet. */
export async function newDraft(
  form: Form,
  given: FormValues,
  { userId, channelId, origin }: FormPerson,
  context: WorkspaceContext,
): Promise<Draft> {
  await context.managedPlaces.refuseForm(form.name, given);
  const begun = await form.begin?.(given, context, { userId, channelId });
  const { values = given, facts = {}, step = form.steps[0].name } = begun ?? {};
  return {
    formId: context.newId(),
    form: form.name,
    userId,
    channelId,
    origin,
    attempt: 1,
    step,
    values: startingValues(form, values),
    facts,
    filling: 0,
    submitted: false,
    touched: false,
    savedAt: context.now().toISOString(),
  };
}
