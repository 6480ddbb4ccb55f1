import { z } from "zod";
import { KeptMessageRef } from "../messenger.ts";
import { dayMs } from "../../../lib/duration.ts";

/** The score of something that a person waits for. */
export const atOnce = 0;

/** The score of news from that time: in order, and before all repetitions of the last day, which only raise a count. */
export function newsScore(atMs: number): number {
  return atMs - dayMs;
}

/** When the item at a score arrived, as seen at a later time. Undefined for something that a person waits for. */
export function cameAtMs(score: number, laterMs: number): number | undefined {
  if (score === atOnce) return undefined;
  return laterMs - score >= dayMs ? score + dayMs : score;
}

/** One step of an incident on its way to Slack. Times are in Unix milliseconds. */
export const TraceEntry = z.discriminatedUnion("step", [
  /** An event was ingested, or several if a flood was coalesced. */
  z.object({
    step: z.literal("event"),
    receivedAtMs: z.number(),
    acceptedAtMs: z.number(),
    atMs: z.number(),
    /** The span of its request. */
    traceparent: z.string().optional(),
    times: z.int(),
    state: z.string(),
    led: z.enum(["new", "changed", "unchanged"]),
    suppressed: z.string().optional(),
    /** How many entries were ingested together. */
    batch: z.int(),
  }),
  /** A person, a timer or the reconciliation acted on it. */
  z.object({ step: z.literal("action"), atMs: z.number(), verb: z.string() }),
  /** A call of Slack and its outcome. */
  z.object({
    step: z.literal("call"),
    atMs: z.number(),
    call: z.enum(["post", "edit", "thread", "file", "find"]),
    channelId: z.string(),
    tookMs: z.number().optional(),
    /** "ok", or Slack's reason in words. */
    answer: z.string().max(300),
    /** How many events it showed. */
    events: z.int().optional(),
  }),
  /** It moved to another outbox or into a storm summary, or became a dead letter. */
  z.object({ step: z.literal("moved"), atMs: z.number(), moved: z.string().max(300) }),
]);
export type TraceEntry = z.output<typeof TraceEntry>;

/** How many entries an incident keeps. */
export const traceLength = 200;

/** A note that something is about to be posted. A process that finds it unfinished searches for the post first. */
export const OutboxClaim = z.object({
  what: z.enum(["root", "thread", "file"]),
  channelId: z.string(),
  /** Finds the post: a mark, or the name of a file. */
  mark: z.string(),
  /** The last thread entry in it. */
  upTo: z.int().optional(),
  /** Identifies this claim. */
  token: z.string(),
  claimedAtMs: z.number(),
  /** From then on the post has reached Slack or never will, so others may search for it. */
  untilMs: z.number(),
});
export type OutboxClaim = z.output<typeof OutboxClaim>;

/** An item's state in Slack. Only its outbox writes it. */
export const Shown = z.object({
  root: KeptMessageRef.optional(),
  /** How often its root was started again. */
  generation: z.int().min(1),
  /** The hash of the last posted or edited root. Without it, the root's content is unknown. */
  hash: z.string().optional(),
  /** The item's revision when it was last shown. */
  revision: z.int().optional(),
  /** The last posted thread entry, or -1. */
  threadUpTo: z.int().min(-1),
  claim: OutboxClaim.optional(),
  /** How often in a row it couldn't be shown. */
  tries: z.int().min(1).optional(),
  /** True if its next message may be there already, and the app may not look. */
  isUnsure: z.literal(true).optional(),
  /** True if Slack takes no files for it. */
  refusesFiles: z.literal(true).optional(),
  /** The channel that refused it. Its outbox still counts the item's events. */
  leftFrom: z.string().optional(),
});
export type Shown = z.output<typeof Shown>;

/** The state of an item that was never shown. */
export const unshown: Shown = { generation: 1, threadUpTo: -1 };

/** Without the unfinished post. */
export function withoutClaim(shown: Shown): Shown {
  return { ...shown, claim: undefined };
}

/** Without a message to edit, and without the unfinished post. */
export function withoutRoot(shown: Shown): Shown {
  return { ...shown, root: undefined, hash: undefined, claim: undefined };
}

/** As after a success. */
export function withoutTrouble(shown: Shown): Shown {
  return { ...shown, tries: undefined, claim: undefined, isUnsure: undefined };
}
