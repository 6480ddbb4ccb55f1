import { z } from "zod";
import { inTurn } from "../../../platform/jobs/due.ts";
import { keys } from "../../../platform/redis/keys.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";
import type { Logger } from "pino";
import type { Metrics } from "../../../lib/metrics.ts";

/** The counts of a workspace's events at one moment. Each accepted event is in exactly one of the other counts. */
export interface AlertAccount {
  accepted: number;
  posted: number;
  merged: number;
  /** By reason, such as "muted". */
  suppressed: Readonly<Record<string, number>>;
  dead: number;
  /** The events in inboxes and in outboxes. */
  waiting: number;
}

// An inbox also holds actions, which are not events. With more entries than this, it costs too much to count them.
const mostEntries = 500;

// KEYS: counts, full inboxes, outboxes. ARGV: prefixes of inboxes, floods and events of outboxes; most entries of an
// inbox. Returns the number of waiting events and the counts; nothing if an inbox is too full.
const accountScript = script(`
local waiting = 0
for _, hook in ipairs(redis.call("SMEMBERS", KEYS[2])) do
  local length = redis.call("LLEN", ARGV[1] .. hook)
  if length > tonumber(ARGV[4]) then return {} end
  for _, entry in ipairs(redis.call("LRANGE", ARGV[1] .. hook, 0, -1)) do
    if not string.find(entry, '{"kind":"action"', 1, true) then waiting = waiting + 1 end
  end
  for _, latest in ipairs(redis.call("HVALS", ARGV[2] .. hook)) do
    waiting = waiting + tonumber(string.match(latest, "^%d+") or 0)
  end
end
for _, channel in ipairs(redis.call("SMEMBERS", KEYS[3])) do
  for _, events in ipairs(redis.call("HVALS", ARGV[3] .. channel)) do
    waiting = waiting + tonumber(events)
  end
end
return { waiting, redis.call("HGETALL", KEYS[1]) }
`);

const Answer = z.tuple([z.number().optional(), z.array(z.string()).default([])]);
const suppressedPrefix = "suppressed:";

/** The account of a workspace at one moment; undefined while an inbox is too full to count. */
export async function alertAccount(
  redis: RedisClient,
  workspaceId: string,
): Promise<AlertAccount | undefined> {
  const own = [keys.alertCounts(workspaceId), keys.fullInboxes(workspaceId), keys.outboxes(workspaceId)];
  const prefixes = [keys.inbox, keys.flood, keys.outboxEvents].map((key) => key(workspaceId, ""));
  const answer = await reachingRedis(() => accountScript(redis, own, [...prefixes, mostEntries]));
  const [waiting, pairs] = Answer.parse(answer);
  if (waiting === undefined) return undefined;
  const counts = Object.fromEntries(
    pairs.flatMap((name, index) => (index % 2 === 0 ? [[name, Number(pairs[index + 1])]] : [])),
  );
  const { accepted = 0, posted = 0, merged = 0, dead = 0, ...others } = counts;
  const suppressed = Object.entries(others).flatMap(([name, count]) =>
    name.startsWith(suppressedPrefix) ? [[name.slice(suppressedPrefix.length), count] as const] : [],
  );
  return { accepted, posted, merged, suppressed: Object.fromEntries(suppressed), dead, waiting };
}

/** The number of accepted events that are in no other count; below 0 if events were counted twice. */
export function differenceOf(account: AlertAccount): number {
  const { accepted, posted, merged, suppressed, dead, waiting } = account;
  const suppressedCount = Object.values(suppressed).reduce((sum, count) => sum + count, 0);
  return accepted - posted - merged - suppressedCount - dead - waiting;
}

interface Accounting {
  store: {
    alertingWorkspaces(): Promise<string[]>;
    due: { active(): Promise<string[]> };
    workspace(workspaceId: string): {
      alertBodies: { usage(): Promise<{ bytes: number }> };
      alertAccount(): Promise<AlertAccount | undefined>;
    };
  };
  metrics: Pick<Metrics, "eventsWaiting" | "accountingDifference" | "alertBodyBytes">;
  log: Pick<Logger, "warn">;
}

/** What a round found in a workspace, and how many rounds in a row found the same. */
interface Seen {
  json: string;
  rounds: number;
  waiting: number;
  difference: number;
  bodyBytes: number;
}

/** How many workspaces a round checks in turn, beside those with something to do. */
const othersAtOnce = 100;

/**
 * Makes a round that checks the accounts of the workspaces with something to do, and of some others in turn. A
 * difference shows in a metric at once, and once in the log if two rounds in a row find the same account. Events under
 * way change it from round to round.
 */
export function accountant({ store, metrics, log }: Accounting): () => Promise<void> {
  const seen = new Map<string, Seen>();
  let turn = 0;

  async function check(workspaceId: string): Promise<void> {
    const workspace = store.workspace(workspaceId);
    const { bytes: bodyBytes } = await workspace.alertBodies.usage();
    const account = await workspace.alertAccount();
    const before = seen.get(workspaceId);
    if (!account) return void seen.delete(workspaceId);
    const difference = differenceOf(account);
    const json = JSON.stringify(account);
    const rounds = before?.json === json ? before.rounds + 1 : 1;
    seen.set(workspaceId, { json, rounds, waiting: account.waiting, difference, bodyBytes });
    if (rounds === 2 && difference !== 0)
      log.warn({ workspaceId, ...account, difference }, "some alert events are missing or counted twice");
  }

  return async () => {
    const [all, active] = await Promise.all([store.alertingWorkspaces(), store.due.active()]);
    const known = new Set(all);
    for (const workspaceId of seen.keys()) if (!known.has(workspaceId)) seen.delete(workspaceId);
    const some = new Set([...active.filter((id) => known.has(id)), ...inTurn(all, turn, othersAtOnce)]);
    turn += 1;
    for (const workspaceId of some) await check(workspaceId);
    let [waiting, difference, bodyBytes] = [0, 0, 0];
    for (const one of seen.values()) {
      waiting += one.waiting;
      difference += one.difference;
      bodyBytes += one.bodyBytes;
    }
    metrics.eventsWaiting(waiting);
    metrics.accountingDifference(difference);
    metrics.alertBodyBytes(bodyBytes);
  };
}
