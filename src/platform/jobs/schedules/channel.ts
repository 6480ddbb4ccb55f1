import type { Asker, WorkspaceContext } from "../../context.ts";
import { AppError } from "../../../lib/errors.ts";

/** Where a standing order is to speak, and what its giver should know of that. */
export interface ChannelOfOrder {
  channelId: string;
  notes: string[];
}

/** The channel that was named, or else the one that the order was given in. Fails as user where nothing can be posted there. */
export async function channelOfOrder(
  named: string | undefined,
  { messenger }: Pick<WorkspaceContext, "messenger">,
  { channelId: present }: Asker,
): Promise<ChannelOfOrder> {
  const channelId = named ?? present;
  if (channelId === undefined) {
    throw new AppError(
      "user",
      "Say in which channel, as in “in #databases”, or write this in the channel itself.",
    );
  }
  const presence = await messenger.presenceIn(channelId);
  if (presence === "none") {
    throw new AppError(
      "user",
      "I cannot post in that channel: it is private, and I am not in it. Invite me there with `/invite @Quartermaster`, and send the command again.",
    );
  }
  return { channelId, notes: presence === "guest" ? [invitation] : [] };
}

// Who may not look finds no message again whose answer was lost.
const invitation =
  "I am not in that channel. Invite me there with `/invite @Quartermaster`, so that I see what I have posted, and a crash in mid-post makes me post nothing twice.";
