import type { Reply } from "../blocks/reply.ts";
import { isAppError } from "../../lib/errors.ts";
import type { Messenger } from "./messenger.ts";

/** A person, and the channel in which they asked for something; absent in App Home. */
interface Asked {
  userId: string;
  channelId?: string | undefined;
}

/** Says something for one person's eyes alone: where they asked, or in their direct messages. */
export async function tellAlone(
  { userId, channelId }: Asked,
  reply: Reply,
  messenger: Pick<Messenger, "post" | "whisper">,
): Promise<void> {
  const directly = async () => void (await messenger.post(userId, reply));
  await channelFirst(channelId, (id) => messenger.whisper(id, userId, reply), directly);
}

/** Does something in a channel, or directly where there is none or it does not let us. */
export async function channelFirst<T>(
  channelId: string | undefined,
  inChannel: (channelId: string) => Promise<T>,
  directly: () => Promise<T>,
): Promise<T> {
  if (channelId === undefined) return directly();
  try {
    return await inChannel(channelId);
  } catch (error) {
    if (isAppError(error, "forbidden", "missing")) return directly();
    throw error;
  }
}
