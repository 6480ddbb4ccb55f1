import { keptComputeRate, mostCreditsAMonth } from "../../costs/index.ts";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import type { ServicesContext } from "../context.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { formatCredits } from "../../../lib/money.ts";
import { isAtLeast } from "../../../platform/access/role.ts";
import { mostMemoryGb } from "../form/limits.ts";
import type { ApprovalPolicy } from "./policy/policy.ts";

/** A wanted service, its requester, and the channel they are in. */
interface Wanted {
  request: ServiceRequest;
  connection: string;
  userId: string;
  channelId?: string | undefined;
}

/** The policy that requires approval, and why, as the end of a sentence in mrkdwn. */
export interface ApprovalNeeded {
  policy: ApprovalPolicy;
  because: string;
}

type Parts = Pick<
  ServicesContext,
  "approvalPolicies" | "access" | "computeRates" | "computeCreditsPerGbHour"
>;

/** Says whether a request needs approval now; an unknown price or role counts as yes. Asks no cloud. */
export async function approvalNeeded(wanted: Wanted, parts: Parts): Promise<ApprovalNeeded | undefined> {
  const policy = await parts.approvalPolicies.find();
  if (!policy || (await isAbove(policy, wanted, parts))) return undefined;
  const because = await reasonOf(policy, wanted, parts);
  return because === undefined ? undefined : { policy, because };
}

/** True if the person's role is above the policy's; false if the role is unknown. */
async function isAbove({ role }: ApprovalPolicy, { userId, channelId }: Wanted, { access }: Parts) {
  if (role === undefined) return false;
  const own = await attempt(() => access.roleOf({ userId, channelId }));
  if (own === undefined || own instanceof AppError) return false;
  return own !== role && isAtLeast(own, role);
}

async function reasonOf(
  { memoryOverGb, creditsOverAMonth, role }: ApprovalPolicy,
  wanted: Wanted,
  parts: Parts,
): Promise<string | undefined> {
  const whose = role === undefined ? "every new service" : `every new service of an ${role}`;
  if (memoryOverGb === undefined && creditsOverAMonth === undefined) return `${whose} does here`;
  const reasons = [
    memoryOverGb === undefined ? undefined : memoryReason(wanted.request, memoryOverGb),
    creditsOverAMonth === undefined ? undefined : await priceReason(wanted, creditsOverAMonth, parts),
  ].filter((reason) => reason !== undefined);
  return reasons.length === 0 ? undefined : reasons.join(", and ");
}

function memoryReason(request: ServiceRequest, limitGb: number): string | undefined {
  const mostGb = mostMemoryGb(request);
  if (mostGb === undefined) return "its memory is left to the cloud";
  return mostGb > limitGb ? `its memory of up to ${mostGb} GB is over ${limitGb} GB` : undefined;
}

async function priceReason({ request, connection }: Wanted, limit: number, parts: Parts) {
  const finding = await keptComputeRate(parts, connection);
  const credits = mostCreditsAMonth(request, finding, parts.computeCreditsPerGbHour);
  if (credits === undefined) return "what it will cost cannot be estimated";
  if (credits.lte(limit)) return undefined;
  return `its compute of up to ${formatCredits(credits)} credits in 30 days is over ${limit.toLocaleString("en-US")}`;
}
