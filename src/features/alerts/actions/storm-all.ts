import { say } from "../../../platform/blocks/reply.ts";
import type { Reply } from "../../../platform/blocks/reply.ts";
import type { AlertsContext } from "../context.ts";
import type { Act, Press } from "../../../platform/forms/interaction.ts";
import { plural } from "../../../lib/text.ts";
import { utcTime } from "../../../lib/time.ts";
import { actionIds } from "../message/action-ids.ts";
import { digestListing } from "../message/digest-listing.ts";
import { at } from "../message/at.ts";
import { worstFirst } from "../storm/worst-first.ts";

/** “Show all”: everything in a storm's digest, as a file in its thread. */
export const digestAllAct: Act<AlertsContext> = { actionId: actionIds.digestAll, access: "viewer", press };

async function press({ value, message }: Press, context: AlertsContext): Promise<Reply | undefined> {
  const members = worstFirst(await context.storms.members(value));
  if (members.length === 0 || !message) return say("What was in this storm is kept no longer.");
  const now = context.now();
  const file = {
    name: "storm.txt",
    title: `All of this storm, ${utcTime(now)}`,
    bytes: Buffer.from(digestListing(members)),
  };
  const comment = `${plural(members.length, "incident")} of this storm as of ${at(now.getTime())}, the worst first.`;
  await context.messenger.share(file, { channelId: message.channelId, threadTs: message.ts, comment });
  return undefined;
}
