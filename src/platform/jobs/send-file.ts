import type { Reply } from "../blocks/reply.ts";
import type { Messenger, OutgoingFile } from "./messenger.ts";

/** A file for one person, the message that announces it, and what that says if Slack refuses the file. */
export interface FileForPerson {
  file: OutgoingFile;
  announced: Reply;
  refused: Reply;
  /** Beside the file, in mrkdwn. */
  comment: string;
}

/** Sends a file to a person's direct messages. */
export async function sendFile(
  userId: string,
  { file, announced, refused, comment }: FileForPerson,
  messenger: Pick<Messenger, "post" | "share" | "update">,
): Promise<void> {
  const message = await messenger.post(userId, announced);
  try {
    await messenger.share({ ...file, title: file.name }, { channelId: message.channelId, comment });
  } catch (error) {
    // The message announced a file that does not follow.
    await messenger.update(message, refused);
    throw error;
  }
}
