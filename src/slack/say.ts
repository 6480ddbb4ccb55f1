import { setTimeout as sleep } from "node:timers/promises";
import type { KnownBlock } from "@slack/types";
import type { Reply } from "../blocks/reply.ts";

/** What one try at saying something sends: with its blocks, or as text alone. */
export type Content = Pick<Reply, "text"> & { blocks?: KnownBlock[] };

// https://docs.slack.dev/reference/block-kit/composition-objects/slack-file-object: a file just uploaded may take a
// second or two until it can be shown.
const pictureWaitMs = 1_500;

/**
 * Says something as whole as Slack takes it. Where it refuses the blocks and a picture is among them, that picture may
 * only not be ready: again after a moment, then without pictures, and at last the text alone, which is better than nothing.
 */
export async function sayAsWhole<T>(
  { text, blocks }: Reply,
  send: (content: Content) => Promise<T>,
  refused: (error: unknown) => boolean,
): Promise<T> {
  const withoutPictures = blocks.filter(({ type }) => type !== "image");
  const hasPictures = withoutPictures.length < blocks.length;
  const again = async () => {
    await sleep(pictureWaitMs);
    return send({ text, blocks });
  };
  const tries = [
    () => send({ text, blocks }),
    ...(hasPictures ? [again, () => send({ text, blocks: withoutPictures })] : []),
  ];
  for (const attempt of tries) {
    try {
      return await attempt();
    } catch (error) {
      if (!refused(error)) throw error;
    }
  }
  return send({ text });
}
