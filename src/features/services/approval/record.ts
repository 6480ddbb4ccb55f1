import { z } from "zod";
import { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import type { ServicesContext } from "../context.ts";
import { isAppError } from "../../../lib/errors.ts";
import { JsonText } from "../../../lib/json.ts";
import { ApprovalPolicy } from "./policy/policy.ts";
import type { KeptApproval } from "./approvals.ts";
import { hashJson } from "../../../lib/hash.ts";

/** What somebody asked approval for, as it was then. */
const ApprovalContent = z.object({
  id: z.string(),
  requesterId: z.string(),
  requesterName: z.string(),
  channelId: z.string().optional(),
  /** The form it was asked from; absent when a workflow asked. */
  form: z.object({ formId: z.string(), attempt: z.number().int(), viewId: z.string() }).optional(),
  /** The workflow's step that waits for the outcome. */
  workflow: z.object({ executionId: z.string() }).optional(),
  connection: z.string(),
  /** False where the workspace has one connection only, which is not worth a word. */
  showsConnection: z.boolean(),
  request: ServiceRequest,
  /** As it was. */
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

/** A request for approval, opened and found to be as it was asked for. */
export type OpenedApproval = KeptApproval & { content: ApprovalContent };

/** What a request for approval is sealed for. */
export function approvalPurpose(id: string): string {
  return `request for approval ${id}`;
}

/** The content whole, sealed with its digest: the encryption key of a service may be in it. */
export function sealContent(content: ApprovalContent, { sealer }: Pick<ServicesContext, "sealer">): string {
  return sealer.seal(JSON.stringify({ content, hash: hashOf(content) }), approvalPurpose(content.id));
}

/** Opens what is kept; undefined where it is not what was asked for under this id any more, or cannot be read. */
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

/** Tells one content from any other; not to be shown or kept in the clear, as somebody may guess the secret in it. */
function hashOf(content: ApprovalContent): string {
  return hashJson(sorted(content));
}

/** What is to be created, and where, by its digest: the same for a form and for what was asked from it. */
export function provisioningHash({ request, connection }: { request: unknown; connection: string }): string {
  return hashJson(sorted([connection, request]));
}

/** With the keys of all objects in one order, since reading by a schema may change theirs. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([k, v]) => [k, sorted(v)]));
}

/** The requests of a workspace that wait for approval, those that expire first first. */
export async function pendingApprovals(
  context: Pick<ServicesContext, "approvals" | "sealer">,
): Promise<OpenedApproval[]> {
  const kept = await context.approvals.pending();
  return kept.flatMap((one) => openApproval(one, context) ?? []);
}
