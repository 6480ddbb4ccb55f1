import { z } from "zod";
import { entry } from "../../../platform/commands/entry.ts";

/** Creating a service. */
export const createEntry = entry({
  name: "services_create",
  title: "Create a service",
  summary: "Opens the form for a new database service, empty or from a preset.",
  effect: "change",
  opens: true,
  isTool: true,
  args: z.object({
    name: z.string().trim().min(1).max(50).optional().describe("The new service's name, or a preset's"),
  }),
  words: ({ name }) => ["create", name],
});
