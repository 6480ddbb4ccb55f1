import type { App } from "@slack/bolt";
import type { z } from "zod";
import { commandButton } from "../../blocks/command-button.ts";
import { type Reply, say } from "../../blocks/reply.ts";
import type { Asker, WorkspaceContext } from "../../context.ts";
import { type MessageRef, type Messenger, channelFirst } from "../../jobs/messenger.ts";
import { MessageBody, workspaceIdOf } from "../bodies.ts";
import { failureReply } from "../failure.ts";
import * as texts from "../texts.ts";
import { type Dispatching, runCommand, typedText } from "./commands.ts";
import type { Say } from "./respond.ts";
import { type CommandResponder, fewPosts, oneNote } from "./responder.ts";

type Message = z.infer<typeof MessageBody>;

/**
 * Listens to direct messages, and to messages that mention the app. They run the same commands as `/db`. A direct
 * message is answered there, and a mention for its person's eyes only.
 */
export function listenToMessages(bolt: App, dispatching: Dispatching): void {
  bolt.event("message", async ({ body }) => {
    const read = MessageBody.safeParse(body).data;
    if (read?.event.channel_type === "im") await answer(read, dispatching);
  });
  bolt.event("app_mention", async ({ body }) => {
    const read = MessageBody.safeParse(body).data;
    // Slack sends a mention in a direct message as a message too.
    if (read && !isDirect(read)) await answer(read, dispatching);
  });
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

async function answer(message: Message, dispatching: Dispatching): Promise<void> {
  const { event, event_id: eventId } = message;
  const { user: userId } = event;
  // Slack sends an event again if it saw no acknowledgement.
  if (userId === undefined || !isFromPerson(message) || !(await dispatching.isFirst(eventId))) return;
  const place = isDirect(message) ? "direct" : "channel";
  const asker: Asker = { workspaceId: workspaceIdOf(message), userId, channelId: event.channel, place };
  const context = dispatching.contextOf(asker.workspaceId);
  const responder = responderTo(message, asker, context);
  const reading = dispatching.readCommand(lineIn(message));
  if ("run" in reading && !reading.entry.opens)
    return runCommand(
      reading,
      { asker, kind: "usual", door: "command" },
      { responder },
      context,
      dispatching,
    );
  const reply = "reply" in reading ? reading.reply : formOffer(reading.line);
  await dispatching.inFlight.track(async () =>
    responder.answer(await allowed(reply, asker, context, dispatching)),
  );
}

/** The reply, or that the person asks too often. Each answer is a message. */
async function allowed(
  reply: Reply,
  asker: Asker,
  context: WorkspaceContext,
  { rateLimits }: Dispatching,
): Promise<Reply> {
  try {
    await rateLimits.take(asker, "usual");
    return reply;
  } catch (error) {
    return failureReply(error, context);
  }
}

/** A message has no trigger, so a form or a window needs a click. */
function formOffer(line: string): Reply {
  return say(texts.opensByButton, [commandButton(texts.open, line)]);
}

/** The command line in a message, without the mention of the app and a typed `/db`. */
function lineIn({ event, authorizations }: Message): string {
  const bot = authorizations?.[0]?.user_id;
  const mention = new RegExp(bot ? `<@${bot}(?:\\|[^>]*)?>` : "<@[A-Z0-9]+(?:\\|[^>]*)?>");
  const text = event.channel_type === "im" ? event.text : event.text.replace(mention, " ");
  return typedText(text.replace(/^[\s,:]*(?:\/db\b)?\s*/i, ""));
}

function responderTo(
  { event }: Message,
  { userId, place }: Asker,
  { messenger }: WorkspaceContext,
): CommandResponder {
  const thread = event.thread_ts === undefined ? {} : { threadTs: event.thread_ts };
  if (place === "direct") {
    const show = oneMessage(event.channel, thread, messenger);
    return { progress: show, pace: fewPosts, answer: show, failure: show };
  }
  const answer = (reply: Reply) =>
    channelFirst<unknown>(
      event.channel,
      (channelId) => messenger.whisper(channelId, userId, reply, thread),
      () => messenger.post(userId, reply),
    );
  // A message for one person's eyes can't be changed, so a mention gets its answer only.
  return { progress: answer, pace: { ...oneNote, most: 0 }, answer, failure: answer };
}

/** Shows each reply in place of the one before. */
function oneMessage(channelId: string, thread: { threadTs?: string }, messenger: Messenger): Say {
  let shown: MessageRef | undefined;
  return async (reply) => {
    if (shown) await messenger.update(shown, reply);
    else shown = await messenger.post(channelId, reply, thread);
  };
}
