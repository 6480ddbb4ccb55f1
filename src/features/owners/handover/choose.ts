import { isAtLeast } from "../../../platform/access/role.ts";
import { mentionOf } from "../../../platform/access/person-names.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { changeOwner, checkOwner } from "../change.ts";
import type { OwnersContext } from "../context.ts";
import * as texts from "../texts.ts";
import { goneIn, handoverActionId } from "./message.ts";

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
