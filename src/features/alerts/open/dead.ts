import type { KnownBlock } from "@slack/types";
import { z } from "zod";
import { isSummary } from "../storm/storm.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton, commandButtonAfter } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { escapeName, formatChannel } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section, context as smallPrint } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { asSentences } from "../../../lib/text.ts";
import type { DeadLetter } from "../incident/dead-letters.ts";
import type { Incident } from "../incident/record.ts";
import { headline } from "../message/incident-message.ts";
import { readableTitle } from "../message/title.ts";
import { type ArgumentKind, argument } from "../../../platform/commands/arguments/kind.ts";
import { page } from "../../../platform/commands/arguments.ts";
import { call } from "../../../platform/commands/call.ts";
import type { Found } from "../../../platform/commands/found.ts";
import {
  type Page,
  type WantedPage,
  pageButtons,
  pageOf,
  rangeOf,
} from "../../../platform/commands/paging.ts";
import type { FailingItem } from "../../../platform/jobs/failing.ts";
import { failingAlerts, waitingBlocks } from "./waiting.ts";
import { UndeliveredAlerts, undeliveredData } from "./data.ts";
import { from, pageLabels } from "./list.ts";
import * as texts from "./texts.ts";

const mostOnPage = 10;

/** `/db alerts undelivered page 2`: what couldn't be posted in Slack, and why. Buttons of older messages say `dead`. */
export const undelivered = call({
  name: "alerts_undelivered",
  title: "Undelivered alerts",
  summary: "Lists the alerts that no channel took.",
  effect: "read",
  isTool: true,
  line: ["alerts undelivered {from}", "alerts undelivered page {page}", "alerts dead {from}"],
  args: z.object({ page: page.optional(), from: from.optional() }),
  result: UndeliveredAlerts,
  asks: {
    means: ["undelivered", "undelivered alert"],
    around: "alert trace list post time late amount",
    says: ["Undelivered alerts"],
  },
  run: (wanted, context: AlertsContext) => listLetters(wanted, context),
});

const wanted = /^(replay|drop) (\S+)$/;

/** What to do with which of them. */
const wordsKind: ArgumentKind = {
  slot: {
    isOne: true,
    parts: [
      [
        /\b(?:drop|delete|discard|throw|bin|scrap|remove|forget|clear|rm|purge|nuke|ditch|trash|toss)\b/i,
        "drop all",
      ],
      [/\b(?:all|every|everything|the|them|those|any|alerts?)\b/i, "replay all"],
    ],
  },
  usage: ["replay all", "replay <id>", "drop <id>"],
  take: (words) => (words === "" || /^[1-9]\d{0,5}$/.test(words) ? undefined : { value: words, rest: "" }),
  write: String,
};

/** `/db alerts undelivered replay all`, or `drop` with an id after a question. */
export const retry = call({
  name: "alerts_retry",
  title: "Retry undelivered alerts",
  summary: "Posts an undelivered alert again, or drops it.",
  effect: "change",
  line: ["alerts undelivered {words}", "alerts dead {words}"],
  args: z.object({
    words: argument(wordsKind, z.string().min(1).max(200).regex(wanted, texts.deadUsage)).describe(
      "The words of the command",
    ),
  }),
  asks: {
    means: ["retry|delete undelivered", "retry alert", "delete undelivered alert"],
    around: "alert post retry list",
    says: ["Undelivered alerts: {words}"],
  },
  async confirm({ words }, context: AlertsContext) {
    const { action, which } = wordsIn(words);
    if (action !== "drop") return undefined;
    const letter = await letterOf(which, context);
    const what = lineOf(letter, await context.incidents.find(which));
    return { text: texts.dropTyped(what), yes: texts.dropQuestion.yes };
  },
  run({ words }, context: AlertsContext) {
    const { action, which } = wordsIn(words);
    return action === "drop" ? dropLetter(which, context) : replayLetters(which, context);
  },
});

function wordsIn(words: string): { action: string; which: string } {
  const [, action = "", which = ""] = wanted.exec(words) ?? [];
  return { action, which };
}

async function listLetters(wanted: WantedPage, context: AlertsContext): Promise<Found<Reply>> {
  const [letters, failing] = await Promise.all([context.deadLetters.list(), failingAlerts(context)]);
  const shown = pageOf(letters, wanted, mostOnPage);
  const known = await context.incidents.many(shown.items.map(({ itemId }) => itemId));
  const incidents = new Map(known.map((incident) => [incident.id, incident]));
  return {
    data: () => undeliveredData(shown, incidents, failing),
    draw: () => withWaiting(lettersReply(shown, incidents), letters.length, failing),
  };
}

/** What fails at each try, and may still arrive, comes last. */
function withWaiting(listed: Reply, total: number, failing: readonly FailingItem[]): Reply {
  if (failing.length === 0) return listed;
  const { lines, blocks } = waitingBlocks(failing);
  if (total === 0)
    return reply([...lines, texts.nothingGivenUp].join("\n"), [...blocks, smallPrint(texts.nothingGivenUp)]);
  return { ...listed, text: [listed.text, ...lines].join("\n"), blocks: [...listed.blocks, ...blocks] };
}

function lettersReply(shown: Page<DeadLetter>, incidents: ReadonlyMap<string, Incident>): Reply {
  const { items, total } = shown;
  if (total === 0) return say(texts.noneUndelivered);
  const lines = items.map((letter) => lineOf(letter, incidents.get(letter.itemId)));
  const span = rangeOf(shown);
  const title = texts.undelivered(total, span ? texts.range(span.first, span.last) : "");
  return reply([title, ...lines].join("\n"), [
    section(title),
    ...items.flatMap((letter, index): KnownBlock[] => [
      section(lines[index] ?? ""),
      actions([
        commandButton(texts.tryAgain, { call: "alerts_retry", args: { words: `replay ${letter.itemId}` } }),
        commandButtonAfter(texts.dropQuestion, texts.drop, {
          call: "alerts_retry",
          args: { words: `drop ${letter.itemId}` },
          yes: true,
        }),
      ]),
    ]),
    actions([
      commandButton(texts.tryAllAgain, { call: "alerts_retry", args: { words: "replay all" } }),
      ...pageButtons(shown, (of) => ({ call: "alerts_undelivered", args: { page: of } }), pageLabels),
    ]),
    smallPrint(texts.undeliveredHint),
  ]);
}

function lineOf(
  { itemId, channelId, reason, atMs, attempts, events }: DeadLetter,
  incident?: Incident,
): string {
  const other = isSummary(itemId) ? texts.stormSummary : texts.forgottenMessage(itemId);
  const why = asSentences([escapeName(reason, 300)]);
  const since = slackDate(new Date(atMs));
  const line = texts.notDelivered(formatChannel({ channelId }), since, attempts, why);
  return `${incident ? headline(incident) : other}\n${line}${events === 0 ? "" : texts.unseenEvents(events)}`;
}

async function letterOf(itemId: string, { deadLetters }: AlertsContext): Promise<DeadLetter> {
  const letter = (await deadLetters.list()).find((each) => each.itemId === itemId);
  if (letter) return letter;
  throw nothingThere(itemId);
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
  return say(`${texts.replayed(replayed.length, formatChannel(first))} ${texts.failsAgain}`, [
    commandButton(texts.showUndelivered, { call: "alerts_undelivered" }),
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
  return say(texts.dropped);
}

/** Undefined if the incident has expired. */
async function titleOf(incidentId: string, { incidents }: AlertsContext): Promise<string | undefined> {
  const incident = await incidents.find(incidentId);
  return incident && readableTitle(incident.latest, true).title;
}

function nothingThere(which: string): AppError {
  return new AppError("missing", which === "all" ? texts.noneLeft : texts.gone);
}
