import type { DigestOrder, OpenDigest } from "./schedule.ts";

/** A digest as the subject of a sentence. */
export function digestInWords({ every }: Pick<DigestOrder, "every">): string {
  return `The ${every} digest of costs`;
}

/** The command that asks for a digest like this one, in another channel or again in its own. */
export function commandFor({ every, at, by, timeZone }: DigestOrder): string {
  return `/db costs schedule ${every} at ${at} in #channel by ${by} ${timeZone}`;
}

/** The name of a digest's post, which no other post of the workspace has. */
export function digestKey({ id }: DigestOrder, { from }: Pick<OpenDigest, "from">): string {
  return `digest:${id}:${from}`;
}
