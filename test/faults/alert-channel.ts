import { z } from "zod";
import type { LocalSlack } from "@quartermaster/local-slack";

/** One of the app's messages in a channel, with its thread. */
export interface ChannelMessage {
  ts: string;
  /** The mark that finds it again. */
  mark: string;
  /** The text in notifications. */
  text: string;
  /** All its texts. */
  whole: string;
  isEdited: boolean;
  /** The lines of all replies. */
  thread: string[];
}

/** A call of the Web API that the local Slack remembers. */
export type SlackCall = z.output<typeof SlackCall>;
const SlackCall = z.object({
  at: z.number(),
  method: z.string(),
  channel: z.string().optional(),
  ts: z.string().optional(),
  status: z.number().nullable(),
  ok: z.boolean(),
});

const Message = z.looseObject({
  ts: z.string(),
  text: z.string(),
  user: z.string(),
  reply_count: z.number().optional(),
  edited: z.unknown().optional(),
  blocks: z.unknown().optional(),
  attachments: z.unknown().optional(),
  metadata: z.object({ event_payload: z.object({ mark: z.string() }) }).optional(),
});
type Message = z.output<typeof Message>;

const Answer = z.object({
  ok: z.literal(true),
  messages: z.array(Message),
  response_metadata: z.object({ next_cursor: z.string().optional() }).optional(),
});

/** The app's marked messages in a channel from the Web API, the oldest first. */
export async function messagesIn(slack: LocalSlack, channelId: string): Promise<ChannelMessage[]> {
  const found: Message[] = [];
  let cursor = "";
  do {
    const answer = await ask(slack, "conversations.history", { channel: channelId, cursor });
    found.push(...answer.messages);
    cursor = answer.response_metadata?.next_cursor ?? "";
  } while (cursor !== "");
  const marked = found.filter(({ metadata }) => metadata).toReversed();
  return Promise.all(marked.map((message) => withThread(slack, channelId, message)));
}

async function withThread(slack: LocalSlack, channel: string, message: Message): Promise<ChannelMessage> {
  const { ts, text, metadata, reply_count: replies = 0, edited, blocks, attachments } = message;
  const asked =
    replies > 0 ? await ask(slack, "conversations.replies", { channel, ts, limit: "900" }) : undefined;
  return {
    ts,
    text,
    mark: metadata?.event_payload.mark ?? "",
    whole: JSON.stringify([text, blocks, attachments]),
    isEdited: edited !== undefined,
    thread: (asked?.messages ?? []).slice(1).flatMap((reply) => reply.text.split("\n")),
  };
}

async function ask(slack: LocalSlack, method: string, args: Record<string, string>) {
  const body = new URLSearchParams({ limit: "200", include_all_metadata: "true", ...args });
  if (body.get("cursor") === "") body.delete("cursor");
  const headers = { authorization: `Bearer ${slack.botToken}` };
  const response = await fetch(`${slack.url}/api/${method}`, { method: "POST", headers, body });
  return Answer.parse(await response.json());
}

const writing = ["chat.postMessage", "chat.update", "files.completeUploadExternal"];

/** The recent calls that wrote into a channel, or tried to. */
export async function writesIn(slack: LocalSlack, channelId: string): Promise<SlackCall[]> {
  return callsOf(slack, writing.join(","), { channel: channelId });
}

/** The recent calls of these methods. */
export async function callsOf(
  slack: LocalSlack,
  methods: string,
  of: { channel?: string } = {},
): Promise<SlackCall[]> {
  const response = await fetch(`${slack.url}/page/calls?${new URLSearchParams({ ...of, methods })}`);
  return z.array(SlackCall).parse(await response.json());
}
