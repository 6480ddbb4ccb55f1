import { escapeMrkdwn, escapeName } from "../../../platform/blocks/escape.ts";
import { packed } from "../../../platform/blocks/packed.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import type { Preset } from "./presets.ts";
import { howToMakeOne, savedInWords } from "./parts.ts";
import { settingTexts } from "./settings.ts";

/** What is said of a preset that was deleted: all that it held, so that it can be made again. */
export function deletedReply(preset: Preset): Reply {
  const { name, description, fields } = preset;
  const about = description === undefined ? [] : [escapeMrkdwn(description)];
  const headline = `The preset *${escapeName(name)}* is deleted. ${savedInWords(preset)}`;
  const settings = [...about, ...settingTexts(fields)];
  const held = settings.length === 0 ? [] : ["It held:", ...settings];
  const hint = `To make it again, ${howToMakeOne}`;
  return reply([headline, ...held, hint].join("\n"), [section(headline), ...packed(held), context(hint)]);
}
