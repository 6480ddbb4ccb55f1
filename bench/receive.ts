import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Redis } from "ioredis";
import { freePort, startRedis } from "../src/demo/redis.ts";
import { inbox } from "../src/features/alerts/receive/inbox.ts";
import { addHooks } from "./alert-hooks.ts";
import { type AlertLoad, type AlertLoadResult, postAlerts } from "./alert-load.ts";
import type { Pace } from "./pace.ts";
import { medianOf, printTable, ratio } from "./print.ts";
import { type Running, start } from "./running.ts";
import { benchWorkspaceId } from "./signed-command.ts";
import { startSlackApi } from "./slack-api.ts";
import { appTarget, bareXaddTarget } from "./targets.ts";

const hookCount = 20;
/** Like a sender that checks each alert once a minute: new bodies each time, but few changes of state. */
const alerts = 1_000;
const settleWaitMs = 120_000;
const steadyPerSecond = 1_000;

/** The length of one run. */
interface Length {
  rounds: number;
  seconds: number;
  warmUpSeconds: number;
}

type Senders = Pick<AlertLoad, "paths" | "secret">;

interface Round extends AlertLoadResult {
  /** Processor time for each alert, in microseconds. A busy machine distorts this least. */
  processorUs: number;
}

interface Targets {
  app: Running;
  bare: Running;
  /** Waits until the app has ingested everything that it accepted, so the machine is free for the other. */
  resolved(): Promise<void>;
}

/**
 * Measures how many alerts a second are accepted, and how soon, beside a bare server that adds each body to a stream
 * in the same Redis. Prints, and judges nothing.
 */
export async function receive(pace: Pace): Promise<void> {
  const redis = await startRedis();
  try {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const slackApiUrl = await startSlackApi(() => {});
    const signingSecret = "0123456789abcdef0123456789abcdef";
    await using app = await start(appTarget({ signingSecret, redisUrl: redis.url, nowhere, slackApiUrl }));
    await using bare = await start(bareXaddTarget(redis.url));
    const senders = await addHooks(redis.url, hookCount);
    await using kept = connected(redis.url);
    const targets = { app, bare, resolved: () => resolved(kept.client) };
    const length = { rounds: pace(5, 1), seconds: pace(4, 1), warmUpSeconds: pace(3, 1) };
    console.log(`Redis: ${redis.kind}`);
    await printSaturated(targets, senders, length);
    await printSteady(targets, senders, length);
  } finally {
    await redis.close();
  }
}

function connected(redisUrl: string): AsyncDisposable & { client: Redis } {
  const client = new Redis(redisUrl);
  return { client, [Symbol.asyncDispose]: async () => void (await client.quit()) };
}

async function resolved(redis: Redis): Promise<void> {
  const deadlineMs = performance.now() + settleWaitMs;
  while ((await inbox(redis, benchWorkspaceId).full()).length > 0) {
    if (performance.now() > deadlineMs) throw new Error("The accepted alerts were not ingested in time");
    await wait(50);
  }
}

async function printSaturated(targets: Targets, senders: Senders, length: Length): Promise<void> {
  const { rounds, seconds } = length;
  const load = { ...senders, connections: 50, alerts, seconds };
  for (const target of [targets.app, targets.bare])
    await measure(target, { ...load, seconds: length.warmUpSeconds });
  const { app, bare } = await measureAlternately(targets, load, rounds);
  printTable(`alerts, ${load.connections} at once, medians of ${rounds} rounds of ${seconds} s`, [
    ["", "accepted/s", "p50", "p99", "processor/alert"],
    row("app", app),
    row("bare XADD", bare),
    [
      "ratio",
      ratio(app.perSecond, bare.perSecond),
      ratio(app.p50Ms, bare.p50Ms),
      ratio(app.p99Ms, bare.p99Ms),
      ratio(app.processorUs, bare.processorUs),
    ],
    ["target", ">= 0.50", "", "", ""],
  ]);
}

async function printSteady(targets: Targets, senders: Senders, length: Length): Promise<void> {
  const { rounds, seconds } = length;
  const load = { ...senders, connections: 100, alerts, seconds, perSecond: steadyPerSecond };
  const { app, bare } = await measureAlternately(targets, load, rounds);
  printTable(`alerts, ${steadyPerSecond} a second, medians of ${rounds} rounds of ${seconds} s`, [
    ["", "accepted/s", "p50", "p99", "processor/alert"],
    row("app", app),
    row("bare XADD", bare),
    ["target", "", "", "<= 25 ms", ""],
  ]);
}

async function measureAlternately(
  targets: Targets,
  load: Omit<AlertLoad, "url" | "run">,
  rounds: number,
): Promise<{ app: Round; bare: Round }> {
  const app: Round[] = [];
  const bare: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    bare.push(await measure(targets.bare, load));
    app.push(await measure(targets.app, load));
    await targets.resolved();
  }
  return { app: medians(app), bare: medians(bare) };
}

async function measure(running: Running, load: Omit<AlertLoad, "url" | "run">): Promise<Round> {
  const before = await running.processorMs();
  const result = await postAlerts({ ...load, url: running.url, run: randomUUID() });
  const usedMs = (await running.processorMs()) - before;
  return { ...result, processorUs: (1_000 * usedMs) / (result.perSecond * load.seconds) };
}

function medians(results: readonly Round[]): Round {
  const median = (key: keyof Round) => medianOf(results.map((result) => result[key]));
  return {
    p50Ms: median("p50Ms"),
    p99Ms: median("p99Ms"),
    perSecond: median("perSecond"),
    processorUs: median("processorUs"),
  };
}

function row(name: string, { perSecond, p50Ms, p99Ms, processorUs }: Round): string[] {
  const times = [p50Ms, p99Ms].map((ms) => `${ms.toFixed(1)} ms`);
  return [name, Math.round(perSecond).toString(), ...times, `${Math.round(processorUs)} µs`];
}
