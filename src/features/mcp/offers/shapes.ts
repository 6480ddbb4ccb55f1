import { z } from "zod";
import type { Entry } from "../../../platform/commands/entry.ts";

/** The tools that list the changes, propose any of them, and say how a proposal went. */
export const changesName = "changes_list";
export const proposeName = "propose_command";
export const statusName = "offer_status";

/** The longest line that a message can show whole. */
export const longestLine = 1_500;

/** A proposal: an entry with its arguments, or a command line. */
export const Proposal = z
  .object({
    command: z.string().max(64).optional().describe("The name of the change, from the list"),
    arguments: z.record(z.string(), z.unknown()).optional().describe("Its arguments, by name"),
    line: z
      .string()
      .max(longestLine)
      .optional()
      .describe('Instead of both, the whole command, as in: alerts hooks pause "checkout"'),
  })
  .strict();

/** The same, with the changes that the caller may propose. */
export function proposalOf(changes: readonly Entry[]) {
  const names = changes.map(({ name }) => name);
  return Proposal.extend({ command: z.enum(names).optional().describe("The name of the change") });
}

/** Which changes to list. */
export function changesArgsOf(changes: readonly Entry[]) {
  const names = changes.map(({ name }) => name);
  const command = z.enum(names).optional().describe("One change, to see its arguments. Without it all");
  return z.object({ command }).strict();
}

/** Changes as a program sees them. */
export const ChangesResult = z.object({
  changes: z.array(
    z.object({
      name: z.string().describe("For propose_command, as command"),
      title: z.string(),
      summary: z.string().describe("What it does once its person approved it"),
      isFinal: z.boolean().describe("True if it can't be taken back. Its person is then asked once more"),
      arguments: z.array(z.string()).optional().describe("Their names. Those that may be left out end in ?"),
      schema: z
        .record(z.string(), z.unknown())
        .optional()
        .describe("Their JSON Schema, if one was asked for"),
    }),
  ),
});
export type ChangesResult = z.infer<typeof ChangesResult>;

/** Which offer to look at. */
export const StatusArgs = z
  .object({ offer: z.string().min(1).max(64).describe("The id that the proposal was answered with") })
  .strict();

/** An offer as a program sees it. */
export const OfferResult = z.object({
  offer: z.string().describe("Its id, for offer_status"),
  state: z
    .enum(["waiting", "expired", "opened", "running", "done", "asking", "failed", "unknown", "denied"])
    .describe(
      "waiting: the person has not decided. expired: they didn't in time. opened: they opened the form, and it is theirs now. asking: they are asked once more before it is done. running: it was approved or submitted, and isn't done yet. done: it was done. failed: it wasn't done. unknown: it may have been done. denied: they said no.",
    ),
  reason: z.string().optional().describe("Why it failed, or why that is unknown"),
  command: z.string().describe("The name of the change"),
  line: z.string().describe("The command line that the person sees"),
  message: z.string().describe("What to do next"),
  link: z.string().optional().describe("The message in Slack in which the person decides"),
  expiresAt: z.iso.datetime().describe("Until when they can"),
});
export type OfferResult = z.infer<typeof OfferResult>;
