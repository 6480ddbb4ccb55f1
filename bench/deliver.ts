import { setTimeout as wait } from "node:timers/promises";
import { Redis } from "ioredis";
import { z } from "zod";
import { freePort, startRedis } from "../src/demo/redis.ts";
import { addHooks } from "./alert-hooks.ts";
import type { AlertLoad } from "./alert-load.ts";
import { connectSender } from "./alert-sender.ts";
import type { Pace } from "./pace.ts";
import { medianOf, printTable, ratio } from "./print.ts";
import { type Running, start } from "./running.ts";
import { type Target, appTarget, bareRelayTarget, fakeSlackTarget, unpacedTarget } from "./targets.ts";

/** One way to deliver alerts from their senders to Slack. */
export interface Delivery {
  name: string;
  channels: number;
  senders: number;
  alerts: number;
  /** How many alerts come before the measured ones, to load code. By default one for each tenth channel. */
  alertsBefore?: number;
  rounds: number;
  /** What is hoped for: posts a second, processor time, memory. */
  hoped: readonly [string, string, string];
  target: (app: Target) => Target;
}

export interface Round {
  postsPerSecond: number;
  /** Processor time for each post from the alert on, in microseconds. A busy machine distorts this least. */
  processorUs: number;
  processorSeconds: number;
  redisSeconds: number;
  peakMb: number;
}

/**
 * Measures how many alerts a second get from their senders to Slack, each as a message: in 500 channels without pauses
 * between posts; then in 2,000 channels with one post a second each. Beside each is a bare relay, which never pauses.
 * Prints, and judges nothing. The targets are those of a machine on which the bare relay takes 102 µs for a post.
 */
export async function deliver(pace: Pace): Promise<void> {
  await measureDelivery({
    name: "without pauses",
    channels: 500,
    senders: 20,
    alerts: pace(20_000, 1_000),
    rounds: pace(3, 1),
    hoped: [">= 3500", "<= 280 µs, or 2.75 times", "<= 250 MB"],
    target: unpacedTarget,
  });
  await measureDelivery({
    name: "one post a second in a channel",
    channels: pace(2_000, 100),
    senders: 32,
    alerts: pace(14_000, 200),
    rounds: pace(3, 1),
    hoped: [">= 1900", "<= 357 µs, or 3.50 times", "<= 250 MB"],
    target: (app) => app,
  });
}

/** Each round has its own process and its own Redis, because a channel with many posts has a storm. */
async function measureDelivery(delivery: Delivery): Promise<void> {
  const { rounds } = delivery;
  const results: Round[] = [];
  const bare: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    results.push(await measureRound(delivery));
    bare.push(await measureRound({ ...delivery, target: bareRelayTarget }));
  }
  print(delivery, results, bare);
}

/** Measures a delivery once, with a Redis, a Slack and an app of its own. */
export async function measureRound(delivery: Delivery): Promise<Round> {
  const redis = await startRedis();
  const client = new Redis(redis.url);
  try {
    await using slack = await start(fakeSlackTarget());
    const slackApiUrl = new URL("/api/", slack.url).href;
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const signingSecret = "0123456789abcdef0123456789abcdef";
    const target = appTarget({ signingSecret, redisUrl: redis.url, nowhere, slackApiUrl });
    const hooks = await addHooks(redis.url, delivery.channels, (index) => `C${index}`);
    await using app = await start(delivery.target(target));
    const { alertsBefore = delivery.channels / 10 } = delivery;
    await send(app, slack, { ...hooks, run: "first", alerts: alertsBefore, senders: 4 });
    const redisBefore = await redisSeconds(client);
    const usedBefore = await app.processorMs();
    const beganMs = performance.now();
    await send(app, slack, { ...hooks, run: "measured", ...delivery });
    const tookSeconds = (performance.now() - beganMs) / 1_000;
    const usedMs = (await app.processorMs()) - usedBefore;
    return {
      postsPerSecond: delivery.alerts / tookSeconds,
      processorUs: (1_000 * usedMs) / delivery.alerts,
      processorSeconds: usedMs / 1_000,
      redisSeconds: (await redisSeconds(client)) - redisBefore,
      peakMb: await app.peakMb(),
    };
  } finally {
    client.disconnect();
    await redis.close();
  }
}

type Sending = Pick<AlertLoad, "paths" | "secret" | "run"> & { alerts: number; senders: number };

/** Sends alerts, and waits until Slack has a message for each. */
async function send(app: Running, slack: Running, sending: Sending): Promise<void> {
  const before = await postsOf(slack.url);
  await sendAll(app.url, sending);
  while ((await postsOf(slack.url)) < before + sending.alerts) await wait(20);
}

/** Every alert is unique, and each hook gets equally many. */
async function sendAll(url: string, load: Sending): Promise<void> {
  let sent = 0;
  const post = async () => {
    const connection = { paths: load.paths, secret: load.secret, run: load.run, url };
    const sender = await connectSender({ ...connection, connections: load.senders, seconds: 0 });
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
  await Promise.all(Array.from({ length: load.senders }, post));
}

const Counts = z.object({ posts: z.number() });

async function postsOf(slackUrl: string): Promise<number> {
  const response = await fetch(slackUrl);
  return Counts.parse(await response.json()).posts;
}

/** The processor time that Redis has used. */
async function redisSeconds(redis: Redis): Promise<number> {
  const info = await redis.info("cpu");
  const used = [...info.matchAll(/^used_cpu_(?:sys|user):([\d.]+)/gm)];
  return used.reduce((sum, [, seconds]) => sum + Number(seconds), 0);
}

function print(
  { name, channels, senders, alerts, hoped }: Delivery,
  results: readonly Round[],
  bare: readonly Round[],
): void {
  const row = (title: string, of: (value: (round: Round) => number) => number) => [
    title,
    Math.round(of((round) => round.postsPerSecond)).toString(),
    `${Math.round(of((round) => round.processorUs))} µs`,
    `${of((round) => round.processorSeconds).toFixed(1)} s`,
    `${of((round) => round.redisSeconds).toFixed(1)} s`,
    `${Math.round(of((round) => round.peakMb))} MB`,
  ];
  const ofBoth = (value: (round: Round) => number) =>
    ratio(medianOf(results.map(value)), medianOf(bare.map(value)));
  const [posts, processor, memory] = hoped;
  printTable(
    `${alerts.toLocaleString("en-US")} alerts to messages in ${channels} channels, ${senders} senders at once, ${name}`,
    [
      ["", "posts/s", "processor/post", "processor", "Redis' own", "peak memory"],
      ...results.map((round, index) => row(`round ${index + 1}`, (value) => value(round))),
      row("median", (value) => medianOf(results.map(value))),
      row("bare relay, median", (value) => medianOf(bare.map(value))),
      [
        "ratio",
        ofBoth((round) => round.postsPerSecond),
        ofBoth((round) => round.processorUs),
        "",
        ofBoth((round) => round.redisSeconds),
        ofBoth((round) => round.peakMb),
      ],
      ["target", posts, processor, "", "", memory],
    ],
  );
}
