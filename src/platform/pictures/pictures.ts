import type { ContextBlock, ImageBlock, SlackFileImageObject, UrlImageObject } from "@slack/types";
import type { Logger } from "pino";
import { hourMs, minuteMs } from "../../lib/duration.ts";
import { AppError } from "../../lib/errors.ts";
import { hashJson } from "../../lib/hash.ts";
import { truncate } from "../../lib/text.ts";
import { context as smallPrint } from "../blocks/text.ts";
import type { Messenger } from "../jobs/messenger.ts";
import { type RedisClient, reachingRedis } from "../redis/connect.ts";
import { keys, ttlInSeconds } from "../redis/keys.ts";
import type { Signer } from "../secrets/seal.ts";
import type { ChartFacts } from "./facts.ts";
import type { Painter, Picture } from "./painter.ts";

/** A picture, or a sentence that says why there is none. */
export type PictureBlock = ImageBlock | ContextBlock;

/** Pictures for messages. */
export interface Pictures {
  /** Loads the renderer while the caller still gathers the facts, so the first picture comes sooner. */
  prepare(): void;
  /**
   * The picture as a block. Undefined if it is not there in time, with the reason in the log. Never fails. A shared one
   * is painted and stored once for all who see it within half an hour. If the app may not send files, a sentence that
   * says so.
   */
  blockOf(
    facts: ChartFacts,
    waitMs: number,
    options?: { isShared?: boolean },
  ): Promise<PictureBlock | undefined>;
}

/** Pictures that are painted, and then published. */
export function createPictures({
  painter,
  publish,
  shared = sharedPictures(Date.now)(""),
  log,
}: {
  painter: Pick<Painter, "paint" | "prepare" | "maxWaitMs">;
  publish: PublishPicture;
  shared?: ReturnType<SharedPictures>;
  log: Logger;
}): Pictures {
  async function make(facts: ChartFacts, late: AbortSignal): Promise<ImageBlock> {
    const picture = await painter.paint(facts);
    // After the deadline Slack need not store it.
    late.throwIfAborted();
    return { type: "image", alt_text: picture.altText, ...(await publish(picture)) };
  }

  return {
    prepare: () => painter.prepare(),
    async blockOf(facts, waitMs, { isShared = false } = {}) {
      const maxWaitMs = Math.max(waitMs, painter.maxWaitMs ?? 0);
      const clock = new AbortController();
      const { promise: over, reject } = Promise.withResolvers<never>();
      const timer = setTimeout(() => {
        const failure = new AppError("upstream", `A picture wasn't ready after ${maxWaitMs} ms.`);
        clock.abort(failure);
        reject(failure);
      }, maxWaitMs);
      try {
        const made = isShared
          ? shared(facts, () => make(facts, new AbortController().signal))
          : make(facts, clock.signal);
        return await Promise.race([made, over]);
      } catch (error) {
        log.warn({ err: error }, "sent an answer without its picture");
        return error instanceof AppError && error.code === "missing_scope"
          ? smallPrint(noPictures)
          : undefined;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/** The shared pictures of a workspace, by what they show. */
type SharedPictures = (
  workspaceId: string,
) => (facts: ChartFacts, make: () => Promise<ImageBlock>) => Promise<ImageBlock>;

/** In mrkdwn. */
const noPictures =
  "Pictures are off, because the app lacks `files:write` in Slack. `/db admin doctor` says how an admin allows it.";

// An address lives an hour, and a view with it may stay open for a while.
const sharedForMs = 30 * minuteMs;
/** The most shared pictures of a process. The oldest goes first. */
const mostShared = 200;

/** Keeps the blocks of shared pictures in this process. */
export function sharedPictures(nowMs: () => number): SharedPictures {
  const known = new Map<string, { madeMs: number; block: Promise<ImageBlock> }>();
  return (workspaceId) => (facts, make) => {
    const key = `${workspaceId} ${hashJson(facts)}`;
    const before = known.get(key);
    if (before && nowMs() - before.madeMs < sharedForMs) return before.block;
    const made = { madeMs: nowMs(), block: make() };
    made.block.catch(() => known.get(key) === made && known.delete(key));
    known.delete(key);
    known.set(key, made);
    const [oldest] = known.keys();
    if (known.size > mostShared && oldest !== undefined) known.delete(oldest);
    return made.block;
  };
}

/** Stores a picture so Slack can show it. Fails as AppError. */
type PublishPicture = (picture: Picture) => Promise<UrlImageObject | SlackFileImageObject>;

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

/** Several times the size of a chart. */
const largestInBytes = 512 * 1024;

/** One workspace's pictures that the app serves itself, each for an hour. */
export interface KeptPictures {
  /** Fails as `bug` for a picture above 512 KiB. */
  save(id: string, png: Buffer): Promise<void>;
  /** Undefined after that hour. */
  find(id: string): Promise<Buffer | undefined>;
}

/** One workspace's pictures in Redis, with one key each. */
export function keptPictures(redis: RedisClient, workspaceId: string): KeptPictures {
  const key = (id: string) => keys.picture(workspaceId, id);
  return {
    async save(id, png) {
      if (png.length > largestInBytes) throw new AppError("bug", `A picture has ${png.length} bytes.`);
      await reachingRedis(() => redis.set(key(id), png, "EX", ttlInSeconds.picture));
    },
    async find(id) {
      return (await reachingRedis(() => redis.getBuffer(key(id)))) ?? undefined;
    },
  };
}

/** The target of an address. */
interface PictureTarget {
  workspaceId: string;
  id: string;
  expiresAt: Date;
}

/** The signed path of a picture. Only we can make one, or extend it. */
function picturePath({ workspaceId, id, expiresAt }: PictureTarget, signer: Signer): string {
  const expiry = String(Math.floor(expiresAt.getTime() / 1_000));
  const signature = signer.sign(signed(workspaceId, id, expiry));
  return `/pictures/${workspaceId}/${id}/${expiry}/${signature}.png`;
}

/** The target of a path. Undefined if we did not sign it, or its time is over. */
export function pictureAt(path: string, signer: Signer, now: Date): PictureTarget | undefined {
  const [, workspaceId = "", id = "", expiry = "", signature = ""] =
    /^\/pictures\/(\w{1,64})\/([\w-]{1,64})\/(\d{1,12})\/([\w-]{43})\.png$/.exec(path) ?? [];
  const expiresAt = new Date(Number(expiry) * 1_000);
  if (!signer.verify(signed(workspaceId, id, expiry), signature) || expiresAt <= now) return undefined;
  return { workspaceId, id, expiresAt };
}

/** As JSON, so different lists of parts never read the same. */
function signed(...parts: string[]): string {
  return JSON.stringify(parts);
}
