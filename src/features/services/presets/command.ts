import { removed } from "../../../platform/audit/recorder.ts";
import { z } from "zod";
import { escapeMrkdwn, escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import type { ServicesContext } from "../context.ts";
import { oneLine } from "../../../lib/text.ts";
import { channelsAsTyped } from "../../../platform/commands/channel-in.ts";
import { createButton, deleteButton, deletedReply, presetsReply, formatSaved } from "./list.ts";
import { askFirst, command, sureOf } from "../../../platform/commands/command.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { context, packed, section } from "../../../platform/blocks/text.ts";
import { type Preset, presetSummary } from "./presets.ts";
import { settingTexts } from "./settings.ts";

const Name = z.string().min(1, "Say which preset.").max(100, "A preset's name has at most 50 characters.");

const List = z.object({ subcommand: z.literal("list") });
const After = z.object({ subcommand: z.literal("after"), name: Name });
const Show = z.object({ subcommand: z.literal("show"), name: Name });
const Delete = z.object({ subcommand: z.literal("delete"), name: Name });

const Subcommand = z.discriminatedUnion("subcommand", [List, After, Show, Delete], {
  error: "After `presets` comes nothing, `show <name>`, `delete <name>` or `after <name>`.",
});

const Args = z.preprocess(parseWords, Subcommand);

/** Splits the words after `presets` into a subcommand and a name. */
function parseWords(text: unknown) {
  const [, subcommand = "", name = ""] = /^(\S*)\s*(.*)$/.exec(channelsAsTyped(oneLine(String(text)))) ?? [];
  return { subcommand: subcommand.toLowerCase() || "list", name };
}

/** `/db presets [show|delete|after]`: lists, shows and deletes the workspace's presets. */
export const presets = command({
  name: "presets",
  summary: "Lists the presets that a service can start from; shows or deletes one.",
  usage: "[show <name> | delete <name> | after <name>]",
  examples: ["/db presets", "/db presets show small staging", "/db presets delete small staging"],
  details:
    "To make one, fill in the form, `/db create`, and press “Save as preset” on its last step. `after &lt;name&gt;` goes on with a long list. Deleting a preset changes no service.",
  args: Args,
  access: ({ subcommand }) => (subcommand === "delete" ? "operator" : "viewer"),

  async run(args, context: ServicesContext) {
    const { presets } = context;
    switch (args.subcommand) {
      case "list":
        return presetsReply(await presets.list());
      case "after":
        return presetsReply(await presets.list(), args.name);
      case "show":
        return presetReply(await presets.find(args.name));
      case "delete":
        return deletePreset(args.name, context);
    }
  },
});

async function deletePreset(words: string, { presets, audit }: ServicesContext): Promise<Reply> {
  const { name, isSure } = sureOf(words, await presets.list());
  if (isSure) {
    const deleted = await audit.change(
      { action: "preset.delete", subject: name },
      () => presets.delete(name),
      (preset) => ({ subject: preset.name, ...removed(presetSummary(preset)) }),
    );
    return deletedReply(deleted);
  }
  const preset = await presets.find(name);
  return askFirst({
    text: `Delete the preset *${escapeName(preset.name)}*? New services can no longer start from it. Services that did stay as they are.`,
    yes: "Delete it",
    command: `presets delete ${preset.name} yes`,
  });
}

/** Shows every field of a preset, with the rule that it breaks if it does. */
export function presetReply(preset: Preset): Reply {
  const { name, description, fields } = preset;
  const about = description === undefined ? [] : [escapeMrkdwn(description)];
  const headline = [`*${escapeName(name)}*`, ...about].join("\n");
  const settings = settingTexts(fields);
  const shown = settings.length === 0 ? ["No settings."] : settings;
  return reply([headline, ...shown, formatSaved(preset)].join("\n"), [
    section(headline),
    ...packed(shown),
    context(formatSaved(preset)),
    actions([{ ...createButton(name), style: "primary" }, deleteButton(name)]),
  ]);
}
