import { AppError } from "../../../lib/errors.ts";
import { oneLine, truncate } from "../../../lib/text.ts";
import { findZone, zoneHint } from "../../../lib/zone-names.ts";
import { channelIn } from "../../../platform/commands/channel-in.ts";
import * as texts from "./texts.ts";

/** What the words after `/db alerts noise` want. `hook` is the words that name a hook, or "". */
export type NoiseWords =
  | { what: "show"; hook: string; weeks: 0 | -1 }
  | { what: "weekly"; hook: string; channelId: string | undefined; timeZone: string | undefined }
  | { what: "off"; hook: string; channelId: string | undefined };

const changing = /^(?:(.*?)\s+)?(weekly|every week|(?:every|on) mondays?|off|stop)(?:\s+(.*))?$/i;
const week = /^(?:(.*?)\s+)?(?:of\s+|for\s+)?(last|this) week$/i;

/** True for words that turn a weekly report on or off. */
export function changesNoise(words: string): "weekly" | "off" | undefined {
  const [, , what = ""] = changing.exec(withoutChannel(words)) ?? [];
  if (what === "") return undefined;
  return /^(?:off|stop)$/i.test(what) ? "off" : "weekly";
}

/** Slack's tokens of channels don't count as words here. */
function withoutChannel(words: string): string {
  return oneLine(words.replaceAll(/(?:\b(?:in|to)\s+)?<#[^>]*>/gi, " "));
}

/** Reads "checkout last week", "checkout weekly #alerts Europe/Berlin" or "off". Fails as user, with examples. */
export function readNoiseWords(words: string): NoiseWords {
  const what = changesNoise(words);
  if (what === undefined) {
    const all = oneLine(words);
    const [, hook = "", which] = week.exec(all) ?? [undefined, all];
    return { what: "show", hook, weeks: which?.toLowerCase() === "last" ? -1 : 0 };
  }
  const { channelId, rest } = channelIn(words);
  const [, hook = "", , after = ""] = changing.exec(oneLine(rest)) ?? [];
  if (what === "off") {
    if (after !== "") throw notRead(after);
    return { what, hook, channelId };
  }
  return { what, hook, channelId, timeZone: after === "" ? undefined : zoneIn(after) };
}

function zoneIn(words: string): string {
  const found = findZone(words);
  if ("zone" in found) return found.zone;
  throw new AppError("user", texts.notAZone(truncate(words, 40), zoneHint(found.nearestName)));
}

function notRead(words: string): AppError {
  return new AppError("user", texts.notRead(truncate(words, 40)));
}
