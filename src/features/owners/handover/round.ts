import { hourMs } from "../../../lib/duration.ts";
import { orUndefined } from "../../../lib/errors.ts";
import { hashJson } from "../../../lib/hash.ts";
import { ifReachable } from "../../../platform/jobs/messenger.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import type { ScheduleStep, ScheduleSteps } from "../../../platform/jobs/schedules/schedules.ts";
import { isActive, someAdmins } from "../../../platform/access/admins.ts";
import type { PersonFacts } from "../../../platform/access/known-people.ts";
import type { OwnersContext } from "../context.ts";
import type { Ownership } from "../record.ts";
import { handoverMessage } from "./message.ts";
import { type OwnerRound, ownerRoundKind } from "./schedule.ts";

const everyMs = hourMs;

/** Rounds that look for owners who have left. */
export const ownerRounds: ScheduleSteps<OwnersContext, OwnerRound> = { ...ownerRoundKind, advance };

/**
 * Asks for a new owner of each service if its owner's account is deactivated: once for a service and a person, listed
 * together.
 */
async function advance(_schedule: OwnerRound, context: OwnersContext): Promise<ScheduleStep> {
  const all = await context.owners.readable();
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
  const message = handoverMessage(gone, owned);
  // The same services again make the same post, so a crash between the posts and the notes repeats none.
  const key = hashJson(owned.map(({ serviceId }) => serviceId).toSorted(), 16);
  const ask = async (userId: string) =>
    (await ifReachable(() =>
      postOnce(context, {
        key: `handover:${gone.userId}:${userId}:${key}`,
        channelId: userId,
        reply: message,
      }),
    )) !== undefined;
  const manager = await managerOf(gone.userId, context);
  const reached: string[] = manager !== undefined && (await ask(manager)) ? [manager] : [];
  if (reached.length === 0)
    for (const userId of await someAdmins(context)) if (await ask(userId)) reached.push(userId);
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
