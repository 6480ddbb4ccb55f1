import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { plural, truncate } from "../../../lib/text.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeMrkdwn, escapeName, visible } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context, packed, section } from "../../../platform/blocks/text.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import { nameKind } from "../../../platform/commands/arguments/kinds.ts";
import { page } from "../../../platform/commands/arguments.ts";
import { call } from "../../../platform/commands/call.ts";
import { type Page, type WantedPage, pageOf, pageReply } from "../../../platform/commands/paging.ts";
import type { FieldProblem } from "../../../platform/cloud/services/request.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import type { Found } from "../../../platform/commands/found.ts";
import { unconnected } from "../../connections/index.ts";
import type { ServicesContext } from "../context.ts";
import {
  type Preset,
  PresetData,
  PresetsData,
  byName,
  deletePreset,
  presetData,
  presetsData,
} from "./presets.ts";
import { formatSettings, readPresetFields, settingTexts } from "./fields.ts";
import { mentionOf } from "../../../platform/access/known-people.ts";
import * as texts from "./texts.ts";

const preset = argument(
  nameKind("preset"),
  z.string().trim().min(1).max(50, texts.nameTooLong(50)).describe("The preset's name"),
);

const missing = { preset: texts.whichPreset };

/** `/db create presets`, and `/db create presets page 2`. Older buttons say `after` the last name of a page. */
const list = call({
  name: "presets_list",
  title: "Presets",
  summary: "Lists the presets that a service can start from.",
  effect: "read",
  isTool: true,
  line: [
    "create presets",
    "create presets list",
    "create presets page {page}",
    "create presets after {after}",
  ],
  verb: "list",
  missing: { after: texts.whichPreset },
  args: z.object({
    page: page.optional(),
    after: argument({ ...nameKind(), isOld: true }, preset)
      .optional()
      .describe("The last name of the page before"),
  }),
  result: PresetsData,
  asks: { means: ["preset"], around: "list create service time", says: ["Presets"] },
  async run(wanted, context: ServicesContext) {
    const all = await context.presets.list();
    const first = all.length === 0 && wanted.after === undefined ? await unconnected(context) : undefined;
    return first ?? foundPresets(all, wanted);
  },
});

/** `/db create presets show small staging`. */
const show = call({
  name: "presets_show",
  title: "A preset",
  summary: "Shows what a preset sets.",
  effect: "read",
  line: "create presets show {preset}",
  verb: "show",
  missing,
  args: z.object({ preset }),
  result: PresetData,
  asks: {
    means: ["preset {preset}", "{preset} list|facts|explain|open", "{preset}"],
    around: "list facts explain open preset",
    says: ["Preset {preset}"],
  },
  async run({ preset: named }, { presets }: ServicesContext) {
    const found = await presets.find(named);
    return { data: () => presetData(found), draw: () => presetReply(found) };
  },
});

/** `/db create presets delete small staging`. */
const remove = call({
  name: "presets_delete",
  title: "Delete a preset",
  summary: "Deletes a preset, once that is confirmed. Services stay as they are.",
  effect: "destroy",
  line: "create presets delete {preset}",
  verb: "delete",
  missing,
  args: z.object({ preset }),
  asks: {
    means: ["delete {preset}", "delete preset"],
    around: "preset end",
    says: ["Delete the preset {preset}"],
  },
  async confirm({ preset: named }, { presets }: ServicesContext) {
    const { name } = await presets.find(named);
    return { text: texts.deleteQuestion(escapeName(name)), yes: "Delete it" };
  },
  run: async ({ preset: named }, context: ServicesContext) =>
    deletedReply(await deletePreset(named, context)),
});

/** `/db presets [show|delete|after]`: lists, shows and deletes the workspace's presets. */
export const presets = commandOf({
  name: "presets",
  partOf: "create",
  summary: texts.summary,
  examples: [
    "/db create presets",
    "/db create presets show small staging",
    "/db create presets delete small staging",
  ],
  details: texts.details,
  calls: [list, show, remove],
  hint: texts.subcommands,
});

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
  return commandButton("Create from it", { call: "services_create", args: { preset: name } });
}

/** The button that deletes the preset. It asks first, because the whole workspace uses the preset. */
function deleteButton(name: string) {
  const question = {
    title: "Delete this preset?",
    text: texts.deleteDialog(visible(name)),
    yes: "Delete",
    no: "Keep it",
  };
  return commandButtonAfter(question, "Delete", {
    call: "presets_delete",
    args: { preset: name },
    yes: true,
  });
}

/** As many as a person reads at a glance. */
const shownPresets = 10;

// Some rules name everything that they allow, which would fill the list; `show` has it all.
const problemLength = 150;

interface WantedPresets {
  page?: number | undefined;
  /** The page behind a name. */
  after?: string | undefined;
}

function foundPresets(presets: readonly Preset[], wanted: WantedPresets): Found {
  return {
    data: () => presetsData(pageOf(presets, wantedOf(presets, wanted), shownPresets)),
    draw: () => presetsReply(presets, wanted),
  };
}

function wantedOf(presets: readonly Preset[], { page, after }: WantedPresets): WantedPage {
  if (after === undefined) return { page };
  return { from: presets.filter((one) => byName(one, { name: after }) <= 0).length + 1 };
}

/** Shows one page of presets by name. */
export function presetsReply(presets: readonly Preset[], wanted: WantedPresets = {}): Reply {
  if (presets.length === 0) return say(texts.noPresets);
  return pageReply(presets, wantedOf(presets, wanted), shownPresets, drawPage);
}

interface Entry {
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
  const shows = commandButton("Show", { call: "presets_show", args: { preset: name } });
  const buttons = [createButton(name), shows, deleteButton(name)];
  return { text, blocks: [section(text), actions(buttons)] };
}

function problemLine([first, ...others]: readonly FieldProblem[]): string[] {
  if (!first) return [];
  const more = others.length === 0 ? "" : ` And ${plural(others.length, "more problem")}.`;
  return [texts.noLongerAllowed(escapeMrkdwn(truncate(first.message, problemLength)), more)];
}

function drawPage({ items, first, total, next }: Page<Preset>): Pick<Reply, "text" | "blocks"> {
  const entries = items.map(entry);
  const isAll = items.length === total;
  const headline = isAll
    ? texts.listTitle(plural(total, "preset"))
    : texts.pageTitle(first, first + items.length - 1, total);
  const lines = next === undefined ? [] : [texts.goesOn(`/db create presets page ${next}`)];
  const { hint } = texts;
  return {
    text: [headline, ...entries.map(({ text }) => text), ...lines, hint].join("\n"),
    blocks: [
      section(headline),
      ...entries.flatMap(({ blocks }) => blocks),
      ...(next === undefined
        ? []
        : [actions([commandButton("More presets", { call: "presets_list", args: { page: next } })])]),
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
