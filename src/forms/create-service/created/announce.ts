import type { Step } from "../../../delivery/convergence.ts";
import type { MessagePlace } from "../../../delivery/messenger.ts";
import { isAppError } from "../../../errors.ts";
import type { CreatedProgress } from "../../../store/created-services.ts";
import { announcement, digestOf } from "./announcement.ts";
import { findWhereAsked, postWhereAsked } from "../life/say-where-asked.ts";
import { completeStep, stepOutcome } from "../workflow/workflow-outcome.ts";
import type { Wish } from "../life/wish.ts";

/** Makes the service known by name and announces it where it was asked for, once: a crash in between is survived. */
export async function announce(wish: Wish, before: CreatedProgress): Promise<Step> {
  const { requestId, context } = wish;
  const name = await makeKnown(wish, before);
  const announcingSince = before.announcingSince ?? context.now().toISOString();
  const earlier = before.announcingSince ? await findWhereAsked(wish, new Date(announcingSince)) : undefined;
  const known = await context.created.change(requestId, (now) => ({ ...now, name, announcingSince }));
  await completeStep(wish, stepOutcome(known));
  // What was posted before is redrawn, as nobody knows what it says.
  const posted = earlier ? { message: earlier } : await post(wish, known);
  await context.created.change(requestId, (now) => ({ ...now, ...posted }));
  return "next";
}

async function post(
  wish: Wish,
  known: CreatedProgress,
): Promise<{ message: MessagePlace; drawn: string } | { silent: true }> {
  const message = announcement(wish, known);
  try {
    return { message: await postWhereAsked(wish, message), drawn: digestOf(message) };
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    wish.context.log.info(
      { err: error, requestId: wish.requestId },
      "there is nowhere to announce a service",
    );
    return { silent: true };
  }
}

/** Adds the service under its own name, or with its id's beginning where another one has that name. */
async function makeKnown(
  { submission, context }: Wish,
  { serviceId, name }: CreatedProgress,
): Promise<string> {
  if (serviceId === undefined) return name;
  const { userId: addedBy, connection } = submission;
  const facts = { serviceId, connection, addedBy, addedAt: context.now().toISOString() };
  try {
    await context.services.add({ ...facts, name });
    return name;
  } catch (error) {
    if (!isAppError(error, "conflict")) throw error;
    const label = await context.services.labels([{ serviceId, name }]);
    const told = label(serviceId, name);
    await context.services.add({ ...facts, name: told });
    return told;
  }
}
