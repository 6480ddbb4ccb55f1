import { hourMs } from "../../../lib/duration.ts";
import { AppError, isAppError, orUndefined } from "../../../lib/errors.ts";
import { hashJson } from "../../../lib/hash.ts";
import { ifReachable } from "../../../platform/jobs/messenger.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import type { ScheduleStep, ScheduleSteps } from "../../../platform/jobs/schedules/schedules.ts";
import type { PersonFacts } from "../../../platform/access/known-people.ts";
import type { OwnersContext } from "../context.ts";
import type { Ownership } from "../record.ts";
import { handoverMessage } from "./message.ts";
import { type OwnerRound, ownerRoundKind } from "./schedule.ts";

const everyMs = hourMs;

/** More people than this are not asked. */
const mostAsked = 5;

/** Rounds that look for owners who have left. */
export const ownerRounds: ScheduleSteps<OwnersContext, OwnerRound> = { ...ownerRoundKind, advance };

/**
 * Asks for a new owner of each service if its owner's account is deactivated: once for a service and a person, listed
 * together.
 */
async function advance(_schedule: OwnerRound, context: OwnersContext): Promise<ScheduleStep> {
  const all = await context.owners.list();
  const waiting = all.filter(
    ({ ownerId, askedAbout }) => ownerId !== undefined && askedAbout?.ownerId !== ownerId,
  );
  for (const [ownerId = "", owned] of Map.groupBy(waiting, (one) => one.ownerId)) {
    const gone = await goneOwner(ownerId, context);
    if (gone) await askAbout(gone, owned, context);
  }
  return { againInMs: everyMs };
}

/** Undefined for an owner who is still there. */
async function goneOwner(userId: string, { messenger }: OwnersContext): Promise<PersonFacts | undefined> {
  const facts = await orUndefined(() => messenger.people.find(userId), "missing");
  return facts?.isGone ? facts : undefined;
}

async function askAbout(
  gone: PersonFacts,
  owned: readonly Ownership[],
  context: OwnersContext,
): Promise<void> {
  const asked = await askedOf(gone.userId, context);
  const message = handoverMessage(gone, owned);
  // The same services again make the same post, so a crash between the posts and the notes repeats none.
  const key = hashJson(owned.map(({ serviceId }) => serviceId).toSorted(), 16);
  const reached: string[] = [];
  for (const userId of asked) {
    const posted = await ifReachable(() =>
      postOnce(context, {
        key: `handover:${gone.userId}:${userId}:${key}`,
        channelId: userId,
        reply: message,
      }),
    );
    if (posted) reached.push(userId);
  }
  // With no one to ask, the next round tries again: an admin may come.
  if (reached.length === 0) return;
  for (const { serviceId } of owned) {
    await context.owners.change(serviceId, (present) =>
      present?.ownerId === gone.userId
        ? { ...present, askedAbout: { ownerId: gone.userId, users: reached } }
        : present,
    );
  }
}

/** The person's manager, or else the admins by grant, or else some of Slack's admins. */
async function askedOf(userId: string, context: OwnersContext): Promise<string[]> {
  const manager = await managerOf(userId, context);
  if (manager !== undefined) return [manager];
  const granted = await adminsByGrant(context);
  if (granted.length > 0) return granted.slice(0, mostAsked);
  const inSlack = await context.messenger.people.someAdmins();
  return inSlack.slice(0, mostAsked).map((admin) => admin.userId);
}

async function managerOf(userId: string, { messenger }: OwnersContext): Promise<string | undefined> {
  // Without the scope for profiles, Slack says nothing of managers.
  const id = await orUndefined(
    () => messenger.people.managerOf(userId),
    "auth",
    "forbidden",
    "missing",
    "bug",
  );
  return id !== undefined && (await isActive(id, { messenger })) ? id : undefined;
}

async function isActive(userId: string, { messenger }: Pick<OwnersContext, "messenger">): Promise<boolean> {
  const facts = await orUndefined(() => messenger.people.find(userId), "missing");
  return facts !== undefined && !facts.isGone && !facts.isBot;
}

/** The people with a grant as admin, by name or in a group. */
async function adminsByGrant({ grants, messenger }: OwnersContext): Promise<string[]> {
  const admins = (await grants.list()).filter(({ role }) => role === "admin");
  const people = admins.filter(({ kind }) => kind === "user").map(({ id }) => id);
  for (const { id } of admins.filter(({ kind }) => kind === "group")) {
    try {
      people.push(...(await messenger.people.membersOf(id)));
    } catch (error) {
      if (!(error instanceof AppError) || !isAppError(error, "auth", "forbidden", "missing")) throw error;
    }
  }
  const active: string[] = [];
  for (const id of new Set(people)) if (await isActive(id, { messenger })) active.push(id);
  return active;
}
