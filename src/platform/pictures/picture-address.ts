import type { Signer } from "../secrets/signer.ts";

/** Which picture an address leads to, and until when. */
export interface PicturePlace {
  workspaceId: string;
  id: string;
  expiresAt: Date;
}

/** The path at which a picture is served, signed: nobody can make one, or make one of it for longer. */
export function picturePath({ workspaceId, id, expiresAt }: PicturePlace, signer: Signer): string {
  const expiry = String(Math.floor(expiresAt.getTime() / 1_000));
  const signature = signer.sign(signed(workspaceId, id, expiry));
  return `/pictures/${workspaceId}/${id}/${expiry}/${signature}.png`;
}

/** The picture that a path leads to now; undefined where we did not sign it, or its time is over. */
export function pictureAt(path: string, signer: Signer, now: Date): PicturePlace | undefined {
  const [, workspaceId = "", id = "", expiry = "", signature = ""] =
    /^\/pictures\/(\w{1,64})\/([\w-]{1,64})\/(\d{1,12})\/([\w-]{43})\.png$/.exec(path) ?? [];
  const expiresAt = new Date(Number(expiry) * 1_000);
  if (!signer.verify(signed(workspaceId, id, expiry), signature) || expiresAt <= now) return undefined;
  return { workspaceId, id, expiresAt };
}

/** As JSON, so that no two lists of parts read the same. */
function signed(...parts: string[]): string {
  return JSON.stringify(parts);
}
