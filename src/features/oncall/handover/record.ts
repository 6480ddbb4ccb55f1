import { z } from "zod";
import { dayMs } from "../../../lib/duration.ts";
import { hashText } from "../../../lib/hash.ts";
import { hostName, kept, userId } from "../../../lib/kinds.ts";
import { activator } from "../../../platform/jobs/due.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { script } from "../../../platform/redis/script.ts";
import type { Hook, Incident, IncidentAction } from "../../alerts/index.ts";

/** Who may take over from Slack: PagerDuty by its Events API v2, or a webhook that signs like ours. */
export const handoverKinds = ["pagerduty", "webhook"] as const;
export type HandoverKind = (typeof handoverKinds)[number];

/** Where a hook's alerts go when they escalate. It holds references only. */
export const Handover = z.object({
  kind: z.enum(handoverKinds),
  /** Where the routing key, or the secret that both sides sign with, is kept. */
  keyRef: z.string(),
  /** Where the address of a webhook is kept. It may hold a token. */
  addressRef: z.string().optional(),
  /** Where the secret is kept that PagerDuty signs its own webhooks with. Without it, nothing comes back. */
  answersRef: z.string().optional(),
  /** For people: the host that it leads to. */
  host: kept(hostName),
  userId: kept(userId),
  at: z.iso.datetime(),
});
export type Handover = z.output<typeof Handover>;

/** The references of a hand-over, to delete what they lead to. */
export function referencesOf({ keyRef, addressRef, answersRef }: Handover): string[] {
  return [keyRef, addressRef, answersRef].filter((reference) => reference !== undefined);
}

/** How a person calls it. */
export const handoverNames: Readonly<Record<HandoverKind, string>> = {
  pagerduty: "PagerDuty",
  webhook: "the webhook",
};

/** What the other side should know of an incident, in order. It never goes back. */
const stages = ["triggered", "acknowledged", "resolved"] as const;
export type Stage = (typeof stages)[number];

/** What the other side knows. While it is being told, it may or may not know. */
type Told = Stage | "triggering";

/** What the other side should know of an incident; undefined before it has escalated. */
export function stageOf({ state, mentionedAtMs, latest }: Incident): Stage | undefined {
  if (mentionedAtMs === undefined || latest.isTest) return undefined;
  if (state === "resolved") return "resolved";
  // Someone has a snoozed alert too.
  return state === "firing" ? "triggered" : "acknowledged";
}

/**
 * What to tell the other side next. Nothing about an alert that someone took, or that ended, before the first message: it
 * needs no page. Nothing that it knows.
 */
export function nextOf(wanted: Stage | undefined, told: Told | undefined): Stage | undefined {
  if (wanted === undefined) return undefined;
  if (told === undefined) return wanted === "triggered" ? wanted : undefined;
  if (told === "triggering") return wanted;
  return stages.indexOf(wanted) > stages.indexOf(told) ? wanted : undefined;
}

/** True if the other side should hear of a change of an incident. */
export function isHandoverDue(hook: Hook, before: Incident | undefined, after: Incident): boolean {
  if (!hook.handover) return false;
  const stage = stageOf(after);
  return stage !== undefined && stage !== (before && stageOf(before));
}

const Progress = z.object({
  told: z.enum([...stages, "triggering"]).optional(),
  /** The failures in a row, and when the first of them was. */
  failures: z.coerce.number().default(0),
  failingSinceMs: z.coerce.number().optional(),
  /** True once the thread says that the other side has it. */
  isNoted: z.coerce.boolean().default(false),
  /** When the other side last said something, by its own clock. */
  heardAtMs: z.coerce.number().default(0),
});

/** How far the hand-over of an incident is. */
type HandoverProgress = z.output<typeof Progress>;

const clearScript = script(`
local score = redis.call("ZSCORE", KEYS[1], ARGV[1])
if not score then return 1 end
if tonumber(score) > tonumber(ARGV[2]) then return 0 end
redis.call("ZREM", KEYS[1], ARGV[1])
return 1
`);

/** An event of the other side. */
interface HeardEvent {
  eventId: string;
  atMs: number;
  nowMs: number;
  action: Extract<IncidentAction, { verb: "hear" }>;
}

/** What the other side knows after an event, and what it knew before one that undoes something. */
const toldBy: Record<HeardEvent["action"]["what"], { told: Told; after?: Told }> = {
  acknowledged: { told: "acknowledged" },
  resolved: { told: "resolved" },
  released: { told: "triggered", after: "acknowledged" },
  reopened: { told: "triggered", after: "resolved" },
};

// KEYS: the event, progress, inbox, full inboxes. ARGV: seconds to keep the event and the progress, the event's time, the
// last time that the other side can have said something at, what it knows now, what it must have known or "", hook id,
// entry. A time that was kept from a clock far ahead counts for nothing.
const hearScript = script(`
local said = redis.call("HMGET", KEYS[2], "heardAtMs", "told")
local at, last = tonumber(ARGV[3]), tonumber(said[1] or "0")
if last <= tonumber(ARGV[4]) and at < last then return 0 end
if ARGV[6] ~= "" and said[2] ~= ARGV[6] then return 0 end
if not redis.call("SET", KEYS[1], "1", "NX", "EX", ARGV[1]) then return 0 end
redis.call("HSET", KEYS[2], "heardAtMs", ARGV[3], "told", ARGV[5])
redis.call("HDEL", KEYS[2], "failures", "failingSinceMs")
redis.call("EXPIRE", KEYS[2], ARGV[2])
redis.call("RPUSH", KEYS[3], ARGV[8])
redis.call("SADD", KEYS[4], ARGV[7])
return 1
`);

/** The hand-overs of one workspace's incidents in Redis: those with something to tell, and how far each is. */
export function handovers(redis: RedisClient, workspaceId: string) {
  const activate = activator(redis, workspaceId);
  const key = (incidentId: string) => keys.handover(workspaceId, incidentId);
  const dueKey = keys.dueHandovers(workspaceId);

  const write = (incidentId: string, fields: Record<string, string | number>) =>
    reachingRedis(async () => {
      await redis.multi().hset(key(incidentId), fields).expire(key(incidentId), ttlInSeconds.handover).exec();
    });

  return {
    /** The ids of incidents with something to tell. */
    due: () => reachingRedis(() => redis.zrange(dueKey, "0", "-1")),
    async progress(incidentId: string): Promise<HandoverProgress> {
      return Progress.parse(await reachingRedis(() => redis.hgetall(key(incidentId))));
    },
    /** Before the first message leaves. After a crash, it may or may not have left. */
    begin: (incidentId: string) => write(incidentId, { told: "triggering" satisfies Told }),
    /** After the other side took it. Failures before are forgotten. */
    async reached(incidentId: string, told: Told): Promise<void> {
      await write(incidentId, { told });
      await reachingRedis(() => redis.hdel(key(incidentId), "failures", "failingSinceMs"));
    },
    noted: (incidentId: string) => write(incidentId, { isNoted: "1" }),
    /**
     * Takes an event of the other side at a time by its clock: in one write, it is known, so nothing of it goes back, and
     * its action waits in the inbox. False for one that was taken before, that is older than the last one, or that undoes
     * what the other side never had.
     */
    async hear({ id, hookId }: Pick<Incident, "id" | "hookId">, heard: HeardEvent): Promise<boolean> {
      const { eventId, atMs, nowMs, action } = heard;
      const own = [
        keys.handoverAnswer(workspaceId, hookId, hashText(eventId, 32)),
        key(id),
        keys.inbox(workspaceId, hookId),
        keys.fullInboxes(workspaceId),
      ];
      const { told, after = "" } = toldBy[action.what];
      const seconds = [ttlInSeconds.handoverAnswer, ttlInSeconds.handover];
      const args = [...seconds, atMs, nowMs + dayMs, told, after, hookId, JSON.stringify(action)];
      await activate();
      return (await reachingRedis(() => hearScript(redis, own, args))) === 1;
    },
    /** Counts a failure. Returns the failures in a row, with the time of the first. */
    async failed(incidentId: string, atMs: number): Promise<{ failures: number; failingSinceMs: number }> {
      const { failures, failingSinceMs = atMs } = Progress.parse(
        await reachingRedis(() => redis.hgetall(key(incidentId))),
      );
      await write(incidentId, { failures: failures + 1, failingSinceMs });
      return { failures: failures + 1, failingSinceMs };
    },
    /** Nothing is to tell about an incident in this revision. False if it has changed since. */
    async clear(incidentId: string, revision: number): Promise<boolean> {
      return (await reachingRedis(() => clearScript(redis, [dueKey], [incidentId, revision]))) === 1;
    },
  };
}

/** The commands that mark an incident as one with something to tell, for the write that changes it. */
export function handoverMark(workspaceId: string, { id, revision }: { id: string; revision: number }) {
  return ["ZADD", keys.dueHandovers(workspaceId), "GT", revision, id] as const;
}
