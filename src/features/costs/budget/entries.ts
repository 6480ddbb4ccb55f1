import { z } from "zod";
import { channel, inChannel, number, service, teamOrHandle } from "../../../platform/commands/arguments.ts";
import { entry, quoted } from "../../../platform/commands/entry.ts";
import { BudgetsData } from "./data.ts";
import { asks } from "./asks.ts";

/** What can be asked for about budgets, by subcommand. */
export const entries = {
  list: entry({
    asks: asks.list,
    name: "budgets_list",
    title: "Budgets",
    summary: "Lists the budgets, and how much of each is used.",
    effect: "read",
    isTool: true,
    args: z.object({ from: number.optional().describe("The number of the first one") }),
    words: ({ from }) => ["costs budget list", from],
    result: BudgetsData,
  }),
  set: entry({
    asks: asks.set,
    name: "budgets_set",
    title: "Set a budget",
    summary: "Sets a budget in credits. A channel gets a message before it is used up.",
    effect: "change",
    args: z.object({
      credits: z.number().positive().max(1e12).describe("The credits for each day, week or month"),
      every: z.enum(["daily", "weekly", "monthly"]).optional().describe("By default monthly"),
      service: service.optional().describe("The service. Without it and a team all costs"),
      team: teamOrHandle
        .optional()
        .describe("The team, instead of a service: a name, or a user group's handle with @"),
      channel: channel.optional(),
    }),
    words: ({ credits, every, service, team, channel }) => [
      "costs budget set",
      credits,
      every,
      quoted(service),
      team && `team ${quoted(team)}`,
      channel && `in ${inChannel(channel)}`,
    ],
  }),
  remove: entry({
    asks: asks.remove,
    name: "budgets_remove",
    title: "Remove a budget",
    summary: "Removes a budget by its number in the list.",
    effect: "change",
    args: z.object({ number }),
    words: ({ number }) => ["costs budget remove", number],
  }),
};
