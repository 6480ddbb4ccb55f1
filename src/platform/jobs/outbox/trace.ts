import { z } from "zod";

/** One thing that happened to an incident on its way to Slack. Times are in Unix milliseconds. */
export const TraceEntry = z.discriminatedUnion("hop", [
  /** An event of it was worked in; several at once where a flood was coalesced. */
  z.object({
    hop: z.literal("event"),
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
  z.object({ hop: z.literal("act"), atMs: z.number(), act: z.string() }),
  /** A call of Slack, with what came of it. */
  z.object({
    hop: z.literal("call"),
    atMs: z.number(),
    call: z.enum(["post", "edit", "thread", "file", "find"]),
    channelId: z.string(),
    tookMs: z.number().optional(),
    /** "ok", or Slack's refusal in words. */
    answer: z.string().max(300),
    /** How many events it showed. */
    events: z.int().optional(),
  }),
  /** It was moved to another lane, into a digest, or became a dead letter. */
  z.object({ hop: z.literal("turn"), atMs: z.number(), turn: z.string().max(300) }),
]);
export type TraceEntry = z.output<typeof TraceEntry>;

/** How many entries of an incident are kept. */
export const traceLength = 200;
