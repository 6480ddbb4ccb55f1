import type { Redis } from "ioredis";
import { keys } from "../../../platform/redis/keys.ts";
import { reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";
import type { Logger } from "pino";
import type { AlertStore } from "../context.ts";

/** What became of a workspace's events by a moment, each counted in exactly one of these but `accepted`. */
export interface AlertAccount {
  accepted: number;
  posted: number;
  merged: number;
  /** By reason, as in "muted". */
  suppressed: Readonly<Record<string, number>>;
  dead: number;
  /** Those in inboxes, and those that an outbox has to show. */
  waiting: number;
}

// People's acts wait in an inbox as well and are no events; of a fuller one than this it is not worth telling them apart.
const mostEntries = 500;

// KEYS: counts, full inboxes, outboxes. ARGV: prefixes of inboxes, floods and events of outboxes, most entries of an inbox.
// Answers what waits, "" where too much does, and the counts.
const accountScript = script(`
local waiting = 0
for _, hook in ipairs(redis.call("SMEMBERS", KEYS[2])) do
  local length = redis.call("LLEN", ARGV[1] .. hook)
  if length > tonumber(ARGV[4]) then return { "" } end
  for _, entry in ipairs(redis.call("LRANGE", ARGV[1] .. hook, 0, -1)) do
    if not string.find(entry, '{"kind":"act"', 1, true) then waiting = waiting + 1 end
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

/** The account of a workspace at one moment; undefined where an inbox is too full to tell, until much of it is worked in. */
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

/** The counts come as names and numbers by turns. */
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

/** Where the numbers are shown. */
interface Meters {
  /** Events that were accepted and have no end yet, in all workspaces. */
  eventsWaiting(count: number): void;
  /** Accepted events less those with an end and those that wait, in all workspaces. */
  accountingDifference(count: number): void;
  /** How many bytes of whole bodies are kept, in all workspaces. */
  alertBodyBytes(count: number): void;
}

interface Accounting {
  store: Pick<AlertStore, "alertingWorkspaces" | "workspace">;
  metrics: Meters;
  log: Pick<Logger, "warn">;
}

/** Accepted events that nothing is known of any more, or, below 0, those that were counted twice. */
export function differenceOf(account: AlertAccount): number {
  const { accepted, posted, merged, suppressed, dead, waiting } = account;
  const notTold = Object.values(suppressed).reduce((sum, count) => sum + count, 0);
  return accepted - posted - merged - notTold - dead - waiting;
}

/**
 * Makes a round that holds every workspace to its account: what was accepted was posted, merged, suppressed or given up,
 * or waits. A difference is a metric at once, and one line of the log where it is the same twice in a row.
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
      const seen = compared(before.get(workspaceId), account);
      if (seen.isToTell)
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
  isToTell: boolean;
  isTold: boolean;
}

/** What is on its way at one moment may be somewhere else at the next; what does not move any more is lost. */
function compared(before: Seen | undefined, present: AlertAccount): Seen {
  const account = JSON.stringify(present);
  const isSame = before?.account === account;
  const isTold = isSame && (before.isTold || before.isToTell);
  return { account, isToTell: isSame && !isTold && differenceOf(present) !== 0, isTold };
}
