import { z } from "zod";
import { teamOrHandle } from "../../../platform/commands/arguments.ts";
import { entry } from "../../../platform/commands/entry.ts";
import { createAsks } from "../asks.ts";
import { wishArgs, wishWords } from "../wish/words.ts";

const named = z.string().trim().min(1).max(50);

/** Creating a service. */
export const createEntry = entry({
  asks: createAsks,
  name: "services_create",
  title: "Create a service",
  summary: "Opens the form for a new database service, empty or from a preset.",
  effect: "change",
  opens: true,
  isTool: true,
  args: z.object({
    name: named.optional().describe("The new service's name. Without a preset also a preset's name"),
    preset: named.optional().describe("The preset to start from"),
    team: teamOrHandle
      .optional()
      .describe("The team that it will belong to: a name, or a user group's handle with @"),
    ...wishArgs,
    region: z
      .string()
      .trim()
      .min(1)
      .max(50)
      .optional()
      .describe("Where it runs: a region's id, or a city or a country with or without a provider"),
  }),
  words: ({ name, preset, team, ...wish }) => [
    "create",
    ...(name === undefined ? [preset] : [name, preset && `from ${preset}`]),
    ...wishWords(wish),
    team && `team ${team}`,
  ],
});
