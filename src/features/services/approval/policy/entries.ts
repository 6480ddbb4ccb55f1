import { z } from "zod";
import { channel, group, inChannel, ofGroup } from "../../../../platform/commands/arguments.ts";
import { entry, none } from "../../../../platform/commands/entry.ts";
import { ApprovalsData } from "./data.ts";
import { asks } from "./asks.ts";

/** What can be asked for about approvals, by subcommand. */
export const entries = {
  list: entry({
    asks: asks.list,
    name: "approvals_list",
    title: "Approvals",
    summary: "Shows which new services need approval, and the requests that wait.",
    effect: "read",
    isTool: true,
    args: none,
    words: () => ["admin approvals"],
    result: ApprovalsData,
  }),
  set: entry({
    asks: asks.set,
    name: "approvals_set",
    title: "Change when approval is needed",
    summary: "Says which new services need the approval of a user group.",
    effect: "change",
    access: "admin",
    args: z.object({
      channel: channel.describe("The channel for the requests"),
      group: group.describe("The user group that approves"),
      quorum: z.int().min(1).max(20).optional().describe("How many have to approve. By default 1"),
      when: z
        .string()
        .max(100)
        .optional()
        .describe("when role operator, memory over 64, price over 500 credits a month"),
    }),
    words: ({ channel, group, quorum, when }) => [
      "admin approvals set",
      inChannel(channel),
      `by ${ofGroup(group)}`,
      quorum && `quorum ${quorum}`,
      when,
    ],
  }),
  deny: entry({
    asks: asks.deny,
    name: "approvals_deny",
    title: "Set a hard limit",
    summary: "Says what no new service may exceed, not even an admin's.",
    effect: "change",
    access: "admin",
    args: z.object({
      limit: z
        .string()
        .trim()
        .min(1)
        .max(60)
        .describe("price over 500 credits a month, price over 150 EUR a month, team over budget, or off"),
    }),
    words: ({ limit }) => ["admin approvals deny", limit],
  }),
  off: entry({
    asks: asks.off,
    name: "approvals_off",
    title: "Turn approvals off",
    summary: "New services need no approval any more.",
    effect: "change",
    access: "admin",
    args: none,
    words: () => ["admin approvals off"],
  }),
  workflows: entry({
    asks: asks.workflows,
    name: "approvals_workflows",
    title: "Workflows without approval",
    summary: "Lists the workflows that create services without asking.",
    effect: "read",
    access: "admin",
    args: none,
    words: () => ["admin approvals workflow"],
  }),
  workflow: entry({
    asks: asks.workflow,
    name: "approvals_workflow_set",
    title: "Change which workflows ask",
    summary: "Lets a workflow create services without asking, or ends that.",
    effect: "change",
    access: "admin",
    args: z.object({
      change: z
        .string()
        .trim()
        .regex(/^(?:approve|withdraw)\s/, "For example: withdraw nightly staging")
        .max(300)
        .describe(
          "For example: approve nightly staging preset small staging requester <@U0123456789>, or withdraw nightly staging",
        ),
    }),
    words: ({ change }) => ["admin approvals workflow", change],
  }),
};
