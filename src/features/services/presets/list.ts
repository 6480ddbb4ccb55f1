import type { KnownBlock } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { code, escapeMrkdwn, escapeName, visible } from "../../../platform/blocks/escape.ts";
import { allFit } from "../../../platform/blocks/fit.ts";
import { limits } from "../../../platform/blocks/limits.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context, packed, section } from "../../../platform/blocks/text.ts";
import type { FieldProblem } from "../../../platform/cloud/services/request.ts";
import { plural, truncate } from "../../../lib/text.ts";
import { type Preset, byName } from "./presets.ts";
import { settingTexts, formatSettings } from "./settings.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { readPresetFields } from "./save-button.ts";

/** How to make a preset, as the end of a sentence. */
const howToMakeOne = "fill in the form, `/db create`, and press “Save as preset” on its last step.";

/** Says in mrkdwn who saved a preset, and when. */
export function formatSaved({ savedByName, savedAt }: Preset): string {
  const by = savedByName === undefined ? "" : ` by ${escapeName(savedByName)}`;
  return `Saved${by}, ${slackDate(new Date(savedAt))}.`;
}

/** The button that opens the form with the preset's values. */
export function createButton(name: string) {
  return commandButton("Create from it", `create ${name}`);
}

/** The button that deletes the preset. It asks first, because the whole workspace uses the preset. */
export function deleteButton(name: string) {
  const question = {
    title: "Delete this preset?",
    text: `“${visible(name)}” is deleted for everybody in the workspace. Services that were created from it stay as they are.`,
    yes: "Delete",
    no: "Keep it",
  };
  return commandButtonAfter(question, "Delete", `presets delete ${name} yes`);
}

/** As many as a person reads at a glance. */
const shownPresets = 10;

// Some rules name everything that they allow, which would fill the list; `show` has it all.
const problemLength = 150;

/** Shows one page of presets by name: the first, or the one after a name. */
export function presetsReply(presets: readonly Preset[], after?: string): Reply {
  if (presets.length === 0) return say(`There are no presets here yet. To make one, ${howToMakeOne}`);
  const start = after === undefined ? 0 : presets.filter((one) => byName(one, { name: after }) <= 0).length;
  const rest = presets.slice(start);
  if (after !== undefined && rest.length === 0) {
    return say(`No preset comes after “${escapeName(after)}”. \`/db presets\` begins with the first.`);
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
  return [`:warning: No longer allowed: ${escapeMrkdwn(truncate(first.message, problemLength))}.${more}`];
}

/** Makes a page of the list: its range, its entries, and the command for the next page. */
function page(entries: readonly Entry[], start: number, total: number): Reply {
  const end = start + entries.length;
  const last = entries.at(-1)?.name ?? "";
  const isAll = entries.length === total;
  const headline = isAll
    ? `*${plural(total, "preset")}*, by name.`
    : `*Presets ${start + 1} to ${end} of ${total}*, by name.`;
  const next = end < total ? [`presets after ${last}`] : [];
  const lines = next.map((command) => `${code(`/db ${command}`)} goes on.`);
  const hint = `${code("/db create <name>")} begins with one of them, ${code("/db presets show <name>")} says all it holds.`;
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

/** Shows everything that a deleted preset held, so that it can be made again. */
export function deletedReply(preset: Preset): Reply {
  const { name, description, fields } = preset;
  const about = description === undefined ? [] : [escapeMrkdwn(description)];
  const headline = `The preset *${escapeName(name)}* is deleted. ${formatSaved(preset)}`;
  const settings = [...about, ...settingTexts(fields)];
  const held = settings.length === 0 ? [] : ["It held:", ...settings];
  const hint = `To make it again, ${howToMakeOne}`;
  return reply([headline, ...held, hint].join("\n"), [section(headline), ...packed(held), context(hint)]);
}
