import { setTimeout as sleep } from "node:timers/promises";
import type { KnownBlock } from "@slack/types";
import { type Content, type Reply, wholeContent } from "../../blocks/reply.ts";
import type { WebClient } from "@slack/web-api";
import type { OutgoingFile } from "../../jobs/messenger.ts";
import { AppError } from "../../../lib/errors.ts";
import { slackFailure } from "../failure.ts";
import * as texts from "../texts.ts";

// https://docs.slack.dev/reference/block-kit/composition-objects/slack-file-object: a new file may take a second or
// two until it can be shown.
const pictureWaitMs = 1_500;

/** The whole, the whole after a moment, the whole without pictures, and the text only. */
const allTries = 4;

/**
 * Sends a message with as many blocks as Slack takes. If it refuses blocks with a picture, the picture may not be
 * ready: tries again after a moment, then without pictures, then with the older blocks, and finally the text only. With fewer tries left it waits
 * first. `send` learns whether the content is the whole reply.
 */
export async function sayAsWhole<T>(
  reply: Reply,
  send: (content: Content, isWhole: boolean) => Promise<T>,
  refused: (error: unknown) => boolean,
  triesLeft = allTries,
): Promise<T> {
  const content = wholeContent(reply);
  const whole = () => send(content, true);
  const hasPictures = reply.blocks.some(isPicture);
  const usual = hasPictures ? triesWithPictures(reply, send, triesLeft) : triesLeft > 1 ? [whole] : [];
  const { olderBlocks } = reply;
  const older = olderBlocks && triesLeft > 1 ? [() => send({ ...content, blocks: olderBlocks }, false)] : [];
  const tries = [...usual, ...older];
  for (const attempt of tries) {
    try {
      return await attempt();
    } catch (error) {
      if (!refused(error)) throw error;
    }
  }
  return send({ text: reply.text }, false);
}

/** What to try before the text only. */
function triesWithPictures<T>(
  reply: Reply,
  send: (content: Content, isWhole: boolean) => Promise<T>,
  triesLeft: number,
): (() => Promise<T>)[] {
  const content = wholeContent(reply);
  const whole = () => send(content, true);
  const waited = async () => {
    await sleep(pictureWaitMs);
    return whole();
  };
  const bare = () => send({ ...content, blocks: reply.blocks.filter((block) => !isPicture(block)) }, false);
  const byTriesLeft = [[], [waited], [waited, bare], [whole, waited, bare]];
  return byTriesLeft.findLast((each) => each.length < triesLeft) ?? [];
}

function isPicture({ type }: KnownBlock): boolean {
  return type === "image";
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
