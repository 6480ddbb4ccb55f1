import { setTimeout as sleep } from "node:timers/promises";
import type { KnownBlock, MessageAttachment } from "@slack/types";
import type { Reply } from "../../blocks/reply.ts";

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
