import type { App } from "@slack/bolt";
import type { z } from "zod";
import type { Asker } from "../../access/asker.ts";
import { MessageBody, workspaceIdOf } from "../bodies.ts";
import { type Question, answerQuestion, readQuestion } from "./ask.ts";
import type { ListenerDeps } from "./deps.ts";
import { listenToStops } from "./conversations.ts";

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
