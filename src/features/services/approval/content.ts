import { FutureOwner } from "../../owners/index.ts";
import { z } from "zod";
import { isAppError } from "../../../lib/errors.ts";
import { hashJson } from "../../../lib/hash.ts";
import { JsonText } from "../../../lib/json.ts";
import { WaitingAct } from "../../../platform/access/approved-act.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import { SubmittedIn } from "../../../platform/forms/submit.ts";
import type { ServicesContext } from "../context.ts";
import { requestedName } from "../form/request.ts";
import type { KeptApproval } from "./approvals.ts";
import { ApprovalPolicy } from "./policy/record.ts";

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
  /** Why approval is needed, and what to know before, in mrkdwn. */
  because: z.string(),
  /** What `approvalFacts` says. Records of earlier versions have less of it, or nothing. */
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

/** A sealed record with the hash of its present content. */
export function withHash(record: string): string {
  const { content } = JsonText.pipe(z.looseObject({ content: z.unknown() })).parse(record);
  return JSON.stringify({ content, hash: hashJson(sorted(content)) });
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
