import { z } from "zod";
import { entry } from "../../../platform/commands/entry.ts";
import { createAsks } from "../asks.ts";

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
  }),
  words: ({ name, preset }) =>
    name === undefined ? ["create", preset] : ["create", name, preset && `from ${preset}`],
});
