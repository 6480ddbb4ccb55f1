import { setTimeout as sleep } from "node:timers/promises";
import type { KnownBlock, MessageAttachment } from "@slack/types";
import type { Reply } from "../../blocks/reply.ts";
import type { WebClient } from "@slack/web-api";
import type { OutgoingFile } from "../../jobs/messenger.ts";
import { AppError } from "../../../lib/errors.ts";
import { slackFailure } from "../failure.ts";
import * as texts from "../texts.ts";

/** One try's content: with blocks, or text only. */
export type Content = Pick<Reply, "text"> & { blocks?: KnownBlock[]; attachments?: MessageAttachment[] };

// https://docs.slack.dev/reference/block-kit/composition-objects/slack-file-object: a new file may take a second or
// two until it can be shown.
const pictureWaitMs = 1_500;

/** The whole, the whole after a moment, the whole without pictures, and the text only. */
const allTries = 4;

/**
 * Sends a message with as many blocks as Slack takes. If it refuses blocks with a picture, the picture may not be
 * ready: tries again after a moment, then without pictures, and finally the text only. With fewer tries left it waits
 * first.
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
  // By the number of tries left, besides the text only.
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

/** Uploads a file without showing it. Fails as AppError. */
export async function uploadFile(client: WebClient, file: OutgoingFile): Promise<{ fileId: string }> {
  const { files } = await uploading(() => client.filesUploadV2(facts(file)));
  const fileId = files[0]?.files?.[0]?.id;
  if (fileId === undefined) throw notTaken();
  return { fileId };
}

/** Uploads a file and shows it in a channel or thread, with a comment. Fails as AppError. */
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
    // The bytes go to another address, and its refusals are not the Web API's errors.
    throw failure.kind === "bug" && error instanceof Error && !("code" in error) ? notTaken(error) : failure;
  }
}

function notTaken(cause?: Error): AppError {
  return new AppError("upstream", texts.noFile, { cause });
}
