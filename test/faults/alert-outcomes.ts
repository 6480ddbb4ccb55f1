import { setTimeout as sleep } from "node:timers/promises";
import type { AlertEnvironment } from "./alert-environment.ts";
import { type ChannelMessage, messagesIn } from "./alert-channel.ts";
import type { PlannedGroup, PlannedIncident } from "./alert-plan.ts";
import { differenceOf } from "../../src/features/alerts/ingest/account.ts";

const maxWaitMs = 120_000;

/** Waits until all inboxes and outboxes are empty. Returns the number of accepted events. */
export async function allShown(
  { kept }: Pick<AlertEnvironment, "kept">,
  channelIds: readonly string[],
): Promise<number> {
  for (const deadlineMs = Date.now() + maxWaitMs; ; await sleep(100)) {
    const account = await kept.alertAccount();
    const due = await Promise.all(channelIds.map((id) => kept.outboxes.outbox(id).view(0)));
    const isOver = account?.waiting === 0 && due.every(({ dueMs }) => dueMs === undefined);
    if (isOver && (await kept.inbox.full()).length === 0) return accepted(account);
    if (Date.now() > deadlineMs) throw new Error(`Something waits: ${JSON.stringify({ account, due })}`);
  }
}

function accepted(account: Parameters<typeof differenceOf>[0]): number {
  if (differenceOf(account) !== 0) throw new Error(`The account does not add up: ${JSON.stringify(account)}`);
  return account.accepted;
}

/** The differences between Slack and the plan, each as a sentence. */
export async function contradictions(
  { slack }: Pick<AlertEnvironment, "slack">,
  channelId: string,
  groups: readonly PlannedGroup[],
): Promise<string[]> {
  const messages = await messagesIn(slack, channelId);
  const byGroup = Map.groupBy(messages, groupOf);
  return [
    ...doubles(messages.map(({ mark }) => mark)).map((mark) => `${mark} is there twice`),
    ...groups.flatMap(({ group, incidents }) => ofGroup(group, incidents, byGroup.get(group) ?? [])),
  ];
}

/**
 * How many events of a plan are missing in a channel, and how much is there twice. A group with all its events and a
 * wrong final state counts as one that is missing.
 */
export async function countShown(
  { slack }: AlertEnvironment,
  channelId: string,
  groups: readonly PlannedGroup[],
): Promise<{ lost: number; twice: number }> {
  const messages = await messagesIn(slack, channelId);
  const byGroup = Map.groupBy(messages, groupOf);
  const counts = groups.map(({ group, incidents }) => {
    const shown = byGroup.get(group) ?? [];
    const once = [...new Map(shown.map((message) => [message.mark, message])).values()];
    const more = sum(once.map(timesOf)) - sum(incidents.map(({ times }) => times));
    const last = once.toSorted((a, b) => sinceOf(a) - sinceOf(b)).at(-1);
    const isWrong = more === 0 && !last?.text.startsWith(`${incidents.at(-1)?.state}: `);
    const repeated = sum(shown.map(({ thread }) => doubles(thread).length)) + shown.length - once.length;
    return { lost: Math.max(0, -more) + (isWrong ? 1 : 0), twice: Math.max(0, more) + repeated };
  });
  return { lost: sum(counts.map(({ lost }) => lost)), twice: sum(counts.map(({ twice }) => twice)) };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0);
}

function groupOf({ text }: ChannelMessage): string | undefined {
  return /\(([^()]+)\)$/.exec(text)?.[1];
}

function timesOf({ whole }: ChannelMessage): number {
  const [, seen] = /Seen (?:(\d+) times|once),/.exec(whole) ?? [];
  return Number(seen ?? 1);
}

function ofGroup(group: string, planned: readonly PlannedIncident[], shown: readonly ChannelMessage[]) {
  if (planned.length !== shown.length)
    return [`${group} has ${shown.length} messages for ${planned.length} incidents`];
  // An interrupted post is searched for when it has surely arrived. Later incidents are posted in the meantime.
  const inOrder = shown.toSorted((a, b) => sinceOf(a) - sinceOf(b));
  return planned.flatMap((incident, index) => {
    const message = inOrder[index];
    return message ? differences(incident, message).map((one) => `${group}: ${one}`) : [];
  });
}

function differences({ state, times, changes }: PlannedIncident, message: ChannelMessage) {
  const { text, thread } = message;
  const seen = timesOf(message);
  const told = thread.flatMap((line) => /: (fired again|resolved)/.exec(line)?.slice(1) ?? []);
  return [
    ...(text.startsWith(`${state}: `) ? [] : [`“${text}” is not ${state}`]),
    ...(seen === times ? [] : [`was seen ${seen} times, not ${times}`]),
    ...(told.join() === changes.join() ? [] : [`its thread says ${told.join()}, not ${changes.join()}`]),
    ...doubles(thread).map((line) => `its thread says “${line}” twice`),
  ];
}

function sinceOf({ whole }: ChannelMessage): number {
  return Number(/(?:since|resolved) <!date\^(\d+)/.exec(whole)?.[1]);
}

/** The items that occur more than once. */
function doubles(all: readonly string[]): string[] {
  return [...Map.groupBy(all, (one) => one)].flatMap(([one, { length }]) => (length > 1 ? [one] : []));
}
