import { setTimeout as sleep } from "node:timers/promises";
import type { KnownBlock, MessageAttachment } from "@slack/types";
import type { Reply } from "../../blocks/reply.ts";
import type { WebClient } from "@slack/web-api";
import type { OutgoingFile } from "../../jobs/messenger.ts";
import { AppError } from "../../../lib/errors.ts";
import { slackFailure } from "../failure.ts";

/** What one try at saying something sends: with its blocks, or as text alone. */
export type Content = Pick<Reply, "text"> & { blocks?: KnownBlock[]; attachments?: MessageAttachment[] };

// https://docs.slack.dev/reference/block-kit/composition-objects/slack-file-object: a file just uploaded may take a
// second or two until it can be shown.
const pictureWaitMs = 1_500;

/** The whole, the whole after a moment, the whole without pictures, and the text alone. */
const allTries = 4;

/**
 * Says something as whole as Slack takes it. Where it refuses the blocks and a picture is among them, that picture may
 * only not be ready: again after a moment, then without pictures, and at last the text alone, which is better than
 * nothing. With fewer tries left the moment is waited for at once.
 */
export async function sayAsWhole<T>(
  { text, blocks, colored }: Reply,
  send: (content: Content) => Promise<T>,
  refused: (error: unknown) => boolean,
  triesLeft = allTries,
): Promise<T> {
  const withoutPictures = blocks.filter(({ type }) => type !== "image");
  const hasPictures = withoutPictures.length < blocks.length;
  const beside = colored ? { attachments: [{ ...colored, fallback: text }] } : {};
  const whole = () => send({ text, blocks, ...beside });
  const waited = async () => {
    await sleep(pictureWaitMs);
    return whole();
  };
  const bare = () => send({ text, blocks: withoutPictures, ...beside });
  // By how many there may be, beside the text alone.
  const withPictures = [[], [waited], [waited, bare], [whole, waited, bare]];
  const without = [[], [whole]];
  const tries = (hasPictures ? withPictures : without).findLast((each) => each.length < triesLeft) ?? [];
  for (const attempt of tries) {
    try {
      return await attempt();
    } catch (error) {
      if (!refused(error)) throw error;
    }
  }
  return send({ text });
}

/** Hands a file to Slack without showing it anywhere; fails as AppError. */
export async function uploadFile(client: WebClient, file: OutgoingFile): Promise<{ fileId: string }> {
  const { files } = await uploading(() => client.filesUploadV2(facts(file)));
  const fileId = files[0]?.files?.[0]?.id;
  if (fileId === undefined) throw notTaken();
  return { fileId };
}

/** Hands a file to Slack and shows it in a channel or a thread, with a comment; fails as AppError. */
export async function shareFile(
  client: WebClient,
  { title, ...file }: OutgoingFile & { title: string },
  { channelId, threadTs, comment }: { channelId: string; threadTs?: string; comment: string },
): Promise<void> {
  const where = { channel_id: channelId, initial_comment: comment };
  await uploading(() =>
    client.filesUploadV2({
      ...facts(file),
      title,
      ...(threadTs === undefined ? where : { ...where, thread_ts: threadTs }),
    }),
  );
}

function facts({ name, bytes, altText }: OutgoingFile) {
  return { filename: name, file: bytes, ...(altText === undefined ? {} : { alt_text: altText }) };
}

async function uploading<T>(upload: () => Promise<T>): Promise<T> {
  try {
    return await upload();
  } catch (error) {
    const failure = slackFailure("files.upload", error);
    // The bytes go to an address of their own, whose refusal is none of the Web API's errors.
    throw failure.kind === "bug" && error instanceof Error && !("code" in error) ? notTaken(error) : failure;
  }
}

function notTaken(cause?: Error): AppError {
  return new AppError("upstream", "Slack did not take the file; please try again in a minute.", { cause });
}
