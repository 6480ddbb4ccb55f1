import type { Reply } from "../src/platform/blocks/reply.ts";
import { product } from "../src/app/features.ts";
import { freePort, startRedis } from "../src/demo/redis.ts";
import { loadRounds } from "./load-rounds.ts";
import type { Pace } from "./pace.ts";
import { startRounds } from "./start-rounds.ts";
import { startSlackApi } from "./slack-api.ts";
import { appTarget, bareBoltTarget } from "./targets.ts";

/**
 * Measures how soon `/db help` is acknowledged, how soon the app is ready and how much memory it takes, beside a bare
 * Bolt app with the same reply. Prints, and judges nothing.
 */
export async function ack(pace: Pace): Promise<void> {
  const redis = await startRedis();
  try {
    const signingSecret = "0123456789abcdef0123456789abcdef";
    // No server listens there, because an acknowledgement must not need the cloud.
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const slackApiUrl = await startSlackApi(() => {});
    const app = appTarget({ signingSecret, redisUrl: redis.url, nowhere, slackApiUrl });
    const bareBolt = bareBoltTarget({ signingSecret, reply: helpReply() });
    console.log(`Redis: ${redis.kind}`);
    await loadRounds({ app, bareBolt, signingSecret, pace });
    await startRounds({ app, bareBolt, signingSecret, pace });
  } finally {
    await redis.close();
  }
}

/** The app's reply to `/db help`, for the bare app to send too. */
function helpReply(): Reply {
  const reading = product.readCommand("help");
  if ("reply" in reading) return reading.reply;
  throw new Error("/db help is not answered in the acknowledgement");
}
