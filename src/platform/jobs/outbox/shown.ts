import { z } from "zod";
import { KeptMessageRef } from "../messenger.ts";
import { dayMs } from "../../../lib/duration.ts";

/** Where in an outbox stands what a person waits for. */
export const atOnce = 0;

/**
 * Where in an outbox news stand that came at a time: in their order, and before all repetitions of the last day, which only
 * count up; those stand where they came.
 */
export function newsScore(atMs: number): number {
  return atMs - dayMs;
}

/** When what stands at a score came, as seen at a later moment; undefined for what a person waits for. */
export function cameAtMs(score: number, laterMs: number): number | undefined {
  if (score === atOnce) return undefined;
  return laterMs - score >= dayMs ? score + dayMs : score;
}

/** One thing that happened to an incident on its way to Slack. Times are in Unix milliseconds. */
export const TraceEntry = z.discriminatedUnion("step", [
  /** An event of it was worked in; several at once where a flood was coalesced. */
  z.object({
    step: z.literal("event"),
    receivedAtMs: z.number(),
    acceptedAtMs: z.number(),
    atMs: z.number(),
    times: z.int(),
    state: z.string(),
    led: z.enum(["new", "changed", "unchanged"]),
    suppressed: z.string().optional(),
    /** How many entries were worked in together. */
    batch: z.int(),
  }),
  /** Something was done to it by a person, a timer or the reconciliation. */
  z.object({ step: z.literal("action"), atMs: z.number(), verb: z.string() }),
  /** A call of Slack, with what came of it. */
  z.object({
    step: z.literal("call"),
    atMs: z.number(),
    call: z.enum(["post", "edit", "thread", "file", "find"]),
    channelId: z.string(),
    tookMs: z.number().optional(),
    /** "ok", or Slack's refusal in words. */
    answer: z.string().max(300),
    /** How many events it showed. */
    events: z.int().optional(),
  }),
  /** It was moved to another outbox, into a digest, or became a dead letter. */
  z.object({ step: z.literal("moved"), atMs: z.number(), moved: z.string().max(300) }),
]);
export type TraceEntry = z.output<typeof TraceEntry>;

/** How many entries of an incident are kept. */
export const traceLength = 200;

/** That something is about to be posted, written down before it is: who finds it unfinished looks for the post first. */
export const OutboxClaim = z.object({
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
export type OutboxClaim = z.output<typeof OutboxClaim>;

/** How an item looks in Slack by now. Only the outbox that it is in writes it. */
export const Shown = z.object({
  root: KeptMessageRef.optional(),
  /** Counts how often its root was begun anew. */
  generation: z.int().min(1),
  /** Of the root as it was posted or edited last; without it the root may look otherwise than anybody knows. */
  hash: z.string().optional(),
  /** Of the item, when it was shown last. */
  revision: z.int().optional(),
  /** The last thread entry that was said; -1 for none. */
  threadUpTo: z.int().min(-1),
  claim: OutboxClaim.optional(),
  /** How often in a row it could not be shown. */
  tries: z.int().min(1).optional(),
  /** True where Slack takes no files for it. */
  refusesFiles: z.literal(true).optional(),
  /** The channel that took nothing any more, in whose outbox its events are still counted. */
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
  const { root: _, hash: __, ...rest } = shown;
  return withoutClaim(rest);
}

/** The same as it is after a success. */
export function withoutTrouble(shown: Shown): Shown {
  const { tries: _, ...rest } = shown;
  return withoutClaim(rest);
}
