import { Redis } from "ioredis";
import { type Draft, drafts } from "../../src/store/drafts.ts";
import type { House } from "./house.ts";
import { until } from "./until.ts";

/** Waits until the app has kept what Ada did in a form: it is told at once, and keeps it in its own time. */
export async function untilKept(
  { redisUrl, slack, ada }: House,
  isExpected: (draft: Draft) => boolean,
): Promise<void> {
  const redis = new Redis(redisUrl);
  try {
    const kept = drafts(redis, slack.teamId);
    await until(async () => {
      const draft = await kept.current(ada.id);
      return draft !== undefined && isExpected(draft);
    });
  } finally {
    redis.disconnect();
  }
}
