import type { Logger } from "pino";

/**
 * Why Redis does not work. "unsaved": its disk takes nothing. "refused": it wants another user or password. "untrusted":
 * TLS fails. "down": a part of a cluster has no master. "hung": it is connected and does not answer. "forbidden": its
 * user may not run a command.
 */
export type RedisTrouble =
  | "away"
  | "read-only"
  | "full"
  | "unsaved"
  | "refused"
  | "untrusted"
  | "down"
  | "hung"
  | "forbidden";

/** The beginnings of Redis' refusals, and of the client library's and our own words for no answer. */
const beginnings: readonly (readonly [string, RedisTrouble])[] = [
  ["READONLY ", "read-only"],
  // A replica without its primary.
  ["MASTERDOWN ", "read-only"],
  ["WRONGPASS ", "refused"],
  ["NOAUTH ", "refused"],
  ["CLUSTERDOWN ", "down"],
  ["NOPERM ", "forbidden"],
  // Of a command in a script. It doesn't say its name.
  ["ERR The user executing the script can't run", "forbidden"],
  ["ERR ACL failure in script", "forbidden"],
  ["TLS ", "untrusted"],
  ["OOM ", "full"],
  ["MISCONF ", "unsaved"],
  ["Socket timeout.", "hung"],
  ["Command timed out", "hung"],
  ["No answer within ", "hung"],
];

/** Finds Redis' trouble in a failure or its causes. "away" for anything else. */
export function redisTrouble(error: unknown): RedisTrouble {
  const found = new Set(answersIn(error).map(troubleIn));
  return beginnings.find(([, trouble]) => found.has(trouble))?.[1] ?? "away";
}

function troubleIn(answer: string): RedisTrouble | undefined {
  return beginnings.find(([beginning]) => answer.startsWith(beginning))?.[1];
}

/** The command that Redis' user may not run, as in "evalsha" or "config|get". */
export function forbiddenCommand(error: unknown): string | undefined {
  const refusal = answersIn(error).find((answer) => troubleIn(answer) === "forbidden");
  return /'([\w|-]{1,40})' command/.exec(refusal ?? "")?.[1];
}

// OpenSSL's codes of certificates, and Node's of TLS.
const tlsCode = /^(?:CERT_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|ERR_SSL_|ERR_TLS_)/;

/**
 * The messages of a failure and its causes, TLS' first. A refused transaction has those of
 * its commands, and a cluster's failure that of the last node.
 */
function answersIn(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const before = "previousErrors" in error && Array.isArray(error.previousErrors) ? error.previousErrors : [];
  const ofNode = "lastNodeError" in error ? error.lastNodeError : undefined;
  const isTls = "code" in error && typeof error.code === "string" && tlsCode.test(error.code);
  const own = isTls ? ["TLS ", error.message] : [error.message];
  return [...own, ...[error.cause, ofNode, ...before].flatMap(answersIn)];
}

const sentences: Record<RedisTrouble, string> = {
  away: "can't reach Redis; trying again every second",
  "read-only": "Redis is read-only; connecting again to find the primary",
  full: "Redis is full and refuses writes, so nothing can be accepted or created: give it more memory (maxmemory)",
  unsaved:
    "Redis can't write to its disk and refuses writes, so nothing can be accepted or created: free some disk space",
  refused:
    "Redis refuses the user or password: correct them where they are stored; they are read again every second",
  untrusted:
    "TLS with Redis fails: REDIS_CA must be the authority of its certificate, and REDIS_CERT and REDIS_KEY what it wants of us",
  down: "a part of the Redis Cluster has no master; trying again every second",
  hung: "Redis doesn't answer; connecting again within seconds",
  forbidden:
    "Redis' user may not do what is needed (NOPERM): let it run all commands on all keys and channels, as in ACL SETUSER … +@all ~* &*",
};

/** BullMQ's words for a job that had no time to renew its lock. Redis has answered, and the job may be over. */
const lateLock = /^could not renew lock for job /;

const everyMs = 30_000;

/** Logs each trouble at most every 30 s. While it lasts there is one a second. */
export function redisErrorLog(log: Logger, now: () => Date): (error: Error) => void {
  const loggedAtMs = new Map<RedisTrouble | "late lock", number>();
  return (error) => {
    const trouble = lateLock.test(error.message) ? "late lock" : redisTrouble(error);
    const nowMs = now().getTime();
    if (nowMs - (loggedAtMs.get(trouble) ?? -Infinity) < everyMs) return;
    loggedAtMs.set(trouble, nowMs);
    if (trouble === "late lock") {
      // Steps know what was done, so nothing is lost and nothing is done twice.
      log.warn({ err: error }, "a job's lock ran out before it was renewed, so its step may run again");
      return;
    }
    const command = forbiddenCommand(error);
    log.error({ err: error, ...(command && { command }) }, sentences[trouble]);
  };
}
