import { z } from "zod";
import type { ClockedReplicas } from "../../support/clocked-replicas.ts";
import { channelNamed, shownText } from "@quartermaster/local-slack/person";
import { person } from "../../support/slack-person.ts";

/** Something that happened, named as the plan names it. */
export interface Happened {
  at: Date;
  what: string;
}

const Message = z.looseObject({ ts: z.string(), text: z.string().default(""), user: z.string().optional() });
const History = z.object({
  messages: z.array(Message),
  has_more: z.boolean().default(false),
});

/** Where the app posts: channels, and its direct messages with people. */
export interface Places {
  readonly channels: readonly string[];
  /** The conversation with the owner of what ends. */
  readonly owner: string;
}

async function slackCall(
  { slack }: ClockedReplicas,
  method: string,
  args: Record<string, string>,
): Promise<unknown> {
  const response = await fetch(`${slack.apiUrl}${method}`, {
    method: "POST",
    headers: { authorization: `Bearer ${slack.botToken}` },
    body: new URLSearchParams(args),
  });
  return response.json();
}

/** The app's conversation with a person. */
export async function directWith({ slack }: ClockedReplicas, name: string): Promise<string> {
  await using reader = person(slack, name);
  return channelNamed(await reader.world(), "direct").id;
}

/** What was posted at these places since a time, without replies in threads and answers to commands. */
export async function postedSince(
  replicas: ClockedReplicas,
  { channels, owner }: Places,
  since: Date,
): Promise<Happened[]> {
  const all = await Promise.all(
    channels.map(async (channel) =>
      (await historyOf(replicas, channel, since)).flatMap((message) => {
        const what = named(textOf(message), channel === owner);
        return what === undefined ? [] : [{ at: new Date(Number(message.ts) * 1_000), what }];
      }),
    ),
  );
  return all.flat();
}

async function historyOf(replicas: ClockedReplicas, channel: string, since: Date) {
  const messages: z.output<typeof Message>[] = [];
  let latest: string | undefined;
  for (;;) {
    const page = await slackCall(replicas, "conversations.history", {
      channel,
      oldest: String(since.getTime() / 1_000),
      limit: "200",
      ...(latest !== undefined && { latest }),
    });
    const read = History.parse(page);
    messages.push(...read.messages);
    latest = read.messages.at(-1)?.ts;
    if (!read.has_more || latest === undefined) return messages;
  }
}

function textOf({ text, ...message }: z.output<typeof Message>): string {
  // Slack's payload has no schema of its own for tests; `shownText` looks at each part.
  return shownText({ text, blocks: Blocks.parse(message["blocks"]), attachments: [] });
}
const Blocks = z.array(z.record(z.string(), z.json())).default([]);

/** The names of posts by their words. The first that fits counts. */
const names: readonly (readonly [pattern: RegExp, what: (found: string, toOwner: boolean) => string])[] = [
  [/\*([^*]+) ends <!date[^]*Do you still need it\?/, (name) => `warned of ${name}`],
  [/\*([^*]+) has ended, so I stopped it/, (name, toOwner) => `ended ${name}, ${place(toOwner)}`],
  [/\*([^*]+) is deleted <!date/, (name, toOwner) => `grace of ${name}, ${place(toOwner)}`],
  [/I deleted ([^*]+)\*/, (name, toOwner) => `deleted ${name}, ${place(toOwner)}`],
  [/I couldn't (?:start|stop) \*([^*]+)\* by its hours/, (name) => uncertain(name)],
  [/\*([^*]+) has ended and still runs/, (name) => uncertain(name)],
  [/What concerns (me)/, () => "digest"],
  [/\*([^*]+) has left Slack\.\*/, (name) => `${name} has left`],
  [/Held (\d{4}-\d\d-\d\d)/, (day) => `alert of ${day}`],
  [/No beat from (\S+)/, () => "no beat"],
  [/(Costs of the week: [^\n]+)/, (header) => header],
  [
    /^\*?((?:January|February|March|April|May|June|July|August|September|October|November|December) \d{4})\b/,
    (month) => `page of ${month}`,
  ],
];

/** A process died while it sent a command, so no one knows yet if it was carried out. It is tried again. */
export function uncertain(name: string): string {
  return `not certain of ${name}`;
}

function place(toOwner: boolean): string {
  return toOwner ? "to its owner" : "in its channel";
}

/** Undefined for an answer to a command. Anything else that is unknown has its words as its name. */
function named(text: string, toOwner: boolean): string | undefined {
  const window = /Maintenance of (hook \S+) (until|is over)/.exec(text);
  if (window) return window[2] === "until" ? "maintenance begins" : "maintenance is over";
  for (const [pattern, what] of names) {
    const [, found] = pattern.exec(text) ?? [];
    if (found !== undefined) return what(found, toOwner);
  }
  return text;
}
