import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { Redis } from "ioredis";
import { freePort, startRedis } from "../src/demo/redis.ts";
import { postAlerts } from "./alert-load.ts";
import type { Pace } from "./pace.ts";
import { printTable } from "./print.ts";
import { type RestingState, writeState } from "./rest-state.ts";
import { type Running, start } from "./running.ts";
import { signedCommand } from "./signed-command.ts";
import { startSlackApi } from "./slack-api.ts";
import { appTarget } from "./targets.ts";

const signingSecret = "0123456789abcdef0123456789abcdef";

/** How long to leave a process alone, to measure it at rest, and to measure it with alerts. */
interface Length {
  quietMs: number;
  restMs: number;
  loadMs: number;
}

const alertsPerSecond = 200;

/**
 * Measures what one process costs while nothing happens, and while some alerts arrive: Redis' commands, processor and
 * memory; and how soon it starts and lists open alerts. Prints, and judges nothing.
 */
export async function rest(pace: Pace): Promise<void> {
  // Some work comes once a minute.
  const length = { quietMs: pace(4_000, 500), restMs: pace(60_000, 1_000), loadMs: pace(8_000, 1_000) };
  const rows: string[][] = [];
  for (const state of pace(states, shortStates)) rows.push(await measure(state, length));
  printTable(
    `one process at rest for ${length.restMs / 1_000} s, then with ${alertsPerSecond} alerts a second`,
    [
      [
        "workspaces, hooks, open",
        "commands/s",
        "processor",
        "memory",
        "start",
        "/db alerts",
        "Redis",
        ...busyColumns,
      ],
      ...rows,
      ["target", "<= 100", "<= 1.0 %", "", "<= 2,000 ms", "<= 1,000 ms", "", "", "", ""],
    ],
  );
}

const busyColumns = ["| commands/s", "processor", "memory"];

const states: readonly RestingState[] = [
  { workspaces: 1, hooks: 1, channels: 1, incidents: 20 },
  { workspaces: 10, hooks: 10, channels: 10, incidents: 200 },
  { workspaces: 1, hooks: 100, channels: 1_000, incidents: 20_000 },
  { workspaces: 100, hooks: 1_000, channels: 1_000, incidents: 20_000 },
  { workspaces: 1_000, hooks: 1_000, channels: 1_000, incidents: 2_000 },
];
const shortStates: readonly RestingState[] = [{ workspaces: 2, hooks: 20, channels: 20, incidents: 200 }];

async function measure(state: RestingState, { quietMs, restMs, loadMs }: Length): Promise<string[]> {
  const redis = await startRedis();
  const client = new Redis(redis.url);
  try {
    const hooks = await writeState(redis.url, state);
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const slackApiUrl = await startSlackApi(() => {});
    await using app = await start(appTarget({ signingSecret, redisUrl: redis.url, nowhere, slackApiUrl }));
    const redisMb = Number(/used_memory:(\d+)/.exec(await client.info("memory"))?.[1]) / 1024 / 1024;
    await wait(quietMs);
    const atRest = await costOf(client, app, () => wait(restMs));
    await answerMs(app);
    const alertsMs = await answerMs(app);
    const load = { ...hooks, url: app.url, run: "rest", alerts: 1_000, connections: 20 };
    const busy = await costOf(client, app, () =>
      postAlerts({ ...load, seconds: loadMs / 1_000, perSecond: alertsPerSecond }),
    );
    const { workspaces, hooks: hookCount, incidents } = state;
    return [
      [workspaces, hookCount, incidents].map((each) => each.toLocaleString("en-US")).join(" / "),
      ...atRest,
      `${app.readyAfterMs.toFixed(0)} ms`,
      `${alertsMs.toFixed(0)} ms`,
      `${redisMb.toFixed(1)} MB`,
      ...busy,
    ];
  } finally {
    client.disconnect();
    await redis.close();
  }
}

/** Commands a second, share of a core and memory during some work. */
async function costOf(redis: Redis, app: Running, work: () => Promise<unknown>): Promise<string[]> {
  const before = { commands: await commandsOf(redis), processorMs: await app.processorMs() };
  const startedAtMs = performance.now();
  await work();
  const tookMs = performance.now() - startedAtMs;
  const commands = (await commandsOf(redis)) - before.commands;
  const processorMs = (await app.processorMs()) - before.processorMs;
  return [
    (commands / (tookMs / 1_000)).toFixed(0),
    `${((100 * processorMs) / tookMs).toFixed(1)} %`,
    `${(await app.residentMb()).toFixed(0)} MB`,
  ];
}

/** How many commands ran, also inside scripts. */
async function commandsOf(redis: Redis): Promise<number> {
  const found = (await redis.info("commandstats")).matchAll(/^cmdstat_[^:]+:calls=(\d+)/gm);
  return [...found].reduce((sum, [, calls]) => sum + Number(calls), 0);
}

/** How long `/db alerts` takes from the request to its answer. */
async function answerMs(app: Running): Promise<number> {
  const server = createServer((request, response) => {
    request.resume();
    response.end("ok");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const answered = once(server, "request");
  const responseUrl = `http://127.0.0.1:${port}/commands/bench`;
  const startedAtMs = performance.now();
  const response = await fetch(app.url, {
    method: "POST",
    ...signedCommand(signingSecret, { text: "alerts", responseUrl }),
  });
  if (!response.ok) throw new Error(`/db alerts answered ${response.status}`);
  await answered;
  const tookMs = performance.now() - startedAtMs;
  server.close();
  server.closeAllConnections();
  return tookMs;
}
