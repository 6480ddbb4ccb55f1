import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { freePort } from "../src/sandbox/ports.ts";
import { startRedis } from "../src/sandbox/redis.ts";
import { addHooks } from "./alert-hooks.ts";
import type { AlertLoad } from "./alert-load.ts";
import { connectSender } from "./alert-sender.ts";
import { printTable } from "./print.ts";
import { type Running, start } from "./running.ts";
import { appTarget, fakeSlackTarget, unpacedTarget } from "./targets.ts";

const channels = 500;
const senders = 20;
/** After each of these many alerts the rate is taken, and the memory. */
const eventsARound = 20_000;
const rounds = 5;

interface Round {
  postsPerSecond: number;
  /** Processor time for each post, from the alert's arrival on, in microseconds: what a busy machine distorts least. */
  processorUs: number;
  residentMb: number;
}

/**
 * How many alerts a second get from their senders to Slack, each of them a message, in 500 channels with no pause
 * between two posts; and whether the process grows while it does that. Prints; judges nothing.
 */
export async function deliver(): Promise<void> {
  const redis = await startRedis();
  try {
    await using slack = await start(fakeSlackTarget());
    const slackApiUrl = new URL("/api/", slack.url).href;
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const signingSecret = "0123456789abcdef0123456789abcdef";
    const target = appTarget({ signingSecret, redisUrl: redis.url, nowhere, slackApiUrl });
    const load = await addHooks(redis.url, channels, (index) => `C${index}`);
    await using app = await start(unpacedTarget(target));
    console.log(`Redis: ${redis.kind}`);
    const results: Round[] = [];
    for (let round = 0; round < rounds; round += 1)
      results.push(await measure(app, slack.url, { ...load, run: String(round) }));
    print(results);
  } finally {
    await redis.close();
  }
}

async function measure(
  app: Running,
  slackUrl: string,
  load: Pick<AlertLoad, "paths" | "secret" | "run">,
): Promise<Round> {
  const [postsBefore, usedBeforeMs] = [await postsOf(slackUrl), await app.processorMs()];
  const beganMs = performance.now();
  await sendAll(app.url, load);
  while ((await postsOf(slackUrl)) < postsBefore + eventsARound) await wait(20);
  const tookSeconds = (performance.now() - beganMs) / 1_000;
  const usedMs = (await app.processorMs()) - usedBeforeMs;
  return {
    postsPerSecond: eventsARound / tookSeconds,
    processorUs: (1_000 * usedMs) / eventsARound,
    residentMb: await app.residentMb(),
  };
}

/** Every alert is like no other, and each hook gets as many. */
async function sendAll(url: string, load: Pick<AlertLoad, "paths" | "secret" | "run">): Promise<void> {
  let sent = 0;
  const post = async () => {
    const sender = await connectSender({ ...load, url, connections: senders, seconds: 0 });
    while (sent < eventsARound) {
      sent += 1;
      const own = sent;
      let status = await sender.post(own);
      // As senders do where storage does not answer in time.
      for (; status === 503; status = await sender.post(own)) await wait(100);
      if (status !== 202) throw new Error(`${url} answered ${status}`);
    }
    sender.close();
  };
  await Promise.all(Array.from({ length: senders }, post));
}

const Counts = z.object({ posts: z.number() });

async function postsOf(slackUrl: string): Promise<number> {
  const response = await fetch(slackUrl);
  return Counts.parse(await response.json()).posts;
}

function print(results: readonly Round[]): void {
  printTable(`alerts to messages in ${channels} channels, ${senders} senders at once`, [
    ["after", "posts/s", "processor/post", "memory"],
    ...results.map(({ postsPerSecond, processorUs, residentMb }, index) => [
      `${((index + 1) * eventsARound).toLocaleString("en-US")} alerts`,
      Math.round(postsPerSecond).toString(),
      `${Math.round(processorUs)} µs`,
      `${Math.round(residentMb)} MB`,
    ]),
    ["target", ">= 2000", "", "flat"],
  ]);
}
