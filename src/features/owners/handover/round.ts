import type { KnownBlock, UsersSelect } from "@slack/types";
import { hourMs } from "../../../lib/duration.ts";
import { orUndefined } from "../../../lib/errors.ts";
import { hashJson } from "../../../lib/hash.ts";
import { isActive, someAdmins } from "../../../platform/access/grants.ts";
import { type PersonFacts, mentionOf } from "../../../platform/access/known-people.ts";
import { isAtLeast } from "../../../platform/access/role.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, plainText, section } from "../../../platform/blocks/text.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { ifReachable } from "../../../platform/jobs/messenger.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import type { ScheduleStep, ScheduleSteps } from "../../../platform/jobs/schedules/schedules.ts";
import { changeOwner, checkOwner } from "../change.ts";
import type { OwnersContext } from "../context.ts";
import { ownerButton } from "../form.ts";
import type { Ownership } from "../record.ts";
import { teamName } from "../team.ts";
import * as texts from "../texts.ts";
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

/** The choice of a new owner. Its block names the person who left. */
const handoverActionId = "owner-handover";

const blockPrefix = "owner-handover:";
const mostShown = 20;

/** The id of the person who left, from the block of the choice. */
function goneIn(blockId = ""): string | undefined {
  return blockId.startsWith(blockPrefix) ? blockId.slice(blockPrefix.length) : undefined;
}

/** Says who left and what they owned, and asks for a new owner: of all, or of each. */
function handoverMessage({ userId, name }: PersonFacts, owned: readonly Ownership[]): Reply {
  const title = texts.handoverTitle(escapeName(name), owned.length);
  const shown = owned.slice(0, mostShown);
  const lines = shown.map(({ name: service, team }) =>
    texts.handoverLine(escapeName(service), team && escapeName(teamName(team))),
  );
  const more = owned.length > shown.length ? [texts.moreConcerns(owned.length - shown.length)] : [];
  const select: UsersSelect = {
    type: "users_select",
    action_id: handoverActionId,
    placeholder: plainText(texts.handoverChoice),
  };
  return reply([title, ...lines, ...more, texts.handoverHint].join("\n"), [
    section(title),
    ...shown.map((one, index): KnownBlock => ({
      ...section(lines[index] ?? ""),
      accessory: ownerButton(one, texts.buttons.choose),
    })),
    ...more.map((text) => smallPrint(text)),
    {
      type: "section",
      block_id: `${blockPrefix}${userId}`,
      text: section(texts.handoverAll).text,
      accessory: select,
    },
    smallPrint(texts.handoverHint),
  ]);
}

/**
 * “Give all to”: makes the chosen person the owner of everything that the one who left still owns. The people who were
 * asked may do so, whatever their role, and operators.
 */
export const handoverAction: Action<OwnersContext> = {
  actionId: handoverActionId,
  access: "viewer",
  run: giveAll,
};

async function giveAll(interaction: Interaction, context: OwnersContext): Promise<Reply | undefined> {
  const { value: nextId, userId, channelId, blockId, message } = interaction;
  const goneId = goneIn(blockId);
  const owned = (await context.owners.readable()).filter(({ ownerId }) => ownerId === goneId);
  const role = await context.access.roleOf({ userId, channelId });
  const mine = isAtLeast(role, "operator")
    ? owned
    : owned.filter(({ askedAbout }) => askedAbout?.ownerId === goneId && askedAbout?.users.includes(userId));
  if (mine.length === 0) return say(owned.length === 0 ? texts.handoverDone : texts.notAsked);
  await checkOwner(nextId, context);
  for (const service of mine) await changeOwner(service, { ownerId: nextId }, context, userId);
  const answer = say(
    texts.handedOver(
      mentionOf(nextId),
      mine.map(({ name }) => name),
    ),
  );
  if (!message) return answer;
  await context.messenger.update(message, answer);
  return undefined;
}
