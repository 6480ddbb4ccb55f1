import { setTimeout as wait } from "node:timers/promises";
import { type ChannelMessage, messagesIn } from "./alert-channel.ts";
import { type AlertEnvironment, at } from "./alert-environment.ts";
import { type AlertNews, type AlertPoster, alertPoster } from "./alert-post.ts";

const groups = 10_000;
const [groupsAPost, postsAtOnce] = [20, 8];
/** The groups that still fire at the end. The first of each kind is critical. */
const stillFiring = [2_000, 5_000, 7_777, 9_998, 9_999];
/** A group that still fires, and one that does not. */
export const critical: readonly number[] = [2_000, 3_000];

/** The outcome of a storm in the first channel, with times in milliseconds since its start. */
export interface Storm {
  messages: readonly ChannelMessage[];
  /** The time when all groups had fired. */
  firedMs: number;
  /** The time when the last event was accepted. */
  toldMs: number;
  /** The time when the channel showed every group's state. */
  shownMs: number;
}

/** 10,000 groups fire at once, and all but five resolve. Posts them as fast as they are accepted, then waits. */
export async function sendStorm(environment: AlertEnvironment): Promise<Storm> {
  const poster = alertPoster(environment.address);
  const { channelId } = at(environment.hooks, 0).hook;
  const startedMs = Date.now();
  const indexes = Array.from({ length: groups }, (_, index) => index);
  await tellAll(
    environment,
    poster,
    indexes.map((index) => newsOf(index, "ALERT", startedMs)),
  );
  const firedMs = Date.now() - startedMs;
  const over = indexes.filter((index) => !stillFiring.includes(index));
  await tellAll(
    environment,
    poster,
    over.map((index) => newsOf(index, "OK", startedMs + 60_000)),
  );
  const toldMs = Date.now() - startedMs;
  poster.close();
  let messages = await messagesIn(environment.slack, channelId);
  while (!isRight(messages)) {
    await wait(50);
    messages = await messagesIn(environment.slack, channelId);
  }
  return { messages, firedMs, toldMs, shownMs: Date.now() - startedMs };
}

function newsOf(index: number, state: AlertNews["state"], endsAtMs: number): AlertNews {
  const severity = critical.includes(index) ? { severity: "critical" } : {};
  return { alertName: "Checkout errors", group: String(index), state, endsAtMs, ...severity };
}

async function tellAll(
  environment: AlertEnvironment,
  poster: AlertPoster,
  all: readonly AlertNews[],
): Promise<void> {
  const posts = Array.from({ length: Math.ceil(all.length / groupsAPost) }, (_, index) =>
    all.slice(index * groupsAPost, (index + 1) * groupsAPost),
  );
  const left = posts.values();
  const one = async (): Promise<void> => {
    for (const some of left) await poster.postTogether(at(environment.hooks, 0), some);
  };
  await Promise.all(Array.from({ length: postsAtOnce }, one));
}

function numberOf(digits = ""): number {
  return Number(digits.replaceAll(",", ""));
}

/** The number of a storm summary's incidents, and how many still fire. */
function countsIn({ text }: ChannelMessage): { total: number; firing: number } | undefined {
  const [, total, firing] = /^Storm[^:]*: ([\d,]+) alerts?, ([\d,]+) still firing$/.exec(text) ?? [];
  return total === undefined ? undefined : { total: numberOf(total), firing: numberOf(firing) };
}

function isRight(messages: readonly ChannelMessage[]): boolean {
  const { total, firing } = stormCounts(messages);
  return total === groups && firing === stillFiring.length;
}

/** A channel's incidents, in storm summaries and in messages of their own. */
export function stormCounts(messages: readonly ChannelMessage[]) {
  const summaries = messages.flatMap((message) => countsIn(message) ?? []);
  const own = messages.filter((message) => !countsIn(message));
  const sum = (of: "total" | "firing") => summaries.reduce((all, counts) => all + counts[of], 0);
  const firing = own.filter(({ text }) => /^Firing[:,]/.test(text)).length;
  return { summaries: summaries.length, total: own.length + sum("total"), firing: firing + sum("firing") };
}
