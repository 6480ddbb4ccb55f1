import { setTimeout as wait } from "node:timers/promises";
import { percentile } from "../percentile.ts";
import type { Relay } from "./relays.ts";
import type { Message, PeersSlack } from "./slack.ts";

/** What a sender says about an alert. */
export interface News {
  id: string;
  title: string;
  channel: string;
  state: "firing" | "resolved";
  /** Now. */
  at: Date;
  /** When it began to fire. */
  since: Date;
}

/** An alert to send: its times count from the first one. */
export interface PlannedAlert {
  number: number;
  channel: string;
  firesAtMs: number;
  /** Undefined if it goes on firing. */
  resolvesAtMs: number | undefined;
}

/** How a sender repeats what was not accepted. */
export interface Patience {
  timeoutMs: number;
  againAfterMs: number;
}

/** Alerts that begin in turn in these channels, `everyMs` after one another. Each second one resolves. */
export function planAlerts(options: {
  count: number;
  everyMs: number;
  resolveAfterMs: number;
  channels: readonly string[];
}): PlannedAlert[] {
  const { count, everyMs, resolveAfterMs, channels } = options;
  return Array.from({ length: count }, (_, number) => ({
    number,
    channel: channels[number % channels.length] ?? "",
    firesAtMs: number * everyMs,
    // Not each second one: then each channel would have only alerts of one kind.
    resolvesAtMs:
      (number + Math.floor(number / channels.length)) % 2 === 0
        ? number * everyMs + resolveAfterMs
        : undefined,
  }));
}

/** Sends each alert when it is due, and repeats what was not accepted. Returns when the first one was due. */
export async function sendAlerts(
  alerts: readonly PlannedAlert[],
  relay: Relay,
  patience: Patience,
): Promise<number> {
  const startedAtMs = Date.now();
  const until = (dueMs: number) => wait(Math.max(0, startedAtMs + dueMs - Date.now()));

  async function tell(alert: PlannedAlert, state: News["state"], dueMs: number): Promise<void> {
    await until(dueMs);
    const title = titleOf(alert.number);
    const [at, since] = [new Date(startedAtMs + dueMs), new Date(startedAtMs + alert.firesAtMs)];
    const request = relay.requestFor({ id: title, title, channel: alert.channel, state, at, since });
    while (!(await isAccepted(request, patience))) await wait(patience.againAfterMs);
  }
  await Promise.all(
    alerts.map(async (alert) => {
      await tell(alert, "firing", alert.firesAtMs);
      if (alert.resolvesAtMs !== undefined) await tell(alert, "resolved", alert.resolvesAtMs);
    }),
  );
  return startedAtMs;
}

async function isAccepted(
  { url, headers, body }: ReturnType<Relay["requestFor"]>,
  { timeoutMs }: Patience,
): Promise<boolean> {
  let status: number;
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    await response.arrayBuffer();
    ({ status } = response);
  } catch {
    return false;
  }
  if (status >= 400 && status < 500) throw new Error(`${url} answered ${status}.`);
  return status < 400;
}

function titleOf(number: number): string {
  return `alert-${number}`;
}

/** What became of all alerts. */
export interface Outcome {
  /** Alerts that no message ever showed. */
  lost: number;
  /** Messages that say again what another message of the same alert was posted to say. */
  doubled: number;
  /** Alerts that were shown, but not in their true state in the end. */
  wrong: number;
  messages: number;
  /** From the time when news was due to the time when a message showed it. */
  delaysMs: readonly number[];
}

/** Compares what a Slack shows with what was sent. */
export function outcomeOf(
  alerts: readonly PlannedAlert[],
  { messages }: PeersSlack,
  startedAtMs: number,
): Outcome {
  // Threads hold what a relay adds to a message.
  const own = messages.filter(({ threadTs }) => threadTs === undefined);
  const byTitle = Map.groupBy(own, ({ shown }) => /alert-\d+/.exec(shown[0]?.text ?? "")?.[0]);
  const each = alerts.map((alert) => ofAlert(alert, byTitle.get(titleOf(alert.number)) ?? [], startedAtMs));
  const sum = (of: (one: (typeof each)[number]) => number) => each.reduce((total, one) => total + of(one), 0);
  return {
    lost: sum(({ isLost }) => Number(isLost)),
    doubled: sum(({ doubled }) => doubled),
    wrong: sum(({ isWrong }) => Number(isWrong)),
    messages: own.length,
    delaysMs: each.flatMap(({ delaysMs }) => delaysMs),
  };
}

function ofAlert(alert: PlannedAlert, messages: readonly Message[], startedAtMs: number) {
  const states = messages
    .flatMap(({ shown }) => shown)
    .map(({ text, atMs }) => ({ isOver: saysOver(text), atMs }))
    .toSorted((a, b) => a.atMs - b.atMs);
  // A relay that can't change a message posts the end as another one.
  const ends = messages.filter(({ shown }) => saysOver(shown[0]?.text ?? "")).length;
  const endMs = states.find(({ isOver }) => isOver)?.atMs;
  const { firesAtMs, resolvesAtMs } = alert;
  const shownAtMs = [
    [firesAtMs, states[0]?.atMs],
    [resolvesAtMs, endMs],
  ] as const;
  return {
    isLost: states.length === 0,
    doubled: Math.max(0, messages.length - ends - 1) + Math.max(0, ends - 1),
    isWrong: states.length > 0 && states.at(-1)?.isOver !== (resolvesAtMs !== undefined),
    delaysMs: shownAtMs.flatMap(([dueMs, atMs]) =>
      dueMs === undefined || atMs === undefined ? [] : [atMs - startedAtMs - dueMs],
    ),
  };
}

function saysOver(text: string): boolean {
  return /resolved/i.test(text);
}

/** A share of the delays as a table shows it. */
export function delayAt(share: number, { delaysMs }: Outcome): string {
  if (delaysMs.length === 0) return "–";
  return `${(percentile(delaysMs, share) / 1_000).toFixed(2)} s`;
}
