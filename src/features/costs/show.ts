import type { KnownBlock } from "@slack/types";
import { escapeName } from "../../platform/blocks/escape.ts";
import type { Asker } from "../../platform/context.ts";
import { chartOf, type CostsAnswer, costsReply, hasNoCosts } from "./answer/answer.ts";
import { knownLinks } from "./answer/notes.ts";
import { parseCostWords } from "./read-words.ts";
import { utcDay } from "../../lib/day.ts";
import type { Reply } from "../../platform/blocks/reply.ts";
import type { Telling } from "../../platform/commands/command.ts";
import { buttonsWithoutCosts, costsButtons } from "./answer/buttons.ts";
import { type LoadedCosts, type LoadingContext, loadCosts } from "./load.ts";

// Longer than a picture takes when all goes well; without one the answer is whole.
const pictureWaitMs = 3_000;

/** What was asked for as an answer for one person, with the ways on from it. */
export async function showCosts(
  words: string,
  context: LoadingContext,
  asker: Asker,
  telling: Telling,
): Promise<Reply> {
  const loaded = await loadCosts(parseCostWords(words, context.now()), context, telling);
  return costsReply({ ...(await answerOf(loaded, context)), buttons: waysOn(loaded, context, asker) });
}

function waysOn(
  { summary, view, service, firstDay }: LoadedCosts,
  context: LoadingContext,
  { channelId }: Asker,
): KnownBlock[] {
  const shown = { range: summary.range, by: view, service: service?.id };
  const today = context.now();
  if (hasNoCosts(summary)) return buttonsWithoutCosts(shown, today, firstDay);
  return costsButtons(shown, { today, channelId, once: context.newId().slice(0, 8) });
}

/** What was loaded with its picture and its links, as anybody may see it. */
export async function answerOf(loaded: LoadedCosts, context: LoadingContext): Promise<CostsAnswer> {
  const { summary, view, service, forecast, connection, firstDay } = loaded;
  const picture = hasNoCosts(summary)
    ? undefined
    : context.pictures.blockOf(chartOf(summary, view, service?.name), pictureWaitMs);
  const [links, notes] = await Promise.all([
    knownLinks(connection, context),
    connectionNote(connection, context),
  ]);
  const today = utcDay(context.now());
  const answer = { summary, view, today, service: service?.name, forecast, firstDay, links, notes };
  return { ...answer, picture: await picture };
}

/** Where there is one connection only, nobody asks which. */
async function connectionNote(name: string, { connections }: LoadingContext): Promise<string[]> {
  const all = (await connections.list()).filter(({ kind }) => kind === "managed");
  return all.length > 1 ? [`These are the costs of the connection “${escapeName(name)}”.`] : [];
}
