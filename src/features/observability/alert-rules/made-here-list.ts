import type { MadeAlert } from "../../alerts/index.ts";
import type { KnownBlock } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { escapeSentence } from "../../../platform/blocks/explain.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { plural } from "../../../lib/text.ts";
import { wordOfPlace } from "../choose-target.ts";
import type { NamedPlace } from "../target.ts";

const mostShown = 10;

/** The alerts of a place that were made here, the latest first, for a server that does not list its own; `why` is a sentence. */
export function madeHereList(why: string, made: readonly MadeAlert[], place: NamedPlace): Reply {
  const headline = `:information_source: ${escapeSentence(why)}${made.length === 0 ? "" : ` ${counted(made)}`}`;
  const shown = made.slice(0, mostShown);
  const lines = shown.map(lineOf);
  const create = commandButton("Create an alert", `alerts create ${wordOfPlace(place)}`);
  return reply([headline, ...lines].join("\n"), [
    section(headline),
    ...shown.map(({ alertId }, index): KnownBlock => ({
      ...section(lines[index] ?? ""),
      accessory: commandButton("Show", `alerts show ${alertId} ${wordOfPlace(place)}`),
    })),
    actions([create]),
  ]);
}

function counted({ length }: readonly MadeAlert[]): string {
  const which = length > mostShown ? `; here the latest ${mostShown}` : "";
  return `${plural(length, "alert")} of it ${length === 1 ? "was" : "were"} made from here${which}:`;
}

function lineOf({ name, userId, at }: MadeAlert): string {
  return `*${escapeName(name, 100)}*, made by <@${userId}>, ${slackDate(new Date(at))}`;
}
