import { z } from "zod";
import type { Entry } from "../../../platform/commands/entry.ts";

/** The tool that proposes any change, and the one that says what became of a proposal. */
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

/** Which offer to look at. */
export const StatusArgs = z
  .object({ offer: z.string().min(1).max(64).describe("The id that the proposal was answered with") })
  .strict();

/** An offer as a program sees it. */
export const OfferResult = z.object({
  offer: z.string().describe("Its id, for offer_status"),
  state: z
    .enum(["waiting", "expired", "opened", "approved", "done", "asking", "failed", "denied"])
    .describe(
      "waiting: the person has not decided. expired: they didn't in time. opened: they opened the form, and it is theirs now. approved: it runs. done: it was done. asking: they are asked once more before it is done. failed: it wasn't done. denied: they said no.",
    ),
  command: z.string().describe("The name of the change"),
  line: z.string().describe("The command line that the person sees"),
  message: z.string().describe("What to do next"),
  link: z.string().optional().describe("The message in Slack in which the person decides"),
  expiresAt: z.iso.datetime().describe("Until when they can"),
});
export type OfferResult = z.infer<typeof OfferResult>;
