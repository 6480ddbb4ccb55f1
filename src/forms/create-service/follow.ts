import { getService, listServices } from "../../cloud/service.ts";
import type { Step } from "../../delivery/convergence.ts";
import type { MessagePlace } from "../../delivery/messenger.ts";
import { AppError, isAppError } from "../../errors.ts";
import type { Reply } from "../../blocks/reply.ts";
import { announcement, isSettled, ownStates } from "./announcement.ts";
import { findWhereAsked, postWhereAsked } from "./say-where-asked.ts";
import type { ProgressOf, Wish } from "./wish.ts";

type Created = ProgressOf<"created">;

const followedForMs = 30 * 60_000;
const soonMs = 2_000;
const laterMs = 10_000;
/** All services that are followed share so few looks in 10 s, of two requests each at most: people need the rest. */
const looksTogether = 3;

/** Makes the service known by name and announces it where it was asked for, once: a crash in between is survived. */
export async function announce(wish: Wish, progress: Created): Promise<Step> {
  const { requestId, submission, context } = wish;
  const name = await makeKnown(wish, progress);
  const announcingSince = progress.announcingSince ?? context.now().toISOString();
  const known: Created = { ...progress, name, announcingSince };
  const posted = progress.announcingSince ? await findWhereAsked(wish, new Date(announcingSince)) : undefined;
  await context.requests.save(requestId, known);
  const message = posted ?? (await postWhereAsked(wish, draw(submission, known)));
  await context.requests.save(requestId, { ...known, message });
  return { againInMs: soonMs };
}

/** Brings the announcement to the service's present state, until it runs, failed, or half an hour has passed. */
export async function follow(
  { requestId, submission, context }: Wish,
  progress: Created & { message: MessagePlace },
): Promise<Step> {
  await context.budget("following", looksTogether).take();
  const ageMs = context.now().getTime() - Date.parse(progress.createdAt);
  const seen = await readState(context.cloud, progress.serviceId);
  const state =
    ageMs > followedForMs && !isSettled(seen ?? "") ? ownStates.slow : (seen ?? progress.announced ?? "");
  if (state !== progress.announced) {
    const next = { ...progress, announced: state };
    const isThere = await redraw(context, progress.message, draw(submission, next));
    if (!isThere) return "done";
    await context.requests.save(requestId, next);
  }
  if (isSettled(state)) return "done";
  return { againInMs: ageMs < 60_000 ? soonMs : laterMs };
}

/** False when the message or its channel is gone, so that there is nothing left to keep true. */
async function redraw({ messenger }: Wish["context"], place: MessagePlace, reply: Reply): Promise<boolean> {
  try {
    await messenger.update(place, reply);
    return true;
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    return false;
  }
}

function draw(
  { request, userName }: Wish["submission"],
  { name, serviceId, announced = "" }: Created,
): Reply {
  return announcement({ request, name, serviceId, state: announced, userName });
}

/** Adds the service under its own name, or with its id's beginning where another one has that name. */
async function makeKnown({ submission, context }: Wish, { serviceId, name }: Created): Promise<string> {
  if (serviceId === undefined) return name;
  const facts = { serviceId, addedBy: submission.userId, addedAt: context.now().toISOString() };
  try {
    await context.services.add({ ...facts, name });
    return name;
  } catch (error) {
    if (!isAppError(error, "conflict")) throw error;
    const longer = `${name} ${serviceId.slice(0, 8)}`;
    await context.services.add({ ...facts, name: longer });
    return longer;
  }
}

/** The service's state as the cloud tells it; undefined when it cannot say just now. */
async function readState(
  cloud: Wish["context"]["cloud"],
  serviceId: string | undefined,
): Promise<string | undefined> {
  if (serviceId === undefined) return ownStates.unreported;
  try {
    const { state } = await cloud.call(getService, { serviceId });
    return state ?? ownStates.unreported;
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    return error.kind === "missing" || error.kind === "forbidden"
      ? readStateFromList(cloud, serviceId)
      : undefined;
  }
}

/** Servers that do not answer for one service, or not to this key, may answer for all. */
async function readStateFromList(
  cloud: Wish["context"]["cloud"],
  serviceId: string,
): Promise<string | undefined> {
  try {
    const services = await cloud.call(listServices, {});
    const service = services.find(({ id }) => id === serviceId);
    // A new service may take a while to be listed.
    return service && (service.state ?? ownStates.unreported);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    return error.kind === "missing" || error.kind === "forbidden" ? ownStates.unreported : undefined;
  }
}
