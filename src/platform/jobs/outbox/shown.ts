import { z } from "zod";
import { KeptPlace } from "../message-place.ts";

/** That something is about to be posted, written down before it is: who finds it unfinished looks for the post first. */
export const LaneClaim = z.object({
  what: z.enum(["root", "thread", "file"]),
  channelId: z.string(),
  /** What finds the post again: a mark, or the name of a file. */
  mark: z.string(),
  /** The last thread entry that it says. */
  upTo: z.int().optional(),
  /** Tells this claim from every other. */
  token: z.string(),
  claimedAtMs: z.number(),
  /** From when on the post has reached Slack or never will, so that others may look for it. */
  untilMs: z.number(),
});
export type LaneClaim = z.output<typeof LaneClaim>;

/** How an item looks in Slack by now. Only the lane that it is in writes it. */
export const Shown = z.object({
  root: KeptPlace.optional(),
  /** Counts how often its root was begun anew. */
  generation: z.int().min(1),
  /** Of the root as it was posted or edited last; without it the root may look otherwise than anybody knows. */
  digest: z.string().optional(),
  /** Of the item, when it was shown last. */
  revision: z.int().optional(),
  /** The last thread entry that was said; -1 for none. */
  threadUpTo: z.int().min(-1),
  claim: LaneClaim.optional(),
  /** How often in a row it could not be shown. */
  tries: z.int().min(1).optional(),
  /** True where Slack takes no files for it. */
  refusesFiles: z.literal(true).optional(),
  /** The channel that took nothing any more, in whose lane its events are still counted. */
  leftFrom: z.string().optional(),
});
export type Shown = z.output<typeof Shown>;

/** How an item looks that nobody has shown yet. */
export const unshown: Shown = { generation: 1, threadUpTo: -1 };

/** The same with no post under way. */
export function withoutClaim(shown: Shown): Shown {
  const { claim: _, ...rest } = shown;
  return rest;
}

/** The same with no message that could be edited, and no post under way. */
export function withoutRoot(shown: Shown): Shown {
  const { root: _, digest: __, ...rest } = shown;
  return withoutClaim(rest);
}

/** The same as it is after a success. */
export function withoutTrouble(shown: Shown): Shown {
  const { tries: _, ...rest } = shown;
  return withoutClaim(rest);
}
