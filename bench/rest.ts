import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { Redis } from "ioredis";
import { freePort } from "../src/sandbox/ports.ts";
import { startRedis } from "../src/sandbox/redis.ts";
import type { Pace } from "./pace.ts";
import { printTable } from "./print.ts";
import { type RestingState, writeState } from "./rest-state.ts";
import { type Running, start } from "./running.ts";
import { signedCommand } from "./signed-command.ts";
import { startSlackApi } from "./slack-api.ts";
import { appTarget } from "./targets.ts";

const signingSecret = "0123456789abcdef0123456789abcdef";

/** How long to measure a process that does nothing, and how long to leave it alone before. */
interface Length {
  quietMs: number;
  restMs: number;
}

/**
 * Measures what one process costs while nothing happens: Redis' commands, processor, memory; and how soon it starts and
 * lists open alerts. Prints, and judges nothing.
 */
export async function rest(pace: Pace): Promise<void> {
  const length = { quietMs: pace(10_000, 500), restMs: pace(20_000, 1_000) };
  const incidents = pace(20_000, 200);
  const states = [
    { workspaces: 1, hooks: 0, channels: 0, incidents: 0 },
    { workspaces: 1, hooks: pace(100, 20), channels: pace(1_000, 20), incidents },
    ...pace<readonly RestingState[]>(
      [
        { workspaces: 100, hooks: 1_000, channels: 1_000, incidents: 20_000 },
        { workspaces: 1_000, hooks: 1_000, channels: 1_000, incidents: 2_000 },
      ],
      [],
    ),
  ];
  const rows: string[][] = [];
  for (const state of states) rows.push(await measure(state, length));
  printTable(`one process at rest for ${length.restMs / 1_000} s`, [
    ["workspaces, hooks, open", "commands/s", "processor", "memory", "start", "/db alerts", "Redis"],
    ...rows,
    ["target", "<= 100", "<= 1.0 %", "", "<= 2,000 ms", "<= 1,000 ms", ""],
  ]);
}

async function measure(state: RestingState, length: Length): Promise<string[]> {
  const redis = await startRedis();
  const client = new Redis(redis.url);
  try {
    await writeState(redis.url, state);
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const slackApiUrl = await startSlackApi(() => {});
    await using app = await start(appTarget({ signingSecret, redisUrl: redis.url, nowhere, slackApiUrl }));
    await wait(length.quietMs);
    const before = { commands: await commandsOf(client), processorMs: await app.processorMs() };
    await wait(length.restMs);
    const seconds = length.restMs / 1_000;
    const commands = difference(before.commands, await commandsOf(client), seconds);
    const processor = ((await app.processorMs()) - before.processorMs) / length.restMs;
    const memory = await app.residentMb();
    await answerMs(app);
    const alertsMs = await answerMs(app);
    const total = commands.reduce((sum, [, perSecond]) => sum + perSecond, 0);
    console.log(
      commands
        .slice(0, 8)
        .map(([name, perSecond]) => `${name} ${perSecond.toFixed(1)}`)
        .join(", "),
    );
    return [
      [state.workspaces, state.hooks, state.incidents]
        .map((each) => each.toLocaleString("en-US"))
        .join(" / "),
      total.toFixed(0),
      `${(100 * processor).toFixed(1)} %`,
      `${memory.toFixed(0)} MB`,
      `${app.readyAfterMs.toFixed(0)} ms`,
      `${alertsMs.toFixed(0)} ms`,
      `${(Number(/used_memory:(\d+)/.exec(await client.info("memory"))?.[1]) / 1024 / 1024).toFixed(1)} MB`,
    ];
  } finally {
    client.disconnect();
    await redis.close();
  }
}

/** How often each command ran, also inside scripts. */
async function commandsOf(redis: Redis): Promise<Map<string, number>> {
  const found = (await redis.info("commandstats")).matchAll(/^cmdstat_([^:]+):calls=(\d+)/gm);
  return new Map([...found].map(([, name = "", calls]) => [name, Number(calls)]));
}

function difference(before: Map<string, number>, after: Map<string, number>, seconds: number) {
  return [...after]
    .map(([name, calls]): [string, number] => [name, (calls - (before.get(name) ?? 0)) / seconds])
    .toSorted(([, a], [, b]) => b - a);
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
