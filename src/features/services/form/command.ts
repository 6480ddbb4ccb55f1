import { unconnectedReply } from "../../connections/index.ts";
import { z } from "zod";
import type { ServicesContext } from "../context.ts";
import type { Given } from "./begin.ts";
import { createServiceForm } from "./form.ts";
import { oneLine } from "../../../lib/text.ts";
import { channelsAsTyped } from "../../../platform/commands/channel-in.ts";
import { command } from "../../../platform/commands/command.ts";

// Of a service's name (spec/api.md, "Service") and of a preset's.
const nameLength = 50;

/** `/db create [preset or name]`: opens the form. */
export const create = command({
  name: "create",
  summary: "Opens the form that creates a database service, empty or from a preset.",
  usage: "[preset or name]",
  examples: ["/db create", "/db create small staging", "/db create orders"],
  details:
    "With a preset's name, the form begins with what the preset says; with other words, they are the new service's name. Nothing is created before you press Create. The service is announced in the channel you asked from; its password is shown to you alone, once.",
  access: "operator",
  opens: () => true,
  args: z
    .string()
    .transform((text) => channelsAsTyped(oneLine(text)))
    .pipe(z.string().max(nameLength, `A name has at most ${nameLength} characters.`)),

  async run(words, context: ServicesContext) {
    const first = await unconnectedReply(context);
    if (first) return first;
    return { opens: createServiceForm, given: await given(words, context) };
  },
});

/** A preset of that name, or else the name for the service, with a word on a preset that may have been meant. */
async function given(words: string, { presets }: ServicesContext): Promise<Given> {
  if (words === "") return {};
  const finding = await presets.search(words);
  if ("found" in finding) return { preset: finding.found.name };
  const { nearestName } = finding;
  if (nearestName === undefined) return { name: words };
  const note = `There is no preset “${words}”; did you mean “${nearestName}”? Choose it under “Start from a preset”.`;
  return { name: words, note };
}
