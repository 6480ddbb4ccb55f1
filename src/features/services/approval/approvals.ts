import { z } from "zod";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";

/** A person who approved, and when. */
const ApprovedBy = z.object({ userId: z.string(), at: z.iso.datetime() });
export type ApprovedBy = z.output<typeof ApprovedBy>;

/** How a request for approval ended. */
const ApprovalOutcome = z.object({
  kind: z.enum(["approved", "denied", "expired", "void", "withdrawn"]),
  at: z.iso.datetime(),
  /** The person who ended it; absent if the app did. */
  userId: z.string().optional(),
  /** Why it was denied or is void, in plain text. */
  reason: z.string().optional(),
});
export type ApprovalOutcome = z.output<typeof ApprovalOutcome>;

/** A denial from the form, to be decided later: only then is Slack asked whether its person may deny. */
const Denial = z.object({ userId: z.string(), reason: z.string(), viewId: z.string() });
type Denial = z.output<typeof Denial>;

/** What was done after each state, so it is done once. */
const Notes = z.object({
  /** The state that the message shows. */
  shown: z.string().optional(),
  /** The members of the group who get it in direct messages, with spaces between. Absent until they are read. */
  members: z.string().optional(),
  /** The state that those messages show. */
  shownDirectly: z.string().optional(),
  /** "sent" once the creation is accepted; else why it couldn't be, in plain text. */
  effect: z.string().optional(),
  /** The last state that the requester got a message about. */
  notified: z.string().optional(),
});
type ApprovalNotes = z.output<typeof Notes>;

/** The id and the sealed content. The content never changes, but it is resealed when keys rotate. */
interface SealedApproval {
  id: string;
  sealed: string;
}

/** A request for approval as Redis holds it. */
export interface KeptApproval extends SealedApproval {
  /** Earliest first. */
  approvedBy: ApprovedBy[];
  denials: Denial[];
  outcome: ApprovalOutcome | undefined;
  notes: ApprovalNotes;
}

/** A decision's result: it ended the request, was counted, was a repeat, came too late, or its ground has changed. */
export type Decided = "ended" | "counted" | "twice" | "too late" | "changed";

/** What a person's approval rests on. */
interface Ground extends SealedApproval {
  /** How many different people have to approve. */
  quorum: number;
  /** The requester's form, and its revision; undefined when the form is no longer kept. */
  formId: string;
  draftRevision: number | undefined;
}

// The first decision wins. Each person counts once, and only for the content that is kept at that moment.
const decideScript = script(`
if redis.call('hget', KEYS[1], 'sealed') ~= ARGV[1] then return 'changed' end
if redis.call('hexists', KEYS[1], 'outcome') == 1 then return 'too late' end
if ARGV[4] ~= '' then
  if ARGV[7] ~= '' and redis.call('hget', KEYS[3], 'revision') ~= ARGV[7] then return 'changed' end
  if redis.call('hsetnx', KEYS[1], 'by:' .. ARGV[4], ARGV[5]) == 0 then return 'twice' end
  local count = 0
  for _, field in ipairs(redis.call('hkeys', KEYS[1])) do
    if string.sub(field, 1, 3) == 'by:' then count = count + 1 end
  end
  if count < tonumber(ARGV[6]) then return 'counted' end
end
redis.call('hset', KEYS[1], 'outcome', ARGV[3])
redis.call('zrem', KEYS[2], ARGV[2])
return 'ended'`);

const openScript = script(`
if redis.call('hsetnx', KEYS[1], 'sealed', ARGV[2]) == 0 then return end
redis.call('expire', KEYS[1], ARGV[4])
redis.call('zadd', KEYS[2], ARGV[3], ARGV[1])`);

/** One workspace's requests for approval in Redis, for 30 days: a hash each, and a sorted set of the open ones. */
export function approvals(redis: RedisClient, workspaceId: string) {
  const keyOf = (id: string) => keys.approval(workspaceId, id);
  const openOnes = keys.openApprovals(workspaceId);

  async function find(id: string): Promise<KeptApproval | undefined> {
    const fields = await reachingRedis(() => redis.hgetall(keyOf(id)));
    return readKept(id, fields, keyOf(id));
  }

  async function decide(
    { id, sealed }: SealedApproval,
    outcome: ApprovalOutcome,
    { by, quorum, formId, draftRevision }: Partial<Ground> & { by?: ApprovedBy } = {},
  ): Promise<Decided> {
    const at = [keyOf(id), openOnes, keys.draft(workspaceId, formId ?? "")];
    const approval = by ? [by.userId, JSON.stringify(by), quorum ?? 1, draftRevision ?? ""] : [""];
    const args = [sealed, id, JSON.stringify(outcome), ...approval];
    const decided = await reachingRedis(() => decideScript(redis, at, args));
    return (["ended", "counted", "twice", "too late"] as const).find((each) => each === decided) ?? "changed";
  }

  return {
    find,
    /** Saves a new request; does nothing if its id exists. */
    async open({ id, sealed }: SealedApproval, expiresAt: Date): Promise<void> {
      const args = [id, sealed, expiresAt.getTime(), ttlInSeconds.request];
      await reachingRedis(() => openScript(redis, [keyOf(id), openOnes], args));
    },
    /** Counts each person's approval once. The one that reaches the quorum ends the request. */
    approve: (ground: Ground, by: ApprovedBy) =>
      decide(ground, { kind: "approved", ...by }, { ...ground, by }),
    /** Ends an open request with another outcome than approval. */
    end: (kept: SealedApproval, outcome: ApprovalOutcome) => decide(kept, outcome),
    /** Saves a denial to be decided. */
    async propose(id: string, denial: Denial): Promise<void> {
      await reachingRedis(() => redis.hset(keyOf(id), `denial:${denial.userId}`, JSON.stringify(denial)));
    },
    /** Drops a denial that was decided. */
    async dropDenial(id: string, userId: string): Promise<void> {
      await reachingRedis(() => redis.hdel(keyOf(id), `denial:${userId}`));
    },
    /** Saves what was done. */
    async note(id: string, note: ApprovalNotes): Promise<void> {
      await reachingRedis(() => redis.hset(keyOf(id), note));
    },
    /** The open requests, the earliest expiry first. */
    async pending(): Promise<KeptApproval[]> {
      const ids = await reachingRedis(() => redis.zrange(openOnes, "0", "-1"));
      const kept = await Promise.all(ids.map(find));
      return kept.filter((one) => one !== undefined);
    },
  };
}

function readKept(id: string, fields: Record<string, string>, key: string): KeptApproval | undefined {
  const { sealed, outcome } = fields;
  if (sealed === undefined) return undefined;
  const under = (prefix: string) =>
    Object.entries(fields).flatMap(([field, value]) => (field.startsWith(prefix) ? [value] : []));
  return {
    id,
    sealed,
    approvedBy: under("by:")
      .map((value) => readRecord(ApprovedBy, value, key))
      .toSorted((a, b) => a.at.localeCompare(b.at)),
    denials: under("denial:").map((value) => readRecord(Denial, value, key)),
    outcome: outcome === undefined ? undefined : readRecord(ApprovalOutcome, outcome, key),
    notes: Notes.parse(fields),
  };
}
