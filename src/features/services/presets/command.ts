import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { oneLine, plural, truncate } from "../../../lib/text.ts";
import { removed } from "../../../platform/audit/recorder.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeMrkdwn, escapeName, visible } from "../../../platform/blocks/escape.ts";
import { allFit } from "../../../platform/blocks/fit.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context, packed, section } from "../../../platform/blocks/text.ts";
import type { FieldProblem } from "../../../platform/cloud/services/request.ts";
import { channelsAsTyped } from "../../../platform/commands/channel-in.ts";
import { type Found, command } from "../../../platform/commands/command.ts";
import { askFirst, sureOf } from "../../../platform/commands/confirm.ts";
import type { Asker } from "../../../platform/context.ts";
import { unconnected } from "../../connections/index.ts";
import type { ServicesContext } from "../context.ts";
import { presetData, presetsData } from "./data.ts";
import { formatSettings, readPresetFields, settingTexts } from "./fields.ts";
import { mentionOf } from "../../../platform/access/person-names.ts";
import { listed } from "../../../platform/commands/entry.ts";
import { entries } from "./entries.ts";
import * as texts from "./texts.ts";
import { type Preset, byName, presetSummary } from "./presets.ts";

const Name = z.string().min(1, texts.whichPreset).max(100, texts.nameTooLong(50));

const List = z.object({ subcommand: z.literal("list") });
const After = z.object({ subcommand: z.literal("after"), name: Name });
const Show = z.object({ subcommand: z.literal("show"), name: Name });
const Delete = z.object({ subcommand: z.literal("delete"), name: Name });

const Subcommand = z.discriminatedUnion("subcommand", [List, After, Show, Delete], {
  error: texts.subcommands,
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
  partOf: "create",
  summary: texts.summary,
  usage: "[show <name> | delete <name> | after <name>]",
  examples: [
    "/db create presets",
    "/db create presets show small staging",
    "/db create presets delete small staging",
  ],
  details: texts.details,
  args: Args,
  entries: listed(entries),
  calls: ({ subcommand }) => entries[subcommand === "after" ? "list" : subcommand],

  async run(args, context: ServicesContext, asker) {
    const { presets } = context;
    switch (args.subcommand) {
      case "list": {
        const all = await presets.list();
        const first = all.length === 0 ? await unconnected(context) : undefined;
        return first ?? foundPresets(all);
      }
      case "after":
        return foundPresets(await presets.list(), args.name);
      case "show": {
        const preset = await presets.find(args.name);
        return { data: () => presetData(preset), draw: () => presetReply(preset) };
      }
      case "delete":
        return deletePreset(args.name, context, asker);
    }
  },
});

async function deletePreset(
  words: string,
  { presets, audit }: ServicesContext,
  asker: Asker,
): Promise<Reply> {
  const { name, isSure } = sureOf(words, await presets.list(), asker);
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
    text: texts.deleteQuestion(escapeName(preset.name)),
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
  const shown = settings.length === 0 ? [texts.noSettings] : settings;
  return reply([headline, ...shown, formatSaved(preset)].join("\n"), [
    section(headline),
    ...packed(shown),
    context(formatSaved(preset)),
    actions([{ ...createButton(name), style: "primary" }, deleteButton(name)]),
  ]);
}

/** Says in mrkdwn who saved a preset, and when. */
function formatSaved({ savedBy, savedAt }: Preset): string {
  const by = /^[UW][A-Z0-9]+$/.test(savedBy) ? mentionOf(savedBy) : undefined;
  return texts.savedText(by, slackDate(new Date(savedAt)));
}

/** The button that opens the form with the preset's values. */
function createButton(name: string) {
  return commandButton("Create from it", `create ${name}`);
}

/** The button that deletes the preset. It asks first, because the whole workspace uses the preset. */
function deleteButton(name: string) {
  const question = {
    title: "Delete this preset?",
    text: texts.deleteDialog(visible(name)),
    yes: "Delete",
    no: "Keep it",
  };
  return commandButtonAfter(question, "Delete", `presets delete ${name} yes`);
}

/** As many as a person reads at a glance. */
const shownPresets = 10;

// Some rules name everything that they allow, which would fill the list; `show` has it all.
const problemLength = 150;

function foundPresets(presets: readonly Preset[], after?: string): Found {
  return {
    data() {
      const start = startAfter(presets, after);
      return presetsData(presets.slice(start, start + shownPresets), { start, total: presets.length });
    },
    draw: () => presetsReply(presets, after),
  };
}

/** How many presets come before a page. */
function startAfter(presets: readonly Preset[], after: string | undefined): number {
  return after === undefined ? 0 : presets.filter((one) => byName(one, { name: after }) <= 0).length;
}

/** Shows one page of presets by name: the first, or the one after a name. */
export function presetsReply(presets: readonly Preset[], after?: string): Reply {
  if (presets.length === 0) return say(texts.noPresets);
  const start = startAfter(presets, after);
  const rest = presets.slice(start);
  if (after !== undefined && rest.length === 0) {
    return say(texts.nothingAfter(escapeName(after)));
  }
  const entries = rest.slice(0, shownPresets).map(entry);
  const pages = entries.map((_, index) => page(entries.slice(0, index + 1), start, presets.length));
  // The first entry always fits: no preset is large enough to fill a message.
  const largest = pages.findLast(({ text, blocks }) => text.length <= limits.message.text && allFit(blocks));
  const { text, blocks } = largest ?? page(entries.slice(0, 1), start, presets.length);
  return reply(text, blocks);
}

interface Entry {
  name: string;
  text: string;
  blocks: KnownBlock[];
}

function entry(preset: Preset): Entry {
  const { name, description, fields } = preset;
  const { request, problems } = readPresetFields(fields);
  const about = description === undefined ? "" : ` ${escapeMrkdwn(description)}`;
  const text = [
    `*${escapeName(name)}*${about}`,
    formatSettings(request),
    ...problemLine(problems),
    formatSaved(preset),
  ].join("\n");
  const buttons = [createButton(name), commandButton("Show", `presets show ${name}`), deleteButton(name)];
  return { name, text, blocks: [section(text), actions(buttons)] };
}

function problemLine([first, ...others]: readonly FieldProblem[]): string[] {
  if (!first) return [];
  const more = others.length === 0 ? "" : ` And ${plural(others.length, "more problem")}.`;
  return [texts.noLongerAllowed(escapeMrkdwn(truncate(first.message, problemLength)), more)];
}

/** Makes a page of the list: its range, its entries, and the command for the next page. */
function page(entries: readonly Entry[], start: number, total: number): Reply {
  const end = start + entries.length;
  const last = entries.at(-1)?.name ?? "";
  const isAll = entries.length === total;
  const headline = isAll ? texts.listTitle(plural(total, "preset")) : texts.pageTitle(start + 1, end, total);
  const next = end < total ? [`presets after ${last}`] : [];
  const lines = next.map((command) => texts.goesOn(`/db create ${command}`));
  const { hint } = texts;
  return {
    text: [headline, ...entries.map(({ text }) => text), ...lines, hint].join("\n"),
    blocks: [
      section(headline),
      ...entries.flatMap(({ blocks }) => blocks),
      ...next.map((command) => actions([commandButton("More presets", command)])),
      context(hint),
    ],
  };
}

/** Shows everything that a deleted preset held, so it can be made again. */
export function deletedReply(preset: Preset): Reply {
  const { name, description, fields } = preset;
  const about = description === undefined ? [] : [escapeMrkdwn(description)];
  const headline = texts.deleted(escapeName(name), formatSaved(preset));
  const settings = [...about, ...settingTexts(fields)];
  const held = settings.length === 0 ? [] : [texts.itHeld, ...settings];
  const hint = texts.toMakeAgain;
  return reply([headline, ...held, hint].join("\n"), [section(headline), ...packed(held), context(hint)]);
}
