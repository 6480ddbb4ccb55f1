import type { App } from "@slack/bolt";
import type { z } from "zod";
import { oneLine, truncate } from "../../../lib/text.ts";
import type { Asker } from "../../access/asker.ts";
import { type TypedParts, type TypedReading, readTyped } from "../../ask/typed.ts";
import { commandButton } from "../../blocks/command-button.ts";
import { codeWithTokens, visible } from "../../blocks/escape.ts";
import { type Reply, say } from "../../blocks/reply.ts";
import type { CommandReading, Reading } from "../../commands/read.ts";
import type { WorkspaceContext } from "../../context.ts";
import { notFilledIn } from "../../forms/texts.ts";
import { type ConversationRef, type MessageRef, channelFirst } from "../../jobs/messenger.ts";
import { MessageBody, workspaceIdOf } from "../bodies.ts";
import * as texts from "../texts.ts";
import { allowed, isOwnLine, runCommand, withProgressNote } from "./commands.ts";
import { inConversation, listenToStops } from "./conversations.ts";
import type { ListenerDeps } from "./deps.ts";
import { type CommandResponder, type Say, fewPosts, oneNote, withOrigin } from "./respond.ts";
import { typedText, typedWords } from "./typed-text.ts";

/** A text that someone typed for the app or pointed it at, and where its answer goes. */
export interface Question {
  /** As Slack sends it, without the mention of the app. */
  text: string;
  asker: Asker & { channelId: string };
  /** The thread of the answer. Absent if the answer goes to the channel itself. */
  threadTs?: string | undefined;
  /** The conversation in which Slack shows that the app works. Absent if it shows nothing. */
  conversation?: ConversationRef | undefined;
  /** True if another person may have written it, so it changes nothing without a click. */
  isQuoted?: boolean;
}

/** Reads a question. This is the one place where typed words outside of `/db` become a command. */
export async function readQuestion(
  { text, asker, threadTs, isQuoted }: Question,
  context: WorkspaceContext,
  deps: TypedParts,
): Promise<TypedReading> {
  const typed = text.replace(/^[\s,:]*(?:\/db\b)?\s*/i, "");
  const words = typedWords(typed, { ...asker, threadTs });
  return readTyped({ ...words, ...(isQuoted ? { isQuoted } : {}) }, context, deps);
}

/**
 * Answers a question as it was read, in its thread or channel: with a message in direct messages with the app, and
 * elsewhere for its person's eyes only.
 */
export async function answerQuestion(
  question: Question,
  reading: TypedReading,
  context: WorkspaceContext,
  deps: ListenerDeps,
): Promise<void> {
  const { conversation } = question;
  const { byModel } = reading;
  const work = async (within: WorkspaceContext, stopped?: AbortSignal) => {
    const responder = responderTo(question, context, stopped);
    const read = byModel ? await withProgressNote(byModel(stopped), responder, deps) : reading;
    await answerReading(question, read, responder, within, deps);
    for (let { next } = read; next; { next } = next) {
      if (stopped?.aborted) return;
      await answerReading(question, next, responderTo(question, context, stopped), within, deps);
    }
  };
  // A change isn't stopped: it may be made already.
  const isStopped = byModel || ("run" in reading && isRead(reading) && !reading.entry.opens);
  if (!conversation || !isStopped) return work(context);
  await inConversation(conversation, titleOf(question), context, deps.stops, work);
}

async function answerReading(
  { asker, threadTs, isQuoted = false }: Question,
  reading: Reading,
  responder: CommandResponder,
  context: WorkspaceContext,
  deps: ListenerDeps,
): Promise<void> {
  const reply = replyWithoutRun(reading, isQuoted);
  const isAttempt = "reply" in reading && !isQuoted && reading.isAttempt;
  if (reply) {
    const answer = await allowed({ reply, ...(isAttempt && { isAttempt }) }, asker, context, deps);
    return void (await responder.answer(answer));
  }
  if ("reply" in reading) return;
  const door = isQuoted || reading.isGuess ? "ask" : "command";
  const invocation = {
    asker,
    kind: "usual",
    door,
    threadTs,
    mayConfirm: !isQuoted && isOwnLine(reading),
  } as const;
  await runCommand(reading, invocation, { responder }, context, deps);
}

/** What is said instead of running a command. Undefined if it runs. */
function replyWithoutRun(reading: Reading, isQuoted: boolean): Reply | undefined {
  if ("reply" in reading) return reading.reply;
  const { entry, line, leftOut = [] } = reading;
  // A message has no trigger, so a form or a window needs a click.
  if (entry.opens) {
    const note = leftOut.length === 0 ? [] : [notFilledIn(leftOut)];
    return say([texts.opensByButton, ...note].join(" "), [commandButton(texts.open, line)]);
  }
  if (!isQuoted || isRead(reading)) return undefined;
  // The whole line: what is not shown must not be run.
  return say(texts.changeByButton(codeWithTokens(`/db ${visible(line)}`)), [commandButton(texts.doIt, line)]);
}

/** True for a command that changes nothing, and that no one else sees. */
function isRead({ entry }: CommandReading): boolean {
  return entry.effect === "read" && !entry.shares;
}

/** The title of a conversation that only its person sees. */
function titleOf({ text, asker }: Question): string | undefined {
  return asker.place === "direct" ? truncate(oneLine(typedText(text)), 200) : undefined;
}

function responderTo(
  { asker, threadTs }: Question,
  { messenger }: Pick<WorkspaceContext, "messenger">,
  stopped?: AbortSignal,
): CommandResponder {
  const { userId, channelId, place } = asker;
  const thread = threadTs === undefined ? {} : { threadTs };
  const directly = (reply: Reply) => messenger.post(userId, withOrigin(reply, channelId));
  if (place === "direct") {
    const show = oneMessage(
      // The app can't post to two people's own conversation.
      (reply) =>
        channelFirst(
          channelId,
          (id) => messenger.post(id, reply, thread),
          () => directly(reply),
        ),
      (shown, reply) => messenger.update(shown, reply),
      stopped,
    );
    return { progress: show, pace: fewPosts, answer: show, failure: show };
  }
  const answer: Say = async (reply) => {
    if (stopped?.aborted) return;
    await channelFirst<unknown>(
      channelId,
      (id) => messenger.whisper(id, userId, reply, thread),
      () => directly(reply),
    );
  };
  // A message for one person's eyes can't be changed, so a mention gets its answer only.
  return { progress: answer, pace: { ...oneNote, most: 0 }, answer, failure: answer };
}

/** Shows each reply in place of the one before. Once it is stopped, it shows none, and says so in what it showed. */
function oneMessage(
  post: (reply: Reply) => Promise<MessageRef>,
  update: (shown: MessageRef, reply: Reply) => Promise<void>,
  stopped?: AbortSignal,
): Say {
  let shown: Promise<MessageRef> | undefined;
  stopped?.addEventListener("abort", () => {
    void shown?.then((message) => update(message, say(texts.stopped))).catch(() => undefined);
  });
  return async (reply) => {
    if (stopped?.aborted) return;
    const before = await shown?.catch(() => undefined);
    if (stopped?.aborted) return;
    if (before) await update(before, reply);
    else await (shown = post(reply));
  };
}

type Message = z.infer<typeof MessageBody>;

/**
 * Listens to direct messages, and to messages that mention the app. They run the same commands as `/db`. A direct
 * message is answered there, and a mention for its person's eyes only: in its thread, or in the channel if it is in none.
 */
export function listenToMessages(bolt: App, deps: ListenerDeps): void {
  bolt.event("message", async ({ body }) => {
    const read = MessageBody.safeParse(body).data;
    if (read?.event.channel_type === "im") await answer(read, deps);
  });
  bolt.event("app_mention", async ({ body }) => {
    const read = MessageBody.safeParse(body).data;
    // Slack sends a mention in a direct message as a message too.
    if (read && !isDirect(read)) await answer(read, deps);
  });
  listenToStops(bolt, deps);
}

function isDirect({ event }: Message): boolean {
  return event.channel.startsWith("D");
}

/** True for a new message that a person wrote. The app's own messages come back as events too. */
function isFromPerson({ event }: Message): boolean {
  const { user, bot_id, app_id, subtype, edited, hidden } = event;
  return user !== undefined && !bot_id && !app_id && !edited && !hidden && !isChange(subtype);
}

/** True for the subtype of a message that no one typed just so. */
function isChange(subtype: string | undefined): boolean {
  return subtype !== undefined && subtype !== "thread_broadcast" && subtype !== "file_share";
}

async function answer(message: Message, deps: ListenerDeps): Promise<void> {
  const { event, event_id: eventId } = message;
  const { user: userId } = event;
  // Slack sends an event again if it saw no acknowledgement.
  if (userId === undefined || !isFromPerson(message) || !(await deps.isFirst(eventId))) return;
  const workspaceId = workspaceIdOf(message);
  const isAgent = isDirect(message) && (await deps.isAgent(workspaceId));
  const question = questionIn(message, { workspaceId, userId }, isAgent);
  const context = deps.contextOf(workspaceId);
  await answerQuestion(question, await readQuestion(question, context, deps), context, deps);
}

function questionIn(
  message: Message,
  from: Pick<Asker, "workspaceId" | "userId">,
  isAgent: boolean,
): Question {
  const { ts, thread_ts: inThread, channel: channelId } = message.event;
  const isHere = isDirect(message);
  // In an agent's Messages tab each message begins a thread.
  const threadTs = inThread ?? (isHere && isAgent ? ts : undefined);
  // In a channel only a thread is a conversation: its other messages are not about the app.
  const root = inThread ?? (isHere ? ts : undefined);
  return {
    text: textIn(message),
    asker: { ...from, channelId, place: isHere ? "direct" : "channel" },
    threadTs,
    conversation: root === undefined ? undefined : { channelId, threadTs: root },
  };
}

/** The text of a message, without the mention of the app. */
function textIn({ event, authorizations }: Message): string {
  const bot = authorizations?.[0]?.user_id;
  const mention = new RegExp(bot ? `<@${bot}(?:\\|[^>]*)?>` : "<@[A-Z0-9]+(?:\\|[^>]*)?>");
  return event.channel_type === "im" ? event.text : event.text.replace(mention, " ");
}
