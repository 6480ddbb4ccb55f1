import {
  type KeptBasisParts,
  type PriceBasis,
  keptPriceBasis,
  mostCreditsAMonth,
  priceOf,
} from "../../costs/index.ts";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import type { ServicesContext } from "../context.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { formatCost } from "../../../lib/money.ts";
import { isAtLeast } from "../../../platform/access/role.ts";
import { mostMemoryGb } from "../form/limits.ts";
import { reasons } from "./texts.ts";
import type { ApprovalPolicy } from "./policy/record.ts";

/** A wanted service, or a larger size of one that is there, its requester, and the channel they are in. */
interface Wanted {
  request: ServiceRequest;
  connection: string;
  /** The one that is there. */
  serviceId?: string | undefined;
  userId: string;
  channelId?: string | undefined;
}

/** The policy that requires approval, and why, as the end of a sentence in mrkdwn. */
export interface ApprovalNeeded {
  policy: ApprovalPolicy;
  because: string;
}

type Parts = Pick<ServicesContext, "access"> &
  KeptBasisParts & { approvalPolicies: Pick<ServicesContext["approvalPolicies"], "find"> };

/**
 * Says whether a request needs approval now; an unknown price or role counts as yes. Asks no cloud. `basis` is that of the
 * price that was shown, by default what is kept.
 */
export async function approvalNeeded(
  wanted: Wanted,
  parts: Parts,
  basis?: PriceBasis,
): Promise<ApprovalNeeded | undefined> {
  const policy = await parts.approvalPolicies.find();
  if (!policy || (await isAbove(policy, wanted, parts))) return undefined;
  const because = await reasonOf(policy, wanted, parts, basis);
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
  basis: PriceBasis | undefined,
): Promise<string | undefined> {
  if (memoryOverGb === undefined && creditsOverAMonth === undefined)
    return reasons.every(role, wanted.serviceId === undefined);
  const all = [
    memoryOverGb === undefined ? undefined : memoryReason(wanted.request, memoryOverGb),
    creditsOverAMonth === undefined ? undefined : await priceReason(wanted, creditsOverAMonth, parts, basis),
  ].filter((reason) => reason !== undefined);
  return all.length === 0 ? undefined : all.join(", and ");
}

function memoryReason(request: ServiceRequest, limitGb: number): string | undefined {
  const mostGb = mostMemoryGb(request);
  if (mostGb === undefined) return reasons.unknownMemory;
  return mostGb > limitGb ? reasons.memory(mostGb, limitGb) : undefined;
}

async function priceReason(
  { request, connection }: Wanted,
  limit: number,
  parts: Parts,
  shown: PriceBasis | undefined,
) {
  const basis = shown ?? (await keptPriceBasis(connection, parts));
  const credits = mostCreditsAMonth(priceOf(request, basis));
  if (credits === undefined) return reasons.unknownPrice;
  if (credits.lte(limit)) return undefined;
  return reasons.price(formatCost(credits, basis?.credit), limit.toLocaleString("en-US"));
}
