import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { Redis } from "ioredis";
import { freePort, startRedis } from "../src/demo/redis.ts";
import { addHooks } from "./alert-hooks.ts";
import type { AlertLoad } from "./alert-load.ts";
import type { Pace } from "./pace.ts";
import { percentile } from "./percentile.ts";
import { printTable } from "./print.ts";
import { start } from "./running.ts";
import { signedCommand } from "./signed-command.ts";
import { startSlackApi } from "./slack-api.ts";
import { type Target, appTarget } from "./targets.ts";

const maxMemoryMb = 200;
const bodyBytes = 240 * 1024;
const floodingConnections = 4;
const othersEveryMs = 500;
const replyWaitMs = 10_000;
const signingSecret = "0123456789abcdef0123456789abcdef";

/** One side's responses and their times. */
interface Answers {
  counts: Record<string, number>;
  timesMs: number[];
}

interface Round {
  flood: Answers;
  /** Another hook of the same workspace. */
  hook: Answers;
  /** A command that changes something. */
  command: Answers;
  mostMb: number;
  endMb: number;
}

/**
 * Measures Redis, another hook and a command while one hook gets bodies of 240 KB over four connections, as fast as
 * they are answered: with the usual limits, and without limits. Prints, and judges nothing.
 */
export async function flood(pace: Pace): Promise<void> {
  const seconds = pace(60, 2);
  const limited = await floodFor(seconds, {});
  const most = "999999";
  const unlimited = await floodFor(seconds, {
    HOOK_ALERTS_PER_MINUTE: most,
    HOOK_MB_PER_MINUTE: most,
    WORKSPACE_ALERTS_PER_MINUTE: most,
    WORKSPACE_ALERT_MB_PER_MINUTE: most,
  });
  printTable(
    `one hook is sent 240 KB bodies for ${seconds} s, Redis has ${maxMemoryMb} MB and evicts nothing`,
    [
      ["", "usual limits", "no limits"],
      ...rowsOf("flooding hook", limited.flood, unlimited.flood),
      ...rowsOf("another hook", limited.hook, unlimited.hook),
      ...rowsOf("/db access limit", limited.command, unlimited.command),
      ["Redis at most", `${limited.mostMb.toFixed(0)} MB`, `${unlimited.mostMb.toFixed(0)} MB`],
      ["Redis in the end", `${limited.endMb.toFixed(0)} MB`, `${unlimited.endMb.toFixed(0)} MB`],
    ],
  );
}

function rowsOf(name: string, ...rounds: readonly Answers[]): string[][] {
  const counts = ({ counts }: Answers) =>
    Object.entries(counts)
      .map(([answer, count]) => `${count} × ${answer}`)
      .join(", ");
  const times = ({ timesMs }: Answers) =>
    [0.5, 0.99].map((share) => `${percentile(timesMs, share).toFixed(1)} ms`).join(" / ");
  return [
    [name, ...rounds.map(counts)],
    [`${name}, p50 / p99`, ...rounds.map(times)],
  ];
}

async function floodFor(seconds: number, limits: Target["env"]): Promise<Round> {
  const redis = await startRedis();
  const client = new Redis(redis.url);
  try {
    await client.config("SET", "maxmemory", `${maxMemoryMb}mb`, "maxmemory-policy", "noeviction");
    const slackApiUrl = await startSlackApi(() => {});
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const target = appTarget({ signingSecret, redisUrl: redis.url, nowhere, slackApiUrl });
    const senders = await addHooks(redis.url, 2, (index) => `C${index}`);
    const usual = Object.entries(target.env).filter(([name]) => !/ALERT|HOOK/.test(name));
    await using app = await start({ ...target, env: { ...Object.fromEntries(usual), ...limits } });
    await using replies = await listenToReplies();
    // Loading happens once and is not measured.
    await runCommand(app.url, replies, 1);
    return await measure({ url: app.url, senders, replies, client, seconds });
  } finally {
    await client.quit();
    await redis.close();
  }
}

async function measure(parts: {
  url: string;
  senders: Pick<AlertLoad, "paths" | "secret">;
  replies: Replies;
  client: Redis;
  seconds: number;
}): Promise<Round> {
  const { url, senders, replies, client, seconds } = parts;
  const [floodPath = "", otherPath = ""] = senders.paths.map((path) => new URL(path, url).href);
  const round: Round = { flood: none(), hook: none(), command: none(), mostMb: 0, endMb: 0 };
  const endsAtMs = performance.now() + seconds * 1_000;
  const noise = randomBytes(bodyBytes).toString("base64").slice(0, bodyBytes);
  let sent = 0;

  const flooding = Array.from({ length: floodingConnections }, async () => {
    while (performance.now() < endsAtMs) {
      const alert = alertOf(`flood-${(sent += 1)}`, noise);
      await count(round.flood, () => post(floodPath, senders.secret, alert));
    }
  });
  const others = async () => {
    for (let number = 1; performance.now() < endsAtMs; number += 1) {
      const alert = alertOf(`other-${number}`, "12 lines");
      await Promise.all([
        count(round.hook, () => post(otherPath, senders.secret, alert)),
        count(round.command, () => runCommand(url, replies, number + 1)),
        wait(othersEveryMs),
      ]);
      round.endMb = await usedMb(client);
      round.mostMb = Math.max(round.mostMb, round.endMb);
    }
  };
  await Promise.all([...flooding, others()]);
  return round;
}

function none(): Answers {
  return { counts: {}, timesMs: [] };
}

async function count(answers: Answers, ask: () => Promise<string>): Promise<void> {
  const beganMs = performance.now();
  const answer = await ask();
  answers.timesMs.push(performance.now() - beganMs);
  answers.counts[answer] = (answers.counts[answer] ?? 0) + 1;
}

function alertOf(eventId: string, body: string): string {
  return JSON.stringify({ eventId, state: "ALERT", title: `Alert ${eventId}`, body });
}

async function post(url: string, secret: string, body: string): Promise<string> {
  const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
  const response = await fetch(url, { method: "POST", headers, body });
  await response.text();
  return String(response.status);
}

/** Changes a limit. Returns "done", or the beginning of any other reply. */
async function runCommand(url: string, replies: Replies, number: number): Promise<string> {
  const text = `access limit operator memory=${8 + (number % 90)}`;
  const reply = replies.next();
  const { headers, body } = signedCommand(signingSecret, { text, responseUrl: replies.url });
  const response = await fetch(url, { method: "POST", headers, body });
  if (response.status !== 200) return String(response.status);
  const acknowledged = await response.text();
  const said = acknowledged.includes("blocks") ? acknowledged : await reply;
  return said.includes("GB") ? "done" : said.slice(0, 60);
}

interface Replies extends AsyncDisposable {
  url: string;
  /** The text of the next reply to a command. */
  next(): Promise<string>;
}

async function listenToReplies(): Promise<Replies> {
  let onReply: ((text: string) => void) | undefined;
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8");
    request.on("data", (chunk: string) => (text += chunk));
    request.on("end", () => {
      response.end("ok");
      onReply?.(text);
    });
  });
  const port = await freePort();
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${port}/reply`,
    next: () =>
      Promise.race([
        new Promise<string>((resolve) => (onReply = resolve)),
        wait(replyWaitMs, "no reply", { ref: false }),
      ]),
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function usedMb(client: Redis): Promise<number> {
  return Number(/^used_memory:(\d+)/m.exec(await client.info("memory"))?.[1]) / 1_048_576;
}
