import type { Step } from "../../../platform/jobs/queue.ts";
import type { MessagePlace } from "../../../platform/jobs/messenger.ts";
import { isAppError } from "../../../lib/errors.ts";
import { type TimeLimit, clockOf } from "../../../lib/clock.ts";
import type { CreatedProgress } from "./created-services.ts";
import { announcement } from "./announcement.ts";
import { findWhereAsked, postWhereAsked } from "../provisioning/say-where-asked.ts";
import { completeStep, stepOutcome } from "../workflow/outcome.ts";
import type { Wish } from "../provisioning/provisioning-request.ts";
import { hashJson } from "../../../lib/hash.ts";

// A step of a process that stands still is taken over 3 s later at the soonest; then Slack has the post for whoever looks.
const sendMs = 2_000;

/** Makes the service known by name and announces it where it was asked for, once: a crash in between is survived. */
export async function announce(wish: Wish, before: CreatedProgress): Promise<Step> {
  const { requestId, context } = wish;
  const name = await makeKnown(wish, before);
  await completeStep(wish, stepOutcome({ ...before, name }));
  const announcingSince = before.announcingSince ?? context.now().toISOString();
  const earlier = before.announcingSince ? await findWhereAsked(wish, new Date(announcingSince)) : undefined;
  const since = clockOf(context.now)();
  const known = await context.created.change(requestId, (now) => ({ ...now, name, announcingSince }));
  // This process stood still, and another one has announced it.
  if (known.message || known.silent) return "next";
  // What was posted before is redrawn, as nobody knows what it says.
  const posted = earlier ? { message: earlier } : await post(wish, known, { since, forMs: sendMs });
  await context.created.change(requestId, (now) => ({ ...now, ...posted }));
  return "next";
}

async function post(
  wish: Wish,
  known: CreatedProgress,
  sendBy: TimeLimit,
): Promise<{ message: MessagePlace; drawn: string } | { silent: true }> {
  const message = announcement(wish, known);
  try {
    return { message: await postWhereAsked(wish, message, sendBy), drawn: hashJson(message) };
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
