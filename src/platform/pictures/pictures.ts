import type { ImageBlock, SlackFileImageObject, UrlImageObject } from "@slack/types";
import type { Logger } from "pino";
import { hourMs } from "../../lib/duration.ts";
import { AppError } from "../../lib/errors.ts";
import { truncate } from "../../lib/text.ts";
import type { Messenger } from "../jobs/messenger.ts";
import type { Signer } from "../secrets/signer.ts";
import type { PictureFacts, TilesFacts } from "./facts.ts";
import type { Painter, Picture } from "./painter.ts";
import { type KeptPictures, picturePath } from "./served.ts";

/** Pictures for messages. */
export interface Pictures {
  /** Loads the renderer while the caller still gathers the facts, so that the first picture comes sooner. */
  prepare(): void;
  /** The picture as a block. Undefined if it is not there in time, with the reason in the log. Never fails. */
  blockOf(facts: PictureFacts, waitMs: number): Promise<ImageBlock | undefined>;
}

/** A dashboard's tiles as a picture. Undefined without tiles, or if it is not there in time. Never fails. */
export async function tilesBlock(
  pictures: Pick<Pictures, "blockOf">,
  { title, tiles }: Omit<TilesFacts, "kind">,
  waitMs: number,
): Promise<ImageBlock | undefined> {
  return tiles.length === 0 ? undefined : pictures.blockOf({ kind: "tiles", title, tiles }, waitMs);
}

/** Pictures that are painted, and then published. */
export function createPictures({
  painter,
  publish,
  log,
}: {
  painter: Pick<Painter, "paint" | "prepare" | "maxWaitMs">;
  publish: PublishPicture;
  log: Logger;
}): Pictures {
  async function make(facts: PictureFacts, late: AbortSignal): Promise<ImageBlock> {
    const picture = await painter.paint(facts);
    // After the deadline Slack need not store it.
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

/** Stores a picture so that Slack can show it. Fails as AppError. */
export type PublishPicture = (picture: Picture) => Promise<UrlImageObject | SlackFileImageObject>;

// Slack does not document its limit for a file. The image block has the whole text.
const altTextOfFile = 500;

/** Uploads pictures to Slack as files. */
export function byUpload(upload: Messenger["upload"]): PublishPicture {
  return async ({ png, altText, fileName }) => {
    const file = { name: fileName, bytes: png, altText: truncate(altText, altTextOfFile) };
    const { fileId } = await upload(file);
    return { slack_file: { id: fileId } };
  };
}

/** Keeps pictures for an hour, at addresses that only we can make. */
export function byAddress({
  workspaceId,
  pictures,
  publicUrl,
  signer,
  now,
  newId,
}: {
  workspaceId: string;
  pictures: Pick<KeptPictures, "save">;
  /** The app's address for Slack, without a slash at its end. */
  publicUrl: string;
  signer: Signer;
  now: () => Date;
  newId: () => string;
}): PublishPicture {
  return async ({ png }) => {
    const id = newId();
    await pictures.save(id, png);
    const expiresAt = new Date(now().getTime() + hourMs);
    return { image_url: `${publicUrl}${picturePath({ workspaceId, id, expiresAt }, signer)}` };
  };
}
