import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { asSentences } from "../../../lib/text.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { type Door, recorder } from "../../../platform/audit/recorder.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import { effective, startingValues } from "../../../platform/forms/state.ts";
import { formatEstimate, perDayOf, priceOf, readPriceBasis } from "../../costs/index.ts";
import { askedText, creationContent, openRequest } from "../approval/ask.ts";
import { formatApproval } from "../approval/message.ts";
import { approvalNeeded } from "../approval/needed.ts";
import type { ServicesContext } from "../context.ts";
import { type NewService, begin } from "../form/begin.ts";
import { CreateFacts, factsOf, factsToKnow } from "../form/facts.ts";
import { createServiceForm } from "../form/form.ts";
import { limitProblems, limitsOf } from "../form/limits.ts";
import {
  connectionIn,
  ownerIn,
  ownerLines,
  requestIn,
  requestLines,
  requestedName,
} from "../form/request.ts";
import { claimName, whyNameIsTaken } from "../form/taken-name.ts";
import { whyDenied } from "../hard-limits/denied.ts";
import { acceptRequest, sealedRequest } from "../provisioning/submission.ts";

/** A service that someone agrees to, as it will be sent. It holds no secret. */
export const Creation = z.object({
  connection: z.string(),
  request: ServiceRequest,
  /** The team that it will belong to. */
  team: z.string().optional(),
  /** The preset that it begins with. */
  preset: z.string().optional(),
});
export type Creation = z.output<typeof Creation>;

/** What a person is asked to agree to. */
export interface CreationOffer {
  /** Everything that would be sent, in pieces of mrkdwn. */
  lines: string[];
  /** What to know before, in sentences of mrkdwn. */
  toKnow: string[];
  /** The price in mrkdwn, or why it isn't known. Absent if what is sent isn't complete. */
  price?: string;
  /** Who must approve it after its person, and why, in mrkdwn. */
  needsApproval?: string;
  /** Why it can't be created as it is, in plain sentences. */
  problems: string[];
  /** What `acceptCreation` takes. Absent if there are problems. The form can still be opened. */
  creation?: Creation;
}

/**
 * Says everything that would be sent for a service of this name from this preset, under the form's rules. It begins as
 * the form does: without a preset, in the person's last place and in the usual size. Fails as missing without the preset.
 */
export async function creationOffer(
  given: z.output<typeof NewService>,
  context: ServicesContext,
  asker: Pick<Asker, "userId" | "channelId">,
): Promise<CreationOffer> {
  const { values, facts } = await begin(given, context, asker);
  const begun = { values: startingValues(createServiceForm, values), facts };
  const state = effective(createServiceForm, begun);
  const request = requestIn(state.values);
  const connection = connectionIn(state.values);
  const known = factsOf(facts);
  const problems = [
    ...(known.unfilled ?? []),
    // The form leaves these settings out, and asks for them.
    ...(known.preset?.problems ?? []).map((problem) => asSentences([problem])),
    ...createServiceForm.problems(state).map(({ message }) => message),
  ];
  if (!request) return { lines: [], toKnow: [], problems };
  const basis = await readPriceBasis(connection, context);
  const denial = await whyDenied({ request, connection, owner: ownerIn(state.values) }, context);
  if (denial !== undefined) problems.push(denial);
  return {
    lines: [
      ...requestLines(request, known.connections.length > 1 ? connection : undefined),
      ...ownerLines(ownerIn(state.values)),
    ],
    toKnow: factsToKnow(request, known),
    price: formatEstimate(priceOf(request, basis)),
    needsApproval: await formatApproval(state, asker, context, basis),
    problems,
    creation:
      problems.length === 0
        ? { connection, request, team: ownerIn(state.values).team, preset: known.preset?.name }
        : undefined,
  };
}

/** Who agreed, where, and through which door it came. */
type Agreed = Pick<Asker, "userId" | "userName" | "channelId"> & { door?: Door };

/** A person agreed, and the request is on its way. mrkdwn. */
const creating = (request: ServiceRequest) =>
  `:hourglass_flowing_sand: *Creating ${requestedName(request)}…* I'll tell you when it's there, and where its password is.`;

/**
 * Creates what a person agreed to, or asks for approval. Their role, limits and approvals apply as they are now. The same
 * id again is the same request. Fails as forbidden or as user, in words, if they may not create it.
 */
export async function acceptCreation(
  requestId: string,
  { request, connection, team, preset }: Creation,
  context: ServicesContext,
  agreed: Agreed,
): Promise<Reply> {
  const { userId, channelId, userName = userId, door } = agreed;
  const person = { userId, channelId };
  await context.access.demand(person, createServiceForm.access, { fresh: true });
  await context.connections.find(connection);
  const wanted = { request, connection, ...person };
  const limits = await limitsOf(person, context);
  const beyond = limitProblems(limits, request).map(({ message }) => message);
  const denial = beyond.length > 0 ? undefined : await whyDenied({ ...wanted, owner: { team } }, context);
  const refusals = [...beyond, ...(denial === undefined ? [] : [denial])];
  if (refusals.length > 0) {
    const detail = asSentences(refusals);
    const who = { ...person, userName, door, action: "service.request" } as const;
    await recorder(who, context).notDone({ subject: request.name, requestId, result: "refused", detail });
    throw new AppError("user", detail);
  }
  const basis = await readPriceBasis(connection, context);
  const price = priceOf(request, basis);
  const needed = await approvalNeeded(wanted, context, basis);
  const owner = { ownerId: userId, team };
  const taken = needed
    ? await whyNameIsTaken(wanted, context)
    : await claimName(requestId, { request, connection }, context);
  if (taken !== undefined) throw new AppError("conflict", taken);
  if (needed) {
    const requester = { userId, userName, channelId };
    const known = CreateFacts.parse({});
    const asked = { id: requestId, requester, connection, owner, request, preset, price, limits, known };
    const content = await creationContent(asked, needed, context);
    return say((await openRequest(content, context)) ?? askedText(content));
  }
  const { workspaceId } = context;
  const perDay = perDayOf(price);
  const submission = { workspaceId, userId, userName, channelId, connection, door, owner, preset, perDay };
  await acceptRequest(requestId, { ...submission, ...sealedRequest(request, context) }, context);
  return say(creating(request));
}
