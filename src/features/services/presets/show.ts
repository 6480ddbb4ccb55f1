import { actions } from "../../../platform/blocks/button.ts";
import { escapeMrkdwn, escapeName } from "../../../platform/blocks/escape.ts";
import { packed } from "../../../platform/blocks/packed.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import type { Preset } from "./presets.ts";
import { createButton, deleteButton, savedInWords } from "./parts.ts";
import { settingTexts } from "./settings.ts";

/** The answer to "what does this preset hold": every field in words, and what no longer fits. */
export function presetReply(preset: Preset): Reply {
  const { name, description, fields } = preset;
  const about = description === undefined ? [] : [escapeMrkdwn(description)];
  const headline = [`*${escapeName(name)}*`, ...about].join("\n");
  const settings = settingTexts(fields);
  const shown = settings.length === 0 ? ["No settings."] : settings;
  return reply([headline, ...shown, savedInWords(preset)].join("\n"), [
    section(headline),
    ...packed(shown),
    context(savedInWords(preset)),
    actions([{ ...createButton(name), style: "primary" }, deleteButton(name)]),
  ]);
}
