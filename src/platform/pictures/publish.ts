import type { SlackFileImageObject, UrlImageObject } from "@slack/types";
import { truncate } from "../../lib/text.ts";
import type { Signer } from "../secrets/signer.ts";
import { type KeptPictures, picturePath } from "./served.ts";
import type { Picture } from "./painter.ts";
import { hourMs } from "../../lib/duration.ts";

/** Makes a picture one that Slack can show; fails as AppError. */
export type PublishPicture = (picture: Picture) => Promise<UrlImageObject | SlackFileImageObject>;

// What Slack takes beside a file is not documented; the block says all of it.
const altTextOfFile = 500;

/** Hands a file to Slack without showing it anywhere yet. */
type Upload = (file: { name: string; bytes: Buffer; altText: string }) => Promise<{ fileId: string }>;

/** Hands pictures to Slack as files. */
export function byUpload(upload: Upload): PublishPicture {
  return async ({ png, altText, fileName }) => {
    const file = { name: fileName, bytes: png, altText: truncate(altText, altTextOfFile) };
    const { fileId } = await upload(file);
    return { slack_file: { id: fileId } };
  };
}

/** Keeps pictures for an hour, under addresses that only we can make. */
export function byAddress(parts: {
  workspaceId: string;
  pictures: Pick<KeptPictures, "save">;
  /** Where Slack reaches the app, without a slash at its end. */
  publicUrl: string;
  signer: Signer;
  now: () => Date;
  newId: () => string;
}): PublishPicture {
  const { workspaceId, pictures, publicUrl, signer, now, newId } = parts;
  return async ({ png }) => {
    const id = newId();
    await pictures.save(id, png);
    const expiresAt = new Date(now().getTime() + hourMs);
    return { image_url: `${publicUrl}${picturePath({ workspaceId, id, expiresAt }, signer)}` };
  };
}
