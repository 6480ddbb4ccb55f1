import { Redis } from "ioredis";
import { type Draft, drafts } from "../../src/platform/forms/kept-drafts.ts";
import type { House } from "./house.ts";
import { until } from "./until.ts";

/** Waits until the app has kept what Ada did in a form: it is told at once, and keeps it in its own time. */
export async function untilKept(house: House, isExpected: (draft: Draft) => boolean): Promise<void> {
  await withRedis(house, async (redis) => {
    const kept = drafts(redis, house.slack.teamId);
    await until(async () => {
      const draft = await kept.current(house.ada.id);
      return draft !== undefined && isExpected(draft);
    });
  });
}

/** Ada's present draft. */
export async function presentDraft(house: House): Promise<Draft> {
  const kept = await withRedis(house, (redis) => drafts(redis, house.slack.teamId).current(house.ada.id));
  if (!kept) throw new Error("Ada has no draft.");
  return kept;
}

/** Changes what Redis keeps of Ada's present draft, as another version of the app may have written it. */
export async function tamperWithDraft(house: House, changes: object): Promise<void> {
  const { revision: _, ...draft } = await presentDraft(house);
  const text = JSON.stringify({ ...draft, ...changes });
  await withRedis(house, (redis) => redis.hset(keyOf(house, draft), "draft", text));
}

/** Takes Ada's present draft out of Redis, as its clock does after a day. */
export async function forgetDraft(house: House): Promise<void> {
  const draft = await presentDraft(house);
  await withRedis(house, (redis) => redis.del(keyOf(house, draft)));
}

/** Closes a form once the last change in it is kept, and waits until what stood there at its end is kept as well. */
export async function leaveForm(
  house: House,
  isLast: (values: Draft["values"]) => boolean = ({ region }) => region !== undefined,
): Promise<void> {
  await untilKept(house, ({ values }) => isLast(values));
  const { revision } = await presentDraft(house);
  await house.ada.close({ cleared: true });
  await untilKept(house, (draft) => draft.revision !== revision);
}

function keyOf({ slack }: House, { formId }: Draft): string {
  return `qm:{${slack.teamId}}:draft:${formId}`;
}

async function withRedis<T>({ redisUrl }: House, work: (redis: Redis) => Promise<T>): Promise<T> {
  const redis = new Redis(redisUrl);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
}
