import type { Redis } from "ioredis";
import { keys } from "../../../platform/redis/keys.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";
import type { Logger } from "pino";
import type { AlertStore } from "../context.ts";

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

// An inbox also holds actions, which are no events. With more entries than this, it costs too much to count them.
const mostEntries = 500;

// KEYS: counts, full inboxes, outboxes. ARGV: prefixes of inboxes, floods and events of outboxes; most entries of an
// inbox. Returns the number of waiting events ("" if an inbox is too full) and the counts.
const accountScript = script(`
local waiting = 0
for _, hook in ipairs(redis.call("SMEMBERS", KEYS[2])) do
  local length = redis.call("LLEN", ARGV[1] .. hook)
  if length > tonumber(ARGV[4]) then return { "" } end
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

/** The account of a workspace at one moment; undefined while an inbox is too full to count. */
export async function alertAccount(redis: Redis, workspaceId: string): Promise<AlertAccount | undefined> {
  const own = [keys.alertCounts(workspaceId), keys.fullInboxes(workspaceId), keys.outboxes(workspaceId)];
  const prefixes = [
    keys.inbox(workspaceId, ""),
    keys.flood(workspaceId, ""),
    keys.outboxEvents(workspaceId, ""),
  ];
  const answer = await reachingRedis(() => accountScript(redis, own, [...prefixes, mostEntries]));
  const [waiting, counts] = Array.isArray(answer) ? answer : [];
  return waiting === "" || !Array.isArray(counts)
    ? undefined
    : accountOf(Number(waiting), counts.map(String));
}

/** `counts` has names and numbers in turn. */
function accountOf(waiting: number, counts: readonly string[]): AlertAccount {
  const all = new Map(
    counts.flatMap((name, index) => (index % 2 === 0 ? [[name, Number(counts[index + 1])] as const] : [])),
  );
  const of = (name: string) => all.get(name) ?? 0;
  const prefix = "suppressed:";
  const suppressed = [...all].filter(([name]) => name.startsWith(prefix));
  return {
    accepted: of("accepted"),
    posted: of("posted"),
    merged: of("merged"),
    suppressed: Object.fromEntries(suppressed.map(([name, count]) => [name.slice(prefix.length), count])),
    dead: of("dead"),
    waiting,
  };
}

/** The metrics of the accounting. */
interface Meters {
  /** The waiting events of all workspaces. */
  eventsWaiting(count: number): void;
  /** The unaccounted events of all workspaces. */
  accountingDifference(count: number): void;
  /** The bytes of whole bodies of all workspaces. */
  alertBodyBytes(count: number): void;
}

interface Accounting {
  store: Pick<AlertStore, "alertingWorkspaces" | "workspace">;
  metrics: Meters;
  log: Pick<Logger, "warn">;
}

/** The number of accepted events that are in no other count; below 0 if events were counted twice. */
export function differenceOf(account: AlertAccount): number {
  const { accepted, posted, merged, suppressed, dead, waiting } = account;
  const suppressedCount = Object.values(suppressed).reduce((sum, count) => sum + count, 0);
  return accepted - posted - merged - suppressedCount - dead - waiting;
}

/**
 * Makes a round that checks the account of every workspace. A difference shows in a metric at once, and once in the log
 * if two rounds in a row find the same.
 */
export function accountant({ store, metrics, log }: Accounting): () => Promise<void> {
  const before = new Map<string, Seen>();

  return async () => {
    let [waiting, difference, bodyBytes] = [0, 0, 0];
    for (const workspaceId of await store.alertingWorkspaces()) {
      const workspace = store.workspace(workspaceId);
      bodyBytes += (await workspace.alertBodies.usage()).bytes;
      const account = await workspace.alertAccount();
      if (!account) continue;
      waiting += account.waiting;
      difference += differenceOf(account);
      const seen = compareTo(before.get(workspaceId), account);
      if (seen.isToReport)
        log.warn(
          { workspaceId, ...account, difference: differenceOf(account) },
          "alert events are unaccounted for",
        );
      before.set(workspaceId, seen);
    }
    metrics.eventsWaiting(waiting);
    metrics.accountingDifference(difference);
    metrics.alertBodyBytes(bodyBytes);
  };
}

interface Seen {
  account: string;
  isToReport: boolean;
  isReported: boolean;
}

/**
 * Events under way change the account from round to round, so only an unchanged account with a difference is reported.
 */
function compareTo(before: Seen | undefined, present: AlertAccount): Seen {
  const account = JSON.stringify(present);
  const isSame = before?.account === account;
  const isReported = isSame && (before.isReported || before.isToReport);
  return { account, isToReport: isSame && !isReported && differenceOf(present) !== 0, isReported };
}
