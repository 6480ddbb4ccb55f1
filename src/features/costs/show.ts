import type { KnownBlock } from "@slack/types";
import { escapeName } from "../../platform/blocks/escape.ts";
import type { Asker } from "../../platform/context.ts";
import { chartOf, type CostsAnswer, costsReply, hasNoCosts } from "./answer/answer.ts";
import { knownLinks } from "./answer/notes.ts";
import { parseCostWords } from "./read-words.ts";
import { utcDay } from "../../lib/day.ts";
import type { Reply } from "../../platform/blocks/reply.ts";
import type { Responder } from "../../platform/commands/command.ts";
import { buttonsWithoutCosts, costsButtons } from "./answer/buttons.ts";
import { type LoadedCosts, type LoadingContext, loadCosts } from "./load.ts";

// Longer than a picture usually takes. The answer is complete without one.
const pictureWaitMs = 3_000;

/** Answers one person with the wanted costs, and buttons for the next steps. */
export async function showCosts(
  words: string,
  context: LoadingContext,
  asker: Asker,
  responder: Responder,
): Promise<Reply> {
  const loaded = await loadCosts(parseCostWords(words, context.now()), context, responder);
  return costsReply({ ...(await answerOf(loaded, context)), buttons: nextButtons(loaded, context, asker) });
}

function nextButtons(
  { summary, view, service, firstDay }: LoadedCosts,
  context: LoadingContext,
  { channelId }: Asker,
): KnownBlock[] {
  const shown = { range: summary.range, by: view, service: service?.id };
  const today = context.now();
  if (hasNoCosts(summary)) return buttonsWithoutCosts(shown, today, firstDay);
  return costsButtons(shown, { today, channelId, once: context.newId().slice(0, 8) });
}

/** The answer with its picture and links, without anything personal. */
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

/** Names the connection, if there is more than one. */
async function connectionNote(name: string, { connections }: LoadingContext): Promise<string[]> {
  const all = (await connections.list()).filter(({ kind }) => kind === "managed");
  return all.length > 1 ? [`These are the costs of the connection “${escapeName(name)}”.`] : [];
}
