import { Redis } from "ioredis";
import { type Draft, drafts } from "../../src/platform/forms/drafts.ts";
import type { TestEnvironment } from "./environment.ts";
import { until } from "./until.ts";

/** Waits until the app has saved Ada's changes in a form, which it does a moment after their events. */
export async function untilKept(
  environment: TestEnvironment,
  isExpected: (draft: Draft) => boolean,
): Promise<void> {
  await withRedis(environment, async (redis) => {
    const kept = drafts(redis, environment.slack.teamId);
    await until(async () => {
      const draft = await kept.current(environment.ada.id);
      return draft !== undefined && isExpected(draft);
    });
  });
}

/** Ada's present draft. */
export async function presentDraft(environment: TestEnvironment): Promise<Draft> {
  const kept = await withRedis(environment, (redis) =>
    drafts(redis, environment.slack.teamId).current(environment.ada.id),
  );
  if (!kept) throw new Error("Ada has no draft.");
  return kept;
}

/** Changes Ada's present draft in Redis, as another version of the app may have written it. */
export async function tamperWithDraft(environment: TestEnvironment, changes: object): Promise<void> {
  const { revision: _, ...draft } = await presentDraft(environment);
  const text = JSON.stringify({ ...draft, ...changes });
  await withRedis(environment, (redis) => redis.hset(keyOf(environment, draft), "draft", text));
}

/** Deletes Ada's present draft from Redis, as happens after a day. */
export async function forgetDraft(environment: TestEnvironment): Promise<void> {
  const draft = await presentDraft(environment);
  await withRedis(environment, (redis) => redis.del(keyOf(environment, draft)));
}

/** Closes a form after its last change is saved, and waits until its final values are saved too. */
export async function leaveForm(
  environment: TestEnvironment,
  isLast: (values: Draft["values"]) => boolean = ({ region }) => region !== undefined,
): Promise<void> {
  await untilKept(environment, ({ values }) => isLast(values));
  const { revision } = await presentDraft(environment);
  await environment.ada.close({ cleared: true });
  await untilKept(environment, (draft) => draft.revision !== revision);
}

function keyOf({ slack }: TestEnvironment, { formId }: Draft): string {
  return `qm:{${slack.teamId}}:draft:${formId}`;
}

async function withRedis<T>({ redisUrl }: TestEnvironment, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(redisUrl);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
