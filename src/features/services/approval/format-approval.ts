import { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import type { ServicesContext } from "../context.ts";
import type { FormPerson, FormState } from "../../../platform/forms/form.ts";
import { connectionIn, readRequest } from "../form/request.ts";
import { approvalNeeded } from "./needed.ts";

/** Whose approval a filled-in form needs and why, in mrkdwn; undefined where it needs none. */
export async function approvalInWords(
  { values }: FormState,
  { userId, channelId: askedIn }: FormPerson,
  context: ServicesContext,
): Promise<string | undefined> {
  const request = ServiceRequest.safeParse(readRequest(values).request).data;
  if (!request) return undefined;
  const wanted = { request, connection: connectionIn(values), userId, channelId: askedIn };
  const needed = await approvalNeeded(wanted, context);
  if (!needed) return undefined;
  const { groupId, channelId } = needed.policy;
  return `:raised_hand: *This needs approval* of <!subteam^${groupId}> in <#${channelId}>, because ${needed.because}.`;
}
