import { expect, test } from "vitest";
import { until } from "../support/until.ts";
import { type ChannelMessage, messagesIn, writesIn } from "./alert-channel.ts";
import { type AlertHouse, at, startAlertHouse } from "./alert-house.ts";
import { type AlertNews, type AlertPoster, alertPoster } from "./alert-post.ts";

const groups = 10_000;
const [groupsAPost, postsAtOnce] = [20, 8];
/** What fires on in the end; the first one of each kind is critical. */
const stillFiring = [2_000, 5_000, 7_777, 9_998, 9_999];
const critical = [2_000, 3_000];

/** What a person reads on one page. */
const fewMessages = 30;

function newsOf(index: number, state: AlertNews["state"], endsAtMs: number): AlertNews {
  const severity = critical.includes(index) ? { severity: "critical" } : {};
  return { alertName: "Checkout errors", group: String(index), state, endsAtMs, ...severity };
}

async function tellAll(house: AlertHouse, poster: AlertPoster, all: readonly AlertNews[]): Promise<void> {
  const posts = Array.from({ length: Math.ceil(all.length / groupsAPost) }, (_, index) =>
    all.slice(index * groupsAPost, (index + 1) * groupsAPost),
  );
  const left = posts.values();
  const one = async (): Promise<void> => {
    for (const some of left) await poster.postTogether(at(house.hooks, 0), some);
  };
  await Promise.all(Array.from({ length: postsAtOnce }, one));
}

function numberOf(digits = ""): number {
  return Number(digits.replaceAll(",", ""));
}

/** How many of a digest's incidents there are, and how many still fire. */
function countsIn({ text }: ChannelMessage): { total: number; firing: number } | undefined {
  const [, total, firing] = /^Storm[^:]*: ([\d,]+) incidents?, ([\d,]+) still firing$/.exec(text) ?? [];
  return total === undefined ? undefined : { total: numberOf(total), firing: numberOf(firing) };
}

/** What a channel says of all its incidents, those of digests and those with messages of their own. */
function standing(messages: readonly ChannelMessage[]) {
  const digests = messages.flatMap((message) => countsIn(message) ?? []);
  const own = messages.filter((message) => !countsIn(message));
  const sum = (of: "total" | "firing") => digests.reduce((all, counts) => all + counts[of], 0);
  const firing = own.filter(({ text }) => text.startsWith("Firing: ")).length;
  return { digests: digests.length, total: own.length + sum("total"), firing: firing + sum("firing") };
}

test("10,000 groups that fire at once make few messages, one call a second, and a right end within 30 s", async () => {
  await using house = await startAlertHouse({ channels: ["incidents"], replicas: 2 });
  const poster = alertPoster(house.address);
  const { channelId } = at(house.hooks, 0).hook;
  const startedMs = Date.now();
  const indexes = Array.from({ length: groups }, (_, index) => index);
  await tellAll(
    house,
    poster,
    indexes.map((index) => newsOf(index, "ALERT", startedMs)),
  );
  const firedMs = Date.now();
  const over = indexes.filter((index) => !stillFiring.includes(index));
  await tellAll(
    house,
    poster,
    over.map((index) => newsOf(index, "OK", startedMs + 60_000)),
  );
  const toldMs = Date.now();
  poster.close();

  let messages: ChannelMessage[] = [];
  await until(async () => {
    messages = await messagesIn(house.slack, channelId);
    const { total, firing } = standing(messages);
    return total === groups && firing === stillFiring.length;
  });
  const shownMs = Date.now();
  const calls = await writesIn(house.slack, channelId);
  const gaps = calls.slice(1).map(({ at: atMs }, index) => atMs - (calls[index]?.at ?? 0));
  const seconds = (ms: number) => `${((ms - startedMs) / 1_000).toFixed(1)} s`;
  process.stdout.write(
    `fired by ${seconds(firedMs)}, over by ${seconds(toldMs)}, shown by ${seconds(shownMs)}: ` +
      `${messages.length} messages, ${calls.length} calls\n`,
  );
  expect(shownMs - toldMs).toBeLessThan(30_000);
  expect(messages.length).toBeLessThan(fewMessages);
  expect(standing(messages).digests).toBe(1);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1_000);
  const ownOf = (index: number) => messages.filter(({ text }) => text.endsWith(`(group:${index})`));
  expect(critical.map((index) => ownOf(index).map(({ text }) => text.split(":")[0]))).toEqual([
    ["Firing"],
    ["Resolved"],
  ]);
}, 180_000);
