import { freePort, startRedis } from "../src/demo/redis.ts";
import { startModalLoad } from "./modal-load.ts";
import { modalRounds, people } from "./modal-rounds.ts";
import type { Pace } from "./pace.ts";
import { start } from "./running.ts";
import { appTarget } from "./targets.ts";
import { leaveDrafts } from "./waiting-drafts.ts";

/**
 * Measures how soon a modal opens after `/db create`, beside a bare Bolt app that opens the same view: for people who
 * start a new form, and for people with an unfinished one. Prints, and judges nothing.
 */
export async function modal(pace: Pace): Promise<void> {
  const redis = await startRedis();
  try {
    using load = await startModalLoad();
    const signingSecret = "0123456789abcdef0123456789abcdef";
    // No server listens there, because a modal must open without the cloud.
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const { slackApiUrl } = load;
    console.log(`Redis: ${redis.kind}`);
    await using app = await start(appTarget({ signingSecret, redisUrl: redis.url, nowhere, slackApiUrl }));
    const setting = { app, load, signingSecret, pace };
    await modalRounds({ ...setting, title: "/db create to views.open" });
    const userIds = Array.from({ length: people }, (_, index) => `U0BENCH${index}`);
    await load.measure({ url: app.url, signingSecret, people, seconds: 1, userIds });
    await leaveDrafts(redis.url, userIds);
    await modalRounds({ ...setting, title: "The same while a draft waits", userIds });
  } finally {
    await redis.close();
  }
}
