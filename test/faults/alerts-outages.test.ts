import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TcpProxy, startTcpProxy } from "../support/tcp-proxy.ts";
import { until } from "../support/until.ts";
import { messagesIn, writesIn } from "./alert-channel.ts";
import { type AlertEnvironment, at, misbehave, startAlertEnvironment } from "./alert-environment.ts";
import { allShown, contradictions } from "./alert-outcomes.ts";
import { planGroup } from "./alert-plan.ts";
import { type AlertPoster, alertPoster } from "./alert-post.ts";
import { type DurableRedis, startDurableRedis } from "./durable-redis.ts";

const channels = ["databases", "incidents", "alerts", "general"];
/** For a busy machine. */
const maxWaitMs = 180_000;
let redis: DurableRedis | undefined;
let environment: AlertEnvironment;
let poster: AlertPoster;
/** One proxy to Slack for each replica. */
const ways: TcpProxy[] = [];
let told = 0;

beforeAll(async () => {
  redis = await startDurableRedis();
  environment = await startAlertEnvironment({
    channels,
    environment: { TEST_PACE_MS: "0", TEST_WITHOUT_STORMS: "1" },
    ...(redis ? { redis } : {}),
    async slackApiUrlOf({ url }, attempt) {
      const way = await startTcpProxy(Number(new URL(url).port), { record: true });
      ways[attempt] = way;
      return `http://127.0.0.1:${way.port}/api/`;
    },
  });
  poster = alertPoster(environment.address);
}, maxWaitMs);
afterAll(async () => {
  poster.close();
  await environment[Symbol.asyncDispose]();
  await Promise.all(ways.map((way) => way.close()));
});

function channelOf(attempt: number): string {
  return at(environment.hooks, attempt).hook.channelId;
}

async function fire(attempt: number, group: string) {
  told += 1;
  const news = { alertName: "Orders", group, state: "ALERT" as const, endsAtMs: Date.now() };
  return poster.post(at(environment.hooks, attempt), news);
}

/** The time of each group's first post in a channel, from the local Slack's calls. */
async function postedAt(attempt: number): Promise<Map<string, number>> {
  const [messages, calls] = await Promise.all([
    messagesIn(environment.slack, channelOf(attempt)),
    writesIn(environment.slack, channelOf(attempt)),
  ]);
  const byTs = new Map(
    calls
      .filter(({ ok }) => ok)
      .map(({ ts, at: atMs }) => [ts, atMs] as const)
      .toReversed(),
  );
  return new Map(messages.map(({ ts, text }) => [/\(([^()]+)\)$/.exec(text)?.[1] ?? "", byTs.get(ts) ?? 0]));
}

const [rounds, everyMs] = [25, 60];

/** Fires groups in all channels one after another. Returns the delays of all channels but the first, sorted. */
async function delaysOf(name: string): Promise<number[]> {
  const firedAt = new Map<string, number>();
  const firing: Promise<unknown>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const attempt of channels.keys()) {
      const group = `${name}-${attempt}-${round}`;
      firedAt.set(group, Date.now());
      firing.push(fire(attempt, group));
    }
    await sleep(everyMs);
  }
  await Promise.all(firing);
  await allShown(
    environment,
    channels.map((_, attempt) => channelOf(attempt)),
  );
  const posted = await Promise.all([1, 2, 3].map(postedAt));
  const delays = posted.flatMap((some) =>
    [...some].flatMap(([group, atMs]) =>
      group.startsWith(`${name}-`) ? [atMs - (firedAt.get(group) ?? 0)] : [],
    ),
  );
  expect(delays).toHaveLength(3 * rounds);
  return delays.toSorted((a, b) => a - b);
}

test(
  "429s in one channel do not delay the others, and that channel gets no calls during Retry-After",
  async () => {
    const retryAfterSeconds = 8;
    const usual = await delaysOf("usual");
    await misbehave(environment.slack, {
      kind: "limited",
      retryAfterSeconds,
      times: 2,
      match: { channel: channelOf(0), methods: ["chat.postMessage", "chat.update"] },
    });
    const limited = await delaysOf("limited");
    const [median, slowest] = [0.5, 0.99].map((share) => {
      const place = Math.floor(limited.length * share);
      return { usual: at(usual, place), limited: at(limited, place) };
    });
    process.stdout.write(`delays in ms: median ${JSON.stringify(median)}, p99 ${JSON.stringify(slowest)}\n`);
    // Behind the limited channel they would have waited for at least eight seconds.
    expect(median?.limited).toBeLessThan(1.5 * (median?.usual ?? 0) + 4_000);
    expect(slowest?.limited).toBeLessThan(1.5 * (slowest?.usual ?? 0) + 6_000);

    const calls = await writesIn(environment.slack, channelOf(0));
    const refused = calls.flatMap(({ status, at: atMs }, index) =>
      status === 429 ? [(calls[index + 1]?.at ?? 0) - atMs] : [],
    );
    expect(refused).toHaveLength(2);
    expect(Math.min(...refused)).toBeGreaterThanOrEqual(retryAfterSeconds * 1_000);
  },
  maxWaitMs,
);

test(
  "while Redis is killed and restarted, senders get an answer to try again, and nothing is lost or doubled",
  async ({ skip }) => {
    if (!redis) return skip("There is no redis-server here to kill.");
    const endMs = Date.now();
    const planned = channels.map((channel) =>
      Array.from({ length: 12 }, (_, index) => planGroup("redis", `redis ${channel}-${index}`, 12, endMs)),
    );
    const answers = new Set<number | null>();
    const responder = planned.flatMap((groups, attempt) =>
      groups.map(async ({ news }) => {
        for (const one of news) {
          told += 1;
          const { before } = await poster.post(at(environment.hooks, attempt), one);
          for (const status of before) answers.add(status);
          await sleep(300);
        }
      }),
    );
    for (const downMs of [300, 1_500]) {
      await sleep(700);
      await redis.kill();
      await sleep(downMs);
      await redis.start();
    }
    await Promise.all(responder);
    const accepted = await allShown(
      environment,
      channels.map((_, attempt) => channelOf(attempt)),
    );
    const wrong = await Promise.all(
      planned.map((groups, attempt) => contradictions(environment, channelOf(attempt), groups)),
    );
    expect([...answers]).toContain(503);
    expect({ accepted, wrong: wrong.flat() }).toEqual({ accepted: told, wrong: [] });
  },
  maxWaitMs,
);

/** The replica that is sending a text to Slack. */
function senderOf(text: string): number {
  return ways.findIndex((way) => way.sent().includes(text));
}

function postsIn(attempt: number) {
  return { match: { channel: channelOf(attempt), methods: ["chat.postMessage"] } };
}

test(
  "the other replica takes over the outboxes of one killed in mid-post within 15 s, and nothing is posted twice",
  async () => {
    await misbehave(
      environment.slack,
      ...channels.map((_, attempt) => ({
        kind: attempt % 2 === 0 ? "hang" : "delay",
        ms: 60_000,
        times: 1,
        ...postsIn(attempt),
      })),
    );
    await Promise.all(channels.map((_, attempt) => fire(attempt, `midpost-${attempt}`)));
    await until(async () => channels.every((_, attempt) => senderOf(`midpost-${attempt}`) !== -1));
    const holders = channels.map((_, attempt) => senderOf(`midpost-${attempt}`));
    // Its claims last for a while.
    await sleep(1_500);
    const killedMs = Date.now();
    const victim = at(holders, 0);
    await environment.kill(victim);
    await Promise.all(channels.map((_, attempt) => fire(attempt, `later-${attempt}`)));
    const accepted = await allShown(
      environment,
      channels.map((_, attempt) => channelOf(attempt)),
    );
    const wrong: string[] = [];
    for (const [attempt, holder] of holders.entries()) {
      const messages = await messagesIn(environment.slack, channelOf(attempt));
      const posted = await postedAt(attempt);
      for (const group of [`midpost-${attempt}`, `later-${attempt}`]) {
        const count = messages.filter(({ text }) => text.endsWith(`(${group})`)).length;
        if (count !== 1) wrong.push(`${group} is there ${count} times`);
        const afterMs = (posted.get(group) ?? Infinity) - killedMs;
        if (holder === victim && afterMs > 15_000) wrong.push(`${group} was posted after ${afterMs} ms`);
      }
    }
    expect({ accepted, wrong }).toEqual({ accepted: told, wrong: [] });
  },
  maxWaitMs,
);
