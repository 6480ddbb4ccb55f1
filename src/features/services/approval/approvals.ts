import { FutureOwner } from "../../owners/index.ts";
import { z } from "zod";
import { isAppError } from "../../../lib/errors.ts";
import { hashJson } from "../../../lib/hash.ts";
import { JsonText } from "../../../lib/json.ts";
import { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import { WaitingAct } from "../../../platform/access/approved-act.ts";
import { SubmittedIn } from "../../../platform/forms/submit.ts";
import { type RedisClient, reachingRedis } from "../../../platform/redis/connect.ts";
import { script } from "../../../platform/redis/script.ts";
import { keys, ttlInSeconds } from "../../../platform/redis/keys.ts";
import { readRecord } from "../../../platform/redis/record.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import type { ServicesContext } from "../context.ts";
import { requestedName } from "../form/request.ts";
import { ApprovalPolicy } from "./policy/policy.ts";

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

/** What a person asked approval for, as it was then. */
const ApprovalContent = z.object({
  id: z.string(),
  requesterId: z.string(),
  requesterName: z.string(),
  channelId: z.string().optional(),
  /** The requester's form; absent when a workflow asked. */
  form: SubmittedIn.optional(),
  /** The workflow's step that waits for the outcome. */
  workflow: z.object({ executionId: z.string() }).optional(),
  connection: z.string(),
  /** False if the workspace has only one connection. */
  showsConnection: z.boolean(),
  /** Whom the service will belong to. Absent for its requester. */
  owner: FutureOwner.optional(),
  request: ServiceRequest,
  /** When the service ends, as its requester chose. */
  expires: z.string().optional(),
  /** The preset that it began with. */
  preset: z.string().optional(),
  /** What is asked for instead of a creation. The request is then empty. */
  act: WaitingAct.optional(),
  /** The policy at that time. */
  policy: ApprovalPolicy,
  /** Why approval is needed, what it costs, and what to know before, in mrkdwn. */
  because: z.string(),
  estimate: z.string().optional(),
  toKnow: z.array(z.string()),
  askedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type ApprovalContent = z.output<typeof ApprovalContent>;

const Sealed = JsonText.pipe(z.object({ content: ApprovalContent, hash: z.string() }));

/** A request for approval that was opened and is unchanged. */
export type OpenedApproval = KeptApproval & { content: ApprovalContent };

/** The purpose that a request for approval is sealed for. */
export function approvalPurpose(id: string): string {
  return `request for approval ${id}`;
}

/** Seals the content with its hash. The content may hold a service's encryption key. */
export function sealContent(content: ApprovalContent, { sealer }: Pick<ServicesContext, "sealer">): string {
  return sealer.seal(JSON.stringify({ content, hash: hashOf(content) }), approvalPurpose(content.id));
}

/** Opens a request; undefined if it cannot be read, or its content is not the one that this id asked for. */
export function openApproval(
  kept: KeptApproval,
  { sealer }: Pick<ServicesContext, "sealer">,
): OpenedApproval | undefined {
  const read = Sealed.safeParse(openOrNothing(kept, sealer)).data;
  if (!read || read.content.id !== kept.id || hashOf(read.content) !== read.hash) return undefined;
  return { ...kept, content: read.content };
}

function openOrNothing({ id, sealed }: KeptApproval, sealer: ServicesContext["sealer"]): string {
  try {
    return sealer.open(sealed, approvalPurpose(id));
  } catch (error) {
    if (isAppError(error, "auth")) return "";
    throw error;
  }
}

/** Hashes the content. Never show the hash or save it unsealed: it lets an attacker test guesses of the secret. */
function hashOf(content: ApprovalContent): string {
  return hashJson(sorted(content));
}

/** Hashes a request with its connection. A form and the request made from it have the same hash. */
export function provisioningHash({ request, connection }: { request: unknown; connection: string }): string {
  return hashJson(sorted([connection, request]));
}

/** Sorts the keys of all objects, because reading by a schema may change their order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => [k, sorted(v)]));
}

/** The name of what is asked for. Plain text; undefined if its requester gave none. */
export function nameIn({ act, request }: Pick<ApprovalContent, "act" | "request">): string | undefined {
  return act?.name ?? request.name;
}

/** The same in mrkdwn. */
export function shownName({ act, request }: Pick<ApprovalContent, "act" | "request">): string {
  return act ? escapeName(act.name) : requestedName(request);
}

/** The readable requests of a workspace that wait for approval, the earliest expiry first. */
export async function pendingApprovals(
  context: Pick<ServicesContext, "approvals" | "sealer">,
): Promise<OpenedApproval[]> {
  const kept = await context.approvals.pending();
  return kept.flatMap((one) => openApproval(one, context) ?? []);
}
