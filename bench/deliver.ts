import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { freePort } from "../src/sandbox/ports.ts";
import { startRedis } from "../src/sandbox/redis.ts";
import { addHooks } from "./alert-hooks.ts";
import type { AlertLoad } from "./alert-load.ts";
import { connectSender } from "./alert-sender.ts";
import type { Pace } from "./pace.ts";
import { printTable } from "./print.ts";
import { type Running, start } from "./running.ts";
import { appTarget, fakeSlackTarget, unpacedTarget } from "./targets.ts";

const channels = 500;
const senders = 20;

interface Round {
  alerts: number;
  postsPerSecond: number;
  /** Processor time for each post from the alert on, in microseconds. A busy machine distorts this least. */
  processorUs: number;
  residentMb: number;
}

type RoundLoad = Pick<AlertLoad, "paths" | "secret" | "run"> & { alerts: number };

/**
 * Measures how many alerts a second get from their senders to Slack, each as a message, in 500 channels without pauses
 * between posts, and whether the process grows meanwhile. Prints, and judges nothing.
 */
export async function deliver(pace: Pace): Promise<void> {
  const redis = await startRedis();
  try {
    await using slack = await start(fakeSlackTarget());
    const slackApiUrl = new URL("/api/", slack.url).href;
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const signingSecret = "0123456789abcdef0123456789abcdef";
    const target = appTarget({ signingSecret, redisUrl: redis.url, nowhere, slackApiUrl });
    const hooks = await addHooks(redis.url, channels, (index) => `C${index}`);
    // The rate and the memory are measured after this many posts.
    const load = { ...hooks, alerts: pace(20_000, 1_000) };
    await using app = await start(unpacedTarget(target));
    console.log(`Redis: ${redis.kind}`);
    const results: Round[] = [];
    for (let round = 0; round < pace(5, 1); round += 1)
      results.push(await measure(app, slack.url, { ...load, run: String(round) }));
    print(results);
  } finally {
    await redis.close();
  }
}

async function measure(app: Running, slackUrl: string, load: RoundLoad): Promise<Round> {
  const [postsBefore, usedBeforeMs] = [await postsOf(slackUrl), await app.processorMs()];
  const beganMs = performance.now();
  await sendAll(app.url, load);
  while ((await postsOf(slackUrl)) < postsBefore + load.alerts) await wait(20);
  const tookSeconds = (performance.now() - beganMs) / 1_000;
  const usedMs = (await app.processorMs()) - usedBeforeMs;
  return {
    alerts: load.alerts,
    postsPerSecond: load.alerts / tookSeconds,
    processorUs: (1_000 * usedMs) / load.alerts,
    residentMb: await app.residentMb(),
  };
}

/** Every alert is unique, and each hook gets equally many. */
async function sendAll(url: string, load: RoundLoad): Promise<void> {
  let sent = 0;
  const post = async () => {
    const sender = await connectSender({ ...load, url, connections: senders, seconds: 0 });
    while (sent < load.alerts) {
      sent += 1;
      const own = sent;
      let status = await sender.post(own);
      // Senders retry too if storage does not respond in time.
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
    ...results.map(({ alerts, postsPerSecond, processorUs, residentMb }, index) => [
      `${((index + 1) * alerts).toLocaleString("en-US")} alerts`,
      Math.round(postsPerSecond).toString(),
      `${Math.round(processorUs)} µs`,
      `${Math.round(residentMb)} MB`,
    ]),
    ["target", ">= 2000", "", "flat"],
  ]);
}
