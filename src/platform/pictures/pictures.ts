import type { ImageBlock } from "@slack/types";
import type { Logger } from "pino";
import { AppError } from "../../lib/errors.ts";
import type { PictureFacts } from "./facts.ts";
import type { Painter } from "./painter.ts";
import type { PublishPicture } from "./publish.ts";

/** Pictures for messages. */
export interface Pictures {
  /** Loads what draws while the facts are still being gathered, which makes the first picture come sooner. */
  prepare(): void;
  /** The picture as a block; undefined, with the reason in the log, where there is none in time: it never fails. */
  blockOf(facts: PictureFacts, waitMs: number): Promise<ImageBlock | undefined>;
}

/** Pictures that are painted, and then published. */
export function createPictures(parts: {
  painter: Pick<Painter, "paint" | "prepare" | "maxWaitMs">;
  publish: PublishPicture;
  log: Logger;
}): Pictures {
  const { painter, publish, log } = parts;

  async function make(facts: PictureFacts, late: AbortSignal): Promise<ImageBlock> {
    const picture = await painter.paint(facts);
    // Nobody waits for it any more, so that Slack need not keep it.
    late.throwIfAborted();
    return { type: "image", alt_text: picture.altText, ...(await publish(picture)) };
  }

  return {
    prepare: () => painter.prepare(),
    async blockOf(facts, waitMs) {
      const maxWaitMs = Math.max(waitMs, painter.maxWaitMs ?? 0);
      const clock = new AbortController();
      const { promise: over, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => {
        const failure = new AppError("upstream", `A picture was not there after ${maxWaitMs} ms.`);
        clock.abort(failure);
        reject(failure);
      }, maxWaitMs);
      try {
        return await Promise.race([make(facts, clock.signal), over]);
      } catch (error) {
        log.warn({ err: error }, "an answer goes without its picture");
        return undefined;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
