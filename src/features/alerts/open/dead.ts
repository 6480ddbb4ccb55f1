import type { KnownBlock } from "@slack/types";
import { isSummary } from "../storm/storm.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { asSentences, plural } from "../../../lib/text.ts";
import type { DeadLetter } from "../incident/dead-letters.ts";
import type { Incident } from "../incident/record.ts";
import { headline } from "../message/incident-message.ts";
import { pageButtons } from "./list.ts";

const mostOnPage = 10;

/** `/db alerts dead …`: lists the items that could not be posted in Slack and why; tries them again or drops them. */
export async function deadLetters(words: string, context: AlertsContext): Promise<Reply> {
  const [action = "", itemId = "", ...more] = words.split(/\s+/);
  if (more.length === 0 && action === "replay" && itemId !== "") return replayLetters(itemId, context);
  if (more.length === 0 && action === "drop" && itemId !== "") return dropLetter(itemId, context);
  if (action === "" || (itemId === "" && /^[1-9]\d{0,5}$/.test(action)))
    return listLetters(Number(action || 1), context);
  throw new AppError(
    "user",
    "After `dead` comes nothing, `replay all`, or `replay` or `drop` with an id as in the list's buttons: `/db alerts dead`.",
  );
}

async function listLetters(wanted: number, context: AlertsContext): Promise<Reply> {
  const letters = await context.deadLetters.list();
  if (letters.length === 0)
    return say(
      ":white_check_mark: There are no dead letters: all that was to be shown in Slack is, or waits its turn.",
    );
  const first = Math.min(wanted, letters.length);
  const next = first + mostOnPage;
  const shown = letters.slice(first - 1, next - 1);
  const known = await context.incidents.many(shown.map(({ itemId }) => itemId));
  const incidents = new Map(known.map((incident) => [incident.id, incident]));
  const lines = shown.map((letter) => lineOf(letter, incidents.get(letter.itemId)));
  const title = `:warning: *${plural(letters.length, "dead letter")}*: what could not be shown in Slack, the latest first${shown.length < letters.length ? `; here ${first} to ${first + shown.length - 1}` : ""}.`;
  return reply([title, ...lines].join("\n"), [
    section(title),
    ...shown.flatMap((letter, index): KnownBlock[] => [
      section(lines[index] ?? ""),
      actions([commandButton("Try again", `alerts dead replay ${letter.itemId}`), dropButton(letter)]),
    ]),
    actions([
      commandButton("Try all again", "alerts dead replay all"),
      ...pageButtons("alerts dead", { first, next, size: mostOnPage, total: letters.length }),
    ]),
    smallPrint(
      `Mend what is wrong first. ${code("/db hook fallback <hook> #channel")} says where alerts go on when a channel takes nothing any more.`,
    ),
  ]);
}

function lineOf(
  { itemId, channelId, reason, atMs, attempts, events }: DeadLetter,
  incident?: Incident,
): string {
  const other = isSummary(itemId) ? "*The summary of a storm*" : "*A message that is no longer kept*";
  const what = incident ? headline(incident) : `${other} (${code(itemId)})`;
  const since = `since ${slackDate(new Date(atMs))}, after ${plural(attempts, "attempt")}`;
  const unseen = events === 0 ? "" : ` ${plural(events, "event")} of it never showed.`;
  return `${what}\nNot shown ${formatChannel({ channelId })} ${since}: ${asSentences([escapeName(reason, 300)])}${unseen}`;
}

function dropButton({ itemId }: DeadLetter) {
  const question = {
    title: "Throw this away?",
    text: "It is not tried again, and what it would have shown is not shown. Where more comes of the same alert, its message is tried anew.",
    yes: "Throw away",
    no: "Keep it",
  };
  return commandButtonAfter(question, "Throw away", `alerts dead drop ${itemId}`);
}

/** Tries one dead letter or all of them again. The outboxes find them within seconds and post the present state. */
async function replayLetters(which: string, context: AlertsContext): Promise<Reply> {
  const itemIds = which === "all" ? (await context.deadLetters.list()).map(({ itemId }) => itemId) : [which];
  const replayed: DeadLetter[] = [];
  for (const itemId of itemIds) {
    const letter = await context.audit.change(
      { action: "dead-letter.replay", subject: await titleOf(itemId, context) },
      () => context.deadLetters.replay(itemId, context.now().getTime()),
      (replayedLetter) => replayedLetter && { after: { incidentId: itemId } },
    );
    if (letter) replayed.push(letter);
  }
  const [first] = replayed;
  if (!first) throw nothingThere(which);
  const text =
    replayed.length === 1
      ? `It is tried again ${formatChannel(first)}, and shows within seconds where the channel takes it.`
      : `${plural(replayed.length, "dead letter")} are tried again, one a second in each channel.`;
  return say(`${text} What fails once more is listed again.`, [
    commandButton("Show dead letters", "alerts dead"),
  ]);
}

/** Drops one dead letter by its item's id. */
async function dropLetter(itemId: string, context: AlertsContext): Promise<Reply> {
  const isDropped = await context.audit.change(
    { action: "dead-letter.drop", subject: await titleOf(itemId, context) },
    () => context.deadLetters.drop(itemId),
    (dropped) => (dropped ? { after: { incidentId: itemId } } : undefined),
  );
  if (!isDropped) throw nothingThere(itemId);
  return say("It is thrown away, and is not tried again.");
}

/** Undefined if the incident has expired. */
async function titleOf(incidentId: string, { incidents }: AlertsContext): Promise<string | undefined> {
  return (await incidents.find(incidentId))?.latest.title;
}

function nothingThere(which: string): AppError {
  return new AppError(
    "missing",
    which === "all"
      ? "There are no dead letters any more."
      : "It is no dead letter any more: somebody tried it again or threw it away. `/db alerts dead` lists those there are.",
  );
}
